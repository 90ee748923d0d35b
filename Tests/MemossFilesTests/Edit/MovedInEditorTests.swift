import TestSupport
import Testing

@testable import CivilTime
@testable import MemossFiles

/// A current occurrence that a person moves in an editor keeps its place, as with every other front end (issue 33).
@Suite struct MovedInEditorTests {
    private static let series = "title: A\nscheduled: 2026-12-07T09:00\nrecurrence: every 2 weeks on monday\n"

    private func front(_ text: String) -> [UInt8] { Array("---\n\(text)---\nBody\n".utf8) }

    private func edited(_ old: String, _ new: String) throws -> String {
        let context = try Folder([:]).context
        let bytes = ReminderChange.recordingMove(from: front(old), to: front(new), zones: ZoneDatabase(), in: context)
        return String(decoding: bytes, as: UTF8.self)
    }

    private func text(_ front: String) -> String { "---\n\(front)---\nBody\n" }

    @Test func `what leaves its rule has its place written, and what returns loses it`() throws {
        let moved = Self.series.replacing("12-07", with: "12-09")
        let placed = moved + "moved_from: 2026-12-07T09:00\n"
        #expect(try edited(Self.series, moved) == text(placed))
        // Moved again, and back.
        let again = placed.replacing("12-09", with: "12-10")
        #expect(try edited(placed, again) == text(again))
        #expect(try edited(placed, placed.replacing("12-09", with: "12-07")) == text(Self.series))
        // Along the rule, with another text as well.
        let next = Self.series.replacing("12-07", with: "12-21").replacing("title: A", with: "title: B")
        #expect(try edited(Self.series, next) == text(next))
        let due = Self.series.replacing("scheduled", with: "due")
        #expect(
            try edited(due, due.replacing("12-07", with: "12-09"))
                == text(due.replacing("12-07", with: "12-09") + "moved_from: 2026-12-07T09:00\n")
        )
    }

    @Test func `a file in which a person has written the place, the history or another zone stays as it is`() throws {
        let moved = Self.series.replacing("12-07", with: "12-09")
        for new in [
            moved + "moved_from: 2026-12-08T09:00\n", moved + "complete_instances: [2026-12-07]\n",
            moved + "skipped_instances: [2026-12-07]\n", moved + "timezone: Asia/Tokyo\n", moved + "completed: true\n",
            Self.series.replacing("title: A", with: "title: B"), moved.replacing("2026-12-09", with: "soon"),
            "title: A\nscheduled: 2026-12-09\n", "title: [\n",
        ] {
            #expect(try edited(Self.series, new) == text(new))
        }
        // Weekly says no day, and follows the date.
        let weekly = Self.series.replacing("every 2 weeks on monday", with: "weekly")
        #expect(
            try edited(weekly, weekly.replacing("12-07", with: "12-09"))
                == text(weekly.replacing("12-07", with: "12-09"))
        )
    }

    @Test func `the place is the one that setting the date writes`() throws {
        var random = Random(seed: 33)
        let context = try Folder([:]).context
        for _ in 0..<Rounds.of(200) {
            let rule = random.below(2) == 0 ? RandomRule.friendly(&random) : RandomRule.rfc(&random)
            let date = CivilDate(unchecked: 2026, 11, 22).adding(days: random.below(60))
            let old = "title: A\nscheduled: \(date)T09:00\nrecurrence: \"\(rule)\"\n"
            let day = date.adding(days: random.below(20) - 10)
            let set = try #require(ReminderChange(setting: "scheduled", to: "\(day)T09:00", in: context.zone))
            let changes =
                [FileChange.setting("scheduled", "\(day)T09:00")] + set.entailed(in: front(old), zones: ZoneDatabase())
            let expected = try changes.apply(to: front(old), registry: TagRegistry()) ?? front(old)
            let new = old.replacing("\(date)T09:00", with: "\(day)T09:00")
            #expect(try edited(old, new) == String(decoding: expected, as: UTF8.self), "\(old)")
        }
    }
}
