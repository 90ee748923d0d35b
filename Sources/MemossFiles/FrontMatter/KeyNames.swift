internal import Bytes

/// What the keys of `mm` are called in the files of a folder: the one table from which reading, editing, merging and completion
/// take a name.
package struct KeyNames: Sendable, Hashable {
    /// A field that a program has a name for.
    struct Row: Sendable, Hashable {
        /// What `mm` calls it.
        var own: String
        /// The names under which it is read; the first counts most, and is the one that is written.
        var names: [String]
    }

    /// Only numbers: for each key of each file, an object would be counted.
    private struct Name: Sendable {
        /// Where its bytes are among those of all names.
        var start: Int
        var count: Int
        var row: Int
        /// The place among the names of the row; nil for the name that `mm` has for a field which is called otherwise here.
        var rank: Int?
    }

    private let table: Table
    var rows: [Row] { table.rows }

    /// One reference: every document has a copy.
    private final class Table: Sendable {
        let rows: [Row]
        let bytes: [UInt8]
        let names: [Name]
        /// Where the names of each length begin, and where the last ones end.
        let starts: [Int]

        init(_ rows: [Row], _ texts: [(text: [UInt8], row: Int, rank: Int?)]) {
            self.rows = rows
            let longest = texts.map(\.text.count).max() ?? 0
            var (bytes, names, starts): ([UInt8], [Name], [Int]) = ([], [], [0])
            for length in 0...longest {
                for name in texts where name.text.count == length {
                    names.append(Name(start: bytes.count, count: length, row: name.row, rank: name.rank))
                    bytes += name.text
                }
                starts.append(names.count)
            }
            (self.bytes, self.names, self.starts) = (bytes, names, starts)
        }
    }

    package static func == (a: KeyNames, b: KeyNames) -> Bool { a.table === b.table || a.rows == b.rows }
    package func hash(into hasher: inout Hasher) { hasher.combine(rows.count) }

    init(rows: [Row]) {
        var names: [(text: [UInt8], row: Int, rank: Int?)] = rows.enumerated().flatMap { place, row in
            row.names.enumerated().map { (Array($1.utf8), place, $0) }
        }
        for (place, row) in rows.enumerated() {
            let own = Array(row.own.utf8)
            if !names.contains(where: { $0.text == own }) { names.append((own, place, nil)) }
        }
        table = Table(rows, names)
    }

    /// The names that every folder has: TaskNotes has written these keys in another spelling.
    package static let standard = KeyNames(
        rows: [
            ("recurrence_anchor", "recurrenceAnchor"), ("complete_instances", "completeInstances"),
            ("skipped_instances", "skippedInstances"), ("recurrence_parent", "recurrenceParent"),
            ("occurrence_date", "occurrenceDate"),
        ].map { Row(own: $0, names: [$0, $1]) }
    )

    /// The name that a new key gets.
    package func written(_ own: String) -> String { rows.first { $0.own == own }?.names.first ?? own }

    /// What `mm` calls a key; nil if the name means nothing here although `mm` has it.
    package func own(_ name: String) -> String? {
        var name = name
        return name.withUTF8 { name in
            find(name).map { found in found.rank.map { _ in rows[found.row].own } }
                ?? String(decoding: name, as: UTF8.self)
        }
    }

    /// What `mm` calls a key of a file; nil if the name means nothing here, or if the file has another name of the key that counts
    /// more.
    package func own(_ name: String, among all: [String]) -> String? {
        guard let key = own(name) else { return nil }
        let first = rows.first { $0.own == key }?.names.first(where: all.contains)
        return first == nil || first == name ? key : nil
    }

    /// A name as somebody types it, in any case, and all others that the same key may have in the files.
    package func all(_ name: String) -> [String] {
        let typed = FoldedText(name)
        return [name] + (rows.first { ([$0.own] + $0.names).contains(where: typed.equals) }?.names ?? [])
    }

    private func find(_ name: UnsafeBufferPointer<UInt8>) -> Name? {
        guard name.count + 1 < table.starts.count else { return nil }
        return table.bytes.withUnsafeBufferPointer { bytes in
            for place in table.starts[name.count]..<table.starts[name.count + 1] {
                let candidate = table.names[place]
                let text = UnsafeBufferPointer(rebasing: bytes[candidate.start..<candidate.start + candidate.count])
                if ByteOrder.isSame(text, name) { return candidate }
            }
            return nil
        }
    }

    /// A field of a document.
    enum Found {
        /// The place of its row, and which of its names it has.
        case field(Int, rank: Int)
        /// `mm` has this name, but here it means something else.
        case foreign
        case unknown
    }

    func found(_ name: UnsafeBufferPointer<UInt8>) -> Found {
        guard let name = find(name) else { return .unknown }
        return name.rank.map { .field(name.row, rank: $0) } ?? .foreign
    }
}

extension YAMLDocument {
    private func found(_ entry: Entry, _ names: KeyNames) -> KeyNames.Found {
        guard nodes[entry.key].kind == .scalar else { return .unknown }
        return valueBytes(of: entry.key).withUnsafeBufferPointer { names.found($0) }
    }

    /// The row of an entry, unless another entry has a name of it that counts more.
    func row(of entry: Entry, _ names: KeyNames) -> KeyNames.Found {
        let found = found(entry, names)
        guard case .field(let row, let rank) = found, rank > 0 else { return found }
        let isOutdone = entries.contains { other in
            if case .field(row, let better) = self.found(other, names) { better < rank } else { false }
        }
        return isOutdone ? .foreign : found
    }

    /// The document as if its keys had the names that `mm` has for them. No byte moves: only what a key reads as changes. A key
    /// whose name means something else here reads as a name that nobody can type.
    package func named(_ names: KeyNames) -> YAMLDocument {
        var changes: [(key: Int, text: [UInt8])] = []
        for entry in entries {
            switch row(of: entry, names) {
            case .field(let row, _) where !text(of: entry.key, equals: names.rows[row].own):
                changes.append((entry.key, Array(names.rows[row].own.utf8)))
            case .foreign: changes.append((entry.key, [0] + valueBytes(of: entry.key)))
            case .field, .unknown: break
            }
        }
        if changes.isEmpty, names == .standard { return self }
        var document = self
        document.names = names
        for (key, text) in changes {
            let start = Int32(document.apart.count)
            document.apart += text
            document.nodes[key].value = .apart(start: start, end: start + Int32(text.count))
        }
        return document
    }

    /// Another state of the file, with the names of this one.
    func renamed(like other: YAMLDocument) -> YAMLDocument { other.names.map(named) ?? self }
}
