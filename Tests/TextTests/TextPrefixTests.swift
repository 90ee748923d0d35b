import TestSupport
import Testing

@testable import Bytes
@testable import Text

/// The order of texts by their first bytes.
@Suite struct TextPrefixTests {
    private func random(_ count: Int, _ random: inout Random) -> [[UInt8]] {
        let common: [UInt8] = random.pick([[], Array("6f8f89d1-".utf8), Array("a-long-beginning".utf8)])
        return (0..<count).map { _ in
            common
                + (0..<random.below(20)).map { _ in
                    UInt8(random.below(4) == 0 ? random.below(256) : 97 + random.below(3))
                }
        }
    }

    @Test func `prefixes sort like their texts, few or many`() {
        var random = Random(seed: 70)
        for count in [0, 1, 2, 511, 512, 513, 3_000] {
            let texts = self.random(count, &random).map { Array($0.prefix(16)) }
            var prefixes = texts.map { $0.withUnsafeBufferPointer { TextPrefix($0) } }
            TextPrefix.sort(&prefixes)
            #expect(zip(prefixes, prefixes.dropFirst()).allSatisfy { $0 <= $1 })
            let sorted = texts.sorted { $0.lexicographicallyPrecedes($1) }
            #expect(prefixes == sorted.map { $0.withUnsafeBufferPointer { TextPrefix($0) } })
        }
    }

    @Test func `byte order matches the standard library`() {
        var random = Random(seed: 71)
        for _ in 0..<300 {
            let texts = self.random(2, &random)
            let precedes = texts[0].withUnsafeBufferPointer { a in
                texts[1].withUnsafeBufferPointer { ByteOrder.precedes(a, $0) }
            }
            #expect(precedes == texts[0].lexicographicallyPrecedes(texts[1]), "\(texts)")
        }
    }
}
