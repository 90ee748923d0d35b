import TestSupport
import Testing

@testable import Bytes
@testable import Text

@Suite struct HashIndexTests {
    @Test func `only inserted elements are found, even if many share a hash`() {
        var random = Random(seed: 80)
        for spread in [1, 7, 1_000, Int.max] {
            var index = HashIndex()
            var known: [Int] = []
            for place in 0..<500 {
                let hash = random.below(spread)
                #expect(index.first(hash) { $0 == place } == nil)
                index.insert(hash, place)
                known.append(hash)
            }
            #expect(index.count == 500)
            for (place, hash) in known.enumerated() {
                #expect(index.first(hash) { $0 == place } == place)
                #expect(index.first(hash &+ 1) { known[$0] == hash } == nil)
            }
        }
        #expect(HashIndex().first(0) { _ in true } == nil)
    }
}
