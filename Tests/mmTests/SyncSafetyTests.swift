import Testing

@testable import mm

/// What `mm sync` must not lose to other programs, to a power failure and to a git that died.
/// `Scripts/test-git --races` lets editors save beside it.
@Suite struct SyncSafetyTests {
    // MARK: Other programs

    /// A filter that runs while the merged files are prepared stands for an editor.
    @Test(arguments: [
        ("echo saved >> milk.md", "saved"), ("sed -i s/Milk/Cream/ milk.md", "title: Cream"),
        ("echo saved > new.md", "saved"), ("mkdir new.md.d", "title: New"),
    ])
    func `a file that is saved while it is merged is merged again`(edit: String, kept: String) throws {
        let said = try SyncTests.run(
            """
            (cd ~/other && mm edit -q milk --tag Home && mm edit -q oats --tag Home && reminder new New && mm sync -q >/dev/null)
            echo 'oats.md filter=x' > .git/info/attributes
            git config filter.x.smudge 'cat; [ -e ~/once ] || { touch ~/once; \(edit); }'
            mm sync -q >/dev/null; ls ~/once; git config --remove-section filter.x
            [ -z "$(git diff --name-only --diff-filter=U)" ] || mm resolve -q --ours --add >/dev/null; mm sync -q >/dev/null; echo "status $?"
            cat *.md | grep -h '\(kept)'; grep -h tags: milk.md oats.md; tidy | grep -v new.md.d; true
            """
        )
        guard let said else { return }
        #expect(said.contains { $0.hasSuffix("/once") } && said.contains("status 0"))
        #expect(said.contains(kept))
        #expect(said.suffix(2) == ["tags: [Work, Home]", "tags: [Work, Home]"])
    }

    @Test func `a file outside the cone of a sparse clone is committed, and what is not checked out stays`() throws {
        let said = try SyncTests.run(
            """
            (cd ~/other && mkdir in out && mv milk.md in && mv oats.md out && mm sync -q >/dev/null); mm sync -q >/dev/null
            git sparse-checkout set in; mkdir -p out; printf -- '---\\ntitle: New\\nscheduled: 2026-12-01\\n---\\n' > out/new.md
            mm sync -q >/dev/null; echo "status $?"; git ls-tree -r --name-only HEAD out
            """
        )
        guard let said else { return }
        #expect(said.suffix(3) == ["status 0", "out/new.md", "out/oats.md"])
    }

    @Test func `a file outside the cone of a sparse clone stays after a merge, with what was merged into it`() throws {
        let said = try SyncTests.run(
            """
            (cd ~/other && mkdir in out && mv milk.md in && mv oats.md out && mm sync -q >/dev/null); mm sync -q >/dev/null
            git sparse-checkout set in; mkdir -p out; printf -- '---\\ntitle: New\\nscheduled: 2026-12-01\\n---\\n' > out/new.md
            mm sync -q >/dev/null; (cd ~/other && mm sync -q >/dev/null; mm set -q new k 1 && mm set -q milk k 1; mm sync -q >/dev/null)
            mm set -q milk l 2; mm sync -q >/dev/null 2>&1; echo "status $?"; ls out; grep -h '^k' out/new.md; git status --porcelain; mm list --all -q --columns title
            """
        )
        guard let said else { return }
        #expect(
            said.contains("status 0") && said.contains("new.md") && said.contains("k: 1") && said.contains("New"),
            "\(said)"
        )
        #expect(!said.contains("oats.md"))
    }

    @Test func `a file that is saved after any step of git is merged again`() throws {
        // It was replaced if it was saved after the last look of git.
        let said = try SyncTests.run(
            """
            mkdir ~/bin; real=$(command -v git); mm=$(command -v mm)
            printf '#!/bin/sh\n%s "$@"; status=$?\ncase "$*" in *"$STEP"*) [ -z "$STEP" ] || [ -e ~/once ] || { touch ~/once; echo "saved $STEP" >> milk.md; };; esac\nexit $status\n' "$real" > ~/bin/git
            chmod +x ~/bin/git
            for STEP in fetch merge-base 'diff --raw' cat-file update-ref read-tree 'status --porcelain -z'; do
                (cd ~/other && mm sync -q >/dev/null; mm set -q milk k "$STEP" && mm sync -q >/dev/null); rm -f ~/once
                STEP="$STEP" PATH=~/bin:$PATH mm sync -q >/dev/null; echo "status $?"; ls ~/once >/dev/null
                grep -c "saved $STEP" milk.md; grep -c "k: $STEP" milk.md; mm sync -q >/dev/null
            done; tidy
            """
        )
        #expect(
            said.map { $0 == Array(repeating: ["status 0", "1", "1"], count: 7).flatMap(\.self) } != false,
            "\(said ?? [])"
        )
    }

    @Test func `a sync makes progress though a file is saved after every step of git`() throws {
        let said = try SyncTests.run(
            """
            mkdir ~/bin; real=$(command -v git)
            printf '#!/bin/sh\n%s "$@"; status=$?\necho saved >> milk.md\nexit $status\n' "$real" > ~/bin/git; chmod +x ~/bin/git
            (cd ~/other && mm sync -q >/dev/null; mm set -q milk k 1 && mm set -q oats k 1 && mm sync -q >/dev/null)
            PATH=~/bin:$PATH mm sync -q >/dev/null; echo "status $?"
            grep -h k: milk.md oats.md; git log -1 --format=%s; git status --porcelain | grep -v milk; grep -c saved milk.md > ~/count
            mm sync -q > /dev/null; echo "status $?"; [ "$(cat ~/count)" = "$(grep -c saved milk.md)" ] && tidy
            """
        )
        #expect(
            said.map { $0 == ["status 0", "k: 1", "k: 1", "mm: merge origin/main", "status 0"] } != false,
            "\(said ?? [])"
        )
    }

    @Test(arguments: [
        (
            "printf '#!/bin/sh\nexit 0\n' > .git/hooks/commit-msg; chmod +x .git/hooks/commit-msg",
            "a hook of this clone"
        ),
        (
            "mkdir ~/bin; printf '#!/bin/sh\ncase \"$*\" in *merge-tree*) exit 129;; *version) echo git version 2.37.1; exit;; esac\n"
                + "exec %s \"$@\"\n' $(command -v git) > ~/bin/git; chmod +x ~/bin/git; export PATH=~/bin:$PATH",
            "git version 2.37.1 cannot merge apart from the files"
        ),
        ("(cd ~/other && ln -s milk.md link.md && mm sync -q >/dev/null)", "it changes links"),
    ])
    func `if git itself has to write the files of a merge, mm says why, and that saves may be lost`(
        cause: String,
        reason: String
    ) throws {
        let said = try SyncTests.run(
            """
            (cd ~/other && mm edit -q milk --tag Home && mm sync -q >/dev/null); reminder other Other
            \(cause); mm sync 2>&1 | grep 'what another program saves meanwhile may be lost'; grep -c Home milk.md
            """
        )
        guard let said else { return }
        #expect(said.first?.contains(reason) == true && said.last == "1", "\(said)")
    }

    @Test func `hidden files, those outside of the folder, links and modes arrive too`() throws {
        let said = try SyncTests.run(
            """
            cd ~ && git init -q -b main all && cd all && mkdir in && cd in && mm init -q && reminder a A && git remote add origin ~/all.git
            git init -q --bare -b main ~/all.git; echo one > ../out.txt; git add ../out.txt; git commit -qm out; mm sync -q > /dev/null
            git clone -q ~/all.git ~/all2
            for round in plain link; do
                (cd ~/all2/in && echo $round > ../out.txt && echo '*.md text' > .gitattributes && echo $round > ../.hidden && reminder $round B
                [ $round = plain ] || { ln -s a.md l.md; echo x > run; chmod +x run; git rm -q plain.md; }
                git add -A .. && git commit -qm $round && git push -q)
                mm sync -q > /dev/null; echo "status $?"; cat ../out.txt ../.hidden .gitattributes; diff -r -x .git -x .memoss .. ~/all2 && git status --short
                mm undo --list 2>&1 | grep -c merge
            done; [ -L l.md ] && [ -x run ] && echo same
            """
        )
        guard let said else { return }
        #expect(
            said == [
                "status 0", "plain", "plain", "*.md text", "0", "status 0", "link", "link", "*.md text", "0", "same",
            ]
        )
    }

    @Test func `a conflict is left as git leaves it`() throws {
        let said = try SyncTests.run(
            """
            (cd ~/other && mm set -q milk k theirs && reminder new New && mm sync -q >/dev/null)
            mm set -q milk k ours; cp milk.md ~/before; mm sync -q >/dev/null 2>&1; echo "status $?"; git status --porcelain
            grep -c '<<<<<<<' milk.md; git ls-files -u | wc -l; git rev-parse -q --verify MERGE_HEAD > /dev/null && tail -n 1 .git/MERGE_MSG
            git merge --abort && cmp milk.md ~/before && ls *.md && tidy
            mm sync -q >/dev/null 2>&1; mm resolve -q --theirs --add >/dev/null; git commit -q --no-edit; git log -1 --format='%s %p' | wc -w; tidy
            """
        )
        guard let said else { return }
        let lines = said.map { $0.filter { $0 != " " } }
        #expect(
            lines == ["status2", "UUmilk.md", "Anew.md", "1", "3", "#\tmilk.md", "milk.md", "oats.md", "5"]
                || lines == ["status2", "UUmilk.md", "Anew.md", "1", "3", "#\tmilk.md", "milk.md", "oats.md", "5", ""]
        )
    }

    // MARK: Power failures

    @Test(arguments: [": > milk.md", "head -c 40 /dev/zero > milk.md", ": > tags.yaml"])
    func `a file that has lost its contents is not committed`(loss: String) throws {
        let said = try SyncTests.run(
            """
            \(loss); reminder new New; mm sync; echo "status $?"; git log --format=%s | wc -l; git status --porcelain
            file=$(git diff --name-only); git restore -- $file; mm sync -q > /dev/null; echo "status $?"; tidy
            \(loss); git commit -qm emptied -- $file; mm sync -q >/dev/null; echo "status $?"
            """
        )
        guard let said else { return }
        let file = loss.hasSuffix("milk.md") ? "milk.md" : "tags.yaml"
        #expect(
            said[0]
                == "mm: \(file) has lost all contents, which the last commit still has; nothing was committed"
        )
        #expect(said[1] == "  bring it back: git restore -- \(file)")
        #expect(said.contains(" M \(file)") && said.contains("?? new.md"))
        #expect(said.suffix(2) == ["status 0", "status 0"])
    }

    @Test func `what is saved while a sync merges is kept although git cannot look at the file`() throws {
        // Git passes over it, and the merge overwrote it (#32).
        let said = try SyncTests.run(
            """
            (cd ~/other && mm set -q milk theirs 1 && mm sync -q >/dev/null); reminder new New
            mkdir ~/blind; cat > ~/blind/git <<END
            #!/bin/sh
            case "\\$*" in
            *merge-tree*) sed -i 's/^title:/ours: 1\\ntitle:/' ~/reminders/milk.md; exec $(command -v git) "\\$@" ;;
            *" status "*) $(command -v git) "\\$@" | sed -z '/milk.md/d' ;;
            *) exec $(command -v git) "\\$@" ;;
            esac
            END
            chmod +x ~/blind/git; PATH=~/blind:$PATH mm sync -q >/dev/null; echo "status $?"; grep -c -e ^ours -e ^theirs milk.md
            """
        )
        guard let said else { return }
        #expect(said == ["status 0", "2"])
    }

    @Test func `a sync goes on although git failed between the names of a merge`() throws {
        // It failed for good (#32).
        let said = try SyncTests.run(
            """
            for name in ours theirs result; do
              git update-ref refs/worktree/mm-sync/$name HEAD
              cd ~/other && mm set -q milk $name 1 && mm sync -q >/dev/null; cd ~/reminders
              mm sync -q >/dev/null; echo "status $?"; grep $name milk.md; git for-each-ref refs/worktree
            done
            """
        )
        guard let said else { return }
        #expect(said == ["status 0", "ours: 1", "status 0", "theirs: 1", "status 0", "result: 1"])
    }

    @Test func `a merge that was interrupted after its files were written is finished, and nothing is committed twice`()
        throws
    {
        let said = try SyncTests.run(
            """
            (cd ~/other && mm edit -q milk --tag Home && reminder new New && mm sync -q >/dev/null)
            git fetch -q; git update-ref refs/worktree/mm-sync/ours HEAD; git update-ref refs/worktree/mm-sync/theirs origin/main
            git update-ref refs/worktree/mm-sync/result origin/main; git checkout -q origin/main -- .; git reset -q
            mm sync; echo "status $?"; [ $(last) = $(git rev-parse origin/main) ] && echo same; tidy
            """
        )
        guard let said else { return }
        #expect(said.contains("warning: an earlier merge was interrupted; it is finished now"))
        #expect(said.suffix(2) == ["status 0", "same"])
    }

    // MARK: Locks

    @Test func `a lock is removed if the sync died that it is from, but not while a process has it`() throws {
        let said = try SyncTests.run(
            """
            died() { for run in ~/.local/state/mm/*/sync.running; do echo running > $run; done; }
            reminder new New; touch .git/index.lock; mm sync -q >/dev/null 2>&1; echo "status $?"; ls .git/index.lock
            died; mm sync 2>&1 | grep -c 'removed the lock'; ls .git/*.lock 2>/dev/null; tidy
            died; reminder other Other; touch .git/refs/heads/main.lock; sleep 60 9<.git/refs/heads/main.lock & holder=$!
            mm sync -q >/dev/null 2>&1; echo "status $?"; ls .git/refs/heads/main.lock; kill $holder
            """
        )
        guard let said else { return }
        #expect(
            said.filter { !$0.contains("erminated") } == [
                "status 2", ".git/index.lock", "1", "status 2", ".git/refs/heads/main.lock",
            ]
        )
    }

    @Test func `an edit waits while git writes, and does not wait for a lock that nobody has open`() throws {
        let said = try SyncTests.run(
            """
            touch .git/index.lock; mm set -q milk k v; echo "status $?"; rm .git/index.lock
            ( sleep 1; echo git >> ~/order; rm .git/index.lock ) 9> .git/index.lock &
            while [ ! -e .git/index.lock ]; do :; done; mm set -q milk k w; echo "status $?"; echo mm >> ~/order; wait; cat ~/order
            """
        )
        if let said { #expect(said == ["status 0", "status 0", "git", "mm"]) }
    }
}
