import CLibrary
import TestSupport
import Testing

@testable import Folder
@testable import MemossFiles

/// Makes each system call of `mm init` fail once, in every possible way. Afterwards the directory has a complete
/// registry or none, and the next `mm init` completes it.
@Suite struct CreationFaultTests {
    private static let moment = TimeContext(now: Folder.now, zone: .utc, zones: [:], allDayAt: .noon)
    private static let note = "---\ntags: [Garden, home]\n---\n"

    private func create(_ path: String, _ calls: any DiskCalls) throws -> ReminderFolder.Creation {
        try ReminderFolder.create(at: path, Self.moment, on: Disk(calls: calls)) { "id" }
    }

    private func tags(_ directory: borrowing TemporaryDirectory, _ path: String) -> [String]? {
        directory.read("\(path)/tags.yaml").map { TagRegistry(parsing: $0).tags.map(\.name.text) }
    }

    @Test(arguments: [FaultyCalls.Fault.death, .failure(EIO), .failure(ENOSPC), .full], [false, true])
    func `whichever call fails, the directory is a complete folder or none, and the next attempt completes it`(
        fault: FaultyCalls.Fault,
        isAdopted: Bool
    ) throws {
        let place = isAdopted ? "notes" : "new/deep"
        let whole = isAdopted ? ["Garden", "home"] : ["Health", "Personal", "Shopping", "Work"]
        var index = 0
        var ends: Set<Bool> = []
        while true {
            let directory = try TemporaryDirectory(isFast: true)
            if isAdopted { try directory.write("notes/a.md", Self.note) }
            let calls = FaultyCalls(fault, at: index)
            var unreadable = 0
            let refusal = try failure {
                unreadable = try create("\(directory.path)/\(place)", calls).made?.unreadable ?? 0
            }
            let made = tags(directory, place)
            // An unreadable file is reported and does not stop the creation; only its tags are missing.
            let whole = unreadable == 1 ? [] : whole
            #expect(made == nil || made == whole, "call \(index)")
            if refusal == nil { #expect(made == whole, "call \(index): said to be made") }
            ends.insert(made != nil)
            // Processes started by other tests hold our locks between fork and exec, and a reader does not recover
            // then.
            if made != nil { _ = try ReminderFolder(root: "\(directory.path)/\(place)").locked().recover() }
            _ = try create("\(directory.path)/\(place)", FaultyCalls())
            #expect(tags(directory, place) == whole, "call \(index)")
            let files = [".memoss", "tags.yaml"] + (isAdopted ? ["a.md"] : [])
            #expect(try directory.names(place) == files.sorted(), "call \(index)")
            #expect(try directory.names("\(place)/.memoss") == [".gitignore", "lock", "undo"], "call \(index)")
            let folder = ReminderFolder(root: "\(directory.path)/\(place)")
            #expect(try folder.step(.undo) == nil && folder.step(.redo) == nil && folder.history().isEmpty)
            if calls.count <= index { break }
            index += 1
            try #require(index < 500)
        }
        #expect(index > 30 && ends == [true, false], "\(index) calls")
    }

    @Test func `creation succeeds only after directories, registry and their names are synced`() throws {
        let directory = try TemporaryDirectory(isFast: true)
        let calls = FaultyCalls()
        _ = try create("\(directory.path)/new/deep", calls)
        let root = try #require(directory.path.split(separator: "/").last.map(String.init))
        let log = calls.log
        let made = try #require(log.lastIndex { $0.hasSuffix("tags.yaml") && !$0.hasPrefix("create") })
        // The name of each directory is stored in its parent.
        for name in [root, "new"] { #expect(log[..<made].contains("sync \(name)"), "\(log)") }
        #expect(log[made...].contains("sync deep"), "\(log)")
    }

    @Test func `interrupted calls and short writes do not change the result`() throws {
        let directory = try TemporaryDirectory(isFast: true)
        _ = try create("\(directory.path)/new", FaultyCalls(.restless))
        #expect(tags(directory, "new")?.count == 4)
    }

    @Test func `undo reaches back to the first edit but does not delete the registry`() throws {
        let directory = try TemporaryDirectory(isFast: true)
        let folder = try create(directory.path, FaultyCalls()).folder
        let edit = FileEdit(path: "a.md", before: nil, after: [UInt8](Self.note))
        _ = try folder.commit(EditPlan(edits: [edit]), as: "add", at: Folder.now)
        #expect(try folder.history().map(\.what) == ["add"])
        try folder.commit(try #require(try folder.step(.undo)))
        #expect(try folder.step(.undo) == nil)
        #expect(tags(directory, ".")?.count == 4)
        try folder.commit(try #require(try folder.step(.redo)))
        #expect(directory.read("a.md") == [UInt8](Self.note))
    }
}
