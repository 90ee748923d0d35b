import TestSupport
import Testing

@testable import Folder

/// The names of a directory are sorted by numbers made of their bytes.
@Suite struct FileNamesTests {
    @Test func `names are in the order of their bytes, however many there are and whatever they have in common`() {
        var random = Random(seed: 71)
        for round in 0..<120 {
            let beginning = [UInt8]("ab-".utf8.prefix(random.below(4)))
            var all: Set<[UInt8]> = []
            for _ in 0..<random.pick([1, 40, 64, 65, 66, 300, 2_000]) {
                let rest: [UInt8] = (0..<random.below(10)).map { _ in
                    random.pick([1, 0x2D, 0x61, 0x62, 0x7F, 0x80, 0xC3, 0xFF])
                }
                all.insert(beginning + rest + [0x2E])
            }
            var names = FileNames()
            // A set has an arbitrary order, like a directory.
            for name in all { name.withUnsafeBufferPointer { names.append($0) } }
            names.sort()
            var sorted: [[UInt8]] = []
            names.forEach(in: 0..<names.count) { sorted.append([UInt8]($0)) }
            #expect(sorted == all.sorted { $0.lexicographicallyPrecedes($1) }, "round \(round)")
        }
    }
}
