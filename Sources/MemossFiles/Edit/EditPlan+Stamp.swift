/// The time of the last change, which every program that writes a task of TaskNotes sets.
extension EditPlan {
    /// The plan that also sets it, in the tasks that it changes.
    func stamped(at moment: Instant?, sharing profile: Profile?) -> EditPlan {
        guard let profile else { return self }
        var plan = self
        plan.profile = profile
        guard let moment else { return plan }
        let stamp = TaskStamp(profile: profile, time: moment.description)
        for (index, edit) in edits.enumerated() {
            guard let after = edit.after else { continue }
            plan.edits[index].after = stamp.stamped(after, from: edit.before?.bytes, at: edit.path)
            guard let again = edit.again else { continue }
            plan.edits[index].again = Replanning { now in
                again.bytes(now).map { stamp.stamped($0, from: now, at: edit.path) }
            }
        }
        return plan
    }
}

private struct TaskStamp: Sendable {
    let profile: Profile
    let time: String

    /// - Parameter before: the whole file before the edit; an edit of the key itself stays as it is.
    func stamped(_ after: [UInt8], from before: [UInt8]?, at path: String) -> [UInt8] {
        let key = TaskNotesField.modified
        func value(_ bytes: [UInt8]) -> [UInt8]? {
            guard let document = (try? FrontMatter.read(bytes, names: profile.names))?.document,
                let node = document.entry(key)?.value
            else { return nil }
            return Array(document.bytes[document.nodes[node].span])
        }
        guard path.hasSuffix(".md"), before.map({ value($0) == value(after) }) ?? true,
            ReminderDecoder.decode(after, path: path, registry: TagRegistry(sharing: profile)).reminder?.isTask == true
        else { return after }
        let change = FieldChange(key, .text(FieldValue.Item(time)))
        return ((try? change.apply(to: after, names: profile.names)) ?? nil) ?? after
    }
}
