import MemossFiles

extension ArgumentSyntax {
    fileprivate static let prefix = ArgumentSyntax("PREFIX", .optional, help: "the text typed so far", completion: .tag)
}

extension OptionSyntax {
    /// The reminder for which tags are suggested.
    fileprivate static let owner = OptionSyntax(
        "for",
        value: "SELECTOR",
        help: "omit tags that this reminder already has",
        completion: .reminder
    )
}

extension Command {
    static let tagSuggest = Command(
        ["tag", "suggest"],
        summary: "suggest tags for a prefix",
        discussion: """
            Prints the tags that match a prefix, as editors and scripts suggest them: first the tag with this \
            name, then tags that begin with it, tags with a word that begins with it, and tags that contain it \
            or have a similar name. Each group is sorted by use, and recent use counts more. A former name \
            suggests the tag it belongs to. Without PREFIX, all tags are listed, most used first. If no tag has \
            this name, the last line offers it as a new tag.
            """,
        section: "Tags",
        takesRevision: true,
        arguments: [.prefix],
        options: [.owner, .text],
        examples: [
            "mm tag suggest ga --for bins": "Suggest tags that the reminder does not have yet."
        ]
    ) { invocation, session throws(MemossError) in
        let (snapshot, time) = try session.read()
        let others = try invocation.option(.owner).map { selector throws(MemossError) in
            try session.resolve(Selector([selector]), in: snapshot).tags
        }
        let prefix = invocation.arguments(.prefix).first ?? ""
        let found = TagSuggestions(snapshot, today: time.local.date).suggestions(
            for: prefix,
            excluding: others ?? []
        )
        if session.isJSON {
            session.console.write(json(found))
        } else {
            let text = ReminderText(snapshot, time, session.clock)
            let columns = Columns(3, trailing: [1])
            session.console.draw(found.map { row($0, text) }, in: columns)
            if !found.contains(where: { $0.kind != .create }), !snapshot.readsTexts, !session.globals.flag(.quiet) {
                var folder = try session.folder()
                folder.readsTexts = true
                let others = TagSuggestions(try folder.read().snapshot, today: time.local.date).suggestions(for: prefix)
                if others.contains(where: { $0.kind != .create }) {
                    session.console.info("texts have such tags: \(OptionSyntax.text.name)")
                }
            }
        }
        return .done
    }

    private static func row(_ suggestion: TagSuggestions.Suggestion, _ text: ReminderText) -> [Columns.Cell] {
        let color = suggestion.color ?? text.registry.color(of: suggestion.name)
        return [
            .chips([TagChip(suggestion.name.text, color: color)]), .text("\(suggestion.count)"),
            .text(suggestion.kind == .create ? "new" : "", .dimmed),
        ]
    }

    private static func json(_ suggestions: [TagSuggestions.Suggestion]) -> [UInt8] {
        JSONWriter.document { json in
            json.objects("suggestions", suggestions) { suggestion, json in
                json.field("kind", suggestion.kind.rawValue)
                json.field("name", suggestion.name.text)
                json.field("color", suggestion.color?.hex)
                json.field("count", suggestion.count)
            }
        }
    }
}
