extension ReminderFolder {
    /// Whether the path no longer exists.
    package func isGone(_ path: String) -> Bool { (try? disk.exists(memoss.absolute(path))) == false }

    /// Plans to recreate a file that another program has deleted.
    ///
    /// - Parameters:
    ///   - update: the changes to the file.
    ///   - path: the path of the file, relative to the root; it must not exist.
    ///   - bytes: the last known contents of the file.
    /// - Throws: a `MemossError`, as for an edit of an existing file.
    package func plan(
        _ update: ReminderUpdate,
        restoring path: String,
        with bytes: [UInt8],
        in snapshot: Snapshot
    ) throws(MemossError) -> EditPlan {
        let files = DeletedFile(path: path, bytes: bytes, others: memoss)
        var plan = try update.plan(in: EditContext(snapshot, files: files, zones: zones))
        guard plan.skipped.isEmpty else { return plan }
        let after = plan.edits.first { $0.path.isSamePath(as: path) }?.after ?? bytes
        plan.edits.removeAll { $0.path.isSamePath(as: path) }
        plan.add([FileEdit(path: path, before: nil, after: after)])
        return plan
    }
}
