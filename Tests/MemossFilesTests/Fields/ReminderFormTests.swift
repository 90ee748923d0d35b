import TestSupport
import Testing

@testable import CivilTime
@testable import Interaction
@testable import MemossFiles
@testable import Text

/// The rules of the form, without a terminal. It is Sunday, 22 November 2026, 13:00 in Paris.
@Suite struct ReminderFormTests {
    let time: TimeContext
    let source: TagSuggestions

    init() throws {
        time = TimeContext(
            now: Folder.now,
            zone: try TestFiles.zone("Europe/Paris"),
            zones: ["Asia/Tokyo": try TestFiles.zone("Asia/Tokyo")],
            allDayAt: CivilTime(unchecked: 9 * 3_600)
        )
        let files = ["tags.yaml": "Garden: moss\nWork: blue\n", "a.md": "---\ntags: [Work]\n---\n"]
        source = TagSuggestions(Snapshot(files: files.mapValues { Array($0.utf8) }), today: time.local.date)
    }

    func form(_ fields: String? = nil, body: String = "") throws -> ReminderForm {
        guard let fields else { return ReminderForm(from: source, at: time) }
        let bytes = Array("---\n\(fields)\n---\n\(body)".utf8)
        let keys = ReminderForm.shownKeys
        let decoded = ReminderDecoder.decode(bytes, path: "a.md", keeping: .whole, keys: keys)
        return ReminderForm(of: try #require(decoded.reminder), decoded.problems, from: source, at: time)
    }

    func new(_ form: ReminderForm) throws -> NewReminder {
        try #require(form.reminder(id: "0b1f8a8e-0000-4000-8000-000000000000", created: time.local))
    }

    // MARK: Moving

    @Test func `Tab and Return move on, Shift-Tab back, and the arrows stop at the ends`() throws {
        var form = try form()
        #expect(form.parts == [.title, .day, .time, .deadline, .tags, .repeats, .alarms, .note, .save])
        _ = form.handle(.field(.up))
        #expect(form.focus == .title)
        for part in [ReminderForm.Part.day, .time, .deadline, .tags] {
            _ = form.handle(.field(part == .time ? .confirm : .complete))
            #expect(form.focus == part)
        }
        _ = form.handle(.previous)
        #expect(form.focus == .deadline)
        _ = form.handle(.field(.pageDown))
        #expect(form.focus == .save)
        _ = form.handle(.field(.down))
        #expect(form.focus == .save)
        _ = form.handle(.field(.complete))
        #expect(form.focus == .title)
        _ = form.handle(.previous)
        #expect(form.focus == .save)
    }

    @Test func `the first letter replaces a date of the file, and every other key edits it`() throws {
        let fields = "title: x\nscheduled: 2026-11-23T07:15\ndue: 2026-11-30\nrecurrence: daily\nuntil: 2026-12-20"
        func typed(_ part: ReminderForm.Part, _ events: FieldEvent...) throws -> ReminderForm {
            var form = try self.form(fields)
            form.focus(on: part)
            #expect(form.isFresh)
            for event in events { _ = form.handle(.field(event)) }
            return form
        }
        #expect(try typed(.time, .text(.insert("9")), .text(.insert(":30"))).date.time.text == "9:30")
        #expect(try typed(.day, .text(.insert("f"))).date.day.text == "f")
        #expect(try typed(.deadline, .text(.insert("f"))).deadline.text == "f")
        #expect(try typed(.end, .text(.insert("f"))).end.text == "f")
        #expect(try typed(.time, .text(.left), .text(.insert("3"))).date.time.text == "07:135")
        #expect(try typed(.time, .text(.deleteBackward), .text(.insert("0"))).date.time.text == "07:10")
        #expect(try typed(.day, .text(.insert(" ")), .text(.insert("8am"))).date.day.text == "2026-11-23 8am")
        // What was typed before is not of the file.
        var form = try typed(.time, .text(.insert("9")), .complete)
        _ = form.handle(.previous)
        _ = form.handle(.field(.text(.insert("am"))))
        #expect(form.date.time.text == "9am")
        // Moving through changes nothing, and a title is never replaced.
        #expect(try !typed(.time, .down, .up).isChanged)
        form = try self.form(fields)
        _ = form.handle(.field(.text(.insert("y"))))
        #expect(!form.isFresh && form.title.text == "xy")
    }

    @Test func `the arrows pass the tags, and move among suggestions while a tag is typed`() throws {
        var form = try form()
        form.focus(on: .tags)
        _ = form.handle(.field(.down))
        #expect(form.focus == .repeats)
        _ = form.handle(.previous)
        form.type("r")
        #expect(form.tags.suggestions.map(\.kind) == [.existing, .existing, .create] && form.tags.highlight == 2)
        _ = form.handle(.field(.down))
        #expect(form.focus == .tags && form.tags.highlight == 0)
    }

    @Test func `passing through the rules changes nothing`() throws {
        var form = try form("title: Bins\nscheduled: 2026-11-23\nrecurrence: weekly on monday")
        form.focus(on: .repeats)
        #expect(form.repeats.highlight == .weekly)
        for _ in 0..<10 { _ = form.handle(.field(.down)) }
        #expect(!form.isChanged && form.change() == ReminderChange())
    }

    // MARK: Title

    @Test func `an empty title is an error at saving, and saving goes there`() throws {
        var form = try form()
        form.focus(on: .save)
        #expect(form.fault(of: .title) == nil)
        #expect(form.handle(.field(.confirm)) == [])
        #expect(form.fault(of: .title)?.message == "the title is empty")
        #expect(form.focus == .title)
        form.type("Milk")
        #expect(form.fault(of: .title) == nil)
        #expect(form.handle(.save) == [.save])
        #expect(try new(form).title == "Milk")
    }

    @Test func `line breaks that are pasted into a title are blanks`() throws {
        var form = try form()
        form.type("Milk\r\nBread")
        #expect(form.title.text == "Milk Bread")
    }

    @Test func `a date, a deadline, a rule and tags in a title are moved to their parts if the user wants it`() throws {
        for text in ["Call @bob @tomorrow 9am +Work,New @due friday", "Call @bob +New @every monday at 9am"] {
            var form = try form()
            form.type(text)
            #expect(form.handle(.save) == [] && form.question == .move)
            var kept = form
            #expect(kept.handle(.field(.text(.insert("n")))) == [.save])
            let asTyped = try new(kept)
            #expect(asTyped.title == text && asTyped.date == nil && asTyped.tags.isEmpty)
            // Asked only once.
            #expect(kept.handle(.save) == [.save])
            var other = form
            #expect(other.handle(.field(.cancel)) == [] && other.question == nil && other.handle(.save) == [])
            _ = other.handle(.field(.cancel))
            #expect(other.handle(.openEditor) == [] && other.handle(.field(.text(.insert("y")))) == [.openEditor])
            var usual = form
            #expect(usual.handle(.field(.confirm)) == [.save])
            #expect(form.handle(.field(.text(.insert("y")))) == [.save])
            #expect(usual.title.text == form.title.text)
            let line = CaptureLine(parsing: text, now: time.local)
            let moved = try new(form)
            #expect(moved.title == "Call @bob" && moved.tags == line.tagNames && moved.deadline == line.deadline?.value)
            #expect(moved.scheduled?.description == "2026-11-23T09:00")
            #expect(moved.recurrence == (line.rule == nil ? nil : "weekly on monday"))
        }
    }

    @Test(arguments: ["Call @bob", "Call mom tomorrow", "Call @friday 5 slides", "+Work @friday", "Mail -- @friday"])
    func `a title that can only be a title is saved without a question`(title: String) throws {
        var form = try form()
        form.type(title)
        #expect(form.handle(.save) == [.save])
        #expect(try new(form).title == title)
    }

    @Test func `a phrase in a title stays if its part has a value, or if it was there before`() throws {
        var dated = try form()
        dated.set(.day, to: "monday")
        dated.type("Call @friday")
        #expect(dated.handle(.save) == [.save])
        var old = try form("title: Talk @friday")
        old.type("!")
        #expect(old.handle(.save) == [.save])
    }

    // MARK: Date and time

    @Test(arguments: [
        ("scheduled", "2026-13-45", ReminderForm.Part.day), ("due", "2026-11-31", .deadline),
        ("recurrence", "often", .repeats), ("until", "the end", .end),
    ])
    func `a value that cannot be read is shown as it is, with the reason, and stays`(
        key: String,
        text: String,
        part: ReminderForm.Part
    ) throws {
        let values = ["scheduled": "2026-11-23", "due": "2026-11-30", "recurrence": "daily", "until": "2027-01-01"]
        let fields = values.merging([key: text]) { $1 }.map { "\($0): \($1)" }.sorted().joined(separator: "\n")
        var form = try form("title: x\n\(fields)")
        let texts: [ReminderForm.Part: String] = [
            .day: form.date.day.text, .deadline: form.deadline.text, .repeats: form.repeats.text.text,
            .end: form.end.text,
        ]
        #expect(texts[part] == text && form.parts.contains(part))
        if part == .day { #expect(form.deadline.text == "2026-11-30", "what can be read is shown in its own part") }
        #expect(form.fault(of: part) != nil && !form.isChanged)
        form.set(.title, to: "y")
        var expected = ReminderChange()
        expected.title = "y"
        #expect(form.handle(.save) == [.save] && form.change() == expected)
        form.set(part, to: part == .repeats ? "weekly on monday" : "2026-12-14")
        #expect(form.unreadable(part) == nil && form.isChanged)
    }

    @Test func `a deadline is entered, changed and removed; a deadline that is the date is the date`() throws {
        var form = try form()
        form.set(.title, to: "Tax")
        form.set(.deadline, to: "25 dec")
        #expect(try new(form).deadline?.description == "2026-12-25" && form.reading.deadline != nil)
        form.set(.deadline, to: "someday maybe")
        #expect(form.fault(of: .deadline) != nil && form.handle(.save) == [] && form.focus == .deadline)
        var old = try self.form("title: x\nscheduled: 2026-11-23\ndue: 2026-11-30T17:00")
        #expect(old.deadline.text == "2026-11-30T17:00" && !old.isChanged)
        #expect(old.change() == ReminderChange())
        old.set(.deadline, to: "4 dec")
        let later = try DateValue(parsing: "2026-12-04T17:00")
        #expect(old.isChanged && old.change()?.deadline == .set(later))
        old.set(.deadline, to: "")
        #expect(old.change()?.deadline == .removed && old.change()?.scheduled == .kept)
        let due = try self.form("title: x\ndue: 2026-11-30")
        #expect(!due.parts.contains(.deadline) && due.date.day.text == "2026-11-30")
    }

    @Test(arguments: [
        ("tomorrow", "", "2026-11-23"), ("tomorrow", "9am", "2026-11-23T09:00"), ("", "9am", "2026-11-23T09:00"),
        ("", "14:00", "2026-11-22T14:00"), ("tomorrow 9am", "", "2026-11-23T09:00"),
        ("2026-12-24", "14:30", "2026-12-24T14:30"), ("25 dec", "noon", "2026-12-25T12:00"),
        ("in 2 hours", "", "2026-11-22T15:00"), ("friday", "at 9", "2026-11-27T09:00"),
        ("tomorrow", "9", "2026-11-23T09:00"),
    ])
    func `the day and the time together are one date`(day: String, time: String, expected: String) throws {
        var form = try form()
        form.set(.title, to: "x")
        form.set(.day, to: day)
        form.set(.time, to: time)
        #expect(form.reading.date?.description == expected)
        #expect(try new(form).scheduled?.description == expected)
    }

    @Test(arguments: [
        ("tomorow", "", ReminderForm.Part.day), ("tomorrow", "friday", .time),
        ("tomorrow 9am", "10am", .time), ("22 nov", "2027", .time), ("friday", "in 2 hours", .time),
        ("", "soon", .time),
    ])
    func `what is no date or no time is an error where it was typed`(day: String, time: String, part: ReminderForm.Part)
        throws
    {
        var form = try form()
        form.set(.title, to: "x")
        form.set(.day, to: day)
        form.set(.time, to: time)
        #expect(Array(form.reading.faults.keys) == [part])
        #expect(form.handle(.save) == [])
        #expect(form.focus == part)
    }

    @Test func `errors have the messages of the grammar, and appear when the text is left`() throws {
        var form = try form()
        form.focus(on: .day)
        form.type("tomorow")
        #expect(form.fault(of: .day) == nil)
        _ = form.handle(.next)
        let expected = #expect(throws: ParseError.self) { _ = try time.when("tomorow") }
        #expect(form.fault(of: .day)?.message == expected?.message)
        #expect(form.fault(of: .day)?.suggestion == "tomorrow")
    }

    @Test func `of an existing date, a part that was not changed stays as it is written`() throws {
        let old = "title: a\nscheduled: 2026-11-24 09:00:00+01:00"
        var day = try form(old)
        #expect((day.date.day.text, day.date.time.text) == ("2026-11-24", "09:00"))
        day.set(.day, to: "friday")
        #expect(try #require(day.change()).scheduled == .set(try DateValue(parsing: "2026-11-27 09:00:00+01:00")))
        var hour = try form(old)
        hour.set(.time, to: "10am")
        #expect(try #require(hour.change()).scheduled == .set(try DateValue(parsing: "2026-11-24 10:00:00+01:00")))
        var none = try form(old)
        none.set(.day, to: "")
        #expect(try #require(none.change()).scheduled == .removed)
        var allDay = try form(old)
        allDay.set(.time, to: "")
        #expect(try #require(allDay.change()).scheduled == .set(try DateValue(parsing: "2026-11-24")))
        var other = try form(old)
        other.set(.day, to: "friday")
        other.set(.time, to: "")
        #expect(try #require(other.change()).scheduled == .set(try DateValue(parsing: "2026-11-27")))
    }

    @Test func `dates are those of the reminder's time zone`() throws {
        var form = try form("title: a\nscheduled: 2026-11-24T09:00Z\ntimezone: Asia/Tokyo")
        #expect((form.date.day.text, form.date.time.text) == ("2026-11-24", "18:00"))
        form.set(.day, to: "today")
        #expect(form.reading.date?.description == "2026-11-22T09:00Z")
    }

    @Test func `a deadline that is the only date is what the form changes`() throws {
        var form = try form("title: a\ndue: 2026-11-24")
        #expect(form.isOnDeadline)
        form.set(.day, to: "friday")
        let change = try #require(form.change())
        #expect(change.deadline == .set(try DateValue(parsing: "2026-11-27")))
        #expect(change.scheduled == .kept)
    }

    @Test func `a date that cannot be read stays while it is not changed`() throws {
        var form = try form("title: a\nscheduled: soon\ncompleted: false")
        #expect(form.date.day.text == "soon")
        form.set(.title, to: "b")
        var expected = ReminderChange()
        expected.title = "b"
        #expect(form.change() == expected)
    }

    // MARK: Tags

    @Test func `Return on an empty text leaves the tags, and Tab completes first`() throws {
        var form = try form()
        form.focus(on: .tags)
        form.type("wo")
        _ = form.handle(.field(.complete))
        #expect(form.focus == .tags && form.tags.text.text == "Work")
        _ = form.handle(.field(.complete))
        #expect(form.focus == .repeats && form.tags.selected == [TagName("Work")])
        _ = form.handle(.previous)
        _ = form.handle(.field(.confirm))
        #expect(form.focus == .repeats)
    }

    @Test func `a text that has not become a tag is not lost`() throws {
        var form = try form()
        form.set(.title, to: "x")
        form.focus(on: .tags)
        form.type("gar")
        #expect(form.handle(.save) == [])
        #expect(form.focus == .tags)
        #expect(form.fault(of: .tags)?.message == "'gar' has not been added: add it, or delete the text")
        form.type("den")
        #expect(form.handle(.save) == [.save])
        #expect(try new(form).tags == [TagName("Garden")])
    }

    @Test func `a new tag has the colour that was chosen, and Escape in the presets leaves only them`() throws {
        var form = try form()
        form.set(.title, to: "x")
        form.focus(on: .tags)
        form.type("new")
        _ = form.handle(.field(.confirm))
        #expect(form.handle(.field(.cancel)) == [])
        #expect(form.question == nil && form.tags.mode == .text)
        _ = form.handle(.field(.confirm))
        form.type("6")
        _ = form.handle(.field(.confirm))
        #expect(try new(form).tagColors == [TagName("new"): TagColor.Preset.teal.color])
    }
}

extension ReminderForm {
    /// Types a text key by key.
    mutating func type(_ text: String) {
        for character in text { _ = handle(.field(.text(.insert(String(character))))) }
    }
}
