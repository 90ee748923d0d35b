import MemossFiles

extension ArgumentSyntax {
    fileprivate static let text = ArgumentSyntax(
        "TEXT",
        .many,
        help: "the note, with the title in its first line and +TAG anywhere in the title (default: standard input)"
    )
}

extension OptionSyntax {
    fileprivate static let append = OptionSyntax(
        "append",
        value: "SELECTOR",
        help: "add TEXT as a line to this note or reminder",
        completion: .reminder
    )
}

extension Command {
    static let note = Command(
        ["note"],
        summary: "write a note, or add a line to one",
        discussion: """
            Writes a new file, like 'mm add --note'. The first line of TEXT is the title, the rest the text below \
            the front matter. In the title, + begins a tag. Without TEXT, standard input is the note. --append adds \
            TEXT to the end of a note or a reminder; quote a SELECTOR of several words.
            """,
        section: "Edits",
        arguments: [.text],
        options: [.append, .tag, .path, .editAfter, .dryRun],
        examples: [
            "mm note Wi-Fi at the cabin +Home": "Write a note of one line.",
            "pbpaste | mm note": "Make a note of the clipboard.",
            "mm note --append cabin 'Guests: sunflower'": "Add a line to a note.",
        ]
    ) { invocation, session throws(MemossError) in
        let (words, literal) = invocation.separated(.text)
        var text = Array((words + (literal ?? [])).joined(separator: " ").utf8)
        if text.isEmpty || words == ["-"] && literal == nil {
            text = Environment.isTerminal(0) ? [] : try StandardInput.bytes()
            guard !text.allSatisfy({ $0 == 0x20 || 0x09...0x0D ~= $0 }) else {
                throw .missingArguments([.text.with(.some, help: ArgumentSyntax.text.help)], of: invocation.command)
            }
        }
        if let selector = invocation.option(.append) {
            return try session.append(text, to: selector, invocation)
        }
        let read = literal == nil ? text.count : words.joined(separator: " ").utf8.count
        return try session.addNote(text, read: read, invocation)
    }
}

extension Session {
    /// - Parameter read: the number of bytes of the text before `--`.
    fileprivate mutating func addNote(
        _ text: [UInt8],
        read: Int,
        _ invocation: Invocation
    ) throws(MemossError) -> ExitStatus {
        let lines = text.drop { $0 == 0x0A || $0 == 0x0D }
        let first = lines.prefix { $0 != 0x0A }
        let split = min(max(first.startIndex, read), first.endIndex)
        guard let title = String(validating: first[..<split], as: UTF8.self),
            let literal = String(validating: first[split...], as: UTF8.self)
        else {
            throw invocation.usageError("the first line is not valid UTF-8, so it cannot be the title")
        }
        if invocation.flag(.editAfter) { _ = try TextEditor.ofUser() }
        let time = try time()
        let line = CaptureLine(title: title, literal: literal)
        var new = try invocation.reminder(titled: line.title, at: time)
        new.isNote = true
        new.tags = line.tagNames + (try invocation.tags(.tag))
        try invocation.checkTags(ofNote: new.tags)
        new.body = Array(lines.dropFirst(first.count + 1).drop { $0 == 0x0A || $0 == 0x0D })
        let paths = try add([new], at: time, invocation)
        if let text = Self.unread(in: title, time) { console.warn(text) }
        guard invocation.flag(.editAfter), !invocation.flag(.dryRun) else { return .done }
        unlock()
        return try editInEditor(paths[0], invocation, registry: folder().registry(), time)
    }

    /// That a phrase with `@` would be a date in a reminder.
    static func unread(in title: String, _ time: TimeContext) -> String? {
        let line = CaptureLine(parsing: title, now: time.local, times: time.times)
        let phrase = line.phrases.first { $0.part != .tag }
        return phrase.map { "'\($0.text)' is part of the title: a note has no date, and is never notified" }
    }

    fileprivate mutating func append(
        _ text: [UInt8],
        to selector: String,
        _ invocation: Invocation
    ) throws(MemossError) -> ExitStatus {
        if let other = [OptionSyntax.tag, .path, .editAfter].first(where: { invocation.hasAny(of: [$0]) }) {
            throw invocation.usageError("'--append' and '\(other.name)' cannot be used together")
        }
        let folder = try folder(toEdit: invocation)
        let (snapshot, time) = try read()
        let reminder = try resolve(Selector([selector]), in: snapshot)
        let plan = try folder.plan(
            BulkChange(of: reminder.path, [.body(BodyChange(appending: text))]),
            in: snapshot
        )
        return try commit(
            plan,
            invocation,
            as: "append to \(reminder.path)",
            verb: { _ in "added to \(reminder.title) (\(reminder.path))" },
            at: time.now
        )
    }
}
