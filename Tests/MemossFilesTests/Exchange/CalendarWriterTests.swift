import TestSupport
import Testing

@testable import CivilTime
@testable import Exchange
@testable import MemossFiles

@Suite struct CalendarWriterTests {
    private func lines(_ bytes: [UInt8]) -> [String] {
        String(decoding: bytes, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false).map(
            String.init
        )
    }

    /// By bytes: a blank and an accent after it are one character.
    private func unfolded(_ bytes: [UInt8]) -> [UInt8] {
        var unfolded: [UInt8] = []
        for byte in bytes {
            if byte == 0x20, unfolded.suffix(2) == [0x0D, 0x0A] {
                unfolded.removeLast(2)
            } else {
                unfolded.append(byte)
            }
        }
        return unfolded
    }

    @Test func `a line has at most 75 bytes, and unfolding gives it back`() {
        var random = Random(seed: 4)
        for _ in 0..<Rounds.of(3_000) {
            let pieces = ["a", "é", "日", "😀", "e\u{301}", " ", "\\"]
            let value = (0..<random.below(random.pick([3, 80, 400]))).map { _ in random.pick(pieces) }.joined()
            var writer = CalendarWriter()
            writer.add("X-NAME", value)
            let written = String(validating: writer.bytes, as: UTF8.self)
            #expect(written != nil && unfolded(writer.bytes) == Array("X-NAME:\(value)\r\n".utf8))
            for line in lines(writer.bytes) {
                #expect(line.utf8.count <= 75)
                // Each line is whole characters on its own, as Unicode scalars are never cut.
                #expect(!line.unicodeScalars.contains("\u{FFFD}"))
            }
        }
    }

    @Test func `a line of exactly 75 bytes is not folded, and one of 76 is`() {
        for (count, expected) in [(73, 1), (74, 2), (147, 2), (148, 3)] {
            var writer = CalendarWriter()
            writer.add("A", String(repeating: "x", count: count))
            #expect(lines(writer.bytes).dropLast().count == expected, "\(count)")
        }
    }

    @Test func `text is escaped, and a control character is replaced`() {
        #expect(CalendarWriter.escaped("a,b;c\\d:\"e\"") == "a\\,b\\;c\\\\d:\"e\"")
        #expect(CalendarWriter.escaped("1\n2\r\n3\r4\n\r\n5") == "1\\n2\\n3\\n4\\n\\n5")
        #expect(CalendarWriter.escaped("a\tb\u{7}\u{7F}\u{1B}[0m\0") == "a\tb\u{FFFD}\u{FFFD}\u{FFFD}[0m\u{FFFD}")
    }

    @Test func `a zone whose name has a colon is quoted`() throws {
        let zone = try Zone(posix: "<+03>-3")
        var writer = CalendarWriter()
        let time = CalendarTime(try DateValue(parsing: "2026-11-22T09:00"), in: Zone(name: "a:\"b\"", copying: zone))
        writer.add("DTSTART", time, in: Zone(name: "a:\"b\"", copying: zone))
        #expect(lines(writer.bytes)[0] == "DTSTART;TZID=\"a:'b'\":20261122T090000")
    }
}

extension Zone {
    fileprivate init(name: String, copying other: Zone) {
        self.init(name: name, initial: 0, transitions: [], rule: other.rule)
    }
}
