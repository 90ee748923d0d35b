import TestSupport
import Testing

@testable import CivilTime
@testable import Delivery
@testable import MemossFiles

/// A reminder with only `due` is treated as if it were `scheduled`: every result is the same, and every edit except for
/// the name of the key.
@Suite struct DueAloneLaws {
    private static let rules =
        StepLaws.rules + ["DTSTART:20240115T090000Z;FREQ=DAILY;INTERVAL=3", "DTSTART:20240229;FREQ=MONTHLY;COUNT=60"]

    private func swapped(_ fields: String) -> String {
        fields.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.hasPrefix("scheduled: ") ? "due: " + line.dropFirst(11) : String(line)
        }.joined(separator: "\n")
    }

    private func random(_ random: inout Random) -> String {
        var lines = ["title: x", "scheduled: \(random.pick(StepLaws.dates))"]
        if random.below(3) > 0 { lines.append("recurrence: \(random.pick(Self.rules))") }
        if random.below(4) == 0 { lines.append("timezone: \(random.pick(StepLaws.zones))") }
        if random.below(5) == 0 { lines.append("until: 2027-03-01") }
        if random.below(5) == 0 { lines.append("missed: skip") }
        if random.below(5) == 0 { lines.append("recurrence_anchor: completion") }
        if random.below(5) == 0 { lines.append("snoozed: 2026-11-22T10:00") }
        if random.below(8) == 0 { lines.append("completed: false") }
        return lines.shuffled(using: &random).joined(separator: "\n")
    }

    @Test func `steps, status, plan and future occurrences are the same`() throws {
        var random = Random(seed: 71)
        var (made, refused) = (0, 0)
        for _ in 0..<Rounds.of(1_500) {
            let fields = self.random(&random)
            let now = random.pick(["2026-11-21T08:00", "2024-02-29T00:00", "2026-01-31T02:30", "2031-07-01T12:00"])
            var (one, other) = (Stepping(fields, now: now), Stepping(swapped(fields), now: now))
            for _ in 0..<4 {
                try compare(one, other)
                let step: ReminderStep =
                    switch random.below(6) {
                    case 0: .complete(on: nil, catchesUp: true)
                    case 1: .skip(on: nil)
                    case 2, 3: .reopen(on: nil)
                    case 4: .snooze(try CivilDuration(parsing: "90m"))
                    default: .complete(on: nil, catchesUp: false)
                    }
                let outcomes = ((try? one.take(step)), (try? other.take(step)))
                #expect((outcomes.0 == nil) == (outcomes.1 == nil), "\(step): \(fields)")
                #expect(swapped(one.fields) == other.fields, "\(step): \(fields)")
                #expect(outcomes.0?.scheduled == outcomes.1?.deadline)
                #expect(outcomes.1?.scheduled == nil && outcomes.0?.deadline == nil)
                #expect(outcomes.0?.occurrence == outcomes.1?.occurrence && outcomes.0?.event == outcomes.1?.event)
                if outcomes.0 == nil { refused += 1 } else { made += 1 }
            }
        }
        #expect(made > Rounds.least(3_000) && refused > Rounds.least(100))
    }

    private func compare(_ one: Stepping, _ other: Stepping) throws {
        let (a, b, context) = (one.reminder, other.reminder, try one.context())
        #expect(a.date == b.date && a.scheduled == b.deadline && b.scheduled == nil)
        // A snooze moves a date, but never a deadline.
        if a.snoozed == nil { #expect(context.status(a) == context.status(b), "\(one.fields)") }
        #expect(context.isToday(a) == context.isToday(b))
        let budget = NotificationPlan.Budget(limit: 6, reserve: 2)
        let plans = [a, b].map { NotificationPlan([$0], in: context, budget: budget) }
        #expect(plans[0].notifications == plans[1].notifications, "\(one.fields)")
        #expect(plans[0].standing(of: a, in: context) == plans[1].standing(of: b, in: context))
        #expect(Array(a.occurrencesAhead(in: context).prefix(3)) == Array(b.occurrencesAhead(in: context).prefix(3)))
        let floor = context.now.adding(seconds: -86_400 * 40)
        let delivered = [a, b].map { Array(Delivery.Cursor($0, after: floor, in: context).prefix(3)) }
        #expect(delivered[0] == delivered[1], "\(one.fields)")
        #expect(Habit(of: a, in: context)?.streak == Habit(of: b, in: context)?.streak)
        let folder = [a, b].map { reminder in
            let file = ReminderDecoder.Output(reminder, [])
            return FolderCheck.problems(of: Snapshot(file, registry: TagRegistry(parsing: [])), in: context) { _ in [] }
        }
        #expect(folder[0].map(\.id) == folder[1].map(\.id), "\(one.fields)")
        let ordered = try Reminder.order([a, b], in: context)
        #expect(ordered == [a, b])
    }
}

extension Reminder {
    fileprivate static func order(_ reminders: [Reminder], in context: TimeContext) throws -> [Reminder] {
        ReminderOrder.scheduled.sorted(reminders, in: context)
    }
}
