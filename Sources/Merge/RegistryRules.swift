import MemossFiles

/// The rules for merging the fields of a tag.
struct RegistryRules {
    private let versions: Versions<FieldChunks>

    init(_ versions: Versions<FieldChunks>) { self.versions = versions }

    static func list(_ key: [UInt8]) -> ListText.Kind? { key == Array("aliases".utf8) ? .names : nil }

    func choice(_ key: [UInt8]) -> MergeChoice {
        let name = String(decoding: key, as: UTF8.self)
        let values = versions.map { $0.value(of: key) }
        if name == "aliases" { return aliasChoice(key, values) }
        if let choice = values.simpleChoice({ name == "color" && isSameColor($0, $1) }) { return choice }
        // Both sides created the tag.
        guard values.base == nil, let ours = values.ours?.text, let theirs = values.theirs?.text else {
            return .conflict
        }
        switch name {
        case "color": return colorChoice(ours, theirs)
        case "id": return .side(theirs.lexicographicallyPrecedes(ours) ? .theirs : .ours)
        case "created":
            guard let first = values.ours?.date, let second = values.theirs?.date else { return .conflict }
            return .side(second.precedes(first) ? .theirs : .ours)
        default: return .conflict
        }
    }

    /// New tags automatically get a preset, written in hexadecimal, so any other colour was chosen by the user and
    /// wins. Of two presets, the first in alphabetical order wins.
    private func colorChoice(_ ours: [UInt8], _ theirs: [UInt8]) -> MergeChoice {
        let presets = TagColor.Preset.allCases.map { Array($0.color.hex.utf8) }
        switch (presets.contains(ours), presets.contains(theirs)) {
        case (true, true): return .side(theirs.lexicographicallyPrecedes(ours) ? .theirs : .ours)
        case (true, false): return .side(.theirs)
        case (false, true): return .side(.ours)
        case (false, false): return .conflict
        }
    }

    private func isSameColor(_ a: MergeValue, _ b: MergeValue) -> Bool {
        let colors = [a, b].map { $0.text.flatMap { try? TagColor(parsing: String(ordering: $0[...])) } }
        return colors[0] != nil && colors[0] == colors[1]
    }

    private func aliasChoice(_ key: [UInt8], _ values: Versions<MergeValue?>) -> MergeChoice {
        if let choice = values.simpleChoice({ _, _ in false }) { return choice }
        let items = versions.map { file in file[key].map { TagItems(of: $0.entry.value, in: file.document) } }
        guard [items.base, items.ours, items.theirs].allSatisfy({ $0?.faults.isEmpty ?? true }) else {
            return .conflict
        }
        let merged = ListUnion.names(items.map { $0?.items.map(\.name) ?? [] }, followsRenames: false)
        if merged.isEmpty, values.ours == nil || values.theirs == nil { return .none }
        return .items(merged.map(\.text))
    }
}

/// The properties that identify a tag whose name has changed.
struct TagFacts {
    let name: TagName
    private(set) var id: [UInt8]?
    private(set) var aliases: [TagName] = []

    init(_ chunk: FieldChunk, in file: FieldChunks) {
        name = TagName(String(ordering: chunk.key[...]))
        let document = file.document
        guard document.nodes[chunk.entry.value].kind == .mapping else { return }
        for entry in document.entries(of: chunk.entry.value) {
            if document.text(of: entry.key, equals: "id") { id = MergeValue(entry.value, in: document).text }
            if document.text(of: entry.key, equals: "aliases") {
                aliases = TagItems(of: entry.value, in: document).items.map(\.name)
            }
        }
    }
}
