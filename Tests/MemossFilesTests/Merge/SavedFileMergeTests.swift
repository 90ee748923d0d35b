import Testing

@testable import Folder
@testable import MemossFiles
@testable import Merge

/// Files that somebody saves while a merge is about to write them.
@Suite struct SavedFileMergeTests {
    private static func note(_ key: String, _ body: String) -> [UInt8] {
        Array("---\ntitle: T\n\(key)---\nbody\n\n\n\(body)".utf8)
    }

    private func merged(_ now: [UInt8], _ wanted: [UInt8]) throws -> FileEdit? {
        let directory = try TemporaryDirectory(isFast: true)
        try directory.write("a.md", String(decoding: now, as: UTF8.self))
        let contents = try FileContents.read("\(directory.path)/a.md")
        return FileEdit.merging("a.md", contents, from: Self.note("", ""), to: wanted)
    }

    @Test func `what was saved is merged, and again when it is saved again`() throws {
        let edit = try merged(Self.note("", "one\n"), Self.note("k: 1\n", ""))
        #expect(edit?.after == Self.note("k: 1\n", "one\n"))
        #expect(edit?.again?.bytes(Self.note("", "two\n")) == Self.note("k: 1\n", "two\n"))
        #expect(edit?.again?.bytes(Self.note("", "")) == Self.note("k: 1\n", ""))
    }

    @Test func `a conflict, a binary file and one that is just being saved are not written`() throws {
        let wanted = Self.note("k: 1\n", "")
        #expect(try merged(Self.note("k: 2\n", ""), wanted) == nil)
        #expect(try merged(Self.note("", "\0"), wanted) == nil)
        #expect(try merged([], wanted) == nil)
        #expect(try merged(Self.note("", ""), wanted)?.again?.bytes([]) == nil)
        let marked = Self.note("", "<<<<<<< a\n1\n=======\n2\n>>>>>>> b\n")
        #expect(try merged(Self.note("", "x\n"), marked) == nil)
        #expect(try merged(Self.note("", ""), marked)?.after == marked)
    }
}
