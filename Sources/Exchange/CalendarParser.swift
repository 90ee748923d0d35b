internal import Bytes
import MemossFiles

/// A content line of iCalendar after unfolding: `DTSTART;TZID=Europe/Paris:20261122T090000` (RFC 5545, 3.1).
struct CalendarLine: Sendable, Hashable {
    /// The name in capitals.
    var name: String
    /// The names in capitals; the values without quotes.
    var parameters: [(name: String, value: String)] = []
    /// The parameters as they are written, without the leading semicolon.
    var written: String
    var value: String
    /// The number of its first line in the file, from 1.
    var number: Int

    subscript(name: String) -> String? { parameters.first { $0.name == name }?.value }

    static func == (a: CalendarLine, b: CalendarLine) -> Bool { (a.number, a.value) == (b.number, b.value) }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }

    /// The value as TEXT, unescaped (3.3.11).
    var text: String { Self.unescaped(value.utf8[...]) }

    /// The value as a list of texts.
    var texts: [String] {
        let bytes = value.utf8
        var items: [String] = []
        var start = bytes.startIndex
        var isEscaped = false
        for index in bytes.indices {
            if bytes[index] == UInt8(ascii: ","), !isEscaped {
                items.append(Self.unescaped(bytes[start..<index]))
                start = bytes.index(after: index)
            }
            isEscaped = bytes[index] == UInt8(ascii: "\\") && !isEscaped
        }
        return items + [Self.unescaped(bytes[start...])]
    }

    private static func unescaped(_ text: Substring.UTF8View) -> String {
        var plain: [UInt8] = []
        var isEscaped = false
        for byte in text {
            if isEscaped {
                switch byte {
                case UInt8(ascii: "n"), UInt8(ascii: "N"): plain.append(Ascii.lineFeed)
                case UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: ","): plain.append(byte)
                // Not an escape.
                default: plain += [UInt8(ascii: "\\"), byte]
                }
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else {
                plain.append(byte)
            }
        }
        if isEscaped { plain.append(UInt8(ascii: "\\")) }
        return String(decoding: plain, as: UTF8.self)
    }
}

/// A component of iCalendar, such as a VEVENT, with its lines and the components within.
struct CalendarComponent: Sendable {
    var name: String
    var number: Int
    var lines: [CalendarLine] = []
    var components: [CalendarComponent] = []

    func first(_ name: String) -> CalendarLine? { lines.first { $0.name == name } }
    func all(_ name: String) -> [CalendarLine] { lines.filter { $0.name == name } }

    /// What it says, without what changes at each export, or when it is completed.
    var text: String {
        let ignored = [
            "DTSTAMP", "LAST-MODIFIED", "SEQUENCE", "X-WR-CALNAME", "STATUS", "COMPLETED", "PERCENT-COMPLETE",
            CalendarDigest.name,
        ]
        let own = lines.filter { !ignored.contains($0.name) }.map { "\($0.name);\($0.written):\($0.value)\n" }
        return "\(name)\n" + own.joined() + components.map(\.text).joined()
    }

    /// Whether another one says the same, elsewhere in the file.
    func hasSameLines(as other: CalendarComponent) -> Bool {
        name == other.name && lines.count == other.lines.count && components.count == other.components.count
            && zip(lines, other.lines).allSatisfy {
                ($0.name, $0.written, $0.value) == ($1.name, $1.written, $1.value)
            }
            && zip(components, other.components).allSatisfy { $0.hasSameLines(as: $1) }
    }
}

/// Parses an iCalendar stream into components. The input is untrusted.
struct CalendarParser {
    private(set) var components: [CalendarComponent] = []
    private(set) var faults: [ImportedReminder.Fault] = []
    /// The deepest nesting that is accepted. No standard uses more.
    private static let deepest = 16

    init(_ bytes: [UInt8]) {
        var open: [CalendarComponent] = []
        for (number, line) in Self.unfolded(bytes) {
            guard let text = String(validating: line, as: UTF8.self) else {
                faults.append(.init(number, "the line is not valid UTF-8", .file))
                continue
            }
            guard let read = Self.line(text, number) else {
                faults.append(.init(number, "\(quoted(text)) is not a line of iCalendar, expected NAME:VALUE", .file))
                continue
            }
            switch read.name {
            case "BEGIN" where open.count < Self.deepest:
                open.append(CalendarComponent(name: read.value.uppercased(), number: number))
            case "BEGIN":
                faults.append(.init(number, "the components are nested too deeply", .file))
                return
            case "END":
                guard let last = open.popLast(), last.name == read.value.uppercased() else {
                    faults.append(.init(number, "\(quoted(text)) ends a component that was not begun", .file))
                    return
                }
                if open.isEmpty { components.append(last) } else { open[open.count - 1].components.append(last) }
            default:
                if open.isEmpty {
                    faults.append(.init(number, "expected BEGIN:VCALENDAR, found \(quoted(text))", .file))
                    return
                }
                open[open.count - 1].lines.append(read)
            }
        }
        if let last = open.last {
            faults.append(.init(last.number, "BEGIN:\(last.name) has no END: the file is truncated", .file))
        }
        if components.isEmpty, faults.isEmpty { faults.append(.init(1, "there is no calendar in the file", .file)) }
    }

    /// The unfolded lines with their line numbers, without empty ones.
    private static func unfolded(_ bytes: [UInt8]) -> [(number: Int, line: [UInt8])] {
        var lines: [(number: Int, line: [UInt8])] = []
        for (index, piece) in bytes.split(separator: Ascii.lineFeed, omittingEmptySubsequences: false).enumerated() {
            let line = piece.last == Ascii.carriageReturn ? piece.dropLast() : piece
            guard let first = line.first else { continue }
            if Ascii.isBlankOrBreak(first), !lines.isEmpty {
                lines[lines.count - 1].line += line.dropFirst()
            } else {
                lines.append((index + 1, Array(line)))
            }
        }
        return lines
    }

    /// Works on bytes, because a colon and a combining accent form a single Swift character.
    private static func line(_ text: String, _ number: Int) -> CalendarLine? {
        let bytes = text.utf8
        var rest = bytes[...]
        func isName(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"): true
            default: false
            }
        }
        func name() -> String? {
            let name = rest.prefix(while: isName)
            rest = rest[name.endIndex...]
            return name.isEmpty ? nil : String(decoding: name, as: UTF8.self).uppercased()
        }
        guard let first = name() else { return nil }
        var line = CalendarLine(name: first, written: "", value: "", number: number)
        let start = rest.startIndex
        while rest.first == UInt8(ascii: ";") {
            rest = rest.dropFirst()
            guard let key = name(), rest.first == UInt8(ascii: "=") else { return nil }
            rest = rest.dropFirst()
            let begin = rest.startIndex
            var isQuoted = false
            while let byte = rest.first, isQuoted || byte != UInt8(ascii: ";") && byte != UInt8(ascii: ":") {
                if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
                rest = rest.dropFirst()
            }
            if isQuoted { return nil }
            let value = bytes[begin..<rest.startIndex].filter { $0 != UInt8(ascii: "\"") }
            line.parameters.append((key, String(decoding: value, as: UTF8.self)))
        }
        guard rest.first == UInt8(ascii: ":") else { return nil }
        line.written = String(decoding: bytes[start..<rest.startIndex].dropFirst(), as: UTF8.self)
        line.value = String(decoding: rest.dropFirst(), as: UTF8.self)
        return line
    }
}
