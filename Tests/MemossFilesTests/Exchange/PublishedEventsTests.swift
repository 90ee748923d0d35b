import TestSupport
import Testing

@testable import CivilTime
@testable import Exchange
@testable import MemossFiles

/// The events of a folder ring when its plan rings.
@Suite struct PublishedEventsTests {
    private func events(_ folder: Folder, _ settings: PublishedEvents.Settings = .init()) -> PublishedEvents {
        PublishedEvents(folder.snapshot, folderName: "reminders", settings: settings, in: folder.context) { _ in nil }
    }

    /// `11-28T09:00 Dentist -15m 0m`, in Paris.
    private func lines(_ files: [String: String], _ settings: PublishedEvents.Settings = .init()) throws -> [String] {
        let folder = try Folder(files)
        return events(folder, settings).events.map { event in
            let start = folder.context.zone.civil(at: event.start).description.dropFirst(5)
            return ([String(start), event.title] + event.alarms.map { "\($0 / 60)m" }).joined(separator: " ")
        }
    }

    @Test func `an occurrence is an event with its alarms, and a whole day begins at its time`() throws {
        #expect(
            try lines(["a.md": "title: Dentist\nscheduled: 2026-11-28T09:00\nreminders: [15 min before, 1 day before]"])
                == ["11-28T09:00 Dentist -1440m -15m 0m"]
        )
        #expect(try lines(["a.md": "title: Bins\nscheduled: 2026-11-28"]) == ["11-28T09:00 Bins 0m"])
        // Three days ahead, and the alarm of the fourth.
        var settings = PublishedEvents.Settings()
        settings.days = 3
        let series = "title: Pill\nscheduled: 2026-11-20T21:00\nrecurrence: daily\nreminders: [18 hours before]"
        #expect(
            try lines(["a.md": series], settings)
                == (21...25).map { "11-\($0)T21:00 Pill -1080m 0m" }
        )
    }

    @Test func `a deadline, and an alarm that is ahead of nothing, are events of their own`() throws {
        let dates = "title: Tax\nscheduled: 2026-11-25T09:00\ndue: 2026-11-28T17:00\n"
        #expect(
            try lines(["a.md": dates + "reminders: [2 hours before due, 1 hour after, 2026-11-24T08:00]"])
                == [
                    "11-25T09:00 Tax -1500m 0m", "11-25T10:00 1 hour ago: Tax, Wed 09:00 0m",
                    "11-28T17:00 Deadline: Tax -120m 0m",
                ]
        )
    }

    @Test func `a snooze that ends before the date rings, and so does the date`() throws {
        // A plan has only the snooze until it has ended; the phone must know both.
        #expect(
            try lines([
                "a.md":
                    "title: Oven\nscheduled: 2026-11-22T18:00\nsnoozed: 2026-11-22T15:00\nreminders: [4 hours before, 1 hour before]"
            ])
                == ["11-22T18:00 Oven -180m -60m 0m"]
        )
        #expect(
            try lines(["a.md": "title: Oven\nscheduled: 2026-11-22T12:00\nsnoozed: 2026-11-22T15:00"])
                == ["11-22T15:00 Oven 0m"]
        )
    }

    @Test func `what has passed stays for a day while it is open, and what is completed goes at once`() throws {
        #expect(try lines(["a.md": "title: A\nscheduled: 2026-11-21T14:00"]) == ["11-21T14:00 A 0m"])
        #expect(try lines(["a.md": "title: A\nscheduled: 2026-11-21T12:00"]) == [])
        #expect(try lines(["a.md": "title: A\nscheduled: 2026-11-21T14:00\ncompleted: 2026-11-22"]) == [])
        let series =
            "title: A\nscheduled: 2026-11-22T08:00\nrecurrence: daily\nuntil: 2026-11-24\ncomplete_instances: [2026-11-23]"
        #expect(try lines(["a.md": series]) == ["11-22T08:00 A 0m", "11-24T08:00 A 0m"])
    }

    @Test func `without titles nothing of the text leaves the machine`() throws {
        var settings = PublishedEvents.Settings()
        settings.hasTitles = false
        let folder = try Folder([
            "secret.md":
                "title: Secret\nscheduled: 2026-11-25\ndue: 2026-11-26\nreminders:\n  - {offset: PT1H, description: Secret}"
        ])
        for event in events(folder, settings).events {
            let text = String(decoding: event.bytes, as: UTF8.self).lowercased()
            #expect(!text.contains("secret") && text.contains("summary:reminder"))
        }
    }

    @Test func `the soonest events are kept, and the first that did not fit is told`() throws {
        var settings = PublishedEvents.Settings()
        settings.limit = 3
        let folder = try Folder([
            "a.md": "title: A\nscheduled: 2026-11-22T08:00\nrecurrence: every 15 minutes",
            "b.md": "title: B\nscheduled: 2026-11-29",
        ])
        let all = events(folder, settings)
        // A series that is so frequent has no place for what has passed.
        #expect(
            all.events.map { folder.context.zone.civil(at: $0.start).time.description } == ["13:15", "13:30", "13:45"]
        )
        #expect(all.coveredUntil == Folder.now.adding(seconds: 3_600))
    }

    @Test func `of a large folder, the events are the first of all`() throws {
        var random = Random(seed: 501)
        var files: [String: String] = [:]
        for number in 0..<400 {
            let (day, hour) = (10 + random.below(20), 10 + random.below(10))
            var text = "title: T\(number)\nscheduled: 2026-11-\(day)T\(hour):00\n"
            if random.below(3) > 0 { text += "recurrence: \(["daily", "weekly", "monthly"][random.below(3)])\n" }
            if random.below(3) == 0 { text += "reminders: [3 days before, 2 days after]\n" }
            if random.below(4) == 0 { text += "due: 2026-12-\(day)T12:00\n" }
            if random.below(8) == 0 { text += "snoozed: 2026-12-\(day)T11:00\n" }
            files["\(number).md"] = text
        }
        let folder = try Folder(files)
        var settings = PublishedEvents.Settings()
        settings.limit = 20_000
        let all = events(folder, settings)
        #expect(all.coveredUntil == nil && all.events.count > 5_000)
        for limit in [90, 200] {
            settings.limit = limit
            let some = events(folder, settings)
            #expect(some.events == Array(all.events.prefix(limit)))
            let next = all.events[limit]
            #expect(some.coveredUntil == next.start.adding(seconds: next.alarms.first ?? 0))
        }
    }

    @Test func `an event has the same id after a move, in another folder, and on another machine`() throws {
        let id = "id: 6f9619ff-8b86-4d01-b42d-00cf4fc964ff\n"
        let one = events(try Folder(["a.md": id + "title: A\nscheduled: 2026-11-28T09:00"])).events
        let two = events(try Folder(["b/c.md": id + "title: B\nscheduled: 2026-11-29"])).events
        #expect(one.map(\.id) == two.map(\.id) && one.map(\.digest) != two.map(\.digest))
        let series = id + "title: A\nscheduled: 2026-11-28T09:00\nrecurrence: weekly"
        let moved = series.replacing("28T09", with: "30T11") + "\nmoved_from: 2026-11-28T09:00"
        let (before, after) = try (events(Folder(["a.md": series])).events, events(Folder(["a.md": moved])).events)
        #expect(before.map(\.id) == after.map(\.id))
        #expect(zip(before, after).filter { $0 != $1 }.count == 1)
        // Without an id, the path and the name of the folder count.
        let plain = try Folder(["a.md": "title: A\nscheduled: 2026-11-28T09:00"])
        #expect(
            PublishedEvents(plain.snapshot, folderName: "x", in: plain.context) { _ in nil }.events.map(\.id)
                != events(plain).events.map(\.id)
        )
        for event in before { #expect(PublishedEvent.id(named: event.name) == event.id) }
        for name in ["mm-1.ics", "a.ics", "mm-\(String(repeating: "g", count: 32)).ics"] {
            #expect(PublishedEvent.id(named: name) == nil)
        }
    }

    @Test func `an object is read as it was written, also after a server has written it anew`() throws {
        let title = "Dentist; \"Dr, Benali\" \\ é\u{1F375} " + String(repeating: "long ", count: 40)
        let modified = Instant(secondsSince1970: 1_700_000_000)
        let event = PublishedEvent(
            id: "mm-\(String(repeating: "a", count: 32))",
            start: Folder.now,
            title: title,
            alarms: [0, -900, -86_400],
            modified: modified
        )
        let text = String(decoding: event.bytes, as: UTF8.self)
        #expect(
            text.contains("\r\nLAST-MODIFIED:20231114T221320Z\r\n") && text.contains("\r\nDTSTAMP:20231114T221320Z\r\n")
        )
        #expect(text.contains("TRIGGER;RELATED=START:-PT24H\r\n") && text.contains("TRIGGER;RELATED=START:PT0S\r\n"))
        func reading(_ text: String) -> PublishedEvent.Reading { .init(Array(text.utf8)) }
        let unfolded = text.replacing("\r\n ", with: "")
        let same = [
            text, unfolded, unfolded.replacing("\r\n", with: "\n"),
            text.replacing("-PT24H", with: "-P1D").replacing("PT0S", with: "P0D"),
            text.replacing(
                "END:VEVENT",
                with: "X-MOZ-LASTACK:20261122T090000Z\r\nSEQUENCE:1\r\nDESCRIPTION:\r\nEND:VEVENT"
            ),
            text.replacing("END:VALARM", with: "ACKNOWLEDGED:20261122T090000Z\r\nX-WR-ALARMUID:A\r\nEND:VALARM"),
            text.replacing("T221320Z", with: "T221321Z"),
        ]
        for text in same {
            #expect(reading(text).digest == event.digest && reading(text).isIntact && reading(text).start == Folder.now)
        }
        let changed = [
            unfolded.replacing("Dentist", with: "Doctor"),
            text.replacing("DTSTART:20261122T12", with: "DTSTART:20261122T13"),
            text.replacing("-PT15M", with: "-PT10M"),
            text.replacing("END:VEVENT", with: "LOCATION:Paris\r\nEND:VEVENT"),
            text.replacing("END:VEVENT", with: "RRULE:FREQ=DAILY\r\nEND:VEVENT"), "",
            "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n", "<html>",
        ]
        for text in changed { #expect(!reading(text).isIntact) }
    }

    /// A random reminder whose alarms, deadline and snooze may be anywhere.
    static func reminder(_ random: inout Random, _ number: Int) -> String {
        func time() -> String {
            let day = CivilDate(unchecked: 2026, 11, 18).adding(days: random.below(30))
            return random.below(3) == 0
                ? "\(day)" : "\(day)T\((8 + random.below(12)).padded(2)):\(random.pick(["00", "15", "40"]))"
        }
        var text = "id: r\(number)\ntitle: R\(number)\nscheduled: \(time())\n"
        if random.below(2) == 0 {
            text +=
                "recurrence: \(random.pick(["daily", "weekly", "every 2 weeks on friday", "every 6 hours", "monthly on 30", "after 3 days"]))\n"
        }
        if random.below(3) == 0 { text += "due: \(time())\n" }
        if random.below(4) == 0 { text += "snoozed: \(time())\n" }
        if random.below(6) == 0 { text += "until: 2026-12-\(10 + random.below(9))\n" }
        if random.below(2) == 0 {
            let all = [
                "15 min before", "1 day before", "the day before at 18:00", "1 hour before due", "2 hours after",
                "2026-11-30T07:00",
            ]
            text += "reminders: [\((0...random.below(3)).map { _ in random.pick(all) }.joined(separator: ", "))]\n"
        }
        return text
    }

    @Test func `from now on, the events ring exactly when the plan does`() throws {
        var random = Random(seed: 5_545)
        var count = 0
        for _ in 0..<Rounds.of(600) {
            let folder = try Folder(["a.md": Self.reminder(&random, 1)])
            var settings = PublishedEvents.Settings()
            (settings.days, settings.limit) = (20, 2_000)
            let horizon = Folder.now.adding(seconds: 20 * 86_400)
            let events = events(folder, settings).events
            #expect(Set(events.map(\.id)).count == events.count)
            for event in events { #expect(event.alarms.allSatisfy { $0 <= 0 } && !event.alarms.isEmpty) }
            let rings = Set(events.flatMap { event in event.alarms.map { event.start.adding(seconds: $0) } })
            var plan = Set(
                NotificationPlan(folder.snapshot, in: folder.context, budget: .init(next: 4_000), until: horizon)
                    .notifications.map(\.instant)
            )
            // What the plan has once an early snooze has ended.
            let reminder = folder["a.md"]
            if let snooze = folder.context.snooze(reminder), let due = folder.context.due(reminder),
                Folder.now < snooze, snooze < due
            {
                var later = folder.context
                later.now = snooze
                plan.formUnion(
                    NotificationPlan(folder.snapshot, in: later, budget: .init(next: 4_000), until: horizon)
                        .notifications.map(\.instant)
                )
            }
            let ahead = rings.filter { $0 > Folder.now && $0 <= horizon }
            count += ahead.count
            #expect(ahead == plan, "\(reminder)")
        }
        #expect(count > Rounds.least(600))
    }
}
