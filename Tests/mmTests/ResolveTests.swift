import Testing

@testable import mm

/// `mm resolve` on copies of all sync tools, and its edits of the whole folder.
@Suite struct ResolveTests {
    private static let copies = [
        "milk.sync-conflict-20261121-080000-ABCDEFG.md", "milk (Ann's conflicted copy 2026-11-21).md",
        "milk (Anns in Konflikt stehende Kopie 2026-11-21).md", "milk (Ann の競合コピー 2026-11-21).md",
        "milk (conflicted copy 2026-11-21 080000).md", "milk_conflict-20261121-080000.md",
        "milk (Conflicted copy Phone 202611210800).md", "milk.variant-5e2f.md", "milk 2.md", "milk-ANNS-PC.md",
    ]

    @Test(arguments: copies)
    func `a copy is merged into its original, and undo brings both back`(name: String) throws {
        let stage = try TranscriptStage.with("empty")
        let copy = EveryCommand.quoted(name)
        let said = try stage.run(
            """
            mm init -q
            file() { printf -- "---\\nid: 1\\ntitle: Milk\\ntags: [$1]\\nscheduled: 2026-11-22\\n---\\n$2\\n"; }
            file Home Two. > milk.md; file Shopping Two. > \(copy)
            ls | cksum > ../names; cat * | cksum > ../texts
            mm resolve -q; echo "status $?"
            ls; grep tags: milk.md
            mm undo -q
            ls | cksum | cmp - ../names && cat * | cksum | cmp - ../texts && echo same
            """
        )
        #expect(said == ["status 0", "milk.md", "tags.yaml", "tags: [Home, Shopping]", "same"])
    }

    @Test func `a copy of a copy is merged into the original of both`() throws {
        let stage = try TranscriptStage.with("empty")
        let said = try stage.run(
            """
            mm init -q
            file() { printf -- "---\\nid: 1\\ntitle: Milk\\ntags: [$1]\\nscheduled: 2026-11-22\\n---\\n"; }
            one=.sync-conflict-20261121-080000-ABCDEFG; two=.sync-conflict-20261122-080000-ABCDEFG
            file A > milk.md; file B > milk$one.md; file C > milk$one$two.md; file D > "milk$two (conflicted copy 2026-11-21).md"
            mm resolve -q; echo "status $?"; ls; grep tags: milk.md
            """
        )
        #expect(said == ["status 0", "milk.md", "tags.yaml", "tags: [A, B, C, D]"])
    }

    @Test(arguments: ["", "list", "agenda", "plan"])
    func `a conflict copy may have another date, so lists say that it is not read`(command: String) throws {
        let stage = try TranscriptStage.with("empty")
        let said = try stage.run(
            """
            mm init -q; mm add -q Milk @tomorrow; sed s/11-22/11-25/ milk.md > milk.sync-conflict-20261121-080000-ABCDEFG.md
            mm \(command) 2>&1 >/dev/null; mm resolve -q --theirs; mm \(command) 2>&1 >/dev/null
            """
        )
        let warning = "warning: 1 conflict copy of a sync tool is not read: see 'mm resolve --dry-run'"
        #expect(said.count { $0 == warning } == 1, "\(said)")
    }

    @Test func `one answer for all files does not say which of two copies wins`() throws {
        let stage = try TranscriptStage.with("empty")
        let said = try stage.run(
            """
            mm init -q
            file() { printf -- "---\\nid: 1\\ntitle: Milk\\npriority: $1\\nscheduled: 2026-11-22\\n---\\n$2\\n"; }
            one=milk.sync-conflict-20261121-080000-ABCDEFG.md; two=milk.sync-conflict-20261122-080000-ABCDEFG.md
            file low Text. > milk.md; file low First. > $one; file low Second. > $two
            mm resolve --theirs; echo "status $?"; ls; cat milk.md $two | grep -E 'First|Second'
            mm resolve -q $two --theirs; echo "status $?"; tail -1 milk.md
            """
        )
        #expect(
            said == [
                "merged milk.sync-conflict-20261121-080000-ABCDEFG.md into milk.md, without a common version",
                "  body: Text. → First.", "mm: milk.md: its copy differs in the text", "  ours (milk.md): First.",
                "  theirs (milk.sync-conflict-20261122-080000-ABCDEFG.md): Second.",
                "copies of one file differ from each other; resolve one copy at a time, as in: mm resolve "
                    + "milk.sync-conflict-20261122-080000-ABCDEFG.md --theirs",
                "status 2", "milk.md", "milk.sync-conflict-20261122-080000-ABCDEFG.md", "tags.yaml", "First.",
                "Second.",
                "status 0", "Second.",
            ]
        )
    }

    @Test func `of a copy that cannot be merged, nothing changes`() throws {
        let stage = try TranscriptStage.with("empty")
        let said = try stage.run(
            """
            mm init -q
            for day in 22 23; do printf -- "---\\nid: 1\\ntitle: Milk $day\\ntags: [$day]\\nscheduled: 2026-11-$day\\n---\\n" > $day; done
            mv 22 milk.md; mv 23 "milk (conflicted copy 2026-11-21).md"
            cat * | cksum > ../texts
            mm resolve -q; echo "status $?"
            cat * | cksum | cmp - ../texts && echo same; mm undo --list
            """
        )
        #expect(
            said == [
                "mm: milk.md: its copy differs in 'title'", "  ours (milk.md): title: Milk 22",
                "  theirs (milk (conflicted copy 2026-11-21).md): title: Milk 23",
                "mm: milk.md: its copy differs in 'scheduled'", "  ours (milk.md): scheduled: 2026-11-22",
                "  theirs (milk (conflicted copy 2026-11-21).md): scheduled: 2026-11-23", "status 2", "same",
                "nothing to undo",
            ]
        )
    }

    /// The common version decides what each side changed.
    @Test(arguments: ["git", "undo", "stversions"])
    func `the common version of a copy is found`(source: String) throws {
        if source == "git", !TranscriptStage.has("git") { return }
        let stage = try TranscriptStage.with("empty")
        let said = try stage.run(
            """
            mm init -q
            printf -- "---\\ntitle: Milk\\nscheduled: 2026-11-22\\n---\\n" > milk.md
            cp milk.md ~/old
            case \(source) in
            git) git init -q; git add -A; git commit -qm one
                sed -i s/22/23/ milk.md; git commit -qam two ;;
            undo) mm set -q milk.md scheduled 2026-11-23 ;;
            stversions) mkdir .stversions; cp milk.md .stversions/milk~20261120-080000.md
                sed -i s/22/23/ milk.md ;;
            esac
            sed '2a priority: high' ~/old > "milk.sync-conflict-20261121-080000-ABCDEFG.md"
            mm resolve --json | grep -o '"base": "[a-z]*"'; cat milk.md
            """
        )
        #expect(
            said == [
                "\"base\": \"\(source)\"", "---", "title: Milk", "priority: high", "scheduled: 2026-11-23", "---",
            ]
        )
    }

    /// Such a version is our side of the conflict: it would make it look as if the copy had reverted our change.
    @Test func `a version that was current when the copy arrived is not the common one`() throws {
        let stage = try TranscriptStage.with("empty")
        let said = try stage.run(
            """
            mm init -q
            printf -- "---\\ntitle: Milk\\nscheduled: 2026-11-22\\n---\\n" > milk.md
            sed s/Milk/Bread/ milk.md > "milk.sync-conflict-20261121-080000-ABCDEFG.md"
            sed -i s/22/23/ milk.md; sleep 1.1; mm set -q milk.md priority high
            mm resolve --json 2> ~/err | grep -o '"base": [a-z]*'; grep -c differs ~/err
            """
        )
        #expect(said == ["\"base\": null", "2"])
    }

    @Test func `what changed since it was read is not overwritten`() throws {
        guard TranscriptStage.has("script") else { return }
        let stage = try TranscriptStage.with("empty")
        let said = try stage.run(
            """
            mm init -q
            printf -- "---\\n<<<<<<< a\\ntitle: A\\n=======\\ntitle: B\\n>>>>>>> b\\n---\\n" > x.md
            { until grep -q Keep ~/log 2>/dev/null; do sleep 0.1; done; echo more >> x.md; printf o; sleep 0.3; } |
                script -qefc 'COLUMNS=300 TERM=xterm mm --color never resolve' ~/log > /dev/null
            grep -o 'another program.*written' ~/log; tail -n 1 x.md
            """
        )
        #expect(said == ["another program changed x.md; nothing was written", "more"])
    }
}
