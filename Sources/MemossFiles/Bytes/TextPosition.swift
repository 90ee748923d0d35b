/// A position in a file as editors display it.
public struct TextPosition: Sendable, Hashable {
    /// Counted from 1; LF and CR LF end a line.
    public var line: Int
    /// Counted from 1 in Unicode scalars; a byte order mark at the start of the file is not counted.
    public var column: Int

    init(line: Int, column: Int) { (self.line, self.column) = (line, column) }

    /// The position of a byte offset. An offset past the end of `bytes` yields the position of the end.
    public init(of offset: Int, in bytes: some RandomAccessCollection<UInt8>) {
        line = 1
        column = 1
        let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        for byte in bytes.prefix(offset).dropFirst(hasMark ? 3 : 0) {
            if byte == Ascii.lineFeed {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
    }
}

/// The ASCII characters that the file formats use.
enum Ascii {
    static let tab: UInt8 = 0x09
    static let lineFeed: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D
    static let blank: UInt8 = 0x20
    static let quote: UInt8 = 0x22
    static let hash: UInt8 = 0x23
    static let apostrophe: UInt8 = 0x27
    static let comma: UInt8 = 0x2C
    static let dash: UInt8 = 0x2D
    static let dot: UInt8 = 0x2E
    static let slash: UInt8 = 0x2F
    static let colon: UInt8 = 0x3A
    static let openBracket: UInt8 = 0x5B
    static let backslash: UInt8 = 0x5C
    static let closeBracket: UInt8 = 0x5D

    static func isBlank(_ byte: UInt8) -> Bool { byte == blank || byte == tab }
    static func isBlankOrBreak(_ byte: UInt8) -> Bool {
        byte == blank || byte == tab || byte == lineFeed || byte == carriageReturn
    }
}
