internal import Bytes

/// Replaces the body of a file, or adds to it: everything after the closing delimiter, or the whole of a file without front matter.
package struct BodyChange: Sendable, Hashable {
    package let text: [UInt8]
    /// Whether the text is added to the body instead of replacing it.
    package let isAddition: Bool

    /// - Parameter text: Markdown. Line endings are converted to those of the file, and a missing final one is added.
    package init(_ text: [UInt8]) { (self.text, isAddition) = (text, false) }

    /// - Parameter text: the text to append, which will begin on a new line.
    package init(appending text: [UInt8]) { (self.text, isAddition) = (text, true) }

    /// - Returns: nil if the file already has this body.
    /// - Throws: an `EditRefusal` if the front matter cannot be read, or the text would be parsed as front matter.
    package func apply(to bytes: [UInt8]) throws(EditRefusal) -> [UInt8]? {
        let delimiters = try FrontMatter.toEdit(bytes)?.delimiters
        let front = delimiters?.closing.upperBound ?? (bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
        let start = isAddition ? bytes.count : front
        let lineEnd = (delimiters?.lineEnd ?? Delimiters.LineEnd(of: bytes)).bytes
        var body: [UInt8] = []
        // A byte order mark at the start of the file is not part of the body.
        let isMarked = delimiters == nil && text.starts(with: [0xEF, 0xBB, 0xBF])
        for byte in isMarked ? text.dropFirst(3) : text[...] {
            if byte == Ascii.lineFeed {
                Self.end(&body, lineEnd)
            } else {
                body.append(byte)
            }
        }
        if !body.isEmpty, body.last != Ascii.lineFeed { Self.end(&body, lineEnd) }
        guard !bytes[start...].elementsEqual(body) else { return nil }
        var result = Array(bytes[..<start])
        let isBehindText = delimiters != nil || start > front
        if start > 0, isBehindText, result.last != Ascii.lineFeed, !body.isEmpty { result += lineEnd }
        result += body
        switch (FileHead(result), delimiters) {
        case (.text, nil), (.frontMatter, .some): break
        default:
            throw EditRefusal(reason: "the beginning of the body would be read as front matter", offset: start)
        }
        return result == bytes ? nil : result
    }

    /// Ends the line. A CR before the line feed of a file that uses LF would turn it into CR LF.
    private static func end(_ body: inout [UInt8], _ lineEnd: [UInt8]) {
        while body.last == Ascii.carriageReturn { body.removeLast() }
        body += lineEnd
    }
}
