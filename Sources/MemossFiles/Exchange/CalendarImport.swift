/// Turns events and to-dos of iCalendar into reminders.
///
/// Every property is kept: what has no key of its own gets a key that begins with `ics_`. What cannot be kept is a fault.
struct CalendarImport {
    private(set) var reminders: [ImportedReminder] = []
    private(set) var faults: [ImportedReminder.Fault] = []

    let context: TimeContext
    private let zone: (String) -> Zone?
    private let freshID: () -> String

    init(_ context: TimeContext, zone: @escaping (String) -> Zone?, freshID: @escaping () -> String) {
        (self.context, self.zone, self.freshID) = (context, zone, freshID)
    }

    mutating func read(_ bytes: [UInt8]) {
        let parser = CalendarParser(bytes)
        faults += parser.faults
        for calendar in parser.components {
            guard calendar.name == "VCALENDAR" else {
                fault(calendar.number, "expected BEGIN:VCALENDAR, found BEGIN:\(calendar.name)")
                continue
            }
            var items: [CalendarComponent] = []
            for component in calendar.components {
                switch component.name {
                case "VEVENT", "VTODO": items.append(component)
                case "VTIMEZONE": break
                default: fault(component.number, "a \(component.name) cannot be imported: only events and to-dos can")
                }
            }
            read(items)
        }
    }

    private mutating func fault(_ line: Int, _ message: String) { faults.append(.init(line, message)) }

    /// Imports the components of a calendar. Those with RECURRENCE-ID replace one occurrence of the series with their UID.
    private mutating func read(_ items: [CalendarComponent]) {
        var replaced: [String: [CalendarLine]] = [:]
        for item in items {
            if let uid = item.first("UID"), let line = item.first("RECURRENCE-ID") {
                replaced[uid.text, default: []].append(line)
            }
        }
        var seen: [[String?]: CalendarComponent] = [:]
        for item in items {
            do throws(ImportedReminder.Fault) {
                guard let uid = item.first("UID"), !uid.text.isEmpty else {
                    throw .init(
                        item.number,
                        "the \(item.name) has no UID, by which mm would recognise it in a later import"
                    )
                }
                let name = [uid.text, item.first("RECURRENCE-ID")?.value]
                if let other = seen.updateValue(item, forKey: name) {
                    if other.hasSameLines(as: item) { continue }
                    throw .init(
                        item.number,
                        "the \(item.name) has the UID of the \(other.name) in line \(other.number), and differs from it: delete "
                            + "the older one"
                    )
                }
                let others = item.first("RECURRENCE-ID") == nil ? replaced[uid.text] ?? [] : []
                reminders += try read(item, id: uid.text, replaced: others)
            } catch {
                faults.append(error)
            }
        }
    }

    // MARK: Times

    /// A value of a date property.
    private struct Time {
        enum Kind { case day, floating, zoned, utc }
        var kind: Kind
        var clock: CivilDateTime
        /// Only of `zoned`.
        var zone: Zone?
    }

    private func times(_ line: CalendarLine) throws(ImportedReminder.Fault) -> [Time] {
        var times: [Time] = []
        for value in line.value.split(separator: ",", omittingEmptySubsequences: false) {
            times.append(try time(String(value), of: line))
        }
        return times
    }

    private func time(_ text: String, of line: CalendarLine) throws(ImportedReminder.Fault) -> Time {
        guard let date = DateValue(calendar: text), line["VALUE"] != "PERIOD" else {
            let forms = "expected 20261122, 20261122T090000 or 20261122T090000Z"
            throw .init(line.number, "\(line.name): \(quoted(text)) is not a date: \(forms)")
        }
        if date.isAllDay { return Time(kind: .day, clock: date.clock) }
        if date.offset != nil { return Time(kind: .utc, clock: date.clock) }
        guard let name = line["TZID"] else { return Time(kind: .floating, clock: date.clock) }
        // Some programs put the name of a vendor before it.
        let parts = name.split(separator: "/")
        let names = [name] + [3, 2].filter { parts.count > $0 }.map { parts.suffix($0).joined(separator: "/") }
        guard let zone = names.lazy.compactMap(zone).first else {
            throw .init(
                line.number,
                "\(line.name): \(quoted(name)) is not a time zone of this system, expected an IANA name"
            )
        }
        return Time(kind: .zoned, clock: date.clock, zone: zone)
    }

    /// The date in a zone; a local time without a zone stays what it is.
    private func date(_ time: Time, in zone: Zone) -> DateValue {
        switch time.kind {
        case .day: DateValue(time.clock.date)
        case .floating: DateValue(time.clock)
        case .utc: zone.date(at: Instant(utc: time.clock))
        case .zoned where time.zone == zone: DateValue(time.clock)
        case .zoned: zone.date(at: (time.zone ?? zone).instant(of: time.clock))
        }
    }

    // MARK: Components

    private func read(
        _ item: CalendarComponent,
        id: String,
        replaced: [CalendarLine]
    ) throws(ImportedReminder.Fault) -> [ImportedReminder] {
        for name in [
            "RRULE", "DTSTART", "DUE", "RECURRENCE-ID", "UID", "SUMMARY", "DESCRIPTION", "COMPLETED", "CREATED",
        ] {
            let lines = item.all(name)
            if lines.count > 1 { throw .init(lines[1].number, "the \(item.name) has a second \(name)") }
        }
        if let line = item.first("EXRULE") {
            throw .init(line.number, "EXRULE cannot be imported: RFC 5545 removed it")
        }
        let isEvent = item.name == "VEVENT"
        let start = try item.first("DTSTART").map { (line) throws(ImportedReminder.Fault) in
            try time(line.value, of: line)
        }
        let due =
            isEvent
            ? nil
            : try item.first("DUE").map { (line) throws(ImportedReminder.Fault) in try time(line.value, of: line) }
        let rule = item.first("RRULE")
        let line = item.first("DTSTART") ?? item.first("DUE")
        // A time in UTC is one instant, which is shown as everything else is. Of a series it is a time of day in UTC.
        let main = start ?? due
        let zone = main.flatMap { $0.kind == .utc && rule != nil ? .utc : $0.zone } ?? context.zone
        var new = try base(of: item, id: id)
        new.scheduled = start.map { date($0, in: zone) }
        new.deadline = due.map { date($0, in: zone) }
        if new.scheduled == new.deadline { new.scheduled = nil }
        if zone.name != context.zone.name, new.date?.isAllDay == false { new.timezone = zone.name }
        var part: String?
        if let time = item.first("RECURRENCE-ID") {
            if time["RANGE"] != nil {
                throw .init(time.number, "RANGE cannot be imported: it changes all further occurrences")
            }
            part = Self.occurrence(try self.time(time.value, of: time))
            new.keys.append(.init("ics_recurrence_id", .text(.init(part ?? "", .string))))
        }
        var exceptions: [DateValue] = []
        for line in item.all("EXDATE") + replaced {
            for time in try times(line) { exceptions.append(date(time, in: zone)) }
        }
        var others: [(part: String, date: DateValue)] = []
        let first = new.date
        for line in item.all("RDATE") {
            for time in try times(line) { others.append((Self.occurrence(time), date(time, in: zone))) }
        }
        if let rule {
            guard item.first("RECURRENCE-ID") == nil, let line else {
                throw .init(rule.number, "RRULE needs a DTSTART, and a component without RECURRENCE-ID")
            }
            try setSeries(&new, by: rule, from: line, exceptions, isEvent: isEvent, in: zone)
        } else if isEvent, new.completed == .open, let date = new.date, hasPassed(date, in: zone) {
            new.completed = .on(date)
        }
        var found = [ImportedReminder(new: new, identity: ImportFormat.identity(id, part))]
        // Further dates become reminders of their own.
        for (part, other) in others where other != first && !exceptions.contains(other) {
            var copy = try base(of: item, id: id)
            (copy.scheduled, copy.timezone) = (other, other.isAllDay ? nil : new.timezone)
            if isEvent, hasPassed(other, in: zone) { copy.completed = .on(other) }
            copy.keys.append(.init("ics_recurrence_id", .text(.init(part, .string))))
            found.append(ImportedReminder(new: copy, identity: ImportFormat.identity(id, part)))
        }
        return found
    }

    /// A day that is over. What began today is still listed.
    private func hasPassed(_ date: DateValue, in zone: Zone) -> Bool {
        let today = context.local.date
        if date.isAllDay { return date.date < today }
        return context.zone.civil(at: date.instant(in: zone, allDayAt: .midnight)).date < today
    }

    private func setSeries(
        _ new: inout NewReminder,
        by line: CalendarLine,
        from startLine: CalendarLine,
        _ exceptions: [DateValue],
        isEvent: Bool,
        in zone: Zone
    ) throws(ImportedReminder.Fault) {
        guard let start = new.date else { return }
        do throws(ParseError) {
            let rule = try RecurrenceRule(parsing: line.value)
            new.recurrence = line.value
            let series = Series(rule: rule, anchor: start, zone: zone, allDayAt: context.allDayAt)
            try series.check()
            if rule.count != nil, !series.startIsOnPattern {
                throw ParseError(
                    "\(startLine.name) is not an occurrence of the rule, and programs do not agree how to count it"
                )
            }
            new.skippedInstances = exceptions.sorted { $0.isBefore($1, in: zone) }.reduce(into: []) { list, date in
                if list.last != date { list.append(date) }
            }
            guard isEvent, hasPassed(start, in: zone) else { return }
            // The occurrences of an event pass by themselves.
            let left = RecordedOccurrences(new.skippedInstances, in: zone)
            let today = zone.instant(
                of: CivilDateTime(zone.civil(at: context.zone.instant(of: CivilDateTime(context.local.date))).date)
            )
            var coming = series.occurrences(after: today.adding(seconds: -1))
            while let next = coming.next() {
                if left.contains(next) { continue }
                new.scheduled = series.date(of: next, like: start)
                new.recurrence = "DTSTART:\(CalendarTime(start, wall: zone).text);\(line.value)"
                return
            }
            if coming.ending == .search || coming.ending == .counting {
                throw ParseError("it takes too long to find the next date of the rule")
            }
            let last = series.last.map { $0.isAllDay ? DateValue($0.nominal.date) : DateValue($0.nominal) }
            new.completed = last.map { .on($0) } ?? .completed
        } catch {
            throw .init(line.number, "RRULE: \(error.message)")
        }
    }

    /// The id of one occurrence, however the program writes it.
    private static func occurrence(_ time: Time) -> String {
        switch time.kind {
        case .day: CalendarTime(time.clock.date).text
        case .floating: CalendarTime(wall: time.clock).text
        case .utc: CalendarTime(utc: Instant(utc: time.clock)).text
        case .zoned: CalendarTime(utc: (time.zone ?? .utc).instant(of: time.clock)).text
        }
    }

    // MARK: Properties

    /// The parameters and the value of a line, as written.
    private static func raw(_ line: CalendarLine) -> String {
        line.written.isEmpty ? line.value : "\(line.written):\(line.value)"
    }

    /// What `read` gives a meaning.
    private static let known: Set = [
        "UID", "SUMMARY", "DESCRIPTION", "CATEGORIES", "DTSTART", "DUE", "RRULE", "EXDATE", "RDATE", "RECURRENCE-ID",
        "CREATED",
        "COMPLETED", "STATUS",
    ]
    /// Keys that other programs use for plain text too.
    private static let plain = ["LOCATION": "location", "URL": "url", "PRIORITY": "priority"]

    /// Everything except the dates.
    private func base(of item: CalendarComponent, id: String) throws(ImportedReminder.Fault) -> NewReminder {
        let title = item.first("SUMMARY")?.text ?? ""
        let line = String(title.unicodeScalars.map { ScalarText.isBreak($0) ? " " : Character($0) })
        let created = try item.first("CREATED").map { (line) throws(ImportedReminder.Fault) in
            date(try time(line.value, of: line), in: context.zone).clock
        }
        let clock = created ?? context.local
        var new: NewReminder
        do throws(ParseError) {
            let untitled = try NewReminder(title: "Untitled", id: freshID(), created: clock)
            new = (try? NewReminder(title: line, id: untitled.id, created: clock)) ?? untitled
        } catch {
            throw .init(item.number, error.message)
        }
        new.body = Array((item.first("DESCRIPTION")?.text ?? "").utf8)
        var keys: [(name: String, values: [FieldValue.Item])] = []
        func keep(_ name: String, _ text: String, _ reading: FieldValue.Item.Reading = .string) {
            if let index = keys.firstIndex(where: { $0.name == name }) {
                keys[index].values.append(.init(text, reading))
            } else {
                keys.append((name, [.init(text, reading)]))
            }
        }
        keep("ics_uid", id)
        for line in item.lines {
            let key = "ics_" + line.name.lowercased().replacing("-", with: "_")
            switch line.name {
            case "CATEGORIES":
                for name in line.texts where !TagName.trimmed(name).isEmpty {
                    if let tag = try? TagName(validating: name) {
                        if !new.tags.contains(tag) { new.tags.append(tag) }
                    } else {
                        keep(key, name)
                    }
                }
            case "STATUS":
                let isDone = ["COMPLETED", "CANCELLED"].contains(line.value.uppercased())
                if isDone, new.completed == .open { new.completed = .completed }
                if !["COMPLETED", "NEEDS-ACTION"].contains(line.value.uppercased()) { keep(key, line.value) }
            case "COMPLETED": new.completed = .on(date(try time(line.value, of: line), in: context.zone))
            case let name where Self.known.contains(name): break
            default:
                if let name = Self.plain[line.name], line.written.isEmpty, !keys.contains(where: { $0.name == name }) {
                    keep(name, line.text, line.name == "PRIORITY" ? .any : .string)
                } else {
                    keep(key, Self.raw(line))
                }
            }
            // A language, a reference to a longer text.
            let ignored = ["VALUE", "TZID"]
            if Self.known.contains(line.name), line.name != "RECURRENCE-ID",
                line.parameters.contains(where: { !ignored.contains($0.name) })
            {
                keep(key + "_parameters", line.written)
            }
        }
        for alarm in item.components {
            guard alarm.name == "VALARM", alarm.components.isEmpty else {
                throw .init(alarm.number, "a \(alarm.name) in a \(item.name) cannot be imported")
            }
            keep(
                "ics_alarm",
                alarm.lines.map { "\($0.name)\($0.written.isEmpty ? ":" : ";")\(Self.raw($0))" }.joined(separator: "\n")
            )
        }
        for line in item.lines where line.name == "SUMMARY" && new.title != TagName.trimmed(title) && !title.isEmpty {
            keep("ics_summary", Self.raw(line))
        }
        new.keys = keys.map { .init($0.name, $0.values.count == 1 ? .text($0.values[0]) : .list($0.values)) }
        return new
    }
}

extension DateValue {
    /// `20261122`, `20261122T090000` or `20261122T090000Z`.
    fileprivate init?(calendar text: String) {
        let bytes = Array(text.utf8)
        guard [8, 15, 16].contains(bytes.count) else { return nil }
        func digits(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        var iso = "\(digits(0..<4))-\(digits(4..<6))-\(digits(6..<8))"
        if bytes.count > 8 {
            guard bytes[8] == UInt8(ascii: "T"), bytes.count == 15 || bytes[15] == UInt8(ascii: "Z") else { return nil }
            let second = digits(13..<15)
            // A leap second, which no clock here has.
            iso += "T\(digits(9..<11)):\(digits(11..<13)):\(second == "60" ? "59" : second)"
            if bytes.count == 16 { iso += "Z" }
        }
        guard let date = try? DateValue(parsing: iso) else { return nil }
        self = date.isAllDay ? DateValue(date.date) : DateValue(date.clock, offset: date.offset)
    }
}
