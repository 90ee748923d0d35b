/// A key whose value an edit changed, or the body: one entry in the report of the edit.
package struct FieldDifference: Sendable, Hashable {
    package enum Part: Sendable, Hashable {
        case key(String)
        /// The body.
        case body
    }

    package let part: Part
    /// Nil if the key is absent or null, and for an empty body. Empty if a key without a value was removed.
    package let before: String?
    package let after: String?

    /// The differences: keys in the order of the new file, followed by removed keys.
    ///
    /// - Parameters:
    ///   - before: a whole file.
    ///   - after: a whole file.
    ///   - names: what the keys are called in the files.
    /// - Returns: an empty array if one of the two cannot be read.
    package static func all(
        from before: [UInt8],
        to after: [UInt8],
        names: KeyNames = .standard
    ) -> [FieldDifference] {
        guard let old = fields(before, names), let new = fields(after, names) else { return [] }
        var differences: [FieldDifference] = []
        let values = Dictionary(old.keys) { first, _ in first }
        let kept = Set(new.keys.map(\.key))
        for (key, value) in new.keys {
            let was = values[key] ?? nil
            if was != value { differences.append(FieldDifference(part: .key(key), before: was, after: value)) }
        }
        for (key, value) in old.keys where !kept.contains(key) {
            differences.append(FieldDifference(part: .key(key), before: value ?? "", after: nil))
        }
        if old.body != new.body {
            differences.append(FieldDifference(part: .body, before: text(old.body), after: text(new.body)))
        }
        return differences
    }

    private static func text(_ body: ArraySlice<UInt8>) -> String? {
        body.isEmpty ? nil : String(decoding: body, as: UTF8.self)
    }

    private static func fields(
        _ bytes: [UInt8],
        _ names: KeyNames
    ) -> (keys: [(key: String, value: String?)], body: ArraySlice<UInt8>)? {
        do throws(YAMLDocument.Fault) {
            return fields(bytes, try FrontMatter.read(bytes, names: names))
        } catch {
            return nil
        }
    }

    private static func fields(
        _ bytes: [UInt8],
        _ frontMatter: FrontMatter?
    ) -> (keys: [(key: String, value: String?)], body: ArraySlice<UInt8>) {
        guard let frontMatter else { return ([], bytes[...]) }
        let document = frontMatter.document
        var keys: [(key: String, value: String?)] = []
        for entry in document.entries where document.nodes[entry.key].kind == .scalar {
            keys.append((document.text(of: entry.key), document.shownValue(of: entry.value)))
        }
        return (keys, bytes[frontMatter.delimiters.closing.upperBound...])
    }
}

extension YAMLDocument {
    /// A value on one line, nil for null: list items are joined with commas, and nested values are shown as written.
    fileprivate func shownValue(of value: Int) -> String? {
        let node = resolved(value)
        if isNull(node) { return nil }
        switch nodes[node].kind {
        case .scalar: return text(of: node)
        case .sequence:
            let items = itemTexts(of: node)
            if !items.contains(nil) { return items.compactMap(\.self).joined(separator: ", ") }
            fallthrough
        default: return String(decoding: bytes[nodes[node].span], as: UTF8.self)
        }
    }
}
