package import MemossFiles

/// Adds imported reminders, skips the occurrences that they replace in series imported earlier, and takes over what was completed or
/// changed in the other program since.
package struct ImportAddition: FolderEdit {
    /// What becomes of the reminders that were imported before.
    package struct Revised: Sendable {
        /// How many occurrences are skipped.
        package var skipped = 0
        /// Each with its occurrences; none for a one-time reminder.
        package var completed: [(path: String, occurrences: [DateValue])] = []
        /// Each with the keys that have another value now.
        package var changed: [(path: String, keys: [String])] = []
        package var differences: [ImportDifference] = []
    }

    /// The paths are relative to the root, distinct, and must not exist yet.
    package var files: [(imported: ImportedReminder, path: String)]
    private var known: [ImportMatch.Known]
    package var format: ImportFormat
    package var time: TimeContext
    /// Returns a new UUID at each call.
    package var freshID: @Sendable () -> String

    package init(
        of files: [(imported: ImportedReminder, path: String)],
        knowing match: ImportMatch,
        from format: ImportFormat,
        at time: TimeContext,
        freshID: @escaping @Sendable () -> String
    ) {
        (self.files, self.format, self.time, self.freshID) = (files, format, time, freshID)
        known = match.known
    }

    package func plan(in context: EditContext) throws(MemossError) -> (plan: EditPlan, revised: Revised) {
        var (edits, revised, tags) = ([FileEdit](), Revised(), [TagName]())
        for known in known {
            let contents = try context.contents(of: known.path)
            var revision = ImportRevision(of: known.path, contents.bytes, from: format, at: time, in: context)
            revision.take(known)
            revised.differences += revision.differences
            revised.skipped += revision.skipped
            if !revision.completed.isEmpty {
                revised.completed.append((known.path, revision.completed.compactMap(\.self)))
            }
            if !revision.changed.isEmpty { revised.changed.append((known.path, revision.changed)) }
            edits += try FileReplacement(of: contents, at: known.path, by: revision.bytes).plan(in: context).edits
            tags += revision.tags
        }
        var addition = ReminderAddition(
            of: files.map { ($0.imported.recorded(in: format, context.registry, at: $0.path), $0.path) },
            today: time.local.date,
            freshID: freshID
        )
        addition.otherTags = tags
        var (plan, _) = try addition.plan(in: context)
        plan.edits += edits
        plan.edits.sort { PathOrder.precedes($0.path, $1.path) }
        return (plan, revised)
    }
}

extension ImportedReminder {
    /// The reminder with what a later import needs to know of this one.
    fileprivate func recorded(in format: ImportFormat, _ registry: TagRegistry, at path: String) -> NewReminder {
        guard let key = format.baseKey, let said,
            var written = try? new.shared(with: registry.settings.profile, at: path)
        else { return new }
        written.tags = registry.canonical(written.tags)
        guard let contents = try? written.contents(),
            let reminder = ReminderDecoder.decode(
                contents,
                path: path,
                keeping: .whole,
                keys: .all,
                registry: registry
            ).reminder
        else { return new }
        var new = new
        let base = ImportBase(said, writing: reminder, in: format)
        new.keys.append(.init(key, .text(.init(base.text, .string))))
        return new
    }
}
