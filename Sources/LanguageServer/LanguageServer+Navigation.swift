internal import Bytes
import MemossFiles

extension LanguageServer {
    // MARK: Tags

    /// The registry entry of the tag at a position, or the file of the link there.
    func definition(_ params: JSON, in surroundings: Surroundings) throws(ResponseError) -> JSON {
        guard let folder else { return .null }
        guard let (_, tag) = try tag(params) else { return try linkedFile(params, in: folder) }
        let (context, _) = context(folder, in: surroundings)
        let name = folder.snapshot.registry.canonical(tag.name)
        guard let bytes = try Self.contents(of: TagRegistry.fileName, in: context) else { return .null }
        let entries = TagPlace.names(ofRegistry: bytes)
        // For a nested tag without an entry, use the entry of its parent.
        for name in name.lineage {
            guard let entry = entries.first(where: { $0.name == name }) else { continue }
            return locations([entry.range], in: bytes, at: TagRegistry.fileName, folder).first ?? .null
        }
        return .null
    }

    /// Every place, in all files, of the tag at a position and the tags nested in it.
    func references(_ params: JSON, in surroundings: Surroundings) throws(ResponseError) -> JSON {
        guard let (_, tag) = try tag(params), let folder else { return .null }
        let (context, _) = context(folder, in: surroundings)
        let registry = folder.snapshot.registry
        let name = registry.canonical(tag.name)
        func isMeant(_ other: TagName) -> Bool { registry.canonical(other).isAtOrBelow(name) }
        var paths = folder.snapshot.reminders.filter { $0.allTags.contains(where: isMeant) }.map(\.path)
        if params["context"]["includeDeclaration"].bool == true { paths.append(TagRegistry.fileName) }
        var locations: [JSON] = []
        for path in paths {
            guard let bytes = try Self.contents(of: path, in: context) else { continue }
            let isRegistry = path == TagRegistry.fileName
            let places =
                isRegistry
                ? TagPlace.names(ofRegistry: bytes) : TagPlace.tags(of: bytes, names: names, inTexts: readsTexts)
            let meant = places.filter { isMeant($0.name) }.map(\.range)
            locations += self.locations(meant, in: bytes, at: path, folder)
        }
        return .array(locations)
    }

    /// - Returns: nil if the file has been deleted in the meantime.
    /// - Throws: a `ResponseError` if it cannot be read, because a list without its places would look complete.
    private static func contents(of path: String, in context: EditContext) throws(ResponseError) -> [UInt8]? {
        do throws(SystemError) {
            return try context.files.contents(of: path).bytes
        } catch {
            if error.isMissing { return nil }
            throw ResponseError(.requestFailed, "\(path): \(error.reason)")
        }
    }

    private func locations(
        _ ranges: [Range<Int>],
        in bytes: [UInt8],
        at path: String,
        _ folder: ServedFolder
    ) -> [JSON] {
        let isOpen = !documents(at: folder.root + "/" + path).isEmpty
        let mark = !isOpen && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let text = DocumentText(Array(bytes[mark...]), client.encoding)
        let uri = JSON.string(uri(of: path, in: folder))
        return ranges.map { range in
            let shifted = max(0, range.lowerBound - mark)..<max(0, range.upperBound - mark)
            return ["uri": uri, "range": text.json(shifted)]
        }
    }

    // MARK: Symbols

    private static let mostSymbols = 200

    /// The symbol kinds of LSP.
    private enum SymbolKind: Int {
        case string = 15
        case key = 20
        case event = 24
    }

    /// The keys of the front matter and the headings of the body.
    func documentSymbols(_ params: JSON) throws(ResponseError) -> JSON {
        guard let place = try place(params) else { return .null }
        let text = place.document.text
        guard let content = content(of: place) else { return [] }
        let typed = TypedYAML(text.bytes, content, names)
        var symbols = typed.entries.map { entry in
            symbol(typed.name(of: entry), .key, text.restOfLine(from: entry.key.lowerBound), text)
        }
        var start = place.isRegistry ? text.bytes.count : content.upperBound
        var fence: ArraySlice<UInt8>?
        while start < text.bytes.count {
            let line = text.restOfLine(from: start)
            let bytes = text.bytes[line]
            let isCode = fence != nil
            fence = CodeFence.open(after: bytes, in: fence)
            let marks = bytes.prefix { $0 == Ascii.hash }.count
            if !isCode, 1...6 ~= marks, bytes.dropFirst(marks).first == Ascii.blank {
                symbols.append(
                    symbol(String(decoding: bytes.dropFirst(marks).trimmed, as: UTF8.self), .string, line, text)
                )
            }
            start = (text.bytes[start...].firstIndex(of: Ascii.lineFeed) ?? text.bytes.count) + 1
        }
        return .array(symbols)
    }

    private func content(of place: Place) -> Range<Int>? {
        let bytes = place.document.text.bytes
        if place.isRegistry { return 0..<bytes.count }
        if case .found(let delimiters) = Delimiters.search(bytes) { return delimiters.content }
        return 0..<0
    }

    private func symbol(_ name: String, _ kind: SymbolKind, _ range: Range<Int>, _ text: DocumentText) -> JSON {
        [
            "name": .string(name.isEmpty ? "?" : name), "kind": .integer(kind.rawValue), "range": text.json(range),
            "selectionRange": text.json(range),
        ]
    }

    /// Reminders and notes by title, best match first.
    func workspaceSymbols(_ params: JSON) -> JSON {
        guard let folder else { return [] }
        let typed = NaturalOrder.baseLetters(of: params["query"].string ?? "")
        var found: [(match: TagSuggestions.Match, reminder: Reminder)] = []
        for reminder in folder.snapshot.reminders {
            let title = NaturalOrder.baseLetters(of: reminder.title)
            if let match = TagSuggestions.Match(of: typed, in: title) { found.append((match, reminder)) }
        }
        // Equal matches stay in path order.
        let order = found.indices.sorted { (found[$0].match, $0) < (found[$1].match, $1) }
        return .array(
            order.prefix(Self.mostSymbols).map { index in
                let reminder = found[index].reminder
                let start: JSON = ["line": 0, "character": 0]
                return [
                    "name": .string(reminder.title), "kind": .integer(SymbolKind.event.rawValue),
                    "containerName": .string(reminder.path),
                    "location": [
                        "uri": .string(uri(of: reminder.path, in: folder)), "range": ["start": start, "end": start],
                    ],
                ]
            }
        )
    }
}
