import CLibrary
import Testing

@testable import Folder
@testable import MemossFiles

/// Makes each system call of a reading fail once. The result is complete or says what is missing.
@Suite struct ReadFaultTests {
    private static let files = ["a.md", "b/c.md", "b/d/e.md", "b/d/f.md", "g/long.md"]

    private func make() throws -> TemporaryDirectory {
        let directory = try TemporaryDirectory(isFast: true)
        try directory.write("tags.yaml", "Work: blue\n")
        try directory.write(".mmignore", "left-out*\n")
        try directory.write("left-out.md", "x")
        for path in Self.files {
            // One file does not fit the buffer and is read in a different way.
            let body = String(repeating: "x", count: path == "g/long.md" ? 100_000 : 1)
            try directory.write(path, "---\ntitle: \(path)\ntags: [Work]\nscheduled: 2026-11-20\n---\n\(body)\n")
        }
        try directory.link("link.md", to: "b/c.md")
        return directory
    }

    private func read(_ directory: borrowing TemporaryDirectory, _ calls: FaultyCalls) throws -> Snapshot {
        try ReminderFolder(root: directory.path, disk: Disk(calls: calls)).read(keeping: .whole).snapshot
    }

    /// Whether a reported problem explains that a path is missing.
    private func isNamed(_ path: String, _ snapshot: Snapshot) -> Bool {
        let named = snapshot.unreadable.map(\.path) + snapshot.incomplete.map(\.path)
        // The file is read, or named, under another name.
        if let name = snapshot.otherName(at: path) {
            return snapshot.reminder(at: name.original) != nil || isNamed(name.original, snapshot)
        }
        return named.contains { $0 == "." || $0 == path || path.hasPrefix($0 + "/") }
    }

    @Test(arguments: [EIO, EMFILE, ENOMEM, EACCES, ESTALE], [[], .kinds] as [FaultyCalls.Lacks])
    func `whichever call fails, everything that was not read is named`(code: Int32, lacks: FaultyCalls.Lacks) throws {
        let directory = try make()
        let all = Set(Self.files + ["link.md"])
        var index = 0
        var refusals = 0
        var incomplete = 0
        while true {
            let calls = FaultyCalls(.failure(code), at: index, lacks: lacks)
            var found: Snapshot?
            let refusal = try failure { found = try read(directory, calls) }
            if let snapshot = found {
                for path in all.subtracting(snapshot.reminders.map(\.path)) {
                    #expect(isNamed(path, snapshot), "call \(index): \(path)")
                }
                for problem in snapshot.problems {
                    #expect(problem.severity == .error && !problem.message.contains("is broken"), "\(problem)")
                }
                let isRefused = try failure { try snapshot.requireComplete() } != nil
                #expect(isRefused == !snapshot.incomplete.isEmpty)
                if isRefused { incomplete += 1 }
                // A rename based on this reading edits every file with the tag, or is refused, or names the others.
                let rename = TagRename(
                    from: TagName("Work"),
                    to: TagName("Job"),
                    merges: false,
                    keepsAlias: true,
                    freshID: "6f9619ff-8b86-4d01-b42d-00cf4fc964ff",
                    today: "2026-11-22"
                )
                var plan: EditPlan?
                let refusal = try failure {
                    plan = try ReminderFolder(root: directory.path).plan(rename, in: snapshot).plan
                }
                if isRefused { #expect(refusal?.kind == .failure) }
                if let plan {
                    let edited = Set((plan.edits.map(\.path) + plan.skipped.map(\.path)))
                    for path in Self.files where !edited.contains(path) {
                        #expect(plan.skipped.contains { path.hasPrefix($0.path + "/") }, "call \(index): \(path)")
                    }
                }
            } else {
                #expect(refusal?.kind == .failure)
                refusals += 1
            }
            if calls.count <= index {
                #expect(found?.problems == [] && found?.reminders.count == Self.files.count)
                break
            }
            index += 1
        }
        #expect(index > 60 && refusals > 0 && incomplete > 10, "\(index) calls, \(refusals), \(incomplete)")
    }

    @Test func `interrupted calls and short reads do not change the result`() throws {
        let directory = try make()
        let quiet = try read(directory, FaultyCalls())
        for lacks in [[], .kinds] as [FaultyCalls.Lacks] {
            let restless = try read(directory, FaultyCalls(.restless, lacks: lacks))
            #expect(restless.reminders == quiet.reminders && restless.problems.isEmpty)
        }
    }

    @Test func `a listing that fails part-way names the directory and keeps what was read`() throws {
        let directory = try make()
        var messages: Set<String> = []
        for index in 0..<200 {
            guard let snapshot = try? read(directory, FaultyCalls(.failure(EIO), at: index)) else { continue }
            for problem in snapshot.incomplete {
                messages.insert("\(problem.path): \(problem.message) [\(problem.id.rawValue)]")
            }
        }
        let text = "the directory could not be listed completely: Input/output error [incomplete-listing]"
        #expect(messages == Set([".", "b", "b/d", "g"].map { "\($0): \(text)" }))
    }
}
