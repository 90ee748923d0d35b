import CLibrary
import TestSupport
import Testing

@testable import Folder
@testable import MemossFiles

/// The states of `.memoss` that a power failure, a full disk or another program may leave: each is recovered, and the next
/// edit and its undo work.
@Suite struct RecoveryStateTests {
    /// One state, made from a folder in which `a.md` was edited, `gone.md` deleted and `new.md` made.
    struct State: Sendable, CustomTestStringConvertible {
        var name: String
        var make: @Sendable (_ root: String) throws -> Void
        var testDescription: String { name }

        init(_ name: String, _ make: @escaping @Sendable (String) throws -> Void) {
            (self.name, self.make) = (name, make)
        }
    }

    private static let journal = ".memoss/journal"
    private static let manifest = ".memoss/undo/1/manifest"

    private static func move(_ root: String, _ name: String, _ new: String) throws {
        guard CLibrary.rename("\(root)/\(name)", "\(root)/\(new)") == 0 else { throw TestFailure(name) }
    }

    private static func name(_ root: String, _ name: String, also new: String) throws {
        guard CLibrary.link("\(root)/\(name)", "\(root)/\(new)") == 0 else { throw TestFailure(name) }
    }

    private static func delete(_ root: String, _ name: String) throws { try Directory.removeFile("\(root)/\(name)") }

    private static func write(_ root: String, _ name: String, _ bytes: [UInt8]) throws {
        try? delete(root, name)
        try Directory.createFile("\(root)/\(name)", bytes)
    }

    private static func bytes(_ root: String, _ name: String) throws -> [UInt8] {
        try FileContents.read("\(root)/\(name)").bytes
    }

    static let states: [State] = [
        State("journal and manifest are one file") { try name($0, manifest, also: journal) },
        State("journal and manifest are one file, and the reminders have changed since") {
            try name($0, manifest, also: journal)
            try write($0, "a.md", [UInt8]("ONE, and more"))
        },
        State("journal and manifest are equal files") { try write($0, journal, try bytes($0, manifest)) },
        State("journal in place of the manifest") { try move($0, manifest, journal) },
        State("journal without the images") {
            try move($0, manifest, journal)
            for image in ["0.before", "1.before"] { try delete($0, ".memoss/undo/1/\(image)") }
        },
        State("journal without a directory for the manifest") {
            try move($0, manifest, journal)
            for image in ["0.before", "1.before"] { try delete($0, ".memoss/undo/1/\(image)") }
            guard rmdir("\($0)/.memoss/undo/1") == 0 else { throw TestFailure("rmdir") }
        },
        State("journal without an undo store") {
            try move($0, manifest, journal)
            for image in ["0.before", "1.before"] { try delete($0, ".memoss/undo/1/\(image)") }
            guard rmdir("\($0)/.memoss/undo/1") == 0, rmdir("\($0)/.memoss/undo") == 0 else {
                throw TestFailure("rmdir")
            }
        },
        State("a file that was to be deleted has both names") {
            try move($0, manifest, journal)
            try name($0, ".memoss/undo/1/1.before", also: "gone.md")
            try name($0, "gone.md", also: ".memoss/undo/1/1.new")
        },
        State("a new file has both names") {
            try move($0, manifest, journal)
            try name($0, "new.md", also: ".memoss/undo/1/2.new")
        },
        State("an edited file has both names") {
            try move($0, manifest, journal)
            try name($0, "a.md", also: ".memoss/undo/1/0.new")
        },
        State("the old file has a temporary name") {
            try name($0, ".memoss/undo/1/0.before", also: ".memoss/undo/1/0.new")
        },
        State("empty journal") { try write($0, journal, []) },
        State("journal of zeros") { try write($0, journal, [UInt8](repeating: 0, count: 4096)) },
        State("half a journal") { try write($0, journal, [UInt8](try bytes($0, manifest).prefix(60))) },
        State("journal that begins with a block of zeros, without a mark") {
            var text = try bytes($0, manifest).dropLast("commit\n".utf8.count)
            for index in text.indices.prefix(50) { text[index] = 0 }
            try write($0, journal, Array(text))
        },
        State("journal with half a mark, and nothing done") {
            var text = try bytes($0, manifest)
            text.replaceSubrange((text.count - 3)..., with: [0, 0, 0])
            try write($0, "other", text)
            try move($0, "other", journal)
        },
        State("undo store without a manifest") { try delete($0, manifest) },
        State("empty manifest") { try write($0, manifest, []) },
        State("manifest of zeros") { try write($0, manifest, [UInt8](repeating: 0, count: 4096)) },
        State("before-images missing") { try delete($0, ".memoss/undo/1/0.before") },
        State("an undo directory of the next number, empty") { try Directory.create("\($0)/.memoss/undo/2") },
        State("a directory among the images of an edit without a manifest") {
            try Directory.create("\($0)/.memoss/undo/1/other/more")
            try delete($0, manifest)
        },
        State("empty lock") { try write($0, ".memoss/lock", []) },
        State("no lock") { try delete($0, ".memoss/lock") },
        State("lock and journal are one file") {
            try move($0, manifest, journal)
            try delete($0, ".memoss/lock")
            try name($0, journal, also: ".memoss/lock")
        },
        State("empty list of ignored files") { try write($0, ".memoss/.gitignore", []) },
    ]

    @Test(arguments: states)
    func `every state is recovered, and later edits and undo work`(state: State) throws {
        let directory = try TemporaryDirectory(isFast: true)
        for (path, text) in ["a.md": "one", "gone.md": "two", "tags.yaml": "[]\n"] { try directory.write(path, text) }
        let root = directory.path
        func edit(_ path: String, _ after: String?) -> FileEdit {
            FileEdit(path: path, before: try? FileContents.read("\(root)/\(path)"), after: after.map { [UInt8]($0) })
        }
        let plan = EditPlan(edits: [edit("a.md", "ONE"), edit("gone.md", nil), edit("new.md", "three")])
        _ = try ReminderFolder(root: root).commit(plan, as: "first", at: Folder.now)
        try state.make(root)

        let folder = try ReminderFolder(root: root).locked()
        _ = folder.recover()
        #expect(folder.recover() == nil)
        #expect(directory.read("a.md").map { String(decoding: $0, as: UTF8.self) }?.hasPrefix("ONE") == true)
        #expect(directory.read("gone.md") == nil)
        #expect(directory.read("new.md") == [UInt8]("three"))
        _ = try folder.commit(EditPlan(edits: [edit("more.md", "more")]), as: "second", at: Folder.now)
        #expect(directory.read("more.md") == [UInt8]("more"))
        try folder.commit(try #require(try folder.step(.undo)))
        #expect(directory.read("more.md") == nil)
        #expect(folder.recover() == nil)
        #expect(try directory.names(".memoss").filter { ![".gitignore", "lock", "undo"].contains($0) } == [])
        #expect(try directory.names(".").filter { $0.contains("mm-1") } == [])
    }
}
