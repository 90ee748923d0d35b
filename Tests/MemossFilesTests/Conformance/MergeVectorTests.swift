import TestSupport
import Testing

@testable import MemossFiles
@testable import Merge

/// Merges whose result was computed from the values alone (`Scripts/make-merge-vectors`).
@Suite struct MergeVectorTests {
    private struct Case {
        var versions: [String: [UInt8]] = [:]
        var values: [String: String] = [:]
        var conflicts: [String] = []
    }

    private static func cases() throws -> [Case] {
        let path = TestFiles.environment("MM_MERGE_VECTORS") ?? TestFiles.fixture("merges.tsv")
        var cases: [Case] = []
        for line in try TestFiles.lines(path) {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            if fields[0] == "base" { cases.append(Case()) }
            switch fields[0] {
            case "key": cases[cases.count - 1].values[fields[1]] = fields[2]
            case "conflict": cases[cases.count - 1].conflicts.append(fields[1])
            default: cases[cases.count - 1].versions[fields[0]] = bytes(fields[1])
            }
        }
        return cases
    }

    private static func bytes(_ text: String) -> [UInt8] {
        let digits = Array(text.utf8).map { $0 - ($0 < 58 ? 48 : 87) }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    /// The text of a value; the items of a list are separated by U+001F.
    private static func text(_ value: MergeValue) -> String {
        switch value {
        case .list(let items, _): items.map(text).joined(separator: "\u{1F}")
        default: String(decoding: value.text ?? [], as: UTF8.self)
        }
    }

    @Test func `the values and the conflicts are those of the table, in both directions`() throws {
        let cases = try Self.cases()
        #expect(cases.count > 300)
        for one in cases {
            let base = try #require(one.versions["base"])
            let (ours, theirs) = (try #require(one.versions["ours"]), try #require(one.versions["theirs"]))
            for triple in [MergeTriple(base, ours, theirs), MergeTriple(base, theirs, ours)] {
                let merge = triple.merge()
                #expect(merge.conflicts.map { $0 ?? "the text" }.sorted() == one.conflicts, "\(triple.shown)")
                guard let markers = ConflictMarkers(in: merge.bytes, front: merge.bytes.indices, isParsed: true) else {
                    try check(merge.bytes, one, triple)
                    continue
                }
                for version in markers.versions { try check(version.bytes, one, triple) }
            }
        }
    }

    private func check(_ bytes: [UInt8], _ one: Case, _ triple: MergeTriple) throws {
        let document = try #require(try FrontMatter.read(bytes)).document
        var found: [String: String] = [:]
        for entry in document.entries {
            let key = document.text(of: entry.key)
            if !one.conflicts.contains(key) { found[key] = Self.text(MergeValue(entry.value, in: document)) }
        }
        #expect(found == one.values, "\(triple.shown)")
    }
}
