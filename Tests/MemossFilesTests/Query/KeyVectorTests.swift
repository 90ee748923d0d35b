import TestSupport
import Testing

@testable import Folder
@testable import MemossFiles

/// Front matter and queries about its keys, answered by PyYAML's reading (`Scripts/make-key-vectors`).
@Suite struct KeyVectorTests {
    @Test func `a query about a key is answered as PyYAML reads the file`() throws {
        let path = TestFiles.environment("MM_KEY_VECTORS") ?? TestFiles.fixture("keys.tsv")
        let lines = try TestFiles.lines(path)
        #expect(lines.count > 1_000)
        let context = TimeContext(now: Folder.now, zone: .utc, allDayAt: .midnight)
        var file: [UInt8] = []
        for (number, line) in lines.enumerated() {
            let fields = line.split(separator: "\t", maxSplits: 1).map(String.init)
            if fields[0] == "file" {
                file = Array("---\n".utf8) + Self.bytes(fields[1]) + Array("---\n".utf8)
                continue
            }
            if !Rounds.areAll, number % 8 != 0 { continue }
            let query = try Query(parsing: fields[1], now: context.local)
            let matcher = QueryMatcher(query, registry: TagRegistry(), context: context)
            let kept = [matcher.keys, .all].map { ReminderDecoder.decode(file, path: "a.md", keys: $0).reminder }
            for reminder in kept {
                let found = try #require(reminder, "\(String(decoding: file, as: UTF8.self))")
                #expect(
                    matcher.matches(found) == (fields[0] == "yes"),
                    "\(line)\n\(String(decoding: file, as: UTF8.self))"
                )
            }
            // Through the gates that a folder is read with.
            let early = Snapshot.Part.read(file, by: QueryMatcher(query, registry: TagRegistry()))
            #expect(
                fields[0] == "no" || early.reminders.count == 1,
                "\(line)\n\(String(decoding: file, as: UTF8.self))"
            )
        }
    }

    private static func bytes(_ text: String) -> [UInt8] {
        let digits = Array(text.utf8).map { $0 - ($0 < 58 ? 48 : 87) }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}

extension Snapshot.Part {
    fileprivate static func read(_ bytes: [UInt8], by matcher: QueryMatcher) -> Snapshot.Part {
        var (reader, part) = (ReminderReader(matcher: matcher), Snapshot.Part())
        bytes.withUnsafeBufferPointer { bytes in
            Array("a.md".utf8).withUnsafeBufferPointer { name in
                let directory = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
                let file = FileRun.File(directory: directory, name: name, isWhole: true)
                _ = reader.read(file, .success(bytes), into: &part)
            }
        }
        return part
    }
}
