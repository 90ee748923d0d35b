internal import Bytes
public import Text

extension DateValue {
    /// Parses `2026-11-22`, `2026-11-22T09:00` or `2026-11-22 09:00`, with or without seconds; a time may be followed by
    /// `Z`, `+01:00`, `+0100` or `+01` (ISO 8601), also after a blank. Fractions of a second are dropped. Nothing else may
    /// surround it.
    ///
    /// - Throws: a `ParseError` that says what is impossible (`February 2026 has 28 days`), with a valid spelling if one
    ///   can be guessed (`2026-1-5` → `2026-01-05`).
    public init(parsing text: String) throws(ParseError) {
        var text = text
        self = try text.withUTF8 { bytes in Result { () throws(ParseError) in try DateValue(parsing: bytes) } }.get()
    }

    /// Parses UTF-8 bytes. Generic code would not be specialised for another module, and every date of a file is read here.
    package init(parsing bytes: ArraySlice<UInt8>) throws(ParseError) {
        self = try bytes.withUnsafeBufferPointer { (bytes) throws(ParseError) in try DateValue(parsing: bytes) }
    }

    package init(parsing bytes: UnsafeBufferPointer<UInt8>) throws(ParseError) {
        var scanner = DateScanner(bytes: bytes)
        do throws(ParseError) {
            self = try scanner.dateValue()
        } catch {
            var error = error
            if error.suggestion == nil { error.suggestion = DateScanner.repaired(bytes) }
            throw error
        }
    }
}

/// Parses a `DateValue`, one byte after another.
private struct DateScanner {
    let bytes: UnsafeBufferPointer<UInt8>
    var position = 0

    init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    mutating func dateValue() throws(ParseError) -> DateValue {
        let date = try date()
        guard let mark = peek else { return DateValue(date) }
        guard mark == UInt8(ascii: "T") || mark == UInt8(ascii: " ") else {
            throw ParseError(
                "\(text) is not a date: after the day, write T or a space and a time, as in 2026-12-06T09:00",
                offset: position
            )
        }
        position += 1
        let separator: DateValue.Separator = mark == UInt8(ascii: " ") ? .blank : .t
        let (time, showsSeconds) = try time()
        let offset = try offset()
        guard position == bytes.count else { throw malformed }
        return DateValue(date, time, offset, separator, showsSeconds)
    }

    private mutating func date() throws(ParseError) -> CivilDate {
        let year = try digits(4)
        try expect("-")
        let month = try digits(2)
        try expect("-")
        let day = try digits(2)
        if let date = CivilDate(year: year, month: month, day: day) { return date }
        if year == 0 { throw ParseError("there is no year 0000: years are 0001 to 9999") }
        guard let name = Month(rawValue: Int8(month)) else {
            throw ParseError("there is no month \(month.padded(2)): months are 01 to 12", offset: 5)
        }
        if day == 0 { throw ParseError("there is no day 00: days begin with 01", offset: 8) }
        let length = CivilDate.daysInMonth(year: year, month: month)
        let last = CivilDate(unchecked: year, month, length)
        let reason = "there is no \(day) \(name.name): \(name.name) \(year.padded(4)) has \(length) days"
        throw ParseError(reason, suggestion: last.description, offset: 8)
    }

    private mutating func time() throws(ParseError) -> (CivilTime, showsSeconds: Bool) {
        let start = position
        let hour = try digits(2)
        try expect(":")
        let minute = try digits(2)
        let hasSeconds = peek == UInt8(ascii: ":")
        var second = 0
        if hasSeconds {
            position += 1
            second = try digits(2)
            skipFraction()
        }
        if let time = CivilTime(hour: hour, minute: minute, second: second) { return (time, hasSeconds) }
        if hour > 23 { throw ParseError("there is no hour \(hour): hours are 00 to 23", offset: start) }
        if minute > 59 { throw ParseError("there is no minute \(minute): minutes are 00 to 59", offset: start + 3) }
        throw ParseError("there is no second \(second): seconds are 00 to 59", offset: start + 6)
    }

    /// Programs write fractions of a second, which no reminder needs.
    private mutating func skipFraction() {
        guard let mark = peek, mark == UInt8(ascii: ".") || mark == Ascii.comma, position + 1 < bytes.count,
            Ascii.isDigit(bytes[position + 1])
        else { return }
        position += 1
        while let byte = peek, Ascii.isDigit(byte) { position += 1 }
    }

    private mutating func offset() throws(ParseError) -> UTCOffset? {
        // Ruby writes a blank before it.
        if peek == Ascii.blank, position + 1 < bytes.count { position += 1 }
        guard let mark = peek else { return nil }
        if mark == UInt8(ascii: "Z") {
            position += 1
            return .zulu
        }
        guard mark == UInt8(ascii: "+") || mark == UInt8(ascii: "-") else {
            throw malformed
        }
        let start = position
        position += 1
        let hours = try digits(2)
        var minutes = 0
        var spelling = UTCOffset.Spelling.hours
        if peek == UInt8(ascii: ":") {
            position += 1
            minutes = try digits(2)
            spelling = .extended
        } else if peek != nil {
            minutes = try digits(2)
            spelling = .basic
        }
        guard hours < 24, minutes < 60 else {
            throw ParseError("there is no such offset: offsets are -23:59 to +23:59", offset: start)
        }
        let seconds = hours * 3_600 + minutes * 60
        if mark == UInt8(ascii: "-") {
            guard seconds != 0 else { throw ParseError("an offset of zero is written Z or +00:00", offset: start) }
            return UTCOffset(seconds: -seconds, spelling: spelling)
        }
        return UTCOffset(seconds: seconds, spelling: spelling)
    }

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func digits(_ count: Int) throws(ParseError) -> Int {
        var value = 0
        for _ in 0..<count {
            guard let byte = peek, 48...57 ~= byte else { throw malformed }
            value = value * 10 + Int(byte - 48)
            position += 1
        }
        return value
    }

    private mutating func expect(_ mark: Unicode.Scalar) throws(ParseError) {
        guard let byte = peek, byte == UInt8(ascii: mark) else { throw malformed }
        position += 1
    }

    private var text: String { quoted(String(decoding: bytes, as: UTF8.self)) }

    private var malformed: ParseError {
        let form = "a date is written 2026-11-22 or 2026-11-22T09:00"
        return bytes.isEmpty
            ? ParseError("no date: \(form)") : ParseError("\(text) is not a date: \(form)", offset: position)
    }

    /// The valid spelling of something close to a date: other separators, missing zeros, lower-case letters, hyphens and
    /// blanks that are other characters.
    static func repaired(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        guard 8...60 ~= bytes.count else { return nil }
        var text = String(decoding: bytes, as: UTF8.self)
        if bytes.contains(where: { $0 >= 0x80 }) {
            text = String(decoding: Array(text.unicodeScalars.map(plain).joined().utf8).trimmed, as: UTF8.self)
        }
        let upper = text.uppercased()
        let groups = upper.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "T" || $0 == " " }
        guard let first = groups.first else { return nil }
        var parts = first.split(omittingEmptySubsequences: false) { "-/.".contains($0) }.map(String.init)
        if parts.count == 1, first.utf8.count == 8 {
            parts = [String(first.prefix(4)), String(first.dropFirst(4).prefix(2)), String(first.suffix(2))]
        }
        // Unless the year comes first, which of the others is the month is ambiguous.
        guard parts.count == 3, parts[0].utf8.count == 4 else { return nil }
        text = parts.map { $0.utf8.count == 1 ? "0" + $0 : $0 }.joined(separator: "-")
        if groups.count == 2 {
            var rest = String(groups[1])
            if rest.dropFirst().first == ":" { rest = "0" + rest }
            text += "T" + rest
        }
        return Array(text.utf8).withUnsafeBufferPointer { bytes in
            var scanner = DateScanner(bytes: bytes)
            return (try? scanner.dateValue())?.description
        }
    }

    /// The ASCII character that another one is typed for.
    private static func plain(_ scalar: Unicode.Scalar) -> String {
        if scalar == "\u{2212}" { return "-" }
        if scalar == "\u{FF1A}" { return ":" }
        return switch scalar.properties.generalCategory {
        case .dashPunctuation: "-"
        case .spaceSeparator: " "
        case .format: ""
        default: String(scalar)
        }
    }
}
