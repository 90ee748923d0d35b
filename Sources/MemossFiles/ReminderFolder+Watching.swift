extension ReminderFolder {
    /// The places to watch for changes of the folder.
    ///
    /// - Returns: the real paths of the directories that reminders are read from, the root first; and the real paths of
    ///   the files there that are symbolic links.
    /// - Throws: a `MemossError` if a directory cannot be listed completely.
    package func places() throws(MemossError) -> (directories: [String], linked: [String]) {
        do throws(SystemError) {
            let walk = FolderWalk(root: root, ignored: ignoreList().0, threads: 1, disk: disk)
            var (directories, links) = try walk.places()
            let above = root == "/" ? "" : root
            for name in [TagRegistry.fileName, IgnoreList.fileName] where try disk.isLink("\(above)/\(name)") {
                links.append(name)
            }
            return (
                directories.map { $0.isEmpty ? root : "\(above)/\($0)" },
                links.compactMap { try? disk.realPath("\(above)/\($0)") }
            )
        } catch {
            throw MemossError(.failure, "\(root): \(error.reason)")
        }
    }
}
