import TestSupport
import Testing

@testable import Bytes
@testable import MemossFiles
@testable import Merge
@testable import Text

/// Files with conflict markers are taken apart without losing a side, or not at all.
@Suite struct MarkedFileTests {
    private func marked(_ text: String) throws(MarkedFile.Obstacle) -> (ours: String, theirs: String, base: String?) {
        let file = try MarkedFile([UInt8](text))
        let text = { (bytes: [UInt8]) in String(decoding: bytes, as: UTF8.self) }
        return (text(file.ours), text(file.theirs), file.base.map(text))
    }

    @Test func `both sides are found, in the front matter and in the body`() throws {
        let found = try marked("a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> x\nd\n<<<<<<< HEAD\n=======\ne\n>>>>>>> x\n")
        #expect(found.ours == "a\nb\nd\n")
        #expect(found.theirs == "a\nc\nd\ne\n")
        #expect(found.base == nil)
    }

    @Test func `the style diff3 has the common ancestor too`() throws {
        let found = try marked("a\n<<<<<<< ours\nb\n||||||| 1f\no\n=======\nc\n>>>>>>> x\nd\n")
        #expect(found == ("a\nb\nd\n", "a\nc\nd\n", "a\no\nd\n"))
        #expect(
            try marked("<<<<<<< a\n||||||| o\n=======\nc\n>>>>>>> b\n<<<<<<< a\n=======\nc\n>>>>>>> b\n").base == nil
        )
    }

    @Test func `size, labels and line ends of markers are kept`() throws {
        let file = try MarkedFile([UInt8]("<<<<<<<<< main\r\nb\r\n=========\r\nc\r\n>>>>>>>>> 1f2e (Milk)\r\n"))
        #expect(file.markers == MergeMarkers(size: 9, ours: "main", theirs: "1f2e (Milk)"))
        #expect(file.ours == [UInt8]("b\r\n"))
    }

    @Test(arguments: [
        "<<<<<<< a\nb\n=======\nc\n", "<<<<<<< a\nb\n>>>>>>> c\n",
        "<<<<<<< a\nb\n=======\nc\n=======\nd\n>>>>>>> e\n",
        "<<<<<<< a\n<<<<<<< b\n=======\nc\n>>>>>>> d\n=======\ne\n>>>>>>> f\n",
        "=======\nb\n>>>>>>> c\n<<<<<<< a\n=======\nc\n>>>>>>> d\n", "<<<<<<< a\n=======\nc\n>>>>>>> d\n>>>>>>> e\n",
        // An empty row of a table, and one in a side of a conflict in the style diff3.
        "<<<<<<< a\n| x |\n|||||||\n| y |\n=======\nc\n>>>>>>> d\n",
        "<<<<<<< a\n|||||||\n||||||| 1f\no\n=======\nc\n>>>>>>> d\n",
        "<<<<<<< a\n||||||| x\n||||||| 1f\no\n=======\nc\n>>>>>>> d\n",
        "<<<<<<< Conflict 1 of 1\n%%%%%%% Changes\n-a\n+b\n+++++++ Contents\nc\n>>>>>>> Conflict 1 of 1 ends\n",
    ])
    func `what is unclear is left to a person`(text: String) {
        #expect(throws: MarkedFile.Obstacle.unclear) { try MarkedFile([UInt8](text)) }
    }

    private func file(_ fields: String) -> [UInt8] { [UInt8]("---\ntitle: Rent\n\(fields)---\n".utf8) }

    private func conflict(_ ours: String, _ theirs: String) -> String {
        "<<<<<<< HEAD\n\(ours)=======\n\(theirs)>>>>>>> x\n"
    }

    @Test func `a side that was committed with markers is merged as both of its versions`() throws {
        let base = file("p: 1\n")
        let edited = file("p: 1\nq: 5\ntags: [X]\n")
        let marked = file(conflict("p: 2\n", "p: 1\n"))
        for (first, second) in [("p: 2\n", "p: 1\n"), ("p: 1\n", "p: 2\n")] {
            let marked = file(conflict(first, second))
            let merge = try #require(FileMerge(unmarking: (base, edited, marked), markers: MergeMarkers(), nil))
            #expect(merge.conflicts == ["p"])
            // The side without markers is on its own side.
            #expect(merge.choosing([.ours]).bytes == edited)
            #expect(merge.choosing([.theirs]).bytes == file("p: 2\nq: 5\ntags: [X]\n"))
            let other = try #require(FileMerge(unmarking: (base, marked, edited), markers: MergeMarkers(), nil))
            #expect(other.choosing([.theirs]).bytes == edited)
        }
        // Both sides edit a file that already had them.
        let (ours, theirs) = (
            file(conflict("p: 2\n", "p: 1\n") + "q: 5\n"), file("n: 0\n" + conflict("p: 2\n", "p: 1\n"))
        )
        let merge = try #require(FileMerge(unmarking: (marked, ours, theirs), markers: MergeMarkers(), nil))
        #expect(merge.conflicts == ["p"])
        #expect(merge.choosing([.ours]).bytes == file("n: 0\np: 2\nq: 5\n"))
    }

    @Test func `of three values, a side has to be chosen first`() throws {
        let (base, ours) = (file("p: 1\n"), file("p: 3\nq: 5\n"))
        let marked = file("r: 1\n" + conflict("p: 2\n", "p: 4\n"))
        #expect(FileMerge(unmarking: (base, ours, marked), markers: MergeMarkers(), nil) == nil)
        let merge = try #require(FileMerge(unmarking: (base, ours, marked), markers: MergeMarkers(), .ours))
        #expect(merge.isClean && merge.bytes == file("r: 1\np: 3\nq: 5\n"))
        let other = try #require(FileMerge(unmarking: (base, ours, marked), markers: MergeMarkers(), .theirs))
        #expect(other.conflicts == ["p"] && !other.choosing([.theirs]).bytes.contains(UInt8(ascii: "3")))
        // Without markers, or with unclear ones, there is nothing to do.
        #expect(FileMerge(unmarking: (base, ours, file("p: 2\n")), markers: MergeMarkers(), nil) == nil)
        #expect(FileMerge(unmarking: (base, ours, file("<<<<<<< a\np: 2\n")), markers: MergeMarkers(), .ours) == nil)
    }

    @Test func `a file without an opening marker has no conflict`() {
        for text in ["", "a\n=======\nb\n", "a\n>>>>>>> b\n", "<<<<<< a\n"] {
            #expect(throws: MarkedFile.Obstacle.unmarked) { try MarkedFile([UInt8](text)) }
        }
    }

    @Test func `a conflict in the text is whole, has labels, and is not in a code block`() {
        let conflict = "<<<<<<< a\nb\n=======\nc\n>>>>>>> d\n"
        let holds = { (text: String) in FileMerge.holdsConflict(inText: [UInt8](text)) }
        for text in [conflict, "x\r\n" + conflict.replacing("\n", with: "\r\n"), "```\nx\n```\n" + conflict] {
            #expect(holds(text))
        }
        for text in ["```\n\(conflict)```\n", "~~~~ text\n\(conflict)~~~\n~~~~\n", conflict.replacing(" ", with: "")] {
            #expect(!holds(text))
        }
        #expect(!holds("<<<<<<< a\nb\n>>>>>>> d\n") && !holds("> " + conflict.dropFirst(0)))
    }

    @Test func `without a common ancestor, two ids are two reminders`() {
        let file = { (id: Int, title: String) in [UInt8]("---\nid: \(id)\ntitle: \(title)\n---\n") }
        let merge = { (base: [UInt8]) in
            FileMerge(base: base, ours: file(1, "a"), theirs: file(2, "b"), kind: .reminder)
        }
        #expect(merge([]).isOfTwoReminders && merge([]).conflicts == [nil])
        #expect(!merge(file(3, "c")).isOfTwoReminders)
    }

    @Test func `a reminder that replaced another one gets nothing of it, and an id alone may change`() {
        let file = { (id: Int, title: String, day: Int) in
            [UInt8]("---\nid: \(id)\ntitle: \(title)\nscheduled: 2026-12-\(day)\ntags: [x]\n---\nText\n")
        }
        let (base, new, moved) = (file(1, "a", 10), file(2, "b", 10), file(1, "a", 24))
        for (ours, theirs) in [(new, moved), (moved, new)] {
            let merge = FileMerge(base: base, ours: ours, theirs: theirs, kind: .reminder)
            #expect(merge.isOfTwoReminders && merge.conflicts == [nil])
            for side in [MergeSide.ours, .theirs] {
                #expect(merge.choosing([side]).bytes == (side == .ours ? ours : theirs))
            }
        }
        let fixed = FileMerge(base: base, ours: file(2, "a", 10), theirs: moved, kind: .reminder)
        #expect(fixed.isClean && fixed.bytes == file(2, "a", 24))
    }

    private static let base = [UInt8]("---\ntitle: a\ntags: [x]\n---\nOne\n\nTwo\n")
    private static let ours = [UInt8]("---\ntitle: b\ntags: [x, y]\n---\nUn\n\nTwo\n")
    private static let theirs = [UInt8]("---\ntitle: c\ntags: [x, z]\n---\nEins\n\nTwo\n")

    private func merge() -> FileMerge {
        FileMerge(base: Self.base, ours: Self.ours, theirs: Self.theirs, kind: .reminder)
    }

    @Test func `the result of a merge is recognised, and what somebody has edited is not`() throws {
        let lines = MergeMarkers(ours: "HEAD", theirs: "x").bytes(
            of: LineMerge(Versions(Self.base, Self.ours, Self.theirs)).pieces
        )
        for bytes in [merge().bytes, lines] {
            func isResult(_ bytes: [UInt8]) throws -> Bool {
                try MarkedFile(bytes).isResult(
                    of: bytes,
                    base: Self.base,
                    ours: Self.ours,
                    theirs: Self.theirs,
                    kind: .reminder
                )
            }
            #expect(try isResult(bytes))
            #expect(try !isResult(bytes + [UInt8]("More\n")))
        }
    }

    @Test func `each conflict can be decided on its own`() {
        let merge = merge()
        #expect(merge.conflicts == ["title", nil])
        let text = { (sides: [MergeSide?]) in String(decoding: merge.choosing(sides).bytes, as: UTF8.self) }
        #expect(text([.ours, .theirs]) == "---\ntitle: b\ntags: [x, y, z]\n---\nEins\n\nTwo\n")
        #expect(text([.theirs, .ours]) == "---\ntitle: c\ntags: [x, y, z]\n---\nUn\n\nTwo\n")
        #expect(merge.choosing([nil, .ours]).conflicts == ["title"])
        #expect(merge.choosing([nil, nil]) == merge)
        #expect(merge.choosing([.ours, .ours]).isClean)
    }

    @Test func `with any side of every conflict, random merges are the sides of their markers`() throws {
        var random = Random(seed: 7)
        for _ in 0..<Rounds.of(2_000) {
            let triple = MergeTriple(&random)
            let merge = triple.merge()
            guard !merge.isClean, let file = try? MarkedFile(merge.bytes) else { continue }
            for (side, found) in [(MergeSide.ours, file.ours), (.theirs, file.theirs)] {
                let chosen = merge.choosing(merge.differences.map { _ in side }).bytes
                // A marker ends the last line of a file.
                var ended = [chosen, chosen + [Ascii.lineFeed], chosen + [Ascii.carriageReturn, Ascii.lineFeed]]
                // A side of the first conflict that has no line has no place for a byte order mark.
                if chosen.starts(with: [0xEF, 0xBB, 0xBF]), !found.starts(with: [0xEF, 0xBB, 0xBF]) {
                    ended = ended.map { Array($0.dropFirst(3)) }
                }
                #expect(ended.contains(found), "\(triple.shown)")
            }
        }
    }

    // MARK: The common version of a copy

    @Test func `the common version is the nearest one, the oldest of several, and never the file itself`() {
        let versions = ["a\nb\nc\nd\n", "a\nb\nc\n", "a\nb\n", "a\n"].map { [UInt8]($0) }
        let index = { (copy: String) in MergeBase.index(in: versions, of: [UInt8](copy), besides: versions[0]) }
        #expect(index("a\nb\nx\n") == 2)
        #expect(index("a\nb\nc\nx\n") == 1)
        #expect(index("a\nb\nc\nd\nx\n") == 1)
        #expect(MergeBase.index(in: [versions[0]], of: [], besides: versions[0]) == nil)
    }
}
