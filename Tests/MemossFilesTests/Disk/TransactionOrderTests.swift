import Testing

@testable import MemossFiles

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// What has to be on the disk before what: the tests cannot cut the power, but they can look at the order.
@Suite struct TransactionOrderTests {
    private func log(_ directory: borrowing TemporaryDirectory, isBatch: Bool) throws -> [String] {
        let calls = FaultyCalls()
        let place = WorkingPlace(disk: Disk(calls: calls), root: directory.path)
        try WorkingPlace(disk: .system, root: directory.path).make()
        let operation = Transaction.Operation(
            path: "d/a.md",
            before: try FileContents.read("\(directory.path)/d/a.md"),
            after: [UInt8]("new")
        )
        var transaction = Transaction(place: place)
        transaction.filesWorthOneCall = isBatch ? 1 : 2
        _ = try transaction.run([operation], .edit(what: "test", when: 0))
        return calls.log
    }

    @Test func `journal, files, mark, rename, directory: each on the disk before the next`() throws {
        let directory = try TemporaryDirectory()
        try directory.write("d/a.md", "old")
        let temporary = ".a.md.mm-1-\(getpid())-0"
        let end = [
            "mark journal", "sync journal", "rename to a.md", "sync d", "rename to manifest", "sync 1", "sync .memoss",
        ]
        #expect(
            try log(directory, isBatch: false) == [
                "create journal", "sync journal", "sync .memoss", "create \(temporary)", "sync \(temporary)",
                "link 0.before", "sync 1", "sync undo",
            ] + end
        )
        let other = try TemporaryDirectory()
        try other.write("d/a.md", "old")
        #expect(
            try log(other, isBatch: true) == [
                "create journal", "sync journal", "sync .memoss", "create \(temporary)", "link 0.before", "sync all",
            ] + end
        )
    }

    @Test func `what is written while the first files are replaced is not overwritten, and all is taken back`() throws {
        let directory = try TemporaryDirectory()
        for name in ["a.md", "b.md"] { try directory.write(name, "old") }
        let path = directory.path
        let calls = FaultyCalls(meanwhile: { new in
            // Once only: taking back is a rename too.
            let isFirst = (try? FileContents.read(path + "/b.md"))?.bytes == [UInt8]("old")
            guard isFirst, new.hasSuffix("/a.md"), let file = fopen(path + "/b.md", "a") else { return }
            fputs(" and the user's", file)
            fclose(file)
        })
        let place = WorkingPlace(disk: Disk(calls: calls), root: path)
        try WorkingPlace(disk: .system, root: path).make()
        let operations = try ["a.md", "b.md"].map { name in
            Transaction.Operation(
                path: name,
                before: try FileContents.read("\(path)/\(name)"),
                after: [UInt8]("new")
            )
        }
        var thrown: Transaction.Failure?
        do throws(Transaction.Failure) {
            _ = try Transaction(place: place).run(operations, .edit(what: "test", when: 0))
        } catch {
            thrown = error
        }
        #expect(thrown == .conflict(["b.md"]))
        #expect(try FileContents.read(path + "/a.md").bytes == [UInt8]("old"))
        #expect(try FileContents.read(path + "/b.md").bytes == [UInt8]("old and the user's"))
        #expect(try !directory.names().contains { $0.hasPrefix(".a.md") || $0.hasPrefix(".b.md") })
    }

    @Test func `an edit that has to leave out its only file is none`() throws {
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
            let folder = try ReminderFolder(root: directory.path).takingTurn()
            _ = folder.recover()
            let isNew = directory.read("a.md") == [UInt8]("new")
            #expect(isNew || directory.read("a.md") == [UInt8]("old"))
            #expect(try folder.history().count == (isNew ? 1 : 0), "call \(index)")
            #expect(try directory.names() == [".memoss", "a.md"] || index < 4, "call \(index)")
            if calls.count <= index { break }
            index += 1
        }
        #expect(index > 30)
    }
}
