import TestSupport
import Testing

@testable import Text

@Suite struct TextPositionTests {
    @Test func `looking up many positions at once gives the same results as one by one, in any order`() {
        var random = Random(seed: 21)
        let pieces: [[UInt8]] = [
            [0x0A], [0x0D, 0x0A], [0x61], [0xC3, 0xA9], [0xF0, 0x9F, 0x90, 0x9F], [0xFF], [0x80], [0x20],
        ]
        for _ in 0..<300 {
            var bytes: [UInt8] = random.below(4) == 0 ? [0xEF, 0xBB, 0xBF] : []
            for _ in 0..<random.below(60) { bytes += random.pick(pieces) }
            var positions = TextPositions()
            for _ in 0..<20 {
                let offset = random.below(bytes.count + 2)
                if random.below(3) == 0 {
                    #expect(positions.line(of: offset, in: bytes) == TextPosition(of: offset, in: bytes).line)
                } else {
                    #expect(
                        positions.position(of: offset, in: bytes) == TextPosition(of: offset, in: bytes),
                        "\(bytes) \(offset)"
                    )
                }
            }
        }
    }
}
