import CLibrary
import TestSupport
import Testing

@testable import Folder
@testable import MemossFiles
@testable import Merge
@testable import Text

/// Makes each system call of an edit, an undo and a redo fail once, in every possible way.
///
/// After the next command has recovered, the folder is byte for byte as before or as after the edit, no other files are
/// left, and a completed edit can be undone. A file with two names in the edit stays one file.
@Suite struct FaultInjectionTests {
    private static let before = [
        "a.md": "one", "b/c.md": "two", "b/gone.md": "three", "pair.md": "six", "b/pair.md": "six",
        "tags.yaml": "Work: blue\n",
    ]
    private static let after = [
        "a.md": "ONE", "b/c.md": "TWO, longer", "new.md": "four", "d/e/new.md": "five", "pair.md": "SIX",
        "b/pair.md": "SIX", "tags.yaml": "Job: blue\n",
    ]
    private static let faults: [FaultyCalls.Fault] = [
        .death, .bothNames, .failure(EIO), .failure(ENOSPC), .full, .stuck(ENOSPC),
    ]

    enum Way: String, CaseIterable {
        case edit, undo, redo
    }

    // MARK: Steps

    private func make(_ directory: borrowing TemporaryDirectory) throws {
        for (path, text) in Self.before { try directory.write(path, text) }
        // A file with another hard link is copied.
        try directory.write("twin", "")
        directory.delete("twin")
        guard link("\(directory.path)/a.md", "\(directory.path)/twin") == 0 else { throw TestFailure("link") }
        directory.delete("b/pair.md")
        guard link("\(directory.path)/pair.md", "\(directory.path)/b/pair.md") == 0 else { throw TestFailure("link") }
    }

    private func plan(_ directory: borrowing TemporaryDirectory) throws -> EditPlan {
        var plan = EditPlan()
        for path in Set(Self.before.keys).union(Self.after.keys).sorted() {
            let contents = try? FileContents.read("\(directory.path)/\(path)")
            plan.edits.append(FileEdit(path: path, before: contents, after: Self.after[path].map { [UInt8]($0) }))
        }
        return plan
    }

    private func run(_ way: Way, _ root: String, _ plan: EditPlan, _ calls: any DiskCalls) throws {
        let folder = ReminderFolder(root: root, disk: Disk(calls: calls))
        switch way {
        case .edit: _ = try folder.commit(plan, as: "test", at: Folder.now)
        case .undo: if let step = try folder.step(.undo) { try folder.commit(step) }
        case .redo: if let step = try folder.step(.redo) { try folder.commit(step) }
        }
    }

    /// All files except our own, and all directories.
    private func contents(_ directory: borrowing TemporaryDirectory, _ path: String = ".") throws -> [String: String] {
        var found: [String: String] = [:]
        for name in try directory.names(path) where name != MemossDirectory.name && name != "twin" {
            let whole = path == "." ? name : "\(path)/\(name)"
            if Directory.isDirectory("\(directory.path)/\(whole)") {
                found[whole] = "directory"
                found.merge(try contents(directory, whole)) { $1 }
            } else {
                found[whole] = String(decoding: directory.read(whole) ?? [], as: UTF8.self)
            }
        }
        if path == "." {
            let files = try ["pair.md", "b/pair.md"].map {
                try FileContents.read("\(directory.path)/\($0)").stamp.identity
            }
            if Set(files).count > 1, found["pair.md"] == found["b/pair.md"] { found["pair.md"] = "two files" }
        }
        return found
    }

    /// Waits for processes started by other tests: they hold our locks between fork and exec, and recovery does not
    /// interrupt a writer.
    private func waitingForOthers(_ root: String, _ calls: any DiskCalls = FaultyCalls()) throws -> ReminderFolder {
        try ReminderFolder(root: root, disk: Disk(calls: calls)).locked()
    }

    // MARK: The law

    @Test(arguments: Way.allCases, faults)
    func `whichever call fails, the folder stays consistent`(way: Way, fault: FaultyCalls.Fault) throws {
        try check(way, fault, lacks: [])
    }

    /// Without exchange, without unnamed files, with `.memoss` on another file system, and beside an encrypted
    /// directory.
    @Test(arguments: [.exchange, .unnamed, .moves, .movesOnly] as [FaultyCalls.Lacks], Way.allCases)
    func `whichever feature the file system lacks, the folder stays consistent`(lacks: FaultyCalls.Lacks, way: Way)
        throws
    {
        for fault in [FaultyCalls.Fault.death, .bothNames] { try check(way, fault, lacks: lacks) }
        // Restoring from the undo store takes more than one step.
        if lacks == .exchange { try check(way, .stuck(EIO), lacks: lacks) }
    }

    private func check(_ way: Way, _ fault: FaultyCalls.Fault, lacks: FaultyCalls.Lacks) throws {
        var old = Self.before
        var new = Self.after
        old["b"] = "directory"
        for path in ["b", "d", "d/e"] { new[path] = "directory" }
        if way == .undo { swap(&old, &new) }
        var index = Rounds.start(
            (Way.allCases.firstIndex(of: way) ?? 0) + (Self.faults.firstIndex(of: fault) ?? 0) + lacks.rawValue
        )
        var ends: Set<Bool> = []
        while true {
            let directory = try TemporaryDirectory(isFast: true)
            try make(directory)
            let plan = try plan(directory)
            if way != .edit { try run(.edit, directory.path, plan, FaultyCalls()) }
            if way == .redo { try run(.undo, directory.path, plan, FaultyCalls()) }
            #expect(try contents(directory) == old)

            let calls = FaultyCalls(fault, at: index, lacks: lacks)
            let refusal = try failure { try run(way, directory.path, plan, calls) }
            let folder = try waitingForOthers(directory.path, FaultyCalls(lacks: lacks))
            if ![.death, .bothNames].contains(calls.fault), refusal != nil,
                refusal?.message.contains("halfway") == false
            {
                #expect(
                    // Whatever could not be deleted is a temporary file of ours or an empty directory.
                    try contents(directory).filter { !$0.key.contains(".mm-") && $0.value != "directory" }
                        == old.filter { $0.value != "directory" },
                    "\(index): \(String(describing: refusal))"
                )
            }
            _ = folder.recover()
            let now = try contents(directory)
            #expect(now == old || now == new, "call \(index): \(now)")
            if refusal == nil { #expect(now == new, "call \(index): said to be done") }
            #expect(folder.recover() == nil)
            ends.insert(now == new)
            try checkStore(directory, folder, isEdited: way == .undo ? now == old : now == new)
            // No call failed: all of them have been tested.
            if calls.count <= index { break }
            index += Rounds.stride
            try #require(index < 2_000)
        }
        #expect(index > 40 && ends == [true, false], "\(index) calls")
    }

    /// The edit can be undone or redone, and no other files are left.
    private func checkStore(
        _ directory: borrowing TemporaryDirectory,
        _ folder: ReminderFolder,
        isEdited: Bool
    ) throws {
        if isEdited {
            let step = try #require(try folder.step(.undo))
            try folder.commit(step)
            var expected = Self.before
            expected["b"] = "directory"
            #expect(try contents(directory) == expected)
        } else if let step = try folder.step(.redo) {
            try folder.commit(step)
            #expect(directory.read("d/e/new.md") == [UInt8]("five"))
        }
        let empty = FileEdit(path: "more.md", before: nil, after: [UInt8]("more"))
        _ = try folder.commit(EditPlan(edits: [empty]), as: "more", at: Folder.now)
        let history = try folder.history()
        #expect(try directory.names(".memoss/undo") == history.map { "\($0.number)" }.sorted())
        for entry in history {
            let names = try directory.names(".memoss/undo/\(entry.number)")
            #expect(
                names.allSatisfy { $0 == "manifest" || $0.hasSuffix(".before") || $0.hasSuffix(".after") },
                "\(names)"
            )
        }
        #expect(try directory.names(".memoss") == [".gitignore", "lock", "undo"])
    }

    /// An interrupted recovery is completed by the next one.
    @Test(arguments: [FaultyCalls.Fault.death, .bothNames, .failure(EIO)])
    func `whichever call of a recovery fails, the next recovery completes it`(fault: FaultyCalls.Fault) throws {
        let old = Self.before.merging(["b": "directory"]) { $1 }
        let new = Self.after.merging(["b": "directory", "d": "directory", "d/e": "directory"]) { $1 }
        let total = try {
            let directory = try TemporaryDirectory(isFast: true)
            try make(directory)
            let calls = FaultyCalls()
            try run(.edit, directory.path, try plan(directory), calls)
            return calls.count
        }()
        for first in stride(from: 0, to: total, by: 5 * Rounds.stride) {
            // After a change by another program, the edit can only be rolled back.
            for isForeign in [false, true] {
                var second = 0
                while true {
                    let directory = try TemporaryDirectory(isFast: true)
                    try make(directory)
                    let plan = try plan(directory)
                    _ = try failure { try run(.edit, directory.path, plan, FaultyCalls(.death, at: first)) }
                    if isForeign { try directory.write("b/c.md", "foreign") }
                    let calls = FaultyCalls(fault, at: second)
                    _ = try? waitingForOthers(directory.path, calls).recover()
                    _ = try waitingForOthers(directory.path).recover()
                    var now = try contents(directory)
                    if isForeign {
                        #expect(now["b/c.md"] == "foreign")
                        // Restored from their images, the two names may be two files.
                        if now["pair.md"] == "two files" { now["pair.md"] = now["b/pair.md"] }
                        now["b/c.md"] = now["a.md"] == Self.after["a.md"] ? Self.after["b/c.md"] : Self.before["b/c.md"]
                    }
                    #expect(now == old || now == new, "edit died at \(first), recovery at \(second): \(now)")
                    if calls.count <= second { break }
                    second += 3
                }
            }
        }
    }

    @Test(arguments: Way.allCases)
    func `interrupted calls and short writes do not change the result`(way: Way) throws {
        let directory = try TemporaryDirectory(isFast: true)
        try make(directory)
        let plan = try plan(directory)
        if way != .edit { try run(.edit, directory.path, plan, FaultyCalls()) }
        if way == .redo { try run(.undo, directory.path, plan, FaultyCalls()) }
        try run(way, directory.path, plan, FaultyCalls(.restless))
        let expected = way == .undo ? Self.before : Self.after
        #expect(try contents(directory).filter { $0.value != "directory" } == expected)
    }
}

struct TestFailure: Error {
    var what: String
    init(_ what: String) { self.what = what }
}

/// The `MemossError` thrown by `body`, if any.
func failure(_ body: () throws -> Void) throws -> MemossError? {
    do {
        try body()
        return nil
    } catch let error as MemossError {
        return error
    }
}
