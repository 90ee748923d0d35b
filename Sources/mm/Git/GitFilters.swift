import MemossFiles

extension GitProgram {
    /// The given files that git stores in another form, for instance encrypted, with a filter that is configured in
    /// this clone (`filter=` in `.gitattributes`). Commits contain the filtered bytes, not those of the file.
    func filtered(_ paths: some Collection<String>) throws(MemossError) -> [String] {
        guard !paths.isEmpty else { return [] }
        var filters: Set<String> = []
        for key in try filterKeys() where key.hasPrefix("filter.") {
            let words = key.split(separator: ".")
            guard words.last == "smudge" || words.last == "process" else { continue }
            filters.insert(words.dropFirst().dropLast().joined(separator: "."))
        }
        guard !filters.isEmpty else { return [] }
        return try assigned(paths, to: filters)
    }

    private func filterKeys() throws(MemossError) -> [String] {
        if let place { return place.keys }
        let found = try run(["config", "--name-only", "--get-regexp", "^filter\\."], capturesErrors: false)
        return found.text.split(separator: "\n").map(String.init)
    }

    /// The given files that `.gitattributes` assigns to one of the filters.
    private func assigned(_ paths: some Collection<String>, to filters: Set<String>) throws(MemossError) -> [String] {
        // PATH, `filter` and the value.
        let input = Array(paths.joined(separator: "\0").utf8)
        let parts = try data(["check-attr", "--stdin", "-z", "filter"], input: input).split(separator: 0)
        return stride(from: 0, to: parts.count - 2, by: 3).compactMap { place in
            let value = String(decoding: parts[place + 2], as: UTF8.self)
            return filters.contains(value) ? String(decoding: parts[place], as: UTF8.self) : nil
        }
    }

    /// Applies the filters to stored files, as git does when it checks them out.
    ///
    /// - Parameter files: the names of objects, each with the path of its file in the folder.
    /// - Returns: nil for an object that does not exist, or whose filter is set in the repository itself while git only
    ///   reads, and for all if a filter fails.
    func checkedOut(_ files: [(object: String, path: String)]) throws(MemossError) -> [[UInt8]?] {
        guard !files.isEmpty else { return [] }
        let own = isWriting ? [] : Set(try ownFilters())
        let refused = own.isEmpty ? [] : Set(try assigned(Set(files.map(\.path)).sorted(), to: own))
        guard refused.isEmpty else {
            let rest = files.filter { !refused.contains($0.path) }
            var found = try checkedOut(rest)[...]
            return files.map { refused.contains($0.path) ? nil : found.popFirst() ?? nil }
        }
        let prefix: String
        if let place { prefix = place.prefix } else { prefix = try line(["rev-parse", "--show-prefix"]) }
        // Git prints the size of the object, not of the filter's output, so the answer to a nonexistent name marks the
        // end.
        let end = "mm-end-\(UInt64.random(in: .min ... .max))"
        let lines = files.map { file in
            let isOneLine = !file.path.utf8.contains(0x0A) && !file.object.utf8.contains(0x20)
            return "\(isOneLine ? "\(file.object) \(prefix)\(file.path)" : "- -")\n\(end) \(prefix)\n"
        }
        let output = try run(
            ["cat-file", "--batch", "--buffer", "--filters"],
            input: Array(lines.joined().utf8),
            capturesErrors: false
        )
        var found: [[UInt8]?] = []
        var rest = output.bytes[...]
        let mark = Array("\(end) missing\n".utf8)
        while found.count < files.count, let place = rest.firstRange(of: mark) {
            let answer = rest[..<place.lowerBound]
            rest = rest[place.upperBound...]
            let head = answer.prefix { $0 != 0x0A }
            let words = head.split(separator: 0x20)
            // `HASH blob SIZE`, the contents, and a line break.
            let isFile = words.count == 3 && words[1].elementsEqual("blob".utf8) && answer.count > head.count + 1
            found.append(isFile ? Array(answer.dropFirst(head.count + 1).dropLast()) : nil)
        }
        return output.status == 0 && found.count == files.count ? found : files.map { _ in nil }
    }
}

extension Session {
    /// Warns about files that can only be read in their stored form.
    mutating func warn(ofFiltered paths: [String]) {
        guard let first = paths.first else { return }
        let more = paths.count > 1 ? " and \((paths.count - 1).counted("other file"))" : ""
        console.warn(
            "\(Printable.line(first))\(more) \(paths.count > 1 ? "are" : "is") stored through a git filter (.gitattributes), which "
                + "fails to restore the contents, or is not run: what mm says about \(paths.count > 1 ? "their" : "its") history is "
                + "wrong",
            hint: "a filter in the repository's own settings is not run to read; yours are: "
                + "git config --global filter.…"
        )
    }
}
