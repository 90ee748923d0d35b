extension ReminderFolder {
    /// The directories that reminders are read from, as real paths, the root first.
    ///
    /// - Throws: a `MemossError` if the root cannot be read.
    public func directories() throws(MemossError) -> [String] {
        do throws(SystemError) {
            let walk = FolderWalk(root: root, ignored: ignoreList().0, threads: 1)
            return try walk.directories().map { $0.isEmpty ? root : "\(root == "/" ? "" : root)/\($0)" }
        } catch {
            throw MemossError(.failure, "\(root): \(error.reason)")
        }
    }
}
