extension ReminderFolder {
    // MARK: Places

    /// The paths of new files relative to the root: in the root, each named after its title. The names differ from all
    /// others there, and from each other, by more than case, since some file systems are case-insensitive.
    ///
    /// - Throws: a `MemossError` if the root cannot be read, or `mm` would not read a file at such a path.
    package func paths(forNew titles: [String], isNote: Bool) throws(MemossError) -> [String] {
        var taken = Set(try naming(root, try disk.names(in: root)).map { $0.lowercased() })
        var numbers: [String: Int] = [:]
        let isTitle = !isNote && settings().profile?.namesFilesByTitle == true
        let paths = titles.map { title in
            let slug = Slug(title).stem(of: isNote ? "note" : "reminder")
            let stem = isTitle ? FileTitle(title)?.text ?? slug : slug
            var number = numbers[stem, default: 1]
            var path: String { number == 1 ? stem + ".md" : "\(stem)-\(number).md" }
            while !taken.insert(path.lowercased()).inserted { number += 1 }
            numbers[stem] = number
            return path
        }
        try checkAreRead(paths)
        return paths
    }

    /// The name of a file that is the title, without what Obsidian and file systems do not allow in one.
    private struct FileTitle {
        /// At most 200 bytes.
        let text: String

        /// Nil if nothing is left, or the name would be hidden or look like an option.
        init?(_ title: String) {
            var text = ""
            for scalar in title.unicodeScalars {
                let isAllowed =
                    !ScalarText.isBreakOrControl(scalar) && !"<>:\"/\\|?*#[]^".unicodeScalars.contains(scalar)
                let isRepeatedBlank = scalar == " " && text.last == " "
                if isAllowed, !isRepeatedBlank, text.utf8.count < 200 { text.unicodeScalars.append(scalar) }
            }
            while let last = text.last, last == " " || last == "." { text.removeLast() }
            text = TagName.trimmed(text)
            guard let first = text.first, first != ".", first != "-", first != "~" else { return nil }
            self.text = text
        }
    }

    /// The path of a new file next to another one: `milk-2.md` next to `milk.md`.
    ///
    /// - Throws: a `MemossError` if the directory cannot be read, or `mm` would not read a file at such a path.
    package func path(forNewBeside path: String) throws(MemossError) -> String {
        let directory = FilePath.parent(of: path)
        let taken = Set(try naming(path, try disk.names(in: absolute(directory))).map { $0.lowercased() })
        let name = FilePath.name(of: path)
        let (stem, suffix) = (name.dropLast(3), name.suffix(3))
        var number = 2
        while taken.contains("\(stem)-\(number)\(suffix)".lowercased()) { number += 1 }
        let new = (directory.isEmpty ? "" : directory + "/") + "\(stem)-\(number)\(suffix)"
        try checkAreRead([new])
        return new
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
            if missing.isEmpty, let found = try entered(disk.spelled(real + "/" + part)) {
                real = found
            } else if part == ".." {
                throw MemossError(.failure, "'\(text)': there is no directory '\(missing.last ?? "")' to go up from")
            } else {
                missing.append(String(part))
            }
        }
        guard let base = try entered(real), let inside = memoss.relative(base) else {
            throw MemossError(.failure, "'\(text)' is outside the folder")
        }
        let path = ([inside].filter { !$0.isEmpty } + missing + [String(name)]).joined(separator: "/")
        try checkAreRead([path])
        let isTaken = try naming(path, try disk.exists(disk.spelled(memoss.absolute(path))))
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
        let isDirectory = try naming(path, try disk.isDirectory(real))
        guard isDirectory else { throw MemossError(.failure, "\(path) is not a directory") }
        return real
    }

    /// Refuses a path that `mm` does not read: the reminder would be lost.
    private func checkAreRead(_ paths: [String]) throws(MemossError) {
        let (ignored, problem) = ignoreList()
        if let problem {
            throw MemossError(.failure, "\(problem.path): \(problem.message)", outcome: MemossError.unchanged)
        }
        for path in paths {
            guard let reason = FolderWalk.reasonToIgnore(path, ignoring: ignored) else { continue }
            throw MemossError(.failure, "\(path) would be ignored: \(reason)", remedy: .choosePath)
        }
    }
}
