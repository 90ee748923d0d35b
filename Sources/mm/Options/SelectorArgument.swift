import MemossFiles

/// The argument that means one reminder.
enum SelectorArgument {
    static let name = "SELECTOR"
    /// Words that together match one title need no quotes.
    static let one = ArgumentSyntax(
        name,
        .some,
        help: "a path, an id or its first letters, a file's name without .md, or words of the title",
        completion: .reminder
    )
}

extension Session {
    mutating func resolve(_ invocation: Invocation, in snapshot: Snapshot) throws(MemossError) -> Reminder {
        let prefix = prefix(in: try folder())
        return try Selector(invocation.arguments(SelectorArgument.name)).resolve(in: snapshot, from: prefix)
    }
}
