/// SplitMix64, which gives the same sequence on every machine, so that a failure can be reproduced: with the same
/// `MM_ROUNDS`.
package struct Random: RandomNumberGenerator {
    private var state: UInt64

    package init(seed: UInt64) { state = Rounds.seed(seed) }

    /// A sequence that is the same in every run, for a bound that was measured with it.
    package init(always seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    package mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

    package mutating func pick<Choices: RandomAccessCollection>(_ choices: Choices) -> Choices.Element {
        choices[choices.index(choices.startIndex, offsetBy: below(choices.count))]
    }

    /// A copy with a few bytes or lines replaced, removed, duplicated or swapped, as editors and accidents do.
    package mutating func mutate(_ bytes: [UInt8]) -> [UInt8] {
        let interesting =
            Array(" \n\t\r:,#-[]{}'\"&*!|>%@`\\~?.x".utf8) + [0, 0x80, 0xC3, 0xA9, 0xE2, 0xFF, 0xEF, 0xBB]
        var result = bytes
        for _ in 0...below(3) where !result.isEmpty {
            let index = below(result.count)
            switch below(6) {
            case 0: result[index] = pick(interesting)
            case 1: result.insert(pick(interesting), at: index)
            case 2: result.remove(at: index)
            case 3: result.removeSubrange(index..<min(result.count, index + 1 + below(8)))
            case 4:
                result.insert(
                    contentsOf: result[index..<min(result.count, index + 1 + below(12))],
                    at: below(result.count)
                )
            default: result.swapAt(index, below(result.count))
            }
        }
        return result
    }
}
