import MemossFiles

extension CalendarImport {
    /// The value of a date property.
    struct Time {
        enum Kind { case day, floating, zoned, utc }
        var kind: Kind
        var clock: CivilDateTime
        /// Nil unless the kind is `zoned`.
        var zone: Zone?
        /// Of a time in UTC: whether the file has it in a zone that this system does not have.
        var isUnnamed = false

        /// Whether it is the same instant everywhere, whatever the local zone.
        var isFixed: Bool { kind == .zoned || kind == .utc }
    }

    func times(_ line: CalendarLine) throws(ImportedReminder.Fault) -> [Time] {
        var times: [Time] = []
        // Of a period, the start.
        let isPeriod = line.name == "RDATE" && line["VALUE"]?.uppercased() == "PERIOD"
        for value in line.value.split(separator: ",", omittingEmptySubsequences: false) {
            times.append(try time(String(isPeriod ? value.prefix { $0 != "/" } : value), of: line))
        }
        return times
    }

    func time(_ line: CalendarLine?) throws(ImportedReminder.Fault) -> Time? {
        guard let line else { return nil }
        return try time(line.value, of: line)
    }

    private func time(_ text: String, of line: CalendarLine) throws(ImportedReminder.Fault) -> Time {
        guard let date = DateValue(calendar: text) else {
            let forms = "expected 20261122, 20261122T090000 or 20261122T090000Z"
            throw .init(line.number, "\(line.name): \(quoted(text)) is not a date: \(forms)")
        }
        if date.isAllDay { return Time(kind: .day, clock: date.clock) }
        let isDay = line["VALUE"]?.uppercased() == "DATE"
        if date.clock.time == .midnight, isDay || isWholeDays && date.offset == nil {
            return Time(kind: .day, clock: date.clock)
        }
        if date.offset != nil {
            let local = self.time.zone.civil(at: Instant(utc: date.clock))
            // Exchange's whole day, where another program has turned it into UTC.
            if isWholeDays, local.time == .midnight { return Time(kind: .day, clock: local) }
            return Time(kind: .utc, clock: date.clock)
        }
        guard let name = line["TZID"] else { return Time(kind: .floating, clock: date.clock) }
        guard let meaning = zones.meaning(of: name, in: context) else {
            throw .init(
                line.number,
                "\(line.name): \(quoted(name)) is not a time zone of this system, expected an IANA name"
            )
        }
        let instant = meaning.rules.instant(of: date.clock)
        guard let zone = meaning.like, zone.instant(of: date.clock) == instant else {
            return Time(kind: .utc, clock: instant.utc, isUnnamed: true)
        }
        return Time(kind: .zoned, clock: date.clock, zone: zone)
    }

    /// Converts a time to a zone. A local time without a zone is unchanged.
    func date(_ time: Time, in zone: Zone) -> DateValue {
        switch time.kind {
        case .day: DateValue(time.clock.date)
        case .floating: DateValue(time.clock)
        case .utc: zone.date(at: Instant(utc: time.clock))
        case .zoned where time.zone == zone: DateValue(time.clock)
        case .zoned: zone.date(at: (time.zone ?? zone).instant(of: time.clock))
        }
    }

    /// A normalised id of one occurrence, however the program writes it.
    static func occurrence(_ time: Time) -> String {
        switch time.kind {
        case .day: CalendarTime(time.clock.date).text
        case .floating: CalendarTime(wall: time.clock).text
        case .utc: CalendarTime(utc: Instant(utc: time.clock)).text
        case .zoned: CalendarTime(utc: (time.zone ?? .utc).instant(of: time.clock)).text
        }
    }

    /// The length of an event or to-do: in days if its start is a day, otherwise in seconds. 0 if it is not given.
    func length(of item: CalendarComponent, from start: Time?) throws(ImportedReminder.Fault) -> Int {
        guard let start else { return 0 }
        if let end = try time(item.first("DTEND")) {
            let instants = [start, end].map { time in
                date(time, in: context.home).instant(in: context.home, allDayAt: .midnight).secondsSince1970
            }
            let days = end.clock.date.daysSinceEpoch - start.clock.date.daysSinceEpoch
            return max(0, start.kind == .day ? days : Int(instants[1] - instants[0]))
        }
        guard let line = item.first("DURATION") else { return 0 }
        guard let seconds = PeriodText(line.value)?.fixedSeconds else {
            throw .init(line.number, "DURATION: \(quoted(line.value)) is not a duration, expected one such as PT15M")
        }
        return max(0, start.kind == .day ? seconds / 86_400 : seconds)
    }
}

extension DateValue {
    /// The date, in a zone, of the occurrence with an id.
    init?(occurrence id: String, in zone: Zone) {
        guard let date = DateValue(calendar: id) else { return nil }
        self = date.offset == nil ? date : zone.date(at: Instant(utc: date.clock))
    }

    /// `20261122`, `20261122T090000` or `20261122T090000Z`.
    init?(calendar text: String) {
        let bytes = Array(text.utf8)
        guard [8, 15, 16].contains(bytes.count) else { return nil }
        func digits(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        var iso = "\(digits(0..<4))-\(digits(4..<6))-\(digits(6..<8))"
        if bytes.count > 8 {
            guard bytes[8] == UInt8(ascii: "T"), bytes.count == 15 || bytes[15] == UInt8(ascii: "Z") else { return nil }
            let second = digits(13..<15)
            // Leap seconds are not supported: `:60` becomes `:59`.
            iso += "T\(digits(9..<11)):\(digits(11..<13)):\(second == "60" ? "59" : second)"
            if bytes.count == 16 { iso += "Z" }
        }
        guard let date = try? DateValue(parsing: iso) else { return nil }
        self = date.isAllDay ? DateValue(date.date) : DateValue(date.clock, offset: date.offset)
    }
}
