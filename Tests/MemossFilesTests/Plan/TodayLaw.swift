import TestSupport
import Testing

@testable import CivilTime
@testable import MemossFiles

/// `today` and `overdue` mean the same in queries, in the agenda and in the count of missed occurrences.
@Suite struct TodayLaw {
    /// The folders of `agendas.tsv`, each at several times of its day.
    private func forEachFolder(_ check: ([Reminder], TimeContext) throws -> Void) throws {
        for folder in try VectorFolder.load("agendas.tsv") {
            var context = try folder.context()
            let (reminders, now) = (try folder.reminders(), context.now)
            for hours in [0, 9] {
                context.now = now.adding(seconds: Int64(hours * 3_600))
                try check(reminders, context)
            }
        }
    }

    private func paths(_ query: Query.State, _ reminders: [Reminder], _ context: TimeContext) -> [String] {
        let matcher = QueryMatcher(.term(.state(query)), registry: TagRegistry(), context: context)
        return reminders.filter(matcher.matches).map(\.path)
    }

    private func isRecorded(_ reminder: Reminder, _ context: TimeContext) -> Bool {
        guard let series = context.series(of: reminder), let date = reminder.date else { return false }
        let records = reminder.completeInstances + reminder.skippedInstances
        return RecordedOccurrences(records, in: series.zone).contains(series.current(date))
    }

    @Test func `is:today and is:overdue match what the agenda of today lists`() throws {
        var (today, overdue, wider) = (0, 0, 0)
        try forEachFolder { reminders, context in
            let day = context.local.date
            // A date that the file itself records as done is still the date of the reminder, but no occurrence.
            let reminders = reminders.filter { !isRecorded($0, context) }
            let items = Agenda(reminders, from: day, days: 1, in: context).days[0].items
            func listed(_ isListed: (Agenda.Item) -> Bool) -> [String] {
                let paths = Set(items.filter(isListed).map(\.reminder.path))
                return reminders.map(\.path).filter(paths.contains)
            }
            #expect(paths(.overdue, reminders, context) == listed { $0.kind == .overdue })
            // What a snooze moved to earlier today is listed at its own date.
            let expired = Set(reminders.filter { context.isToday($0) }.map(\.path))
            let found = paths(.today, reminders, context)
            let expected = listed { item in
                item.kind != .overdue || item.date.date >= day || expired.contains(item.reminder.path)
            }
            #expect(found == expected, "\(context.local)")
            today += found.count
            overdue += listed { $0.kind == .overdue }.count
            wider += found.count { path in !reminders.contains { $0.path == path && context.isToday($0) } }
        }
        #expect(today > 500 && overdue > 500 && wider > 100, "\(today) \(overdue) \(wider)")
    }

    @Test func `an agenda beside a list of what is due has everything that the list does not have`() throws {
        var (left, skipped) = (0, 0)
        try forEachFolder { reminders, context in
            let today = context.local.date
            for (first, count) in [(today, 1), (today, 4), (today.adding(days: -2), 5), (today.adding(days: 1), 2)] {
                func days(skipsDue: Bool) -> [Agenda.Day] {
                    Agenda(reminders, from: first, days: count, countsMissed: false, skipsDue: skipsDue, in: context)
                        .days
                }
                var expected = days(skipsDue: false)
                for index in expected.indices where expected[index].date == today {
                    let all = expected[index].items
                    expected[index].items.removeAll { item in
                        item.isCurrent && [.overdue, .today].contains(context.status(item.reminder))
                    }
                    left += expected[index].items.count
                    skipped += all.count - expected[index].items.count
                }
                #expect(days(skipsDue: true) == expected, "\(context.local)")
            }
        }
        #expect(left > 500 && skipped > 1_000, "\(left) \(skipped)")
    }

    @Test func `every open reminder with a date is overdue, of today or upcoming, as its status says`() throws {
        var counts: [TimeContext.Status: Int] = [:]
        try forEachFolder { reminders, context in
            let overdue = Set(paths(.overdue, reminders, context))
            let today = Set(paths(.today, reminders, context))
            let upcoming = Set(paths(.upcoming, reminders, context))
            for reminder in reminders where !reminder.isNote && !reminder.isCompleted && reminder.date != nil {
                let path = reminder.path
                let status = Agenda.status(of: reminder, in: context)
                let isBroken = reminder.isBroken
                #expect(overdue.contains(path) == (status == .overdue) || isBroken, "\(path)")
                #expect((today.contains(path) && !overdue.contains(path)) == (status == .today) || isBroken, "\(path)")
                #expect(upcoming.contains(path) == (status == .upcoming) || isBroken, "\(path)")
                counts[status, default: 0] += 1
            }
        }
        #expect([.overdue, .today, .upcoming].allSatisfy { counts[$0, default: 0] > 100 }, "\(counts)")
    }

    @Test func `the number of missed occurrences is that of all days of an agenda`() throws {
        var several = 0
        try forEachFolder { reminders, context in
            let day = context.local.date
            for reminder in reminders where reminder.recurs && context.snooze(reminder) == nil {
                guard let date = reminder.date, !reminder.isCompleted else { continue }
                let first = min(date.date, day).adding(days: -2)
                let days = day.daysSinceEpoch - first.daysSinceEpoch + 2
                let all = Agenda([reminder], from: first, days: days, in: context).days.flatMap(\.items)
                let missed = all.count { $0.kind == .overdue && ($0.isDeadline ? reminder.scheduled == nil : true) }
                #expect(context.missedOccurrences(of: reminder) == min(missed, TimeContext.mostMissed))
                let items = Agenda([reminder], from: day, days: 1, in: context).days[0].items
                let shown = items.filter { $0.kind == .overdue && ($0.isDeadline ? reminder.scheduled == nil : true) }
                let represented = shown.reduce(0) { $0 + 1 + $1.missed }
                #expect(min(represented, TimeContext.mostMissed) == min(missed, TimeContext.mostMissed))
                if missed > shown.count { several += 1 }
            }
        }
        #expect(several > 100, "\(several)")
    }

    @Test func `days are counted as they are enumerated`() throws {
        var random = Random(seed: 14)
        var (counted, known) = (0, 0)
        for _ in 0..<Rounds.of(3_000) {
            let zone = try TestFiles.zone(random.pick(["Europe/Paris", "Australia/Lord_Howe", "America/Sao_Paulo"]))
            let day = CivilDate(unchecked: 2026, 1, 1).adding(days: random.below(700))
            let time = CivilTime(unchecked: random.pick([0, 2 * 3_600 + 1_800, 23 * 3_600 + 3_599, 9 * 3_600]))
            let isAllDay = random.below(3) == 0
            let text = random.pick([RandomRule.friendly(&random), RandomRule.rfc(&random), "daily", "every 3 days"])
            let rule = try RecurrenceRule(parsing: text)
            let series = Series(
                rule: rule,
                anchor: isAllDay ? DateValue(day) : DateValue(CivilDateTime(day, time)),
                zone: zone,
                until: random.below(2) == 0 ? nil : DateValue(day.adding(days: random.below(900))),
                allDayAt: .noon
            )
            let start = zone.instant(of: CivilDateTime(day, time)).adding(seconds: Int64(random.below(3) - 1))
            let end = start.adding(seconds: Int64(random.below(900)) * 86_400 + Int64(random.below(7_200)))
            guard let count = series.countOfDays(after: start, through: end, limit: 400) else { continue }
            let enumerated = series.occurrences(after: start).prefix { $0.instant <= end }.prefix(400).count
            #expect(count == enumerated, "\(text) \(day) \(time) \(start) \(end)")
            counted += enumerated
            known += 1
        }
        #expect(counted > Rounds.least(20_000) && known > Rounds.least(800), "\(counted) \(known)")
        for rule in ["FREQ=DAILY;COUNT=3", "daily at 9:00 and 17:00", "hourly", "weekly on monday"] {
            let anchor = try DateValue(parsing: "2026-11-21T09:00")
            let series = Series(rule: try RecurrenceRule(parsing: rule), anchor: anchor, zone: .utc, allDayAt: .noon)
            let count = series.countOfDays(after: .init(secondsSince1970: 0), through: Folder.now, limit: 9)
            #expect(count == nil, "\(rule)")
        }
    }

    @Test func `a series that was missed for a thousand years is counted at once`() throws {
        let rules = ["every 15 minutes", "daily", "FREQ=MINUTELY", "weekdays", "every 2 hours between 9 and 17"]
        for rule in rules {
            let folder = try Folder(["a.md": "scheduled: 1026-01-01T00:00\nrecurrence: \(rule)"])
            #expect(folder.context.missedOccurrences(of: folder["a.md"]) == TimeContext.mostMissed)
            #expect(folder.context.otherMissedOccurrences(of: folder["a.md"]) == TimeContext.mostMissed)
            let today = Agenda(folder.reminders, from: folder.context.local.date, days: 1, in: folder.context).days[0]
            #expect(today.items[0].missed == TimeContext.mostMissed)
        }
    }
}
