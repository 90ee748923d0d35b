import TestSupport
import Testing

@testable import mm

/// The disk fails while a directory is listed: no command may treat the part that it has seen as complete.
@Suite struct ListingFaultTests {
    private static let reading = [
        "", "list", "list title:2", "list --json", "show r2", "next r2", "plan", "check", "check r2.md", "tag list",
        "tag suggest", "notify --status", "notify --once", "ui",
        "export ics",
    ]
    private static let editing = [
        "edit r2 --title X", "done r2", "reopen r2", "skip r2", "snooze r2", "set r2 x 1", "unset r2 x",
        "delete --yes r2", "done --where tag:work --yes", "set --where tag:work --yes x 1",
        "edit --where r2 --untag work",
        "check --fix", "tag add Home", "tag color Work pink", "tag rename Work Job", "tag rename Work Job --dry-run",
        "tag delete --yes Work", "tag prune", "tag adopt", "tag settle", "resolve", "add Milk", "note Milk",
        "import ics r2.md", "import taskwarrior r2.md", "import todotxt r2.md",
    ]
    /// These do not read the whole folder, or not without a terminal or a server.
    private static let others: Set = [
        "undo", "redo", "config", "tag pick", "git install", "git uninstall", "sync", "push", "publish",
    ]

    /// Enough files for two calls to list the directory.
    private static let script = """
        if ! strace -o /dev/null true 2>/dev/null; then echo cannot; exit; fi
        mm init -q
        for i in $(seq 1500); do
            printf -- '---\\ntitle: R %s\\ntags: [work]\\nscheduled: 2026-11-22\\n---\\n' $i > r$i.md
        done
        cat *.md tags.yaml | cksum > ~/before
        failing() { strace -f -o /dev/null -e inject=getdents64:error=EIO:when=2 mm $1 >~/out 2>~/err; }

        """

    private func run(_ commands: [String], _ check: String) throws -> [String]? {
        let stage = try TranscriptStage.with("empty")
        let trials = commands.map { "failing '\($0)'; \(check.replacing("COMMAND", with: $0))\n" }
        let said = try stage.run(Self.script + trials.joined())
        guard said != ["cannot"] else {
            print("skipped: strace is not there, or may not trace")
            return nil
        }
        return said
    }

    @Test func `an incomplete answer says so and has status 2`() throws {
        let message = "the directory could not be listed completely: Input/output error"
        let check = "echo \"COMMAND: $? $(grep -c '\(message)' ~/err)\""
        let reading = Rounds.some(of: Self.reading, 1)
        guard let said = try run(reading, check) else { return }
        #expect(said == reading.map { "\($0): 2 1" })
    }

    @Test func `an edit is refused, and nothing is written`() throws {
        let same = "$(cat *.md tags.yaml | cksum | cmp - ~/before && echo same)"
        let check = "echo \"COMMAND: $? $(grep -c 'Input/output error' ~/err) \(same)\""
        let editing = Rounds.some(of: Self.editing, 1)
        guard let said = try run(editing, check) else { return }
        #expect(said == editing.map { "\($0): 2 1 same" })
    }

    @Test func `every command that edits is covered here`() {
        let editing = Command.all.map(\.syntax).filter { syntax in syntax.options.contains { $0.long == "dry-run" } }
        for syntax in editing.map({ $0.path.joined(separator: " ") }) where !Self.others.contains(syntax) {
            #expect(Self.editing.contains { $0.hasPrefix(syntax) }, "\(syntax)")
        }
    }
}
