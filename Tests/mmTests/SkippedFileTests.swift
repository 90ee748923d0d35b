import Testing

/// Edits of several files, some of which cannot be changed: the file is named, the status is 2, and nobody is told that nothing
/// was changed if something was, or that a file was changed that was not.
@Suite struct SkippedFileTests {
    /// A folder with two reminders that can be edited, a malformed one, one with a rule that has no occurrence, and a link to
    /// a file outside.
    private static let folder = """
        mm init >/dev/null
        for i in 1 2; do printf -- '---\\ntitle: T %s\\ntags: [Work, old, new%s]\\nscheduled: 2026-11-20\\nrecurrence: daily\\nk: v\\n---\\n' $i $i > n$i.md; done
        printf -- '---\\ntitle: [bad\\ntags: [Work, old, spare]\\nk: v\\n---\\n' > bad.md
        printf -- '---\\ntitle: R\\ntags: [Work]\\nscheduled: 2026-11-20\\nrecurrence: yearly on 31 feb\\nk: v\\n---\\n' > rule.md
        printf -- '---\\ntitle: O\\ntags: [Work, old]\\nscheduled: 2026-11-20\\nrecurrence: daily\\nk: v\\n---\\n' > ../out.md
        ln -s ../out.md out.md
        printf -- 'Work:\\n  color: blue\\n  aliases: [old]\\nspare: pink\\nunused: pink\\n' > tags.yaml
        """

    /// Each with the files that it has to skip, and whether it can change others.
    static let commands: [(command: String, skipped: [String], changes: Bool)] = [
        ("done n1.md out.md", ["out.md"], true),
        ("skip n1.md out.md", ["out.md"], true),
        ("snooze n1.md out.md until 2026-11-25", ["out.md"], true),
        ("edit n1.md out.md --tag q", ["out.md"], true),
        ("edit n1.md bad.md out.md --tag q", ["bad.md", "out.md"], true),
        ("set n1.md bad.md out.md k w", ["bad.md", "out.md"], true),
        ("unset n1.md out.md k", ["out.md"], true),
        ("delete n1.md out.md --yes", ["out.md"], true),
        ("done --where 'is:overdue' --yes", ["bad.md", "out.md", "rule.md"], true),
        ("skip --where 'is:overdue' --yes", ["bad.md", "out.md", "rule.md"], true),
        ("snooze --where 'is:overdue' --yes until 2026-11-25", ["bad.md", "out.md"], true),
        ("edit --where 'tag:Work' --tag q --yes", ["bad.md", "out.md"], true),
        ("set --where 'tag:Work' k w --yes", ["bad.md", "out.md"], true),
        ("delete --where 'tag:Work' --yes", ["bad.md", "out.md"], true),
        ("tag rename Work Job", ["bad.md", "out.md"], true),
        ("tag delete Work --yes", ["bad.md", "out.md"], true),
        ("tag settle", ["bad.md", "out.md"], true),
        ("tag adopt", ["bad.md"], true),
        ("tag prune", ["bad.md"], true),
    ]

    @Test(arguments: commands)
    func `an edit that skips a file names it, has status 2, and does not say that nothing changed`(
        command: (command: String, skipped: [String], changes: Bool)
    ) throws {
        let stage = try TranscriptStage.with("empty")
        _ = try stage.run(Self.folder)
        let before = try stage.run("md5sum *.md tags.yaml")
        let output = try stage.run("mm \(command.command)")
        let after = try stage.run("md5sum *.md tags.yaml")
        #expect((before != after) == command.changes, "\(output)")
        for file in command.skipped {
            #expect(output.contains { $0.contains("skipped: \(file)") }, "\(output)")
        }
        #expect(output.contains("[exit 2]") == !command.skipped.isEmpty, "\(output)")
        if before != after {
            #expect(!output.contains { $0.contains("nothing was") || $0.contains("nothing to change") }, "\(output)")
        }
        // What is said to be done was done: the title of the link's reminder is in no other line.
        #expect(!output.contains { $0.contains("deleted") && $0.contains("'O'") || $0.hasSuffix(": O") }, "\(output)")
    }

    @Test func `a recovered edit names the files that it skipped`() throws {
        let stage = try TranscriptStage.with("empty")
        _ = try stage.run(Self.folder)
        _ = try stage.run("mm tag rename Work Job")
        // Killed after its commit: the journal is not a manifest yet.
        _ = try stage.run("mv .memoss/undo/2/manifest .memoss/journal")
        let output = try stage.run("mm list")
        let sentence = output.first { $0.contains("finished an interrupted edit") } ?? ""
        #expect(sentence.contains("bad.md") && sentence.contains("out.md"), "\(output)")
    }
}
