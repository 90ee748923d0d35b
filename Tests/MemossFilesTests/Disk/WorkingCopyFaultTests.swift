import CLibrary
import TestSupport
import Testing

@testable import Folder
@testable import MemossFiles

@Suite struct WorkingCopyFaultTests {
    @Test func `a copy that cannot be deleted keeps its record, and is found the next time`() throws {
        let directory = try TemporaryDirectory()
        try directory.write("a.md", "old")
        let memoss = MemossDirectory(disk: .system, root: directory.path)
        _ = try WorkingCopy(of: "a.md", try FileContents.read("\(directory.path)/a.md"), in: memoss, named: "1")
        let stuck = MemossDirectory(disk: Disk(calls: FaultyCalls(.stuck(EIO))), root: directory.path)
        for copy in WorkingCopies.left(in: stuck) { copy.remove() }
        #expect(directory.read(".memoss/editing/1/a.md") == [UInt8]("old"))
        #expect(directory.read(".memoss/editing/1.of") != nil)
        for copy in WorkingCopies.left(in: memoss) { copy.remove() }
        #expect(try !directory.names(".memoss").contains("editing"))
    }
}
