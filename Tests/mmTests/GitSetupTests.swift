import Testing

@testable import mm

/// What `mm git install` and `mm git status` say of a driver that git does not run, or not for all files.
@Suite struct GitSetupTests {
    private func run(_ commands: String) throws -> [String]? {
        guard TranscriptStage.has("git") else { return nil }
        return try TranscriptStage.with("empty").run("git init -q -b main . && mm init -q\n" + commands)
    }

    @Test func `attributes that win over those of mm are named, and are no success`() throws {
        let said = try run(
            """
            printf '*.md merge=memoss\\ntags.yaml merge=memoss\\n*.md merge=union\\n' > .gitattributes; mm git install; echo $?; mm git install -q --json 2>/dev/null >&2; echo $?
            mm git status 2>&1 | tail -n 1; rm .gitattributes; mkdir -p .git/info; echo 'tags.yaml -merge' > .git/info/attributes; mm git install 2>&1 | grep -o 'tags.yaml without.*'
            rm .git/info/attributes; mkdir sub; echo '* merge=union' > sub/.gitattributes; mm git status 2>&1 | grep sub; rm -r sub; mm git install; echo $?
            """
        )
        guard let said else { return }
        let other =
            "warning: git still merges reminders with 'union': another line takes precedence: '*.md merge=union' in .gitattributes"
        #expect(said.first == other)
        #expect(said[1].hasPrefix("the merge driver is set up, but not for these"))
        #expect(said[2...4] == ["1", "1", other])
        #expect(
            said[5]
                == "tags.yaml without a driver: another line takes precedence: 'tags.yaml -merge' in .git/info/attributes"
        )
        #expect(said[6].contains("reminders in sub with 'union'") && said[6].contains("in sub/.gitattributes"))
        #expect(said.suffix(2) == ["git already merges this folder with mm", "0"])
    }

    @Test func `if git does not find mm, or git is not there, that is said`() throws {
        let said = try run(
            """
            exec 2>&1; M=$(command -v mm); mkdir ~/one ~/none; for word in sh git; do ln -s "$(command -v $word)" ~/one/$word; done
            ln -s "$(command -v sh)" ~/none/sh
            (PATH=~/one; $M git install; echo "status $?"; $M git status; echo "status $?")
            (PATH=~/none; $M git status; $M resolve; echo "status $?")
            git config merge.memoss.driver mine; mm git install --global 2>&1 | grep -o 'which takes.*'; mm git install -q --global 2>/dev/null; echo "status $?"
            """
        )
        guard let said else { return }
        let warning = [
            "warning: 'mm' is not on PATH, so git cannot run it, and merges line by line",
            "  put mm into a directory of PATH",
        ]
        #expect(said.starts(with: warning), "\(said)")
        #expect(
            Array(said.suffix(9)) == ["driver:     set"] + warning + ["status 1"]
                + Array(repeating: "mm: cannot run git: it was not found", count: 2)
                + ["status 2", "which takes precedence: mine", "status 1"]
        )
    }
}
