extension ReminderFolder {
    /// Tells an observer of the places to watch for changes of the folder: the directories that reminders are read from, and
    /// the files there that are symbolic links.
    package func observePlaces(_ observer: inout some PlaceObserver) {
        observeRegistry(&observer)
        // Links of conflict copies count, whether or not the copies are read.
        let walk = FolderWalk(root: root, ignored: ignoreList().0, threads: 1, disk: disk)
        let isComplete = (try? walk.observePlaces(&observer)) == true
        observer.didList(isComplete: isComplete)
    }

    /// The registry and the ignore list are read before any directory is listed.
    func observeRegistry(_ observer: inout some PlaceObserver) {
        observer.willList([""])
        let names = [TagRegistry.fileName, IgnoreList.fileName, FolderSettings.fileName]
        observer.willRead(links: names.filter { (try? disk.isLink(absolute($0))) == true })
    }
}
