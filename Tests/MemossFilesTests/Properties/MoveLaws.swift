import TestSupport
import Testing

@testable import CivilTime
@testable import MemossFiles
@testable import Merge

/// Laws of an occurrence that is moved: what follows it is what follows without the move. The rules, dates and moves are
/// random, but the same in every run.
@Suite struct MoveLaws {
    private static let dates = ["2024-02-29", "2026-01-31T02:30", "2025-03-28 02:15", "2019-12-30T23:45:30"]

    /// Series at their first occurrence, each with a deadline.
    private func files(_ random: inout Random) throws -> [Stepping] {
        var files: [Stepping] = []
        for round in 0..<Rounds.of(20_000) {
            var rule = StepLaws.rules[round % StepLaws.rules.count]
            if round % 3 == 1 { rule = RandomRule.friendly(&random) }
            if round % 3 == 2 { rule = RandomRule.rfc(&random) }
            let isFriendly = !rule.contains("=")
            if random.below(4) == 0, !rule.contains("COUNT"), !rule.contains("UNTIL") {
                rule += isFriendly ? " for \(random.below(6) + 2) times" : ";COUNT=\(random.below(6) + 2)"
            }
            let date = random.pick(Self.dates)
            let began = Stepping("scheduled: \(date)\nrecurrence: \(rule)")
            guard let series = try began.context().series(of: began.reminder),
                let first = series.next(after: .distantPast)
            else { continue }
            let start = series.date(of: first, like: try DateValue(parsing: date))
            let due = start.date.adding(days: random.below(9))
            let until = random.below(5) == 0 ? "\nuntil: \(start.date.adding(days: random.below(200)))" : ""
            files.append(Stepping("scheduled: \(start)\ndue: \(due)\nrecurrence: \(rule)\(until)"))
        }
        return files
    }

    private func move(_ file: inout Stepping, to date: DateValue) throws {
        var edit = ReminderChange()
        (edit.scheduled, edit.zone) = (.set(date), try file.context().zone)
        let changes = try edit.changes(of: file.bytes, zones: ZoneDatabase())
        file.bytes = try changes.apply(to: file.bytes, registry: TagRegistry()) ?? file.bytes
    }

    /// A day near a date, earlier or later, with another time if it has one.
    private func other(_ date: DateValue, _ random: inout Random) -> DateValue {
        let day = date.date.adding(days: random.below(31) - 15)
        guard let time = date.time, random.below(2) == 0 else {
            return date.adding(days: random.below(31) - 15, in: .utc)
        }
        let clock = CivilDateTime(day, time).adding(CivilDuration(seconds: Int64(random.below(50)) * 900))
        return DateValue(clock).spelled(like: date)
    }

    @Test func `what follows a move that is done, skipped or caught up is what follows without it`() throws {
        var random = Random(seed: 33)
        var moves = 0
        for began in try files(&random) {
            var plain = began
            for _ in 0..<4 where !plain.reminder.isCompleted {
                let date = try #require(plain.reminder.scheduled)
                var moved = plain
                for _ in 0...random.below(3) {
                    let before = moved
                    try move(&moved, to: other(date, &random))
                    // On another occurrence of the rule, or if the rule follows its date, the series moves.
                    if moved.reminder.movedFrom == nil { moved = before }
                }
                guard moved.reminder.movedFrom != nil else {
                    try plain.done()
                    continue
                }
                moves += 1
                #expect(moved.reminder.movedFrom == date, "\(moved.fields)")
                var back = moved
                try move(&back, to: date)
                #expect(back.bytes == plain.bytes, "moved back: \(moved.fields)")
                (plain.now, moved.now) = ("2031-01-01T12:00", "2031-01-01T12:00")
                switch random.below(7) {
                case 0:
                    try plain.skip()
                    try moved.skip()
                case 1 where plain.reminder.rule?.frequency ?? .daily >= .daily:
                    try plain.done(catchingUp: true)
                    try moved.done(catchingUp: true)
                default:
                    try plain.done()
                    try moved.done()
                }
                if plain.reminder.isCompleted {
                    // The last one stays where it was moved to.
                    #expect(moved.reminder.completed == plain.reminder.completed)
                    #expect(moved.reminder.completeInstances == plain.reminder.completeInstances)
                    let state = moved.fields
                    try moved.reopen()
                    #expect(moved.reminder.movedFrom == date || !state.contains("complete_instances"), "\(state)")
                } else {
                    #expect(moved.bytes == plain.bytes, "\(moved.fields)\n\(plain.fields)")
                }
            }
        }
        #expect(moves > 100)
    }

    @Test func `a moved occurrence comes at its date and not at its place, and the others at their own`() throws {
        var random = Random(seed: 34)
        var moves = 0
        for plain in try files(&random) {
            let date = try #require(plain.reminder.scheduled)
            var moved = plain
            try move(&moved, to: other(date, &random))
            guard moved.reminder.movedFrom != nil, let to = moved.reminder.scheduled else { continue }
            moves += 1
            var context = try plain.context()
            context.now = .distantPast
            let due = to.instant(in: context.zone, allDayAt: context.allDayAt)
            func coming(_ file: Stepping) -> [Instant] {
                ComingOccurrences(file.reminder, in: context).map { $0.prefix(20).map(\.instant) } ?? []
            }
            let expected = Set(coming(plain).dropFirst() + [due]).sorted()
            let found = coming(moved)
            #expect(found.prefix(15) == expected.prefix(15), "\(moved.fields)")
        }
        #expect(moves > 100)
    }

    @Test func `what one side moves, or moves back, and the other completes or skips, is completed or skipped`() throws
    {
        var random = Random(seed: 36)
        var (moves, returns) = (0, 0)
        for plain in try files(&random) {
            let date = try #require(plain.reminder.scheduled)
            var base = plain
            if random.below(2) == 0 { try move(&base, to: other(date, &random)) }
            if base.reminder.movedFrom == nil { base = plain }
            var (side, stepped) = (base, base)
            let isReturn = base.bytes != plain.bytes && random.below(2) == 0
            try move(&side, to: isReturn ? date : other(date, &random))
            guard side.bytes != base.bytes, isReturn || side.reminder.movedFrom != nil else { continue }
            stepped.now = "2031-01-01T12:00"
            if random.below(3) == 0 { try stepped.skip() } else { try stepped.done() }
            if stepped.reminder.isCompleted { continue }
            moves += 1
            if isReturn { returns += 1 }
            let triple = MergeTriple(base.bytes, side.bytes, stepped.bytes)
            for triple in [triple, triple.swapped] {
                let merge = triple.merge()
                #expect(merge.isClean && merge.bytes == stepped.bytes, "\(triple.shown)")
            }
        }
        #expect(moves > 100 && returns > 20)
    }

    @Test func `to another occurrence of a rule of hours the series moves, whatever COUNT says of the day before`()
        throws
    {
        var file = Stepping("scheduled: 2026-01-29T23:30\nrecurrence: FREQ=HOURLY;BYDAY=TH;COUNT=15")
        var between = file
        try move(&file, to: DateValue(parsing: "2026-02-05T10:30"))
        #expect(file.reminder.movedFrom == nil)
        #expect(file.reminder.recurrence == "FREQ=HOURLY;BYDAY=TH;COUNT=4")
        try move(&between, to: DateValue(parsing: "2026-02-06T10:30"))
        #expect(between.reminder.movedFrom?.description == "2026-01-29T23:30")
    }

    @Test(arguments: [
        // The nearest open one, whichever side it is on.
        ("2026-12-04", "weekly on monday", "", "2026-12-07"), ("2026-12-09", "weekly on monday", "", "2026-12-07"),
        ("2026-12-13", "monthly on 15", "", "2026-12-15"), ("2026-12-01", "monthly on last friday", "", "2026-11-27"),
        // Not one that is recorded, or before it.
        ("2026-12-01", "weekly on monday", "[2026-11-30]", "2026-12-07"),
        ("2026-12-01", "weekly on monday", "[2026-11-16, 2026-11-30]", "2026-12-07"),
        // A record may have the time of the completion.
        ("2026-11-21T09:00", "weekdays", "[2026-11-20T14:37]", "2026-11-23T09:00"),
        ("2026-11-21T09:00", "weekdays", "['2026-11-20T14:37:12.000Z']", "2026-11-23T09:00"),
        ("2026-11-20T16:00", "daily at 9:00 and 17:00", "[2026-11-20T09:00]", "2026-11-20T17:00"),
        // In the weeks of the history.
        ("2026-12-14", "every 2 weeks on sunday", "[2026-11-22]", "2026-12-20"),
        ("2026-12-07", "every 2 weeks on sunday", "[2026-11-22]", "2026-12-06"),
        ("2026-12-07", "every 2 weeks on sunday", "", "2026-12-06"),
        ("2026-04-03", "DTSTART:20260401;FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=1", "", "2026-04-01"),
        ("2026-12-07T10:00", "daily at 9:00 and 17:00", "", "2026-12-07T09:00"),
        // On the rule, or a rule that follows its date.
        ("2026-12-07", "weekly on monday", "[2026-11-30]", "2026-12-07"), ("2026-12-04", "weekly", "", "2026-12-04"),
        ("2026-12-04", "every 2 weeks", "[2026-11-30]", "2026-12-04"),
        // A whole day, and a rule of minutes.
        ("2027-03-31", "FREQ=MINUTELY;INTERVAL=197;BYMONTH=3,11;BYDAY=TU,SA", "", "2027-03-31"),
    ]) func `a date moved by hand stands for the nearest open occurrence`(
        date: String,
        rule: String,
        history: String,
        place: String
    ) throws {
        let records = history.isEmpty ? "" : "\ncomplete_instances: \(history)"
        let file = Stepping("scheduled: \(date)\nrecurrence: \(rule)\(records)")
        #expect(SeriesPosition(file.reminder, in: try file.context())?.place.description == place)
    }

    @Test(arguments: [
        // Another program, or a hand, has moved the date on along the rule, with a record or without one.
        ("2026-12-14", "moved_from: 2026-12-07\ncomplete_instances: [2026-12-07]", ["2026-12-14", "2026-12-21"]),
        ("2026-12-14", "moved_from: 2026-12-07", ["2026-12-14", "2026-12-21"]),
        ("2026-12-28", "moved_from: 2026-12-07", ["2026-12-28", "2027-01-04"]),
        // Off the rule, it still stands for its place. If that is recorded, it is over, and nothing else is left out.
        ("2026-12-09", "moved_from: 2026-12-07", ["2026-12-09", "2026-12-14"]),
        ("2026-12-09", "moved_from: 2026-12-07\ncomplete_instances: [2026-12-07]", ["2026-12-14", "2026-12-21"]),
        (
            "2026-12-10", "moved_from: 2026-12-14\ncomplete_instances: [2026-12-07, 2026-12-14]",
            ["2026-12-21", "2026-12-28"]
        ),
        // On one that is recorded, or earlier.
        ("2026-12-14", "moved_from: 2026-12-07\ncomplete_instances: [2026-12-14]", ["2026-12-14", "2026-12-21"]),
        ("2026-11-30", "moved_from: 2026-12-07", ["2026-11-30", "2026-12-14"]),
    ]) func `moved_from counts until the date is a later open occurrence itself`(
        date: String,
        others: String,
        expected: [String]
    ) throws {
        let file = Stepping("scheduled: \(date)\nrecurrence: weekly on monday\n\(others)")
        let coming = try #require(ComingOccurrences(file.reminder, in: try file.context()))
        #expect(coming.prefix(2).map(\.nominal.date.description) == expected)
    }

    @Test(arguments: [
        ("2026-12-08T01:00:00Z", "weekly on monday for 3 times", "America/New_York", "2026-12-09T18:00"),
        ("2026-12-07T00:30+01:00", "weekdays", "Europe/Paris", "2026-12-12T09:00"),
        ("2026-12-07T23:30-08:00", "weekly on tuesday", "Europe/Paris", "2026-12-09T09:00"),
        ("2026-12-07T00:30+01:00", "monthly on 7", "Asia/Tokyo", "2026-12-09T09:00"),
    ]) func `a date with an offset has its place in the time zone of the reminder`(
        date: String,
        rule: String,
        zone: String,
        new: String
    ) throws {
        var file = Stepping("scheduled: \(date)\nrecurrence: \(rule)", zone: zone)
        let context = try file.context()
        let series = try #require(context.series(of: file.reminder))
        let current = series.current(try DateValue(parsing: date))
        // The date in UTC and in Tokyo may be off the rule: then that is the date of a moved occurrence already.
        let isOnRule = series.startIsOnPattern
        let expected = series.occurrences(after: current.instant).prefix(2).map(\.instant)
        var edit = ReminderChange()
        let phrase = try context.when(new)
        var typed = TypedDates()
        typed.scheduled = .set(phrase)
        try edit.set(typed, of: file.reminder, in: context.zone, context)
        let changes = try edit.changes(of: file.bytes, zones: ZoneDatabase())
        file.bytes = try #require(try changes.apply(to: file.bytes, registry: TagRegistry()))
        if isOnRule { #expect(file.reminder.movedFrom?.instant(in: .utc, allDayAt: .midnight) == current.instant) }
        try file.done()
        let following = try #require(ComingOccurrences(file.reminder, in: try file.context()))
        #expect(following.prefix(2).map(\.instant) == expected)
    }

    @Test func `both a moved occurrence's date and its place denote it`() throws {
        let fields = "scheduled: 2026-12-04\nrecurrence: weekly on monday\nmoved_from: 2026-12-07"
        for day in [nil, "2026-12-04", "2026-12-07"] {
            #expect(
                try after(fields) { try $0.done(on: day) }
                    == "scheduled: 2026-12-14\nrecurrence: weekly on monday\ncomplete_instances: [2026-12-07]"
            )
        }
    }

    @Test(arguments: [
        ("weekly on monday", "2026-12-04", nil), ("weekly on monday", "2026-12-09", nil),
        // The beginning is no occurrence of the rule.
        ("weekly on monday", "2026-12-05", "2026-12-05"), ("every 2 weeks on monday", "2026-12-05", nil),
        ("weekly", "2026-12-04", nil),
    ]) func `a series that begins off its rule goes on with the next occurrence`(
        rule: String,
        date: String,
        place: String?
    ) throws {
        var new = try NewReminder(title: "x", id: "0", created: CivilDateTime(CivilDate(unchecked: 2026, 11, 28)))
        (new.scheduled, new.recurrence) = (try DateValue(parsing: date), rule)
        var file = Stepping(bytes: try new.contents())
        let rule = try RecurrenceRule(parsing: rule)
        let expected = Series(rule: rule, anchor: try DateValue(parsing: date), zone: .utc, allDayAt: .midnight)
            .next(after: try DateValue(parsing: date).instant(in: .utc, allDayAt: .midnight))
        if let place { #expect(file.reminder.movedFrom?.description == place) }
        try file.done()
        if rule.interval == 1 { #expect(file.reminder.scheduled?.date == expected?.nominal.date) }
    }
}

/// A series that begins off its rule, and a date that makes another occurrence the current one.
@Suite struct BeginningTests {
    private func edited(_ file: Stepping, _ change: (inout ReminderChange) throws -> Void) throws -> Stepping {
        var (file, edit) = (file, ReminderChange())
        try change(&edit)
        let changes = try edit.changes(of: file.bytes, zones: ZoneDatabase())
        file.bytes = try #require(try changes.apply(to: file.bytes, registry: TagRegistry()))
        return file
    }

    @Test(arguments: [
        ("2026-12-02", "2026-12-03", "monthly on 5", "2026-12-05", "2026-12-06"),
        ("2026-12-02", "2026-12-03", "weekly on friday", "2026-12-04", "2026-12-05"),
        ("2026-11-29", "2026-12-01", "weekly on monday", "2026-11-30", "2026-12-02"),
        ("2026-12-24", "2026-12-31", "yearly on jan 5", "2027-01-05", "2027-01-12"),
    ]) func `the deadline keeps its distance to a beginning off the rule, which the history records`(
        date: String,
        due: String,
        rule: String,
        next: String,
        nextDue: String
    ) throws {
        var file = try edited(Stepping("scheduled: \(date)\ndue: \(due)", now: date + "T10:00")) {
            $0.recurrence = .set(rule)
        }
        let beginning = file.fields
        #expect(file.reminder.movedFrom == file.reminder.scheduled)
        let folder = try Folder(["a.md": file.fields])
        #expect(folder.problems.isEmpty)
        try file.done()
        #expect(file.reminder.scheduled?.description == next && file.reminder.deadline?.description == nextDue)
        #expect(file.reminder.completeInstances.map(\.description) == [date] && file.reminder.movedFrom == nil)
        try file.take(.reopen(on: nil))
        #expect(file.fields == beginning)
    }

    @Test(arguments: [
        ("scheduled: 2026-12-01\ndue: 2026-12-05\nrecurrence: monthly on 1", "2027-01-01", "2027-01-05"),
        (
            "scheduled: 2026-12-03\ndue: 2026-12-05\nrecurrence: monthly on 1\nmoved_from: 2026-12-01", "2027-01-01",
            "2027-01-05"
        ),
        ("scheduled: 2026-12-07\ndue: 2026-12-08T12:00\nrecurrence: weekly", "2026-12-21", "2026-12-22T12:00"),
        // Another day of the whole series, and another place of the same occurrence.
        ("scheduled: 2026-12-07\ndue: 2026-12-08\nrecurrence: weekly", "2026-12-09", "2026-12-08"),
        ("scheduled: 2026-12-01\ndue: 2026-12-05\nrecurrence: monthly on 1", "2026-12-03", "2026-12-05"),
    ]) func `a date that makes another occurrence the current one takes the deadline along`(
        fields: String,
        date: String,
        due: String
    ) throws {
        let file = try edited(Stepping(fields)) { $0.scheduled = .set(try DateValue(parsing: date)) }
        #expect(file.reminder.deadline?.description == due)
        var own = Stepping(fields)
        own = try edited(own) {
            $0.scheduled = .set(try DateValue(parsing: date))
            $0.deadline = .set(try DateValue(parsing: "2027-02-02"))
        }
        #expect(own.reminder.deadline?.description == "2027-02-02")
    }

    @Test(arguments: [
        // The deadline is the occurrence, and keeps its place when a date comes before it.
        ("due: 2026-12-05\nrecurrence: monthly on 5", "2026-12-01", "2026-12-05", "2027-01-05", "2027-01-05"),
        (
            "due: 2026-12-05\nrecurrence: monthly on 5", "2026-12-01T10:00", "2026-12-05T10:00", "2027-01-05T10:00",
            "2027-01-05"
        ),
        (
            "due: 2026-12-08\nmoved_from: 2026-12-05\nrecurrence: monthly on 5", "2026-12-01", "2026-12-05",
            "2027-01-05", "2027-01-08"
        ),
        ("due: 2026-12-04\nrecurrence: weekly on friday", "2026-12-02", "2026-12-04", "2026-12-11", "2026-12-11"),
        ("due: 2026-12-04\nrecurrence: weekly on friday", "2026-12-11", nil, "2026-12-18", "2026-12-11"),
    ]) func `a date that is set beside the deadline of a series moves no later deadline`(
        fields: String,
        date: String,
        place: String?,
        next: String,
        nextDue: String
    ) throws {
        var file = try edited(Stepping(fields, now: "2026-11-29T10:00")) {
            $0.scheduled = .set(try DateValue(parsing: date))
        }
        #expect(file.reminder.movedFrom?.description == place)
        #expect(try Folder(["a.md": file.fields]).problems.isEmpty)
        try file.done()
        #expect(file.reminder.scheduled?.description == next && file.reminder.deadline?.description == nextDue)
    }

    @Test func `a new series whose deadline is on its rule, and its date is not, has its place there`() throws {
        var new = try NewReminder(
            title: "Rent",
            id: "x",
            created: CivilDateTime(CivilDate(unchecked: 2026, 11, 29), .midnight)
        )
        new.scheduled = try DateValue(parsing: "2026-12-01")
        new.deadline = try DateValue(parsing: "2026-12-05")
        new.recurrence = "monthly on 5"
        let file = Stepping(bytes: try new.contents())
        #expect(file.reminder.movedFrom?.description == "2026-12-05")
    }

    @Test func `a second move of an occurrence leaves a series without named days as it is`() throws {
        let fields = "scheduled: 2026-12-09T10:00\nrecurrence: FREQ=WEEKLY\nmoved_from: 2026-12-07T09:00"
        var file = try edited(Stepping(fields)) { $0.scheduled = .set(try DateValue(parsing: "2026-12-10T10:00")) }
        try file.done()
        #expect(file.reminder.scheduled?.description == "2026-12-14T09:00")
    }

    @Test func `a day of the rule before the last recorded one is another date of the same occurrence`() throws {
        let fields =
            "scheduled: 2026-12-18\nrecurrence: weekdays\ncomplete_instances: [2026-12-15, 2026-12-16, 2026-12-17]"
        var file = try edited(Stepping(fields)) { $0.scheduled = .set(try DateValue(parsing: "2026-12-11")) }
        try file.done()
        #expect(file.reminder.scheduled?.description == "2026-12-21")
    }

    @Test(arguments: [
        // PyYAML and yaml.v3 write an instant in UTC: seven in the evening in New York is midnight.
        ("19:00", "2026-11-29T00:00:00Z", "2026-11-29T19:00"), ("18:00", "2026-11-28T23:00:00Z", "2026-11-29T18:00"),
        ("09:00", "2026-11-28T00:00:00Z", "2026-11-29T09:00"), ("09:00", "2026-11-29T00:00:00Z", "2026-11-28T09:00"),
    ]) func `midnight in UTC is the occurrence at that instant, or else the day that it names`(
        time: String,
        record: String,
        next: String
    ) throws {
        let fields = "scheduled: 2026-11-28T\(time)\nrecurrence: daily\ncomplete_instances: [\(record)]"
        let file = Stepping(fields, now: "2026-11-27T08:00", zone: "America/New_York")
        let coming = try #require(ComingOccurrences(file.reminder, in: try file.context()))
        let records = RecordedOccurrences(of: file.reminder, in: try file.context().zone)
        let first = coming.prefix(2).first { !records.contains($0) }
        #expect(first.map { DateValue($0.nominal).description } == next)
    }

    @Test(arguments: ["2026-11-28T10:00", "2026-11-28T10:00:00+01:00", "2026-11-28"])
    func `an occurrence that is recorded with its time is recorded once`(record: String) throws {
        var file = Stepping("scheduled: 2026-11-28T10:00\nrecurrence: daily\ncomplete_instances: [\(record)]")
        try file.done()
        #expect(file.reminder.completeInstances.count == 1)
        #expect(file.reminder.scheduled?.description == "2026-11-29T10:00")
    }
}

/// Rules with an interval and named days, counted from completion: computed day by day.
@Suite struct CompletionIntervalTests {
    @Test(arguments: [
        ("every 4 weeks on friday", "2027-01-01", "2027-01-07", "2027-01-29"),
        ("every 3 weeks on saturday", "2026-11-21", "2026-12-01", "2026-12-19"),
        ("every 2 weeks on mon, thu", "2027-01-04", "2027-01-05", "2027-01-14"),
        ("every 2 weeks on mon, thu", "2027-01-04", "2027-01-08", "2027-01-18"),
        ("every 2 months on 15", "2027-01-15", "2027-01-20", "2027-03-15"),
        ("every 3 months on 31", "2027-01-31", "2027-02-03", "2027-04-30"),
        ("every 2 months on 2nd tuesday", "2027-01-12", "2027-01-12", "2027-03-09"),
        ("every 2 years on mar 5", "2027-03-05", "2027-04-01", "2029-03-05"),
        ("FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=1,15", "2027-01-01", "2027-01-03", "2027-02-15"),
        // A period without such a day counts too.
        ("FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=31", "2027-01-31", "2027-01-31", "2027-03-31"),
        ("FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=31", "2027-08-31", "2027-08-31", "2027-10-31"),
        ("FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=29", "2027-01-29", "2027-01-29", "2027-03-29"),
        ("FREQ=MONTHLY;INTERVAL=3;BYMONTH=1,4,7,10;BYMONTHDAY=15", "2027-01-15", "2027-01-15", "2027-04-15"),
        ("FREQ=MONTHLY;INTERVAL=2;BYDAY=5MO", "2027-03-29", "2027-03-29", "2027-05-31"),
        ("FREQ=YEARLY;INTERVAL=4;BYMONTH=2;BYMONTHDAY=29", "2028-02-29", "2028-02-29", "2032-02-29"),
        ("FREQ=WEEKLY;INTERVAL=2;BYMONTH=1,2;BYDAY=FR", "2027-02-26", "2027-02-26", "2028-01-07"),
        // Nothing changes without an interval, or without named days.
        ("weekly on friday", "2027-01-01", "2027-01-07", "2027-01-08"),
        ("every 3 days", "2027-01-01", "2027-01-07", "2027-01-10"),
        ("every 4 weeks", "2027-01-01", "2027-01-07", "2027-02-04"),
        ("every 2 months", "2027-01-01", "2027-01-07", "2027-03-07"),
    ]) func `the first day that the rule names after completion, and the periods left over`(
        rule: String,
        date: String,
        day: String,
        next: String
    ) throws {
        var file = Stepping(
            "scheduled: \(date)\nrecurrence: \(rule)\nrecurrence_anchor: completion",
            now: day + "T10:00"
        )
        try file.done()
        #expect(file.reminder.scheduled?.description == next)
    }

    @Test(arguments: [
        "FREQ=MONTHLY;BYMONTHDAY=31", "FREQ=MONTHLY;BYMONTHDAY=30", "FREQ=MONTHLY;BYDAY=5TU", "FREQ=MONTHLY;BYDAY=-1FR",
        "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", "FREQ=MONTHLY;BYMONTH=3,8;BYMONTHDAY=31",
        "FREQ=YEARLY;BYMONTH=6;BYDAY=5SA",
    ]) func `one that is completed on its own day goes on as without the anchor`(rule: String) throws {
        for interval in 2...5 {
            let text = "\(rule);INTERVAL=\(interval)"
            let parsed = try RecurrenceRule(parsing: text)
            let from = DateValue(CivilDate(unchecked: 2027, 1, 1))
            let single = Series(rule: try RecurrenceRule(parsing: rule), anchor: from, zone: .utc, allDayAt: .midnight)
            for day in single.occurrences().prefix(20).map(\.nominal.date) {
                let series = Series(rule: parsed, anchor: DateValue(day), zone: .utc, allDayAt: .midnight)
                let next = series.occurrences().dropFirst().first { _ in true }
                // The anchor of the schedule skips periods without an occurrence; the completion then counts on from there.
                guard let next, parsed.periods(from: day, to: next.nominal.date) == interval else { continue }
                var file = Stepping(
                    "scheduled: \(day)\nrecurrence: \(text)\nrecurrence_anchor: completion",
                    now: "\(day)T10:00"
                )
                try file.done()
                #expect(file.reminder.scheduled?.date == next.nominal.date, "\(text) on \(day)")
            }
        }
    }

    @Test func `weeks and months agree with counting days`() throws {
        var random = Random(seed: 35)
        let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
        for _ in 0..<200 {
            let interval = random.below(6) + 2
            let start = CivilDate(unchecked: 2027, 1, 1).adding(days: random.below(700))
            let completed = start.adding(days: random.below(40))
            let isWeekly = random.below(2) == 0
            let (weekday, number) = (random.below(7), random.below(28) + 1)
            let rule =
                isWeekly ? "every \(interval) weeks on \(names[weekday])" : "every \(interval) months on \(number)"
            func isNamed(_ day: CivilDate) -> Bool {
                isWeekly ? Int(day.weekday.rawValue) == weekday + 1 : day.day == number
            }
            var first = start
            while !isNamed(first) { first = first.adding(days: 1) }
            var next = completed.adding(days: 1)
            while !isNamed(next) { next = next.adding(days: 1) }
            next = isWeekly ? next.adding(days: 7 * (interval - 1)) : next.adding(months: interval - 1)
            var file = Stepping(
                "scheduled: \(first)\nrecurrence: \(rule)\nrecurrence_anchor: completion",
                now: "\(completed)T10:00"
            )
            try file.done()
            #expect(file.reminder.scheduled?.date == next, "\(rule) on \(first), completed on \(completed)")
        }
    }
}

extension RecurrenceRule {
    /// The number of months or years between two days.
    fileprivate func periods(from day: CivilDate, to other: CivilDate) -> Int {
        let years = other.year - day.year
        return frequency == .yearly ? years : 12 * years + other.month - day.month
    }
}

extension Instant {
    fileprivate static let distantPast = Instant(secondsSince1970: -62_135_000_000)
}
