import Testing

@testable import mm

/// What `mm sync` does with a merge of its own that stopped at a conflict, and how it names what it commits.
@Suite struct SyncConclusionTests {
    /// Stops at a conflict in `milk.md`.
    private static let conflict = """
        cd ~/other && mm edit -q milk --title Theirs && mm sync -q >/dev/null; cd ~/reminders
        mm edit -q milk --title Ours; mm sync -q >/dev/null 2>&1; before=$(last)

        """

    @Test func `once all conflicts are resolved, the next run commits the merge and pushes`() throws {
        let said = try SyncTests.run(
            Self.conflict + """
                mm resolve -q --ours --add; mm sync; echo "status $?"; git status --short; git log -1 --format=%B; mm 2>&1 | grep stopped
                cd ~/other; mm sync -q >/dev/null; grep title milk.md
                """
        )
        guard let said else { return }
        #expect(said.contains("all conflicts are resolved: committed the merge"), "\(said)")
        #expect(said.contains("status 0"))
        #expect(said.contains("mm: merge origin/main") && !said.contains { $0.contains("Conflicts") })
        #expect(!said.contains { $0.contains("sync stopped") })
        #expect(said.last == "title: Ours")
    }

    @Test func `a file with markers that somebody added is not committed`() throws {
        let said = try SyncTests.run(
            Self.conflict + """
                git add -A; mm sync; echo "status $?"; [ $before = $(last) ] && git rev-parse -q --verify MERGE_HEAD >/dev/null && echo same
                """
        )
        guard let said else { return }
        #expect(
            said.contains(
                "mm: milk.md has conflict markers, which the last commit does not have; nothing was committed"
            ),
            "\(said)"
        )
        #expect(said.suffix(2) == ["status 2", "same"])
    }

    @Test func `a file that somebody added with markers is staged once it is resolved`() throws {
        let said = try SyncTests.run(
            Self.conflict + """
                git add -A; mm sync 2>&1 | tail -1; sed -i '/^[<=>]/d; /Theirs/d' milk.md; mm sync 2>&1
                git add -A; git checkout -q --merge milk.md; git add -A
                mm resolve -q --ours --add; mm sync -q >/dev/null; echo "status $?"; git status --short
                cd ~/other; mm sync -q >/dev/null; grep title milk.md
                """
        )
        guard let said else { return }
        #expect(
            said == [
                "  merge its sides with: mm resolve --add milk.md",
                "mm: milk.md has conflict markers, which the last commit does not have; nothing was committed",
                "  the file no longer has any; stage it: git add milk.md", "status 0", "title: Ours",
            ]
        )
    }

    @Test func `what was resolved is staged, and the next sync goes on`() throws {
        let said = try SyncTests.run(
            Self.conflict + """
                mm resolve --ours; echo "status $?"; mm sync -q >/dev/null; echo "status $?"
                cd ~/other; mm sync -q >/dev/null; grep title milk.md
                """
        )
        let resolved = ["resolved: milk.md", "staged: milk.md", "to go on: mm sync", "status 0"]
        #expect(said == nil || said == resolved + ["status 0", "title: Ours"])
    }

    @Test(arguments: ["", "git checkout -q --merge x.md;"])
    func `both of two reminders are staged, also if they were kept by an earlier run`(step: String) throws {
        let said = try SyncTests.run(
            """
            two() { printf -- "---\\nid: $1\\ntitle: $2\\nscheduled: 2026-12-0$1\\n---\\n" > x.md; }
            cd ~/other; two 7 Seven; mm sync -q >/dev/null; cd ~/reminders; two 8 Eight; git add -A
            git commit -qm eight; git pull -q --no-rebase origin main >/dev/null 2>&1
            mm resolve -q; \(step) mm resolve -q --add; git status --short; git commit -q --no-edit >/dev/null; mm sync -q >/dev/null
            cd ~/other; mm sync -q >/dev/null; ls x*; grep -h title x*
            """
        )
        guard let said else { return }
        #expect(said == ["A  x-2.md", "x-2.md", "x.md", "title: Seven", "title: Eight"])
    }

    @Test func `what somebody wrote to resolve a conflict is not said to come from the other side`() throws {
        let said = try SyncTests.run(
            Self.conflict + """
                mm resolve -q --ours --add; mm edit -q milk --title Mine; reminder eggs Eggs; git add -A
                mm sync; echo "status $?"
                """
        )
        guard let said else { return }
        #expect(
            said == [
                "all conflicts are resolved: committed the merge", "to origin/main:", "  Eggs: added for 2026-11-22",
                "  Mine: title Theirs → Mine", "in sync with origin/main", "status 0",
            ]
        )
    }

    @Test func `a file that somebody resolved so that it cannot be read is not committed`() throws {
        let said = try SyncTests.run(
            Self.conflict + """
                printf -- '---\ntitle: [\n---\n' > milk.md; git add -A
                mm sync; echo "status $?"; [ $before = $(last) ] && git rev-parse -q --verify MERGE_HEAD >/dev/null && echo same
                """
        )
        guard let said else { return }
        #expect(
            said == [
                "mm: milk.md cannot be read, although both sides can; the merge was not committed",
                "  see why: mm check milk.md", "  once it is mended: git add milk.md, and mm sync", "status 2", "same",
            ]
        )
    }

    @Test func `a merge that somebody else began is left to them`() throws {
        let said = try SyncTests.run(
            """
            git checkout -qb theirs; reminder milk Theirs; git commit -qam theirs; git checkout -q main; reminder bread B
            git add -A; git commit -qm ours; git merge -q --no-commit theirs >/dev/null 2>&1; before=$(last)
            mm sync; echo "status $?"; [ $before = $(last) ] && echo same
            """
        )
        guard let said else { return }
        #expect(
            said == [
                "mm: a merge is in progress in this repository; finish or abort it first",
                "  finish it: git commit --no-edit", "  or abort it: git merge --abort", "status 2", "same",
            ]
        )
    }

    @Test func `a commit names a move, the end of a snooze and a new deadline as what they are`() throws {
        let said = try SyncTests.run(
            """
            mm edit -q milk --scheduled 2026-11-25 && mm snooze -q milk 2h && mm sync -q >/dev/null
            subject() { mm sync --dry-run 2>&1 | grep -o 'mm: .*'; git checkout -q .; }
            mm edit -q milk --scheduled 2026-11-28; subject
            mm snooze -q milk --off; subject
            mm snooze -q milk 4h; subject
            mm edit -q milk --due 2026-12-24; subject
            """
        )
        guard let said else { return }
        #expect(said == ["mm: 1 moved", "mm: 1 unsnoozed", "mm: 1 snoozed", "mm: 1 edited"])
    }
}
