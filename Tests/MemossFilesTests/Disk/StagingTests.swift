import CLibrary
import Synchronization
import TestSupport
import Testing

@testable import Folder
@testable import MemossFiles
@testable import Text

/// Where new files are staged: programs that watch a folder (git, sync tools, editors) never see them there.
@Suite struct StagingTests {
    private static let files = ["tags.yaml": "Home: pink\nWork: blue\n", "a.md": "a", "b/c.md": "c", "b/gone.md": "g"]

    private func make() throws -> TemporaryDirectory {
        let directory = try TemporaryDirectory(isFast: true)
        for (path, text) in Self.files { try directory.write(path, text) }
        return directory
    }

    private func edit(_ directory: borrowing TemporaryDirectory) throws -> EditPlan {
        func edit(_ path: String, _ after: String?) throws -> FileEdit {
            let before = try? FileContents.read("\(directory.path)/\(path)")
            return FileEdit(path: path, before: before, after: after.map { [UInt8]($0) })
        }
        return EditPlan(edits: [
            try edit("a.md", "A"), try edit("b/c.md", "C"), try edit("b/gone.md", nil), try edit("d/new.md", "N"),
            try edit("tags.yaml", "Home: pink\n"),
        ])
    }

    /// All paths except those in `.memoss`.
    private static func paths(_ root: String, _ path: String = "") -> [String] {
        let names = (try? Disk.system.names(in: "\(root)/\(path)")) ?? []
        return names.filter { $0 != MemossDirectory.name }.flatMap { name in
            let whole = path.isEmpty ? name : "\(path)/\(name)"
            return Directory.isDirectory("\(root)/\(whole)") ? paths(root, whole) : [whole]
        }
    }

    @Test(arguments: [[], .exchange] as [FaultyCalls.Lacks])
    func `between any two calls of an edit, undo or redo, the folder contains only its own files`(
        lacks: FaultyCalls.Lacks
    ) throws {
        let directory = try make()
        let root = directory.path
        let plan = try edit(directory)
        let known = Set(Self.files.keys).union(["d/new.md"])
        let strays = Mutex<Set<String>>([])
        let calls = FaultyCalls(
            lacks: lacks,
            onCall: {
                let found = Set(Self.paths(root)).subtracting(known)
                strays.withLock { $0.formUnion(found) }
            }
        )
        let folder = ReminderFolder(root: root, disk: Disk(calls: calls))
        _ = try folder.commit(plan, as: "test", at: Folder.now)
        #expect(directory.read("d/new.md") == [UInt8]("N") && directory.read("b/gone.md") == nil)
        try folder.commit(try #require(try folder.step(.undo)))
        #expect(directory.read("b/gone.md") == [UInt8]("g"))
        try folder.commit(try #require(try folder.step(.redo)))
        #expect(strays.withLock { $0 } == [] && calls.count > 100)
    }

    @Test func `if files cannot be moved out of .memoss, they are written beside their targets`() throws {
        for lacks in [.moves, .movesOnly] as [FaultyCalls.Lacks] {
            let directory = try make()
            let root = directory.path
            let plan = try edit(directory)
            let strays = Mutex<Set<String>>([])
            let calls = FaultyCalls(
                lacks: lacks,
                onCall: {
                    let found = Self.paths(root).filter { $0.contains(".mm-") }
                    strays.withLock { $0.formUnion(found) }
                }
            )
            let folder = ReminderFolder(root: root, disk: Disk(calls: calls))
            _ = try folder.commit(plan, as: "test", at: Folder.now)
            #expect(directory.read("a.md") == [UInt8]("A") && directory.read("d/new.md") == [UInt8]("N"))
            #expect(strays.withLock { $0.count } >= 3)
            try folder.commit(try #require(try folder.step(.undo)))
            #expect(Set(Self.paths(root)) == Set(Self.files.keys))
        }
    }

    @Test func `a journal of an older version, with files beside the targets, is recovered`() throws {
        for isCommitted in [false, true] {
            let directory = try make()
            let memoss = MemossDirectory(disk: .system, root: directory.path)
            try memoss.create()
            var journal = Journal(number: 1, direction: .edit, when: 0, what: "test", suffix: "mm-1-1")
            journal.entries = [Journal.Entry(index: 0, path: "b/c.md")]
            journal.entries[0].before = SHA256.hex([UInt8]("c"))
            journal.entries[0].after = SHA256.hex([UInt8]("C"))
            try directory.write(".memoss/undo/1/0.before", "c")
            try directory.write("b/.c.md.mm-1-1-0", "C")
            try directory.write(".memoss/journal", journal.text + (isCommitted ? journal.commitText : []))
            let outcome = try Recovery(memoss).run()
            #expect(outcome == (isCommitted ? .completed(outcome?.journal ?? journal) : .discarded(what: "test")))
            #expect(directory.read("b/c.md") == [UInt8](isCommitted ? "C" : "c"))
            #expect(try directory.names("b") == ["c.md", "gone.md"])
        }
    }

    /// A watcher relies on the last event for a name.
    @Test func `the last event that a directory watcher sees is the new file`() throws {
        #if os(Linux)
            let directory = try make()
            let watch = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
            defer { close(watch) }
            #expect(
                inotify_add_watch(watch, directory.path, UInt32(IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE))
                    >= 0
            )
            let plan = try edit(directory)
            _ = try ReminderFolder(root: directory.path).commit(plan, as: "test", at: Folder.now)
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            let count = read(watch, &buffer, buffer.count)
            var (offset, last) = (0, UInt32(0))
            while offset + 16 <= count {
                let (mask, length) = buffer.withUnsafeBytes { bytes in
                    (
                        bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self),
                        Int(bytes.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
                    )
                }
                let name = String(
                    decoding: buffer[(offset + 16)..<(offset + 16 + length)].prefix { $0 != 0 },
                    as: UTF8.self
                )
                if name == "a.md" { last = mask }
                offset += 16 + length
            }
            #expect(last == UInt32(IN_MOVED_TO))
        #endif
    }

    // MARK: Inherited from the directory

    @Test func `a new file gets the group and access list of its directory`() throws {
        let directory = try TemporaryDirectory()
        try directory.write("tags.yaml", "")
        try directory.write("shared/x.md", "x")
        let folder = ReminderFolder(root: directory.path)
        let shared = "\(directory.path)/shared"
        // `.memoss` was created before the directory got its access list.
        _ = try folder.commit(
            EditPlan(edits: [FileEdit(path: "y.md", before: nil, after: [1])]),
            as: "y",
            at: Folder.now
        )
        if geteuid() == 0 { #expect(chown(shared, 0, 12_346) == 0) }
        try directory.mode("shared", 0o2775)
        let hasLists = try giveList(to: shared)
        let new = FileEdit(path: "shared/new.md", before: nil, after: [UInt8]("new"))
        _ = try folder.commit(EditPlan(edits: [new]), as: "test", at: Folder.now)
        // As created by the system there.
        try directory.write("shared/model.md", "model")
        let (made, model) = (try directory.stamp("shared/new.md"), try directory.stamp("shared/model.md"))
        #expect((made.mode, made.owner, made.group) == (model.mode, model.owner, model.group))
        #expect(try lists("\(shared)/new.md") == lists("\(shared)/model.md"))
        if hasLists { #expect(try !lists("\(shared)/new.md").isEmpty) }
        // An edited file keeps its own list and gets none from its directory.
        let before = try FileContents.read("\(shared)/x.md")
        let edit = FileEdit(path: "shared/x.md", before: before, after: [UInt8]("X"))
        _ = try folder.commit(EditPlan(edits: [edit]), as: "test", at: Folder.now)
        let after = try directory.stamp("shared/x.md")
        #expect((after.mode, after.owner, after.group) == (before.stamp.mode, before.stamp.owner, before.stamp.group))
        #expect(try lists("\(shared)/x.md").isEmpty)
    }

    @Test(arguments: [.unnamed, .moves] as [FaultyCalls.Lacks])
    func `an edited file gets no access list from the directory where it is staged`(
        lacks: FaultyCalls.Lacks
    ) throws {
        let directory = try TemporaryDirectory()
        try directory.write("tags.yaml", "")
        try directory.write("x.md", "x")
        try directory.mode("x.md", 0o640)
        guard try giveList(to: directory.path) else { return }
        let edit = FileEdit(
            path: "x.md",
            before: try FileContents.read("\(directory.path)/x.md"),
            after: [UInt8]("X")
        )
        // `.memoss` gets the list as well.
        let folder = ReminderFolder(root: directory.path, disk: Disk(calls: FaultyCalls(lacks: lacks)))
        _ = try folder.commit(EditPlan(edits: [edit]), as: "test", at: Folder.now)
        #expect(directory.read("x.md") == [UInt8]("X"))
        #expect(try directory.stamp("x.md").mode & 0o7777 == 0o640)
        #expect(try lists("\(directory.path)/x.md").isEmpty)
    }

    private func lists(_ path: String) throws -> [[UInt8]] {
        let calls = SystemCalls()
        let file = try Disk.system.open(path, O_RDONLY)
        var lists: [[UInt8]] = []
        for name in try calls.attributes(of: file.raw) where name == "system.posix_acl_access" {
            lists.append(try calls.attribute(name, of: file.raw))
        }
        return lists
    }

    /// - Returns: false if the file system has no access lists.
    private func giveList(to path: String) throws -> Bool {
        #if os(Linux)
            let file = try Disk.system.open(path, O_RDONLY | O_DIRECTORY)
            do throws(CallFailure) {
                let list = ExtendedAttributeTests.accessList
                try SystemCalls().setAttribute("system.posix_acl_default", list, of: file.raw)
                return true
            } catch {
                guard error.code == ENOTSUP else { throw error }
                print("skipped: the file system of \(path) has no access lists")
            }
        #endif
        return false
    }

    // MARK: Ignoring .memoss

    @Test(arguments: ["", "*", "undo\n", "*\n!journal\n"])
    func `an empty or wrong .gitignore is rewritten and synced`(text: String) throws {
        let directory = try make()
        try directory.write(".memoss/.gitignore", text)
        let calls = FaultyCalls()
        try MemossDirectory(disk: Disk(calls: calls), root: directory.path).create()
        #expect(directory.read(".memoss/.gitignore") == [UInt8]("*\n"))
        #expect(calls.log == ["create .gitignore", "sync .gitignore", "sync .memoss"])
        let again = FaultyCalls()
        try MemossDirectory(disk: Disk(calls: again), root: directory.path).create()
        #expect(again.log == [])
    }

    @Test func `a .gitignore that is a link is replaced, and its target is left alone`() throws {
        let directory = try make()
        try directory.write(".memoss/undo/x", "")
        try directory.link(".memoss/.gitignore", to: "../a.md")
        try MemossDirectory(disk: .system, root: directory.path).create()
        #expect(directory.read("a.md") == [UInt8]("a") && directory.read(".memoss/.gitignore") == [UInt8]("*\n"))
    }
}

extension Recovery.Outcome {
    fileprivate var journal: Journal? {
        switch self {
        case .completed(let journal), .rolledBack(let journal, _): journal
        case .discarded, .foreign: nil
        }
    }
}
