import TestSupport
import Testing

@testable import CivilTime
@testable import Folder
@testable import MemossFiles
@testable import Text

/// A file with several names is read once.
@Suite struct OtherNamesTests {
    private func read(_ directory: borrowing TemporaryDirectory) throws -> Snapshot {
        try ReminderFolder(root: directory.path).read().snapshot
    }

    private static func text(_ title: String) -> String { "---\ntitle: \(title)\nscheduled: 2026-11-28\n---\n" }

    /// Each case: the symbolic links with their targets, the hard links, the paths that are read, and the others.
    @Test(
        arguments: [
            (["m.md": "milk.md"], [:], ["milk.md"], ["m.md": "milk.md"]),
            (["a/m.md": "../milk.md", "z.md": "a/m.md"], [:], ["milk.md"], ["a/m.md": "milk.md", "z.md": "milk.md"]),
            (["m.md": "$/milk.md"], [:], ["milk.md"], ["m.md": "milk.md"]),
            (["m.md": "nowhere.md"], [:], ["milk.md"], [:]),
            (["m.md": "deep"], [:], ["milk.md"], [:]),
            // A path through a symbolic link to a directory.
            (["d": "deep", "m.md": "d/../milk.md"], [:], ["milk.md"], ["m.md": "milk.md"]),
            // The target is not read itself: the first link stands for it.
            (["m.md": ".hidden.md", "n.md": ".hidden.md"], [:], ["m.md", "milk.md"], ["n.md": "m.md"]),
            (["m.md": "ignored.md"], [:], ["m.md", "milk.md"], [:]),
            (["m.md": "text.txt"], [:], ["m.md", "milk.md"], [:]),
            (["m.md": "/dev/null"], [:], ["milk.md"], [:]),
            ([:], ["m.md": "milk.md", "a/n.md": "milk.md"], ["a/n.md"], ["m.md": "a/n.md", "milk.md": "a/n.md"]),
            // A name that a sync tool may have made comes first in path order.
            ([:], ["milk 2.md": "milk.md"], ["milk.md"], ["milk 2.md": "milk.md"]),
            ([:], ["x.txt": "milk.md", ".x.md": "milk.md", "ignored/x.md": "milk.md"], ["milk.md"], [:]),
            (["s.md": "milk.md"], ["a.md": "milk.md"], ["a.md"], ["milk.md": "a.md", "s.md": "a.md"]),
            ([:], ["A\u{308}.md": "milk.md"], ["A\u{308}.md"], ["milk.md": "A\u{308}.md"]),
        ] as [([String: String], [String: String], [String], [String: String])]
    )
    func `each file is read once`(
        links: [String: String],
        hardLinks: [String: String],
        read: [String],
        others: [String: String]
    ) throws {
        let directory = try TemporaryDirectory()
        for path in ["milk.md", ".hidden.md", "ignored.md", "text.txt", "deep/text.txt", "a/text.txt"] {
            try directory.write(path, Self.text("Milk"))
        }
        try directory.write(".mmignore", "ignored*\n")
        for (path, target) in links { try directory.link(path, to: target.replacing("$", with: directory.path)) }
        for (path, file) in hardLinks { try directory.hardLink(path, to: file) }
        let snapshot = try self.read(directory)
        #expect(snapshot.reminders.map(\.path).map { Array($0.utf8) } == read.map { Array($0.utf8) })
        let found = snapshot.otherNames.names.values.map { "\($0.path) = \($0.original)" }
        #expect(Set(found) == Set(others.map { "\($0.key) = \($0.value)" }) && found.count == others.count)
        for (path, original) in others {
            #expect(snapshot.place(of: path).map { Array($0.utf8) } == Array(original.utf8))
            #expect(snapshot.reminder(at: original)?.otherNames.contains { $0.isSamePath(as: path) } == true)
        }
    }

    @Test func `a link rings once, is exported once, and is found by each of its names`() throws {
        let directory = try TemporaryDirectory()
        try directory.write("tags.yaml", "")
        try directory.write("home/milk.md", Self.text("Milk"))
        try directory.write("x.md", Self.text("Other"))
        try directory.write("gym.md", "---\nid: x\n" + Self.text("Gym").dropFirst(4))
        try directory.hardLink("today/fit.md", to: "gym.md")
        try directory.link("today/m.md", to: "../home/milk.md")
        let folder = ReminderFolder(root: directory.path)
        let (snapshot, zones) = try folder.read()
        let now = try DateValue(parsing: "2026-11-27").instant(in: .utc, allDayAt: .noon)
        let context = TimeContext(now: now, zone: .utc, zones: zones, allDayAt: .noon)
        let plan = NotificationPlan(snapshot.reminders, in: context)
        #expect(plan.notifications.map(\.path).sorted() == ["gym.md", "home/milk.md", "x.md"])
        for (words, path) in [
            (["today/m.md"], "home/milk.md"), (["m"], "home/milk.md"), (["today/fit.md"], "gym.md"),
            (["fit"], "gym.md"),
        ] {
            #expect(Selector(words).candidates(in: snapshot, from: "").map(\.path) == [path])
            let index = SelectorIndex(snapshot, forMany: true)
            #expect(Selector(words).candidates(in: snapshot, index, from: "").map(\.path) == [path])
            // A deletion is about the name.
            var selector = Selector(words)
            selector.keepsNames = true
            let name = words[0].hasSuffix(".md") ? words[0] : "today/\(words[0]).md"
            #expect(selector.candidates(in: snapshot, from: "").map(\.path) == [name])
        }
        let matcher = QueryMatcher(
            try Query(parsing: "path:today", now: Zone.utc.civil(at: now)),
            registry: snapshot.registry,
            context: context
        )
        #expect(try folder.read(for: matcher).snapshot.reminders.map(\.path) == ["gym.md", "home/milk.md"])
        let notes = folder.check(snapshot, in: context).filter { $0.id == .otherName }
        #expect(
            notes.map { "\($0.path): \($0.message)" } == [
                "today/fit.md: a hard link: the same file as gym.md, which is listed once, under that name",
                "today/m.md: a symbolic link: the same file as home/milk.md, which is listed once, under that name",
            ]
        )
    }

    @Test func `a sieve finds the numbers that occur more than once`() throws {
        var random = Random(seed: 4)
        for round in 0..<200 {
            let range = random.pick([10, 1_000, 1 << 40])
            let step = random.pick([1, 64, 4_096])
            let numbers = (0..<random.below(400)).map { _ in UInt64(random.below(range) * step) }
            var directories = [FileNames(), FileNames()]
            for (index, number) in numbers.enumerated() {
                let name = Array("\(random.below(10_000))-\(index)=\(number)".utf8)
                name.withUnsafeBufferPointer { directories[random.below(2)].append($0, inode: number) }
            }
            for index in directories.indices { directories[index].sort() }
            let counts = Dictionary(numbers.filter { $0 != 0 }.map { ($0, 1) }, uniquingKeysWith: +)
            let repeated = InodeSieve.repeated(in: directories.map(\.inodes))
            #expect(repeated == Set(counts.filter { $0.value > 1 }.keys), "round \(round)")
            // Sorting keeps each number with its name.
            let found = directories.flatMap { $0.names(withInodeIn: repeated) }
            #expect(Set(found.map { String($0.split(separator: "=")[1]) }) == Set(repeated.map { "\($0)" }))
            for index in directories.indices {
                let names = directories[index].names(withInodeIn: Set(numbers))
                #expect(names.count == directories[index].count)
                directories[index].remove(Set(names.prefix(3).map { PathKey($0) }))
                #expect(names.map { directories[index].contains($0) } == names.indices.map { $0 > 2 })
            }
        }
    }
}
