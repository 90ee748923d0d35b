import CLibrary
import Synchronization
import TestSupport
import Testing

@testable import Folder
@testable import MemossFiles
@testable import Text

/// Changes that another program makes between the last check of a file and its replacement, or right after it.
@Suite struct LastMomentTests {
    enum Way: String, CaseIterable, Sendable {
        /// Writes to the file, as most editors do.
        case write
        /// Replaces the file, as careful editors and git do.
        case replace
        /// Overwrites the file with the same length.
        case overwrite
        case delete

        var text: [UInt8]? {
            switch self {
            case .write: [UInt8]("old and the user's")
            case .replace: [UInt8]("the user's")
            case .overwrite: [UInt8]("OLD")
            case .delete: nil
            }
        }

        func happen(to path: String) {
            switch self {
            case .write: put(" and the user's", path, "a")
            case .overwrite: put("OLD", path, "r+")
            case .replace:
                put("the user's", path + "~", "w")
                rename(path + "~", path)
            case .delete: unlink(path)
            }
        }

        private func put(_ text: String, _ path: String, _ mode: String) {
            guard let file = fopen(path, mode) else { return }
            fputs(text, file)
            fclose(file)
        }
    }

    private static let names = ["a.md", "b.md", "c.md"]

    private func make() throws -> TemporaryDirectory {
        let directory = try TemporaryDirectory(isFast: true)
        try directory.write("tags.yaml", "")
        for name in Self.names { try directory.write(name, "old") }
        return directory
    }

    /// - Parameter isDeletion: whether `b.md` is deleted.
    private func commit(
        _ directory: borrowing TemporaryDirectory,
        _ calls: FaultyCalls,
        isDeletion: Bool = false
    ) throws -> MemossError? {
        let root = directory.path
        let edits = try Self.names.map { name in
            let before = try FileContents.read("\(root)/\(name)")
            return FileEdit(path: name, before: before, after: isDeletion && name == "b.md" ? nil : [UInt8]("new"))
        }
        return try failure {
            let folder = ReminderFolder(root: root, disk: Disk(calls: calls))
            _ = try folder.commit(EditPlan(edits: edits), as: "test", at: Folder.now)
        }
    }

    private func checkTakenBack(
        _ directory: borrowing TemporaryDirectory,
        _ refusal: MemossError?,
        _ text: [UInt8]?,
        of changed: String = "b.md"
    ) throws {
        #expect(refusal?.message == "another program changed \(changed); nothing was written")
        for name in Self.names { #expect(directory.read(name) == (name == changed ? text : [UInt8]("old")), "\(name)") }
        let all = Self.names.filter { $0 != changed || text != nil }
        #expect(try directory.names() == [".memoss"] + all + ["tags.yaml"])
        #expect(try directory.names(".memoss") == [".gitignore", "lock", "undo"])
        #expect(try directory.names(".memoss/undo") == [])
    }

    /// Runs once.
    private static func once(_ body: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        let isDone = Mutex(false)
        return {
            let isFirst = isDone.withLock { isDone in
                defer { isDone = true }
                return !isDone
            }
            if isFirst { body() }
        }
    }

    @Test(arguments: Way.allCases)
    func `a change made just before the exchange is kept, and the edit is rolled back`(way: Way) throws {
        let directory = try make()
        let path = "\(directory.path)/b.md"
        let happen = Self.once { way.happen(to: path) }
        let refusal = try commit(directory, FaultyCalls(meanwhile: { if $0.hasSuffix("/b.md") { happen() } }))
        try checkTakenBack(directory, refusal, way.text)
    }

    @Test(arguments: [Way.write, .overwrite])
    func `a change made to the file just before a plain rename is kept`(way: Way) throws {
        let directory = try make()
        let path = "\(directory.path)/b.md"
        let happen = Self.once { way.happen(to: path) }
        let calls = FaultyCalls(lacks: .exchange, meanwhile: { if $0.hasSuffix("/b.md") { happen() } })
        try checkTakenBack(directory, try commit(directory, calls), way.text)
    }

    @Test(arguments: [Way.write, .overwrite, .replace])
    func `a change made just before a deletion is kept`(way: Way) throws {
        let directory = try make()
        let path = "\(directory.path)/b.md"
        let happen = Self.once { way.happen(to: path) }
        // The file is moved into `.memoss`.
        let calls = FaultyCalls(meanwhile: { if $0.hasSuffix("/1.new") { happen() } })
        try checkTakenBack(directory, try commit(directory, calls, isDeletion: true), way.text)
    }

    /// Changes `c.md` right before it is replaced, when `b.md` is deleted already and another program makes a new one.
    private static func remake(in root: String) -> @Sendable (String) -> Void {
        let happen = once {
            Way.replace.happen(to: "\(root)/c.md")
            if access("\(root)/b.md", F_OK) != 0 { Way.replace.happen(to: "\(root)/b.md") }
        }
        return { if $0.hasSuffix("/c.md") { happen() } }
    }

    private func copies(in directory: borrowing TemporaryDirectory) throws -> [String] {
        try directory.names().filter { $0.hasPrefix("b (conflicted copy mm-1-") && $0.hasSuffix(").md") }
    }

    @Test func `a deleted file whose name is taken when the edit is rolled back gets that of a conflict copy`() throws {
        // It was lost (#14).
        let directory = try make()
        let calls = FaultyCalls(meanwhile: Self.remake(in: directory.path))
        let refusal = try commit(directory, calls, isDeletion: true)
        let copy = try #require(try copies(in: directory).first)
        #expect(directory.read(copy) == [UInt8]("old") && directory.read("a.md") == [UInt8]("old"))
        #expect(directory.read("b.md") == Way.replace.text && directory.read("c.md") == Way.replace.text)
        let message =
            "another program changed c.md, b.md (the version before the edit is '\(copy)'); nothing was written"
        #expect(refusal?.message == message)
        #expect(try directory.names(".memoss/undo") == [])
    }

    @Test func `such a file is there after a crash at any point`() throws {
        var isCaught = false
        for index in 0..<200 {
            let directory = try make()
            let calls = FaultyCalls(.death, at: index, meanwhile: Self.remake(in: directory.path))
            let refusal = try commit(directory, calls, isDeletion: true)
            let folder = try ReminderFolder(root: directory.path).locked()
            _ = folder.recover()
            if directory.read("b.md") == Way.replace.text {
                isCaught = true
                let copies = try copies(in: directory)
                #expect(
                    copies.count == 1 && copies.allSatisfy { directory.read($0) == [UInt8]("old") },
                    "call \(index)"
                )
            }
            if refusal?.message.hasPrefix("another program changed") == true, calls.count <= index { break }
        }
        #expect(isCaught)
    }

    /// An editor opened the file before the edit, and writes to it after the new one is in place.
    @Test(arguments: [[], .exchange] as [FaultyCalls.Lacks])
    func `a change written to the old file after the exchange is restored`(lacks: FaultyCalls.Lacks) throws {
        let directory = try make()
        let path = directory.path
        let file = open("\(path)/b.md", O_WRONLY | O_APPEND)
        #expect(file >= 0)
        let write = Self.once {
            let text = [UInt8](" and the user's")
            _ = systemWrite(file, text, text.count)
            close(file)
        }
        let calls = FaultyCalls(
            lacks: lacks,
            onCall: {
                let isNew = Self.names.allSatisfy { (try? FileContents.read("\(path)/\($0)"))?.bytes == [UInt8]("new") }
                if isNew { write() }
            }
        )
        try checkTakenBack(directory, try commit(directory, calls), Way.write.text)
    }

    /// Without undo, nobody would see what is written to the old file later.
    @Test(arguments: [true, false], [[], .exchange] as [FaultyCalls.Lacks])
    func `files are not replaced while a program can write to an old one`(keeps: Bool, lacks: FaultyCalls.Lacks) throws
    {
        let directory = try make()
        let root = directory.path
        let file = open("\(root)/b.md", O_WRONLY | O_APPEND)
        #expect(file >= 0)
        let isDone = Mutex(keeps)
        // It closes the file once somebody waits for it.
        let calls = FaultyCalls(
            lacks: lacks,
            onPause: {
                let isFirst = isDone.withLock { isDone in
                    defer { isDone = true }
                    return !isDone
                }
                if isFirst { close(file) }
            }
        )
        let edits = try Self.names.map { name in
            FileEdit(path: name, before: try FileContents.read("\(root)/\(name)"), after: [UInt8]("new"))
        }
        let folder = ReminderFolder(root: root, disk: Disk(calls: calls))
        #expect(try folder.replace(edits, as: "test", at: Folder.now) == !keeps)
        if keeps {
            let text = [UInt8](" and the user's")
            _ = systemWrite(file, text, text.count)
            close(file)
        }
        let texts = keeps ? ["old", "old and the user's", "old"] : ["new", "new", "new"]
        #expect(Self.names.map { directory.read($0) } == texts.map { [UInt8]($0) })
        #expect(try directory.names() == [".memoss"] + Self.names + ["tags.yaml"])
    }

    @Test func `what was saved to the old file and what was saved to the new one are both kept`() throws {
        // The former was deleted.
        let directory = try make()
        let root = directory.path
        let file = open("\(root)/b.md", O_WRONLY | O_APPEND)
        #expect(file >= 0)
        let write = Self.once {
            let text = [UInt8](" and the user's")
            _ = systemWrite(file, text, text.count)
            close(file)
            Way.replace.happen(to: "\(root)/b.md")
        }
        let calls = FaultyCalls(
            onCall: {
                let isNew = Self.names.allSatisfy { (try? FileContents.read("\(root)/\($0)"))?.bytes == [UInt8]("new") }
                if isNew { write() }
            }
        )
        #expect(try commit(directory, calls) != nil)
        #expect(directory.read("b.md") == Way.replace.text)
        let copy = try #require(try copies(in: directory).first)
        #expect(directory.read(copy) == Way.write.text)
    }

    @Test func `of two late changes, the newer one keeps the name, and the older one gets that of a conflict copy`()
        throws
    {
        let directory = try make()
        let path = "\(directory.path)/b.md"
        let count = Mutex(0)
        // The second change comes while the first is being restored.
        let calls = FaultyCalls(meanwhile: { name in
            guard name.hasSuffix("/b.md") else { return }
            let number = count.withLock { count in
                count += 1
                return count
            }
            if number == 1 { Way.write.happen(to: path) }
            if number == 2 { Way.replace.happen(to: path) }
        })
        #expect(try commit(directory, calls) != nil)
        let copy = try #require(try copies(in: directory).first)
        #expect(directory.read(copy) == Way.write.text && directory.read("b.md") == Way.replace.text)
        #expect(try directory.names() == [".memoss", "a.md", copy, "b.md", "c.md", "tags.yaml"])
    }

    @Test func `after a crash between the exchange and the check, a late change is restored`() throws {
        var isCaught = false
        for index in 0..<200 {
            let directory = try make()
            let path = "\(directory.path)/b.md"
            let hasHappened = Mutex(false)
            let happen = Self.once {
                Way.replace.happen(to: path)
                hasHappened.withLock { $0 = true }
            }
            let calls = FaultyCalls(.death, at: index, meanwhile: { if $0.hasSuffix("/b.md") { happen() } })
            let refusal = try commit(directory, calls)
            let folder = try ReminderFolder(root: directory.path).locked()
            _ = folder.recover()
            let texts = Self.names.map { directory.read($0) }
            if hasHappened.withLock({ $0 }) {
                isCaught = true
                #expect(texts == [[UInt8]("old"), Way.replace.text, [UInt8]("old")], "call \(index)")
            } else {
                #expect(texts == Array(repeating: texts[0], count: 3), "call \(index)")
            }
            #expect(try directory.names().filter { $0.hasPrefix(".") && $0 != ".memoss" } == [])
            if refusal?.message.hasPrefix("another program changed") == true, calls.count <= index { break }
        }
        #expect(isCaught)
    }
}

private func systemWrite(_ file: Int32, _ bytes: [UInt8], _ count: Int) -> Int { write(file, bytes, count) }
