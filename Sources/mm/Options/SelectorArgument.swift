import MemossFiles

/// The arguments that select reminders. All have the same name, so each of them is a key to the words given.
extension ArgumentSyntax {
    /// One reminder. The words of a title need no quotes.
    static let selector = ArgumentSyntax(
        "SELECTOR",
        .some,
        help: "a path, an id or its first characters, a file name without .md, or words of the title",
        completion: .reminder
    )
    /// One reminder, followed by other arguments.
    static let selectorWord = selector.with(
        .one,
        help: "a path, an id or its first characters, a file name without .md, or words of the title in quotes"
    )
    /// Each word selects one reminder, unless all of them together are words of one title.
    static let selectors = selector.with(
        .some,
        help: "paths, ids or their first characters, file names without .md, or the words of one title"
    )
}

extension Session {
    mutating func resolve(_ invocation: Invocation, in snapshot: Snapshot) throws(MemossError) -> Reminder {
        try resolve(invocation.arguments(.selector), in: snapshot)
    }

    /// The reminder that the words together select.
    mutating func resolve(
        _ words: [String],
        in snapshot: Snapshot,
        _ index: SelectorIndex? = nil
    ) throws(MemossError) -> Reminder {
        let folder = try folder()
        if words.count == 1, let path = path(words[0], in: folder), let found = snapshot.reminder(at: path) {
            return found
        }
        return try Selector(words).resolve(in: snapshot, index, from: prefix(in: folder))
    }

    /// The path of the selected file. It may be a file that cannot be read, so that it can be repaired.
    mutating func resolvePath(_ invocation: Invocation, in snapshot: Snapshot) throws(MemossError) -> String {
        let folder = try folder()
        let words = invocation.arguments(.selector)
        if words.count == 1, let path = path(words[0], in: folder), snapshot.holds(path) { return path }
        return try Selector(words).resolvePath(in: snapshot, from: prefix(in: folder))
    }

    /// Converts an absolute path, or one with `..`, to a path relative to the root; nil if it is outside the folder.
    /// The file itself is not resolved, because it may be a link.
    private func path(_ text: String, in folder: ReminderFolder) -> String? {
        guard text.hasPrefix("/") || text.split(separator: "/").contains("..") else { return nil }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        let parent = parts.dropLast().joined(separator: "/")
        let place = text.hasPrefix("/") ? (parent.isEmpty ? "/" : parent) : directory + "/" + parent
        guard let name = parts.last, let real = try? Directory.realPath(place) else { return nil }
        if real == folder.root { return String(name) }
        let root = folder.root == "/" ? "/" : folder.root + "/"
        guard real.utf8.starts(with: root.utf8) else { return nil }
        return String(decoding: real.utf8.dropFirst(root.utf8.count), as: UTF8.self) + "/" + name
    }
}
