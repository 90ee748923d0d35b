import TestSupport
import Testing

@testable import Text

@Suite struct SpliceSetTests {
    private func set(_ splices: [Splice]) throws -> SpliceSet {
        try SpliceSet(splices)
    }

    @Test func `an empty set of splices changes nothing`() {
        #expect(SpliceSet().applied(to: [1, 2, 3]) == [1, 2, 3])
        #expect(SpliceSet().splices.isEmpty)
    }

    @Test(arguments: [
        // Overlap, nesting, an insertion inside, two insertions at one offset, two splices with the same result.
        (0..<2, 1..<3), (0..<4, 1..<2), (0..<2, 1..<1), (1..<1, 1..<1), (1..<3, 1..<3), (1..<3, 1..<2),
    ])
    func `overlapping splices conflict`(one: Range<Int>, other: Range<Int>) {
        for (a, b) in [(one, other), (other, one)] {
            #expect(throws: SpliceConflict.self) { try set([Splice(a, "x"), Splice(b, "y")]) }
        }
    }

    @Test(arguments: [(0..<2, 2..<3), (1..<1, 1..<3), (0..<1, 1..<1), (0..<0, 4..<4)])
    func `adjacent splices do not conflict`(one: Range<Int>, other: Range<Int>) throws {
        let splices = [Splice(one, "x"), Splice(other, "yy")]
        #expect(try set(splices) == set(splices.reversed()))
    }

    @Test func `an insertion comes before a replacement of the following bytes`() throws {
        let edit = try set([Splice(2..<4, "new"), Splice(2..<2, "+")])
        #expect(edit.applied(to: [UInt8]("abcdef")) == [UInt8]("ab+newef"))
        #expect(edit.inverse(on: [UInt8]("abcdef")).applied(to: [UInt8]("ab+newef")) == [UInt8]("abcdef"))
    }

    @Test func `identical splices are applied once`() throws {
        let edit = try set([Splice(1..<2, "x"), Splice(1..<2, "x"), Splice(3..<3, "y"), Splice(3..<3, "y")])
        #expect(edit.splices.count == 2)
    }

    @Test func `the order of splices does not matter, other bytes stay, and the inverse restores the original`() throws
    {
        var random = Random(seed: 7)
        for _ in 0..<2_000 {
            let bytes = (0..<random.below(60)).map { _ in UInt8(random.below(256)) }
            var splices: [Splice] = []
            var position = 0
            while position <= bytes.count, splices.count < 8 {
                let start = position + random.below(6)
                let end = start + random.below(4)
                guard end <= bytes.count else { break }
                splices.append(Splice(start..<end, (0..<random.below(4)).map { _ in UInt8(random.below(256)) }))
                position = end + 1
            }
            let edit = try set(splices)
            let after = edit.applied(to: bytes)
            for _ in 0..<3 { #expect(try set(splices.shuffled(using: &random)).applied(to: bytes) == after) }
            #expect(edit.inverse(on: bytes).applied(to: after) == bytes)
            // Computed independently: the bytes between two splices move with the earlier ones.
            var (expected, last): ([UInt8], Int) = ([], 0)
            for splice in splices {
                expected += Array(bytes[last..<splice.range.lowerBound]) + splice.bytes
                last = splice.range.upperBound
            }
            #expect(after == expected + Array(bytes[last...]))
        }
    }
}
