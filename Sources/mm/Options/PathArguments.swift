import MemossFiles

extension Session {
    /// Converts paths relative to the working directory or the root to paths relative to the root. The root itself
    /// becomes an empty path.
    ///
    /// - Parameter snapshot: the snapshot of the folder, if it is not on disk, or if a further name of a file stands for the
    ///   file too.
    func paths(
        _ given: [String],
        in folder: ReminderFolder,
        _ snapshot: Snapshot? = nil
    ) throws(MemossError) -> Set<PathKey> {
        var paths: Set<PathKey> = []
        func insert(_ path: String) {
            paths.insert(PathKey(path))
            if let name = snapshot?.otherName(at: path) { paths.insert(PathKey(name.original)) }
        }
        for path in given {
            if folder.isRecorded {
                guard let found = snapshot?.path(of: path, from: prefix(in: folder)) else {
                    throw MemossError(.notFound, "there was no file or directory '\(path)' in the folder")
                }
                insert(found)
                continue
            }
            let here = path.hasPrefix("/") ? path : directory + "/" + path
            let found = [here, folder.absolute(path)].compactMap { place in
                (try? Directory.realPath(Directory.spelled(place))).flatMap(folder.relative)
            }
            guard let found = found.first else {
                throw MemossError(.notFound, "no file or directory '\(path)' in the folder")
            }
            insert(found)
        }
        return paths
    }
}

extension Snapshot {
    /// The path of a file or directory that may no longer exist; nil if it was not in the folder.
    ///
    /// - Parameter prefix: the working directory, relative to the root.
    fileprivate func path(of given: String, from prefix: String) -> String? {
        let names = given.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
        let known = reminders.map(\.path) + unreadable.map(\.path) + problems.map(\.path)
        return [prefix + names, names].first { path in
            let trimmed = path.hasSuffix("/") ? String(path.dropLast()) : path
            return otherName(at: trimmed) != nil || known.contains { $0.isAtOrBelow(oneOf: [PathKey(trimmed)]) }
        }.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
    }
}

extension String {
    /// - Parameter paths: relative to the root, which is empty.
    func isAtOrBelow(oneOf paths: Set<PathKey>) -> Bool {
        if paths.contains(PathKey("")) || paths.contains(PathKey(self)) { return true }
        return utf8.indices.contains { utf8[$0] == UInt8(ascii: "/") && paths.contains(PathKey(String(self[..<$0]))) }
    }
}
