import CLibrary
import TestSupport
import Testing

@testable import Folder
@testable import MemossFiles
@testable import Text

/// File systems that refuse to change modes and attributes (FUSE, Android, SMB), or have no locks.
@Suite struct RefusedModeTests {
    /// - Returns: why the edit was refused; nil if it was made.
    private func edit(_ directory: borrowing TemporaryDirectory, _ lacks: FaultyCalls.Lacks) throws -> String? {
        let folder = ReminderFolder(root: directory.path, disk: Disk(calls: FaultyCalls(lacks: lacks)))
        let before = try folder.contents(of: "a.md")
        let edit = FileEdit(path: "a.md", before: before, after: [UInt8]("new"))
        do throws(MemossError) {
            let done = try folder.commit(EditPlan(edits: [edit]), as: "test", at: Folder.now)
            if let skipped = done.skipped.first { return skipped.reason }
        } catch {
            return error.message
        }
        try folder.commit(try #require(try folder.step(.undo)))
        #expect(directory.read("a.md") == [UInt8]("old"))
        try folder.commit(try #require(try folder.step(.redo)))
        return nil
    }

    @Test(
        arguments: [0o600, 0o644, 0o640, 0o604, 0o755, 0o700, 0o660, 0o664, 0o666, 0o4644] as [mode_t],
        [true, false]
    )
    func `where modes cannot be changed, a file is edited if it keeps its mode, and else the reason is the mode`(
        mode: mode_t,
        isUnnamed: Bool
    ) throws {
        let directory = try TemporaryDirectory()
        try directory.write("tags.yaml", "")
        try directory.write("a.md", "old")
        try directory.mode("a.md", UInt32(mode))
        let before = try directory.stamp("a.md").mode
        let refusal = try edit(directory, isUnnamed ? [.modes] : [.modes, .unnamed, .exchange])
        #expect(try directory.stamp("a.md").mode == before)
        #expect(directory.read("a.md") == [UInt8](refusal == nil ? "new" : "old"))
        #expect(refusal?.contains("keep the file's permissions") ?? true, "\(refusal ?? "")")
        let mask = umask(0o022)
        umask(mask)
        if mode & mask == 0, mode <= 0o777 { #expect(refusal == nil) }
        #expect(mode != 0o4644 || refusal != nil)
    }

    @Test func `an attribute that cannot be kept stops the edit, and says so`() throws {
        let directory = try TemporaryDirectory()
        try directory.write("tags.yaml", "")
        try directory.write("a.md", "old")
        let file = try Disk.system.open("\(directory.path)/a.md", O_RDWR)
        guard (try? SystemCalls().setAttribute("user.memoss.test", [1], of: file.raw)) != nil else {
            print("skipped: no extended attributes here")
            return
        }
        let refusal = try edit(directory, .modes)
        #expect(refusal?.contains("keep the file's extended attributes") == true, "\(refusal ?? "")")
        #expect(directory.read("a.md") == [UInt8]("old"))
    }

    @Test func `where modes cannot be changed, there is a directory for the state all the same`() throws {
        let directory = try TemporaryDirectory()
        let disk = Disk(calls: FaultyCalls(lacks: .modes))
        let state = StateDirectory(base: directory.path, root: "/reminders", disk: disk)
        try state.make()
        #expect(try state.lock().count > 0)
    }

    @Test func `a file system without locks is named as such`() throws {
        let directory = try TemporaryDirectory()
        try directory.write("tags.yaml", "")
        try directory.write("a.md", "old")
        let refusal = try edit(directory, .locks)
        #expect(refusal?.contains("the file system does not support locks") == true, "\(refusal ?? "")")
        #expect(directory.read("a.md") == [UInt8]("old"))
    }
}
