internal import Bytes

/// Searches files for texts: each must occur in the title, in a tag, in the body or in the value of a key that has no meaning
/// for the program.
package struct TextFinder: Sendable {
    private let texts: [String]
    private let registry: TagRegistry

    /// - Parameters:
    ///   - texts: each is one line and not empty.
    ///   - registry: gives the names under which tags are found.
    package init(_ texts: [String], registry: TagRegistry) {
        self.texts = texts
        self.registry = registry
    }

    /// Matches the files that have all texts.
    var query: Query { .all(texts.map { .term(.anywhere($0)) }) }

    /// Whether the values of a key are searched: those with a meaning are dates and words such as `weekly`, for which a query
    /// has terms.
    static func searches(_ key: String) -> Bool { !meaningful.contains(key) }

    private static let meaningful = Set(KnownKey.allCases.map(\.rawValue))

    /// What was found in a file that the query matches. Nil if it does not.
    ///
    /// - Parameter bytes: the whole file.
    func matches(in file: Reminder, _ bytes: [UInt8]) -> FoundFile? {
        var search = Search(texts)
        var positions = TextPositions()
        var bodyStart = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        // The title, unless it has been found in its line.
        var title: String? = file.title
        do throws(YAMLDocument.Fault) {
            let frontMatter = try FrontMatter.read(bytes, names: registry.settings.names)
            bodyStart = frontMatter?.delimiters.closing.upperBound ?? bodyStart
            if let document = frontMatter?.document {
                let value = document.entry("title").map { document.nodes[$0.value].contentSpan }
                if let value, !value.isEmpty {
                    search.add(file.title, .title, line: positions.line(of: value.lowerBound, in: bytes))
                    title = nil
                }
                for item in TagItems(of: document).items {
                    let offset = item.segment?.lowerBound ?? document.nodes[item.node].span.lowerBound
                    let name = registry.canonical(item.name).text
                    search.add(name, .tags, line: positions.line(of: offset, in: bytes))
                }
                for (key, node) in document.foundNodes() {
                    let start = document.nodes[node].contentSpan.lowerBound
                    let lines = document.text(of: node).split(separator: "\n", omittingEmptySubsequences: false)
                    // A block begins on the line after its sign.
                    let first = [.literal, .folded].contains(document.nodes[node].style) ? 1 : 0
                    for (index, text) in lines.enumerated() {
                        let line = positions.line(of: start, in: bytes) + (lines.count > 1 ? first + index : first)
                        search.add(String(text), .key, of: key, line: line)
                    }
                }
            }
        } catch {
            // The lines of a file that cannot be read, or is in conflict, are searched as they are.
            title = nil
        }
        let hasHeading = title != nil && MarkdownHeading.first(in: bytes[bodyStart...]) != nil
        var line = positions.line(of: bodyStart, in: bytes)
        bytes.withUnsafeBufferPointer { bytes in
            var start = bodyStart
            while start < bytes.count {
                var end = start
                while end < bytes.count, bytes[end] != Ascii.lineFeed { end += 1 }
                let isCRLF = end > start && bytes[end - 1] == Ascii.carriageReturn
                let text = UnsafeBufferPointer(rebasing: bytes[start..<(isCRLF ? end - 1 : end)])
                if hasHeading, let heading = title, Self.isHeading(text, heading) {
                    search.add(heading, .title, line: line)
                    title = nil
                } else {
                    search.add(text, line: line)
                }
                (start, line) = (end + 1, line + 1)
            }
        }
        if let title { search.add(title, .title, line: nil) }
        return search.file(file)
    }

    /// Whether a line is the heading with this text, with or without marks.
    private static func isHeading(_ line: UnsafeBufferPointer<UInt8>, _ title: String) -> Bool {
        func isMark(_ byte: UInt8) -> Bool { byte == Ascii.hash || Ascii.isBlank(byte) }
        let start = line.drop(while: isMark)
        let text = start[..<(start.lastIndex { !isMark($0) }.map { $0 + 1 } ?? start.startIndex)]
        return String(ordering: text) == title
    }
}

/// A file in which all texts were found.
package struct FoundFile: Sendable, Hashable {
    package let reminder: Reminder
    /// By place, then by line.
    package let matches: [TextMatch]
    /// The lower, the better: a title counts more than a tag, a tag more than the body, and a word more than part of one.
    /// With several texts, the worst of them counts.
    let rank: Int
}

/// A line in which texts were found.
package struct TextMatch: Sendable, Hashable {
    package enum Place: String, Sendable {
        case title, tags, body, key
    }

    package let place: Place
    /// Counted from 1; nil if the title is the name of the file.
    package let line: Int?
    /// The title, the name of the tag, the line of the body, or the value of the key.
    package let text: String
    /// The key; nil for another place.
    package let key: String?
    /// Where the texts are, as ranges of UTF-8 bytes; sorted, without overlaps.
    package let ranges: [Range<Int>]
}

extension TextFinder {
    /// The matches in one file.
    private struct Search {
        private let texts: [String]
        /// The texts that can be searched for byte by byte; nil for another.
        private let needles: [[UInt8]?]
        private var matches: [TextMatch] = []
        /// The best rank of each text; nil if it has not been found.
        private var ranks: [Int?]

        init(_ texts: [String]) {
            self.texts = texts
            needles = texts.map { text in
                let bytes = Array(text.utf8)
                return bytes.allSatisfy { $0 < 0x80 } ? bytes : nil
            }
            ranks = texts.map { _ in nil }
        }

        mutating func add(_ line: UnsafeBufferPointer<UInt8>, line number: Int) {
            let isFound = needles.indices.contains { index in
                needles[index].map { TextSearch.finds(line, $0) } ?? TextSearch.finds(Array(line), texts[index])
            }
            if isFound { add(String(ordering: line), .body, line: number) }
        }

        mutating func add(_ line: String, _ place: TextMatch.Place, of key: String? = nil, line number: Int?) {
            var ranges: [Range<Int>] = []
            for (index, text) in texts.enumerated() {
                let found = TextSearch.occurrences(of: text, in: line)
                guard !found.isEmpty else { continue }
                let isWord = found.contains { TextSearch.isWord($0, in: line) }
                let places: [TextMatch.Place] = [.title, .tags, .body, .key]
                let rank = 2 * (places.firstIndex(of: place) ?? 0) + (isWord ? 0 : 1)
                ranks[index] = min(ranks[index] ?? rank, rank)
                ranges += found
            }
            guard !ranges.isEmpty else { return }
            let merged = Self.merged(ranges)
            matches.append(TextMatch(place: place, line: number, text: line, key: key, ranges: merged))
        }

        private static func merged(_ ranges: [Range<Int>]) -> [Range<Int>] {
            var merged: [Range<Int>] = []
            for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
                if let last = merged.last, range.lowerBound <= last.upperBound {
                    merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
                } else {
                    merged.append(range)
                }
            }
            return merged
        }

        func file(_ reminder: Reminder) -> FoundFile? {
            let found = ranks.compactMap(\.self)
            guard found.count == texts.count, let worst = found.max() else { return nil }
            let titles = matches.filter { $0.place == .title }
            return FoundFile(reminder: reminder, matches: titles + matches.filter { $0.place != .title }, rank: worst)
        }
    }
}

extension YAMLDocument {
    /// The scalars in the values of the keys that are searched, with their keys.
    fileprivate func foundNodes() -> [(key: String, node: Int)] {
        var found: [(key: String, node: Int)] = []
        func add(_ node: Int, of key: String) {
            switch nodes[node].kind {
            case .scalar: found.append((key, node))
            case .mapping: for entry in entries(of: node) { add(entry.value, of: key) }
            case .sequence: for child in children(of: node) { add(child, of: key) }
            default: break
            }
        }
        for entry in entries where nodes[entry.key].kind == .scalar {
            let key = text(of: entry.key)
            if TextFinder.searches(key) { add(entry.value, of: key) }
        }
        return found
    }
}
