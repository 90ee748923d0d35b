import TestSupport
import Testing

@testable import CivilTime
@testable import MemossFiles

/// A reminder in conflict is delivered as both sides would be, and not otherwise.
@Suite struct ConflictPlanLaws {
    private static let now = Folder.now
    private static let limit = 500

    private static func reminder(_ random: inout Random) -> [String] {
        let day = ["2026-11-22", "2026-11-23", "2026-12-01", "2026-11-20"]
        let date = { (random: inout Random) in
            random.pick(day) + (random.below(3) == 0 ? "" : random.pick(["T09:00", "T18:30"]))
        }
        var lines = ["title: \(random.pick(["Insulin", "Rent"]))", "scheduled: \(date(&random))"]
        if random.below(2) == 0 { lines.append("recurrence: \(RandomRule.friendly(&random))") }
        if random.below(4) == 0 { lines.append("due: \(date(&random))") }
        if random.below(4) == 0 { lines.append("snoozed: \(random.pick(day))T10:15") }
        if random.below(5) == 0 { lines.append("completed: \(random.pick(["true", "false"]))") }
        if random.below(4) == 0 { lines.append("complete_instances: [\(random.pick(day))]") }
        if random.below(6) == 0 { lines.append("until: 2026-12-05") }
        if random.below(6) == 0 { lines.append("timezone: \(random.pick(["Asia/Tokyo", "Europe/Paris"]))") }
        return lines
    }

    private static func changed(_ lines: [String], _ random: inout Random) -> [String] {
        let other = reminder(&random)
        return random.below(3) == 0
            ? other
            : lines.map { line in
                let key = line.prefix { $0 != ":" }
                return random.below(2) == 0 ? line : other.first { $0.hasPrefix(key + ":") } ?? line
            }
    }

    private func plan(_ bytes: [UInt8], _ context: TimeContext) -> [Notification] {
        let reminder = ReminderDecoder.decode(bytes, path: "a.md").reminder
        let horizon = Self.now.adding(seconds: 40 * 86_400)
        let budget = NotificationPlan.Budget(limit: Self.limit, reserve: 14)
        return NotificationPlan(reminder.map { [$0] } ?? [], in: context, budget: budget, until: horizon).notifications
    }

    @Test func `whatever either side would deliver is delivered, and not later`() throws {
        let git = try Git()
        var random = Random(seed: 0x616C_6172)
        let zones = try ["Asia/Tokyo", "Europe/Paris"].map { ($0, try TestFiles.zone($0)) }
        let context = TimeContext(
            now: Self.now,
            zone: try TestFiles.zone("Europe/Paris"),
            zones: Dictionary(uniqueKeysWithValues: zones),
            allDayAt: CivilTime(unchecked: 9 * 3_600)
        )
        var conflictCount = 0
        for _ in 0..<Rounds.of(400) {
            let lines = Self.reminder(&random)
            func file(_ lines: [String]) -> [UInt8] {
                [UInt8]("---\n" + lines.map { $0 + "\n" }.joined() + "---\nText\n")
            }
            let (ours, theirs) = (file(Self.changed(lines, &random)), file(Self.changed(lines, &random)))
            let merged = try git.merge(file(lines), ours, theirs, random.pick([[], ["--diff3"]]))
            guard (try? FrontMatter.read(merged)) == nil else { continue }
            conflictCount += 1
            // Both sides contain what git merged without a conflict.
            let sides = try ["--ours", "--theirs"].map { plan(try git.merge(file(lines), ours, theirs, [$0]), context) }
            let found = plan(merged, context)
            let text = String(decoding: merged, as: UTF8.self)
            #expect(found.first?.instant == sides.joined().map(\.instant).min(), "\(text)")
            #expect(Set(sides.joined().map(\.instant)).isSuperset(of: found.map(\.instant)), "\(text)")
            // A rule of minutes can fill the plan.
            let end = found.count == Self.limit ? found.last?.instant : nil
            for missed in sides.joined()
            where missed.isRecurring && missed.instant < end ?? missed.instant.adding(seconds: 1) {
                let isTold = found.contains {
                    // What rings at the same time rings once.
                    $0.identifier == missed.identifier && $0.instant <= missed.instant
                        || missed.alarm != nil && $0.instant == missed.instant
                }
                #expect(isTold, "\(missed.identifier) of\n\(text)")
            }
            #expect(found.allSatisfy { $0.title.hasSuffix(" (in conflict)") })
            let isSeries = found.first?.isRecurring == true
            #expect(found.compactMap(\.index).sorted() == (isSeries ? Array(found.indices) : []))
        }
        #expect(conflictCount > Rounds.least(150))
    }

    @Test func `a reminder in conflict that gets no slot is counted once`() throws {
        let bytes = ReminderVersionsTests.conflict(
            "scheduled: 2026-11-23\nrecurrence: daily",
            "scheduled: 2026-11-24T10:00\nrecurrence: weekly"
        )
        let reminder = try #require(ReminderDecoder.decode(bytes, path: "a.md").reminder)
        let context = TimeContext(now: Self.now, zone: .utc, allDayAt: CivilTime(unchecked: 9 * 3_600))
        for (limit, omitted) in [(0, 1), (1, 0), (5, 0)] {
            let plan = NotificationPlan([reminder], in: context, budget: .init(limit: limit, reserve: 0))
            #expect(plan.omitted == omitted && plan.notifications.count == limit)
        }
    }
}
