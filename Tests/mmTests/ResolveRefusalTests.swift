import Testing

@testable import mm

/// What `mm resolve` does not decide alone: it says why, leaves every byte, and its status is not 0.
@Suite struct ResolveRefusalTests {
    /// A folder with git, and a merge that stopped in `v.md` with the title A on one side and B on the other.
    private static let setUp = """
        mm init -q; git init -q -b main; git config advice.mergeConflict false
        file() { printf -- "---\\nid: $1\\ntitle: $2\\n---\\n$3\\n"; }
        stop() { file 1 O "$1" > v.md; git add -A; git commit -qm o; git checkout -qb side; file 1 B "$3" > v.md
            git commit -qam b; git checkout -q main; file 1 A "$2" > v.md; git commit -qam a
            git merge -q side > ~/log 2>&1; }
        same() { cat *.md | cksum | cmp -s - ~/sum && echo same; }

        """

    private func run(_ script: String) throws -> [String]? {
        guard TranscriptStage.has("git") else { return nil }
        return try TranscriptStage.with("empty").run(Self.setUp + script)
    }

    @Test func `a copy is not merged into a file that git has left unmerged, also if it is named alone`() throws {
        let copy = "v.sync-conflict-20261121-080000-ABCDEFG.md"
        let said = try run(
            "stop x x x; file 1 C x > \(copy); cat *.md | cksum > ~/sum; mm resolve --theirs \(copy); echo $?; same"
        )
        let refusal = [
            "mm: \(copy): its original v.md is unmerged in git", "  resolve and stage that first", "2", "same",
        ]
        #expect(said == nil || said == refusal)
    }

    @Test(arguments: [
        ("git cherry-pick side", "git cherry-pick --skip"), ("git revert --no-edit HEAD~1", "git revert --skip"),
        ("git checkout -q side; git rebase --apply main", "git rebase --skip"),
        ("git checkout -q side; git rebase main", "git rebase --continue"),
        ("git format-patch -q -1 side; git am -3 *.patch", "git am --skip"),
        ("git merge side", "git commit -q --no-edit"),
    ])
    func `if nothing is left to commit, the command that goes on is named`(start: String, end: String) throws {
        let said = try run(
            """
            stop x x x; git merge --abort; file 1 D x > v.md; git commit -qam d
            (\(start)) > ~/log 2>&1
            mm resolve --ours --add; \(end) > ~/log 2>&1; echo $?; git status --porcelain v.md; ls .git | grep -E 'PICK|REVERT|MERGE_HEAD' || true
            """
        )
        let hint = "nothing is left to commit, because the result is what HEAD has already; go on with: \(end)"
        let going = end.hasSuffix("--skip") ? hint : "to go on: \(end.replacing("commit -q", with: "commit"))"
        #expect(said == nil || said == ["resolved: v.md", "staged: v.md", going, "0"])
    }

    @Test func `our side, once chosen, can be staged later`() throws {
        let said = try run(
            """
            stop x x x; git show :2:v.md > v.md; mm resolve --add; echo $?; git status --porcelain v.md; grep title: v.md
            """
        )
        #expect(said == nil || said == ["staged: v.md", "to go on: git commit --no-edit", "0", "title: A"])
    }

    @Test func `if git does not say how it left a file that equals our side, it has to be named`() throws {
        let said = try run(
            """
            stop x x x; git show :2:v.md > v.md; git update-ref -d AUTO_MERGE; mm resolve --add; echo $?
            mm resolve --ours --add v.md; echo $?; git status --porcelain v.md; grep title: v.md
            """
        )
        let refusal = [
            "mm: v.md: it equals our side and has no markers: either you chose that side, or the merge failed",
            "  if you chose it: mm resolve --ours --add v.md",
            "  to merge it again, without what was edited since: git checkout --merge -- v.md", "2",
        ]
        #expect(said == nil || Array(said?.prefix(4) ?? []) == refusal)
        #expect(said == nil || said?.suffix(2) == ["0", "title: A"])
    }

    @Test func `a reminder that was made by copying another one is delivered, and not merged into it`() throws {
        let said = try run(
            """
            file 1 Dentist x | sed '/title/a scheduled: 2026-11-23' > dentist.md
            day=23; for name in 'dentist 2' dentist-LEA 'dentist 10'; do
                day=$((day + 1)); sed "s/Dentist/Dentist Lea/; s/-23/-$day/" dentist.md > "$name.md"
            done
            mm plan -q | grep -c Lea; cat *.md | cksum > ~/sum; mm resolve; same
            """
        )
        #expect(said == nil || said == ["3", "nothing to resolve", "same"])
    }

    @Test func `a plain note is resolved`() throws {
        let said = try run(
            """
            for side in o b a; do
                [ $side = b ] && git checkout -qb side; [ $side = a ] && git checkout -q main
                printf "x\\n$side\\ny\\n" > v.md; git add -A; git commit -qm $side
            done; git merge -q side > ~/log 2>&1
            mm resolve --theirs; echo $?; cat v.md
            """
        )
        let end = ["0", "x", "b", "y"]
        #expect(said == nil || said == ["resolved: v.md", "staged: v.md", "to go on: git commit --no-edit"] + end)
    }

    @Test func `if git cannot stage, what was resolved is said all the same`() throws {
        let said = try run("stop x x x; touch .git/index.lock; mm resolve --theirs --add; echo $?; grep title: v.md")
        let lines = said ?? []
        #expect(said == nil || lines.first == "resolved: v.md" && lines.suffix(2) == ["2", "title: B"])
        let hint = "  the files are resolved, but not staged; stage them with: git add -A -- v.md"
        #expect(said == nil || lines.contains(hint))
        #expect(!lines.contains { $0.contains("\\n") })
    }

    /// Two tag commands that git's lines would join into one broken file.
    @Test func `a tag renamed in one clone and created in the other is one tag after a merge`() throws {
        let said = try run(
            """
            mm git install -q; mm tag add -q Garden --color moss; git add -A; git commit -qm o; git checkout -qb side
            mm tag rename -q Garden Plot; git commit -qam b; git checkout -q main; mm tag add -q Plot --color moss
            git commit -qam a; git merge -q side > ~/log 2>&1; echo $?; mm check -q; echo $?; grep -c '^Plot:' tags.yaml
            """
        )
        #expect(said == nil || said == ["0", "0", "1"])
    }

    @Test func `a copy with another id is another reminder`() throws {
        let copy = "v.sync-conflict-20261121-080000-ABCDEFG.md"
        let said = try run(
            "file 1 A x > v.md; file 2 B x > \(copy); cat *.md | cksum > ~/sum; mm resolve --theirs; echo $?; same"
        )
        let refusal = [
            "mm: \(copy): its id differs from that of v.md", "  to keep it, give it another name", "2", "same",
        ]
        #expect(said == nil || said == refusal)
    }

    @Test func `two reminders that were created under one name are both kept`() throws {
        for side in ["", "--ours", "--theirs"] {
            let said = try run(
                """
                git add -A; git commit -qm o; git checkout -qb side; file 1 Mum x > call.md; git add -A; git commit -qm b
                git checkout -q main; file 2 Dad y > call.md; echo > CALL-2.md; git add -A; git commit -qm a; git merge -q side > ~/log 2>&1
                mm resolve \(side) --add; echo $?; git commit -qm both; git status --short; grep title: call*.md
                """
            )
            guard let said else { return }
            #expect(said.contains("0") && said.suffix(2) == ["call-3.md:title: Mum", "call.md:title: Dad"])
        }
    }

    @Test(arguments: ["git add v.md", "git commit -qam merge"])
    func `markers in the text of a file that git does not wait for are found`(command: String) throws {
        let said = try run(
            """
            file 1 O o > v.md; git add -A; git commit -qm o; git checkout -qb side; file 1 O b > v.md; git commit -qam b
            git checkout -q main; file 1 O a > v.md; git commit -qam a; git merge -q side > ~/log 2>&1; \(command)
            mm resolve; echo $?; mm check 2>&1 | grep -c git-conflict
            mm resolve v.md --theirs; tail -n 1 v.md; mm check -q; echo $?
            """
        )
        #expect(
            said == nil
                || said == [
                    "mm: v.md: its body has conflict markers, but git does not list it as unmerged",
                    "  if they are a conflict: mm resolve v.md", "  if they are text: put them in a code block", "2",
                    "1", "resolved: v.md", "b", "0",
                ]
        )
    }

    @Test func `the rest of a conflict whose opening marker is gone is not taken for text`() throws {
        let said = try run(
            """
            stop "$(seq 1 9)" "$(echo a; seq 2 8; echo a)" "$(echo b; seq 2 8; echo b)"
            sed -i '0,/^<<<<<<</{/^<<<<<<</d}' v.md; grep -c '^<<<<<<<' v.md; cat *.md | cksum > ~/sum
            mm resolve --ours 2> ~/err; echo $?; same; grep -c incomplete ~/err
            """
        )
        #expect(said == nil || said == ["1", "2", "same", "1"])
    }

    @Test func `what is left to git is said, and a hidden file does not stop the others`() throws {
        let said = try run(
            """
            mkdir .trash; for side in o b a; do
                [ $side = b ] && git checkout -qb side; [ $side = a ] && git checkout -q main
                for name in v.md .trash/v.md v.txt; do file 1 $side x > $name; done; git add -A; git commit -qm $side
            done; git merge -q side > ~/log 2>&1
            mm resolve --ours; echo $?; grep title: v.md; mm resolve v.txt; echo $?; git add v.md; mm resolve v.md; echo $?
            """
        )
        #expect(
            said == nil
                || said == [
                    "resolved: v.md", "staged: v.md", "2 other files in conflict: see 'git status'", "2", "title: a",
                    "1 other file in conflict: see 'git status'", "2", "nothing to resolve", "0",
                ]
        )
    }

    @Test func `an untouched file is merged whatever its markers look like`() throws {
        let said = try run(
            """
            stop "$(printf 'x\\ny')" "$(printf 'Head\\n=======\\ny')" "$(printf 'b\\ny')"
            mm resolve --ours; echo $?; sed -n '2,$p' v.md
            """
        )
        let end = ["0", "id: 1", "title: A", "---", "Head", "=======", "y"]
        #expect(said == nil || said == ["resolved: v.md", "staged: v.md", "to go on: git commit --no-edit"] + end)
    }

    @Test func `if it matters which version a copy was made from, nothing is dropped`() throws {
        let said = try run(
            """
            file 1 T '[ ] milk' > v.md; git add -A; git commit -qm 1; file 1 T '[x] milk' > v.md; git commit -qam 2
            file 1 T "$(printf '[ ] milk\\ntea')" > v.md; git commit -qam 3
            printf -- '---\\nid: 1\\ntitle: T\\ntags: [Phone]\\n---\\n[x] milk\\n' > 'v (conflicted copy 2026-11-21).md'
            cat *.md | cksum > ~/sum; mm resolve; echo $?; same
            """
        )
        #expect(
            said == nil
                || said == [
                    "mm: v.md: its copy differs in the text", "  ours (v.md):", "    [ ] milk", "    tea",
                    "  theirs (v (conflicted copy 2026-11-21).md): [x] milk",
                    "decide with: mm resolve --ours or --theirs, for all or for some files; or edit the file", "2",
                    "same",
                ]
        )
    }

    @Test func `a merged copy is staged if git has it`() throws {
        let said = try run(
            """
            file 1 T x > v.md
            printf -- '---\\nid: 1\\ntitle: T\\ntags: [Phone]\\n---\\nx\\n' > 'v (conflicted copy 2026-11-21).md'
            git add -A; git commit -qm 1; mm resolve -q --add; git status --short
            """
        )
        #expect(said == nil || said == ["M  v.md", "D  \"v (conflicted copy 2026-11-21).md\""].sorted())
    }

    /// A git that fails must not look like a git without conflicts.
    @Test func `a repository that git cannot read is an error, not a repository without conflicts`() throws {
        guard
            let said = try run(
                """
                stop x x x; cat *.md | cksum > ~/sum; printf broken > .git/index
                mm resolve 2> ~/err; echo $?; same; grep -c '^mm: git ls-files: ' ~/err
                """
            )
        else { return }
        #expect(said == ["2", "same", "1"])
    }

    @Test func `a repository that git refuses to open is an error, with git's reason`() throws {
        guard
            let said = try run(
                """
                stop x x x; cat *.md | cksum > ~/sum; git config core.repositoryformatversion 99
                mm resolve 2> ~/err; echo $?; same; grep -c 'version' ~/err
                """
            )
        else { return }
        #expect(said == ["2", "same", "1"])
    }

    @Test func `without a repository there is nothing to resolve`() throws {
        #expect(
            try run("rm -rf .git; file 1 A x > v.md; mm resolve; echo $?") ?? ["nothing to resolve", "0"]
                == ["nothing to resolve", "0"]
        )
    }

    @Test func `a former version that cannot be read may be the common one, so both values are kept`() throws {
        let copy = "v.sync-conflict-20261121-080000-ABCDEFG.md"
        let said = try run(
            """
            file 1 O x > v.md; mm edit v.md --title A -q; mkdir .stversions
            file 1 O x > .stversions/v~20260101-080000.md; file 1 O x > \(copy); echo more >> \(copy)
            image=$(ls .memoss/undo/*/0.before); cp "$image" ~/image; printf damaged > "$image"
            mm resolve 2>&1 | head -n 1; cp ~/image "$image"; mm resolve 2>&1 | head -n 1
            """
        )
        let merged = "merged \(copy) into v.md, with the common version from stversions"
        #expect(said ?? [] == (said == nil ? [] : ["mm: v.md: its copy differs in 'title'", merged]))
    }

    /// The version that is kept may be newer than the common one: what it has and the copy lacks, our side added.
    @Test func `what a copy lacks is not taken for removed, unless somebody says so`() throws {
        let copy = "v.sync-conflict-20261121-080000-ABCDEFG.md"
        let said = try run(
            """
            v() { printf -- '---\\nid: 1\\ntitle: %s\\ntags: [%s]\\n%b---\\nbag\\n%b' "$1" "$2" "$3" "$4"; }
            v Milk Shop,Home 'priority: high\\n' 'key\\n' > v.md; mm edit v.md --title Bread -q
            v Milk Shop 'color: red\\n' '' > \(copy); cat *.md | cksum > ~/sum; mm resolve 2> ~/err; echo $?; same
            grep differs ~/err; mm resolve -q --ours; cat v.md
            """
        )
        let kept = [
            "---", "id: 1", "title: Bread", "tags: [Shop,Home]", "color: red", "priority: high", "---", "bag", "key",
        ]
        let asked = ["mm: v.md: its copy differs in 'priority'", "mm: v.md: its copy differs in the text"]
        #expect(said ?? [] == (said == nil ? [] : ["2", "same"] + asked + kept))
    }

    @Test func `a value that our side has had before is no common version of its own`() throws {
        let copy = "v.sync-conflict-20261121-080000-ABCDEFG.md"
        let said = try run(
            """
            v() { printf -- '---\\nid: 1\\ntitle: A\\ntags: [%s]\\ndue: %s\\n---\\nb\\n' "$1" $2; }
            v x 2026-11-01 > v.md; mm edit -q v.md --due 2026-12-01; mm edit -q v.md --due 2026-11-01
            v 'x, y' 2026-12-01 > \(copy); mm resolve 2> ~/err; echo $?; grep differs ~/err
            """
        )
        #expect(said ?? [] == (said == nil ? [] : ["2", "mm: v.md: its copy differs in 'due'"]))
    }

    @Test func `an occurrence that the copy completed is completed without a question`() throws {
        let copy = "v.sync-conflict-20261121-080000-ABCDEFG.md"
        let said = try run(
            """
            v() { printf -- '---\\nid: 1\\ntitle: A\\nscheduled: 2026-11-%s\\nrecurrence: daily\\n%b---\\n' "$1" "$2"; }
            v 10 '' > v.md; mm set -q v.md priority high; v 11 'complete_instances: [2026-11-10]\\n' > \(copy)
            mm resolve -q; echo $?; sed -n '4,7p' v.md
            """
        )
        let merged = [
            "0", "scheduled: 2026-11-11", "recurrence: daily", "complete_instances: [2026-11-10]", "priority: high",
        ]
        #expect(said ?? [] == (said == nil ? [] : merged))
    }

    @Test func `a reminder that git moved aside for a directory is named, with the way to bring it back`() throws {
        let said = try run(
            """
            exec 2>&1; echo x > x; git add x; git commit -qm o; git checkout -qb side; file 1 Shop x > shop.md; git add -A; git commit -qm side
            git checkout -q main; mkdir shop.md; echo y > shop.md/y; git add -A; git commit -qm main; git merge -q side > ~/log
            mm resolve --add; echo $?
            mv 'shop.md~side' new.md && git add -A -- 'shop.md~side' new.md && git commit -q --no-edit && mm list -q is:note | grep -c Shop
            """
        )
        let hint = "  rename it: mv 'shop.md~side' NEW.md && git add -A -- 'shop.md~side' NEW.md"
        guard let said else { return }
        #expect(
            said == [
                "mm: shop.md~side: git renamed it, because something else has its name now; until its name ends in .md, no list shows it",
                hint, "2", "1",
            ]
        )
    }
}
