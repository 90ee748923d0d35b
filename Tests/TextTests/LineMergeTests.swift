import TestSupport
import Testing

@testable import Text

/// The body of a file is merged as `git merge-file` merges it. `MM_LINE_MERGES=10000` compares more texts.
@Suite struct LineMergeTests {
    private static let count = TestFiles.environment("MM_LINE_MERGES").flatMap { Int($0) } ?? 400

    private static func lines(_ count: Int, kinds: Int, _ ending: [UInt8], _ random: inout Random) -> [[UInt8]] {
        (0..<count).map { _ in
            let kind = random.below(kinds)
            return (kind == 0 ? [] : Array("line \(kind)".utf8)) + ending
        }
    }

    @Test func `random texts are merged with the bytes of git merge-file, also where they conflict`() throws {
        let git = try Git()
        var random = Random(seed: 21)
        var (clean, conflicts) = (0, 0)
        for _ in 0..<Self.count {
            let kinds = random.pick([2, 3, 5, 8, 20, 60])
            let ending: [UInt8] = random.below(6) == 0 ? [0x0D, 0x0A] : [0x0A]
            let base = Self.lines(random.below(random.pick([4, 12, 40])), kinds: kinds, ending, &random)
            let texts = (0..<3).map { version -> [UInt8] in
                var lines = base
                for _ in 0..<(version == 0 ? 0 : random.below(4)) {
                    let start = random.below(lines.count + 1)
                    let end = min(lines.count, start + random.below(4))
                    lines.replaceSubrange(start..<end, with: Self.lines(random.below(4), kinds: kinds, ending, &random))
                }
                let text = Array(lines.joined())
                return random.below(10) == 0 ? Array(text.dropLast()) : text
            }
            let merge = LineMerge(Versions(texts[0], texts[1], texts[2]))
            let expected = try git.merge(texts[0], texts[1], texts[2], [])
            let found = MergeMarkers().bytes(of: merge.pieces)
            guard found == expected else {
                Issue.record("\(texts.map(\.shown))\ngit gives\n\(expected.shown)\nand mm\n\(found.shown)")
                return
            }
            if merge.isClean { clean += 1 } else { conflicts += 1 }
        }
        #expect(clean > Self.count / 3 && conflicts > Self.count / 10)
    }

    @Test func `markers have the given length and names`() {
        let merge = LineMerge(Versions([UInt8]("a\n"), [UInt8]("b\n"), [UInt8]("c")))
        let markers = MergeMarkers(size: 9, ours: "HEAD", theirs: "x")
        #expect(markers.bytes(of: merge.pieces) == [UInt8]("<<<<<<<<< HEAD\nb\n=========\nc\n>>>>>>>>> x\n"))
    }
}
