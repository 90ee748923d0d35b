import Testing

@testable import MemossFiles

@Suite struct ReminderOrderTests {
    private func order(_ name: String, _ folder: Folder, isReversed: Bool = false) -> String {
        ReminderOrder(name).sorted(folder.reminders, in: folder.context, isReversed: isReversed)
            .map { String($0.path.dropLast(3)) }.joined(separator: " ")
    }

    @Test func `the soonest come first, equal times keep their order, and undated ones come last`() throws {
        let folder = try Folder([
            "a.md": "title: x\ncompleted: false", "b.md": "title: x\nscheduled: 2026-11-23",
            "c.md": "title: x\nscheduled: 2026-11-22T12:00", "d.md": "title: x\nscheduled: 2026-11-22T12:00",
            "e.md": "title: x\nscheduled: 2026-11-22T11:59",
        ])
        #expect(order("scheduled", folder) == "e c d b a")
    }

    @Test func `a key sorts numbers before dates and dates before texts, and files without it last`() throws {
        let folder = try Folder([
            "a.md": "title: x\nrank: b", "b.md": "title: x\nrank: 10", "c.md": "title: x\nRank: 9.5",
            "d.md": "title: x\nrank: [2026-11-23, 1]", "e.md": "title: x\nrank: 2026-11-22T23:30-05:00",
            "f.md": "title: x\nrank: Ä", "g.md": "title: x\nrank: A", "h.md": "title: x\nrank:", "i.md": "title: x",
            "j.md": "title: x\nrank: '9'", "k.md": "title: x\nrank: {a: 1}",
        ])
        #expect(order("rank", folder) == "j c b d e g a f h i k")
        #expect(order("rank", folder, isReversed: true) == "f a g e d b c j h i k")
        #expect(order("nothing", folder) == "a b c d e f g h i j k")
    }

    @Test func `a month is sorted among dates, by its first day`() throws {
        let folder = try Folder([
            "a.md": "title: x\nreview: 2026-12-05", "b.md": "title: x\nreview: 2026-12",
            "c.md": "title: x\nreview: 2026-11-30", "d.md": "title: x\nreview: 2026-13",
        ])
        #expect(order("review", folder) == "c b a d")
    }

    @Test func `durations are sorted by length, and the words of a priority by rank`() throws {
        let folder = try Folder([
            "a.md": "title: x\nestimate: 2h\npriority: low", "b.md": "title: x\nestimate: 45min\npriority: high",
            "c.md": "title: x\nestimate: 1 day\npriority: normal", "d.md": "title: x\nestimate: 90\npriority: M",
            "e.md": "title: x\nestimate: soon\npriority: none", "f.md": "title: x\npriority: zzz\nrank: high",
            "g.md": "title: x\npriority: 5\nrank: low",
        ])
        #expect(order("estimate", folder) == "d b a c e f g")
        #expect(order("priority", folder) == "g e a c d b f")
        #expect(order("-priority", folder) == order("nothing", folder))
        #expect(order("priority", folder, isReversed: true) == "f b c d a e g")
        #expect(order("rank", folder) == "f g a b c d e")
    }

    @Test func `the first reminders are those at the beginning of all`() throws {
        var files: [String: String] = ["z.md": "title: x", "y.md": "title: x\ndue: 2026-11-21"]
        for number in 0..<40 { files["\(number).md"] = "title: x\nscheduled: 2026-11-\(10 + number * 7 % 13)" }
        let folder = try Folder(files)
        for order in [ReminderOrder.scheduled, .title] {
            let all = order.sorted(folder.reminders, in: folder.context)
            for count in 0...all.count + 1 {
                let first = order.sorted(folder.reminders, in: folder.context, first: count)
                #expect(first == Array(all.prefix(count)))
            }
        }
    }

    @Test func `equal values are in the order of time in both directions`() throws {
        let folder = try Folder([
            "a.md": "scheduled: 2026-12-03\nrank: 1", "b.md": "scheduled: 2026-12-01\nrank: 2",
            "c.md": "scheduled: 2026-12-02\nrank: 1.0", "d.md": "title: x\nrank: 2",
        ])
        #expect(order("rank", folder) == "c a b d")
        #expect(order("rank", folder, isReversed: true) == "b d c a")
    }

    @Test(arguments: [
        ("scheduled", "b c a d"), ("-scheduled", "a c b d"), ("due", "c a b d"), ("-due", "a c b d"),
        ("title", "d c b a"),
        ("-title", "a b c d"), ("path", "a b c d"), ("-path", "d c b a"), ("created", "a b c d"),
        ("-created", "b a c d"),
    ]) func `every order can be reversed, and what has no value stays last`(name: String, expected: String) throws {
        let folder = try Folder([
            "a.md": "title: Z\nscheduled: 2026-12-03\ndue: 2026-12-20\ncreated: 2026-01-01",
            "b.md": "title: y\nscheduled: 2026-12-01\ncreated: 2026-01-02",
            "c.md": "title: X\nscheduled: 2026-12-02\ndue: 2026-12-10", "d.md": "title: w",
        ])
        let isReversed = name.hasPrefix("-")
        #expect(order(isReversed ? String(name.dropFirst()) : name, folder, isReversed: isReversed) == expected)
    }

    @Test func `what is equal by the first order is sorted by the next`() throws {
        let folder = try Folder([
            "a.md": "title: x\nrank: 2\nscheduled: 2026-12-01", "b/c.md": "title: y\nrank: 1\nscheduled: 2026-12-02",
            "b.md": "title: x\nrank: 1\nscheduled: 2026-12-03", "d.md": "title: y\nscheduled: 2026-12-01",
        ])
        func order(_ names: String...) -> [String] {
            let orders = names.map {
                (order: ReminderOrder($0.replacing("-", with: "")), isReversed: $0.hasPrefix("-"))
            }
            return ReminderOrder.sorted(folder.reminders, by: orders, in: folder.context).map {
                String($0.path.dropLast(3))
            }
        }
        #expect(order("rank", "title") == ["b", "b/c", "a", "d"])
        #expect(order("rank", "-title") == ["b/c", "b", "a", "d"])
        #expect(order("title", "-rank") == ["a", "b", "b/c", "d"])
        #expect(order("title", "-scheduled") == ["b", "a", "b/c", "d"])
        #expect(order("scheduled", "-path") == ["d", "a", "b/c", "b"])
        #expect(order("-path", "title") == order("-path"))
        #expect(order("rank") == ["b/c", "b", "a", "d"])
    }
}
