import TestSupport
import Testing

@testable import CivilTime
@testable import Exchange
@testable import MemossFiles

/// What leaves `mm` as a feed is what other programs read alike, and comes back as it was: issue 34.
@Suite struct CalendarGateTests {
    private static let zones = ["Europe/Paris", "Europe/London", "America/New_York", "Asia/Kolkata", "UTC"]

    /// What a program is known to misread (docs/interop.md), in the lines of a component.
    private static let misread: [(what: String, found: @Sendable (Component) -> Bool)] = [
        ("several days of a month with BYSETPOS: ical.js", { $0.count("BYMONTHDAY") > 1 && $0.count("BYSETPOS") > 0 }),
        (
            "several times of a day with BYSETPOS: ical.js, libical",
            { $0.count("BYHOUR") * $0.count("BYMINUTE") > 1 && $0.count("BYSETPOS") > 0 }
        ),
        ("BYSETPOS of a week or an hour: dateutil", { $0.count("BYSETPOS") > 0 && $0.part("FREQ") != ["MONTHLY"] }),
        ("a numbered week: ical.js", { $0.count("BYWEEKNO") > 0 }),
        (
            "numbered and plain weekdays: dateutil",
            { Set($0.part("BYDAY").map { $0.count > 2 }).count > 1 }
        ),
        (
            "the last days of the months of a year, equally far apart: ical.js",
            {
                $0.part("FREQ") == ["YEARLY"] && $0.part("BYMONTHDAY") == ["-1"]
                    && $0.part("BYMONTH") == ["3", "6", "9", "12"]
            }
        ),
        ("SKIP: all but libical", { $0.count("SKIP") + $0.count("RSCALE") > 0 }),
        ("COUNT beside UNTIL: RFC 5545", { $0.count("COUNT") > 0 && $0.count("UNTIL") > 0 }),
        ("RDATE without RRULE: Xandikos, Radicale, ical", { $0.has("RDATE") && !$0.has("RRULE") }),
        ("RRULE twice: RFC 5545", { $0.lines.count { $0.hasPrefix("RRULE") } > 1 }),
        (
            "DTSTART and DUE of different forms: todoman",
            { one in one.has("DTSTART") && one.has("DUE") && one.form("DTSTART") != one.form("DUE") }
        ),
        (
            "a zone that begins after 1999: vobject, Radicale",
            { $0.name == "VTIMEZONE" && ($0.lines.first { $0.hasPrefix("DTSTART:") } ?? "") > "DTSTART:2000" }
        ),
    ]

    struct Component: Sendable {
        var name: String
        var lines: [String] = []

        func has(_ property: String) -> Bool { lines.contains { $0.prefix { $0 != ":" && $0 != ";" } == property } }
        func form(_ property: String) -> [Bool] {
            let line = lines.first { $0.hasPrefix(property) } ?? ""
            return [line.contains("VALUE=DATE:"), line.contains("TZID="), line.hasSuffix("Z")]
        }
        /// The values of a part of RRULE.
        func part(_ key: String) -> [String] {
            let rule = lines.first { $0.hasPrefix("RRULE:") }?.dropFirst(6) ?? ""
            let part = rule.split(separator: ";").first { $0.hasPrefix(key + "=") }
            return part?.dropFirst(key.count + 1).split(separator: ",").map(String.init) ?? []
        }
        func count(_ key: String) -> Int { part(key).count }
    }

    private func components(_ bytes: [UInt8]) -> [Component] {
        var found: [Component] = []
        var open: [Component] = []
        for line in String(decoding: bytes, as: UTF8.self).replacing("\r\n ", with: "").split(separator: "\r\n") {
            if line.hasPrefix("BEGIN:") {
                open.append(Component(name: String(line.dropFirst(6))))
            } else if line.hasPrefix("END:"), let last = open.popLast() {
                // Of a VTIMEZONE, only the starts of its parts.
                if last.name.hasPrefix("V") {
                    found.append(last)
                } else if !open.isEmpty {
                    open[open.count - 1].lines += last.lines.filter { $0.hasPrefix("DTSTART") }
                }
            } else if !open.isEmpty {
                open[open.count - 1].lines.append(String(line))
            }
        }
        return found
    }

    private func context(_ zone: Zone) throws -> TimeContext {
        let now = Instant(utc: CivilDateTime(CivilDate(unchecked: 2025, 1, 1)))
        let home = try ZoneDatabase().zone(named: "Europe/Paris")
        return TimeContext(
            now: now,
            zone: home,
            zones: ["UTC": .utc].merging([zone.name: zone]) { $1 },
            allDayAt: CivilTime(unchecked: 32_400)
        )
    }

    /// A series with occurrences left out, or moved.
    private func series(_ round: Int, _ random: inout Random) throws -> (reminder: Reminder, zone: Zone)? {
        let rule = round.isMultiple(of: 2) ? RandomRule.friendly(&random) : RandomRule.rfc(&random)
        let zone = try ZoneDatabase().zone(named: random.pick(Self.zones))
        let day = CivilDate(daysSinceEpoch: 20_400 + random.below(800))
        let time = random.below(3) == 0 ? nil : CivilTime(unchecked: random.below(288) * 300)
        var reminder = Reminder(path: "a.md", title: "A")
        (reminder.isNote, reminder.recurrence, reminder.timezone) = (false, rule, zone.name)
        reminder.scheduled = DateValue(day).with(date: day, time: time)
        // A date that is none of the rule's is a single occurrence more, and becomes a reminder of its own; whole days have no hours.
        guard reminder.rule != nil, let position = SeriesPosition(reminder, in: try context(zone)),
            position.series.startIsOnPattern, position.place.isAllDay == (time == nil),
            reminder.rule.map({ $0.frequency >= .daily }) ?? true || time != nil
        else { return nil }
        let date = position.place
        reminder.scheduled = date
        if random.below(5) == 0 { reminder.until = DateValue(date.date.adding(days: random.below(900) + 1)) }
        switch random.below(4) {
        case 0:
            reminder.skippedInstances = [0, 7, 28, 31].filter { _ in random.below(2) == 0 }.map {
                DateValue(date.date.adding(days: $0))
            }
        case 1:
            reminder.movedFrom = date
            reminder.scheduled = date.with(date: date.date.adding(days: random.below(3) + 1), time: date.time)
        default: break
        }
        if random.below(4) == 0 { (reminder.deadline, reminder.scheduled) = (reminder.scheduled, nil) }
        return (reminder, zone)
    }

    private func feed(_ reminder: Reminder, _ kind: CalendarFeed.Kind, in context: TimeContext) -> [UInt8] {
        CalendarFeed(kind, hasAlarms: false, hasBodies: false, lastYear: 2030).output(of: [reminder], in: context).bytes
    }

    @Test func `nothing that a program misreads leaves a feed, whatever the rule`() throws {
        var random = Random(seed: 3_410)
        var rules = 0
        for round in 0..<Rounds.of(2_000) {
            guard let (reminder, zone) = try series(round, &random) else { continue }
            for kind in CalendarFeed.Kind.allCases {
                for component in components(feed(reminder, kind, in: try context(zone))) {
                    if component.has("RRULE") { rules += 1 }
                    // Without a start, the series has no date left.
                    if kind == .toDo, reminder.deadline != nil, component.name == "VTODO", component.has("DTSTART") {
                        #expect(component.has("DUE"), "\(component.lines)")
                    }
                    for (what, found) in Self.misread where found(component) {
                        Issue.record("\(what): \(reminder.recurrence ?? ""): \(component.lines)")
                    }
                }
            }
        }
        #expect(rules > Rounds.least(1_000))
    }

    @Test func `a feed imported into an empty folder gives the same dates, as one reminder`() throws {
        var random = Random(seed: 3_411)
        let database = ZoneDatabase()
        var (listed, moved) = (0, 0)
        for round in 0..<Rounds.of(1_000) {
            guard let (reminder, zone) = try series(round, &random) else { continue }
            let context = try context(zone)
            let isDay = reminder.date?.isAllDay == true
            let wanted = dates(reminder, asDays: isDay, in: context)
            for kind in CalendarFeed.Kind.allCases {
                let bytes = feed(reminder, kind, in: context)
                let reading = ImportContext(
                    context,
                    zone: { try? database.zone(named: $0) },
                    freshID: { "b" },
                    known: []
                )
                let (reminders, faults) = ImportFormat.calendar.read(bytes, in: reading)
                if wanted.isEmpty && reminders.isEmpty { continue }
                let text = String(decoding: bytes, as: UTF8.self)
                let isListed = text.contains("RDATE")
                // A rule with both a count and an end is not written beside the dates that are listed for it.
                let isOne = !isListed || text.contains(CalendarSeries.ownRuleName)
                #expect(faults.isEmpty && (reminders.count == 1 || !isOne), "\(faults) \(reminder) \(text)")
                if isListed { listed += 1 }
                if reminders.contains(where: { $0.new.movedFrom != nil }) { moved += 1 }
                var found: [String] = []
                for one in reminders {
                    let file = try one.new.contents()
                    let back = try #require(ReminderDecoder.decode(file, path: "b.md", keeping: .whole).reminder)
                    found += dates(back, asDays: isDay, in: context)
                }
                #expect(isOne ? found == wanted : found.sorted().starts(with: wanted), "\(reminder) \(text)")
            }
        }
        #expect(listed >= Rounds.least(50) && moved >= Rounds.least(50), "\(listed) \(moved)")
    }

    /// Some of the coming dates, up to the year for which dates are listed. A whole day has no zone in iCalendar.
    private func dates(_ reminder: Reminder, asDays: Bool, in context: TimeContext) -> [String] {
        let end = Instant(utc: CivilDateTime(CivilDate(unchecked: 2030, 12, 30)))
        return reminder.occurrencesAhead(in: context).prefix(60).filter { $0.instant < end }.map {
            asDays ? "\($0.nominal.date)" : "\($0.instant)"
        }
    }

    @Test func `a list of dates that was changed elsewhere has the dates that it says`() throws {
        let zone = try ZoneDatabase().zone(named: "UTC")
        var reminder = Reminder(path: "a.md", title: "A")
        (reminder.isNote, reminder.recurrence) = (false, "monthly on 30, 31")
        reminder.scheduled = DateValue(CivilDate(unchecked: 2026, 12, 30))
        let text = String(decoding: feed(reminder, .event, in: try context(zone)), as: UTF8.self)
        let changed = text.replacing("20270130", with: "20270129")
        #expect(text.contains("X-MEMOSS-RECURRENCE:monthly on 30\\, 31\r\n") && changed != text)
        func read(_ text: String) throws -> [NewReminder] {
            let reading = ImportContext(try context(zone), zone: { _ in nil }, freshID: { "b" }, known: [])
            return ImportFormat.calendar.read(Array(text.utf8), in: reading).reminders.map(\.new)
        }
        #expect(try read(text).map(\.recurrence) == ["monthly on 30, 31"])
        #expect(try read(changed).map(\.recurrence) == ["monthly on 30, 31", nil])
        #expect(try read(changed).map(\.scheduled?.description) == ["2026-12-30", "2027-01-29"])
        #expect(try read(changed)[0].skippedInstances.map(\.description) == ["2027-01-30"])
        let other = text.replacing("DTSTART;VALUE=DATE:20261230", with: "DTSTART;VALUE=DATE:20261229")
        // It begins off the rule then, and has no 30 December.
        let moved = try read(other)
        #expect(moved.count == 1 && moved[0].scheduled?.description == "2026-12-29")
        #expect(moved[0].skippedInstances.map(\.description) == ["2026-12-30"])
    }
}
