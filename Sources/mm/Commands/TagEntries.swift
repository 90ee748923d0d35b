import Interaction
import MemossFiles

extension ArgumentSyntax {
    /// An existing tag, by its current or a former name.
    static let tag = ArgumentSyntax("NAME", help: "the tag", completion: .tag)
    fileprivate static let color = ArgumentSyntax(
        "COLOR",
        help: "#RRGGBB, #RGB, or \(TagColor.presetNames)",
        completion: .words(TagColor.Preset.allCases.map(\.rawValue))
    )
    /// On a terminal, the colour can be chosen from a list.
    fileprivate static let chosenColor = color.with(.optional, help: color.help + "; without it, choose a preset")
}

extension Session {
    /// - Returns: nil if the choice is cancelled.
    fileprivate mutating func color(for name: TagName, _ invocation: Invocation) throws(MemossError) -> TagColor? {
        guard let text = invocation.arguments(.chosenColor).first else {
            let registry = try folder().registry()
            let picker = ColorPicker(name: name, field: ColorField(registry.color(of: name)))
            guard let answer = ask(picker) else { throw MemossError.missingArguments([.color], of: invocation.command) }
            guard case .done(let color) = answer else { return nil }
            return color
        }
        return try invocation.read(text, of: ArgumentSyntax.color.name) { (text: String) throws(ParseError) in
            try TagColor(parsing: text)
        }
    }
}

extension OptionSyntax {
    /// The colour of the tag, not of the output.
    fileprivate static let tagColor = OptionSyntax(
        "color",
        value: "COLOR",
        help: "its colour: \(ArgumentSyntax.color.help) (default: the least used preset)",
        completion: ArgumentSyntax.color.completion
    )
}

extension Command {
    static let tagAdd = Command(
        ["tag", "add"],
        summary: "register a new tag",
        discussion: """
            Adds the tag to tags.yaml, in alphabetical order, with a colour, an id and the date. An existing \
            tag stays as it is; asking for a different colour is an error.
            """,
        section: "Tags",
        arguments: [.tag.with(help: "the tag; work/client is nested in work")],
        options: [.tagColor, .dryRun],
        examples: ["mm tag add Errands --color purple": "Register a new tag."]
    ) { invocation, session throws(MemossError) in
        let name = try invocation.argument(.tag) { (text: String) throws(ParseError) in
            try TagName(validating: text)
        }
        let color = try invocation.option(.tagColor) { (text: String) throws(ParseError) in
            try TagColor(parsing: text)
        }
        return try session.editTags(invocation) { today in
            TagAddition(of: name, color: color, freshID: Environment.randomUUID(), today: today)
        } described: { tags in
            let tag = tags.first ?? name
            return ("add the tag '\(tag)'", "registered the tag '\(tag)'")
        }
    }

    static let tagColor = Command(
        ["tag", "color"],
        summary: "change the colour of a tag",
        discussion: """
            Changes the colour in tags.yaml and no other byte: a short form stays short, and a preset name \
            stays a name if the new colour has one. A tag that appears only in files is registered with the \
            colour.
            """,
        section: "Tags",
        arguments: [.tag, .chosenColor],
        options: [.dryRun],
        examples: [
            "mm tag color Work": "Choose from the presets.",
            "mm tag color Work teal": "Use a preset.",
            "mm tag color Work '#0EA5E9'": "Use any colour; quote it for the shell.",
        ]
    ) { invocation, session throws(MemossError) in
        let name = try invocation.tag(.tag)
        guard let color = try session.color(for: name, invocation) else {
            session.console.info("nothing was changed")
            return .negative
        }
        return try session.editTags(invocation) { today in
            TagColoring(of: name, color: color, freshID: Environment.randomUUID(), today: today)
        } described: { tags in
            let what = "set the colour of the tag '\(tags.first ?? name)' to \(color)"
            return (what, what)
        }
    }

    static let tagAdopt = Command(
        ["tag", "adopt"],
        summary: "register all tags that appear only in files",
        discussion: """
            Adds to tags.yaml each tag that appears only in files, with a colour, an id and the date. If a tag is \
            spelled in several ways, the spelling that most files use is registered. Only tags.yaml changes. \
            'mm init' does this for the files that exist at that time; use 'mm tag adopt' after adding files \
            from other tools.
            """,
        section: "Tags",
        options: [.text, .dryRun],
        examples: ["mm tag adopt": "Register the tags of files from other tools."]
    ) { invocation, session throws(MemossError) in
        try session.editTags(invocation, leaving: "tags that are not registered are ") { today in
            TagAdoption(today: today, freshID: { Environment.randomUUID() })
        } described: { tags in
            ("adopt \(TagText.several(tags))", "registered \(TagText.several(tags))")
        }
    }

    static let tagSettle = Command(
        ["tag", "settle"],
        summary: "write the current names of renamed tags in all files",
        discussion: """
            A renamed tag keeps its old name as an alias, so files that another machine or person tags with the \
            old name count as having the new one. This command writes the current name into these files, and \
            changes no other byte. 'mm check' lists them.
            """,
        section: "Tags",
        options: [.text, .dryRun],
        examples: ["mm tag settle --dry-run": "Show which files would change."]
    ) { invocation, session throws(MemossError) in
        try session.editTags(invocation) { _ in
            TagSettlement()
        } described: { tags in
            let names = "wrote the current name\(tags.count == 1 ? "" : "s") of \(TagText.several(tags))"
            return ("settle \(TagText.several(tags))", names)
        }
    }

    static let tagPrune = Command(
        ["tag", "prune"],
        summary: "remove unused tags from the registry",
        discussion: """
            A tag is kept if a file has it or one nested in it, under its current or a former name, or if a file that \
            cannot be read may have it. With --text, the texts of notes and Obsidian's bases count too.
            """,
        section: "Tags",
        options: [.text, .dryRun],
        examples: ["mm tag prune --dry-run": "Show which tags would be removed."]
    ) { invocation, session throws(MemossError) in
        try session.editTags(invocation) { _ in
            TagPruning()
        } described: { tags in
            ("prune \(TagText.several(tags))", "pruned \(TagText.several(tags))")
        }
    }
}

extension Session {
    /// Plans an edit of tags and commits it.
    ///
    /// - Parameters:
    ///   - name: the tag that has to exist.
    ///   - subject: what texts have that the edit leaves; empty for its tag.
    ///   - edit: creates the edit, given today's date.
    ///   - texts: given the affected tags, returns the description for the history and the message for standard error.
    mutating func editTags<Edit: TagEdit>(
        _ invocation: Invocation,
        of name: TagName? = nil,
        leaving subject: String = "",
        _ edit: (_ today: String) -> Edit,
        described texts: ([TagName]) -> (what: String, verb: String)
    ) throws(MemossError) -> ExitStatus {
        let folder = try folder(toEdit: invocation)
        let edit = edit(try time().local.date.description)
        let (result, snapshot, time) = try plan(edit, of: name, in: folder)
        let (what, verb) = texts(result.tags)
        var rest = try rest(of: result, in: snapshot)
        rest.subject = subject
        return try commit(result.plan, invocation, as: what, verb: { _ in verb }, rest: rest, at: time.now)
    }

    /// Plans an edit of tags in a folder that is read for it.
    ///
    /// - Parameter name: the tag that has to exist.
    mutating func plan(
        _ edit: some TagEdit,
        of name: TagName?,
        in folder: ReminderFolder
    ) throws(MemossError) -> (result: TagPlan, snapshot: Snapshot, time: TimeContext) {
        let (snapshot, time) = try read(toEdit: edit)
        do throws(MemossError) {
            return (try folder.plan(edit, in: snapshot), snapshot, time)
        } catch {
            var fault = error
            if error.kind == .notFound, edit.concerned != nil {
                // The nearest names may be in files that the edit does not depend on.
                let (whole, _) = try read()
                do throws(MemossError) { _ = try folder.plan(edit, in: whole) } catch { fault = error }
            }
            if folder.readsTexts, case .merge(let tag, let other, let keepsAlias, _) = fault.remedy {
                fault.remedy = .merge(tag: tag, into: other, keepsAlias: keepsAlias, inTexts: true)
            }
            throw try name.map { name throws(MemossError) in try explained(fault, of: name, in: snapshot) } ?? fault
        }
    }

    /// What an edit of tags does not change.
    mutating func rest(of result: TagPlan, in snapshot: Snapshot) throws(MemossError) -> TagRest {
        if snapshot.readsTexts { return TagRest(lookalikes: result.lookalikes, name: result.tags.first) }
        guard isJSON || !globals.flag(.quiet) else { return TagRest() }
        let (texts, bases) = try folder().left(by: result, in: snapshot)
        return TagRest(texts: texts, bases: bases)
    }

    /// The error for a tag that no front matter has: texts and bases may have it.
    mutating func explained(
        _ error: MemossError,
        of name: TagName,
        in snapshot: Snapshot
    ) throws(MemossError) -> MemossError {
        guard error.kind == .notFound,
            let places = try rest(of: TagPlan(mentioning: name), in: snapshot).places
        else { return error }
        var error = error
        error.hints.append("it is in \(places): \(OptionSyntax.text.name)")
        return error
    }
}

extension Invocation {
    /// The name of an existing or former tag, with or without `#`.
    func tag(_ key: ArgumentSyntax) throws(MemossError) -> TagName {
        let name = TagName(TagName.withoutMark(argument(key)))
        guard !name.text.isEmpty else { throw usageError("\(key.name): the tag name is empty") }
        return name
    }
}

enum TagText {
    /// `the tag 'a'`, `the tags 'a', 'b'`, or `12 tags`; `tags` if they are not known.
    static func several(_ tags: [TagName]) -> String {
        if tags.isEmpty { return "tags" }
        if tags.count > 3 { return "\(tags.count) tags" }
        return (tags.count == 1 ? "the tag " : "the tags ") + tags.map { "'\($0)'" }.joined(separator: ", ")
    }
}
