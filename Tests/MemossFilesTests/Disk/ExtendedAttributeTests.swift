import CLibrary
import Testing

@testable import CivilTime
@testable import Folder
@testable import MemossFiles

/// Metadata of a file is copied to the new file.
@Suite struct ExtendedAttributeTests {
    private let calls = SystemCalls()

    /// `user::rw- user:1:rw- group::r-- mask::rw- other::r--` in the format of Linux.
    static let accessList: [UInt8] = {
        var bytes: [UInt8] = [2, 0, 0, 0]
        for (tag, permissions, id) in [(1, 6, -1), (2, 6, 1), (4, 4, -1), (16, 6, -1), (32, 4, -1)] {
            bytes += [UInt8(tag), 0, UInt8(permissions), 0]
            bytes += (0..<4).map { UInt8(truncatingIfNeeded: id >> ($0 * 8)) }
        }
        return bytes
    }()

    private func values(_ path: String) throws -> [String: [UInt8]] {
        var values: [String: [UInt8]] = [:]
        let file = try Disk.system.open(path, O_RDONLY)
        for name in try calls.attributes(of: file.raw) where isUserAttribute(name) {
            values[name] = try calls.attribute(name, of: file.raw)
        }
        return values
    }

    /// - Returns: false if the file system does not support them.
    private func set(_ name: String, _ value: [UInt8], _ path: String) throws -> Bool {
        let file = try Disk.system.open(path, O_RDWR)
        do throws(CallFailure) {
            try calls.setAttribute(name, value, of: file.raw)
            return true
        } catch {
            guard error.code == ENOTSUP else { throw error }
            print("skipped: the file system of \(path) has no extended attributes '\(name)'")
            return false
        }
    }

    @Test func `attributes and access lists survive an edit, an undo, and a deletion that is undone`() throws {
        let directory = try TemporaryDirectory()
        try directory.write("tags.yaml", "")
        try directory.write("a.md", "old")
        let path = "\(directory.path)/a.md"
        guard try set("user.memoss.test", [0, 1, 255], path) else { return }
        #if os(Linux)
            _ = try set("system.posix_acl_access", Self.accessList, path)
        #endif
        let before = try values(path)
        let mode = try directory.stamp("a.md").mode
        #expect(!before.isEmpty)
        let folder = ReminderFolder(root: directory.path)

        func check(_ what: Comment) throws {
            #expect(try values(path) == before, what)
            #expect(try directory.stamp("a.md").mode == mode, what)
        }
        func commit(_ bytes: [UInt8]?) throws {
            let edit = FileEdit(path: "a.md", before: try folder.contents(of: "a.md"), after: bytes)
            _ = try folder.commit(EditPlan(edits: [edit]), as: "test", at: Instant(secondsSince1970: 0))
        }
        func undo() throws { try folder.commit(try #require(try folder.step(.undo))) }

        try commit(Array("new".utf8))
        try check("edited")
        try undo()
        try check("undone")
        try folder.commit(try #require(try folder.step(.redo)))
        try check("made again")
        try commit(nil)
        #expect(!Directory.exists(path))
        try undo()
        try check("brought back")
    }
}
