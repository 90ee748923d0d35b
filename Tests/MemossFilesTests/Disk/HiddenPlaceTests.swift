import Testing

@testable import MemossFiles

/// What begins with a dot belongs to other programs: git runs what stands in `.git`.
@Suite struct HiddenPlaceTests {
    private static let places = [".git/hooks/pre-commit", ".git/config", "sub/.git/config", ".git", ".bashrc"]

    /// A folder that comes with a journal and images made by somebody who wants a hook to be put in place: one file is
    /// not as it says, so all would be "taken back".
    @Test(arguments: places)
    func `a made-up journal puts nothing into a hidden place`(path: String) throws {
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
        #expect(try Recovery(WorkingPlace(disk: .system, root: directory.path)).run() == .foreign)
        #expect(directory.read(path) == nil)
    }

    @Test func `a link to a hidden place is not written through`() throws {
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
            done.edits.isEmpty && done.skipped.map(\.reason) == ["it leads to a hidden place, where nothing is written"]
        )
        #expect(directory.read(".git/config") == [UInt8]("old"))
    }
}
