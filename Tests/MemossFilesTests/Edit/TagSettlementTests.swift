import TestSupport
import Testing

@testable import MemossFiles

/// Files that have a tag under a former name get the current one.
@Suite struct TagSettlementTests {
    private static let registry = "job:\n  aliases: [work]\nhome:\n  aliases: [house, flat]\nflat/old: pink\n"

    private func settled(
        _ files: [String: String],
        registry: String = Self.registry
    ) throws -> (files: [String: String], tags: [String], skipped: [String]) {
        var bytes = files.mapValues { [UInt8]("---\n\($0)\n---\n") }
        bytes["tags.yaml"] = [UInt8](registry)
        let context = EditContext(Snapshot(files: bytes), files: FileValues(bytes), zones: ZoneDatabase())
        let result = try TagSettlement().plan(in: context)
        let edits = result.plan.edits.map { ($0.path, String(decoding: $0.after ?? [], as: UTF8.self)) }
        return (Dictionary(edits) { $1 }, result.tags.map(\.text), result.plan.skipped.map(\.reason))
    }

    @Test func `former names are written as the current ones, and nothing else changes`() throws {
        let result = try settled([
            "a.md": "tags: [work, x]  # why", "b.md": "tags: job", "c.md": "tags:\n- 'House/attic'\n- WORK",
            "d.md": "tags: [job, work]", "e.md": "tags: [JOB]", "f.md": "tags: [flat/old]",
        ])
        #expect(
            result.files == [
                "a.md": "---\ntags: [job, x]  # why\n---\n", "c.md": "---\ntags:\n- 'home/attic'\n- job\n---\n",
                "d.md": "---\ntags: [job]\n---\n",
            ]
        )
        #expect(Set(result.tags) == ["job", "home/attic"])
    }

    @Test func `a comment is not deleted`() throws {
        let result = try settled(["a.md": "tags:\n- work # why\n- job", "b.md": "tags:\n- job # why\n- work"])
        #expect(result.files == ["b.md": "---\ntags:\n- job # why\n---\n"])
        #expect(
            result.skipped == [
                "without 'work', which the file also has under its current name, a comment would be lost"
            ]
        )
    }

    @Test func `of two tags with the same former name, none is chosen`() throws {
        let result = try settled(
            ["a.md": "tags: [x/y]", "b.md": "tags: [a, z]"],
            registry: "a:\n  aliases: [x, x]\nb:\n  aliases: [X, z]\n"
        )
        #expect(result.files == ["b.md": "---\ntags: [a, b]\n---\n"])
        #expect(result.skipped == ["the tag 'x/y' is a former name of 'a' and of 'b'"])
        #expect(result.tags == ["b"])
    }

    @Test func `repeating it changes nothing`() throws {
        #expect(try settled(["a.md": "tags: [job, home]"]).files.isEmpty)
    }

    @Test func `a check notes former names`() throws {
        let folder = try Folder(["a.md": "tags: [job, work]", "b.md": "tags: [JOB]"], registry: Self.registry)
        let notes = folder.problems.filter { $0.id == .formerTag }
        #expect(notes.map(\.message) == ["the tag 'work' is now called 'job'"])
        #expect(notes.map(\.severity) == [.note])
        #expect(notes.first?.column == 13)
    }
}
