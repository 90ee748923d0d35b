import Testing

@testable import MemossFiles

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

    @Test func `of a tag that both sides created, the smaller id and the earlier day count; two colours conflict`() {
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

    @Test func `a tag removed on one side and changed on the other conflicts`() {
        let gone = String(base.prefix(while: { $0 != "W" }))
        #expect(merged(gone, base.replacing("#3B82F6", with: "#000000")).contains("<<<<<<< ours\n=======\nWork:\n"))
        #expect(merged(gone, base + "Zoo: pink\n") == gone + "Zoo: pink\n")
    }

    @Test func `a last line without an end stays so`() {
        let open = String(base.dropLast())
        #expect(merged(open, base.replacing("#22C55E", with: "#000000")) == open.replacing("#22C55E", with: "#000000"))
    }
}
