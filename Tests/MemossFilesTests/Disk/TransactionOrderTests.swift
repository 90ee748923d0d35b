import CLibrary
import TestSupport
import Testing

@testable import Folder
@testable import MemossFiles

/// The order in which files are synced. Tests cannot cut the power, but they can check the order.
@Suite struct TransactionOrderTests {
    private func log(
        _ directory: borrowing TemporaryDirectory,
        isBatch: Bool,
        lacks: FaultyCalls.Lacks = []
    ) throws -> [String] {
        let calls = FaultyCalls(lacks: lacks)
        let memoss = MemossDirectory(disk: Disk(calls: calls), root: directory.path)
        try MemossDirectory(disk: .system, root: directory.path).create()
        let operation = FileEdit(
            path: "d/a.md",
            before: try FileContents.read("\(directory.path)/d/a.md"),
            after: [UInt8]("new")
        )
        var transaction = Transaction(memoss: memoss)
        transaction.filesWorthSyncfs = isBatch ? 1 : 2
        _ = try transaction.run([operation], .edit(what: "test", when: 0))
        return calls.log
    }

    @Test func `journal, files, commit mark, rename and directory are synced in this order`() throws {
        let directory = try TemporaryDirectory()
        try directory.write("d/a.md", "old")
        let start = ["create journal", "sync journal", "sync .memoss"]
        let end = ["sync d", "rename to manifest", "sync 1", "sync .memoss"]
        let mark = ["mark journal", "sync journal"]
        let staged = ["link 0.before", "create 0.new", "sync 0.new", "sync 1", "sync undo"]
        #expect(try log(directory, isBatch: false) == start + staged + mark + ["exchange a.md"] + end)
        let second = try TemporaryDirectory()
        try second.write("d/a.md", "old")
        #expect(
            try log(second, isBatch: true)
                == start + ["link 0.before", "create 0.new", "sync all"] + mark + ["exchange a.md"] + end
        )
        let third = try TemporaryDirectory()
        try third.write("d/a.md", "old")
        #expect(
            try log(third, isBatch: false, lacks: .exchange)
                == start + staged + mark + ["rename to a.md"] + end
        )
        let fourth = try TemporaryDirectory()
        try fourth.write("d/a.md", "old")
        let beside = ".a.md.mm-1-\(getpid())-0"
        let copied = ["create 0.before", "sync 0.before", "create \(beside)", "sync \(beside)", "sync 1", "sync undo"]
        #expect(
            try log(fourth, isBatch: false, lacks: .moves) == start + copied + mark + ["exchange a.md"] + end
        )
    }

    @Test func `a state file is synced before its rename, and the rename before the call returns`()
        throws
    {
        let directory = try TemporaryDirectory()
        let calls = FaultyCalls()
        let state = StateDirectory(base: directory.path, root: "/somewhere", disk: Disk(calls: calls))
        try state.make()
        let name = String(state.path.split(separator: "/").last ?? "")
        for _ in 0..<2 {
            let before = calls.log.count
            try state.write([1, 2, 3], to: "notify.state")
            #expect(
                calls.log.dropFirst(before) == [
                    "create notify.state.new", "sync notify.state.new", "rename to notify.state", "sync \(name)",
                ]
            )
        }
    }

    @Test func `a folder has one notifier, whatever path or mount it is reached through`() throws {
        // It was known by its path, and a second notifier told everything again (#32).
        let directory = try TemporaryDirectory()
        let other = try TemporaryDirectory()
        let base = try TemporaryDirectory()
        let paths = [directory.path, directory.path + "/.", other.path]
        let states = paths.map { [path = base.path] in StateDirectory(base: path, root: $0) }
        for state in states { try state.make() }
        do {
            let held = try states[0].lock(timeout: 0)
            #expect(throws: FolderLock.Failure.taken(by: Int(getpid()))) { try states[1].lock(timeout: 0) }
            #expect(try states[2].lock(timeout: 0).count == 2)
            withExtendedLifetime(held) {}
        }
        // A process that another test is starting has the descriptors too, until it runs its program.
        #expect(try states[1].lock(timeout: 60_000).count == 2)
    }

    @Test func `an edit that has to skip its only file leaves no trace`() throws {
        var index = 0
        while true {
            let directory = try TemporaryDirectory()
            try directory.write("a.md", "old")
            let edit = FileEdit(
                path: "a.md",
                before: try FileContents.read("\(directory.path)/a.md"),
                after: [UInt8]("new")
            )
            let calls = FaultyCalls(.failure(EACCES), at: index)
            let faulty = ReminderFolder(root: directory.path, disk: Disk(calls: calls))
            _ = try failure { _ = try faulty.commit(EditPlan(edits: [edit]), as: "test", at: Folder.now) }
            let folder = try ReminderFolder(root: directory.path).locked()
            _ = folder.recover()
            let isNew = directory.read("a.md") == [UInt8]("new")
            #expect(isNew || directory.read("a.md") == [UInt8]("old"))
            #expect(try folder.history().count == (isNew ? 1 : 0), "call \(index)")
            let names = try directory.names()
            #expect(names == [".memoss", "a.md"] || !isNew && names == ["a.md"], "call \(index): \(names)")
            if calls.count <= index { break }
            index += 1
        }
        #expect(index > 30)
    }
}
