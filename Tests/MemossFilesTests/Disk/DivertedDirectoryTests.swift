import CLibrary
import Synchronization
import TestSupport
import Testing

@testable import Folder
@testable import MemossFiles

/// Whoever owns a directory exchanges it for a symbolic link while somebody else, such as root, edits: nothing outside of the
/// folder is made, changed or deleted (#32).
@Suite struct DivertedDirectoryTests {
    /// The directories that are exchanged, relative to the folder, which itself is one of them.
    private static let places = ["d", "d/e", ".memoss", ".memoss/undo", ".memoss/undo/1", ""]
    private static let before = ["d/a.md": "one", "d/gone.md": "two", "d/e/b.md": "three"]
    private static let after = ["d/a.md": "ONE", "d/new.md": "four", "d/e/b.md": "THREE", "d/e/f/new.md": "five"]

    enum Way: String, CaseIterable, Sendable {
        case edit, undo, redo, recovery, rollback, copy
    }

    // MARK: Steps

    private func plan(_ root: String) throws -> EditPlan {
        var plan = EditPlan()
        plan.isWhole = true
        for path in Set(Self.before.keys).union(Self.after.keys).sorted() {
            let contents = try? FileContents.read("\(root)/\(path)")
            plan.edits.append(FileEdit(path: path, before: contents, after: Self.after[path].map { [UInt8]($0) }))
        }
        return plan
    }

    private func edit(_ root: String, _ calls: FaultyCalls = FaultyCalls()) throws {
        let plan = try plan(root)
        _ = try ReminderFolder(root: root, disk: Disk(calls: calls)).commit(plan, as: "test", at: Folder.now)
    }

    private func revert(_ direction: UndoStep.Direction, _ root: String, _ calls: FaultyCalls = FaultyCalls()) throws {
        let folder = ReminderFolder(root: root, disk: Disk(calls: calls))
        if let step = try folder.step(direction) { try folder.commit(step) }
    }

    private func run(_ way: Way, _ root: String, _ calls: FaultyCalls) throws {
        switch way {
        case .edit: try edit(root, calls)
        case .undo: try revert(.undo, root, calls)
        case .redo: try revert(.redo, root, calls)
        case .recovery, .rollback: _ = try ReminderFolder(root: root, disk: Disk(calls: calls)).locked().recover()
        case .copy:
            let contents = try FileContents.read("\(root)/d/a.md")
            let memoss = MemossDirectory(disk: Disk(calls: calls), root: root)
            try WorkingCopy(of: "d/a.md", contents, in: memoss, named: "1").remove()
        }
    }

    /// A folder in the state that the way begins with.
    private func make(_ way: Way, _ directory: borrowing TemporaryDirectory, _ name: String) throws -> String {
        let root = "\(directory.path)/\(name)"
        for (path, text) in Self.before { try directory.write("\(name)/\(path)", text) }
        try directory.write("\(name)/tags.yaml", "")
        switch way {
        case .edit, .copy: break
        case .undo: try edit(root)
        case .redo:
            try edit(root)
            try revert(.undo, root)
        case .recovery, .rollback:
            // The process dies when it has replaced one of the files.
            let count = Mutex(0)
            let death = Mutex(Int.max)
            try edit(
                try make(.edit, directory, "trial-\(name)"),
                FaultyCalls(
                    onCall: { count.withLock { $0 += 1 } },
                    meanwhile: { path in
                        let now = count.withLock { $0 }
                        if path.hasSuffix("/d/e/b.md") { death.withLock { $0 = min($0, now + 1) } }
                    }
                )
            )
            #expect(try failure { try edit(root, FaultyCalls(.death, at: death.withLock { $0 })) } != nil)
            #expect(
                directory.read("\(name)/.memoss/journal").map { String(decoding: $0, as: UTF8.self) }?.contains(
                    "commit"
                ) == true
            )
            if way == .rollback { try directory.write("\(name)/d/e/b.md", "foreign") }
        }
        return root
    }

    /// Everything in a directory: names, bytes, and when a file was changed.
    private func listing(_ path: String) throws -> [String: FileContents] {
        var found: [String: FileContents] = [:]
        for name in try Disk.system.names(in: path) {
            let whole = "\(path)/\(name)"
            if try Disk.system.kind(of: whole, follows: false) == .directory {
                found[whole] = FileContents(bytes: [])
                found.merge(try listing(whole)) { $1 }
            } else {
                found[whole] = try Disk.system.read(whole)
            }
        }
        return found
    }

    private func texts(_ root: String) -> [String: String] {
        let paths = Set(Self.before.keys).union(Self.after.keys)
        return paths.reduce(into: [:]) { texts, path in
            texts[path] = (try? FileContents.read("\(root)/\(path)")).map { String(decoding: $0.bytes, as: UTF8.self) }
        }
    }

    /// Whether the two were there and have each other's name.
    private static func exchange(_ path: String, _ other: String) -> Bool {
        CLibrary.exchange(AT_FDCWD, path, AT_FDCWD, other) == 0
    }

    // MARK: The law

    @Test(arguments: Way.allCases, places)
    func `whenever a directory becomes a link, nothing outside is touched`(way: Way, place: String) throws {
        for lacks in [[], .beneath, [.beneath, .exchange, .unnamed]] as [FaultyCalls.Lacks] {
            var index = Rounds.start(Self.places.firstIndex(of: place) ?? 0)
            var isDiverted = false
            while true {
                let directory = try TemporaryDirectory(isFast: true)
                let root = try make(way, directory, "folder")
                // The same, so that a call that is diverted finds what it expects.
                let outside = try make(way, directory, "outside")
                for name in ["undo/1", "editing/1"] { try Directory.create("\(outside)/.memoss/\(name)") }
                let (victim, link) = (place.isEmpty ? root : "\(root)/\(place)", "\(directory.path)/link")
                try directory.link("link", to: place.isEmpty ? outside : "\(outside)/\(place)")
                let there = try listing(outside)

                let count = Mutex(0)
                let isLink = Mutex(false)
                let calls = FaultyCalls(
                    lacks: lacks,
                    onCall: { [index] in
                        let now = count.withLock { count in
                            defer { count += 1 }
                            return count
                        }
                        if now == index { isLink.withLock { $0 = Self.exchange(victim, link) } }
                    }
                )
                try? run(way, root, calls)
                #expect(try listing(outside) == there, "call \(index)")
                if isLink.withLock({ $0 }) {
                    isDiverted = true
                    #expect(Self.exchange(victim, link))
                }
                // Nothing is lost in the folder.
                _ = try ReminderFolder(root: root).locked().recover()
                var now = texts(root)
                if way == .rollback, now["d/e/b.md"] == "foreign" { now["d/e/b.md"] = Self.before["d/e/b.md"] }
                #expect(now == Self.before || now == Self.after, "call \(index): \(now)")
                if count.withLock({ $0 }) <= index { break }
                index += Rounds.stride
            }
            if Rounds.areAll, way != .copy || place.hasPrefix(".memoss") { #expect(isDiverted) }
        }
    }
}
