import Testing

@testable import mm

/// A folder from elsewhere brings its own settings of git: a command that only reads runs none of the programs that they name.
@Suite struct GitReadingTests {
    /// Every setting writes a file when its program runs.
    private static let settings = """
        exec 2>&1
        printf '#!/bin/sh\\necho "$0" >> ~/ran; cat\\n' > ~/program; chmod +x ~/program; p=$HOME/program
        commit() { git add -A; git -c core.hooksPath= -c filter.f.clean= -c core.fsmonitor=false commit -qm "$1"; }
        git init -q -b main . && mm init -q
        printf -- '---\\ntitle: Milk\\ndue: 2026-12-01\\n---\\nbody\\n' > milk.md; echo '*.md filter=f diff=f merge=memoss' > .gitattributes
        commit one; echo more >> milk.md; commit two; git remote add origin "ext::$p"; git update-ref refs/remotes/origin/main HEAD
        for name in clean smudge process; do git config filter.f.$name $p; git config "filter.a=b.$name" $p; done
        git config diff.f.textconv $p; git config diff.f.command $p; git config diff.external $p; git config core.fsmonitor $p
        mkdir .git/own; for hook in post-index-change post-checkout pre-commit; do cp $p .git/own/$hook; done; git config core.hooksPath .git/own
        git config gpg.program $p; git config log.showSignature true; git config core.pager $p; git config core.sshCommand $p
        git config core.alternateRefsCommand $p; git config core.editor $p; git config credential.helper $p; git config core.askPass $p
        git config merge.memoss.driver $p; git config extensions.partialClone origin; git config remote.origin.uploadpack $p
        git config protocol.ext.allow always; touch milk.md; echo new >> milk.md

        """

    @Test(arguments: [
        "diff", "diff HEAD~1", "diff HEAD~1 HEAD", "log", "git status", "git install --dry-run", "resolve --dry-run", "sync --dry-run",
        "check", "list", "dashboard", "--at HEAD list", "--at 2020-01-01 list", "undo --list", "set milk.md k v --dry-run",
    ])
    func `it runs no program`(command: String) throws {
        guard TranscriptStage.has("git") else { return print("skipped: git is not there") }
        let said = try TranscriptStage.with("empty").run(
            Self.settings + "rm -f ~/ran; mm \(command) > ~/said 2>&1; cat ~/ran 2>/dev/null; echo end"
        )
        #expect(said.suffix(1) == ["end"] && !said.contains { $0.hasSuffix("/program") || $0.contains("own/") }, "\(said)")
    }

    @Test func `the settings would run programs, and a sync uses them`() throws {
        guard TranscriptStage.has("git") else { return print("skipped: git is not there") }
        let said = try TranscriptStage.with("empty").run(
            Self.settings + "rm -f ~/ran; git status > /dev/null 2>&1; grep -c program ~/ran; rm -f ~/ran; mm sync > /dev/null 2>&1; grep -c . ~/ran"
        )
        #expect(said.count == 2 && !said.contains("0"), "\(said)")
    }
}
