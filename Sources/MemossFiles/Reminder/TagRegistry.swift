internal import Bytes

/// The registry file `tags.yaml`: the tags of a folder with their colours and aliases.
public struct TagRegistry: Sendable {
    /// `tags.yaml`, at the root of the folder.
    package static let fileName = "tags.yaml"

    /// In file order.
    public private(set) var tags: [Tag] = []
    /// The invalid entries, by position in the file.
    public private(set) var problems: [Problem] = []
    /// The parsed document; nil if the file is not YAML that can be edited.
    package private(set) var document: YAMLDocument?
    /// Whether a name occurs twice, so that names cannot be resolved reliably. Queries still work; edits are refused.
    package private(set) var isAmbiguous = false
    /// The settings of the folder: whoever reads its files needs both.
    package var settings = FolderSettings()

    private var positions = TextPositions()
    private var names = HashIndex()
    /// Aliases, each with the index of its tag.
    private var aliases: [(name: TagName, tag: Int)] = []
    private var aliasIndex = HashIndex()
    private var entryOfTag: [YAMLDocument.Entry] = []

    /// A registry without tags.
    package init() {}

    /// A registry without tags, of a folder that another program uses too.
    package init(sharing profile: Profile?) { settings.profile = profile }

    /// The registry with other contents of its file, in the same folder.
    package func replaced(by bytes: [UInt8]) -> TagRegistry {
        var registry = TagRegistry(parsing: bytes)
        registry.settings = settings
        return registry
    }

    /// Parses a registry. Invalid entries become problems; the rest is still used.
    package init(parsing bytes: [UInt8]) {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        do throws(YAMLDocument.Fault) {
            let document = try YAMLDocument.read(bytes, range: start..<bytes.count)
            self.document = document
            for entry in document.entries { add(entry, in: document) }
            for (index, entry) in entryOfTag.enumerated() { checkAliases(of: tags[index], entry, in: document) }
        } catch {
            guard error.id == .gitConflict, let markers = ConflictMarkers(in: bytes, front: bytes.indices) else {
                report(.invalidRegistry, error.message, at: error.offset, in: bytes)
                return
            }
            report(.gitConflict, ConflictMarkers.advice, at: error.offset, in: bytes)
            for version in markers.versions { add(TagRegistry(parsing: version.bytes)) }
        }
    }

    /// Adds another side of a registry in conflict: files are read with the names of both.
    private mutating func add(_ version: TagRegistry) {
        for (tag, entry) in zip(version.tags, version.entryOfTag) {
            let known = index(named: tag.name)
            let index = known ?? tags.count
            if known == nil {
                tags.append(tag)
                entryOfTag.append(entry)
                names.insert(tag.name.hashValue, index)
            } else {
                tags[index].aliases += tag.aliases.filter { !tags[index].aliases.contains($0) }
            }
            addAliases(of: index)
        }
    }

    private mutating func addAliases(of tag: Int) {
        for alias in tags[tag].aliases where index(alias: alias) == nil {
            aliasIndex.insert(alias.hashValue, aliases.count)
            aliases.append((alias, tag))
        }
    }

    /// A registry that exists but cannot be read.
    init(unreadable reason: String) {
        problems = [
            Problem(path: Self.fileName, id: .unreadableFile, message: "the registry cannot be read: \(reason)")
        ]
    }

    // MARK: Look-up

    func index(named name: TagName) -> Int? {
        tags.isEmpty ? nil : names.first(name.hashValue) { tags[$0].name == name }
    }

    private func index(alias name: TagName) -> Int? {
        aliases.isEmpty ? nil : aliasIndex.first(name.hashValue) { aliases[$0].name == name }.map { aliases[$0].tag }
    }

    /// The tag with this name; aliases are not considered.
    public func tag(named name: TagName) -> Tag? { index(named: name).map { tags[$0] } }

    /// The tag with this alias.
    package func tag(alias name: TagName) -> Tag? { index(alias: name).map { tags[$0] } }

    /// The entry of a tag in the document.
    package func entry(of name: TagName) -> YAMLDocument.Entry? { index(named: name).map { entryOfTag[$0] } }

    /// The registered spelling of a tag, with an alias resolved to the current name. For a nested tag that is not
    /// registered, the nearest registered ancestor is replaced and the rest keeps its spelling.
    public func canonical(_ name: TagName) -> TagName {
        if tags.isEmpty { return name }
        if let index = index(named: name) ?? index(alias: name) { return tags[index].name }
        for ancestor in name.isNested ? name.lineage.dropFirst() : [] {
            if let index = index(named: ancestor) ?? index(alias: ancestor) {
                return name.replacing(ancestor, by: tags[index].name) ?? name
            }
        }
        return name
    }

    /// The canonical names without duplicates.
    package func canonical(_ names: [TagName]) -> [TagName] {
        if names.count == 1 { return tags.isEmpty ? names : [canonical(names[0])] }
        var once: [TagName] = []
        // Few names are compared faster than hashed.
        if names.count <= TagName.few {
            once.reserveCapacity(names.count)
            for name in names.lazy.map(canonical) where !once.contains(name) { once.append(name) }
            return once
        }
        var index = HashIndex()
        for name in names.lazy.map(canonical) where index.first(name.hashValue, where: { once[$0] == name }) == nil {
            index.insert(name.hashValue, once.count)
            once.append(name)
        }
        return once
    }

    /// Whether the registry has exactly these tags with the same spelling.
    func isSame(as others: [Tag]) -> Bool {
        tags.count == others.count
            && zip(tags, others).allSatisfy { mine, other in
                mine == other && mine.name.isSpelled(as: other.name)
                    && zip(mine.aliases, other.aliases).allSatisfy { $0.isSpelled(as: $1) }
            }
    }

    // MARK: Reading

    private mutating func add(_ entry: YAMLDocument.Entry, in document: YAMLDocument) {
        let offset = document.nodes[entry.key].span.lowerBound
        guard document.nodes[entry.key].kind == .scalar else {
            return report(
                .invalidRegistry,
                "found no name, expected a tag's name as the key",
                at: offset,
                in: document.bytes
            )
        }
        var tag: Tag
        do throws(ParseError) {
            tag = Tag(name: try TagName(validating: document.text(of: entry.key)))
        } catch {
            return report(.invalidRegistry, error.message, at: offset, in: document.bytes)
        }
        if let first = index(named: tag.name) {
            isAmbiguous = true
            let message = "the tag '\(tag.name)' appears twice, first as '\(tags[first].name)'"
            return report(.duplicateTag, message, at: offset, in: document.bytes)
        }
        read(entry.value, into: &tag, in: document)
        let index = tags.count
        tags.append(tag)
        entryOfTag.append(entry)
        names.insert(tag.name.hashValue, index)
        addAliases(of: index)
    }

    /// Reports an alias that leads to more than one tag.
    private mutating func checkAliases(of tag: Tag, _ entry: YAMLDocument.Entry, in document: YAMLDocument) {
        for alias in tag.aliases {
            let owner = index(named: alias) ?? index(alias: alias)
            guard let owner, tags[owner].name != tag.name else { continue }
            let isName = index(named: alias) != nil
            let message =
                "the alias '\(alias)' of '\(tag.name)' is also \(isName ? "the name" : "an alias") of '\(tags[owner].name)'"
            report(.duplicateTag, message, at: document.nodes[entry.key].span.lowerBound, in: document.bytes)
        }
    }

    private mutating func read(_ value: Int, into tag: inout Tag, in document: YAMLDocument) {
        let node = document.resolved(value)
        switch document.nodes[node].kind {
        case .scalar:
            if !document.isNull(node) { tag.color = color(node, in: document) }
        case .mapping:
            for field in document.entries(of: node) { read(field, into: &tag, in: document) }
        case .sequence, .alias:
            let offset = document.nodes[value].span.lowerBound
            let message = "'\(tag.name)' is a list: expected a colour, or the keys color, id, created and aliases"
            report(.invalidRegistry, message, at: offset, in: document.bytes)
        }
    }

    private mutating func read(_ field: YAMLDocument.Entry, into tag: inout Tag, in document: YAMLDocument) {
        let value = document.resolved(field.value)
        let isScalar = document.nodes[value].kind == .scalar && !document.isNull(value)
        if document.text(of: field.key, equals: "color"), isScalar {
            tag.color = color(value, in: document)
        } else if document.text(of: field.key, equals: "id"), isScalar {
            tag.id = document.text(of: value)
        } else if document.text(of: field.key, equals: "created"), isScalar {
            tag.created = document.text(of: value)
        } else if document.text(of: field.key, equals: "aliases") {
            tag.aliases = TagItems(of: field.value, in: document).items.map(\.name)
        }
    }

    private mutating func color(_ node: Int, in document: YAMLDocument) -> TagColor? {
        do throws(ParseError) {
            return try TagColor(parsing: document.text(of: node))
        } catch {
            let offset = document.nodes[node].span.lowerBound
            report(.invalidColor, error.message, at: offset, in: document.bytes, suggestion: error.suggestion)
            return nil
        }
    }

    private mutating func report(
        _ id: ProblemID,
        _ message: String,
        at offset: Int,
        in bytes: [UInt8],
        suggestion: String? = nil
    ) {
        let problem = Problem(path: Self.fileName, id: id, message: message, suggestion: suggestion)
        problems.append(problem.at(positions.position(of: offset, in: bytes)))
    }
}
