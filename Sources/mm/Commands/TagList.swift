import MemossFiles

extension Command {
    static let tagGroup = Command(["tag"], summary: "list, add, rename and delete tags", section: "Tags")

    static let tagList = Command(
        ["tag", "list"],
        summary: "list the tags, with the number of files that have each",
        discussion: """
            Lists registered tags and those that appear only in files. A file with a nested tag, such as \
            work/client, counts for work too. With --text, #tags in the texts of notes count, and the list says \
            how many files have a tag there.
            """,
        section: "Tags",
        takesRevision: true,
        options: [.text]
    ) { _, session throws(MemossError) in
        let (tags, texts, snapshot, leavesTexts) = try session.countTags()
        let rows = TagRow.rows(of: tags, snapshot.readsTexts ? texts : nil, snapshot.registry)
        if session.isJSON {
            session.console.write(TagRow.json(rows, snapshot.registry, unread: SkippedFile.unread(in: snapshot)))
        } else {
            let cells = rows.map { $0.cells(snapshot.registry) }
            let columns = Columns(3, trailing: [1], yields: [(2, 0), (0, 8)], below: 2..<3)
            session.console.draw(cells, in: columns)
            if leavesTexts { session.console.info("texts have #tags that are not counted: \(OptionSyntax.text.name)") }
        }
        return .done
    }
}

/// A row of the list.
private struct TagRow {
    var tag: Tag
    var count: Int
    /// The number of files that have it in their text; nil if texts were not read.
    var textCount: Int?
    var isRegistered: Bool

    /// The tags that are registered or used, sorted by name.
    static func rows(of counts: TagCounts, _ texts: TagCounts?, _ registry: TagRegistry) -> [TagRow] {
        var rows = registry.tags.map { TagRow(tag: $0, count: counts.count(of: $0.name), isRegistered: true) }
        for name in counts.carried where registry.tag(named: name) == nil {
            rows.append(TagRow(tag: Tag(name: name), count: counts.count(of: name), isRegistered: false))
        }
        if let texts { for row in rows.indices { rows[row].textCount = texts.count(of: rows[row].tag.name) } }
        return rows.sorted { NaturalOrder.precedes($0.tag.name.text, $1.tag.name.text) }
    }

    func cells(_ registry: TagRegistry) -> [Columns.Cell] {
        var notes: [String] = []
        if let textCount, textCount > 0 {
            notes.append(textCount == count ? "in texts" : "in \(textCount.counted("text"))")
        }
        if !isRegistered { notes.append("not registered") }
        if !tag.aliases.isEmpty { notes.append("formerly " + tag.aliases.map(\.text).joined(separator: ", ")) }
        return [
            .chips([TagChip(tag.name.text, color: registry.color(of: tag.name))]), .text("\(count)"),
            .text(Printable.line(notes.joined(separator: "; ")), .dimmed),
        ]
    }

    /// The colour is the one that chips have: a nested tag without its own colour inherits its parent's.
    static func json(_ rows: [TagRow], _ registry: TagRegistry, unread: [SkippedFile]) -> [UInt8] {
        JSONWriter.document { json in
            json.objects("tags", rows) { row, json in
                json.field("name", row.tag.name.text)
                json.field("id", row.tag.id)
                json.field("color", registry.color(of: row.tag.name)?.hex)
                json.field("created", row.tag.created)
                json.field("aliases", row.tag.aliases.map(\.text))
                json.field("count", row.count)
                if let count = row.textCount { json.field("texts", count) }
                json.field("registered", row.isRegistered)
            }
            json.skipped(unread)
        }
    }
}
