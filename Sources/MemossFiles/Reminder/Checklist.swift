internal import Bytes

/// The boxes in the text of a reminder: `- [ ] eggs`, `2. [x] milk` (GitHub Flavored Markdown, section 5.3).
package struct Checklist: Sendable, Hashable {
    package struct Item: Sendable, Hashable {
        package var text: String
        package var isTicked: Bool
        /// The offset of the byte between the brackets.
        var mark: Int
    }

    package let items: [Item]

    package var tickedCount: Int { items.count(where: \.isTicked) }

    /// - Parameter body: the text below the front matter.
    package init(_ body: [UInt8]) {
        var items: [Item] = []
        var fence: (byte: UInt8, count: Int)?
        var start = 0
        while start < body.count {
            let end = body[start...].firstIndex(of: Ascii.lineFeed) ?? body.count
            defer { start = end + 1 }
            let line = body[start..<end]
            let rest = line.drop { $0 == Ascii.blank || $0 == Ascii.tab }
            // Code is no list.
            if let byte = rest.first, byte == UInt8(ascii: "`") || byte == UInt8(ascii: "~") {
                let count = rest.prefix { $0 == byte }.count
                if let open = fence {
                    if open.byte == byte, count >= open.count { fence = nil }
                } else if count > 2 {
                    fence = (byte, count)
                }
                continue
            }
            if fence == nil, let item = Self.item(rest) { items.append(item) }
        }
        self.items = items
    }

    /// Whether a text has the bracket of a box: false for most.
    static func mayBe(in body: ArraySlice<UInt8>) -> Bool {
        body.withUnsafeBufferPointer { bytes in
            var place = ByteScan.first(UInt8(ascii: "["), in: bytes, from: 0, to: bytes.count)
            while place + 2 < bytes.count {
                if bytes[place + 2] == UInt8(ascii: "]") { return true }
                place = ByteScan.first(UInt8(ascii: "["), in: bytes, from: place + 1, to: bytes.count)
            }
            return false
        }
    }

    private static func item(_ line: ArraySlice<UInt8>) -> Item? {
        var rest = line
        let digits = rest.prefix { Ascii.isDigit($0) }
        if digits.isEmpty {
            guard let bullet = rest.popFirst(), "-*+".utf8.contains(bullet) else { return nil }
        } else {
            rest = rest.dropFirst(digits.count)
            guard digits.count < 10, let end = rest.popFirst(), ".)".utf8.contains(end) else { return nil }
        }
        let box = rest.drop { $0 == Ascii.blank || $0 == Ascii.tab }
        let first = box.startIndex
        guard first > rest.startIndex, box.count > 3, box[first] == UInt8(ascii: "["),
            box[first + 2] == UInt8(ascii: "]"), " xX".utf8.contains(box[first + 1]),
            box[first + 3] == Ascii.blank || box[first + 3] == Ascii.tab
        else { return nil }
        let text = String(decoding: box.dropFirst(4), as: UTF8.self).trimmingBlanks
        guard !text.isEmpty else { return nil }
        return Item(text: text, isTicked: box[first + 1] != Ascii.blank, mark: first + 1)
    }
}

/// Ticks or unticks boxes in the text of a file: one byte each.
package enum ChecklistChange: Sendable, Hashable {
    /// The first box with this text that is not so yet.
    case tick(String), untick(String)
    case untickAll

    /// - Returns: the whole file; nil if nothing changes.
    func apply(to bytes: [UInt8]) throws(EditRefusal) -> [UInt8]? {
        let start = try FrontMatter.toEdit(bytes)?.delimiters.closing.upperBound ?? 0
        let items = Checklist(Array(bytes[start...])).items
        let marks: [Int] =
            switch self {
            case .tick(let text): items.first { $0.text == text && !$0.isTicked }.map { [$0.mark] } ?? []
            case .untick(let text): items.first { $0.text == text && $0.isTicked }.map { [$0.mark] } ?? []
            case .untickAll: items.filter(\.isTicked).map(\.mark)
            }
        guard !marks.isEmpty else { return nil }
        var result = bytes
        for mark in marks { result[start + mark] = if case .tick = self { UInt8(ascii: "x") } else { Ascii.blank } }
        return result
    }
}
