extension YAMLDocument {
    /// The first lone CR, NEL, LS or PS outside quotes. libyaml, which is YAML 1.1, ends a line there and editors do
    /// not: a file that has one is read but not edited.
    var foreignLineBreak: Int? {
        var index = range.lowerBound
        while index < range.upperBound {
            if isForeignBreak(at: index), !isInQuotes(index) { return index }
            index += 1
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

    private func isInQuotes(_ offset: Int) -> Bool {
        nodes.contains { $0.kind == .scalar && $0.style.isQuoted && $0.contentSpan.contains(offset) }
    }
}
