import TestSupport
import Testing

@testable import MemossFiles
@testable import Merge
@testable import Text

/// Changes of neighbouring lines of a text that have nothing to do with each other.
@Suite struct BodyMergeTests {
    private static let front = "---\ntitle: Shopping\n---\n"

    /// The merged text, with `…` for a conflict. It is the same if the sides are exchanged.
    private func merged(_ base: String, _ ours: String, _ theirs: String, front: String = front) -> String {
        let files = [base, ours, theirs].map { Array((front + $0).utf8) }
        let triple = MergeTriple(files[0], files[1], files[2])
        let (one, other) = (triple.merge(), triple.swapped.merge())
        #expect(one.isClean == other.isClean)
        guard one.isClean else { return "…" }
        #expect(one.bytes.shown == other.bytes.shown)
        return String(decoding: one.bytes.dropFirst(front.utf8.count), as: UTF8.self)
    }

    @Test(arguments: [front, ""]) func `ticks of neighbouring lines are merged`(front: String) {
        let list = "- [ ] milk\n- [ ] eggs\n- [x] salt\n"
        let (milk, eggs) = (list.replacing("[ ] milk", with: "[x] milk"), list.replacing("[ ] eggs", with: "[x] eggs"))
        let both = milk.replacing("[ ] eggs", with: "[x] eggs")
        #expect(merged(list, milk, eggs, front: front) == both)
        // Also if one of them unticks a line, or both tick the same one.
        #expect(merged(list, milk, both, front: front) == both)
        #expect(
            merged(list, both, list.replacing("[x] salt", with: "[ ] salt"))
                == both.replacing("[x] salt", with: "[ ] salt")
        )
        #expect(merged(list, milk, milk.replacing("[x] milk", with: "[X] milk")) == milk)
        #expect(merged("1. [ ] a\n2. [ ] b", "1. [x] a\n2. [ ] b", "1. [ ] a\n2. [x] b") == "1. [x] a\n2. [x] b")
        // A line beside the ticked one is new, gone or another.
        #expect(
            merged(list, milk, list.replacing("- [ ] eggs", with: "- [ ] six eggs"))
                == milk.replacing("eggs", with: "six eggs")
        )
        #expect(
            merged(list, milk, list.replacing("- [ ] eggs\n", with: "")) == milk.replacing("- [ ] eggs\n", with: "")
        )
        #expect(merged(list, milk, "- [ ] tea\n" + list) == "- [ ] tea\n" + milk)
    }

    @Test
    func `a tick stays in conflict with another change of its line, and where it cannot be told which line it is`() {
        let list = "- [ ] milk\n- [ ] eggs\n"
        #expect(merged(list, "- [x] milk\n- [ ] eggs\n", "- [ ] oat milk\n- [ ] eggs\n") == "…")
        #expect(merged(list, "- [x] milk\n- [ ] eggs\n", "- [ ] eggs\n") == "…")
        #expect(merged("- [ ] a\n- [ ] a\n", "- [x] a\n- [ ] a\n", "- [ ] a\n- [x] a\n") == "…")
        // No list, but code.
        #expect(
            merged("```\n\(list)```\n", "```\n- [x] milk\n- [ ] eggs\n```\n", "```\n- [ ] milk\n- [x] eggs\n```\n")
                == "…"
        )
    }

    @Test func `if the common version is a guess, a tick of theirs is a question`() {
        let texts = ["- [ ] milk\n- [ ] eggs\n", "- [x] milk\n- [ ] eggs\n", "- [ ] milk\n- [x] eggs\n"].map {
            Array((Self.front + $0).utf8)
        }
        let merge = FileMerge(base: texts[0], ours: texts[1], theirs: texts[2], kind: .reminder, isBaseCertain: false)
        #expect(!merge.isClean)
    }

    @Test(arguments: [
        ("Diary\n", "Walked\n", "Swam\n", "Swam\nWalked\n"),
        ("Diary", "\nWalked\n", "\nSwam", "\nSwam\nWalked\n"),
        ("- [x] milk\n", "- [ ] tea\n", "- [ ] jam\n- [ ] rye\n", "- [ ] jam\n- [ ] rye\n- [ ] tea\n"),
        ("Diary\n", "\n## Mon 23\nRain\n", "\n## Sun 22\n- Sun\n", "\n## Mon 23\nRain\n\n## Sun 22\n- Sun\n"),
        ("Diary\n", "\nWalked\n", "\n```\ncode\n```\n", "\nWalked\n\n```\ncode\n```\n"),
        // A list goes on before a new heading.
        ("- milk\n", "\n## Later\n- rye\n", "- tea\n", "- tea\n\n## Later\n- rye\n"),
    ]) func `what both wrote at the end is kept, in the same order in both directions`(
        base: String,
        ours: String,
        theirs: String,
        added: String
    ) {
        #expect(merged(base, base + ours, base + theirs) == base + added)
    }

    @Test(arguments: [
        // An open code block, comment, formula or HTML block.
        ("Diary\n", "\n```\ncode\n", "\nSwam\n"), ("```\n", "\n```\nWalked\n", "\n```\nSwam\n"),
        ("Diary\n", "\n%%\nWalked\n", "\nSwam\n"), ("Diary\n", "\n<!-- Walked\n", "\nSwam\n"),
        ("Diary\n", "\n<pre>\n", "\nSwam\n"),
        // It would become part of the other: a heading, a section, an item, a quote, a row of a table.
        ("Diary\n", "Walked\n", "---\n"), ("Diary\n", "Walked\n", "===\n"),
        ("Diary\n", "\n## Walks\n", "\nSwam\n\n# Swims\n"),
        ("- milk\n", "- tea\n", "  green\n"), ("- milk\n", "- tea\n", "Swam\n"), ("Diary\n", "> Walked\n", "Swam\n"),
        ("Diary\n", "a | b\n", "- | -\n"), ("1. milk\n", "2. tea\n", "2. rye\n"), ("- milk\n", "- tea\n", "* rye\n"),
        // The same item, once with more.
        ("- milk\n", "- jam\n- tea\n", "- jam\n- rye\n"), ("Diary\n", "\n[^1]: Walked\n", "\n[^1]: Swam\n"),
        ("", "Walked\n", "Swam\n"), ("Diary\n", "Walked\n", "x\nSwam\n\ny"), ("Diary\n", "", "Swam\n"),
    ]) func `what would mean something else together stays in conflict`(base: String, ours: String, theirs: String) {
        let other = ours.isEmpty ? "Changed\n" : base
        #expect(merged(base, other + ours, base + theirs) == "…")
    }
}
