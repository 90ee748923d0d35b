extension YAMLDocument {
    /// Whether two documents are equal except for the values of some top-level keys: the same keys in the same order,
    /// with the same kinds, values, anchors, YAML tags and aliases. Aliases are compared by name, never expanded.
    package func isEqual(to other: YAMLDocument, exceptValuesOf keys: [String]) -> Bool {
        guard entries.count == other.entries.count else { return false }
        return zip(entries, other.entries).allSatisfy { mine, theirs in
            guard isEqual(mine.key, to: theirs.key, in: other) else { return false }
            let isEdited = keys.contains { text(of: mine.key, equals: $0) }
            return isEdited || isEqual(mine.value, to: theirs.value, in: other)
        }
    }

    /// Whether two nodes and their descendants are equal.
    package func isEqual(_ node: Int, to theirNode: Int, in other: YAMLDocument) -> Bool {
        let count = Int(nodes[node].subtreeEnd) - node
        guard count == Int(other.nodes[theirNode].subtreeEnd) - theirNode else { return false }
        return (0..<count).allSatisfy { step in
            let (mine, theirs) = (nodes[node + step], other.nodes[theirNode + step])
            guard mine.kind == theirs.kind, mine.style == theirs.style else { return false }
            let (a, b) = (properties(of: node + step), other.properties(of: theirNode + step))
            guard a?.anchor == b?.anchor, a?.tag == b?.tag, a?.alias == b?.alias else { return false }
            return mine.kind != .scalar || valueBytes(of: node + step) == other.valueBytes(of: theirNode + step)
        }
    }

    /// Law 3 of an edit: an alias follows the value that it stands for, except in keys that say what has happened.
    ///
    /// - Parameters:
    ///   - key: the edited key.
    ///   - records: the keys whose aliases must have the same values after the edit.
    ///   - edited: the edited document, with the other keys in the same order.
    package func refuseChangedAlias(editing key: String, in records: [String], of edited: YAMLDocument)
        throws(EditRefusal)
    {
        guard nodes.contains(where: { $0.kind == .alias }) else { return }
        let mine = entries.filter { !text(of: $0.key, equals: key) }
        let theirs = edited.entries.filter { !edited.text(of: $0.key, equals: key) }
        for (own, other) in zip(mine, theirs) where records.contains(where: { text(of: own.key, equals: $0) }) {
            for step in 0..<Int(nodes[own.value].subtreeEnd) - own.value where nodes[own.value + step].kind == .alias {
                let (before, after) = (resolved(own.value + step), edited.resolved(other.value + step))
                guard !isEqual(before, to: after, in: edited) else { continue }
                let (alias, name) = (properties(of: own.value + step)?.alias ?? "", text(of: own.key))
                throw EditRefusal(
                    reason: "the alias *\(alias) in '\(name)' stands for this value, so '\(name)' would change too",
                    offset: nodes[before].span.lowerBound
                )
            }
        }
    }
}
