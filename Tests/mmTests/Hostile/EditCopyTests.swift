import Testing

/// The copies that editors work on, in `.memoss/editing`. A copy that is still open is not treated as abandoned,
/// nothing else is treated as a copy, and only files made by `mm` are deleted.
@Suite struct EditCopyTests {
    /// Makes a file, and a command `left NAME BYTES` that makes a copy of the file with the contents BYTES, abandoned
    /// by its editor.
    private static let make = """
        touch tags.yaml; printf -- '---\\ntitle: A\\n---\\n' > a.md; mkdir -p .memoss/editing .memoss/undo
        sum() { { sha256sum "$1" 2>/dev/null || shasum -a 256 "$1"; } | cut -c1-64; }
        of() { echo "$(sum a.md) ${2:-a.md}" > ".memoss/editing/$1.of"; }
        left() { of "$1"; mkdir .memoss/editing/$1; cp "$2" .memoss/editing/$1/a.md; }

        """

    private func stage() throws -> TranscriptStage { try TranscriptStage.with("empty") }

    @Test(arguments: ["", " --dry-run"])
    func `a link in place of a copy, or of their directory, never leads to a deletion`(
        _ option: String
    ) throws {
        for link in ["ln -s ../../../out .memoss/editing/x", "rmdir .memoss/editing; ln -s ../../all .memoss/editing"] {
            let stage = try stage()
            let said = try stage.run(
                Self.make + """
                    mkdir -p ../out ../all/x; cp a.md ../out; cp a.md ../all/x; echo "$(sum a.md) a.md" > ../all/x.of
                    \(link)
                    test -e .memoss/editing/x.of || of x
                    EDITOR=true mm edit a\(option) >/dev/null 2>&1
                    ls ../out ../all ../all/x
                    """
            )
            #expect(said == ["../all:", "x", "x.of", "", "../all/x:", "a.md", "", "../out:", "a.md"])
        }
    }

    @Test(arguments: ["", ".", ".."]) func `a record that names no directory is ignored`(_ name: String)
        throws
    {
        let said = try stage().run(
            Self.make
                + "of '\(name)'; cp a.md .memoss/editing/; cp a.md .memoss/; mm check; EDITOR=true mm edit a 2>&1;"
                + "ls -A .memoss/a.md .memoss/editing"
        )
        #expect(
            said == [
                "no problems", "nothing to change", ".memoss/a.md", "", ".memoss/editing:", "\(name).of",
                "a.md",
            ]
        )
    }

    @Test(arguments: ["..", "x/.", "x/"]) func `a record of something that is not a file is ignored`(_ origin: String)
        throws
    {
        let said = try stage().run(
            Self.make + "of x '\(origin)'; mkdir .memoss/editing/x; echo typed > .memoss/editing/x/b; mm check"
        )
        #expect(said == ["no problems"])
    }

    @Test func `an editor that is still open keeps its copy if only mm was killed`() throws {
        let said = try stage().run(
            Self.make + """
                cat > slow <<'END'
                #!/bin/sh
                touch open; while test -e open; do sleep 0.05; done; echo typed >> "$1"; touch closed
                END
                chmod +x slow
                EDITOR=./slow mm edit a >/dev/null 2>&1 & p=$!
                while ! test -e open; do sleep 0.05; done
                kill -9 $p; wait $p 2>/dev/null
                EDITOR=true mm edit a
                mm check 2>/dev/null | grep -c unfinished-edit
                (cd .memoss/editing/*/ && ls)
                rm open; while ! test -e closed; do sleep 0.05; done
                i=0; while test $i -lt 100 && ! mm check 2>/dev/null | grep -q unfinished-edit; do sleep 0.05; i=$((i + 1)); done
                mm check 2>/dev/null | grep -c unfinished-edit
                """
        )
        #expect(said == ["nothing to change", "0", "a.md", "1"])
    }

    @Test func `a dry run keeps even unmodified copies`() throws {
        let said = try stage().run(
            Self.make + """
                left x a.md; EDITOR=true mm edit a --dry-run; ls .memoss/editing
                EDITOR=true mm edit a; ls -d .memoss/editing 2>/dev/null
                """
        )
        #expect(said == ["nothing to change", "x", "x.of", "nothing to change", "[exit 2]"])
    }

    @Test func `backups of a copy are deleted, and other files with its name are not`() throws {
        let backups = ["a.md~", ".a.md.swp", "#a.md#", ".#a.md", "~a.md", "a.md.bak", "a.md.~1~"]
        let others = ["data.md", "xa.md~", "a.md.txt", "a.md2", "..a.md", "a.md.save"]
        let said = try stage().run(
            Self.make + """
                cat > saves <<'END'
                #!/bin/sh
                cd "$(dirname "$1")"; for f in \((backups + others).map { "'\($0)'" }.joined(separator: " ")); do echo typed > "$f"; done
                echo more >> a.md
                END
                chmod +x saves
                EDITOR=./saves mm edit a >/dev/null 2>&1; tail -n1 a.md; cd .memoss/editing/*/; ls -A | LC_ALL=C sort
                """
        )
        #expect(said == ["more"] + others.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    }

    @Test func `an edit is completed even if mm was killed before it deleted the copy`() throws {
        let said = try stage().run(
            Self.make + """
                cp a.md new; echo typed >> new; left x new; cp new a.md
                mm check; EDITOR=true mm edit a 2>&1; ls -d .memoss/editing 2>/dev/null
                mkdir -p .memoss/editing; left y a.md; echo typed >> .memoss/editing/y/a.md; echo other >> a.md
                mm check 2>/dev/null | grep -c unfinished-edit
                """
        )
        #expect(said == ["no problems", "nothing to change", "1"])
    }

    @Test func `more copies than a process can have open are all named`() throws {
        let said = try stage().run(
            Self.make + """
                cp a.md new; echo typed >> new; s=$(sum a.md); i=0
                while [ $i -lt 600 ]; do
                  mkdir .memoss/editing/$i; echo "$s a.md" > .memoss/editing/$i.of; i=$((i + 1))
                done
                for d in .memoss/editing/*/; do echo typed > $d/a.md; done
                ulimit -n 128; mm check --all 2>&1 >/dev/null; EDITOR=true mm edit a 2>&1 >/dev/null | grep -c 'was interrupted'
                """
        )
        #expect(said == ["0 errors, 0 warnings, 600 notes", "600"])
    }
}
