import CLibrary
import TestSupport
import Testing

@testable import CivilTime
@testable import Folder
@testable import MemossFiles

/// Makes each system call of every kind of edit fail, over files with extended attributes.
@Suite struct EditKindFaultTests {
    enum Kind: String, CaseIterable, Sendable {
        case set, unset, retag, create, delete, rename, deleteTag, prune, adopt, mend, step

        var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }

        /// Whether one unwritable file stops the whole edit.
        var isWhole: Bool { self == .create || self == .retag }

        func plan(_ folder: ReminderFolder) throws -> EditPlan { try planFromReading(folder).plan }

        /// - Returns: the plan and the files that `mm check` reports as unreadable.
        func planFromReading(_ folder: ReminderFolder) throws -> (plan: EditPlan, named: [String]) {
            let (snapshot, zones) = try folder.read(keeping: .whole)
            // As in every command that edits.
            try snapshot.requireComplete()
            let unreadable = snapshot.problems.filter { [.unreadableFile, .invalidRegistry].contains($0.id) }
            return (try plan(folder, snapshot, zones), unreadable.map(\.path))
        }

        private func plan(
            _ folder: ReminderFolder,
            _ snapshot: Snapshot,
            _ zones: [String: Zone]
        ) throws -> EditPlan {
            let paris = try TestFiles.zone("Europe/Paris")
            let context = TimeContext(now: Folder.now, zone: paris, zones: zones, allDayAt: .noon)
            let today = CivilDate(unchecked: 2026, 11, 22)
            let id = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff"
            switch self {
            case .set:
                let changes: [FileChange] = [.field(try folder.setting("title", to: "B")), .body(BodyChange([0x78]))]
                return try folder.plan(BulkChange(of: "a.md", changes), in: snapshot)
            case .unset:
                let changes = [FileChange.field(try FieldChange(unsetting: "recurrence"))]
                return try folder.plan(BulkChange(of: "a.md", changes), in: snapshot)
            case .retag:
                var edit = ReminderChange()
                edit.tags = TagsChange(removing: [TagName("Home")], adding: [TagName("New")])
                return try folder.plan(ReminderUpdate(of: "a.md", edit, today: today) { id }, in: snapshot)
            case .create:
                var new = try NewReminder(title: "New", id: id, created: CivilDateTime(today))
                new.tags = [TagName("New"), TagName("Work")]
                return try folder.plan(ReminderAddition(of: new, at: "d/e/new.md", today: today) { id }, in: snapshot)
                    .plan
            case .delete: return try folder.plan(FileDeletion(of: ["a.md", "b/c.md"]), in: snapshot)
            case .rename:
                let rename = TagRename(
                    from: TagName("Work"),
                    to: TagName("Job"),
                    merges: false,
                    keepsAlias: true,
                    freshID: id,
                    today: "2026-11-22"
                )
                return try folder.plan(rename, in: snapshot).plan
            case .prune: return try folder.plan(TagPruning(), in: snapshot).plan
            case .adopt: return try folder.plan(TagAdoption(today: "2026-11-22") { id }, in: snapshot).plan
            case .deleteTag: return try folder.plan(TagDeletion(of: TagName("Work")), in: snapshot).plan
            case .mend: return try folder.plan(FolderFix(of: folder.check(snapshot, in: context)), in: snapshot).plan
            case .step:
                let due = snapshot.reminders.filter { $0.scheduled != nil }
                let step = ReminderStep.complete(on: nil, catchesUp: true)
                return try folder.plan(StepBatch(step, of: due, at: context), in: snapshot).plan
            }
        }
    }

    private static let files = [
        "tags.yaml": "# mine\nHome: pink\nOld: blue\nWork: blue\n",
        "a.md": "---\ntitle: A\ntags: [Work, Home]\nscheduled: 2026-11-20\nrecurrence: daily\n---\nBody\n",
        "b/c.md": "---\ntags: work/x\nscheduled: 2026-11-20\nmissed: Skip\n---\n",
        "b/d.md": "---\r\ntags: [WORK, Loose]\r\nscheduled: 2026-1-5\r\n---\r\n",
    ]
    private static let attribute = "user.memoss.test"

    private func make() throws -> TemporaryDirectory {
        let directory = try TemporaryDirectory(isFast: true)
        for (path, text) in Self.files { try directory.write(path, text) }
        for path in ["a.md", "tags.yaml"] {
            let file = try Disk.system.open("\(directory.path)/\(path)", O_RDWR)
            try? SystemCalls().setAttribute(Self.attribute, Array(path.utf8), of: file.raw)
            try directory.mode(path, 0o640)
        }
        return directory
    }

    /// The mode, attribute and text of every file by path.
    private func tree(_ directory: borrowing TemporaryDirectory, _ path: String = ".") throws -> [String: String] {
        var found: [String: String] = [:]
        for name in try directory.names(path) where name != MemossDirectory.name {
            let whole = path == "." ? name : "\(path)/\(name)"
            let place = "\(directory.path)/\(whole)"
            if Directory.isDirectory(place) {
                found[whole] = "directory"
                found.merge(try tree(directory, whole)) { $1 }
            } else {
                let contents = try FileContents.read(place)
                let file = try Disk.system.open(place, O_RDONLY)
                let attribute = (try? SystemCalls().attribute(Self.attribute, of: file.raw)) ?? []
                found[whole] =
                    String(contents.stamp.mode, radix: 8)
                    + String(decoding: attribute + [0x20] + contents.bytes, as: UTF8.self)
            }
        }
        return found
    }

    private func commit(_ plan: EditPlan, _ directory: borrowing TemporaryDirectory, _ calls: FaultyCalls) throws
        -> EditPlan
    {
        try ReminderFolder(root: directory.path, disk: Disk(calls: calls)).commit(plan, as: "test", at: Folder.now)
    }

    /// The folder before the edit, and after an edit without faults.
    private func ends(_ kind: Kind) throws -> (before: [String: String], after: [String: String], log: [String]) {
        let directory = try make()
        let before = try tree(directory)
        let calls = FaultyCalls()
        let done = try commit(try kind.plan(ReminderFolder(root: directory.path)), directory, calls)
        #expect(done.skipped.isEmpty)
        return (before, try tree(directory), calls.log)
    }

    @Test(arguments: Kind.allCases)
    func `whichever call of any kind of edit fails, the folder stays consistent`(kind: Kind) throws {
        let (before, after, log) = try ends(kind)
        #expect(before != after)
        if before["a.md"]?.contains("a.md ") == true {
            #expect(log.contains("attribute \(Self.attribute)") || kind == .delete || kind == .mend, "\(log)")
        } else {
            print("skipped: no extended attributes where the tests are")
        }
        var faults: [FaultyCalls.Fault] = [.death, .failure(EIO), .full]
        if kind.isWhole { faults.append(.failure(EACCES)) }
        for (number, fault) in faults.enumerated() {
            var index = Rounds.start(number + kind.number)
            var found: Set<Bool> = []
            while true {
                let directory = try make()
                let plan = try kind.plan(ReminderFolder(root: directory.path))
                let calls = FaultyCalls(fault, at: index)
                let refusal = try failure { _ = try commit(plan, directory, calls) }
                let folder = try ReminderFolder(root: directory.path, disk: Disk(calls: FaultyCalls())).locked()
                _ = folder.recover()
                let now = try tree(directory)
                #expect(now == before || now == after, "\(fault) at call \(index): \(now)")
                if refusal == nil { #expect(now == after, "\(fault) at call \(index): said to be done") }
                #expect(
                    ((try? directory.names(".memoss")) ?? []).filter { ![".gitignore", "lock", "undo"].contains($0) }
                        == []
                )
                found.insert(now == after)
                if now == after, before != after, let step = try folder.step(.undo) {
                    try folder.commit(step)
                    #expect(try tree(directory) == before, "\(fault) at call \(index), undone")
                }
                if calls.count <= index { break }
                index += Rounds.stride
                try #require(index < 1_000)
            }
            #expect(index > 15 && found == [true, false], "\(index) calls")
        }
    }

    @Test(arguments: Kind.allCases)
    func `interrupted calls and short reads and writes do not change an edit`(kind: Kind) throws {
        let directory = try make()
        let plan = try kind.plan(ReminderFolder(root: directory.path))
        #expect(try commit(plan, directory, FaultyCalls(.restless)).skipped.isEmpty)
        #expect(try tree(directory) == ends(kind).after)
    }

    /// A folder that was read only in part must not be edited as if it were complete.
    @Test(arguments: Kind.allCases, [EIO, EACCES])
    func `whichever call fails from reading on, every file that is not edited is named`(kind: Kind, code: Int32) throws
    {
        let (before, after, _) = try ends(kind)
        for lacks in (code == EIO ? [[], .kinds] : [[]]) as [FaultyCalls.Lacks] {
            var index = Rounds.start(kind.number + (code == EIO ? 0 : 1))
            while true {
                let directory = try make()
                let calls = FaultyCalls(.failure(code), at: index, lacks: lacks)
                let folder = ReminderFolder(root: directory.path, disk: Disk(calls: calls))
                var named: Set<String> = []
                let refusal = try failure {
                    let (plan, problems) = try kind.planFromReading(folder)
                    let done = try folder.commit(plan, as: "test", at: Folder.now)
                    named = Set(problems + done.skipped.map(\.path))
                }
                _ = try ReminderFolder(root: directory.path, disk: Disk(calls: FaultyCalls())).locked().recover()
                let now = try tree(directory)
                if refusal != nil { #expect(now == before || now == after, "call \(index): \(now)") }
                for (path, text) in after where refusal == nil && now[path] != text {
                    let isNamed = named.contains { path == $0 || path.hasPrefix($0 + "/") || $0.hasPrefix(path + "/") }
                    switch kind {
                    // These edits depend on the contents of all files.
                    case .adopt, .mend: #expect(!named.isEmpty, "call \(index): \(path)")
                    case .prune: #expect(now[path] == before[path] && !named.isEmpty, "call \(index): \(path)")
                    default: #expect(now[path] == before[path] && isNamed, "call \(index): \(path)")
                    }
                }
                if calls.count <= index { break }
                index += Rounds.stride
                try #require(index < 2_000)
            }
            #expect(index > 40, "\(index) calls")
        }
    }

    /// The new file would get the mode that was read, so a changed mode is a conflict, like changed bytes.
    @Test func `if the mode changes between reading and writing, it is kept and nothing is written`() throws {
        let directory = try make()
        let plan = try Kind.set.plan(ReminderFolder(root: directory.path))
        try directory.mode("a.md", 0o600)
        let before = try tree(directory)
        let refusal = try failure { _ = try commit(plan, directory, FaultyCalls()) }
        #expect(refusal?.message == "another program changed a.md; nothing was written")
        #expect(try directory.stamp("a.md").mode & 0o777 == 0o600)
        #expect(try tree(directory) == before)
    }
}
