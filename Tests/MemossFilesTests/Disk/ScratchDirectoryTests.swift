import Testing

@testable import Folder
@testable import MemossFiles
@testable import Text

@Suite struct ScratchDirectoryTests {
    private let prefix = "mm-some-"

    @Test func `what a killed command has left goes, whatever its age`() throws {
        let folder = try TemporaryDirectory()
        try folder.write("mm-some-Ab3xYz/config", "x")
        try folder.write("mm-some-Ab3xYz/config.lock", "")
        ScratchDirectory.removeLeftovers(in: folder.path, named: prefix)
        #expect(try Disk.system.names(in: folder.path).isEmpty)
    }

    @Test func `the directory of a command that runs stays, and goes with it`() throws {
        let folder = try TemporaryDirectory()
        do {
            let first = try ScratchDirectory(in: folder.path, named: prefix)
            let file = try first.file("config", Array("mine".utf8))
            _ = try ScratchDirectory(in: folder.path, named: prefix).file("config", [])
            ScratchDirectory.removeLeftovers(in: folder.path, named: prefix)
            #expect(try Directory.contents(of: file)?.bytes == Array("mine".utf8))
            #expect(try Disk.system.names(in: folder.path).count == 1)
        }
        #expect(try Disk.system.names(in: folder.path).isEmpty)
    }

    @Test func `what others call nearly the same stays`() throws {
        let folder = try TemporaryDirectory()
        let others = ["mm-some-Ab3xY/a", "mm-some-Ab3xYz1/a", "mm-other-Ab3xYz/a", "xmm-some-Ab3xYz/a"]
        for other in others { try folder.write(other, "x") }
        ScratchDirectory.removeLeftovers(in: folder.path, named: prefix)
        #expect(try Disk.system.names(in: folder.path).count == others.count)
    }

    @Test func `a directory that cannot be made is an error with its place`() throws {
        let folder = try TemporaryDirectory()
        let error = #expect(throws: MemossError.self) {
            _ = try ScratchDirectory(in: folder.path + "/none", named: prefix)
        }
        #expect(error?.message.contains(folder.path + "/none: No such file or directory") == true)
    }
}
