import TestSupport
import Testing

@testable import MemossFiles

/// Reads the results of `git merge-file` on three versions of a file.
@Suite struct MergedFileLaws {
    /// A file and its versions on two sides.
    struct Sides {
        var base: [UInt8]
        var ours: [UInt8]
        var theirs: [UInt8]

        private static let keys = ["title", "scheduled", "tags", "note", "recurrence", "due", "priority"]
        private static let values = ["Rent", "2026-11-22", "2026-12-01T09:00", "[a, b]", "daily", "high", "'x: y'"]

        init(_ random: inout Random) {
            var lines =
                ["---"] + Self.keys.shuffled(using: &random).prefix(4).map { "\($0): \(random.pick(Self.values))" }
            lines += ["---", "Heading", "=======", "Text", "> quoted", ">>>>>>> quoted often"]
            let isCRLF = random.below(4) == 0
            func bytes(_ lines: [String]) -> [UInt8] {
                [UInt8](lines.map { $0 + (isCRLF ? "\r\n" : "\n") }.joined())
            }
            base = random.below(12) == 0 ? [] : bytes(lines)
            ours = bytes(Self.changed(lines, &random))
            theirs = bytes(Self.changed(lines, &random))
        }

        private static func changed(_ lines: [String], _ random: inout Random) -> [String] {
            var lines = lines
            for _ in 0...random.below(3) {
                let index = random.below(lines.count)
                let line = "\(random.pick(keys)): \(random.pick(values))"
                switch random.below(5) {
                case 0: lines.insert(line, at: index)
                case 1: lines.remove(at: index)
                default: lines[index] = line
                }
            }
            return lines
        }
    }

    @Test func `each version equals the file that git produces for that side`() throws {
        let git = try Git()
        var random = Random(seed: 0x6D65_7267)
        var conflictCount = 0
        for _ in 0..<250 {
            let sides = Sides(&random)
            // If the text contains lines that look like markers, git has to write longer ones (gitattributes(5)).
            let size = 8 + random.below(4)
            let style = random.pick([[], ["--diff3"], ["--zdiff3"]])
            let merged = try git.merge(sides.base, sides.ours, sides.theirs, style + ["--marker-size=\(size)"])
            let expected = try ["--ours", "--theirs"].map { try git.merge(sides.base, sides.ours, sides.theirs, [$0]) }
            guard expected[0] != expected[1] else { continue }
            let markers = try #require(ConflictMarkers(in: merged, front: merged.indices))
            let versions = markers.versions.map { $0 }
            #expect(versions.map(\.bytes).elementsEqual(expected), "\(String(decoding: merged, as: UTF8.self))")
            #expect(versions.map(\.label) == ["ours", "theirs"])
            conflictCount += 1
        }
        #expect(conflictCount > 100)
    }
}
