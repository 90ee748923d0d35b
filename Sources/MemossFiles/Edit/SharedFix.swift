extension [FileChange] {
    /// What makes a reminder one that the other program reads the same.
    ///
    /// - Parameter ids: the kinds of problems to solve.
    static func sharing(_ reminder: Reminder, _ places: FieldPlaces, solving ids: Set<ProblemID>) -> [FileChange] {
        guard let profile = reminder.profile else { return [] }
        var changes: [FileChange] = []
        var reminder = reminder
        if ids.contains(.unsharedTask), !profile.excludes(reminder.path) {
            reminder.isTask = true
            if let tag = profile.taskTag {
                var tags = TagsChange()
                tags.adding = [tag]
                changes.append(.tags(tags))
            }
            // Another value says that it is none.
            if let property = profile.property, !places.has(property.key) {
                changes.append(.setting(property.key, property.written))
            }
        }
        // A task that is completed without a status that says so is open there.
        if reminder.isTask, !ids.isDisjoint(with: [.unsharedTask, .foreignKey]), !places.hasValue("status") {
            let status = reminder.completed == .open ? profile.defaultStatus : profile.completingStatus
            changes.append(.setting("status", status))
            if case .on(let date) = reminder.completed, !places.hasValue("completedDate") {
                changes.append(.setting("completedDate", date.date.description))
            }
        }
        // A rule in words is no problem until the file is a task.
        if let text = (try? reminder.sharedRule()) ?? nil {
            changes.append(.setting("recurrence", text))
            if places.has("until") { changes.append(.field(FieldChange("until", nil))) }
        }
        return changes
    }
}
