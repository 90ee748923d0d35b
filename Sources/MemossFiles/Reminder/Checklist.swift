internal import Bytes

/// The boxes in the text of a reminder: `- [ ] eggs`, `2. [x] milk` (GitHub Flavored Markdown, section 5.3).
package struct Checklist: Sendable, Hashable {
    package struct Item: Sendable, Hashable {
        package var text: String
        package var isTicked: Bool
        /// The offset of the byte between the brackets.
        package var mark: Int
    }

    package let items: [Item]

    package var tickedCount: Int { items.count(where: \.isTicked) }

    /// - Parameter body: the text below the front matter.
    package init(_ body: [UInt8]) {
        var items: [Item] = []
        Self.forEachBox(in: body) { bytes, text, isTicked, mark in
            let text = String(decoding: bytes[text], as: UTF8.self).trimmingBlanks
            items.append(Item(text: text, isTicked: isTicked, mark: mark))
        }
        self.items = items
    }

    /// How many boxes a text has, and how many are ticked, without their texts.
    package static func counts(in body: [UInt8]) -> (ticked: Int, all: Int) {
        var (ticked, all) = (0, 0)
        forEachBox(in: body) { _, _, isTicked, _ in
            all += 1
            if isTicked { ticked += 1 }
        }
        return (ticked, all)
    }

    /// Finds the boxes.
    ///
    /// - Parameter take: receives the whole text, the range of the item's text, whether it is ticked, and the offset of the byte
    ///   between the brackets.
    private static func forEachBox(
        in body: [UInt8],
        _ take: (UnsafeBufferPointer<UInt8>, Range<Int>, Bool, Int) -> Void
    ) {
        guard !body.isEmpty else { return }
        body.withUnsafeBufferPointer { bytes in
            var fence: (byte: UInt8, count: Int)?
            var start = 0
            while start < bytes.count {
                let end = ByteScan.first(Ascii.lineFeed, in: bytes, from: start, to: bytes.count)
                let first = afterBlanks(bytes, start, end)
                start = end + 1
                guard first < end else { continue }
                // Code is no list.
                if bytes[first] == UInt8(ascii: "`") || bytes[first] == UInt8(ascii: "~") {
                    var place = first
                    while place < end, bytes[place] == bytes[first] { place += 1 }
                    if let open = fence {
                        if open.byte == bytes[first], place - first >= open.count { fence = nil }
                    } else if place - first > 2 {
                        fence = (bytes[first], place - first)
                    }
                } else if fence == nil, let mark = mark(bytes, first, end) {
                    take(bytes, mark + 3..<end, bytes[mark] != Ascii.blank, mark)
                }
            }
        }
    }

    private static func afterBlanks(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> Int {
        var place = start
        while place < end, bytes[place] == Ascii.blank || bytes[place] == Ascii.tab { place += 1 }
        return place
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

    /// The offset of the byte between the brackets, if the line is an item with a box and a text.
    private static func mark(_ bytes: UnsafeBufferPointer<UInt8>, _ first: Int, _ end: Int) -> Int? {
        var place = first
        while place < end, Ascii.isDigit(bytes[place]) { place += 1 }
        let digits = place - first
        guard digits < 10, place < end else { return nil }
        switch bytes[place] {
        case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"): guard digits == 0 else { return nil }
        case UInt8(ascii: "."), UInt8(ascii: ")"): guard digits > 0 else { return nil }
        default: return nil
        }
        let box = afterBlanks(bytes, place + 1, end)
        guard box > place + 1, end - box > 3, bytes[box] == UInt8(ascii: "["), bytes[box + 2] == UInt8(ascii: "]"),
            bytes[box + 1] == Ascii.blank || bytes[box + 1] | 0x20 == UInt8(ascii: "x"),
            bytes[box + 3] == Ascii.blank || bytes[box + 3] == Ascii.tab
        else { return nil }
        var text = afterBlanks(bytes, box + 3, end)
        if text < end, bytes[text] == Ascii.carriageReturn { text = afterBlanks(bytes, text + 1, end) }
        return text < end ? box + 1 : nil
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
