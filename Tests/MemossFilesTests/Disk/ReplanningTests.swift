import CLibrary
import Synchronization
import TestSupport
import Testing

@testable import Folder
@testable import MemossFiles
@testable import Text

/// Files that another program saves while an edit of several files is prepared and committed.
@Suite struct ReplanningTests {
    private static let names = ["a.md", "b.md", "c.md"]
    private static let note = [UInt8]("the user's\n")

    /// How another program saves `b.md`.
    enum Way: String, CaseIterable, Sendable {
        case append, replace, truncate, touch

        /// The front matter as it was read, with the user's text in the body, except for `touch`.
        func save(_ path: String) {
            guard self != .append else { return put(note, path, "a") }
            guard let now = try? FileContents.read(path) else { return }
            switch self {
            case .append: break
            case .replace:
                put(now.bytes + note, path + "~", "w")
                _ = CLibrary.rename(path + "~", path)
            case .truncate: put(now.bytes + note, path, "w")
            case .touch: put(now.bytes, path, "w")
            }
        }

        private func put(_ bytes: [UInt8], _ path: String, _ mode: String) {
            guard let file = fopen(path, mode) else { return }
            fwrite(bytes, 1, bytes.count, file)
            fclose(file)
        }
    }

    private func make() throws -> TemporaryDirectory {
        let directory = try TemporaryDirectory(isFast: true)
        try directory.write("tags.yaml", "work: blue\n")
        for name in Self.names { try directory.write(name, Self.text("work")) }
        return directory
    }

    private static func text(_ tag: String, _ title: String = "T") -> String {
        "---\ntitle: \(title)\nscheduled: 2026-12-01\ntags: [\(tag)]\n---\nbody\n"
    }

    private static let rename = TagRename(
        from: TagName("work"),
        to: TagName("job"),
        merges: false,
        keepsAlias: false,
        freshID: "",
        today: "2026-11-22"
    )

    /// Renames the tag, and calls `meanwhile` before each system call of the commit with the number of the call.
    private func commit(
        _ directory: borrowing TemporaryDirectory,
        _ fault: FaultyCalls.Fault = .none,
        at index: Int = 0,
        edit: (ReminderFolder, Snapshot) throws -> EditPlan = { try $0.plan(rename, in: $1).plan },
        _ meanwhile: @escaping @Sendable (Int) -> Void
    ) throws -> (refusal: MemossError?, written: EditPlan?, calls: Int) {
        let count = Mutex<Int?>(nil)
        let healthy = ReminderFolder(root: directory.path)
        let plan = try edit(healthy, try healthy.read(keeping: .whole, keys: .all).snapshot)
        let calls = FaultyCalls(
            fault,
            at: index,
            onCall: {
                let number = count.withLock { count in
                    defer { count = count.map { $0 + 1 } }
                    return count
                }
                if let number { meanwhile(number) }
            }
        )
        let folder = ReminderFolder(root: directory.path, disk: Disk(calls: calls))
        count.withLock { $0 = 0 }
        var written: EditPlan?
        let refusal = try failure { written = try folder.commit(plan, as: "test", at: Folder.now) }
        return (refusal, written, count.withLock { $0 ?? 0 })
    }

    private func undo(_ directory: borrowing TemporaryDirectory) throws {
        let folder = ReminderFolder(root: directory.path)
        let step = try folder.step(.undo)
        try folder.commit(try #require(step))
    }

    @Test(arguments: Way.allCases)
    func `a file saved at any moment is planned again, and both changes are kept`(way: Way) throws {
        var index = 0
        while true {
            let directory = try make()
            let path = "\(directory.path)/b.md"
            let (refusal, written, calls) = try commit(directory) { [index] in if $0 == index { way.save(path) } }
            #expect(refusal == nil, "call \(index)")
            let note = way == .touch || index >= calls ? [] : Self.note
            let old = [UInt8](Self.text("work"))
            // The last calls come after the edit: what is saved there is the new file.
            #expect(directory.read("b.md") == [UInt8](Self.text("job")) + note, "call \(index)")
            for name in ["a.md", "c.md"] { #expect(directory.read(name) == [UInt8](Self.text("job"))) }
            #expect(written?.edits.count == 4 && written?.skipped.isEmpty == true)
            let before = written?.edits.first { $0.path == "b.md" }?.before?.bytes
            #expect(before == old || before == old + note)
            if before == old + note {
                try undo(directory)
                #expect(directory.read("b.md") == old + note, "call \(index)")
                #expect(directory.read("a.md") == old && directory.read("tags.yaml") == [UInt8]("work: blue\n"))
            }
            #expect(try directory.names() == [".memoss"] + Self.names + ["tags.yaml"])
            if index >= calls { break }
            index += 1
        }
        #expect(index > 40)
    }

    @Test func `after a crash at any point nothing is lost, and the edit is whole or undone`() throws {
        for moment in [0, 12, 30, 45, 60] {
            var index = 0
            while true {
                let directory = try make()
                let path = "\(directory.path)/b.md"
                let isSaved = Mutex(false)
                let (_, _, calls) = try commit(directory, .death, at: index) { number in
                    guard number == moment else { return }
                    Way.append.save(path)
                    isSaved.withLock { $0 = true }
                }
                _ = try ReminderFolder(root: directory.path).locked().recover()
                let note = isSaved.withLock { $0 } ? Self.note : []
                let tag = directory.read("a.md") == [UInt8](Self.text("job")) ? "job" : "work"
                #expect(directory.read("a.md") == [UInt8](Self.text(tag)), "\(moment), call \(index)")
                #expect(directory.read("b.md") == [UInt8](Self.text(tag)) + note, "\(moment), call \(index)")
                #expect(directory.read("tags.yaml") == [UInt8]("\(tag): blue\n"), "\(moment), call \(index)")
                let hidden = try directory.names().filter { $0.hasPrefix(".") }
                #expect(hidden == [".memoss"] || hidden.isEmpty && tag == "work", "\(moment), call \(index): \(hidden)")
                if index >= calls { break }
                index += 1
            }
        }
    }

    @Test func `a file that never stops changing is refused and named, and nothing is written`() throws {
        let directory = try make()
        let path = "\(directory.path)/b.md"
        let (refusal, _, calls) = try commit(directory) { _ in Way.append.save(path) }
        #expect(refusal?.message == "another program changed b.md; nothing was written")
        #expect(directory.read("a.md") == [UInt8](Self.text("work")) && calls < 5_000)
        let read = directory.read("b.md")
        let text = try #require(read)
        #expect(text.starts(with: Self.text("work").utf8) && text.count > Self.note.count * 100)
        #expect(try directory.names(".memoss/undo") == [])
    }

    /// Saves `b.md` once with this text.
    private func refusal(
        whenSavedAs text: String,
        edit: (ReminderFolder, Snapshot) throws -> EditPlan
    ) throws -> MemossError? {
        let directory = try make()
        let path = "\(directory.path)/b.md"
        let refusal = try commit(directory, edit: edit) { number in
            guard number == 10, let file = fopen(path, "w") else { return }
            fputs(text, file)
            fclose(file)
        }.refusal
        let isNew = directory.read("a.md") != [UInt8](Self.text("work"))
        #expect(isNew == (refusal == nil))
        if refusal != nil { #expect(directory.read("b.md") == [UInt8](text)) }
        return refusal
    }

    @Test func `an edit that would mean something else by now, or replace a newer value, is refused`() throws {
        let message = "another program changed b.md; nothing was written"
        func set(_ folder: ReminderFolder, _ snapshot: Snapshot) throws -> EditPlan {
            let edit = try BulkChange(of: Self.names, setting: "title", to: "New", zones: ZoneDatabase())
            return try folder.plan(edit, in: snapshot)
        }
        #expect(try refusal(whenSavedAs: Self.text("work, home"), edit: set) == nil)
        #expect(try refusal(whenSavedAs: Self.text("work", "Theirs"), edit: set)?.message == message)
        func write(_ folder: ReminderFolder, _ snapshot: Snapshot) throws -> EditPlan {
            try folder.plan(BulkChange(of: Self.names, [.body(BodyChange([UInt8]("mine\n")))]), in: snapshot)
        }
        #expect(try refusal(whenSavedAs: Self.text("work", "Theirs"), edit: write) == nil)
        #expect(try refusal(whenSavedAs: Self.text("work") + "more\n", edit: write)?.message == message)
        func done(_ folder: ReminderFolder, _ snapshot: Snapshot) throws -> EditPlan {
            let time = TimeContext(now: Folder.now, zone: .utc, zones: [:], allDayAt: .noon)
            let step = StepBatch(.complete(on: nil, catchesUp: false), of: snapshot.reminders, at: time)
            return try folder.plan(step, in: snapshot).plan
        }
        #expect(try refusal(whenSavedAs: Self.text("work, home") + "more\n", edit: done) == nil)
        let weekly = "---\ntitle: T\nscheduled: 2026-12-01\nrecurrence: FREQ=WEEKLY\n---\n"
        #expect(try refusal(whenSavedAs: weekly, edit: done)?.message == message)
        func rename(_ folder: ReminderFolder, _ snapshot: Snapshot) throws -> EditPlan {
            try folder.plan(Self.rename, in: snapshot).plan
        }
        #expect(try refusal(whenSavedAs: Self.text("home"), edit: rename)?.message == message)
        #expect(try refusal(whenSavedAs: "not a reminder", edit: rename)?.message == message)
        func delete(_ folder: ReminderFolder, _ snapshot: Snapshot) throws -> EditPlan {
            try folder.plan(FileDeletion(of: Self.names), in: snapshot)
        }
        #expect(try refusal(whenSavedAs: Self.text("work") + "more\n", edit: delete)?.message == message)
    }

    @Test func `a tag that the other program adds is renamed too`() throws {
        let directory = try make()
        let path = "\(directory.path)/b.md"
        let (refusal, _, _) = try commit(directory) { number in
            guard number == 10, let file = fopen(path, "w") else { return }
            fputs(Self.text("work, work/x"), file)
            fclose(file)
        }
        #expect(refusal == nil)
        #expect(directory.read("b.md") == [UInt8](Self.text("job, job/x")))
    }
}
