/// A key of the front matter and its value, independent of the bytes of the file.
package struct FrontMatterField: Sendable, Hashable {
    /// As written; `?` for a key that is a list or a mapping.
    package var key: String
    /// The value in the file.
    package var value: Value

    /// The value of a key.
    package indirect enum Value: Sendable, Hashable {
        /// Absent, `null` or `~`.
        case null
        /// The text of a scalar; `isPlain` says whether it is written without quotes or the tag of a string, so that YAML may
        /// read a number or a boolean.
        case scalar(String, isPlain: Bool)
        /// The items of a list.
        case list([Value])
        /// The entries of a mapping.
        case mapping([FrontMatterField])
        /// The name of an anchor, and the list or mapping that it refers to. Within another value, or if a file repeats it
        /// under the same key, the value is null, because repeating it might never end.
        case alias(String, Value)
    }
}

/// Which keys of the front matter the caller needs as they are written, besides those that become fields of a reminder.
public enum KeptKeys: Sendable, Hashable {
    /// None.
    case none
    /// Those with these names, compared without case.
    case named([String])
    /// All of them, without their values.
    case names
    /// All of them.
    case all
}

extension KeptKeys {
    package func adding(_ other: KeptKeys) -> KeptKeys {
        switch (self, other) {
        case (.named(let names), .named(let others)): .named(names + others)
        case (.all, _), (_, .none): self
        case (.named, .names): .all
        default: other
        }
    }

    /// The same keys under every name that they may have in a folder.
    func named(by names: KeyNames?) -> KeptKeys {
        guard case .named(let keys) = self, let names else { return self }
        return .named(keys.flatMap(names.all))
    }
}

extension FrontMatterField.Value {
    /// Whether the value is present: not null, and not an empty text, list or mapping.
    package var isPresent: Bool {
        switch self {
        case .null: false
        case .scalar(let text, _): !text.isEmpty
        case .list(let items): !items.isEmpty
        case .mapping(let entries): !entries.isEmpty
        case .alias(_, let value): value.isPresent
        }
    }

    /// The same value without regard to quotes, which programs add at will.
    package var unquoted: Self {
        switch self {
        case .null: self
        case .scalar(let text, _): .scalar(text, isPlain: true)
        case .list(let items): .list(items.map(\.unquoted))
        case .mapping(let entries): .mapping(entries.map { FrontMatterField(key: $0.key, value: $0.value.unquoted) })
        case .alias(let name, let value): .alias(name, value.unquoted)
        }
    }

    /// The value itself, or the items of a list, as far as they are text.
    package var texts: [String] {
        switch self {
        case .scalar(let text, _): [text]
        case .list(let items): items.compactMap { if case .scalar(let text, _) = $0 { text } else { nil } }
        case .alias(_, let value): value.texts
        case .null, .mapping: []
        }
    }

    /// All text in the value, however deep.
    package var allTexts: [String] {
        switch self {
        case .null: []
        case .scalar(let text, _): [text]
        case .list(let items): items.flatMap(\.allTexts)
        case .mapping(let entries): entries.flatMap(\.value.allTexts)
        case .alias(_, let value): value.allTexts
        }
    }
}

extension YAMLDocument {
    /// The keys of the document that the caller needs, in order, including duplicates.
    package func fields(_ kept: KeptKeys) -> [FrontMatterField] {
        let names: [FoldedText]? = if case .named(let names) = kept { names.map(FoldedText.init) } else { nil }
        var targets: [Int: FrontMatterField.Value] = [:]
        var seen: Set<String> = []
        return kept == .none
            ? []
            : entries.compactMap { entry in
                if let names, !names.contains(where: { isNamed(entry, $0) }) { return nil }
                let key = name(of: entry)
                if kept == .names { return FrontMatterField(key: key, value: .null) }
                let target = resolved(entry.value)
                guard target != entry.value, nodes[target].kind != .scalar else {
                    return FrontMatterField(key: key, value: value(of: target))
                }
                let isFirst = seen.insert("\(target) \(key)").inserted
                let list = isFirst ? targets[target] ?? value(of: target) : .null
                if isFirst { targets[target] = list }
                return FrontMatterField(key: key, value: .alias(alias(at: entry.value), list))
            }
    }

    private func name(of entry: Entry) -> String { nodes[entry.key].kind == .scalar ? text(of: entry.key) : "?" }

    private func isNamed(_ entry: Entry, _ name: FoldedText) -> Bool {
        guard nodes[entry.key].kind == .scalar else { return name.equals(self.name(of: entry)) }
        return valueBytes(of: entry.key).withUnsafeBufferPointer(name.equals)
    }

    private func alias(at node: Int) -> String { properties(of: node)?.alias ?? "" }

    /// A value within another.
    private func item(at node: Int) -> FrontMatterField.Value {
        let target = resolved(node)
        if target == node || nodes[target].kind == .scalar { return value(of: target) }
        return .alias(alias(at: node), .null)
    }

    /// Whether YAML may read something other than text: `!!str 30` is text.
    private func isPlain(_ node: Int) -> Bool {
        nodes[node].style == .plain && !["!", "tag:yaml.org,2002:str"].contains(properties(of: node)?.tag)
    }

    private func value(of node: Int) -> FrontMatterField.Value {
        switch nodes[node].kind {
        case .scalar: isNull(node) ? .null : .scalar(text(of: node), isPlain: isPlain(node))
        // An alias without its anchor.
        case .alias: .alias(alias(at: node), .null)
        case .sequence: .list(children(of: node).map(item))
        case .mapping:
            .mapping(entries(of: node).map { FrontMatterField(key: name(of: $0), value: item(at: $0.value)) })
        }
    }
}
