import Testing

@testable import MemossFiles

/// The rules of the form, without a terminal. It is Sunday, 22 November 2026, 13:00 in Paris.
@Suite struct ReminderFormTests {
    private let time: TimeContext
    private let source: TagSuggestions

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

    private func form(_ fields: String? = nil, body: String = "") throws -> ReminderForm {
        guard let fields else { return ReminderForm(from: source, at: time) }
        let bytes = Array("---\n\(fields)\n---\n\(body)".utf8)
        let reminder = try #require(ReminderDecoder.decode(bytes, path: "a.md", keeping: .whole).reminder)
        return ReminderForm(of: reminder, from: source, at: time)
    }

    private func new(_ form: ReminderForm) throws -> NewReminder {
        try #require(form.reminder(id: "0b1f8a8e-0000-4000-8000-000000000000", created: time.local))
    }

    // MARK: Moving

    @Test func `Tab and Return move on, Shift-Tab back, and the arrows stop at the ends`() throws {
        var form = try form()
        #expect(form.parts == [.title, .day, .time, .tags, .repeats, .note, .save])
        _ = form.handle(.field(.up))
        #expect(form.focus == .title)
        for part in [ReminderForm.Part.day, .time, .tags] {
            _ = form.handle(.field(part == .time ? .confirm : .complete))
            #expect(form.focus == part)
        }
        _ = form.handle(.previous)
        #expect(form.focus == .time)
        _ = form.handle(.field(.pageDown))
        #expect(form.focus == .save)
        _ = form.handle(.field(.down))
        #expect(form.focus == .save)
        _ = form.handle(.field(.complete))
        #expect(form.focus == .title)
        _ = form.handle(.previous)
        #expect(form.focus == .save)
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

    @Test func `nothing in a title is special`() throws {
        var form = try form()
        form.type("Call @bob @tomorrow +Work")
        let new = try new(form)
        #expect(new.title == "Call @bob @tomorrow +Work" && new.scheduled == nil && new.tags.isEmpty)
    }

    // MARK: Date and time

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
        #expect(form.date.day.isEmpty)
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
        #expect(!form.isAsking && form.tags.mode == .text)
        _ = form.handle(.field(.confirm))
        form.type("6")
        _ = form.handle(.field(.confirm))
        #expect(try new(form).tagColors == [TagName("new"): TagColor.Preset.teal.color])
    }

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
        var old = try self.form("title: a\nscheduled: 2026-11-22\nrecurrence: daily\nuntil: 2026-11-30")
        old.set(.day, to: "2026-12-01")
        #expect(old.reading.faults[.day] != nil)
        old.set(.end, to: "2026-12-02")
        #expect(old.reading.faults.isEmpty)
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
            #expect(changed.handle(.field(.cancel)) == [] && changed.isAsking)
            var kept = changed
            #expect(kept.handle(.field(.cancel)) == [] && !kept.isAsking && kept.isChanged)
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

extension ReminderForm {
    /// Types a text key by key.
    fileprivate mutating func type(_ text: String) {
        for character in text { _ = handle(.field(.text(.insert(String(character))))) }
    }
}
