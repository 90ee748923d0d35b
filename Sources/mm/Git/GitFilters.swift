import MemossFiles

extension GitHistory {
    /// Which of these files git stores in another form, through a program that this clone has (`filter=` in
    /// `.gitattributes`, as for encryption). The commit contains the filtered bytes, not those of the file.
    func filtered(_ paths: some Collection<String>) throws(MemossError) -> [String] {
        guard !paths.isEmpty else { return [] }
        let pattern = "^filter\\..*\\.(smudge|process)$"
        let found = try git.run(["config", "--name-only", "--get-regexp", pattern], capturesErrors: false)
        let filters = Set(
            found.text.split(separator: "\n").map { key in
                key.split(separator: ".").dropFirst().dropLast().joined(separator: ".")
            }
        )
        guard !filters.isEmpty else { return [] }
        // PATH, `filter` and the value.
        let input = Array(paths.joined(separator: "\0").utf8)
        let parts = try git.data(["check-attr", "--stdin", "-z", "filter"], input: input).split(separator: 0)
        return stride(from: 0, to: parts.count - 2, by: 3).compactMap { place in
            let value = String(decoding: parts[place + 2], as: UTF8.self)
            return filters.contains(value) ? String(decoding: parts[place], as: UTF8.self) : nil
        }
    }
}

extension Session {
    /// Says which of the changed files cannot be read as they were.
    mutating func warnOfFilters(for changes: [GitChange], _ history: GitHistory) throws(MemossError) {
        warn(ofFiltered: try history.filtered(Set(changes.map(\.path)).sorted()))
    }

    mutating func warn(ofFiltered paths: [String]) {
        guard let first = paths.first else { return }
        let more = paths.count > 1 ? " and \((paths.count - 1).counted("other file"))" : ""
        console.warn(
            "\(Printable.line(first))\(more) \(paths.count > 1 ? "are" : "is") stored through a git filter (.gitattributes), so what "
                + "mm says about the history of \(paths.count > 1 ? "them" : "it") is wrong",
            hint: "check out the commit elsewhere, with 'git worktree add', and use mm there"
        )
    }
}
