internal import Bytes
import MemossFiles

extension LanguageServer {
    /// The links to files in the folder.
    func documentLinks(_ params: JSON) throws(ResponseError) -> JSON {
        guard let place = try place(params), let folder, !place.isRegistry else { return .null }
        let text = place.document.text
        return .array(
            links(in: place, folder).map { link in
                ["range": text.json(link.range), "target": .string(uri(of: link.path, in: folder))]
            }
        )
    }

    /// The start of the file that the link at a position refers to. It is offered as a definition, because not all
    /// editors support links.
    func linkedFile(_ params: JSON, in folder: ServedFolder) throws(ResponseError) -> JSON {
        guard let place = try place(params), !place.isRegistry else { return .null }
        let offset = try offset(params, in: place)
        guard let link = links(in: place, folder).first(where: { $0.whole.contains(offset) }) else { return .null }
        let start: JSON = ["line": 0, "character": 0]
        return ["uri": .string(uri(of: link.path, in: folder)), "range": ["start": start, "end": start]]
    }

    private func links(in place: Place, _ folder: ServedFolder) -> [(
        whole: Range<Int>, range: Range<Int>, path: String
    )] {
        var notes = NoteNames(folder.snapshot)
        return TextLink.all(in: place.document.text.bytes).compactMap { link in
            let path =
                link.isNote
                ? notes.file(named: link.target, from: place.path)
                : TextLink.path(of: link.target, from: place.path).flatMap(folder.snapshot.place)
            return path.map { (link.whole, link.range, $0) }
        }
    }
}

/// The files that `[[name]]` can refer to.
private struct NoteNames {
    private let snapshot: Snapshot
    /// The first reminder with each file name, and with each title or id.
    private lazy var indices: (files: [String: Int], names: [String: Int]) = {
        var (files, names): ([String: Int], [String: Int]) = ([:], [:])
        for (index, reminder) in snapshot.reminders.enumerated().reversed() {
            files[FilePath.name(of: reminder.path)] = index
            names[reminder.title] = index
            if let id = reminder.writtenID { names[id] = index }
        }
        return (files, names)
    }()

    init(_ snapshot: Snapshot) { self.snapshot = snapshot }

    /// The file that a name in a file refers to: its path, file name, title or id.
    mutating func file(named name: String, from path: String) -> String? {
        guard !name.isEmpty else { return nil }
        let file = name.hasSuffix(".md") ? name : name + ".md"
        let parent = FilePath.parent(of: path)
        for candidate in [parent.isEmpty ? file : "\(parent)/\(file)", file] {
            if let place = snapshot.place(of: candidate) { return place }
        }
        let found = [indices.files[file], indices.names[name]].compactMap(\.self).min()
        return found.map { snapshot.reminders[$0].path }
    }
}

/// A link in Markdown: `[[note#heading|text]]` or `[text](path#heading)`.
struct TextLink: Sendable, Hashable {
    /// Whether it names a note, and is not a path.
    var isNote: Bool
    var target: String
    /// The whole link, including brackets.
    var whole: Range<Int>
    /// The text between the brackets of a note, or between the parentheses of a path.
    var range: Range<Int>

    /// The links of a text outside code and comments.
    static func all(in text: [UInt8]) -> [TextLink] {
        let bytes = withoutComments(text)
        var links: [TextLink] = []
        var fence: ArraySlice<UInt8>?
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: Ascii.lineFeed) ?? bytes.count
            if fence == nil { links += Self.links(of: withoutCode(bytes[start..<end])) }
            fence = CodeFence.open(after: bytes[start..<end], in: fence)
            start = end + 1
        }
        return links
    }

    /// A text with blanks for what is between `<!--` and `-->`.
    private static func withoutComments(_ text: [UInt8]) -> [UInt8] {
        var bytes = text
        var index = 0
        while let open = bytes[index...].firstRange(of: "<!--".utf8) {
            guard let close = bytes[open.upperBound...].firstRange(of: "-->".utf8) else { break }
            for place in open.upperBound..<close.lowerBound where !Ascii.isBlankOrBreak(bytes[place]) {
                bytes[place] = Ascii.blank
            }
            index = close.upperBound
        }
        return bytes
    }

    /// A line with blanks for what is between the same number of backticks.
    private static func withoutCode(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let tick = UInt8(ascii: "`")
        var line = line
        var index = line.startIndex
        while let open = line[index...].firstIndex(of: tick) {
            let marks = line[open...].prefix { $0 == tick }
            index = marks.endIndex
            var end = index
            while let next = line[end...].firstIndex(of: tick) {
                let others = line[next...].prefix { $0 == tick }
                end = others.endIndex
                guard others.count == marks.count else { continue }
                for place in index..<next { line[place] = Ascii.blank }
                index = end
                break
            }
        }
        return line
    }

    private static func links(of line: ArraySlice<UInt8>) -> [TextLink] {
        var links: [TextLink] = []
        var index = line.startIndex
        while let open = line[index...].firstIndex(of: Ascii.openBracket),
            let close = line[open...].firstIndex(of: Ascii.closeBracket)
        {
            index = open + 1
            guard close + 1 < line.endIndex else { continue }
            let isNote = line[open + 1] == Ascii.openBracket && line[close + 1] == Ascii.closeBracket
            if isNote {
                let inside = open + 2..<close
                let name = line[inside].prefix { $0 != Ascii.hash && $0 != UInt8(ascii: "|") }.trimmed
                links.append(TextLink(isNote, name, open..<close + 2, inside))
                index = close + 2
            } else if line[close + 1] == UInt8(ascii: "("),
                let end = line[close...].firstIndex(of: UInt8(ascii: ")"))
            {
                let inside = close + 2..<end
                links.append(TextLink(isNote, line[inside], open..<end + 1, inside))
                index = end + 1
            }
        }
        return links
    }

    private init(_ isNote: Bool, _ target: ArraySlice<UInt8>, _ whole: Range<Int>, _ range: Range<Int>) {
        (self.isNote, self.whole, self.range) = (isNote, whole, range)
        self.target = String(decoding: target, as: UTF8.self)
    }

    /// Resolves the relative path of a link against the file that contains it; nil if it is not a path, or leads out of
    /// the folder.
    static func path(of link: String, from file: String) -> String? {
        let isInAngles = link.hasPrefix("<") && link.hasSuffix(">")
        // Use the URI parser to remove escapes and the heading; it needs an absolute path.
        guard let path = FileURI.path(of: "file:///" + (isInAngles ? String(link.dropFirst().dropLast()) : link)) else {
            return nil
        }
        // A leading slash stands for the root of the folder.
        let parent = link.utf8.first == Ascii.slash ? "" : FilePath.parent(of: file)
        var parts = parent.split(separator: "/").map(String.init)
        for part in path.split(separator: "/") where part != "." {
            if part != ".." {
                parts.append(String(part))
            } else if parts.popLast() == nil {
                return nil
            }
        }
        return parts.joined(separator: "/")
    }
}
