internal import Bytes

extension YAMLDocument {
    /// The first lone CR, NEL, LS or PS outside quotes. libyaml implements YAML 1.1 and ends a line there, but editors do
    /// not: a file that contains one is read but not edited.
    package var foreignLineBreak: Int? {
        let isCandidate = { (byte: UInt8) in byte == Ascii.carriageReturn || byte == 0xC2 || byte == 0xE2 }
        guard bytes[range].contains(where: isCandidate) else { return nil }
        // Scalars are in ascending order, so a single pass over both suffices.
        let quoted = nodes.filter { $0.kind == .scalar && $0.style.isQuoted }.map(\.contentSpan)
        var next = 0
        var index = range.lowerBound
        while index < range.upperBound {
            while next < quoted.count, quoted[next].upperBound <= index { next += 1 }
            if next < quoted.count, quoted[next].contains(index) {
                index = quoted[next].upperBound
            } else {
                if isForeignBreak(at: index) { return index }
                index += 1
            }
        }
        return nil
    }

    private func isForeignBreak(at index: Int) -> Bool {
        switch bytes[index] {
        case Ascii.carriageReturn: index + 1 >= bytes.count || bytes[index + 1] != Ascii.lineFeed
        case 0xC2: bytes[index...].starts(with: [0xC2, 0x85])
        case 0xE2:
            bytes[index...].starts(with: [0xE2, 0x80, 0xA8]) || bytes[index...].starts(with: [0xE2, 0x80, 0xA9])
        default: false
        }
    }
}
