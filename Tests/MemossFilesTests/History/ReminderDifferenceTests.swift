import TestSupport
import Testing

@testable import CivilTime
@testable import MemossFiles

@Suite struct ReminderDifferenceTests {
    private static let vitamins = """
        id: 10000000-0000-4000-8000-000000000001
        title: Take vitamin D
        tags: [Home]
        scheduled: 2026-11-19T09:00
        recurrence: daily
        complete_instances: [2026-11-18]
        """

    private func state(_ fields: String, _ body: String = "One.\n", _ path: String = "a.md")
        -> ReminderDifference.State?
    {
        let bytes = [UInt8]("---\n\(fields)\n---\n\(body)")
        let output = ReminderDecoder.decode(bytes, path: path, keeping: .whole, keys: .all)
        return output.reminder.map { .reminder($0) } ?? output.unreadable.map { .unreadable($0) }
    }

    /// The parts of the difference between the vitamins and the same with some texts replaced.
    private func parts(_ changes: (String, String)...) -> [ReminderDifference.Part]? {
        let after = changes.reduce(Self.vitamins) { $0.replacing($1.0, with: $1.1) }
        return ReminderDifference(from: state(Self.vitamins), to: state(after))?.parts
    }

    private func date(_ text: String) throws -> DateValue { try DateValue(parsing: text) }

    @Test func `completing an occurrence goes on to the next one, and another date is a change of its own`() throws {
        let done = ("[2026-11-18]", "[2026-11-18, 2026-11-19]")
        let completed = ReminderDifference.Part.occurrences(.completed, [try date("2026-11-19")])
        func moved(_ text: String, isStep: Bool) throws -> ReminderDifference.Part {
            .date(key: "scheduled", before: try date("2026-11-19T09:00"), after: try date(text), isStep: isStep)
        }
        let step = try moved("2026-11-20T09:00", isStep: true)
        #expect(parts(done, ("11-19T09:00", "11-20T09:00")) == [completed, step])
        let leap = try moved("2026-11-25T09:00", isStep: false)
        #expect(parts(done, ("11-19T09:00", "11-25T09:00")) == [completed, leap])
        let late = try moved("2026-11-20T10:00", isStep: false)
        #expect(parts(done, ("11-19T09:00", "11-20T10:00")) == [completed, late])
        #expect(parts(("11-19T09:00", "11-20T09:00")) == [try moved("2026-11-20T09:00", isStep: false)])
        #expect(parts(("[2026-11-18]", "[]")) == [.occurrences(.reopened, [try date("2026-11-18")])])
    }

    @Test func `tags, titles, keys and texts are told apart`() throws {
        #expect(parts(("[Home]", "[home, Health]")) == [.tags(added: [TagName("Health")], removed: [])])
        #expect(parts(("vitamin D", "vitamins")) == [.title(before: "Take vitamin D", after: "Take vitamins")])
        let daily = FrontMatterField.Value.scalar("daily", isPlain: true)
        let weekly = FrontMatterField.Value.scalar("weekly", isPlain: true)
        #expect(parts(("daily", "weekly")) == [.key("recurrence", before: daily, after: weekly)])
        #expect(parts(("\nrecurrence: daily", "")) == [.key("recurrence", before: daily, after: nil)])
        let text = ReminderDifference(from: state(Self.vitamins), to: state(Self.vitamins, "One.\nTwo.\n"))
        #expect(text?.parts == [.text(added: 1, removed: 0)])
    }

    @Test func `quotes alone change the layout, not a value`() {
        #expect(parts(("Take vitamin D", "\"Take vitamin D\"")) == [.layout])
        #expect(parts(("recurrence: daily", "recurrence: 'daily'")) == [.layout])
    }

    @Test func `a date that cannot be read is still a change`() {
        let parts = parts(("2026-11-19T09:00", "soonish"))
        #expect(
            parts?.contains { if case .date(key: "scheduled", _, after: nil, _) = $0 { true } else { false } } == true
        )
        let worse = ReminderDifference(from: state("title: A\ndue: soon"), to: state("title: A\ndue: later"))
        #expect(worse?.parts.count == 1)
        #expect(worse?.parts != [.layout])
    }

    @Test func `every edit of the bytes is a change, if only of the layout`() {
        #expect(parts(("title: Take", "title:  Take")) == [.layout])
        #expect(parts(("daily", "daily # every day")) == [.layout])
    }

    @Test func `other line endings are layout, in the text too`() {
        func parts(_ text: String, _ fields: String = "title: A") -> [ReminderDifference.Part]? {
            ReminderDifference(from: state("title: A", "One.\nTwo.\n"), to: state(fields, text))?.parts
        }
        #expect(parts("One.\r\nTwo.\r\n") == [.layout])
        #expect(parts("One.\r\nTwo.\r\nThree.\r\n") == [.text(added: 1, removed: 0)])
        #expect(parts("One.\r\nTwo.\r\n", "title: B") == [.title(before: "A", after: "B")])
        #expect(parts("One.\rTwo.\n") == [.text(added: 1, removed: 2)])
    }

    @Test func `a file that cannot be read is said to have changed`() {
        let broken = state("title: [")
        #expect(ReminderDifference(from: state(Self.vitamins), to: broken)?.parts == [.unreadable(.after)])
        #expect(ReminderDifference(from: broken, to: state(Self.vitamins))?.parts == [.unreadable(.before)])
        let added = ReminderDifference(from: nil, to: broken)
        #expect(added?.kind == .added)
        #expect(added?.parts == [.unreadable(.after)])
        #expect(ReminderDifference(from: broken, to: state("title: [["))?.parts == [.unreadable(.both)])
        #expect(ReminderDifference(from: broken, to: broken, executable: true)?.parts == [.executable(true)])
    }

    @Test func `what two sides of a merge have brought is not what the merge changed`() throws {
        let base = Self.vitamins
        let (ours, theirs) = (base.replacing("[Home]", with: "[Home, A]"), base.replacing("[Home]", with: "[Home, B]"))
        let merged = base.replacing("[Home]", with: "[Home, A, B]")
        func common(_ result: String) throws -> [ReminderDifference.Part]? {
            let one = try #require(ReminderDifference(from: state(ours), to: state(result)))
            return one.common(with: try #require(ReminderDifference(from: state(theirs), to: state(result))))?.parts
        }
        #expect(try common(merged) == nil)
        let more = merged.replacing("B]", with: "B, C]")
        #expect(try common(more) == [.tags(added: [TagName("C")], removed: [])])
        #expect(try common(merged.replacing("vitamin D", with: "pills"))?.count == 1)
    }
}
