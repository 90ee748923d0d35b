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
            for name in [TagRegistry.fileName, IgnoreList.fileName] where try disk.isLink(absolute(name)) {
                links.append(name)
            }
            return (directories.map(absolute), links.compactMap { try? disk.realPath(absolute($0)) })
        } catch {
            throw MemossError(.failure, "\(root): \(error.reason)")
        }
    }
}
