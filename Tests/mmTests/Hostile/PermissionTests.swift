import Testing

@testable import mm

/// Files and directories that this user may not write, and files of another user. Root may write everything: there `mm`
/// runs as somebody else.
@Suite struct PermissionTests {
    /// Runs a script in a folder of user 12345, in which `look` prints what is there.
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

    @Test func `a file that may not be written is left and named, and the others are edited`() throws {
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
    func `a directory that may not be written, or a file of another user, is left and named`(harm: String) throws {
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
    func `a registry or a folder that may not be written stops the edit`(harm: String) throws {
        guard let said = try run("\(harm); mm -q tag rename Work Job --no-alias >/dev/null 2>&1; echo $?; same") else {
            return
        }
        #expect(said == ["2", "same"])
    }
}
