/// Receives the places that a reading of a folder depends on, for example to watch them.
package protocol PlaceObserver {
    /// These directories are about to be listed, so the listing may miss changes from now on.
    ///
    /// - Parameter directories: relative to the root of the folder, each with a slash at the end; empty for the root itself.
    mutating func willList(_ directories: [String])

    /// The directories have been listed.
    ///
    /// - Parameter linked: the real paths of the files that are symbolic links; nil if some directory could not be listed.
    mutating func didList(linked: [String]?)
}

/// Ignores everything.
struct NoObserver: PlaceObserver {
    mutating func willList(_ directories: [String]) {}
    mutating func didList(linked: [String]?) {}
}
