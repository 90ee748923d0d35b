import TestSupport
import Testing

@testable import Bytes
@testable import MemossFiles
@testable import Merge

/// The rules of a merge, one test for each row of the table.
@Suite struct MergeTableTests {
    /// Merges three front matters, in both directions, and gives the lines of the result.
    private func merged(_ base: String, _ ours: String, _ theirs: String) -> String {
        let triple = MergeTriple(file(base), file(ours), file(theirs))
        let text = fields(triple.merge().bytes)
        if triple.merge().isClean { #expect(fields(triple.swapped.merge().bytes) == text) }
        return text
    }

    private func file(_ fields: String) -> [UInt8] { [UInt8]("---\n\(fields)\n---\nBody\n") }

    private func fields(_ bytes: [UInt8]) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        return String(text.dropFirst(4).prefix(max(0, text.count - 4 - "\n---\nBody\n".count)))
    }

    private func conflict(_ ours: String, _ theirs: String) -> String {
        "<<<<<<< ours\n\(ours)=======\n\(theirs)>>>>>>> theirs"
    }

    @Test func `tags are united without what either side removed, in the order of the base and then by name`() {
        #expect(merged("tags: [b, a]", "tags: [b, a, z]", "tags: [b, a, c]") == "tags: [b, a, c, z]")
        #expect(merged("tags: [a, b]", "tags: [a]", "tags: [a, b, x]") == "tags: [a, x]")
        #expect(merged("tags:\n- a", "tags:\n- a\n- z # mine", "tags:\n- a\n- b") == "tags:\n- a\n- b\n- z # mine")
        #expect(merged("tags: a, b", "tags: a, b, z", "tags: a, b, c") == "tags: a, b, c, z")
        #expect(merged("title: x", "title: x\ntags: [b]", "title: x\ntags: [a]") == "title: x\ntags: [a, b]")
        #expect(merged("tags: [a]", "tags: []", "tags: [a]\nx: 1") == "tags: []\nx: 1")
    }

    @Test func `alarms are united item by item, and a map that both sides changed is in conflict`() {
        let (first, second) = ("reminders: [1 day before, 15 min before]", "reminders: [1 day before, 1 week before]")
        #expect(
            merged("reminders: [1 day before]", first, second)
                == "reminders: [1 day before, 1 week before, 15 min before]"
                || merged("reminders: [1 day before]", first, second)
                    == "reminders: [1 day before, 15 min before, 1 week before]"
        )
        #expect(merged(first, "reminders: [15 min before]", first + "\nx: 1") == "reminders: [15 min before]\nx: 1")
        #expect(
            merged("reminders: 1 day before", "reminders: [1 day before, 2 days before]", "reminders: [3 days before]")
                == "reminders: [2 days before, 3 days before]"
        )
        let map = "reminders:\n- {offset: -PT15M}"
        #expect(merged(map, map + "\nx: 1", map + "\n- 1 day before") == map + "\n- 1 day before\nx: 1")
        let both = merged(map, map + "\n- {offset: -P1D}", map + "\n- 1 day before")
        #expect(both == map + "\n- {offset: -P1D}\n- 1 day before")
        #expect(merged(map, map + "\n- 1 day before", map + "\n- {offset: -P1D}") == both)
        // A map is known by its id.
        func alarms(_ items: String...) -> String { "reminders:" + items.map { "\n  - \($0)" }.joined() }
        let (one, other) = ("id: a\n    type: relative\n    offset: ", "id: b\n    offset: -P1D")
        let base = alarms(one + "-PT15M", other)
        #expect(
            merged(base, alarms(one + "-PT30M", other), alarms(one + "-PT15M", other, "id: c # new\n    offset: PT5M"))
                == alarms(one + "-PT30M", other, "id: c # new\n    offset: PT5M")
        )
        #expect(
            merged(base, alarms(other), alarms(one + "-PT15M", other + "\n    description: Go"))
                == alarms(other + "\n    description: Go")
        )
        #expect(
            merged("title: x", "title: x\n" + alarms(one + "-PT1H"), "title: x\n" + alarms(other))
                == "title: x\n" + alarms(one + "-PT1H", other)
        )
        for theirs in [alarms(one + "-PT45M", other), alarms(other)] {
            #expect(merged(base, alarms(one + "-PT30M", other), theirs).contains("<<<<<<<"))
        }
        #expect(merged(base, "reminders: [{id: a, offset: -PT15M}]", alarms(one + "-PT30M", other)).contains("<<<<<<<"))
    }

    @Test func `a tag that one side renamed keeps its place, and so do the names nested in it`() {
        #expect(merged("tags: [a, b]", "tags: [c, b]", "tags: [a, b, x]") == "tags: [c, b, x]")
        #expect(merged("tags: [a, b]", "tags: [c, b]", "tags: [a, b, a/x]") == "tags: [c, b, c/x]")
        #expect(merged("tags: [a]", "tags: [c]", "tags: [d]") == "tags: [c, d]")
    }

    @Test func `a list has the style of the side that changed it`() {
        #expect(merged("tags: [a]", "tags:\n  - a # why", "tags: [a, b]") == "tags:\n  - a # why\n  - b")
        #expect(merged("tags: a", "tags: [a]", "tags: a, b") == "tags: [a, b]")
    }

    @Test func `the place of a moved occurrence comes with its date`() {
        let rule = "\nrecurrence: weekly on monday"
        let base = "scheduled: 2026-12-09\(rule)\nmoved_from: 2026-12-07"
        let (back, other) = ("scheduled: 2026-12-07\(rule)", "scheduled: 2026-12-11\(rule)\nmoved_from: 2026-12-07")
        for text in [merged(base, back, other), merged(base, other, back)] {
            #expect(text.contains("scheduled: 2026-12-11") && text.contains("moved_from: 2026-12-07"), "\(text)")
            let place = text.split(separator: "<<<<<<<").contains {
                $0.contains("moved_from") && ($0.contains("=======\n>>>>>>>") || $0.contains("\n=======\nmoved_from"))
            }
            #expect(place, "\(text)")
        }
        // One side moved it, the other completed it and moved the next to the same date.
        let moved = "scheduled: 2026-12-12\(rule)\nmoved_from: 2026-12-07"
        let earlier = "scheduled: 2026-12-06\(rule)\nmoved_from: 2026-12-07"
        let next = "scheduled: 2026-12-12\(rule)\nmoved_from: 2026-12-14\ncomplete_instances: [2026-12-07]"
        #expect(merged(moved, earlier, next) == next)
    }

    @Test func `of two dates on the rule the later counts; other dates conflict`() {
        let rule = "\nrecurrence: daily"
        let date = { (day: Int) in "scheduled: 2026-11-\(day)" }
        #expect(merged(date(21) + rule, date(22) + rule, date(24) + rule) == date(24) + rule)
        #expect(merged(date(21), date(22), date(24)) == conflict(date(22) + "\n", date(24) + "\n"))
        let weekly = "\nrecurrence: weekly"
        #expect(
            merged(date(21) + weekly, date(28) + weekly, date(24) + weekly)
                == conflict(date(28) + "\n", date(24) + "\n") + weekly
        )
        // Moved back: a later date would silence what was reopened.
        #expect(
            merged(date(21) + rule, date(20) + rule, date(22) + rule)
                == conflict(date(20) + "\n", date(22) + "\n") + rule
        )
    }

    @Test func `a deadline beside the date moves with it, and COUNT goes with the later date`() {
        let file = { (day: Int, count: Int) in
            "scheduled: 2026-11-\(day)\ndue: 2026-11-\(day + 2)\nrecurrence: FREQ=DAILY;COUNT=\(count)"
        }
        #expect(merged(file(21, 9), file(22, 8), file(24, 6)) == file(24, 6))
    }

    @Test func `instances are united in order`() {
        let key = "complete_instances: "
        #expect(
            merged(key + "[2026-11-19]", key + "[2026-11-19, 2026-11-21]", key + "[2026-11-18, 2026-11-19]")
                == key + "[2026-11-18, 2026-11-19, 2026-11-21]"
        )
        #expect(merged(key + "[2026-11-19]", key + "[]", key + "[2026-11-19, 2026-11-20]") == key + "[2026-11-20]")
        // One occurrence, recorded with and without its time.
        #expect(merged(key + "[]", key + "[2026-11-19T09:00]", key + "[2026-11-19]") == key + "[2026-11-19]")
    }

    @Test func `an occurrence that one side completed and the other skipped stays in both lists`() {
        let (rule, moved) = ("recurrence: daily\nscheduled: 2026-11-21", "recurrence: daily\nscheduled: 2026-11-22")
        let (done, skipped) = ("\ncomplete_instances: [2026-11-21]", "\nskipped_instances: [2026-11-21]")
        #expect(merged(rule, moved + done, moved + skipped) == moved + done + skipped)
    }

    @Test func `completed on both sides is the earlier time; completed and reopened is a conflict`() {
        let date = "scheduled: 2026-11-21\n"
        let done = { (time: String) in date + "completed: 2026-11-21T\(time)" }
        #expect(merged(date + "completed: false", done("10:00"), done("09:00")) == done("09:00"))
        #expect(
            merged(done("10:00"), date + "completed: false", done("11:00"))
                == date + conflict("completed: false\n", "completed: 2026-11-21T11:00\n")
        )
        #expect(merged(date + "completed: false", date.trimmed, done("09:00")) == done("09:00"))
        let status = { (day: Int) in date + "status: done\ncompletedDate: 2026-11-\(day)" }
        #expect(merged(date + "status: open", status(23), status(22)) == status(22))
    }

    @Test func `a completion that ended a series does not end one that goes on`() {
        let base = "scheduled: 2026-11-22\nrecurrence: daily\nuntil: 2026-11-22\nstatus: open"
        let kept = "complete_instances: [2026-11-22]"
        let done = base.replacing("open", with: "done") + "\n\(kept)\ncompleted: 2026-11-22"
        let on = { (change: String, new: String) in base.replacing(change, with: new) }
        for longer in [on("until: 2026-11-22", "until: 2026-12-24"), on("until: 2026-11-22\n", "")] {
            let next = longer.replacing("scheduled: 2026-11-22", with: "scheduled: 2026-11-23")
            #expect(merged(base, done, longer) == next + "\n" + kept)
        }
        // It is over all the same.
        let shorter = on("recurrence: daily", "recurrence: weekly")
        #expect(
            merged(base, done, shorter) == done.replacing("recurrence: daily", with: "recurrence: weekly")
        )
        // The new rule has occurrences that nobody has completed.
        let (rule, twice) = ("scheduled: 2026-11-20\nrecurrence: ", "complete_instances: [2026-11-20, 2026-11-23]")
        let ended = "scheduled: 2026-11-23\nrecurrence: every 3 days for 1 times\n\(twice)\ncompleted: 2026-11-23"
        for (new, left) in [("daily", "daily"), ("daily for 6 times", "daily for 2 times")] {
            let open = "scheduled: 2026-11-24\nrecurrence: \(left)\n\(twice)"
            #expect(merged(rule + "every 3 days for 2 times", ended, rule + new) == open)
        }
        let ahead = rule + "every 2 weeks for 2 times\ncomplete_instances: [2026-11-20, 2026-12-04]"
        #expect(
            merged(rule + "every 2 weeks for 2 times", ahead + "\ncompleted: 2026-12-04", rule + "daily for 6 times")
                == "scheduled: 2026-11-21\nrecurrence: daily for 5 times\ncomplete_instances: [2026-11-20, 2026-12-04]"
        )
        // A person completed it, whatever the rule.
        let once = "scheduled: 2026-11-22\nrecurrence: daily"
        #expect(
            merged(once, once + "\ncompleted: 2026-11-22", once + "\nuntil: 2026-12-24")
                == once + "\ncompleted: 2026-11-22\nuntil: 2026-12-24"
        )
    }

    @Test func `a reminder that one side makes a series stays open, although the other completed it`() {
        let base = "scheduled: 2026-11-23T09:00"
        let (done, series) = (base + "\ncompleted: 2026-11-21T08:00", base + "\nrecurrence: weekly")
        #expect(merged(base, done, series) == series)
        #expect(
            merged(base + "\ncompleted: false", done, base + "\ncompleted: false\nrecurrence: weekly") == base
                + "\ncompleted: false\nrecurrence: weekly"
        )
        // Without a common ancestor, which of them is newer is not known.
        let once = FileMerge(base: [], ours: file(done), theirs: file(series), kind: .reminder)
        #expect(fields(once.bytes).contains("completed: 2026-11-21T08:00"))
        let guessed = FileMerge(
            base: file(base),
            ours: file(done),
            theirs: file(series),
            kind: .reminder,
            isBaseCertain: false
        )
        #expect(fields(guessed.bytes).contains("completed: 2026-11-21T08:00"))
        // Who completes a series ends it.
        let ended = series + "\ncompleted: 2026-11-21T08:00"
        #expect(merged(base, ended, series) == ended)
    }

    @Test func `a step on either side ends a snooze; of two, the later counts`() {
        let base = "scheduled: 2026-11-21\nrecurrence: daily"
        let done = "scheduled: 2026-11-22\nrecurrence: daily\ncomplete_instances: [2026-11-21]"
        let snoozed = { (time: String) in base + "\nsnoozed: 2026-11-21T\(time)" }
        #expect(merged(base, done, snoozed("10:00")) == done)
        #expect(merged(snoozed("09:00"), done, snoozed("10:00")) == done)
        #expect(merged(base, snoozed("10:00"), snoozed("11:00")) == snoozed("11:00"))
        // The next occurrence was snoozed after the step.
        #expect(
            merged(base, done + "\nsnoozed: 2026-11-22T10:00", snoozed("10:00")) == done + "\nsnoozed: 2026-11-22T10:00"
        )
    }

    @Test func `a snooze of a date that the other side moved is removed, because the new date would be silent`() {
        let (base, moved) = ("scheduled: 2026-11-25T09:00", "scheduled: 2026-11-22T09:00")
        let snoozed = "\nsnoozed: 2026-11-27T15:00"
        #expect(merged(base, moved, base + snoozed) == moved)
        #expect(merged(base + "\nsnoozed: 2026-11-25T10:00", moved, base + snoozed) == moved)
        #expect(
            merged(base, moved + "\nsnoozed: 2026-11-22T10:00", base + snoozed) == moved + "\nsnoozed: 2026-11-22T10:00"
        )
        // An editor left the old snooze.
        let old = "\nsnoozed: 2026-11-25T10:00"
        #expect(merged(base + old, moved + old, base + snoozed) == moved + snoozed)
        // Written in another way, it is the same date.
        #expect(merged(base, "scheduled: 2026-11-25 09:00", base + snoozed) == "scheduled: 2026-11-25 09:00" + snoozed)
        // An earlier occurrence is open again.
        let rule = "\nrecurrence: daily"
        let next = "scheduled: 2026-11-22" + rule + "\ncomplete_instances: [2026-11-21]"
        let reopened = "scheduled: 2026-11-21" + rule + "\ncomplete_instances: []"
        #expect(merged(next, reopened, next + snoozed) == reopened)
    }

    @Test func `a new rule counts from its own date, whatever the other side completed by the old one`() {
        let base = "scheduled: 2026-11-21\nrecurrence: daily"
        let done = { (date: String, rule: String) in
            "scheduled: \(date)\nrecurrence: \(rule)\ncomplete_instances: [2026-11-21]"
        }
        for (rule, date) in [
            ("weekly", "2026-11-28"), ("monthly", "2026-12-21"), ("weekly on monday", "2026-11-23"),
            ("every day", "2026-11-22"),
            ("none", "2026-11-22"),
        ] {
            let changed = base.replacing("daily", with: rule)
            #expect(merged(base, changed, done("2026-11-22", "daily")) == done(date, rule), "\(rule)")
        }
        let skipped = "scheduled: 2026-11-22\nrecurrence: daily\nskipped_instances: [2026-11-21]"
        let weekly = base.replacing("daily", with: "weekly")
        #expect(
            merged(base, weekly, skipped)
                == skipped.replacing("2026-11-22", with: "2026-11-28").replacing("daily", with: "weekly")
        )
        // A date that somebody chose stays.
        let chosen = base.replacing("2026-11-21", with: "2026-11-22")
        #expect(merged(base, weekly, chosen) == chosen.replacing("daily", with: "weekly"))
    }

    @Test func `a new rule for a number of times has fewer left after a completion`() {
        let base = "scheduled: 2026-11-21\nrecurrence: daily"
        let done = { (date: String, rule: String) in
            "scheduled: \(date)\nrecurrence: \(rule)\ncomplete_instances: [2026-11-21]"
        }
        for (rule, date, left) in [
            ("daily for 5 times", "2026-11-22", "daily for 4 times"),
            ("FREQ=WEEKLY;COUNT=5", "2026-11-28", "FREQ=WEEKLY;COUNT=4"),
            ("'weekly for 3 times' # new", "2026-11-28", "weekly for 2 times # new"),
            // The 21st is none of its days.
            ("weekly on monday for 3 times", "2026-11-23", "weekly on monday for 3 times"),
        ] {
            #expect(
                merged(base, base.replacing("daily", with: rule), done("2026-11-22", "daily")) == done(date, left),
                "\(rule)"
            )
        }
        let two = "scheduled: 2026-11-23\nrecurrence: daily\ncomplete_instances: [2026-11-21, 2026-11-22]"
        #expect(
            merged(base, base.replacing("daily", with: "daily for 5 times"), two)
                == two.replacing("daily", with: "daily for 3 times")
        )
        // A date that somebody chose is no occurrence that has passed.
        let chosen = base.replacing("2026-11-21", with: "2026-11-22")
        #expect(
            merged(base, base.replacing("daily", with: "daily for 5 times"), chosen)
                == chosen.replacing("daily", with: "daily for 5 times")
        )
    }

    @Test func `the date by a new rule keeps its time, its comment and the distance of its deadline`() {
        let base = "scheduled: 2026-11-21T09:00 # early\ndue: '2026-11-23'\nrecurrence: daily"
        let done =
            "scheduled: 2026-11-22T09:00 # early\ndue: '2026-11-24'\nrecurrence: daily\ncomplete_instances: [2026-11-21]"
        #expect(
            merged(base, base.replacing("daily", with: "weekly"), done)
                == "scheduled: 2026-11-28T09:00 # early\ndue: 2026-11-30\nrecurrence: weekly\ncomplete_instances: [2026-11-21]"
        )
        let deadline = "due: 2026-11-21\nrecurrence: daily"
        let met = "due: 2026-11-22\nrecurrence: daily\ncomplete_instances: [2026-11-21]"
        #expect(
            merged(deadline, "due: 2026-11-21\nrecurrence: weekly", met)
                == met.replacing("2026-11-22", with: "2026-11-28").replacing("daily", with: "weekly")
        )
    }

    @Test func `every other key is one value, known or not, and conflicts alone`() {
        #expect(merged("title: a\nx: 1", "title: b\nx: 1", "title: a\nx: 2") == "title: b\nx: 2")
        #expect(
            merged("title: a\nx: 1", "title: b\nx: 2", "title: c\nx: 1") == conflict("title: b\n", "title: c\n")
                + "\nx: 2"
        )
        let nested = { (a: Int, b: Int) in "k:\n  a: \(a)\n  b: \(b)" }
        #expect(merged(nested(1, 1), nested(2, 1), nested(1, 2)) == conflict(nested(2, 1) + "\n", nested(1, 2) + "\n"))
        #expect(merged("x: a", "x: 'a'", "x: b") == "x: b")
        #expect(merged("x: a", "x: 'b'", "x: b") == "x: 'b'")
    }

    @Test func `a key removed on one side and changed on the other conflicts`() {
        #expect(merged("a: 1\nb: 1", "a: 1", "a: 1\nb: 2") == "a: 1\n" + conflict("", "b: 2\n"))
        #expect(merged("a: 1\nb: 1", "a: 1", "a: 2\nb: 1") == "a: 2")
    }

    @Test func `a comment below the last key is there once if both sides add a key below it`() {
        #expect(merged("a: 1\n# end", "a: 1\n# end\nb: 1", "a: 1\n# end\nc: 1") == "a: 1\n# end\nb: 1\nc: 1")
        let edited = merged("a: 1\n# end", "a: 2\n# end\n# mine\nb: 1", "z: 0\na: 1\n# end\nc: 1\n# new")
        #expect(edited == "z: 0\na: 2\n# end\n# mine\nb: 1\nc: 1\n# new")
        #expect(merged("a: 1\n# end", "a: 1\nb: 1", "a: 1\n# end\nc: 1") == "a: 1\nb: 1\n# end\nc: 1")
    }

    @Test func `completed is open in three ways, of which the most explicit stays`() {
        #expect(merged("completed: false", "completed:", "x: 1") == "completed:\nx: 1")
        #expect(merged("completed: true", "completed: false", "completed:") == "completed: false")
    }

    @Test func `comments stay with their key`() {
        #expect(merged("a: 1\nb: 1", "a: 1 # x\n# y\nb: 1", "a: 2\nb: 3") == "a: 2 # x\n# y\nb: 3")
        #expect(merged("# x\na: 1", "# y\na: 1", "# x\na: 2") == "# y\na: 2")
        #expect(merged("a: 1", "a: 1 # x", "a: 1 # y") == conflict("a: 1 # x\n", "a: 1 # y\n"))
        #expect(merged("a: 1\nb: 1", "b: 1", "# x\na: 1\nb: 1") == "# x\nb: 1")
    }

    @Test func `keys keep the order of the side that changed it, and new ones their place`() {
        #expect(merged("a: 1\nb: 1\nc: 1", "c: 1\nb: 1\na: 1", "a: 1\nb: 2\nc: 1\nd: 1") == "c: 1\nd: 1\nb: 2\na: 1")
        #expect(merged("a: 1", "a: 1\nz: 1", "a: 1\nb: 1") == "a: 1\nb: 1\nz: 1")
    }

    @Test func `a key with an empty name is merged as any other`() {
        #expect(merged("\"\": 1\na: 1\nb: 1", "\"\": 1\na: 2\nb: 1", "\"\": 1\na: 1\nb: 2") == "\"\": 1\na: 2\nb: 2")
        #expect(merged("a: 1\nb: 1", "a: 2\n'': x\nb: 1", "a: 1\nb: 2") == "a: 2\n'': x\nb: 2")
    }

    @Test func `line endings and the byte order mark are merged on their own`() {
        let (base, theirs) = (file("a: 1\nb: 1"), file("a: 1\nb: 2"))
        let crlf = Array(String(decoding: base, as: UTF8.self).replacing("\n", with: "\r\n").utf8)
        let marked = [0xEF, 0xBB, 0xBF] + crlf
        let expected =
            [0xEF, 0xBB, 0xBF] + Array(String(decoding: theirs, as: UTF8.self).replacing("\n", with: "\r\n").utf8)
        #expect(MergeTriple(base, marked, theirs).merge().bytes == expected)
        #expect(MergeTriple(base, theirs, marked).merge().bytes == expected)
    }

    @Test func `a file that cannot be merged key by key is merged by lines`() throws {
        let git = try Git()
        let odd = ["a: [", "a: 1\na: 2", "{a: 1}", "x: &t 1\ny: *t", "? a\n: 1"]
        for front in odd {
            let base = file(front + "\nz: 1")
            let triple = MergeTriple(base, file(front + "\nz: 2"), file("new: 1\n" + front + "\nz: 3"))
            #expect(triple.merge().bytes == (try git.merge(triple.base, triple.ours, triple.theirs, [])), "\(front)")
            #expect(triple.merge().conflicts == [nil])
        }
        // Notes without front matter too.
        let notes = MergeTriple([UInt8]("a\nb\nc\n"), [UInt8]("x\nb\nc\n"), [UInt8]("a\nb\ny\n"))
        #expect(notes.merge().bytes == [UInt8]("x\nb\ny\n"))
    }

    @Test func `front matter that both sides add to a note is merged`() {
        let triple = MergeTriple(
            [UInt8]("Text\n"),
            [UInt8]("---\ntags: [a]\n---\nText\n"),
            [UInt8]("---\ntitle: x\n---\nText\n")
        )
        #expect(triple.merge().bytes == [UInt8]("---\ntags: [a]\ntitle: x\n---\nText\n"))
    }

    @Test func `a conflict at the beginning of a file with a byte order mark can be read as one`() {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let triple = MergeTriple(
            mark + [UInt8]("---\na: [\n---\n"),
            mark + [UInt8]("b"),
            mark + [UInt8]("---\na: 1\n---\n")
        )
        #expect(triple.merge().bytes.starts(with: "<<<<<<< ours\n".utf8))
    }
}

extension String {
    fileprivate var trimmed: String { String(self.dropLast()) }
}
