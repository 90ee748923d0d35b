import Testing

@testable import mm

/// `mm sync` with real git: what it refuses, and what it must not lose. `Scripts/test-git --sync` has the random rounds.
@Suite struct SyncTests {
    /// A folder, and the same in `~/other`, with a bare repository between them.
    private static let start = """
        exec 2>&1
        reminder() { printf -- "---\\ntitle: $2\\ntags: [Work]\\nscheduled: 2026-11-22\\n---\\n$3\\n" > $1.md; }
        last() { git rev-parse HEAD; }
        tidy() { git status --porcelain; git for-each-ref refs/worktree; }
        git init -q --bare -b main ~/server.git
        git init -q -b main . && mm init -q && git remote add origin ~/server.git
        reminder milk Milk && reminder oats Oats && mm sync -q >/dev/null && git clone -q ~/server.git ~/other

        """

    /// What the commands print; nil if git is not there.
    static func run(_ commands: String) throws -> [String]? {
        guard TranscriptStage.has("git") else {
            print("skipped: git is not there")
            return nil
        }
        return try TranscriptStage.with("empty").run(Self.start + commands)
    }

    // MARK: Refusals

    @Test(arguments: [
        ("merge", "git merge -q theirs"), ("rebase", "git rebase -q theirs"), ("cherry-pick", "git cherry-pick theirs"),
        ("revert", "git revert --no-edit HEAD~1"),
    ])
    func `it refuses while git waits for somebody`(name: String, command: String) throws {
        let said = try Self.run(
            """
            git checkout -qb theirs; reminder milk Theirs; git commit -qam theirs
            git checkout -q main; reminder milk Ours; git commit -qam ours; reminder milk More; git commit -qam more
            \(command) >/dev/null 2>&1; before=$(last); git status --porcelain > ~/before
            mm sync; echo "status $?"; [ $before = $(last) ] && git status --porcelain | cmp - ~/before && echo same
            """
        )
        guard let said else { return }
        #expect(said.first == "mm: a \(name) is in progress in this repository; finish or abort it first")
        #expect(said.suffix(2) == ["status 2", "same"])
    }

    @Test func `without a branch there is nothing to sync with`() throws {
        let said = try Self.run("git checkout -q HEAD~0; reminder x X; mm sync; echo $?; git status --porcelain")
        guard let said else { return }
        #expect(
            said == [
                "mm: no branch is checked out, so there is nothing to sync with", "  check one out: git switch BRANCH",
                "2", "?? x.md",
            ]
        )
    }

    @Test func `only files of the folder are committed, and what is staged outside of it is refused`() throws {
        let said = try Self.run(
            """
            mkdir -p '../top/a "b" [c]*' && cd ../top && git init -q -b main . && echo 1 > out && git add out && git commit -qm out
            cd 'a "b" [c]*' && mm init -q && reminder x X && echo 2 > ../out && git add ../out
            mm sync; echo "status $?"; git reset -q
            mm sync -q; echo "status $?"; git show --name-only --format=%s; git status --porcelain
            git init -q --bare -b main ~/second.git && git remote add origin ~/second.git && mm sync -q >/dev/null
            git clone -q ~/second.git ~/third && cd ~/third/a*
            mm edit -q x --tag Home && mm sync -q >/dev/null && cd ~/top/a* && mm edit -q x --tag Shopping && mm sync -q; tidy; grep tags x.md
            """
        )
        guard let said else { return }
        #expect(
            said[0] == "mm: out is staged, but outside of this folder, and mm sync commits only files of the folder"
        )
        #expect(said[2...4] == ["status 2", "committed: mm: 1 added, 4 tags edited", "status 0"])
        #expect(
            said[5...8] == ["mm: 1 added, 4 tags edited", "", "a \"b\" [c]*/tags.yaml", "a \"b\" [c]*/x.md"]
                || said[7].hasPrefix("\"")
        )
        #expect(said[9] == " M out")
        #expect(said.suffix(2) == [" M out", "tags: [Work, Home, Shopping]"])
    }

    @Test(arguments: [
        ("echo 'echo not today; exit 1' > .git/hooks/pre-commit; chmod +x .git/hooks/pre-commit", "not today"),
        ("git config commit.gpgsign true; git config gpg.program false", "gpg failed to sign the data"),
        (
            "unset GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL; git config user.useConfigOnly true",
            "git needs your name and email"
        ),
    ])
    func `if git refuses the commit, it says why, and changes no file`(setting: String, reason: String) throws {
        let said = try Self.run(
            """
            \(setting)
            reminder milk 'Milk and bread'; cksum *.md > ~/before; before=$(last)
            mm sync > ~/said 2>&1; echo "status $?"; grep -c '\(reason)' ~/said
            cksum *.md | cmp - ~/before && [ $before = $(last) ] && git -C ~/server.git rev-parse main | grep -c $before
            """
        )
        if let said { #expect(said == ["status 2", "1", "1"]) }
    }

    @Test(arguments: [
        (
            "echo 'echo not today; exit 1' > .git/hooks/pre-merge-commit; chmod +x .git/hooks/pre-merge-commit",
            "not today"
        ),
        ("git config merge.verifySignatures true", "does not have a GPG signature"),
    ])
    func `if git refuses the merge, everything is as before`(setting: String, reason: String) throws {
        let said = try Self.run(
            """
            (cd ~/other && mm edit -q milk --tag Home && reminder new New && mm sync -q >/dev/null)
            mm edit -q milk --title Bread && git commit -qam bread
            \(setting)
            cksum * > ~/before; before=$(last)
            mm sync > ~/said 2>&1; echo "status $?"; grep -c '\(reason)' ~/said
            cksum * | cmp - ~/before && [ $before = $(last) ] && tidy && echo same
            """
        )
        if let said { #expect(said == ["status 2", "1", "same"]) }
    }

    @Test func `if the server refuses, everything stays committed here`() throws {
        let said = try Self.run(
            """
            echo 'echo closed; exit 1' > ~/server.git/hooks/pre-receive; chmod +x ~/server.git/hooks/pre-receive
            reminder x X; mm sync; echo "status $?"; tidy; git log -1 --format=%s
            """
        )
        guard let said else { return }
        #expect(said.first == "committed: mm: 1 added")
        #expect(said.contains { $0.contains("closed") } && said.contains { $0.contains("pre-receive hook declined") })
        #expect(said.suffix(2) == ["status 2", "mm: 1 added"])
    }

    @Test func `histories without a common commit are not merged`() throws {
        let said = try Self.run(
            """
            git init -q -b main ~/alone && cd ~/alone && mm init -q && reminder x X && mm sync -q >/dev/null
            git remote add origin ~/server.git && mm sync; echo "status $?"; tidy
            git clone -q --depth 1 "file://$HOME/server.git" ~/shallow && cd ~/shallow && reminder y Y && mm sync -q; echo "status $?"
            """
        )
        guard let said else { return }
        #expect(said[0] == "mm: this branch and origin/main have no commit in common")
        #expect(
            said.suffix(5) == [
                "status 2", "committed: mm: 1 added", "to origin/main:", "  Y: added for 2026-11-22", "status 0",
            ]
        )
    }

    @Test func `a branch that the server no longer has is not created again`() throws {
        let said = try Self.run(
            "git -C ~/server.git branch -m main trunk; reminder x X; mm sync; echo \"status $?\"; git -C ~/server.git branch"
        )
        guard let said else { return }
        #expect(said.contains("mm: origin no longer has the branch main"))
        #expect(said.suffix(2) == ["status 2", "* trunk"])
    }

    @Test func `several remote repositories need a name, and other branches and tags stay here`() throws {
        let said = try Self.run(
            """
            git branch mine && git tag -am v1 v1 && git config push.followTags true && git config remote.origin.mirror false
            git remote rename origin one && git remote add two ~/none.git && git config --unset branch.main.remote
            reminder x X; mm sync; echo "status $?"; mm sync --remote three; mm sync -q --remote one; git -C ~/server.git for-each-ref --format='%(refname)'
            """
        )
        guard let said else { return }
        #expect(said[0] == "mm: the branch 'main' has no upstream, and there are several remotes: one, two")
        #expect(said[2...4] == ["status 2", "mm: there is no remote 'three'", "  there is: one, two"])
        #expect(said.last == "refs/heads/main")
    }

    // MARK: Nothing lost

    @Test func `a file that git ignores is not overwritten`() throws {
        let said = try Self.run(
            """
            (cd ~/other && reminder secret Theirs && mm sync -q >/dev/null)
            echo secret.md > .gitignore; reminder secret Ours; reminder x X; mm sync; echo "status $?"; tidy; grep title secret.md
            """
        )
        guard let said else { return }
        #expect(
            said[1] == "mm: secret.md comes from origin/main, but a file that git does not track has this name here"
        )
        #expect(said.suffix(2) == ["status 2", "title: Ours"])
    }

    /// What a killed merge leaves of the file `milk.md`, and its title in the end.
    @Test(arguments: [
        ("rm milk.md", "Milk and bread"), (": > milk.md", "Milk and bread"),
        ("git show origin/main:milk.md > milk.md", "Milk and bread"),
        ("git show origin/main:milk.md > ~/whole; head -c 1024 ~/whole > milk.md", "Milk and bread"),
        ("sed -i s/bread/cheese/ milk.md", "Milk and cheese"),
    ])
    func `a merge that was killed is undone, and edits since then stay`(left: String, title: String) throws {
        let said = try Self.run(
            """
            text=$(seq 900); reminder milk 'Milk and bread' "$text"; mm sync -q >/dev/null
            (cd ~/other && git pull -q && mm edit -q milk --tag Home && reminder new New && mm sync -q >/dev/null)
            git fetch -q; reminder oats 'Oats and rye'; git commit -qam rye
            git update-ref refs/worktree/mm-sync/ours HEAD; git update-ref refs/worktree/mm-sync/theirs origin/main
            git show origin/main:new.md > new.md; \(left)
            mm sync > ~/said 2>&1; echo "status $?"; grep -o 'restored' ~/said; tidy; grep -h title: milk.md; grep -c Home milk.md; ls
            (cd ~/other && mm sync -q >/dev/null); diff -r -x .git -x .memoss . ~/other && echo equal
            """
        )
        guard let said else { return }
        let lines = ["title: \(title)", "1"]
        #expect(said == ["status 0", "restored"] + lines + ["milk.md", "new.md", "oats.md", "tags.yaml", "equal"])
    }

    @Test func `an edit that mm was killed in is finished first`() throws {
        let said = try Self.run(
            """
            command -v strace > /dev/null && strace -o /dev/null true 2>/dev/null || { echo cannot; exit; }
            for call in $(seq 1 12); do
                strace -f -qq -o /dev/null -e trace=rename,renameat,renameat2 -e inject=rename,renameat,renameat2:signal=KILL:when=$call \\
                    mm -q edit --where is:open --yes --tag T$call > /dev/null 2>&1
                mm sync -q > /dev/null 2>&1 || echo "status $?"
                [ $(grep -l T$call *.md | wc -l) = 1 ] && echo "half of $call"
                git ls-files | grep -v -e '^[a-z]*\\.md$' -e '^tags.yaml$'
            done; mm check -q; tidy; echo end
            """
        )
        guard let said, said != ["cannot"] else { return }
        #expect(said == ["end"])
    }

    @Test func `repositories in the folder are left alone`() throws {
        let said = try Self.run(
            """
            git init -q inner && git -C inner commit -q --allow-empty -m inner && reminder inner/y Y && reminder x X
            mm sync; git ls-files; git -C inner status --porcelain
            """
        )
        guard let said else { return }
        #expect(said.contains("warning: inner is a repository of its own, which mm sync leaves alone"))
        #expect(said.suffix(5) == ["milk.md", "oats.md", "tags.yaml", "x.md", "?? y.md"])
    }

    @Test func `a branch without commits takes over those of the other side`() throws {
        let said = try Self.run(
            """
            git init -q -b main ~/new && cd ~/new && git remote add origin ~/server.git && reminder x X && echo 'Work: {}' > tags.yaml
            mm sync; echo "status $?"; cat tags.yaml; rm tags.yaml; mm init -q; rm tags.yaml; touch .keep
            cp ~/reminders/tags.yaml ~/tags; mm -C ~/new sync 2>&1 | tail -n 1; git log --format=%s; git status --porcelain
            """
        )
        guard let said else { return }
        #expect(said.contains("status 2") && said.contains("Work: {}"))
    }

    // MARK: What is said

    @Test func `a file that cannot be read is committed, and named`() throws {
        let said = try Self.run(
            "printf -- '---\\ntitle: [\\n---\\n' > bad.md; mm sync 2>&1 >/dev/null; git show --format= --name-only"
        )
        guard let said else { return }
        #expect(said.contains("warning: bad.md was committed as it is, and it cannot be read: see 'mm check'"))
        #expect(said.last == "bad.md")
    }

    @Test func `a file that only the merge broke is not pushed`() throws {
        let said = try Self.run(
            """
            echo '*.md merge=broken' > .gitattributes; mm sync -q >/dev/null; git -C ~/other pull -q
            git config merge.broken.driver "printf -- '---\\ntitle: [\\n---\\n' > %A"
            (cd ~/other && mm set -q milk priority high && mm sync -q >/dev/null); before=$(git -C ~/server.git rev-parse main)
            mm set -q milk priority low; mm sync; echo "status $?"; [ $before = $(git -C ~/server.git rev-parse main) ] && echo same
            """
        )
        guard let said else { return }
        #expect(
            said.contains("mm: milk.md cannot be read after the merge, although both sides can; nothing was pushed")
        )
        #expect(said.suffix(2) == ["status 2", "same"])
    }

    @Test func `the message counts what happened to reminders`() throws {
        let said = try Self.run(
            """
            git config user.name A; git config user.email a@example.org
            mm done -q milk; mm sync -q | head -n 1; mm tag rename -q Work Job; mm sync -q | head -n 1
            mm edit -q oats --scheduled 2026-12-24; mm snooze -q oats; git mv milk.md bread.md; echo x > x.png; mm sync -q | head -n 1
            mm sync -q -m 'by hand'; mm delete --yes -q bread; mm sync -q -m '# by hand' | head -n 1; git log -1 --format=%s
            """
        )
        guard let said else { return }
        #expect(
            said == [
                "committed: mm: 1 done", "committed: mm: 2 retagged, Work renamed Job",
                "committed: mm: 1 snoozed, 1 renamed, 1 other file", "bread.md", "committed: # by hand", "# by hand",
            ] || said.filter { !$0.hasSuffix(".md") }.count == 5
        )
    }

    @Test func `two reminders that were created under one name are both kept`() throws {
        let said = try Self.run(
            """
            mm add -q Rent --scheduled friday; mkdir sub; mm add -q Call --path 'sub/a b.md'; mm sync -q >/dev/null
            cd ~/other; mm add -q Rent --scheduled today; mkdir sub; mm add -q Phone --path 'sub/a b.md'; mm sync -q >/dev/null; echo "status $?"
            tidy; grep title: rent*.md sub/*; cd ~/reminders; mm sync -q >/dev/null; [ $(last) = $(cd ~/other; last) ] && echo equal
            """
        )
        guard let said else { return }
        let files = [
            "rent-2.md:title: Rent", "rent.md:title: Rent", "sub/a b-2.md:title: Call", "sub/a b.md:title: Phone",
        ]
        #expect(Array(said.suffix(6)) == ["status 0"] + files + ["equal"])
    }

    @Test func `two new names of one tag are one tag in all files, whichever is chosen`() throws {
        for side in ["ours", "theirs"] {
            let said = try Self.run(
                """
                mm tag rename -q Work Office; mm add -q Desk --tag Office --scheduled today; mm sync -q >/dev/null 2>&1
                cd ~/other; mm tag rename -q Work Job; mm add -q Lamp --tag Job --scheduled today; mm sync -q >/dev/null 2>&1
                mm resolve -q --\(side) --add && git commit -q --no-edit; mm tag settle -q; mm sync -q >/dev/null; grep -h tags: *.md | sort -u; mm check
                """
            )
            let tag = side == "ours" ? "Job" : "Office"
            if let said { #expect(said == ["desk.md", "lamp.md", "tags: [\(tag)]", "no problems"]) }
        }
    }

    @Test func `what a phone committed with markers is resolved, also if the file was changed elsewhere`() throws {
        for (side, value) in [("ours", "1"), ("theirs", "2")] {
            let said = try Self.run(
                """
                git clone -q ~/server.git ~/phone; mm set -q milk p 1; mm sync -q >/dev/null
                cd ~/phone; mm set -q milk p 2; git commit -qam phone; git pull -q --no-rebase >/dev/null 2>&1; git commit -qam backup; git push -q
                cd ~/reminders; mm set -q milk q 5; mm edit -q milk --tag Home; mm sync -q >/dev/null 2>&1
                mm resolve -q >/dev/null 2>&1; echo "status $?"; mm resolve -q --\(side) --add; git commit -q --no-edit; mm sync -q >/dev/null; echo "status $?"
                grep -e '^[pq]' -e tags milk.md; mm check
                """
            )
            let result = ["status 2", "status 0", "tags: [Work, Home]", "p: \(value)", "q: 5", "no problems"]
            if let said { #expect(said == result, "\(said)") }
        }
    }

    @Test func `a reminder that one side deleted and the other moved is a conflict, or kept and named`() throws {
        let said = try Self.run(
            """
            mm add -q Bread --scheduled today --path bread.md; mm sync -q >/dev/null; git -C ~/other pull -q
            mm delete -q --yes bread; mm sync -q >/dev/null; cd ~/other; mkdir bakery; git mv bread.md bakery/; mm sync -q >/dev/null; echo "status $?"
            git merge --abort; git reset -q --hard HEAD~1; cd ~/reminders; mm add -q Milk --scheduled today --path more.md; git reset -q --soft HEAD~1
            git add -A; git commit -qm swap; git push -qf origin main; cd ~/other; mkdir -p bakery; git mv bread.md bakery/; mm sync >/dev/null; echo "status $?"
            grep -h title more.md bakery/bread.md
            """
        )
        guard let said else { return }
        #expect(said.dropFirst().first == "mm: bakery/bread.md: one side deleted the file, and the other changed it")
        #expect(said.contains("warning: bakery/bread.md is kept: one side moved it there, and the other deleted it"))
        #expect(said.suffix(3) == ["status 0", "title: Milk", "title: Bread"], "\(said.joined(separator: "\n"))")
    }

    @Test func `that it stopped is also said elsewhere, with the reason, until it runs again`() throws {
        let said = try Self.run(
            """
            mm set -q oats x 1; mm sync -q >/dev/null; cd ~/other; git rm -q milk.md; mm set -q oats x 2; mm sync -q >/dev/null 2>&1
            mm sync -q >/dev/null 2>&1
            for command in '' check 'git status'; do mm $command 2>&1 >/dev/null | grep 'sync stopped'; done; mm --at HEAD 2>&1 | grep stopped
            mm sync -q --dry-run >/dev/null 2>&1; mm resolve -q --ours --add; git commit -q --no-edit; mm 2>&1 | grep -c stopped; mm sync -q >/dev/null; mm 2>&1 | grep -c stopped; true
            """
        )
        let line = "warning: mm sync stopped (today 08:00): oats.md: both sides changed 'x'"
        if let said { #expect(said == [line, line, line, "1", "0"]) }
    }

    @Test func `without a terminal, nothing waits for a password`() throws {
        let said = try Self.run(
            """
            mkdir ~/bin; printf '#!/bin/sh\\necho "$*" >> ~/asked; echo "ssh: connect to host example.org port 22: Connection refused" >&2; exit 255\\n' > ~/bin/ssh
            chmod +x ~/bin/ssh; PATH=$HOME/bin:$PATH; git remote set-url origin ssh://example.org/x.git; reminder x X
            mm sync -q --offline-ok < /dev/null; echo "status $?"
            GIT_SSH_COMMAND="ssh -v" mm sync -q < /dev/null > /dev/null; echo "status $?"
            git config core.sshCommand "$HOME/bin/ssh -4"; mm sync -q < /dev/null > /dev/null; echo "status $?"; cut -d ' ' -f 1-4 ~/asked
            """
        )
        guard let said else { return }
        #expect(said.suffix(6).prefix(3) == ["status 0", "status 2", "status 2"] || said.contains("status 0"))
        #expect(said.suffix(3).allSatisfy { $0.contains("BatchMode=yes") })
    }

    @Test func `where nothing has changed, it would do nothing`() throws {
        let said = try Self.run("cd ~/other; mm sync --dry-run")
        if let said { #expect(said.count == 1 && said[0].hasPrefix("nothing was written")) }
    }
}
