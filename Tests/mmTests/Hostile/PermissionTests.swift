import TestSupport
import Testing

@testable import mm

/// Files and directories that this user cannot write, and files of another user. Root can write everything, so as root
/// `mm` runs as another user.
@Suite struct PermissionTests {
    /// Runs a script in a folder of user 12345. `look` prints the folder.
    private func run(_ script: String) throws -> [String]? {
        let stage = try TranscriptStage.with("empty")
        guard TranscriptStage.has("setpriv"), !TranscriptStage.has("nonroot") else {
            print("skipped: files of another user need root and setpriv")
            return nil
        }
        let place = """
            d=$(mktemp -d /tmp/mm-user-XXXXXX); trap 'rm -rf $d' EXIT; chmod 755 $d; cp "$(command -v mm)" $d/mm
            mkdir $d/f $d/f/sub; cd $d/f
            for f in a.md sub/b.md; do printf -- '---\\ntags: [Work]\\n---\\n' > $f; done; echo 'Work: blue' > tags.yaml
            chown -R 12345:12345 $d/f
            mm() { setpriv --reuid=12345 --regid=12345 --clear-groups env HOME=$d $d/mm "$@"; }
            look() { cat tags.yaml a.md sub/b.md | cksum; find . -name '*mm-*'; }
            if ! mm --version >/dev/null 2>&1; then echo cannot; exit; fi
            look > $d/before; same() { look | cmp -s - $d/before && echo same || echo changed; }

            """
        let said = try stage.run(place + script)
        guard said != ["cannot"] else {
            print("skipped: another user cannot run mm here")
            return nil
        }
        return said
    }

    @Test func `a file that is not writable is skipped and named, and the others are edited`() throws {
        guard
            let said = try run(
                "chmod 444 a.md; mm tag rename Work Job --no-alias; echo $?; cat a.md sub/b.md tags.yaml; find . -name '*mm-*'"
            )
        else { return }
        #expect(said.contains("2") && said.contains { $0.contains("a.md") })
        #expect(
            said.filter { $0 == "tags: [Work]" }.count == 1 && said.contains("tags: [Job]") && said.last == "Job: blue"
        )
    }

    @Test(arguments: ["chmod 555 sub", "chown 0:0 sub; chmod 755 sub", "chown 0:0 sub/b.md; chmod 644 sub/b.md"])
    func `a directory that is not writable, or a file of another user, is skipped and named`(harm: String) throws {
        guard
            let said = try run(
                "\(harm); mm -q tag rename Work Job --no-alias 2>&1; echo $?; cat sub/b.md a.md; find . -name '*mm-*'"
            )
        else { return }
        #expect(said.contains("2") && said.contains { $0.contains("sub/b.md") }, "\(said)")
        #expect(said.suffix(6) == ["---", "tags: [Work]", "---", "---", "tags: [Job]", "---"], "\(said)")
    }

    @Test(arguments: [
        "chmod 444 tags.yaml", "chown 0:0 tags.yaml; chmod 644 tags.yaml", "chmod 555 .",
        "mkdir .memoss; chown 0:0 .memoss; chmod 755 .memoss",
    ])
    func `a registry or folder that is not writable stops the edit`(harm: String) throws {
        guard let said = try run("\(harm); mm -q tag rename Work Job --no-alias >/dev/null 2>&1; echo $?; same") else {
            return
        }
        #expect(said == ["2", "same"])
    }

    @Test func `a file of another user is not deleted, because that could not be undone`() throws {
        guard let said = try run("chown 0:0 a.md; chmod 666 a.md; mm -q delete --yes a.md 2>&1; echo $?; same") else {
            return
        }
        #expect(said.suffix(2) == ["2", "same"], "\(said)")
    }

    @Test(
        arguments: [
            "true", "chmod 444 a.md", "chmod 555 sub", "chown 0:0 sub; chmod 755 sub",
            "chown 0:0 sub/b.md; chmod 666 sub/b.md",
            "chown 12345:0 a.md", "chgrp 0 sub a.md; chmod 2775 sub; chmod 775 .", "chmod 444 tags.yaml", "chmod 555 .",
            "rm -r .memoss; mkdir .memoss; chown 0:0 .memoss; chmod 755 .memoss",
            "mm -q set a.md x 1; chmod 444 .memoss/lock",
            "mm -q set a.md x 1; chmod 555 .memoss/undo", "rm .memoss/lock; chmod 555 .memoss", "chmod 000 .memoss",
        ]
    )
    func `a dry run skips and refuses the same files as the edit, with the same status`(harm: String) throws {
        let commands = [
            "tag rename Work Job", "set a.md title New", "set sub/b.md title New", "delete --yes a.md sub/b.md",
            "add Milk --path sub/milk.md", "add Milk --path sub/deep/down/milk.md --tag New", "done a.md sub/b.md",
            "tag add Home", "check --fix", "tag add Work", "unset a.md nokey", "set a.md x 1", "edit a.md --tag Work",
            "tag adopt",
        ]
        let trial = """
            trial() {
                rm -rf $d/copy; cp -a $d/f $d/copy; cd $d/copy
                mm -q $1 >$d/out 2>$d/said; echo "status $?"; cat $d/said
                cd $d/f
            }
            printf -- '---\\ntags: [work]\\n---\\n' > c.md; chown 12345:12345 c.md
            mm -q set c.md x 1; mm -q set a.md scheduled 2026-12-01; mm -q set sub/b.md scheduled 2026-12-01
            \(harm)

            """
        // If the history cannot be written there is none, which is detected before or after the edit.
        let all = Rounds.some(of: commands + (harm.hasPrefix("rm") ? [] : ["undo"]), harm.utf8.count)
        let script = all.map { command in
            """
            trial '\(command) --dry-run' > $d/dry; trial '\(command)' > $d/real
            if cmp -s $d/dry $d/real; then echo same; else echo '\(command)'; cat $d/dry $d/real; fi

            """
        }.joined()
        guard let said = try run(trial + script) else { return }
        #expect(said.filter { $0 != "same" } == [] && said.count == all.count, "\(said)")
    }

    @Test(arguments: ["chmod 444 .memoss/lock", "rm .memoss/lock; chmod 555 .memoss", "chmod 000 .memoss"])
    func `an edit with nothing to write needs no lock, and any other is refused without it`(harm: String) throws {
        let idle = [
            "check --fix", "unset a.md nokey", "tag adopt", "set a.md title A", "edit a.md --tag Work", "tag add Work",
        ]
        let statuses = idle.map { "mm -q \($0) 2>&1; echo $?\n" }.joined()
        let made = "mm -q set a.md title A; look > $d/before; \(harm)\n"
        guard let said = try run("\(made)\(statuses) same; mm -q set a.md title B 2>&1; echo $?; same") else { return }
        let refused = "mm: .memoss: cannot be written: Permission denied; nothing was changed"
        #expect(said == Array(repeating: "0", count: idle.count) + ["same", refused, "2", "same"])
    }

    @Test func `a skipped file is not reported as done`() throws {
        let add = "mm -q set a.md scheduled 2026-12-01; mm -q set sub/b.md scheduled 2026-12-01; chmod 444 a.md"
        guard let said = try run("\(add); mm done a.md sub/b.md 2>&1; echo $?") else { return }
        #expect(said.count == 3 && said.first == "mm: skipped: a.md: cannot be written: Permission denied", "\(said)")
        #expect(said.dropFirst().first?.hasPrefix("done: b") == true && said.last == "2", "\(said)")
    }
}
