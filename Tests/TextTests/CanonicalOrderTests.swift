import TestSupport
import Testing

@testable import Text

@Suite struct CanonicalOrderTests {
    @Test func `canonical ordering gives equivalent text and leaves short texts unchanged`() {
        var random = Random(seed: 5)
        let marks: [Unicode.Scalar] = [
            "\u{301}", "\u{323}", "\u{345}", "\u{F71}", "\u{5B0}", "\u{3099}", "\u{344}",
        ]
        for _ in 0..<300 {
            var scalars = String.UnicodeScalarView()
            for _ in 0..<random.below(200) { scalars.append(random.below(9) == 0 ? "a" : random.pick(marks)) }
            let text = String(scalars)
            let ordered = String(ordering: Array(text.utf8))
            #expect(ordered == text)
            if text.utf8.count <= 64 { #expect(ordered.utf8.elementsEqual(text.utf8)) }
            #expect(String(ordering: Array(ordered.utf8)).utf8.elementsEqual(ordered.utf8), "twice is as once")
        }
    }

    /// All scalars, because some marks decompose into marks of another class.
    @Test func `comparing 20,000 marks is fast, whatever the marks`() {
        let all = (0x300...0x1E8DF).compactMap(Unicode.Scalar.init).filter {
            $0.properties.canonicalCombiningClass.rawValue > 0 || $0.properties.isGraphemeExtend
        }
        let marks = Rounds.areAll ? all : stride(from: 0, to: all.count, by: 16).map { all[$0] }
        let taken = processorTime {
            for mark in marks {
                let text = "a" + String(repeating: "\u{345}\(mark)", count: 1_000)
                var hasher = Hasher()
                String(ordering: Array(text.utf8)).hash(into: &hasher)
            }
            let text = "a" + String(repeating: "\u{301}\u{323}", count: 100_000)
            #expect(String(ordering: Array(text.utf8)) != "b")
        }
        #expect(taken < .seconds(60))
    }
}
