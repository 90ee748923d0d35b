import MemossFiles

/// Writes the content lines of iCalendar (RFC 5545, 3.1): at most 75 bytes each, with CRLF.
struct CalendarWriter {
    private(set) var bytes: [UInt8] = []
    /// The lines of the components, but not of those within them.
    private(set) var digest = CalendarDigest()
    private var depth = 0

    /// Adds a property with an encoded value. The name may include parameters.
    mutating func add(_ name: String, _ value: String) {
        if depth == 1 { digest.add(name.prefix { $0 != ";" }, "\(name):\(value)") }
        var line = "\(name):\(value)".utf8[...]
        var room = 75
        while line.count > room {
            var end = line.index(line.startIndex, offsetBy: room)
            // Do not split a character.
            while line[end] & 0xC0 == 0x80 { end = line.index(before: end) }
            bytes += line[..<end]
            bytes += "\r\n ".utf8
            line = line[end...]
            room = 74
        }
        bytes += line
        bytes += "\r\n".utf8
    }

    mutating func begin(_ component: String) {
        add("BEGIN", component)
        depth += 1
    }

    mutating func end(_ component: String) {
        depth -= 1
        add("END", component)
    }

    /// Adds what was written by another writer.
    mutating func add(_ other: CalendarWriter) { bytes += other.bytes }

    mutating func add(_ name: String, text: String) { add(name, Self.escaped(text)) }

    mutating func add(_ name: String, _ time: CalendarTime, in zone: Zone) {
        add(name + Self.parameters(of: time.form, in: zone), time.text)
    }

    /// Adds one property for each form of time, or several if there are many times, because some programs read long
    /// lines slowly.
    mutating func add(_ name: String, _ times: [CalendarTime], in zone: Zone) {
        for form in [CalendarTime.Form.day, .local, .utc] {
            let texts = times.filter { $0.form == form }.map(\.text)
            for start in stride(from: 0, to: texts.count, by: 32) {
                let part = texts[start..<min(start + 32, texts.count)]
                add(name + Self.parameters(of: form, in: zone), part.joined(separator: ","))
            }
        }
    }

    private static func parameters(of form: CalendarTime.Form, in zone: Zone) -> String {
        switch form {
        case .day: ";VALUE=DATE"
        case .local: ";TZID=\(quoted(zone.name))"
        case .utc: ""
        }
    }

    /// A parameter value, quoted if necessary (RFC 5545, 3.2). It cannot contain a double quote, which becomes a single
    /// one.
    private static func quoted(_ text: String) -> String {
        let text = text.map { $0 == "\"" ? "'" : String($0) }.joined()
        return text.utf8.contains { ":;,".utf8.contains($0) } ? "\"\(text)\"" : text
    }

    /// A value of type TEXT (RFC 5545, 3.3.11). It cannot contain control characters, which become U+FFFD.
    static func escaped(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        var isAfterReturn = false
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n" where isAfterReturn: break
            case "\n", "\r": escaped += "\\n".unicodeScalars
            case "\\", ";", ",": escaped += ["\\", scalar]
            case "\t": escaped.append(scalar)
            case "\0"..."\u{1F}", "\u{7F}": escaped.append("\u{FFFD}")
            default: escaped.append(scalar)
            }
            isAfterReturn = scalar == "\r"
        }
        return String(escaped)
    }
}
