import CLibrary
import MemossFiles
import Testing

@testable import CivilTime
@testable import Interaction
@testable import mm

@Suite struct FormViewTests {
    private static let sizes = [(40, 12), (60, 20), (80, 24), (120, 40)]
    private static let registry = """
        Work: blue
        Home: moss
        Health: pink
        Garden: teal
        Garden/漢字: gray
        Family: orange
        Books: purple
        Music: yellow
        """
    private static let reminder = """
        ---
        title: Take out the bins and the paper before the lorry comes
        tags: [Home, Work]
        scheduled: 2026-11-23T19:30
        due: 2026-11-30
        recurrence: weekly on monday
        until: 2026-12-20
        ---
        Even weeks: yellow lid.

        Odd weeks: grey lid \u{1F600}.
        Not the yard.
        """

    private let time: TimeContext

    init() throws {
        let zone = try ZoneDatabase().zone(named: "Europe/Paris")
        let day = try #require(CivilDate(year: 2026, month: 11, day: 22))
        let now = zone.instant(of: CivilDateTime(day, try #require(CivilTime(hour: 13, minute: 0))))
        time = TimeContext(now: now, zone: zone, allDayAt: try #require(CivilTime(hour: 9, minute: 0)))
    }

    private func view(_ text: String? = nil, deadlinesRing: Bool = true) throws -> FormView {
        var time = time
        time.deadlinesRing = deadlinesRing
        var files = ["tags.yaml": Array(Self.registry.utf8)]
        for number in 0..<3 { files["\(number).md"] = Array("---\ntags: [Work]\n---\n".utf8) }
        let source = TagSuggestions(Snapshot(files: files), today: time.local.date)
        var form = ReminderForm(from: source, at: time)
        if let text {
            let read = ReminderDecoder.decode(Array(text.utf8), path: "a.md", keeping: .whole).reminder
            form = ReminderForm(of: try #require(read), from: source, at: time)
        }
        return FormView(form, Interpretation(time, .hours24), .hours24)
    }

    private func press(_ keys: [Key], _ view: inout FormView) {
        for key in keys { _ = view.handle(key) }
    }

    private func type(_ text: String, _ view: inout FormView) { press(text.map { .character($0) }, &view) }

    private func scenes() throws -> [(name: String, view: FormView)] {
        var scenes: [(String, FormView)] = [("a new reminder", try view())]
        var dated = try view()
        type("Call the dentist", &dated)
        press([.tab], &dated)
        type("tomorrow", &dated)
        press([.tab], &dated)
        type("9", &dated)
        scenes.append(("a date while it is typed", dated))
        var tagged = dated
        press([.tab, .tab], &tagged)
        type("home,gar", &tagged)
        scenes.append(("tags while one is typed", tagged))
        var colored = dated
        press([.tab, .tab], &colored)
        type("dentist", &colored)
        press([.enter], &colored)
        scenes.append(("the colour of a new tag", colored))
        let old = try view(Self.reminder)
        scenes.append(("an existing series", old))
        var rules = old
        press([.tab, .tab, .tab, .tab, .tab, .down], &rules)
        scenes.append(("the rules to choose from", rules))
        var typed = rules
        type("every blue moon", &typed)
        press([.tab], &typed)
        scenes.append(("a rule that is none", typed))
        var note = old
        press([.pageDown, .backTab, .enter], &note)
        scenes.append(("the lines of the text", note))
        var empty = try view()
        press([.control("s")], &empty)
        scenes.append(("saved without a title", empty))
        var asking = old
        press([.character("!"), .escape], &asking)
        scenes.append(("left after a change", asking))
        return scenes
    }

    /// `RECORD=1` writes the frames; read the difference.
    @Test func `the form looks as recorded at every size`() throws {
        var text = ""
        for (width, height) in Self.sizes {
            for (name, view) in try scenes() {
                let frame = view.frame(in: TerminalSize(width: width, height: height), Painter(.none))
                #expect(frame.lines.count <= height && frame.lines.allSatisfy { $0.count <= width })
                let cursor = try #require(frame.cursor)
                text += "== \(name), \(width)×\(height), cursor \(cursor.line + 1):\(cursor.column + 1)\n\(frame.text)"
            }
        }
        let path = "\(TranscriptStage.root)/\(TranscriptTests.folder)/form-frames.txt"
        if getenv("RECORD") != nil { try TranscriptTests.write(text, to: path) }
        #expect(try TranscriptTests.text(path) == text)
    }

    @Test func `a terminal of any size shows where keys go`() throws {
        for width in [1, 2, 5, 12, 40, 200] {
            for height in [1, 2, 3, 5, 60] {
                for (name, view) in try scenes() {
                    let frame = view.frame(in: TerminalSize(width: width, height: height), Painter(.none))
                    let cursor = frame.cursor ?? Frame.Place(line: -1, column: -1)
                    let isShown = frame.lines.indices.contains(cursor.line) && (0..<width).contains(cursor.column)
                    #expect(isShown, "\(name) at \(width)×\(height)")
                    #expect(frame.lines.count <= height)
                }
            }
        }
    }

    @Test func `a time in the text of the date is shown as the time`() throws {
        for (text, shown) in [
            ("next tuesday 3pm", "→ 15:00, from the date"), ("friday all day", "→ All day, from the date"),
        ] {
            var view = try view(Self.reminder)
            press([.tab], &view)
            type(text, &view)
            let frame = view.frame(in: TerminalSize(width: 80, height: 24), Painter(.none)).text
            #expect(frame.contains("19:30  \(shown)"))
        }
        var new = try view()
        press([.tab], &new)
        type("next tuesday 3pm", &new)
        let frame = new.frame(in: TerminalSize(width: 80, height: 24), Painter(.none)).text
        #expect(frame.contains("Time      → 15:00, from the date") && !frame.contains("All day"))
        type(" or so", &new)
        #expect(new.frame(in: TerminalSize(width: 80, height: 24), Painter(.none)).text.contains("All day"))
    }

    @Test func `a deadline beside a date that is configured to be silent says so`() throws {
        var view = try view(deadlinesRing: false)
        type("Report", &view)
        press([.tab, .tab, .tab], &view)
        type("fri 16:00", &view)
        let (size, painter) = (TerminalSize(width: 80, height: 24), Painter(.none))
        #expect(view.frame(in: size, painter).text.contains("→ Fri 27 Nov 16:00 (in 5 days)\n"))
        press([.backTab, .backTab], &view)
        type("thu", &view)
        #expect(view.frame(in: size, painter).text.contains("→ Fri 27 Nov 16:00 (in 5 days), without a notification"))
    }

    @Test func `alarms are typed with commas between them, and what is added leaves the others as they are written`()
        throws
    {
        let file =
            "---\ntitle: Dentist\nscheduled: 2026-11-27T09:00\nreminders:\n  - {id: a, type: relative, relatedTo: scheduled, offset: -P1D}\n---\n"
        var view = try view(file)
        let (size, painter) = (TerminalSize(width: 80, height: 24), Painter(.none))
        #expect(view.frame(in: size, painter).text.contains("  Alarm   1 day before  → Thu 26 Nov 09:00"))
        press([.tab, .tab, .tab, .tab, .tab, .tab, .end], &view)
        type(", 15 min before", &view)
        let change = try #require(view.form.change())
        let bytes = try change.changes(of: Array(file.utf8), zones: Environment.zones).apply(
            to: Array(file.utf8),
            registry: TagRegistry()
        )
        let line = "  - 15 minutes before\n---\n"
        #expect(bytes.map { String(decoding: $0, as: UTF8.self) } == file.dropLast(4) + line)
    }

    @Test func `an alarm that has no words does not keep the form from saving`() throws {
        var view = try view("---\ntitle: Dentist\nscheduled: 2026-11-27T09:00\nreminders:\n  - {offset: -PT30S}\n---\n")
        type(" B", &view)
        let change = try #require(view.form.change())
        #expect(change.title == "Dentist B" && change.fields.isEmpty)
    }

    @Test func `what would be a date or a tag on the command line is part of the title, which the form says`() throws {
        var view = try view()
        let (size, painter) = (TerminalSize(width: 80, height: 24), Painter(.none))
        type("Call Bob @home", &view)
        #expect(!view.frame(in: size, painter).text.contains("part of the title"))
        press([.control("u")], &view)
        type("Vaccination @fri 9:00 +Papa", &view)
        #expect(view.frame(in: size, painter).text.contains("→ '@fri 9:00' and '+Papa' are part of the title"))
        press([.control("s")], &view)
        #expect(view.frame(in: size, painter).text.contains("Make '@fri 9:00' the date and '+Papa' a tag? [Y/n]\n"))
        let low = view.frame(in: TerminalSize(width: 40, height: 6), painter)
        #expect(low.text.hasSuffix("Move them out of the title? [Y/n]\n") && low.cursor?.line == 5)
        press([.escape, .control("u")], &view)
        type("Call @tomorow", &view)
        #expect(view.frame(in: size, painter).text.contains("→ '@tomorow' is part of the title"))
    }

    @Test func `a new date of a series says what comes after it, before it is saved`() throws {
        var view = try view(Self.reminder)
        let (size, painter) = (TerminalSize(width: 120, height: 24), Painter(.none))
        press([.tab], &view)
        type("tue 8 dec", &view)
        let text = view.frame(in: size, painter).text
        #expect(text.contains("Every Monday, then Mon 30 Nov 19:30, Mon 7 Dec 19:30"), "\(text)")
    }

    @Test func `a word that means nothing says so while it is typed`() throws {
        for tabs in 1...3 {
            var view = try view()
            press([Key](repeating: .tab, count: tabs), &view)
            type("morgen", &view)
            let lines = view.frame(in: TerminalSize(width: 80, height: 24), Painter(.none)).text.split(separator: "\n")
            #expect(lines.filter { $0.contains("not understood yet") }.count == 1)
            #expect(lines.contains { $0.contains("morgen  → not understood yet") })
        }
    }

    @Test func `a text that typing would replace says so, and is highlighted`() throws {
        var view = try view(Self.reminder)
        press([.tab, .tab], &view)
        let frame = view.frame(in: TerminalSize(width: 80, height: 24), Painter(.ansi16))
        let line = try #require(frame.lines.first { $0.map(\.text).joined().contains("Time") })
        #expect(line.filter { $0.style == "7" }.map(\.text).joined() == "19:30")
        #expect(frame.text.contains("Typing replaces it, ← edits it"))
        press([.left], &view)
        #expect(view.frame(in: TerminalSize(width: 80, height: 24), Painter(.none)).text.contains("Ctrl-U erases"))
    }

    @Test func `control sequences in what is typed and in files are drawn escaped`() throws {
        var view = try view("---\ntitle: \"a\\e[2Jb\"\ntags: [\"\\e[1m\"]\n---\nx\u{1B}[2J\ny\u{202E}\n")
        press([.paste("\u{1B}]0;t\u{7}\u{202E}")], &view)
        for part in ReminderForm.Part.allCases {
            view.form.focus(on: part)
            let frame = view.frame(in: TerminalSize(width: 80, height: 24), Painter(.none))
            #expect(!frame.text.unicodeScalars.contains { ["\u{1B}", "\u{7}", "\u{202E}"].contains($0) })
        }
    }

    @Test func `Control-S saves, Control-E opens the editor, and Return saves on the last part`() throws {
        var view = try view()
        type("Milk", &view)
        guard case .done(.save) = view.handle(.control("s")) else { return #expect(Bool(false)) }
        guard case .done(.editor) = view.handle(.control("e")) else { return #expect(Bool(false)) }
        press([.pageDown], &view)
        guard case .done(.save) = view.handle(.enter) else { return #expect(Bool(false)) }
        var untouched = try self.view()
        guard case .cancelled = untouched.handle(.escape) else { return #expect(Bool(false)) }
    }

    // MARK: Lines

    /// What the dialogue says after each line, and last how it ended.
    private func dialogue(_ view: inout FormView, _ lines: String?...) -> [[String]] {
        var (rest, prompts) = (lines[...], [[String]]())
        let answer = view.converse { prompt in
            prompts.append(prompt)
            return rest.popFirst() ?? nil
        }
        switch answer {
        case .done(.save): return prompts + [["saved"]]
        case .done(.editor): return prompts + [["editor"]]
        case .cancelled: return prompts + [["cancelled"]]
        }
    }

    @Test func `what is saved is the form after the last key, with the typed tag and what left the title`() throws {
        for (text, keys, date) in [
            ("Milk", [Key.tab, .tab, .tab, .tab, "W", "o", "r", "k", .control("s")], nil as String?),
            ("Milk @fri +Work", [.control("s"), "y"], "2026-11-27"),
        ] {
            var view = try view()
            type(text, &view)
            press(keys.dropLast(), &view)
            guard case .done(.save(let form))? = view.handle(try #require(keys.last)) else {
                Issue.record("not saved: \(text)")
                continue
            }
            let id = "0b1f8a8e-0000-4000-8000-000000000000"
            let new = try #require(form.reminder(id: id, created: time.local))
            #expect(new.title == "Milk" && new.tags.map(\.text) == ["Work"] && new.date?.description == date)
        }
    }

    @Test func `as lines, the title is asked for first, and every other part by its number`() throws {
        var view = try view()
        let menu = [
            "New reminder", "1 Title: Milk", "2 Date: Someday", "3 Time: all day", "4 Due: none", "5 Tags: none",
            "6 Repeats: Never", "7 Alarm: none", "8 Text: none",
            "Number to change, Return to save, e for the editor, Ctrl-D to cancel:",
        ]
        let said = dialogue(
            &view,
            "Milk",
            "2",
            "tomorow",
            "tomorrow",
            "3",
            "9am",
            "6",
            "3",
            "7",
            "31 dec",
            "4",
            "4 dec",
            "5",
            "Home",
            "",
            "12",
            "e"
        )
        #expect(said[...1] == [["What do you need to remember?"], menu])
        #expect(said[2] == ["Date, such as tomorrow or 25 dec (Return keeps it, - is none):"])
        #expect(said[3][0].hasSuffix("did you mean 'tomorrow'?"))
        #expect(said[4][2] == "2 Date: Mon 23 Nov (tomorrow)")
        #expect(said[6].contains("2 Date: Mon 23 Nov 09:00 (tomorrow)"))
        let rows = "1 Never, 2 Daily, 3 Weekly on Monday, 4 Monthly on the 23rd"
        #expect(said[7] == [rows, "Number, or a rule such as every 2 weeks:"])
        #expect(said[8].contains("7 Ends: never") && said[10].contains("7 Ends: Thu 31 Dec"))
        #expect(said[12].contains("4 Due: Fri 4 Dec (in 12 days)"))
        #expect(said[13][1] == "No tags." && said[15].contains("5 Tags: Home"))
        #expect(said[16][1] == "'12' is not a number from 1 to 9.")
        #expect(said.last == ["editor"])
        #expect(view.form.reading.rule == "weekly on monday")
        let again = dialogue(&view, "2", "", "3", "-", "")
        #expect(again[2].contains("2 Date: Mon 23 Nov 09:00 (tomorrow)") && again[4].contains("3 Time: all day"))
        #expect(again.last == ["saved"])
    }

    @Test func `as lines, the end of the input goes back, and leaves after a question`() throws {
        var (view, unused) = (try view(), try view())
        #expect(dialogue(&unused, nil).last == ["cancelled"])
        let said = dialogue(&view, "Milk", "2", nil, nil, "n", nil, nil)
        #expect(said[3][0] == "New reminder" && said[5][0] == "New reminder" && said.last == ["cancelled"])
        #expect(said[4] == ["Discard your changes? [y/N]"])
        var old = try self.view(Self.reminder)
        #expect(dialogue(&old, nil).last == ["cancelled"])
    }

    @Test func `as lines, a date in the title is asked about too`() throws {
        var view = try view()
        let said = dialogue(&view, "Call Bob @fri 9:00", "", "?", "", "y")
        #expect(said[2] == ["Make '@fri 9:00' the date? [Y/n]"] && said[3][1] == "1 Title: Call Bob @fri 9:00")
        #expect(said.last == ["saved"])
        #expect(view.form.title.text == "Call Bob" && view.form.date.day.text == "fri 9:00")
    }

    @Test func `as lines, saving with a fault says what is wrong`() throws {
        var view = try view()
        #expect(dialogue(&view, "", "")[2].contains("Title: the title is empty"))
    }
}
