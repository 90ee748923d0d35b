import CLibrary
import TestSupport
import Testing

@testable import Folder
@testable import MemossFiles
@testable import Text

/// Hidden files belong to other programs. Git, for example, executes files in `.git`.
@Suite struct HiddenPlaceTests {
    private static let places = [".git/hooks/pre-commit", ".git/config", "sub/.git/config", ".git", ".bashrc"]

    /// A folder with a forged journal and forged images, made by somebody who wants to install a hook: one file differs
    /// from the journal, so recovery would "restore" the others.
    @Test(arguments: places)
    func `a forged journal writes nothing to hidden paths`(path: String) throws {
        let directory = try TemporaryDirectory()
        try directory.write("a.md", "mine")
        try directory.write(".git/hooks/sample", "")
        try directory.write("sub/.git/head", "")
        try directory.write(".memoss/undo/1/0.before", "evil")
        var journal = Journal(number: 1, direction: .edit, when: 0, what: "tidy", suffix: "mm-1-1")
        let evil = SHA256.hex([UInt8]("evil"))
        journal.entries = [
            Journal.Entry(index: 0, path: path, before: evil, after: nil),
            Journal.Entry(index: 1, path: "a.md", before: evil, after: evil),
        ]
        try directory.write(".memoss/journal", journal.text + journal.commitText)
        #expect(try Recovery(MemossDirectory(disk: .system, root: directory.path)).run() == .foreign)
        #expect(directory.read(path) == nil)
    }

    @Test func `a link to a hidden path is not written through`() throws {
        let directory = try TemporaryDirectory()
        try directory.write(".git/config", "old")
        try directory.link("a.md", to: ".git/config")
        let edit = FileEdit(
            path: "a.md",
            before: try FileContents.read("\(directory.path)/a.md"),
            after: [UInt8]("new")
        )
        let folder = ReminderFolder(root: directory.path)
        let done = try folder.commit(EditPlan(edits: [edit]), as: "test", at: Folder.now)
        #expect(
            done.edits.isEmpty && done.skipped.map(\.reason) == ["it points to a hidden file or directory"]
        )
        #expect(directory.read(".git/config") == [UInt8]("old"))
    }

    @Test func `a lock that is a hard link to another file is not written to`() throws {
        let directory = try TemporaryDirectory()
        try directory.write("a.md", "---\ntitle: A\n---\n")
        try directory.write(".memoss/undo/keep", "")
        #expect(link("\(directory.path)/a.md", "\(directory.path)/.memoss/lock") == 0)
        withExtendedLifetime(try ReminderFolder(root: directory.path).locked()) {
            #expect(directory.read("a.md") == [UInt8]("---\ntitle: A\n---\n"))
        }
    }

    @Test func `a forged number in the history does not block the next entry`() throws {
        let directory = try TemporaryDirectory()
        var journal = Journal(number: .max, direction: .edit, when: 0, what: "x", suffix: "mm-1-1")
        journal.isCommitted = true
        try directory.write(".memoss/undo/\(Int.max)/manifest", journal.text + journal.commitText)
        let folder = ReminderFolder(root: directory.path)
        let new = FileEdit(path: "a.md", before: nil, after: [UInt8]("new"))
        _ = try folder.commit(EditPlan(edits: [new]), as: "test", at: Folder.now)
        #expect(try folder.history().map(\.number) == [1])
    }
}
