/// Receives the places that a reading of a folder depends on, for example to watch them. It is told of each
/// place before it is read, because the reading may miss later changes.
package protocol PlaceObserver {
    /// These directories are about to be listed, or files in them to be read. The root is named twice.
    ///
    /// - Parameter directories: relative to the root of the folder, each with a slash at the end; empty for the root itself.
    mutating func willList(_ directories: [String])

    /// These files are symbolic links, and are about to be read.
    ///
    /// - Parameter links: relative to the root of the folder.
    mutating func willRead(links: [String])

    /// The directories have been listed.
    ///
    /// - Parameter isComplete: false if some directory could not be listed.
    mutating func didList(isComplete: Bool)
}

/// Ignores everything.
package struct NoObserver: PlaceObserver {
    package init() {}
    package mutating func willList(_ directories: [String]) {}
    package mutating func willRead(links: [String]) {}
    package mutating func didList(isComplete: Bool) {}
}
