import CLibrary
import TestSupport
import Testing

@testable import Folder
@testable import MemossFiles
@testable import Text

/// `undo` and `redo` on disk.
@Suite struct UndoTests {
    private func edit(
        _ directory: borrowing TemporaryDirectory,
        _ changes: [String: String?],
        _ what: String = "test"
    ) throws {
        var plan = EditPlan()
        for (path, text) in changes.sorted(by: { $0.key < $1.key }) {
            let before = try? FileContents.read("\(directory.path)/\(path)")
            plan.edits.append(FileEdit(path: path, before: before, after: text.map { [UInt8]($0) }))
        }
        _ = try folder(directory).commit(plan, as: what, at: Folder.now)
    }

    private func folder(_ directory: borrowing TemporaryDirectory) -> ReminderFolder {
        ReminderFolder(root: directory.path)
    }

    private func walk(_ direction: UndoStep.Direction, _ directory: borrowing TemporaryDirectory) throws -> String? {
        guard let step = try folder(directory).step(direction) else { return nil }
        try folder(directory).commit(step)
        return step.entry.what
    }

    private func text(_ directory: borrowing TemporaryDirectory, _ path: String) -> String? {
        directory.read(path).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `undo restores bytes and modes, recreates deleted files, and deletes created ones`() throws {
        let directory = try TemporaryDirectory()
        try directory.write("a.md", [0x61, 0x0D, 0x0A, 0xFF, 0x00])
        try directory.mode("a.md", 0o640)
        try directory.write("gone.md", "gone")
        try directory.mode("gone.md", 0o600)
        try edit(directory, ["a.md": "A", "gone.md": nil, "new/deep/b.md": "B"])
        #expect(text(directory, "a.md") == "A" && text(directory, "new/deep/b.md") == "B")
        #expect(directory.read("gone.md") == nil)
        #expect(try walk(.undo, directory) == "test")
        #expect(directory.read("a.md") == [0x61, 0x0D, 0x0A, 0xFF, 0x00])
        #expect(try directory.stamp("a.md").mode & 0o777 == 0o640)
        #expect(text(directory, "gone.md") == "gone")
        #expect(try directory.stamp("gone.md").mode & 0o777 == 0o600)
        #expect(try directory.names() == [".memoss", "a.md", "gone.md"])
        #expect(try walk(.redo, directory) == "test")
        #expect(text(directory, "a.md") == "A" && text(directory, "new/deep/b.md") == "B")
        #expect(try directory.names() == [".memoss", "a.md", "new"])
    }

    @Test func `undo goes back, redo goes forward, and a new edit discards the redo steps`() throws {
        let directory = try TemporaryDirectory()
        try directory.write("a.md", "0")
        for number in 1...4 { try edit(directory, ["a.md": "\(number)"], "edit \(number)") }
        #expect(try walk(.undo, directory) == "edit 4")
        #expect(try walk(.undo, directory) == "edit 3")
        #expect(text(directory, "a.md") == "2")
        #expect(try walk(.redo, directory) == "edit 3")
        #expect(try walk(.undo, directory) == "edit 3")
        let history = try folder(directory).history()
        #expect(history.map(\.what) == ["edit 4", "edit 3", "edit 2", "edit 1"])
        #expect(history.map(\.isUndone) == [true, true, false, false])
        #expect(history.map(\.paths) == Array(repeating: ["a.md"], count: 4))
        #expect(history.allSatisfy { $0.moment == Folder.now })
        try edit(directory, ["a.md": "other"], "edit 5")
        #expect(try walk(.redo, directory) == nil)
        #expect(try folder(directory).history().map(\.what) == ["edit 5", "edit 2", "edit 1"])
        for what in ["edit 5", "edit 2", "edit 1"] { #expect(try walk(.undo, directory) == what) }
        #expect(try walk(.undo, directory) == nil)
        #expect(text(directory, "a.md") == "0")
    }

    @Test(arguments: [UndoStep.Direction.undo, .redo])
    func `a file that has changed since the edit stops the whole undo and is named`(direction: UndoStep.Direction)
        throws
    {
        let directory = try TemporaryDirectory()
        for name in ["a.md", "b.md", "c.md"] { try directory.write(name, "old") }
        try edit(directory, ["a.md": "new", "b.md": "new", "c.md": nil])
        if direction == .redo { _ = try walk(.undo, directory) }
        try directory.write("b.md", "mine")
        try directory.write("c.md", "mine too")
        let error = #expect(throws: MemossError.self) { _ = try folder(directory).step(direction) }
        let verb = direction == .undo ? "undone" : "redone"
        #expect(error?.message == "b.md, c.md: changed since the edit; nothing was \(verb) (test)")
        #expect(text(directory, "a.md") == (direction == .undo ? "new" : "old"))
        #expect(text(directory, "b.md") == "mine")
        // Once they match again, the undo works.
        try directory.write("b.md", direction == .undo ? "new" : "old")
        if direction == .undo { directory.delete("c.md") } else { try directory.write("c.md", "old") }
        #expect(try walk(direction, directory) == "test")
    }

    /// Any of the three files may already be as it was: restored with git, or deleted by hand.
    @Test(arguments: 0..<8)
    func `files that are already as before the edit do not stop the undo`(files: Int) throws {
        let directory = try TemporaryDirectory()
        let before: [String: String?] = ["changed.md": "old", "gone.md": "old", "made.md": nil]
        let after: [String: String?] = ["changed.md": "new", "gone.md": nil, "made.md": "new"]
        for (path, text) in before { if let text { try directory.write(path, text) } }
        try edit(directory, ["other.md": "first"], "earlier")
        try edit(directory, after)
        let restored = before.keys.sorted().enumerated().filter { files >> $0.offset & 1 == 1 }.map(\.element)
        for path in restored {
            if let text = before[path] ?? nil { try directory.write(path, text) } else { directory.delete(path) }
        }
        let step = try #require(try folder(directory).step(.undo))
        #expect(step.restored.sorted() == restored && step.plan.edits.count == 3 - restored.count)
        try folder(directory).dryRun(step)
        try folder(directory).commit(step)
        for (path, text) in before { #expect(self.text(directory, path) == text, "\(path)") }
        // Redo applies what undo reverted, and no more.
        #expect(try walk(.redo, directory) == (restored.count == 3 ? nil : "test"))
        for (path, text) in restored.count == 3 ? before : after {
            let isKept = restored.contains(path)
            #expect(self.text(directory, path) == (isKept ? before[path] : text), "\(path)")
        }
        if restored.count < 3 { #expect(try walk(.undo, directory) == "test") }
        #expect(try walk(.undo, directory) == "earlier")
        #expect(try walk(.undo, directory) == nil)
    }

    @Test func `a file that git has taken back by several edits does not stop the undo of each`() throws {
        let directory = try TemporaryDirectory()
        for name in ["a.md", "b.md"] { try directory.write(name, "0") }
        try edit(directory, ["a.md": "1"], "edit 1")
        try edit(directory, ["a.md": "2", "b.md": "1"], "edit 2")
        try edit(directory, ["a.md": "3"], "edit 3")
        try directory.write("a.md", "0")
        for (number, changed) in [(3, [String]()), (2, ["b.md"]), (1, [])] {
            let step = try #require(try folder(directory).step(.undo))
            #expect(step.entry.what == "edit \(number)" && step.plan.edits.map(\.path) == changed)
            #expect(step.restored == ["a.md"] && step.isRestoredFurther == (number > 1))
            try folder(directory).commit(step)
            #expect(text(directory, "a.md") == "0")
        }
        #expect(text(directory, "b.md") == "0")
        // What was never before one of the edits is somebody's own.
        try edit(directory, ["a.md": "4"], "edit 4")
        try edit(directory, ["a.md": "5"], "edit 5")
        try directory.write("a.md", "mine")
        #expect(throws: MemossError.self) { _ = try folder(directory).step(.undo) }
    }

    @Test func `a file that changes between check and undo is a conflict`() throws {
        let directory = try TemporaryDirectory()
        try directory.write("a.md", "old")
        try edit(directory, ["a.md": "new", "b.md": "new"])
        let step = try #require(try folder(directory).step(.undo))
        try directory.write("a.md", "mine")
        let error = #expect(throws: MemossError.self) { try folder(directory).commit(step) }
        #expect(error?.message == "another program changed a.md; nothing was written")
        #expect(text(directory, "a.md") == "mine" && text(directory, "b.md") == "new")
        #expect(try directory.names(".memoss/undo/1") == ["0.before", "manifest"])
        #expect(try directory.names() == [".memoss", "a.md", "b.md"])
    }

    @Test func `twenty edits are kept`() throws {
        let directory = try TemporaryDirectory()
        try directory.write("a.md", "0")
        for number in 1...23 { try edit(directory, ["a.md": "\(number)"], "edit \(number)") }
        #expect(try folder(directory).history().map(\.number) == Array((4...23).reversed()))
        #expect(try directory.names(".memoss/undo").count == 20)
        var count = 0
        while try walk(.undo, directory) != nil { count += 1 }
        #expect(count == 20)
        #expect(text(directory, "a.md") == "3")
    }

    @Test func `an edit does not read the manifests of others to their ends`() throws {
        let directory = try TemporaryDirectory()
        for number in 0..<3 { try edit(directory, ["n.md": "\(number)"]) }
        let manifest = ".memoss/undo/2/manifest"
        let read = directory.read(manifest)
        let bytes = try #require(read)
        let heading = try #require(Journal.Heading(Array(bytes.prefix(Journal.Heading.maximumSize))))
        #expect(heading.number == 2 && heading.direction == .edit)
        // The end of it matters only to whoever undoes that edit.
        try directory.write(manifest, Array(bytes.prefix(bytes.count - 20)))
        try edit(directory, ["n.md": "more"])
        #expect(directory.read(manifest)?.count == bytes.count - 20)
        for wrong in [
            "", "memoss 2\nnumber 2\ndirection edit\n", "memoss 1\nnumber 2\n", "memoss 1\nnumber 2\ndirection up\n",
        ] {
            #expect(Journal.Heading([UInt8](wrong.utf8)) == nil)
        }
        try directory.write(manifest, "something else")
        try edit(directory, ["n.md": "again"])
        #expect(directory.read(manifest) == nil)
    }

    @Test func `the undo store is read-only for everybody`() throws {
        let directory = try TemporaryDirectory()
        try directory.write("a.md", "old")
        guard link("\(directory.path)/a.md", "\(directory.path)/twin") == 0 else { return }
        try edit(directory, ["a.md": "new"])
        // In place, as some editors do.
        try directory.write("twin", "scribble")
        #expect(try walk(.undo, directory) == "test")
        #expect(text(directory, "a.md") == "old")
        // The copy kept for redo is not a hard link to a visible file.
        try directory.write("a.md", "old")
        #expect(try walk(.redo, directory) == "test")
        #expect(text(directory, "a.md") == "new")
        #expect(try walk(.undo, directory) == "test")
        try directory.write(".memoss/undo/1/0.after", "damaged")
        let error = #expect(throws: MemossError.self) { _ = try folder(directory).step(.redo) }
        #expect(error?.message == "a.md: the saved contents are missing; nothing was redone (test)")
    }

    @Test func `an empty edit writes nothing`() throws {
        let directory = try TemporaryDirectory()
        try directory.write("a.md", "old")
        _ = try folder(directory).commit(EditPlan(), as: "nothing", at: Folder.now)
        _ = try folder(directory).locked()
        #expect(try folder(directory).step(.undo) == nil)
        #expect(folder(directory).recover() == nil)
        #expect(try directory.names() == ["a.md"])
    }

    @Test func `names and titles with line breaks are restored`() throws {
        let directory = try TemporaryDirectory()
        let path = "a\nb\\n\rc d.md"
        try directory.write(path, "old")
        try edit(directory, [path: "new"], "call it\n\\end")
        #expect(try folder(directory).history().map(\.paths) == [[path]])
        #expect(try walk(.undo, directory) == "call it\n\\end")
        #expect(text(directory, path) == "old")
    }

    @Test func `files in .memoss cannot be edited, and .memoss cannot be redirected`() throws {
        let directory = try TemporaryDirectory()
        let outside = try TemporaryDirectory()
        try directory.write("a.md", "old")
        try edit(directory, ["a.md": "new"])
        for path in [".memoss/x.md", ".memoss/undo/1/x.md", "../\(directory.path.split(separator: "/").last ?? "").md"]
        {
            let plan = EditPlan(edits: [FileEdit(path: path, before: nil, after: [UInt8]("x"))])
            let done = try folder(directory).commit(plan, as: "test", at: Folder.now)
            #expect(done.isEmpty && done.skipped.map(\.path) == [path])
            #expect(directory.read(path) == nil)
        }
        let other = try TemporaryDirectory()
        try other.write("a.md", "old")
        try other.link(".memoss", to: outside.path)
        #expect(throws: MemossError.self) { try edit(other, ["a.md": "new"]) }
        #expect(try outside.names().isEmpty)
        #expect(text(other, "a.md") == "old")
    }

    @Test func `a journal of another version blocks edits but not reading`() throws {
        let directory = try TemporaryDirectory()
        try directory.write("a.md", "old")
        try edit(directory, ["a.md": "new"])
        try directory.write(".memoss/journal", "memoss 2\nsomething new\nend 0\ncommit\n")
        let said = try folder(directory).locked().recover()
        let message =
            "the journal .memoss/journal is damaged, too long, or from another version of mm: nothing can be edited until it is removed. If no other version of mm is in use, compare your files with a backup, then delete the journal"
        #expect(said == message)
        let error = #expect(throws: MemossError.self) { try edit(directory, ["a.md": "newer"]) }
        #expect(error?.message == message)
        #expect(text(directory, "a.md") == "new")
    }

    @Test func `waiting too long for the lock names the process that holds it`() throws {
        let directory = try TemporaryDirectory()
        try directory.write("a.md", "old")
        try edit(directory, ["a.md": "new"])
        let first = try folder(directory).locked()
        let error = #expect(throws: MemossError.self) { _ = try folder(directory).locked() }
        #expect(
            error?.message
                == "another mm (process \(getpid())) is writing to this folder and did not finish within 5 seconds; "
                + "nothing was changed"
        )
        withExtendedLifetime(first) {}
    }

    @Test func `a lock that could not be taken when reading is not taken when writing`() throws {
        let directory = try TemporaryDirectory()
        try directory.write("a.md", "old")
        try edit(directory, ["a.md": "new"])
        var refused = 0
        for index in 0..<8 {
            let disk = Disk(calls: FaultyCalls(.failure(EACCES), at: index))
            let taken = try ReminderFolder(root: directory.path, disk: disk).locked()
            guard taken.lock == nil else { continue }
            refused += 1
            let before = try FileContents.read(directory.path + "/a.md")
            let plan = EditPlan(edits: [FileEdit(path: "a.md", before: before, after: Array("newer".utf8))])
            // By now every call succeeds.
            let error = #expect(throws: MemossError.self) { _ = try taken.commit(plan, as: "test", at: Folder.now) }
            #expect(error?.message == ".memoss: cannot be written: Permission denied; nothing was changed")
            #expect(text(directory, "a.md") == "new")
            #expect(try taken.commit(EditPlan(), as: "test", at: Folder.now).isEmpty)
        }
        #expect(refused > 0)
    }
}
