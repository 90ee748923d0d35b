internal import Bytes

/// Counts the characters before any byte of a text. It stores a count for every 128 bytes, so that long lines are fast too.
struct CharacterTable: Sendable {
    enum Unit { case scalars, utf16 }

    private struct Row {
        var scalars = 0
        /// The characters that take two UTF-16 code units.
        var wide = 0

        func count(_ unit: Unit) -> Int { unit == .scalars ? scalars : scalars + wide }
    }

    private static let step = 128
    private let bytes: [UInt8]
    private let rows: [Row]

    init(_ bytes: [UInt8]) {
        var rows = [Row()]
        rows.reserveCapacity(bytes.count / Self.step + 1)
        bytes.withUnsafeBufferPointer { bytes in
            for block in stride(from: Self.step, through: bytes.count, by: Self.step) {
                var row = rows[rows.count - 1]
                for byte in bytes[block - Self.step..<block] {
                    row.scalars += Self.width(byte, .scalars)
                    row.wide += byte >= 0xF0 ? 1 : 0
                }
                rows.append(row)
            }
        }
        (self.bytes, self.rows) = (bytes, rows)
    }

    /// Zero for continuation bytes.
    private static func width(_ byte: UInt8, _ unit: Unit) -> Int {
        byte & 0xC0 == 0x80 ? 0 : unit == .utf16 && byte >= 0xF0 ? 2 : 1
    }

    /// The characters that begin before an offset.
    func count(_ unit: Unit, before offset: Int) -> Int {
        let row = offset / Self.step
        return bytes[row * Self.step..<offset].reduce(rows[row].count(unit)) { $0 + Self.width($1, unit) }
    }

    /// The offset that has this number of characters before it, at most `end`. A position inside a surrogate pair is that of
    /// its character.
    func offset(_ unit: Unit, after count: Int, upTo end: Int) -> Int {
        let row = max(rows.partitioningIndex { $0.count(unit) > count } - 1, 0)
        var (offset, seen) = (row * Self.step, rows[row].count(unit))
        while offset < end {
            seen += Self.width(bytes[offset], unit)
            if seen > count { break }
            offset += 1
        }
        return min(offset, end)
    }
}
