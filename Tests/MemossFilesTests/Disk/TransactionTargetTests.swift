import CLibrary
import TestSupport
import Testing

@testable import Folder
@testable import MemossFiles

/// Where the new contents of a file are written, and with what mode and owner.
@Suite struct TransactionTargetTests {
    private func read(_ directory: borrowing TemporaryDirectory, _ name: String) throws -> FileContents {
        try FileContents.read("\(directory.path)/\(name)")
    }

    private func replace(
        _ directory: borrowing TemporaryDirectory,
        _ name: String,
        _ read: FileContents,
        with bytes: [UInt8] = [UInt8]("new"),
        root: String? = nil
    ) throws {
        let memoss = MemossDirectory(disk: .system, root: root ?? directory.path)
        try memoss.create()
        let operation = FileEdit(path: name, before: read, after: bytes)
        _ = try Transaction(memoss: memoss).run([operation], .edit(what: "test", when: 0))
    }

    /// Without our own files.
    private func names(_ directory: borrowing TemporaryDirectory, _ path: String = ".") throws -> [String] {
        try directory.names(path).filter { $0 != MemossDirectory.name }
    }

    @Test func `new contents appear atomically, with the mode of the old file`() throws {
        let directory = try TemporaryDirectory()
        for mode: UInt32 in [0o644, 0o600, 0o664, 0o755] {
            try directory.write("a.md", "old")
            try directory.mode("a.md", mode)
            let before = try read(directory, "a.md")
            try replace(directory, "a.md", before)
            let after = try read(directory, "a.md")
            #expect(after.bytes == [UInt8]("new"))
            #expect(after.stamp.mode == before.stamp.mode && after.stamp.inode != before.stamp.inode)
            #expect((after.stamp.owner, after.stamp.group) == (before.stamp.owner, before.stamp.group))
            #expect(try names(directory) == ["a.md"])
        }
    }

    @Test func `the owner is kept`() throws {
        guard geteuid() == 0 else { return }
        let directory = try TemporaryDirectory()
        try directory.write("a.md", "old")
        #expect(chown("\(directory.path)/a.md", 12_345, 12_346) == 0)
        try replace(directory, "a.md", try read(directory, "a.md"))
        let stamp = try directory.stamp("a.md")
        #expect((stamp.owner, stamp.group) == (12_345, 12_346))
    }

    @Test func `a file is refused if its owner or its group cannot be kept, or if the groups cannot be found out`()
        throws
    {
        let directory = try TemporaryDirectory()
        try directory.write("a.md", "old")
        let isRoot = geteuid() == 0
        if isRoot { #expect(chown("\(directory.path)/a.md", 12_345, 12_346) == 0) }
        let edit = FileEdit(path: "a.md", before: try read(directory, "a.md"), after: [UInt8]("new"))
        let owner = try directory.stamp("a.md").owner
        func failure(_ calls: FaultyCalls) -> EditTargets.Failure? {
            EditTargets(MemossDirectory(disk: Disk(calls: calls), root: directory.path)).ownership(edit, at: "a.md")
        }
        #expect(failure(FaultyCalls(user: owner + 1)) == .owner)
        #expect(failure(FaultyCalls(user: owner)) == (isRoot ? .owner : nil))
        let fault = FaultyCalls(.failure(EIO), user: owner)
        #expect(failure(fault) == .system(SystemError(.chown, "a.md", code: EIO)))
    }

    @Test func `a link stays a link, and its target is replaced`() throws {
        let directory = try TemporaryDirectory()
        try directory.write("deep/real.md", "old")
        try directory.link("link.md", to: "deep/real.md")
        try directory.link("chain.md", to: "link.md")
        try replace(directory, "chain.md", try read(directory, "chain.md"))
        #expect(Directory.isLink("\(directory.path)/chain.md") && Directory.isLink("\(directory.path)/link.md"))
        #expect(directory.read("deep/real.md") == [UInt8]("new"))
        #expect(try names(directory) == ["chain.md", "deep", "link.md"])
        #expect(try names(directory, "deep") == ["real.md"])
    }

    @Test
    func
        `a path through a link to a directory of the folder leads to the file there, also for undo and when it changes meanwhile`()
        throws
    {
        let directory = try TemporaryDirectory()
        try directory.write("deep/real.md", "old")
        try directory.write("tags.yaml", "")
        try directory.link("alias", to: "deep")
        let folder = ReminderFolder(root: directory.path)
        var edit = FileEdit(path: "alias/real.md", before: try read(directory, "alias/real.md"), after: [UInt8]("new"))
        _ = try folder.commit(EditPlan(edits: [edit]), as: "test", at: Folder.now)
        #expect(directory.read("deep/real.md") == [UInt8]("new") && Directory.isLink("\(directory.path)/alias"))
        let step = try #require(try folder.step(.undo))
        try folder.commit(step)
        #expect(directory.read("deep/real.md") == [UInt8]("old"))
        // Saved again, without a change, after it was read.
        edit.before = try read(directory, "alias/real.md")
        try directory.write("deep/real.md", "old")
        _ = try folder.commit(EditPlan(edits: [edit]), as: "test", at: Folder.now)
        #expect(directory.read("deep/real.md") == [UInt8]("new") && directory.read("alias/real.md") == [UInt8]("new"))
    }

    @Test func `a link out of the folder is not written through`() throws {
        let outside = try TemporaryDirectory()
        try outside.write("far.md", "old")
        let directory = try TemporaryDirectory()
        try directory.link("far.md", to: "\(outside.path)/far.md")
        let before = try read(directory, "far.md")
        #expect(throws: Transaction.Failure.refused(path: "far.md", .outside)) {
            try replace(directory, "far.md", before)
        }
        #expect(throws: Transaction.Failure.refused(path: "../far.md", .outside)) {
            try replace(directory, "../far.md", before)
        }
        #expect(outside.read("far.md") == [UInt8]("old"))
        #expect(try outside.names() == ["far.md"])
        #expect(try names(directory) == ["far.md"])
    }

    @Test func `a file that has changed since it was read is a conflict and is kept`() throws {
        let directory = try TemporaryDirectory()
        // Different bytes, and no file. The same bytes in a different file are no change.
        try directory.write("a.md", "old")
        var before = try read(directory, "a.md")
        try directory.write("a.md", "other")
        #expect(throws: Transaction.Failure.conflict(["a.md"])) { try replace(directory, "a.md", before) }
        #expect(directory.read("a.md") == [UInt8]("other"))

        try directory.write("a.md", "old")
        before = try read(directory, "a.md")
        try directory.write("b.md", "old")
        try directory.rename("b.md", to: "a.md")
        try replace(directory, "a.md", before)
        #expect(directory.read("a.md") == [UInt8]("new"))

        before = try read(directory, "a.md")
        directory.delete("a.md")
        #expect(throws: Transaction.Failure.conflict(["a.md"])) { try replace(directory, "a.md", before) }
        #expect(try names(directory).isEmpty)
    }

    @Test func `a name of maximum length leaves room for the temporary file`() throws {
        let directory = try TemporaryDirectory()
        for name in [String(repeating: "n", count: 252) + ".md", String(repeating: "é", count: 126) + ".md"] {
            try directory.write(name, "old")
            try replace(directory, name, try read(directory, name))
            #expect(directory.read(name) == [UInt8]("new"))
        }
        #expect(try names(directory).count == 2)
    }

    @Test func `a directory that is not writable is an error and nothing changes`() throws {
        let directory = try TemporaryDirectory()
        try directory.write("d/a.md", "old")
        let before = try read(directory, "d/a.md")
        try directory.mode("d", 0o555)
        defer { try? directory.mode("d", 0o755) }
        guard geteuid() != 0 else { return }
        #expect(throws: Transaction.Failure.self) { try replace(directory, "d/a.md", before) }
        #expect(directory.read("d/a.md") == [UInt8]("old"))
    }

    @Test func `on a full disk, the old file stays and nothing is left beside it`() throws {
        let directory = try TemporaryDirectory()
        try directory.write("disk/x", "")
        // This requires permission to mount.
        guard mount("tmpfs", "\(directory.path)/disk", "tmpfs", 0, "size=64k") == 0 else { return }
        defer { umount("\(directory.path)/disk") }
        try directory.write("disk/a.md", "old")
        let before = try read(directory, "disk/a.md")
        let failure = #expect(throws: Transaction.Failure.self) {
            try replace(directory, "disk/a.md", before, with: [UInt8](repeating: 0x78, count: 1 << 20))
        }
        guard case .refused("disk/a.md", .system(let error)) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(error.isOutOfSpace)
        #expect(directory.read("disk/a.md") == [UInt8]("old"))
        #expect(try names(directory, "disk") == ["a.md"])
    }
}
