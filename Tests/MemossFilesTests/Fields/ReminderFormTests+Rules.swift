import Testing

@testable import CivilTime
@testable import Interaction
@testable import MemossFiles

extension ReminderFormTests {
    // MARK: Repeats and end

    @Test func `the rules to choose from are those of the day that is typed`() throws {
        var form = try form()
        form.set(.title, to: "x")
        form.set(.day, to: "2026-12-31")
        #expect(form.repeats.rule(.weekly, on: form.reading.day) == "weekly on thursday")
        form.choose(.monthly)
        #expect(try new(form).recurrence == "monthly on 31")
        #expect(form.reading.next.map(\.description) == ["2027-01-31", "2027-02-28", "2027-03-31"])
        form.set(.day, to: "2026-12-30")
        #expect(try new(form).recurrence == "monthly on 30")
        form.choose(.never)
        #expect(try new(form).recurrence == nil)
    }

    @Test func `the dates after a moved occurrence are counted from its place in the rule`() throws {
        let head = "title: a\nrecurrence: every 2 weeks on sunday\n"
        let expected = ["2026-12-06", "2026-12-20", "2027-01-03"]
        let moved = try form(head + "scheduled: 2026-11-24\nmoved_from: 2026-11-22")
        #expect(moved.reading.next.map(\.description) == expected)
        var moving = try form(head + "scheduled: 2026-11-22")
        #expect(moving.reading.next.map(\.description) == expected)
        moving.set(.day, to: "2026-11-24")
        #expect(moving.reading.next.map(\.description) == expected)
        // Another rule begins with the date.
        moving.set(.repeats, to: "every 3 days")
        #expect(moving.reading.next.first?.description == "2026-11-27")
    }

    @Test func `any rule can be typed, and gives its date`() throws {
        var form = try form()
        form.set(.title, to: "x")
        form.focus(on: .repeats)
        form.type("every 2 weeks on friday at 9")
        #expect(form.repeats.chosen(on: form.reading.day) == .other)
        #expect(form.reading.date?.description == "2026-11-27T09:00")
        #expect(form.reading.next.first?.description == "2026-12-11T09:00")
        form.set(.repeats, to: "every blue moon")
        #expect(form.reading.faults[.repeats] != nil && form.reading.faults.count == 1)
    }

    @Test func `a rule that the file has is marked, in whatever words, and stays`() throws {
        let monthly = try form("title: a\nscheduled: 2026-11-22\nrecurrence: monthly on the 22nd")
        #expect(monthly.repeats.chosen(on: monthly.reading.day) == .monthly)
        var rfc = try form("title: a\nscheduled: 2026-11-22\nrecurrence: FREQ=WEEKLY;BYDAY=SU")
        #expect(rfc.repeats.chosen(on: rfc.reading.day) == .other)
        rfc.set(.day, to: "tomorrow")
        #expect(try #require(rfc.change()).recurrence == .kept)
        var same = monthly
        same.set(.day, to: "2026-11-23")
        #expect(try #require(same.change()).recurrence == .kept)
        #expect(same.repeats.chosen(on: same.reading.day) == .other)
    }

    @Test func `only a series has an end, which is a month later if a blank is typed`() throws {
        var form = try form()
        form.set(.title, to: "x")
        form.set(.day, to: "2027-01-31")
        #expect(!form.parts.contains(.end))
        form.choose(.daily)
        #expect(form.parts.contains(.end))
        form.focus(on: .end)
        form.type(" ")
        #expect(form.end.text == "2027-02-28")
        #expect(try new(form).until?.description == "2027-02-28")
        form.choose(.never)
        #expect(!form.parts.contains(.end))
        #expect(try new(form).until == nil)
    }

    @Test func `an end before the date is refused, where the contradiction was typed`() throws {
        var form = try form()
        form.set(.title, to: "x")
        form.set(.day, to: "2027-01-31")
        form.choose(.daily)
        form.set(.end, to: "2027-01-30")
        #expect(form.reading.faults[.end]?.message == "2027-01-30 is before 2027-01-31, when the series begins")
        // Moving the current occurrence past the end does not move its place.
        var old = try self.form("title: a\nscheduled: 2026-11-22\nrecurrence: daily\nuntil: 2026-11-30")
        old.set(.day, to: "2026-12-01")
        #expect(old.reading.faults.isEmpty)
        old.set(.end, to: "2026-11-21")
        #expect(old.reading.faults[.end] != nil)
    }

    @Test func `another rule keeps the end that the form shows, and Never removes it`() throws {
        var form = try form("title: a\nscheduled: 2026-11-22\nrecurrence: daily\nuntil: 2026-11-30")
        form.set(.repeats, to: "every 2 days")
        #expect(try #require(form.change()).until == .set(try DateValue(parsing: "2026-11-30")))
        form.set(.repeats, to: "daily for 2 weeks")
        #expect(try #require(form.change()).until == .set(try DateValue(parsing: "2026-12-05")))
        form.set(.end, to: "")
        form.set(.repeats, to: "every 2 days")
        #expect(try #require(form.change()).until == .removed)
        form.choose(.never)
        let change = try #require(form.change())
        #expect(change.recurrence == .removed && change.until == .kept)
    }

    // MARK: Text

    @Test func `the text has lines: Return begins one, and the arrows leave at the ends`() throws {
        var form = try form("title: a", body: "One\nTwo\n")
        form.focus(on: .note)
        #expect(form.note.text == "One\nTwo")
        _ = form.handle(.field(.text(.left)))
        _ = form.handle(.field(.up))
        #expect((form.focus, form.note.before) == (.note, "On"))
        _ = form.handle(.field(.confirm))
        #expect(form.note.text == "On\ne\nTwo")
        #expect(try #require(form.change()).body == Array("On\ne\nTwo".utf8))
        for _ in 0..<3 { _ = form.handle(.field(.down)) }
        #expect(form.focus == .save)
        form.focus(on: .note)
        for _ in 0..<4 { _ = form.handle(.field(.up)) }
        #expect(form.focus != .note)
    }

    @Test(arguments: [
        ("One\r\nTwo\r\n", true), ("One\rTwo\n", false), ("One\r\nTwo\n", false), ("", true), ("\n\nOne", true),
        (String(repeating: "Line\n", count: 1_000), false),
    ])
    func `a text that is long, or whose line ends would not survive, is not edited here`(body: String, isEditable: Bool)
        throws
    {
        let form = try form("title: a", body: body)
        #expect(form.isNoteEditable == isEditable && form.parts.contains(.note) == isEditable)
        #expect(form.change() == ReminderChange())
    }

    // MARK: The end

    @Test func `Escape leaves at once if nothing was changed, and asks otherwise`() throws {
        var form = try form("title: a\nscheduled: 2026-11-22T09:00\ntags: [Work]\nrecurrence: daily", body: "Text\n")
        #expect(form.handle(.field(.cancel)) == [.cancelled])
        let changes: [(inout ReminderForm) -> Void] = [
            { $0.set(.title, to: "b") }, { $0.set(.day, to: "") }, { $0.set(.time, to: "10:00") },
            { $0.choose(.weekly) },
            { $0.set(.end, to: "friday") }, { $0.set(.note, to: "") },
            {
                $0.focus(on: .tags)
                $0.type("x")
            },
        ]
        for change in changes {
            var changed = form
            change(&changed)
            #expect(changed.handle(.field(.cancel)) == [] && changed.question == .discard)
            var kept = changed
            #expect(kept.handle(.field(.cancel)) == [] && kept.question == nil && kept.isChanged)
            #expect(changed.handle(.field(.text(.insert("y")))) == [.cancelled])
        }
    }

    @Test func `the editor gets what was entered only if all of it can be read`() throws {
        var form = try form()
        #expect(form.handle(.openEditor) == [])
        #expect(form.fault(of: .title) != nil)
        form.type("Milk")
        #expect(form.handle(.openEditor) == [.openEditor])
    }

    @Test func `a change is made in the reminder as it is now`() throws {
        var form = try form("title: a\nscheduled: 2026-11-22T09:00")
        form.set(.day, to: "friday")
        let now = ReminderDecoder.decode(Array("---\ntitle: a\nscheduled: 2026-11-23T10:00\n---\n".utf8), path: "a.md")
        form.rebase(on: try #require(now.reminder))
        #expect(try #require(form.change()).scheduled == .set(try DateValue(parsing: "2026-11-27T10:00")))
    }
}
