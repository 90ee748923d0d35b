import MemossFiles

/// An occurrence of a tag in a document.
struct TagPlace: Sendable, Hashable {
    var name: TagName
    /// The bytes of the name, excluding quotes.
    var range: Range<Int>

    /// The tag at an offset in a reminder or in the registry, even if the file cannot be parsed.
    ///
    /// - Parameters:
    ///   - names: what the keys are called in the file.
    ///   - inTexts: whether a `#tag` in the text is one.
    init?(at offset: Int, in bytes: [UInt8], isRegistry: Bool, names: KeyNames, inTexts: Bool = false) {
        let places =
            isRegistry
            ? Self.names(ofRegistry: bytes) : Self.tags(of: bytes, around: offset, names: names, inTexts: inTexts)
        guard let place = places.first(where: { $0.range.lowerBound <= offset && offset <= $0.range.upperBound }) else {
            return nil
        }
        self = place
    }

    init(_ name: TagName, _ range: Range<Int>) { (self.name, self.range) = (name, range) }

    /// The tags of a reminder.
    ///
    /// - Parameters:
    ///   - names: what the keys are called in the file.
    ///   - inTexts: whether to include those in the text.
    static func tags(
        of bytes: [UInt8],
        around offset: Int = 0,
        names: KeyNames,
        inTexts: Bool = false
    ) -> [TagPlace] {
        let keyed = keyed(in: bytes, around: offset, names)
        guard inTexts else { return keyed }
        var start = 0
        if case .found(let delimiters) = Delimiters.search(bytes) { start = delimiters.closing.upperBound }
        let texts = TextTags(in: bytes, from: start).items.map { TagPlace($0.name, $0.range) }
        return keyed + texts
    }

    /// The tags under the key `tags`.
    private static func keyed(in bytes: [UInt8], around offset: Int, _ names: KeyNames) -> [TagPlace] {
        if let document = (try? FrontMatter.read(bytes, names: names))?.document {
            return TagItems(of: document).items.compactMap { item in
                // If a comma is written as an escape, the parts of the text have no known ranges.
                guard item.segment != nil || document.nodes[item.node].kind != .alias else { return nil }
                return TagPlace(item.name, item.segment ?? TagItems.rawText(of: item.node, in: document))
            }
        }
        guard let content = CursorPlace.content(of: bytes, around: offset, isRegistry: false, names: names) else {
            return []
        }
        let typed = TypedYAML(bytes, content, names)
        guard let entry = typed.entry(of: "tags") else { return [] }
        return typed.items(of: entry, splitsCommas: true, at: nil).items.map { item in
            TagPlace(TagName(TagName.withoutMark(String(decoding: bytes[item.range], as: UTF8.self))), item.range)
        }
    }

    /// The names and aliases in the registry.
    static func names(ofRegistry bytes: [UInt8]) -> [TagPlace] {
        guard let document = TagRegistry(parsing: bytes).document else { return [] }
        var places: [TagPlace] = []
        for entry in document.entries where document.nodes[entry.key].kind == .scalar {
            let range = TagItems.rawText(of: entry.key, in: document)
            places.append(TagPlace(TagName(document.text(of: entry.key)), range))
            let value = document.resolved(entry.value)
            guard document.nodes[value].kind == .mapping else { continue }
            for field in document.entries(of: value) where document.text(of: field.key, equals: "aliases") {
                for item in TagItems(of: field.value, in: document).items {
                    places.append(TagPlace(item.name, item.segment ?? TagItems.rawText(of: item.node, in: document)))
                }
            }
        }
        return places
    }
}

extension LanguageServer {
    /// The tag at the position of a request; nil if there is none.
    func tag(_ params: JSON) throws(ResponseError) -> (place: Place, tag: TagPlace)? {
        guard let place = try place(params) else { return nil }
        let offset = try offset(params, in: place)
        let bytes = place.document.text.bytes
        let isRegistry = place.isRegistry
        return TagPlace(at: offset, in: bytes, isRegistry: isRegistry, names: names, inTexts: readsTexts)
            .map { (place, $0) }
    }

    /// What the keys are called in the files of the folder.
    var names: KeyNames { folder?.snapshot.registry.settings.names ?? .standard }

    /// Whether the folder says that the tags of texts count.
    var readsTexts: Bool { folder?.snapshot.readsTexts == true }

    func prepareRename(_ params: JSON, in surroundings: Surroundings) throws(ResponseError) -> JSON {
        guard let (place, tag) = try tag(params) else { return .null }
        let name = try renamed(tag, in: place)
        return ["range": place.document.text.json(tag.range), "placeholder": .string(name.text)]
    }

    /// The tag that a rename at a place changes: of a former name, the tag that has it now.
    ///
    /// - Throws: a `ResponseError` for a former name in the registry, which somebody wants to correct and not the tag.
    private func renamed(_ tag: TagPlace, in place: Place) throws(ResponseError) -> TagName {
        guard let current = folder?.snapshot.registry.canonical(tag.name), current != tag.name else { return tag.name }
        guard !place.isRegistry else {
            let reason = "'\(tag.name)' is a former name of the tag '\(current)'"
            throw ResponseError(
                .requestFailed,
                "\(reason): rename the tag at its entry, or change the former name here"
            )
        }
        return current
    }

    /// Renames a tag in the registry and in every file that uses it, with the edits of `TagRename`.
    mutating func rename(_ params: JSON, in surroundings: Surroundings) throws(ResponseError) -> JSON {
        guard let typed = params["newName"].string else { throw ResponseError(.invalidParams, "expected a 'newName'") }
        guard let (place, tag) = try tag(params), let folder else {
            throw ResponseError(.requestFailed, "there is no tag at the cursor")
        }
        let new: TagName
        do throws(ParseError) {
            new = try TagName(validating: typed)
        } catch {
            throw ResponseError(.invalidParams, ([error.message] + error.hints).joined(separator: "\n"))
        }
        let (context, time) = context(folder, in: surroundings)
        let edit = TagRename(
            from: try renamed(tag, in: place),
            to: new,
            merges: false,
            keepsAlias: true,
            freshID: surroundings.freshID(),
            today: time.local.date.description
        )
        let plan: EditPlan
        do throws(MemossError) {
            plan = try edit.plan(in: context).plan
        } catch {
            throw ResponseError(error, surroundings.advice)
        }
        let result = try workspaceEdit(plan, in: folder, at: surroundings.time.now)
        report(plan.skipped, surroundings)
        return result
    }
}
