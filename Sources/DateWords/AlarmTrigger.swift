package import CivilTime
package import Text

/// When an alarm of a reminder rings: at a distance from one of its dates, or at a date of its own.
///
/// In words (`15 min before`, `2 hours before due`, `the day before at 18:00`, `2026-12-01T09:00`), or as the key `reminders`
/// of TaskNotes writes it, with a duration of RFC 5545 section 3.3.6.
package struct AlarmTrigger: Sendable, Hashable {
    package enum Moment: Sendable, Hashable {
        /// So long after the date; before it if negative.
        case offset(CivilDuration)
        /// At a time of day, so many days after the date.
        case clock(days: Int, CivilTime)
        case exact(DateValue)
    }

    /// The key that it counts from, if it says so.
    package enum Base: Sendable, Hashable { case due }

    package var moment: Moment
    /// Nil: it counts from `scheduled` or, if there is none, from `due`.
    package var base: Base?

    package init(_ moment: Moment, from base: Base? = nil) { (self.moment, self.base) = (moment, base) }

    /// Whether it is a date of its own.
    package var isExact: Bool { if case .exact = moment { true } else { false } }

    /// Whether it is a span of time before or after a date.
    package var isOffset: Bool { if case .offset = moment { true } else { false } }

    /// Whether it rings when another one does, however both are spelled.
    package func isSame(as other: AlarmTrigger) -> Bool {
        if case (.exact(let date), .exact(let otherDate)) = (moment, other.moment) { return date.iso == otherDate.iso }
        return self == other
    }

    /// Whether it certainly rings before the date.
    package var isBefore: Bool {
        switch moment {
        case .offset(let span): span.isBackward
        case .clock(let days, _): days < 0
        case .exact: false
        }
    }

    /// As in a file, which is read at any time.
    ///
    /// - Throws: a `ParseError` that names the words that are wrong.
    package init(parsing text: String) throws(ParseError) {
        if let exact = Reader.exact(text) {
            self.init(.exact(exact.value))
        } else if let plain = Self.plain(text) {
            self = plain
        } else {
            self = try Reader.told(text, .alarm) { reader throws(Refusal) in try reader.alarm() }
        }
    }

    /// As typed: also a date that is relative to today.
    package init(parsing text: String, now: CivilDateTime, times: PartsOfDay = .usual) throws(ParseError) {
        do throws(ParseError) {
            try self.init(parsing: text)
        } catch {
            // `15 min` may be meant as before the date, or as from now.
            if let span = CivilDuration.read(text) {
                let meant = AlarmTrigger(.offset(span.reversed)).description
                throw ParseError("'\(text)' does not say before what", suggestion: meant)
            }
            guard let when = try? WhenPhrase(parsing: text, now: now, times: times) else { throw error }
            self.init(.exact(when.value))
        }
    }

    /// The alarms that most files have, read without the tables: `15 min before`, `1 day before due`.
    static func plain(_ text: String) -> AlarmTrigger? {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard 3...4 ~= words.count, words[2] == "before", words.count == 3 || words[3] == "due",
            words[0].utf8.count < 4,
            words[0].utf8.allSatisfy({ 48...57 ~= $0 }), let count = Int(words[0])
        else { return nil }
        let span: CivilDuration
        switch words[1] {
        case "min", "minute", "minutes": span = CivilDuration(seconds: -60 * Int64(count))
        case "hour", "hours": span = CivilDuration(seconds: -3_600 * Int64(count))
        case "day", "days": span = CivilDuration(days: -count)
        case "week", "weeks": span = CivilDuration(days: -7 * count)
        default: return nil
        }
        return AlarmTrigger(.offset(span), from: words.count == 4 ? .due : nil)
    }
}

extension AlarmTrigger: CustomStringConvertible {
    /// In words that are read as the same alarm: `15 minutes before`, `2 days before due at 18:00`.
    package var description: String {
        let suffix = base == nil ? "" : " due"
        switch moment {
        case .exact(let date): return date.description
        case .offset(let span) where span == CivilDuration():
            return base == .due ? "at the deadline" : "0 minutes before"
        case .offset(let span):
            return span.isBackward ? "\(span.reversed.inWords) before\(suffix)" : "\(span.inWords) after\(suffix)"
        case .clock(let days, let time):
            if days == 0 { return "on the day\(suffix) at \(time)" }
            let span = CivilDuration(days: abs(days))
            return "\(span.inWords) \(days < 0 ? "before" : "after")\(suffix) at \(time)"
        }
    }
}

extension CivilDuration {
    package var reversed: CivilDuration { CivilDuration(months: -months, days: -days, seconds: -seconds) }

    /// Whether it goes back in time: its greatest part does.
    package var isBackward: Bool { months != 0 ? months < 0 : days != 0 ? days < 0 : seconds < 0 }

    /// `1 week`, `2 days 3 hours`, in words that are read as the same duration if it has whole minutes.
    package var inWords: String {
        func counted(_ count: Int, _ unit: String) -> String? {
            count == 0 ? nil : "\(count) \(unit)\(count == 1 ? "" : "s")"
        }
        let minutes = Int(seconds / 60)
        let isWeeks = days % 7 == 0
        let parts = [
            counted(months % 12 == 0 ? months / 12 : 0, "year"), counted(months % 12 == 0 ? 0 : months, "month"),
            counted(isWeeks ? days / 7 : 0, "week"), counted(isWeeks ? 0 : days, "day"), counted(minutes / 60, "hour"),
            counted(minutes % 60, "minute"), counted(Int(seconds % 60), "second"),
        ]
        let text = parts.compactMap(\.self).joined(separator: " ")
        return text.isEmpty ? "0 minutes" : text
    }

    /// The duration as RFC 5545 section 3.3.6 has it, with months as in ISO 8601: `-PT15M`, `-P1D`.
    package var rfc5545: String {
        let span = isBackward ? reversed : self
        func part(_ count: Int64, _ unit: String) -> String { count == 0 ? "" : "\(count)\(unit)" }
        let date = part(Int64(span.months), "M") + part(Int64(span.days), "D")
        let time = part(span.seconds / 3_600, "H") + part(span.seconds / 60 % 60, "M") + part(span.seconds % 60, "S")
        let text = date + (time.isEmpty ? "" : "T" + time)
        return (isBackward ? "-P" : "P") + (text.isEmpty ? "T0S" : text)
    }

    /// A duration of RFC 5545 section 3.3.6, as `-PT15M`, also with the months and years of ISO 8601. Nil if the text is none.
    package init?(rfc5545 text: some StringProtocol) {
        var rest = text.utf8[...]
        let isBack = rest.first == UInt8(ascii: "-")
        if isBack || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
        guard rest.popFirst() == UInt8(ascii: "P") else { return nil }
        var (found, inTime, hasPart, count, digits) = (CivilDuration(), false, false, 0, 0)
        for byte in rest {
            if 48...57 ~= byte, digits < 9 {
                (count, digits) = (10 * count + Int(byte - 48), digits + 1)
                continue
            }
            if byte == UInt8(ascii: "T"), !inTime, digits == 0 {
                inTime = true
                continue
            }
            let unit: CivilDuration
            switch (UnicodeScalar(byte), inTime) {
            case ("Y", false): unit = CivilDuration(months: 12)
            case ("M", false): unit = CivilDuration(months: 1)
            case ("W", false): unit = CivilDuration(days: 7)
            case ("D", false): unit = CivilDuration(days: 1)
            case ("H", true): unit = CivilDuration(seconds: 3_600)
            case ("M", true): unit = CivilDuration(seconds: 60)
            case ("S", true): unit = CivilDuration(seconds: 1)
            default: return nil
            }
            guard digits > 0 else { return nil }
            found = found + unit * count
            (hasPart, count, digits) = (true, 0, 0)
        }
        guard hasPart, digits == 0, abs(found.months) <= 1_200, abs(found.days) <= 36_600,
            abs(found.seconds) <= 3_200_000_000
        else { return nil }
        self = isBack ? found.reversed : found
    }
}
