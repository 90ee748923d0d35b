import TestSupport
import Testing

@testable import MemossFiles
@testable import Merge
@testable import Text

/// The registry is merged tag by tag, then field by field.
@Suite struct RegistryMergeTests {
    private let base = """
        Garden:
          color: "#22C55E"
          id: g
        Work:
          color: "#3B82F6"
          id: w
          aliases: [job]

        """

    private func merged(_ ours: String, _ theirs: String, base: String? = nil) -> String {
        let triple = MergeTriple([UInt8](base ?? self.base), [UInt8](ours), [UInt8](theirs))
        let text = triple.merge(.registry).bytes
        if triple.merge(.registry).isClean { #expect(triple.swapped.merge(.registry).bytes == text) }
        return String(decoding: text, as: UTF8.self)
    }

    @Test func `tags of both sides are in alphabetical order`() {
        #expect(merged(base + "Zoo: pink\n", base + "Yard: teal\n") == base + "Yard: teal\nZoo: pink\n")
        #expect(merged("Art: pink\n" + base, "Books: teal\n" + base) == "Art: pink\nBooks: teal\n" + base)
    }

    @Test func `a comment above the first tags of both sides is there once`() {
        for comment in ["# none\n", "# one\n\n# two\n"] {
            #expect(
                merged(comment + "A: pink\n", comment + "B: teal\n", base: comment) == comment + "A: pink\nB: teal\n"
            )
            #expect(
                merged(comment + "# mine\nA: pink\n", comment + "B: teal\n", base: comment)
                    == comment + "# mine\nA: pink\nB: teal\n"
            )
        }
        // A comment that only the sides have may be two.
        #expect(merged("# x\nA: pink\n", "# x\nB: teal\n", base: "") == "# x\nA: pink\n# x\nB: teal\n")
    }

    @Test func `different fields of a tag are merged, and former names are a set`() {
        let ours = base.replacing("#3B82F6", with: "#000000")
        #expect(
            merged(ours, base.replacing("[job]", with: "[job, office]"))
                == ours.replacing("[job]", with: "[job, office]")
        )
        #expect(
            merged(base.replacing("[job]", with: "[job, z]"), base.replacing("[job]", with: "[b, job]"))
                == base.replacing("[job]", with: "[job, b, z]")
        )
    }

    @Test func `a renamed tag is the same tag`() {
        let ours = base.replacing("Work:", with: "Labour:").replacing("[job]", with: "[job, Work]")
        #expect(merged(ours, base.replacing("#3B82F6", with: "#000000")) == ours.replacing("#3B82F6", with: "#000000"))
    }

    @Test
    func `of a tag that both sides created, the smaller id and the earlier day count; two chosen colours conflict`() {
        let tag = { (color: String, id: String, day: Int) in
            self.base + "Zoo:\n  color: \(color)\n  id: \(id)\n  created: 2026-11-\(day)\n"
        }
        #expect(merged(tag("pink", "b", 11), tag("pink", "a", 12)) == tag("pink", "a", 11))
        #expect(
            merged(tag("pink", "a", 11), tag("teal", "a", 11)).contains(
                "<<<<<<< ours\n  color: pink\n=======\n  color: teal\n"
            )
        )
    }

    @Test func `a colour that nobody chose gives way, and of two, the same one wins in both directions`() {
        let tag = { (color: String) in self.base + "Zoo:\n  color: \(color)\n" }
        let (purple, teal, chosen) = ("\"#8B5CF6\"", "\"#14B8A6\"", "\"#123456\"")
        #expect(merged(tag(purple), tag(teal)) == tag(teal))
        #expect(merged(tag(purple), tag(chosen)) == tag(chosen))
        // A name is written by hand.
        #expect(merged(tag("pink"), tag(teal)) == tag("pink"))
        #expect(merged(tag(chosen), tag("\"#654321\"")).contains("<<<<<<< ours\n  color: \"#123456\"\n"))
        // A colour that both have changed was chosen.
        let other = { (color: String) in self.base.replacing("#22C55E", with: color) }
        #expect(merged(other("#8B5CF6"), other("#14B8A6")).contains("<<<<<<< ours"))
    }

    @Test func `a tag removed on one side and changed on the other conflicts`() {
        let gone = String(base.prefix(while: { $0 != "W" }))
        #expect(merged(gone, base.replacing("#3B82F6", with: "#000000")).contains("<<<<<<< ours\n=======\nWork:\n"))
        #expect(merged(gone, base + "Zoo: pink\n") == gone + "Zoo: pink\n")
    }

    @Test func `a tag with the name of another one, but its own id, is not merged with it`() {
        let tag = { (name: String, color: String, id: String) in "\(name):\n  color: \(color)\n  id: \(id)\n" }
        let base = tag("A", "pink", "i")
        let renamed = tag("B", "pink", "i") + "  aliases: [A]\n"
        for (ours, theirs) in [
            (renamed, tag("A", "teal", "n")),
            (tag("A", "pink", "n") + tag("B", "pink", "i"), tag("A", "teal", "i")),
        ] {
            #expect(merged(ours, theirs, base: base).contains("<<<<<<< ours"))
            #expect(merged(theirs, ours, base: base).contains("<<<<<<< ours"))
        }
    }

    // MARK: One tag under two names

    private func entry(_ name: String, _ color: String, _ id: String, _ aliases: String = "") -> String {
        "\(name):\n  color: \(color)\n  id: \(id)\n" + (aliases.isEmpty ? "" : "  aliases: [\(aliases)]\n")
    }

    private func isReadable(_ text: String) -> Bool { FileMerge.isReadable([UInt8](text.utf8), .registry) }

    @Test func `a tag renamed on one side to the name of a new one on the other is one tag`() {
        let base = entry("Garden", "pink", "g")
        for name in ["Plot", "plot"] {
            let ours = entry("Garden", "pink", "g") + entry(name, "pink", "a")
            let theirs = entry("Plot", "pink", "g", "Garden")
            #expect(merged(ours, theirs, base: base) == entry("Plot", "pink", "a", "Garden"))
        }
    }

    @Test func `two tags renamed to one name are one tag, and only two colours conflict`() {
        let base = entry("Garden", "pink", "g") + entry("Work", "pink", "w")
        let ours = entry("Home", "pink", "g", "Garden") + entry("Work", "pink", "w")
        let theirs = entry("Garden", "pink", "g") + entry("Home", "pink", "w", "Work")
        #expect(merged(ours, theirs, base: base) == entry("Home", "pink", "g", "Garden, Work"))
        let triple = MergeTriple(
            [UInt8](base.utf8),
            [UInt8](ours.utf8),
            [UInt8](theirs.replacing("pink\n  id: w", with: "teal\n  id: w").utf8)
        )
        let merge = triple.merge(.registry)
        #expect(merge.conflicts == ["Home: color"])
        #expect(isReadable(String(decoding: merge.choosing([.theirs]).bytes, as: UTF8.self)))
    }

    @Test func `a conflict copy of the registry with former names is merged, or it is a conflict`() {
        let ours = entry("Plot", "pink", "g", "Garden") + entry("Work", "teal", "w")
        let copy = entry("Garden", "pink", "g") + entry("Work", "teal", "w") + "New: teal\n"
        let result = merged(ours, copy, base: "")
        #expect(isReadable(result) && result.contains("New: teal\n"))
        #expect(result.contains(entry("Plot", "pink", "g", "Garden")) && result.contains(entry("Work", "teal", "w")))
        let renamed = MergeTriple(
            [],
            [UInt8](ours.utf8),
            [UInt8]((entry("Garden", "pink", "g") + entry("Job", "teal", "w") + "New: teal\n").utf8)
        )
        let merge = renamed.merge(.registry)
        #expect(merge.conflicts == ["Job"])
        for side in MergeSide.allCases {
            let text = String(decoding: merge.choosing([side]).bytes, as: UTF8.self)
            #expect(isReadable(text), "\(text)")
            #expect(text.contains("Plot:") && text.contains("aliases: [Garden]") && !text.contains("Garden:"))
        }
    }

    @Test func `whichever of two new names is chosen, the other one is a former name`() {
        let base = entry("Home", "pink", "h") + entry("Work", "pink", "w")
        let work = entry("Work", "pink", "w")
        let ours = entry("Haus", "pink", "h", "Home") + work
        let theirs = entry("House", "teal", "h", "Home") + work
        for (one, other, first, second) in [(ours, theirs, "Haus", "House"), (theirs, ours, "House", "Haus")] {
            let triple = MergeTriple([UInt8](base.utf8), [UInt8](one.utf8), [UInt8](other.utf8))
            let merge = triple.merge(.registry)
            #expect(merge.conflicts == ["Home"])
            // The colour that one side changed is in both.
            let texts = MergeSide.allCases.map { String(decoding: merge.choosing([$0]).bytes, as: UTF8.self) }
            #expect(texts[0] == entry(first, "teal", "h", "Home, \(second)") + work)
            #expect(texts[1] == entry(second, "teal", "h", "Home, \(first)") + work)
            #expect(texts.allSatisfy(isReadable))
        }
        // Without ids, fields or an ancestor.
        for base in ["Home: pink\n", ""] {
            let (one, other) = ("Haus:\n  color: pink\n  id: h\n", "House:\n  color: pink\n  id: h\n")
            let text = merged(one, other, base: base == "" ? base : "Home:\n  id: h\n")
            #expect(text.contains("Haus:\n  color: pink\n  id: h\n  aliases: [House]\n"), "\(text)")
            #expect(text.contains("House:\n  color: pink\n  id: h\n  aliases: [Haus]\n"), "\(text)")
        }
    }

    @Test func `of two names, the one of the side that renamed the tag again is the newer one`() {
        let base = entry("a", "pink", "i")
        let (once, twice) = (entry("b", "pink", "i", "a"), entry("c", "pink", "i", "a, b"))
        #expect(merged(once, twice, base: base) == twice)
        // A former name of the base says nothing.
        let known = entry("a", "pink", "i", "b")
        let conflict = merged(entry("b", "pink", "i", "a"), entry("c", "pink", "i", "a, b"), base: known)
        #expect(conflict.contains("<<<<<<< ours"), "\(conflict)")
    }

    @Test func `an alias of a tag that the other side creates is the same tag`() {
        let base = entry("Bed", "pink", "b")
        let merge = merged(base + entry("Plot", "pink", "p"), entry("Yard", "pink", "b", "Bed, Plot"), base: base)
        #expect(merge == entry("Yard", "pink", "b", "Bed, Plot"))
    }

    @Test func `a former name that leads to two tags is a conflict`() {
        let base = entry("A", "pink", "a") + entry("B", "pink", "b") + entry("C", "pink", "c")
        let ours = entry("B", "pink", "b", "A") + entry("C", "pink", "c")
        let theirs = entry("B", "pink", "b") + entry("C", "pink", "c", "A")
        let triple = MergeTriple([UInt8](base.utf8), [UInt8](ours.utf8), [UInt8](theirs.utf8))
        let merge = triple.merge(.registry)
        #expect(!merge.isClean)
        for side in MergeSide.allCases {
            let chosen = merge.choosing(merge.conflicts.map { _ in side }).bytes
            #expect(FileMerge.isReadable(chosen, .registry), "\(chosen.shown)")
        }
    }

    @Test func `lines that go together, but not into one file, are a conflict`() {
        // Anchors are merged by lines.
        let base = "X: &x pink\nA: *x\nM: teal\nN: teal\nO: teal\n"
        let triple = MergeTriple(
            [UInt8](base.utf8),
            [UInt8](base.replacing("A: *x\n", with: "A: *x\nQ: red\n").utf8),
            [UInt8]((base + "Q: blue\n").utf8)
        )
        #expect(LineMerge(Versions(triple.base, triple.ours, triple.theirs)).isClean)
        #expect(!triple.merge(.registry).isClean)
        // A key of which each side has another one already.
        let note = "---\na: &x 1\nb: *x\nc: 1\nd: 1\n---\nText\n"
        let notes = MergeTriple(
            [UInt8](note.utf8),
            [UInt8](note.replacing("a: &x 1\n", with: "a: &x 1\nn: 1\n").utf8),
            [UInt8](note.replacing("d: 1\n", with: "d: 1\nn: 2\n").utf8)
        )
        #expect(LineMerge(Versions(notes.base, notes.ours, notes.theirs)).isClean)
        let merge = notes.merge()
        #expect(!merge.isClean)
        #expect(merge.choosing([.ours]).bytes == notes.ours)
        #expect(merge.choosing([.theirs]).bytes == notes.theirs)
    }

    @Test func `a conflict in a field names its tag`() {
        let triple = MergeTriple(
            [UInt8](base.utf8),
            [UInt8](base.replacing("#22C55E", with: "#000000").utf8),
            [UInt8](base.replacing("#22C55E", with: "#FFFFFF").utf8)
        )
        #expect(triple.merge(.registry).conflicts == ["Garden: color"])
    }

    @Test func `a last line without an end stays so`() {
        let open = String(base.dropLast())
        #expect(merged(open, base.replacing("#22C55E", with: "#000000")) == open.replacing("#22C55E", with: "#000000"))
    }
}
