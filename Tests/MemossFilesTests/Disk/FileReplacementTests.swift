import CLibrary
import Testing

@testable import Folder
@testable import MemossFiles

/// Makes each system call fail once that writes a file outside of a transaction, such as the configuration.
@Suite struct FileReplacementTests {
    private static let (old, new) = ("old\n", "new\n" + String(repeating: "x", count: 10_000))

    @Test(
        arguments: [FaultyCalls.Fault.death, .failure(EIO), .failure(ENOSPC), .failure(EPERM), .full],
        [false, true]
    )
    func `whichever call fails, the file is the old or the new one, and nothing stays beside it after the next write`(
        fault: FaultyCalls.Fault,
        isThere: Bool
    ) throws {
        var index = 0
        var ends: Set<Bool> = []
        while true {
            let directory = try TemporaryDirectory(isFast: true)
            if isThere { try directory.write("c.yaml", Self.old) }
            let path = "\(directory.path)/c.yaml"
            func write(_ text: String, _ calls: FaultyCalls) throws -> Bool {
                let before = try Directory.contents(of: path)
                return try Directory.replaceFile(path, before, by: Array(text.utf8), on: Disk(calls: calls))
            }
            let calls = FaultyCalls(fault, at: index)
            let isWritten = (try? write(Self.new, calls)) == true
            let now = directory.read("c.yaml").map { String(decoding: $0, as: UTF8.self) }
            #expect(now == Self.new || now == (isThere ? Self.old : nil), "call \(index)")
            if isWritten { #expect(now == Self.new, "call \(index): said to be written") }
            ends.insert(now == Self.new)
            // Another text, so that the temporary name is another one too.
            #expect(try write("third\n", FaultyCalls()))
            #expect(try directory.names("") == ["c.yaml"], "call \(index)")
            if calls.count <= index { break }
            index += 1
            try #require(index < 200)
        }
        #expect(index > 5 && ends == [true, false], "\(index) calls")
    }

    @Test(arguments: [FaultyCalls.Fault.death, .failure(EIO), .failure(ENOSPC), .failure(EPERM), .full])
    func
        `whichever call fails, a new directory appears with its file, and nothing stays beside it after the next write`(
            fault: FaultyCalls.Fault
        ) throws
    {
        var index = 0
        var ends: Set<Bool> = []
        while true {
            let directory = try TemporaryDirectory(isFast: true)
            func write(_ text: String, _ calls: FaultyCalls) throws -> Bool {
                let path = "\(directory.path)/d/e/c.yaml"
                let before = try Directory.contents(of: path)
                return try Directory.replaceFile(path, before, by: Array(text.utf8), on: Disk(calls: calls))
            }
            let calls = FaultyCalls(fault, at: index)
            var isWritten = false
            do {
                isWritten = try write(Self.new, calls)
            } catch let error as SystemError {
                #expect(!error.path.contains(".new-"), "call \(index): \(error)")
            } catch {}
            let now = directory.read("d/e/c.yaml").map { String(decoding: $0, as: UTF8.self) }
            let isThere = try directory.names("").contains("d")
            #expect(now == (isThere ? Self.new : nil), "call \(index)")
            if isWritten { #expect(isThere, "call \(index): said to be written") }
            ends.insert(isThere)
            #expect(try write("third\n", FaultyCalls()))
            let names = try [directory.names(""), directory.names("d"), directory.names("d/e")]
            #expect(names == [["d"], ["e"], ["c.yaml"]], "call \(index)")
            if calls.count <= index { break }
            index += 1
            try #require(index < 200)
        }
        #expect(index > 5 && ends == [true, false], "\(index) calls")
    }

    @Test func `a new file never replaces one that another program has made`() throws {
        let directory = try TemporaryDirectory(isFast: true)
        try directory.write("c.yaml", Self.old)
        let isWritten = try Directory.replaceFile("\(directory.path)/c.yaml", nil, by: Array(Self.new.utf8))
        #expect(!isWritten && directory.read("c.yaml").map { Array($0) } == Array(Self.old.utf8))
    }
}
