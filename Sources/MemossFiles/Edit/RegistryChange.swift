internal import Bytes

/// A change of the registry other than a rename. Like a rename, it is minimal and verified.
enum RegistryChange: Sendable {
    /// New entries, each in alphabetical position; registered names are left unchanged.
    case add([Tag])
    /// Another colour, in the format of the existing entry.
    case color(TagName, TagColor)
    /// Removes entries and their lines.
    case remove(Set<TagName>)

    /// - Returns: the new bytes of the registry, or nil if nothing changes.
    /// - Throws: an `EditRefusal` if the change cannot be made in place, or does not read back as intended.
    func apply(to registry: TagRegistry) throws(EditRefusal) -> [UInt8]? {
        var current = registry
        while let bytes = try step(on: current) {
            current = TagRegistry(parsing: bytes)
            guard case .remove = self else { break }
        }
        guard let before = registry.document, let after = current.document else {
            throw EditRefusal(reason: "the registry cannot be read", offset: 0)
        }
        guard after.bytes != before.bytes else { return nil }
        guard current.isSame(as: intended(registry)) else {
            throw EditRefusal(reason: "the edit would change more than the tag", offset: before.range.lowerBound)
        }
        return after.bytes
    }

    /// - Returns: nil if nothing is left to do. Adjacent entries in a flow mapping are removed one at a time, since they
    ///   share a comma.
    private func step(on registry: TagRegistry) throws(EditRefusal) -> [UInt8]? {
        guard let document = registry.document else {
            throw EditRefusal(reason: "the registry cannot be read", offset: 0)
        }
        var edit = RegistryEditor(document: document)
        switch self {
        case .add(let tags):
            for (tag, place) in Self.places(of: tags, in: registry) { edit.insert(tag, at: place, of: registry) }
        case .color(let name, let color):
            guard let tag = registry.tag(named: name), tag.color != color, let entry = registry.entry(of: name) else {
                return nil
            }
            try edit.setColor(color, of: entry, name: tag.name)
        case .remove(let names):
            try edit.removeAll(
                registry.tags.filter { names.contains($0.name) }.compactMap { registry.entry(of: $0.name) }
            )
        }
        return try edit.result()
    }

    private func intended(_ registry: TagRegistry) -> [Tag] {
        var tags = registry.tags
        switch self {
        case .add(let new):
            tags = []
            var taken = 0
            for (tag, place) in Self.places(of: new, in: registry) {
                tags += registry.tags[taken..<place]
                tags.append(tag)
                taken = place
            }
            tags += registry.tags[taken...]
        case .color(let name, let color):
            for index in tags.indices where tags[index].name == name { tags[index].color = color }
        case .remove(let names): tags.removeAll { names.contains($0.name) }
        }
        return tags
    }

    /// The position before the first entry that sorts after the new one: alphabetical if the existing entries are.
    private static func places(of tags: [Tag], in registry: TagRegistry) -> [(tag: Tag, place: Int)] {
        let new = tags.filter { registry.tag(named: $0.name) == nil }
        // The first key that sorts after a name is where the running maximum first does.
        var greatest: [String] = []
        for tag in registry.tags { greatest.append(max(tag.name.key, greatest.last ?? "")) }
        return new.sorted { $0.name.key < $1.name.key }.map { tag in
            (tag, greatest.partitioningIndex { $0 > tag.name.key })
        }
    }
}

extension TagRegistry {
    /// The index at which to insert a new entry.
    func place(of name: TagName) -> Int { tags.firstIndex { $0.name.key > name.key } ?? tags.count }
}
