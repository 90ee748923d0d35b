import Testing

@testable import mm

/// The history of a folder with real git.
@Suite struct GitHistoryTests {
    private static let start = """
        export GIT_AUTHOR_DATE=2026-11-18T08:00+0100 GIT_COMMITTER_DATE=2026-11-18T08:00+0100
        commit() { git add -A && git commit -qm "$1"; }
        reminder() { printf -- '---\\nid: %s0000000-0000-4000-8000-000000000001\\ntitle: %s\\nscheduled: 2026-11-22\\n---\\n' $1 "$2"; }
        git init -q -b main . && echo 'Home: {}' > tags.yaml && reminder 1 Milk > milk.md && commit first

        """

    /// What the commands print; nil if git is not there.
    private func run(_ commands: String) throws -> [String]? {
        guard TranscriptStage.has("git") else {
            print("skipped: git is not there")
            return nil
        }
        return try TranscriptStage.with("empty").run(Self.start + commands)
    }

    @Test func `the environment of a hook does not lead to another repository`() throws {
        let said = try run(
            """
            git init -q ~/other && cd ~/other && git commit -q --allow-empty -m other && cd ~/reminders
            export GIT_DIR=$HOME/other/.git GIT_WORK_TREE=$HOME/other GIT_INDEX_FILE=$HOME/other/.git/index
            mm --at HEAD list -q; mm log; mm diff
            """
        )
        guard let said else { return }
        #expect(said.first == "1000  Milk  tomorrow")
        #expect(said[1...2] == ["3 days ago  A  Milk: added for 2026-11-22", "3 days ago  A  tag Home: added"])
        #expect(said.last?.hasPrefix("no changes since") == true)
    }

    @Test func `settings that change what git prints change nothing`() throws {
        let said = try run(
            """
            reminder 1 Oats > milk.md; git mv milk.md oats.md; commit second
            mm log > ~/before; mm diff HEAD~1 > ~/diff; mm --at HEAD~1 list -q > ~/list
            for setting in log.showSignature=true diff.renames=copies diff.noprefix=true log.decorate=full core.quotePath=true \\
                diff.external=false color.ui=always log.showRoot=false diff.relative=false log.date=iso format.pretty=fuller \\
                log.diffMerges=first-parent core.abbrev=4 diff.ignoreSubmodules=all i18n.logOutputEncoding=UTF-16; do
                git config ${setting%=*} ${setting#*=}
            done
            mm log | cmp - ~/before; mm diff HEAD~1 | cmp - ~/diff; mm --at HEAD~1 list -q | cmp - ~/list; wc -l < ~/before
            """
        )
        if let said { #expect(said.map { $0.filter { $0 != " " } } == ["3"]) }
    }

    @Test func `what a merge dropped from one side is told, also if the other side changed the same file`() throws {
        let said = try run(
            """
            git checkout -qb other && mm done -q milk && commit other
            git checkout -q main && mm set -q milk priority high && commit main
            export GIT_AUTHOR_DATE=2026-11-19T08:00+0100 GIT_COMMITTER_DATE=2026-11-19T08:00+0100
            git merge -q -s ours -m ours other; mm log milk
            export GIT_AUTHOR_DATE=2026-11-20T08:00+0100 GIT_COMMITTER_DATE=2026-11-20T08:00+0100
            mm set -q milk priority low && commit later; mm log milk | head -n 2
            git checkout -qb third && mm set -q milk x 1 && commit third && git checkout -q main && reminder 2 Oats > oats.md && commit oats
            git merge -q --no-edit third; mm log | head -n 4
            """
        )
        guard let said else { return }
        #expect(
            said == [
                "2 days ago  A  Milk: reopened",
                "3 days ago  A  Milk: priority none → high",
                "3 days ago  A  Milk: completed 2026-11-21T08:00",
                "3 days ago  A  Milk: added for 2026-11-22",
                "yesterday 08:00  A  Milk: priority high → low", "2 days ago       A  Milk: reopened",
                // An ordinary merge tells nothing.
                "yesterday 08:00  A  Oats: added for 2026-11-22", "yesterday 08:00  A  Milk: x none → 1",
                "yesterday 08:00  A  Milk: priority high → low", "2 days ago       A  Milk: reopened",
            ],
            "\(said.joined(separator: "\n"))"
        )
    }

    @Test func `the history goes on where the folder was before it was moved in its repository`() throws {
        let said = try run(
            """
            mm set -q milk a 1 && commit a
            mkdir -p notes/rem && git mv tags.yaml milk.md notes/rem && commit move && cd notes/rem
            mm set -q milk b 1 && commit b; cd ../.. && git mv notes/rem zettel && reminder 2 Oats > zettel/oats.md && commit again
            cd zettel && mm set -q milk c 1 && commit c
            mm log; echo; mm log milk | wc -l; mm diff HEAD~4; echo; mm diff HEAD~1 HEAD~4; echo; mm diff HEAD~4 HEAD~1
            """
        )
        guard let said else { return }
        let day = "3 days ago  A  "
        #expect(
            said.map { $0.hasPrefix(day) ? String($0.dropFirst(day.count)) : $0 } == [
                "Milk: c none → 1", "Oats: added for 2026-11-22", "Milk: b none → 1", "Milk: a none → 1",
                "Milk: added for 2026-11-22", "tag Home: added", "", "4", "Milk: b none → 1; c none → 1",
                "Oats: added for 2026-11-22", "", "Milk: b 1 → none", "Oats: deleted", "", "Milk: b none → 1",
                "Oats: added for 2026-11-22",
            ],
            "\(said.joined(separator: "\n"))"
        )
    }

    @Test func `links are followed inside the repository, and submodules are named`() throws {
        let said = try run(
            """
            mkdir sub .deep && reminder 2 Deep > .deep/x.md && ln -s .deep/x.md b.md && ln -s ../.deep/x.md sub/c.md
            ln -s ../sub/../milk.md sub/again.md && ln -s /etc/hostname sub/out.md && ln -s none.md broken.md && ln -s sub/again.md chain.md
            git init -q module && cd module && git commit -q --allow-empty -m module && cd .. && git add module 2>/dev/null
            commit links
            mm --at HEAD list --columns path,title -q; mm list --columns path,title -q
            mm --at HEAD list path:sub --columns path,title -q; mm --at HEAD check --all -q | grep other-name; mm diff -q
            mm --at HEAD list -q --json | grep reason
            mm --at HEAD list 2>&1 >/dev/null | grep submodule
            """
        )
        guard let said else { return }
        let listed = ["b.md     Deep", "milk.md  Milk"]
        #expect(said[..<2] == listed[...] && said[2..<4] == listed[...] && said[4..<6] == listed[...])
        #expect(said[6..<9].map { $0.prefix { $0 != ":" } } == ["chain.md", "sub/again.md", "sub/c.md"])
        #expect(said[9].contains(#""broken.md", "reason": "the symbolic link is broken""#), "\(said)")
        #expect(said[10].contains("points outside the repository, to /etc/hostname"))
        #expect(said[11].hasPrefix("warning: module is a submodule"))
    }

    @Test func `every name that a file can have is read`() throws {
        let said = try run(
            """
            mkdir 'a b' ; reminder 2 Two > "$(printf 'a b/line\\nbreak\\t\\"é.md')"; reminder 3 Three > "$(printf 'raw\\377.md')"
            reminder 4 Four > -dash.md; reminder 5 Five > ':(glob).md'; commit names
            mm list -q --columns title,path > ~/now; mm --at HEAD -q list --columns title,path | diff - ~/now
            mm --at HEAD check -q | grep -c 'not valid UTF-8'; mm diff HEAD~1 2>&1 | grep -c 'added\\|raw'; mm log | grep -c 'Two\\|Three\\|Four\\|Five'
            """
        )
        // The name that is not UTF-8 is not that of a reminder.
        if let said { #expect(said == ["1", "4", "3"]) }
    }

    @Test func `a merge that only brings two sides together is no line of its own`() throws {
        let said = try run(
            """
            mm git install -q && commit driver
            git checkout -qb side && mm edit milk --tag Home -q && mm add Oats -q >/dev/null && commit side
            git checkout -q main && mm edit milk --scheduled 2026-11-23 -q && commit main
            git merge -q --no-edit side >/dev/null && mm log milk && git status --short
            """
        )
        guard let said else { return }
        #expect(
            Set(said) == [
                "3 days ago  A  Milk: added for 2026-11-22", "3 days ago  A  Milk: moved 2026-11-22 → 2026-11-23",
                "3 days ago  A  Milk: tags + Home",
            ]
        )
        #expect(said.count == 3)
    }

    @Test func `what a merge itself adds, deletes or renames is in the log`() throws {
        let said = try run(
            """
            reminder 2 Gone > gone.md; reminder 3 Old > old.md; commit second; git checkout -qb side; reminder 4 Side > side.md; commit side
            git checkout -q main; reminder 5 Main > main.md; commit main; git merge -q --no-commit side >/dev/null 2>&1
            reminder 6 New > new.md; git rm -q gone.md; git mv old.md renamed.md; git add -A; git commit -qm merge
            mm log -n 3 -q; mm log new -q; mm log gone -n 1 -q
            """
        )
        guard let said else { return }
        let date = "3 days ago  A  "
        #expect(
            said[..<3] == [
                "\(date)Gone: deleted", "\(date)New: added for 2026-11-22", "\(date)Old: file renamed from old.md",
            ]
        )
        #expect(said[3...] == ["\(date)New: added for 2026-11-22", "\(date)Gone: deleted"])
    }

    @Test func `a merge that drops the changes of a side says so, and the newest line agrees with the file`() throws {
        for strategy in ["-s ours", "-X ours"] {
            let said = try run(
                """
                git checkout -qb side; reminder 1 Done > milk.md; reminder 4 Side > side.md; echo 'Work: {}' >> tags.yaml
                GIT_COMMITTER_DATE=2026-11-19T08:00+0100 commit side; git checkout -q main; reminder 1 Oats > milk.md; commit main
                GIT_COMMITTER_DATE=2026-11-20T08:00+0100 git merge -q \(strategy) -m merge side >/dev/null 2>&1; mm log milk.md -n 1; mm log side; mm log -q | tail -n 1
                """
            )
            guard let said else { return }
            let date = "3 days ago  A  "
            #expect(said.first == "\(date)Oats: title Done → Oats")
            let side = ["\(date)Side: deleted", "\(date)Side: added for 2026-11-22"]
            #expect(said.filter { $0.contains("Side:") } == (strategy == "-s ours" ? side : [side[1]]))
        }
    }

    @Test func `each state has its own ignore list`() throws {
        let said = try run(
            """
            reminder 2 Later > later.md; commit second; echo later.md > .mmignore; commit third
            mm diff HEAD~2 HEAD~1; mm diff HEAD~1 HEAD -q; mm diff HEAD~1 -q; mm log later.md -q | cat; mm log -q | grep Later
            reminder 2 Changed > later.md; commit fourth; mm log -n 1 -q; mm diff HEAD~1 -q; rm .mmignore; mm diff -q; mm diff HEAD~1 -q; mm diff HEAD~3 -q
            """
        )
        guard let said else { return }
        let (date, out) = ("3 days ago  A  ", "Later: now excluded by .mmignore")
        #expect(said[0] == "Later: added for 2026-11-22")
        #expect(said.filter { !$0.contains("mm:") && !$0.hasPrefix("since") }[1...].starts(with: [out, out]))
        #expect(said.contains("\(date)\(out)") && said.contains("\(date)Later: added for 2026-11-22"))
        #expect(said.suffix(3).first == "Changed: no longer excluded by .mmignore")
        #expect(said.suffix(2).first == "Changed: no longer excluded by .mmignore; title Later → Changed")
        #expect(said.last == "Changed: added for 2026-11-22")
    }

    @Test func `a file that stays unreadable is not called readable again, and a mode is a change`() throws {
        let said = try run(
            """
            odd() { printf -- '---\\ntitle: [%s\\n---\\n' $1 > odd.md; }; odd a; commit odd; odd b; mm diff -q; commit odder
            mm log -q -n 2; chmod +x milk.md; mm diff -q; commit mode; mm log -n 1 -q; chmod -x milk.md; mm diff --json | grep -o '"kind.*}]'
            printf 'Home:\\n  weird: 1\\n' > tags.yaml; mm diff -q | tail -n 1
            """
        )
        guard let said else { return }
        let date = "3 days ago  A  "
        let still = "odd.md: changed, still not readable"
        #expect(said[..<3] == [still, "\(date)\(still)", "\(date)odd.md: added; not readable"])
        #expect(said[3...4] == ["Milk: now executable", "\(date)Milk: now executable"])
        #expect(said[5...] == [#""kind": "executable", "after": false}]"#, "tag Home: edited"])
    }

    @Test func `dates that are out of order leave nothing out in silence`() throws {
        let said = try run(
            """
            at() { GIT_AUTHOR_DATE=$1 GIT_COMMITTER_DATE=$2 commit x; }
            reminder 2 Two > two.md; at 2026-11-19T08:00+0100 2026-11-19T08:00+0100
            reminder 3 Three > three.md; at 2026-11-10T08:00+0100 2026-11-20T08:00+0100
            reminder 4 Four > four.md; at 2020-01-04T08:00+0100 2020-01-04T08:00+0100
            mm log --since 2026-11-19; mm --at 2026-11-15 list 2>&1 | grep -c 'not in order: .*4 Jan 2020.* contains .*20 Nov'
            mm --at 2026-11-21 list 2>&1 | grep -c 'not in order'; reminder 5 Five > five.md; at 2026-11-20T10:00+0100 2026-11-01T08:00+0100; mm log --since 2026-11-20 -q
            """
        )
        guard let said else { return }
        #expect(said[0] == "2 days ago  A  Two: added for 2026-11-22")
        #expect(said[1].hasPrefix("2 later commits are left out"))
        #expect(said[2...] == ["1", "0", "yesterday 10:00  A  Five: added for 2026-11-22"])
    }

    @Test func `files that a filter changes on their way into the repository are read through it`() throws {
        let said = try run(
            """
            git config --global filter.rot.clean 'tr a-z n-za-m' && git config --global filter.rot.smudge 'tr a-z n-za-m; echo more text'
            echo 'secret*.md filter=rot' > .gitattributes; reminder 2 Secret > 'secret 1.md'; commit secret
            echo text >> 'secret 1.md'; git show 'HEAD:secret 1.md' | sed -n 3p
            mm --at HEAD list secret -q; mm log secret 2>&1; mm diff 2>&1
            git config --global filter.rot.smudge false; git config --global filter.rot.required true
            for command in '--at HEAD list' log 'diff HEAD~1'; do mm $command 2>&1 | grep -c 'secret 1.md is stored through a git filter'; done
            mm --at HEAD~1 list 2>&1 | grep -c filter; git config --global --remove-section filter.rot; mm log 2>&1 | grep -c 'git filter'
            git config filter.rot.smudge 'touch ran; cat'; mm log 2>&1 | grep -c 'git filter'; ls ran 2>/dev/null; true
            """
        )
        guard let said else { return }
        #expect(said[0] == "gvgyr: Srperg")
        #expect(said[1...2] == ["2000  Secret  tomorrow", "3 days ago  A  Secret: added for 2026-11-22"])
        #expect(said[3].hasPrefix("Secret: text"))
        // What is on the disk needs no filter.
        #expect(said.suffix(6) == ["1", "1", "0", "0", "0", "1"])
    }

    @Test func `a folder that was moved inside the repository is found where it was`() throws {
        let said = try run(
            """
            mkdir now && git mv milk.md tags.yaml now && cd now && echo x >> milk.md && mm diff; commit moved
            mm --at HEAD~1 list -q 2>&1; mm diff HEAD~1; reminder 2 Oats > oats.md; mm diff HEAD~1; mm diff HEAD~1 HEAD
            mkdir ../third && echo 'Home: {}' > ../third/tags.yaml && cd ../third && mm --at HEAD~1 list 2>&1
            """
        )
        guard let said else { return }
        let text = "Milk: text + 1 line"
        #expect(said.prefix(6) == [text, "1000  Milk  tomorrow", text, text, "Oats: added for 2026-11-22", text])
        #expect(said.dropFirst(6).first?.hasPrefix("mm: the folder had no files yet at third/ in ") == true)
    }

    @Test func `a rename on one branch that meets an edit on the other is no deletion`() throws {
        for id in ["id: 1\\n", ""] {
            let said = try run(
                """
                printf -- '---\\n\(id)title: Tea\\nscheduled: 2026-11-22\\n---\\none\\ntwo\\nthree\\n' > tea.md; commit tea
                git checkout -qb side; git mv tea.md chai.md; mm edit -q chai --tag Home; commit renamed
                git checkout -q main; mm edit -q tea --scheduled 2026-11-23; commit edited; mm git install -q; commit install
                git merge -q side -m merge 2>&1; [ "$(mm log chai)" = "$(mm log tea.md)" ] && echo same; ls *.md; mm log -n 3 2>&1 | sed 's/.*  A  //'; mm log chai | sed 's/.*  A  //' | sort
                """
            )
            guard let said else { return }
            let edits = ["Tea: moved 2026-11-22 → 2026-11-23", "Tea: file renamed from tea.md; tags + Home"]
            #expect(said.filter { $0.contains("deleted") } == [])
            #expect(said.contains("same"), "the former name finds it too")
            #expect(said.contains("chai.md") && edits.allSatisfy(said.contains))
            #expect(said.suffix(3) == (["Tea: added for 2026-11-22"] + edits).sorted())
        }
    }

    @Test func `a file in conflict is compared with the commit`() throws {
        let said = try run(
            """
            git checkout -qb side && mm edit milk --title Oats -q && commit side
            git checkout -q main && mm edit milk --title Soy -q && commit main
            git merge -q side >/dev/null 2>&1; mm diff 2>/dev/null | grep -c 'in conflict'
            """
        )
        if let said { #expect(said == ["1"]) }
    }

    @Test func `a file that is only taken out of the index is not deleted`() throws {
        let said = try run(
            """
            git rm -q --cached milk.md; mm diff; echo milk.md > .gitignore; mm diff 2>/dev/null; rm milk.md; mm diff 2>/dev/null
            mkdir milk.md && reminder 2 Oats > milk.md/oats.md && git add -f milk.md && mm diff 2>/dev/null
            """
        )
        guard let said else { return }
        #expect(said[0].hasPrefix("no changes since"))
        #expect(said[1...] == ["Milk: deleted", "Milk: deleted", "Oats: added for 2026-11-22"])
    }

    @Test func `the commit of a date is on the line of the branch, and a tag or a branch is a commit`() throws {
        let said = try run(
            """
            git checkout -qb side; reminder 2 Side > side.md; GIT_COMMITTER_DATE=2026-11-19T08:00+0100 commit side
            git checkout -q main; GIT_COMMITTER_DATE=2026-11-20T08:00+0100 git merge -q --no-ff -m merge side; git tag -am v1 v1 HEAD~1
            for rev in 2026-11-20 '20 nov 9:00' side v1 v1~0 'HEAD^{/first}' ':/side' @; do mm --at "$rev" list -q | wc -l; done
            reminder 3 Late > late.md; GIT_COMMITTER_DATE=2026-11-21T07:30+0100 commit late
            for rev in 7:00 7:45 today; do mm --at "$rev" list -q | wc -l; done
            """
        )
        if let said {
            #expect(said.map { $0.filter { $0 != " " } } == ["1", "2", "2", "1", "1", "1", "2", "2", "2", "3", "2"])
        }
    }

    @Test func `an object that is missing is an error, not an empty answer`() throws {
        let said = try run(
            """
            object=$(git rev-parse HEAD:milk.md); rm -f .git/objects/$(echo $object | cut -c1-2)/$(echo $object | cut -c3-)
            mm --at HEAD list -q; mm --at HEAD check | head -n 1; reminder 1 Oats > milk.md; mm diff; echo $?; mm log; echo $?
            """
        )
        guard let said else { return }
        #expect(said.contains { $0.hasPrefix("milk.md: error: the repository does not have its contents") })
        #expect(said.count { $0 == "2" } == 2)
    }

    @Test func `every command takes --at or refuses it`() throws {
        for command in Command.all where command.syntax.path.count < 3 {
            let options = command.syntax.options.map(\.long)
            if command.syntax.takesRevision { #expect(!options.contains("dry-run") || options.contains("fix")) }
        }
        let showing = Command.all.filter(\.syntax.takesRevision).map { $0.syntax.path.joined(separator: " ") }
        #expect(
            showing.sorted() == [
                "", "agenda", "calendar", "check", "export ics", "find", "habits", "list", "next", "plan", "show",
                "tag list", "tag suggest", "today", "tomorrow",
            ]
        )
        let edits = [
            "done milk", "add x", "tag add x", "notify --once", "ui", "config", "undo", "diff", "log", "git status",
        ]
        let said = try run(edits.map { "mm --at HEAD \($0) >/dev/null 2>&1; echo $?; git status --short\n" }.joined())
        if let said { #expect(said == edits.map { _ in "64" }) }
    }

    @Test func `more objects than one git reads come in their order, and one that is missing is named`() throws {
        let said = try run(
            """
            for i in $(seq 1200); do printf -- "---\\ntitle: Task $i\\nscheduled: 2026-11-22\\n---\\n" > $i.md; done; commit many
            mm list > ~/now; mm --at HEAD list -q | cmp - ~/now && wc -l < ~/now
            object=$(git rev-parse HEAD:999.md); rm -f .git/objects/$(echo $object | cut -c 1-2)/$(echo $object | cut -c 3-)
            mm --at HEAD check 2>/dev/null | grep 'does not have'; mm --at HEAD list 2>/dev/null | wc -l
            """
        )
        let fault = "999.md: error: the repository does not have its contents [unreadable-file]"
        if let said { #expect(said == ["1201", fault, "1200"]) }
    }
}
