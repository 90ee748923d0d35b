import CLibrary
import TestSupport
import Testing

@testable import MemossFiles
@testable import mm

/// Runs the real `mm`, killed at random moments, and many processes at once.
@Suite(.serialized) struct InterruptionTests {
    private static let fileCount = 2_000

    /// Makes two thousand files in `reminders`, each with the tag.
    private static let make = """
        printf 'Work: blue\\nHome: pink\\n' > tags.yaml
        for d in 0 1 2 3 4 5 6 7 8 9; do
          mkdir d$d
          i=0
          while [ $i -lt \(fileCount / 10) ]; do
            printf -- '---\\ntitle: %s\\ntags: [Work, x%s]\\n---\\nBody\\n' $i $d > d$d/$i.md
            i=$((i + 1))
          done
        done
        """

    /// Prints how many files have each tag, the other files, and the registry, in one line.
    private static let count = """
        echo $(grep -rl '\\[Work, ' d? | wc -l) $(grep -rl '\\[Job, ' d? | wc -l) \
        $(grep -rlE '^Body$' d? | wc -l) $(find . -name '*.mm-*' | wc -l) $(find . -name journal | wc -l) \
        $(grep -cE '^(Work|Job):' tags.yaml) $(grep -oE '^(Work|Job)' tags.yaml)
        """

    /// More with `MM_KILL_ROUNDS=300 swift test`.
    private static let rounds = getenv("MM_KILL_ROUNDS").flatMap { Int(String(cString: $0)) } ?? Rounds.of(15)

    @Test func `after being killed at any moment, the next command completes or reverts the edit`() throws {
        let stage = try TranscriptStage.with("empty")
        _ = try stage.run(Self.make)
        let all = Self.fileCount
        var random = Random(seed: 2_026)
        var (old, new) = ("Work", "Job")
        // How long the edit takes on this machine, in milliseconds.
        let time = try stage.run(
            "s=$(date +%s%N); mm -q tag rename Work Job --no-alias; mm -q undo; e=$(date +%s%N); echo $(((e-s)/2000000))"
        )
        let longest = max(20, Int(time.first ?? "") ?? 100)
        var finished = 0
        var recovered = 0
        for round in 0..<Self.rounds {
            // A third of them at any moment, the others once the journal exists.
            let delay = Int(random.next() % UInt64(round % 3 == 0 ? longest : longest * 2 / 3))
            let awaiting = round % 3 == 0 ? "" : "while [ ! -e .memoss/journal ] && kill -0 $p; do :; done;"
            _ = try stage.run(
                "mm -q tag rename \(old) \(new) --no-alias & p=$!; \(awaiting) "
                    + "sleep \(delay / 1_000).\(String(1_000 + delay % 1_000).dropFirst()); kill -9 $p; wait $p"
            )
            // Any command that opens the folder will do.
            let command = [
                "mm list is:note --limit 1 >/dev/null", "mm tag list >/dev/null", "mm undo --list >/dev/null",
            ][
                round % 3
            ]
            let said = try stage.run(command)
            let now = try stage.run(Self.count)
            let isDone = now == ["\(new == "Work" ? all : 0) \(new == "Job" ? all : 0) \(all) 0 0 1 \(new)"]
            let isBefore = now == ["\(old == "Work" ? all : 0) \(old == "Job" ? all : 0) \(all) 0 0 1 \(old)"]
            #expect(isDone || isBefore, "round \(round), killed after \(delay) ms: \(now), \(said)")
            let outcomes = [
                "cleaned up an edit that was interrupted", "finished an interrupted", "reverted an interrupted",
            ]
            #expect(
                said.count <= 1 && said.allSatisfy { line in outcomes.contains { line.hasPrefix("warning: \($0)") } },
                "\(said)"
            )
            recovered += said.count
            if isDone {
                finished += 1
                swap(&old, &new)
            }
        }
        // This depends on the speed of the machine: missing every moment does not mean that the engine is wrong.
        if recovered == 0 {
            Issue.record("nothing to recover, \(finished) finished: the delays missed it", severity: .warning)
        }
        // Completed edits can be undone, and nothing is left of the others.
        if finished == 0 {
            // All of them were stopped in time, so there is nothing to undo.
            _ = try stage.run("mm -q tag rename \(old) \(new) --no-alias")
            swap(&old, &new)
        }
        let undone = try stage.run("mm -q undo 2>&1; \(Self.count)")
        let expected = "\(new == "Work" ? all : 0) \(new == "Job" ? all : 0) \(all) 0 0 1 \(new)"
        #expect(undone == [expected], "\(finished) finished, \(recovered) recovered: \(undone)")
        #expect(
            try stage.run("ls .memoss; ls .memoss/undo | wc -l | tr -d ' '; mm undo --list | wc -l | tr -d ' '").first
                == "lock"
        )
    }

    @Test func `twenty processes at once take turns, and nothing is lost`() throws {
        let stage = try TranscriptStage.with("empty")
        _ = try stage.run(
            """
            i=0
            while [ $i -lt 20 ]; do
              echo "t$i: blue" >> tags.yaml
              printf -- '---\\ntags: [t%s, all]\\n---\\n' $i > $i.md
              i=$((i + 1))
            done
            mm -q tag rename all every --no-alias
            """
        )
        let said = try stage.run(
            "seq 0 19 | xargs -P 20 -I{} sh -c 'mm -q tag rename t{} new{} --no-alias; echo \"{} $?\"'"
        )
        #expect(said.sorted() == (0..<20).map { "\($0) 0" }.sorted())
        let tags = try stage.run(
            "cat *.md tags.yaml | grep -oE 'new[0-9]+|t[0-9]+' | sort | uniq -c | awk '{print $2, $1}' | sort"
        )
        #expect(tags == (0..<20).map { "new\($0) 2" }.sorted())
        #expect(try stage.run("ls -A | grep -c mm-; mm undo --list | wc -l | tr -d ' '") == ["0", "20"])
    }

    /// This includes the first edit of a folder: `add` creates the lock file before it chooses a name.
    @Test func `adding the same title twenty times at once gives twenty files and one tag`() throws {
        let stage = try TranscriptStage.with("empty")
        let said = try stage.run(
            "touch tags.yaml; seq 20 | xargs -P 20 -I{} sh -c 'mm -q add Same title --tag New; echo $?'"
        )
        #expect(said.sorted() == (Array(repeating: "0", count: 20) + Self.sameNames).sorted())
        #expect(try stage.run("ls *.md | sort") == Self.sameNames.sorted())
        #expect(
            try stage.run("grep -h '^id:' *.md | sort -u | wc -l | tr -d ' '; grep -c New tags.yaml") == ["20", "1"]
        )
    }

    private static let sameNames = ["same-title.md"] + (2...20).map { "same-title-\($0).md" }

    /// A folder that was never edited has no lock file to wait for: a second process is refused with a reason.
    @Test func `twenty processes at once in a new folder lose nothing`() throws {
        let stage = try TranscriptStage.with("empty")
        _ = try stage.run(
            "i=0; while [ $i -lt 20 ]; do echo \"t$i: blue\" >> tags.yaml; "
                + "printf -- '---\\ntags: [t%s]\\n---\\n' $i > $i.md; i=$((i + 1)); done"
        )
        let said = try stage.run(
            "seq 0 19 | xargs -P 20 -I{} sh -c 'mm -q tag rename t{} new{} --no-alias 2>e{}; echo \"{} $?\"'"
        )
        #expect(said.count == 20 && said.contains { $0.hasSuffix(" 0") })
        for line in said {
            let words = line.split(separator: " ")
            let number = String(words[0])
            let isDone = words[1] == "0"
            #expect(isDone || words[1] == "2")
            let name = isDone ? "new\(number)" : "t\(number)"
            #expect(
                try stage.run("grep -c '\\[\(name)\\]' \(number).md; grep -c '^\(name): blue' tags.yaml") == ["1", "1"]
            )
            if isDone { continue }
            #expect(
                try stage.run("cat e\(number)") == [
                    "mm: another program changed tags.yaml; nothing was written",
                    "  run the command again",
                ]
            )
        }
        #expect(try stage.run("ls -A | grep -c mm-") == ["0", "[exit 1]"])
    }

    /// This requires permission to mount.
    @Test func `on a full disk nothing changes`() throws {
        #if os(Linux)
            let stage = try TranscriptStage.with("empty")
            guard
                try stage.run("mkdir disk && mount -t tmpfs -o size=600k,nr_inodes=700 tmpfs disk 2>/dev/null").isEmpty
            else {
                Issue.record("skipped: nothing can be mounted here", severity: .warning)
                return
            }
            defer { _ = try? stage.run("umount disk") }
            _ = try stage.run(
                """
                cd disk; echo 'Work: blue' > tags.yaml
                i=0; while [ $i -lt 100 ]; do printf -- '---\\ntags: [Work]\\n---\\n' > $i.md; i=$((i + 1)); done
                """
            )
            let sum = "cat *.md tags.yaml | cksum"
            let before = try stage.run("cd disk; \(sum)")
            // With less and less space: first enough for all edits, then for some, then for none.
            var refusals = 0
            for room in stride(from: 480, through: 0, by: -40) {
                let said = try stage.run(
                    "cd disk; head -c 600k /dev/zero > fill 2>/dev/null; truncate -s $((600-\(room)-104-8))k fill; mm -q tag rename Work Job --no-alias"
                )
                if said.isEmpty {
                    #expect(try stage.run("cd disk; grep -l 'Job' *.md | wc -l; mm -q undo") == ["100"])
                } else {
                    refusals += 1
                    #expect(said[0].hasSuffix("No space left on device; nothing was changed"), "\(said)")
                    #expect(said.last == "[exit 2]")
                }
                #expect(try stage.run("cd disk; \(sum)") == before, "\(room) kB of room")
                #expect(try stage.run("cd disk; ls -A | grep -c mm-; ls .memoss | tr '\\n' ' '").first == "0")
            }
            #expect(refusals > 0)
            // If nothing can be written, reading works and says that the result may be incomplete.
            let interrupt = "cd disk; rm -f fill; printf 'memoss 1\\n' > .memoss/journal; mount -o remount,ro ."
            #expect(try stage.run(interrupt).isEmpty)
            #expect(
                try stage.run("cd disk; mm tag list") == [
                    "warning: an edit was interrupted and can be neither finished nor reverted: Read-only file system: "
                        + "files may be only partly edited", "[Work]  100",
                ]
            )
        #endif
    }
}
