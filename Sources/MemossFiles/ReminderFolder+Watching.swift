extension ReminderFolder {
    /// Tells an observer of the places to watch for changes of the folder: the directories that reminders are read from, and
    /// the files there that are symbolic links.
    package func observePlaces(_ observer: inout some PlaceObserver) {
        // Links of conflict copies count, whether or not the copies are read.
        let walk = FolderWalk(root: root, ignored: ignoreList().0, threads: 1, disk: disk)
        let links = try? walk.links(observing: &observer)
        observer.didList(linked: links.flatMap { try? linkedFiles($0) })
    }

    /// The real paths of files that are symbolic links, and those of the registry and the ignore list if they are.
    ///
    /// - Parameter links: the reminders that are symbolic links.
    func linkedFiles(_ links: [String]) throws(SystemError) -> [String] {
        var links = links
        for name in [TagRegistry.fileName, IgnoreList.fileName] where try disk.isLink(absolute(name)) {
            links.append(name)
        }
        return links.compactMap { try? disk.realPath(absolute($0)) }
    }
}
