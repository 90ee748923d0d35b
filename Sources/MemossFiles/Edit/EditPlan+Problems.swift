extension EditPlan {
    /// What `mm check` would say of the changed files by themselves, and did not say before.
    public var newProblems: [Problem] {
        edits.flatMap { edit -> [Problem] in
            guard let after = edit.after, edit.path != TagRegistry.fileName else { return [] }
            let known = edit.before.map { ReminderDecoder.decode($0.bytes, path: edit.path).problems } ?? []
            return ReminderDecoder.decode(after, path: edit.path).problems.filter { problem in
                !known.contains { $0.id == problem.id && $0.message == problem.message }
            }
        }
    }
}
