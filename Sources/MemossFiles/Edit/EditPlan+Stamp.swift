/// The time of the last change, which every program that writes a task of TaskNotes sets.
extension EditPlan {
    /// The plan that also sets it, in the tasks that it changes.
    package func stamped(at moment: Instant?, sharing profile: Profile?) -> EditPlan {
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
        func value(_ bytes: [UInt8], _ key: String = TaskNotesField.modified) -> [UInt8]? {
            guard let document = (try? FrontMatter.read(bytes, names: profile.names))?.document,
                let node = document.entry(key)?.value
            else { return nil }
            return Array(document.bytes[document.nodes[node].span])
        }
        guard path.hasSuffix(".md"), before.map({ value($0) == value(after) }) ?? true,
            ReminderDecoder.decode(after, path: path, registry: TagRegistry(sharing: profile)).reminder?.isTask == true
        else { return after }
        // A new file says in the same way when it was made.
        let keys =
            before == nil && value(after, KnownKey.created.rawValue) != nil ? [KnownKey.created.rawValue, key] : [key]
        return keys.reduce(after) { bytes, key in
            let change = FieldChange(key, .text(FieldValue.Item(time, before == nil ? .verbatim : .any)))
            return ((try? change.apply(to: bytes, names: profile.names)) ?? nil) ?? bytes
        }
    }
}
