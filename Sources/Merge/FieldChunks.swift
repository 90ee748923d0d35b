internal import Bytes
import MemossFiles

/// A key of a block mapping with its lines, as a merge moves and replaces them.
struct FieldChunk {
    /// The text of the key.
    var key: [UInt8]
    var entry: YAMLDocument.Entry
    /// The comments and blank lines above the key.
    var above: Range<Int>
    /// From the start of the line of the key to the end of the last line of its value.
    var lines: Range<Int>
    /// The value with anchor and YAML tag; empty if there is none.
    var value: Range<Int>
}

/// The lines of a block mapping, divided among its keys.
struct FieldChunks {
    let document: YAMLDocument
    private(set) var chunks: [FieldChunk] = []
    /// The comments and blank lines after the last key.
    private(set) var below: Range<Int>
    private var sorted: [FieldChunk] = []

    /// - Parameters:
    ///   - mapping: the node; nil for an empty document.
    ///   - range: whole lines that contain nothing but the mapping.
    /// - Returns: nil if two keys share a line or a key appears twice, so that lines cannot be moved on their own.
    init?(_ document: YAMLDocument, mapping: Int?, in range: Range<Int>) {
        self.document = document
        below = range
        guard let mapping else { return }
        guard document.nodes[mapping].kind == .mapping, document.nodes[mapping].style != .flow else { return nil }
        var position = range.lowerBound
        for entry in document.entries(of: mapping) {
            let (key, value) = (document.nodes[entry.key], document.nodes[entry.value])
            guard key.kind == .scalar, document.properties(of: entry.key) == nil else { return nil }
            let isEmpty = value.span.isEmpty
            guard let colon = document.bytes[key.span.upperBound..<range.upperBound].firstIndex(of: Ascii.colon)
            else { return nil }
            let end = isEmpty ? colon + 1 : value.span.upperBound
            guard end >= key.span.upperBound else { return nil }
            let lines = document.lineRange(of: key.span.lowerBound..<end)
            guard lines.lowerBound >= position, lines.upperBound <= range.upperBound,
                document.onlyBlanks(lines.lowerBound..<key.span.lowerBound),
                document.isEndOfLine(after: end, limit: lines.upperBound)
            else { return nil }
            chunks.append(
                FieldChunk(
                    key: Array(document.valueBytes(of: entry.key)),
                    entry: entry,
                    above: position..<lines.lowerBound,
                    lines: lines,
                    value: isEmpty ? end..<end : value.span
                )
            )
            position = lines.upperBound
        }
        below = position..<range.upperBound
        sorted = chunks.sorted { ByteOrder.precedes($0.key, $1.key) }
        guard zip(sorted, sorted.dropFirst()).allSatisfy({ $0.key != $1.key }) else { return nil }
    }

    subscript(key: [UInt8]) -> FieldChunk? {
        let place = sorted.partitioningIndex { !ByteOrder.precedes($0.key, key) }
        return place < sorted.count && sorted[place].key == key ? sorted[place] : nil
    }

    /// The value of a key; nil if the key is absent.
    func value(of key: [UInt8]) -> MergeValue? { self[key].map { MergeValue($0.entry.value, in: document) } }

    func bytes(_ range: Range<Int>) -> [UInt8] { Array(document.bytes[range]) }
}
