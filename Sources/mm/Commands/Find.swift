import MemossFiles

extension ArgumentSyntax {
    fileprivate static let text = ArgumentSyntax(
        "TEXT",
        .some,
        help: "the texts to find; quote one that contains spaces"
    )
}

extension OptionSyntax {
    fileprivate static let limit = OptionSyntax("limit", short: "n", value: "N", help: "show at most N files")
}

extension Command {
    static let find = Command(
        ["find"],
        summary: "find text in everything: titles, tags, bodies and keys",
        discussion: """
            Searches open and completed reminders and notes. A file matches if every TEXT occurs in its title, in a \
            tag, in its body or in the value of a key of your own, ignoring case. Titles come before tags, tags \
            before bodies, bodies before keys, and whole words before parts of words. Each file is followed by its matching lines and their numbers.
            """,
        takesRevision: true,
        arguments: [.text],
        options: [.limit],
        examples: [
            "mm find invoice": "Find everything that mentions an invoice.",
            "mm find 'oat milk' shopping": "Find files with this phrase and that word.",
        ]
    ) { invocation, session throws(MemossError) in
        let limit = try invocation.integer(.limit, atLeast: 0)
        let texts = invocation.arguments(.text)
        for text in texts {
            if text.allSatisfy(\.isWhitespace) { throw invocation.usageError("TEXT is empty") }
            if text.contains(where: \.isNewline) { throw invocation.usageError("TEXT has several lines, expected one") }
        }
        let (found, snapshot, time) = try session.find(texts)
        let files = Array(found.prefix(limit ?? .max))
        let text = FindText(try session.text(of: files.map(\.reminder), in: snapshot, time), files)
        if session.isJSON {
            session.console.write(text.json)
        } else {
            text.draw(in: &session.console)
        }
        session.console.flush()
        if found.isEmpty {
            session.console.info("nothing matches")
        } else if files.count < found.count {
            session.console.info("\(found.count - files.count) more")
        }
        return .done
    }
}
