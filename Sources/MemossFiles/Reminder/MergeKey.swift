/// Merge keys of YAML 1.1 (`<<: *base`): their keys are not read, and said not to be.
extension KnownKey {
    static func isMergeKey(_ key: UnsafeBufferPointer<UInt8>) -> Bool {
        key.count == 2 && key[0] == UInt8(ascii: "<") && key[1] == UInt8(ascii: "<")
    }
}

extension YAMLDocument {
    /// The merge keys of the root that bring in keys with a meaning which the root does not have itself.
    var mergeKeys: [(entry: Entry, keys: [KnownKey])] {
        let merging = entries.filter(isMergeKey)
        guard !merging.isEmpty else { return [] }
        let own = Set(entries.compactMap(knownKey))
        return merging.compactMap { entry in
            let merged = mergedKeys(entry.value).subtracting(own)
            return merged.isEmpty ? nil : (entry, KnownKey.allCases.filter(merged.contains))
        }
    }

    func isMergeKey(_ entry: Entry) -> Bool {
        let key = nodes[entry.key]
        return key.contentSpan.count == 2 && key.kind == .scalar && key.style == .plain
            && valueBytes(of: entry.key).withUnsafeBufferPointer { KnownKey.isMergeKey($0) }
    }

    /// The keys of a mapping or of a list of mappings, also if a date is lost because its key is misspelt, and those that these
    /// merge in themselves.
    private func mergedKeys(_ value: Int) -> Set<KnownKey> {
        var keys: Set<KnownKey> = []
        // Each node once: aliases can form a cycle, or multiply.
        var (open, seen): ([Int], Set<Int>) = ([value], [])
        while let next = open.popLast() {
            let node = resolved(next)
            guard seen.insert(node).inserted else { continue }
            switch nodes[node].kind {
            case .sequence: open += children(of: node)
            case .mapping:
                for entry in entries(of: node) {
                    if let key = knownKey(of: entry) ?? misspeltDate(entry) { keys.insert(key) }
                    if isMergeKey(entry) { open.append(entry.value) }
                }
            case .scalar, .alias: break
            }
        }
        return keys
    }
}
