import MemossFiles
import TestSupport
import Testing

@testable import CivilTime
@testable import Interaction
@testable import mm

/// The number of overdue reminders is one number: on the dashboard, of `is:overdue`, in the agenda, and of a count that
/// uses nothing of these.
@Suite struct OverdueCountLaw {
    private static let today = 20_778
    private static let now = Int64(today) * 86_400 + 13 * 3_600

    /// A reminder by its fields, in UTC: a day and perhaps a second of the day.
    private struct Sample {
        typealias Moment = (day: Int, second: Int?)

        var scheduled: Moment?
        var due: Moment?
        var snoozed: Moment?
        var isDaily = false
        var isCompleted = false

        init(_ random: inout Random) {
            func moment(_ isAllDay: Bool) -> Moment {
                (
                    today + Int.random(in: -4...4, using: &random),
                    isAllDay ? nil : Int.random(in: 0..<96, using: &random) * 900
                )
            }
            if Int.random(in: 0..<6, using: &random) > 0 { scheduled = moment(.random(using: &random)) }
            if Int.random(in: 0..<3, using: &random) == 0 { due = moment(.random(using: &random)) }
            if Int.random(in: 0..<4, using: &random) == 0 { snoozed = moment(false) }
            isDaily = .random(using: &random)
            isCompleted = Int.random(in: 0..<6, using: &random) == 0
        }

        static func text(_ moment: Moment) -> String {
            let date = CivilDate(daysSinceEpoch: moment.day)
            guard let second = moment.second else { return date.description }
            return DateValue(CivilDateTime(date, CivilTime(hour: second / 3_600, minute: second / 60 % 60) ?? .noon))
                .iso
        }

        var file: [UInt8] {
            var lines = ["title: Sample", "tags: [task]"]
            if let scheduled { lines.append("scheduled: \(Self.text(scheduled))") }
            if let due { lines.append("due: \(Self.text(due))") }
            if let snoozed { lines.append("snoozed: \(Self.text(snoozed))") }
            if isDaily { lines.append("recurrence: daily") }
            if isCompleted { lines.append("completed: true") }
            return Array("---\n\(lines.joined(separator: "\n"))\n---\n".utf8)
        }

        private static func instant(_ moment: Moment) -> Int64 {
            Int64(moment.day) * 86_400 + Int64(moment.second ?? 9 * 3_600)
        }

        private static func hasPassed(_ moment: Moment) -> Bool {
            moment.second == nil ? moment.day < today : instant(moment) <= now
        }

        /// What the manual says: its time or its deadline has passed, or a snooze of it is over.
        var isOverdue: Bool {
            guard !isCompleted, let date = scheduled ?? due else { return false }
            if let due, Self.hasPassed(due) { return true }
            guard let snoozed, Self.instant(snoozed) > Self.instant(date) else { return Self.hasPassed(date) }
            if Self.instant(snoozed) <= now { return true }
            // A snooze moves one occurrence; another one may have passed on any day, or its deadline today.
            guard isDaily else { return false }
            var other = date
            other.day += 1
            if Self.hasPassed(other) { return true }
            guard scheduled != nil, var deadline = due, deadline.day < today else { return false }
            deadline.day = today
            return Self.hasPassed(deadline)
        }
    }

    @Test func `the dashboard, is:overdue, the agenda and an independent count agree`() throws {
        var random = Random(seed: 14)
        var all = 0
        for _ in 0..<400 {
            let samples = (0..<Int.random(in: 1...12, using: &random)).map { _ in Sample(&random) }
            var files: [String: [UInt8]] = [:]
            for (number, sample) in samples.enumerated() { files["\(number).md"] = sample.file }
            let snapshot = Snapshot(files: files)
            let time = TimeContext(
                now: Instant(secondsSince1970: Self.now),
                zone: .utc,
                allDayAt: CivilTime(hour: 9, minute: 0) ?? .noon
            )
            let count = samples.count(where: \.isOverdue)
            let shown = samples.map { String(decoding: $0.file, as: UTF8.self) }.joined()
            let matcher = QueryMatcher(.term(.state(.overdue)), registry: snapshot.registry, context: time)
            #expect(snapshot.reminders.count(where: matcher.matches) == count, "\(shown)")
            let dashboard = Dashboard(snapshot.reminders, snapshot.unreadable, ReminderText(snapshot, time, .hours24))
            let section = try #require(dashboard.sections.first { $0.key == Dashboard.overdue })
            #expect(dashboard.count(section) == count, "\(shown)")
            for days in [1, 7] {
                let agenda = Agenda(snapshot.reminders, from: time.local.date, days: days, in: time)
                #expect(AgendaText.overdueReminders(of: agenda.days[0]) == count, "\(shown)")
            }
            all += count
        }
        #expect(all > 500, "\(all)")
    }

    @Test func `a row of mm ui counts as many missed occurrences as that of the dashboard`() throws {
        var random = Random(seed: 15)
        var several = 0
        for _ in 0..<200 {
            var files: [String: [UInt8]] = [:]
            for number in 0..<6 { files["\(number).md"] = Sample(&random).file }
            let snapshot = Snapshot(files: files)
            let time = TimeContext(
                now: Instant(secondsSince1970: Self.now),
                zone: .utc,
                allDayAt: CivilTime(hour: 9, minute: 0) ?? .noon
            )
            let dashboard = Dashboard(snapshot.reminders, snapshot.unreadable, ReminderText(snapshot, time, .hours24))
            let section = try #require(dashboard.sections.first { $0.key == Dashboard.overdue })
            let list = BrowserList(.dashboard, page: 0, of: snapshot, time, .hours24, nil, nil)
            for reminder in section.reminders {
                let row = dashboard.text.rowOfToday(reminder)
                let entry = list.entries.first { entry in
                    if case .reminder(let other) = entry { other.path == reminder.path } else { false }
                }
                #expect(String(describing: list.cells(of: try #require(entry))[3]) == String(describing: row[3]))
                // What has a row of its own today is not among the others.
                let others = time.otherMissedOccurrences(of: reminder)
                let rows = Agenda([reminder], from: time.local.date, days: 1, in: time).days[0].items
                    .count { $0.kind == .overdue && !$0.isCurrent && !$0.isDeadline }
                if reminder.snoozed == nil, reminder.scheduled != nil {
                    #expect(Agenda.missedBeforeToday(of: reminder, in: time) == others - rows)
                    if rows > 0 { several += 1 }
                }
            }
        }
        #expect(several > 30, "\(several)")
    }
}
