import Testing

@testable import mm

/// What `mm sync` refuses because a merge or a commit would lose something or silence the folder.
@Suite struct SyncRefusalTests {
    @Test func `a file that git ignores is not replaced by a directory`() throws {
        let said = try SyncTests.run(
            """
            echo mine > x; ln -s nowhere y; printf 'x\\ny\\n' > .git/info/exclude
            cd ~/other && mkdir x && cp milk.md x/a.md && mm sync -q >/dev/null; cd ~/reminders
            mm sync; echo "status $?"; cat x; mkdir ~/other/y; cd ~/other; git mv x/a.md y/a.md; mm sync -q >/dev/null; cd ~/reminders
            mm sync; echo "status $?"; readlink y; tidy
            """
        )
        guard let said else { return }
        let refusal = { (name: String) in
            [
                "mm: \(name) comes from origin/main, but a file that git does not track has this name here",
                "  rename one of the two; nothing was merged", "status 2",
            ]
        }
        #expect(said == refusal("x") + ["mine"] + refusal("y") + ["nowhere"])
    }

    @Test func `a lock that a killed git left in the remote repository is no other person who pushes`() throws {
        // It said that others keep pushing (#32).
        let said = try SyncTests.run(
            """
            server=$(git remote get-url origin); touch "$server/refs/heads/$(git branch --show-current).lock"
            mm set -q milk k 1; mm sync; echo "status $?"; rm "$server"/refs/heads/*.lock; mm sync -q; echo "status $?"
            """
        )
        guard let said else { return }
        #expect(said.contains { $0.hasPrefix("mm: git push: ") && $0.contains(".lock': File exists") }, "\(said)")
        #expect(
            said.contains("  \(GitProgram.lockHint)")
                && said.filter { $0.hasPrefix("status") } == ["status 2", "status 0"]
        )
    }

    @Test func `a folder whose registry was deleted elsewhere keeps its own`() throws {
        let said = try SyncTests.run(
            """
            cd ~/other && git rm -q tags.yaml && git commit -qm x && git push -q; cd ~/reminders
            before=$(last); mm sync; echo "status $?"; [ $before = $(last) ] && mm list -q | wc -l; tidy
            """
        )
        guard let said else { return }
        #expect(said.first?.hasPrefix("mm: tags.yaml was deleted on origin/main") == true)
        #expect(said.suffix(2) == ["status 2", "2"])
    }

    @Test func `markers that an undone resolution brings back are not committed`() throws {
        let said = try SyncTests.run(
            """
            cd ~/other && mm edit -q milk --title Theirs && mm sync -q >/dev/null; cd ~/reminders
            mm edit -q milk --title Ours; mm sync -q >/dev/null
            mm resolve -q --theirs --add; git commit -q --no-edit; mm sync -q >/dev/null; before=$(last)
            mm undo; mm sync; echo "status $?"; [ $before = $(last) ] && mm redo -q && mm sync; grep title milk.md
            """
        )
        guard let said else { return }
        #expect(
            said == [
                "mm: milk.md: both sides changed 'title'", "undone: resolve milk.md",
                "warning: milk.md has conflict markers again, and git does not list it as unmerged",
                "  to resolve it as before: mm redo",
                "mm: milk.md has conflict markers, which the last commit does not have; nothing was committed",
                "  merge its sides with: mm resolve --add milk.md", "status 2", "already in sync with origin/main",
                "title: Theirs",
            ]
        )
    }

    @Test func `a new file with markers is not committed, and what was staged stays as it was`() throws {
        let said = try SyncTests.run(
            """
            printf -- '---\ntitle: A\n<<<<<<< HEAD\nscheduled: 2026-12-01\n=======\nscheduled: 2026-12-02\n>>>>>>> x\n---\n' > front.md
            mm sync; echo "status $?"; git status --short; rm front.md
            printf -- '---\ntitle: B\nscheduled: 2026-12-01\n---\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\n' > body.md
            printf -- '---\ntitle: C\n---\n' > c.md; git add c.md; before=$(last)
            mm sync; echo "status $?"; git status --short; [ $before = $(last) ] && echo unchanged; git rm -q --cached c.md; rm body.md c.md; tidy
            """
        )
        guard let said else { return }
        let refusal = { (name: String) in
            [
                "mm: \(name) has conflict markers, which the last commit does not have; nothing was committed",
                "  merge its sides with: mm resolve --add \(name)", "status 2",
            ]
        }
        #expect(
            said == refusal("front.md") + ["?? front.md"] + refusal("body.md") + ["A  c.md", "?? body.md", "unchanged"]
        )
    }

    @Test(arguments: ["-s ours", "--squash", "-X theirs", "--no-commit"])
    func `settings of git for merges drop no edit`(options: String) throws {
        let said = try SyncTests.run(
            """
            cd ~/other && mm edit -q milk --tag Home && mm sync -q >/dev/null; cd ~/reminders
            git config branch.main.mergeOptions "\(options)"; git config pull.twohead ours
            mm edit -q oats --tag Home; mm sync -q >/dev/null; echo "status $?"; grep -h tags milk.md oats.md; tidy
            """
        )
        guard let said else { return }
        #expect(said == ["status 0", "tags: [Work, Home]", "tags: [Work, Home]"])
    }

    @Test func `the registry and other files with markers are not committed, but a heading is no marker`() throws {
        let said = try SyncTests.run(
            """
            marked() { printf '<<<<<<< HEAD\na: 1\n=======\nb: 2\n>>>>>>> x\n'; }
            cp tags.yaml ~/kept; marked > tags.yaml; mm sync; cp ~/kept tags.yaml
            mkdir "a b"; marked > "a b/notes.txt"; mm sync; rm -r "a b"; git status --short
            mkdir .x; marked > .x/a.md; git config diff.relative true; mm sync; rm -r .x; git config --unset diff.relative
            printf 'Chapter\n=======\n' > book.rst; mm sync -q >/dev/null; echo "status $?"; tidy
            """
        )
        guard let said else { return }
        let fault = { (path: String) in
            "mm: \(path) has conflict markers, which the last commit does not have; nothing was committed"
        }
        #expect(
            said == [
                fault("tags.yaml"), "  merge its sides with: mm resolve --add tags.yaml", fault("a b/notes.txt"),
                "  edit the file, and stage it: git add 'a b/notes.txt'", fault(".x/a.md"),
                "  edit the file, and stage it: git add .x/a.md", "status 0",
            ]
        )
    }

    @Test func `if a hook refuses the commit, its reasons are lines, and the index stays as it was`() throws {
        let said = try SyncTests.run(
            """
            printf '#!/bin/sh\nprintf "no commits\\r\\n\\ton fridays\\n"\nexit 1\n' > .git/hooks/pre-commit; chmod +x .git/hooks/pre-commit
            mm edit -q milk --title Oats; GIT_LITERAL_PATHSPECS=1 mm sync; echo "status $?"; rm .git/hooks/pre-commit; tidy
            """
        )
        guard let said else { return }
        #expect(said == ["mm: git commit: status 1", "  no commits", "  on fridays", "status 2", " M milk.md"])
    }

    @Test func `nothing is pushed to where git would not push`() throws {
        let said = try SyncTests.run(
            """
            git config remote.pushDefault fork; reminder x X; mm sync; echo "status $?"
            git config branch.main.pushRemote no_push; mm sync; git --git-dir ~/server.git log --oneline | wc -l
            mm sync -q --remote origin >/dev/null; git --git-dir ~/server.git log --oneline | wc -l; tidy
            """
        )
        guard let said else { return }
        let refusal = { (name: String) in
            [
                "mm: git pushes 'main' to '\(name)', but fetches it from 'origin'; mm sync needs one remote for both",
                "  choose one: mm sync --remote origin",
            ]
        }
        #expect(said == refusal("fork") + ["status 2"] + refusal("no_push") + ["1", "2"])
    }

    @Test func `what a killed merge driver leaves behind is not committed, and HEAD has to be a branch`() throws {
        let said = try SyncTests.run(
            """
            echo half > .merge_file_Ab3dEf.new-1f2e; mm sync; git update-ref refs/x/y HEAD; git symbolic-ref HEAD refs/x/y; mm sync
            git symbolic-ref HEAD refs/heads/main; ls .merge_file_*
            # The next sync after one that was killed removes it.
            for run in ~/.local/state/mm/*/sync.running; do echo running > $run; done; mm sync; ls -A | grep -c merge_file
            tidy
            """
        )
        guard let said else { return }
        #expect(
            said == [
                "already in sync with origin/main", "mm: no branch is checked out, so there is nothing to sync with",
                "  check one out: git switch BRANCH", ".merge_file_Ab3dEf.new-1f2e",
                "already in sync with origin/main", "0",
            ]
        )
    }
}
