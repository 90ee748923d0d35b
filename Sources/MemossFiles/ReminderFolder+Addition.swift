extension ReminderFolder {
    // MARK: Places

    /// The path of a new file relative to the root: in the root, named after its title. The name differs from all others
    /// there by more than case, since some file systems are case-insensitive.
    ///
    /// - Throws: a `MemossError` if the root cannot be read, or `mm` would not read a file at that path.
    package func path(forNew title: String, isNote: Bool) throws(MemossError) -> String {
        let names: [String]
        do throws(SystemError) {
            names = try disk.names(in: root)
        } catch {
            throw MemossError(.failure, "\(root): \(error.reason)")
        }
        let taken = Set(names.map { $0.lowercased() })
        let stem = Slug(title).stem(of: isNote ? "note" : "reminder")
        var (path, number) = (stem + ".md", 1)
        while taken.contains(path) {
            number += 1
            path = "\(stem)-\(number).md"
        }
        try checkIsRead(path)
        return path
    }

    /// The path of a new file for which the user specified one.
    ///
    /// - Parameters:
    ///   - text: relative to `directory`, or absolute. Missing directories will be created.
    /// - Returns: the path relative to the root, with symbolic links resolved.
    /// - Throws: a `MemossError` if the path leaves the folder, exists, or would not be read by `mm`.
    package func path(forNewAt text: String, from directory: String) throws(MemossError) -> String {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard let name = parts.last, name.utf8.count > 3, name.lowercased().hasSuffix(".md") else {
            throw MemossError(.failure, "'\(text)' does not end in .md")
        }
        var real = text.hasPrefix("/") ? "/" : directory
        var missing: [String] = []
        for part in parts.dropLast() where !part.isEmpty && part != "." {
            if missing.isEmpty, let found = try entered(real + "/" + part) {
                real = found
            } else if part == ".." {
                throw MemossError(.failure, "'\(text)': there is no directory '\(missing.last ?? "")' to go up from")
            } else {
                missing.append(String(part))
            }
        }
        guard let base = try entered(real), let inside = pathFromRoot(base) else {
            throw MemossError(.failure, "'\(text)' is outside the folder")
        }
        let path = ([inside].filter { !$0.isEmpty } + missing + [String(name)]).joined(separator: "/")
        try checkIsRead(path)
        let isTaken = try failing(path) { () throws(SystemError) in try disk.exists(place(path)) }
        guard !isTaken else { throw MemossError(.failure, "\(path) already exists") }
        return path
    }

    /// The real path of a directory; nil if there is none.
    private func entered(_ path: String) throws(MemossError) -> String? {
        let real: String
        do throws(SystemError) {
            real = try disk.realPath(path)
        } catch {
            if error.isMissing, (try? disk.exists(path)) == false { return nil }
            throw MemossError(.failure, "\(path): \(error.reason)")
        }
        let isDirectory = try failing(path) { () throws(SystemError) in try disk.isDirectory(real) }
        guard isDirectory else { throw MemossError(.failure, "\(path) is not a directory") }
        return real
    }

    private func pathFromRoot(_ real: String) -> String? {
        if real == root { return "" }
        let prefix = root == "/" ? "/" : root + "/"
        guard real.utf8.starts(with: prefix.utf8) else { return nil }
        return String(decoding: real.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
    }

    private func place(_ path: String) -> String { root == "/" ? "/" + path : "\(root)/\(path)" }

    /// Refuses a path that `mm` does not read: the reminder would be lost.
    private func checkIsRead(_ path: String) throws(MemossError) {
        let (ignored, problem) = ignoreList()
        if let problem { throw MemossError(.failure, "\(problem.path): \(problem.message): nothing was changed") }
        if let reason = FolderWalk.reasonToLeaveOut(path, ignoring: ignored) {
            throw MemossError(.failure, "\(path) would not be read: \(reason)", remedy: .choosePath)
        }
    }
}
