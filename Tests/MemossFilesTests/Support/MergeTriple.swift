import TestSupport

@testable import MemossFiles
@testable import Merge

/// A file and two versions of it that were changed apart: by `mm`, by hand in an editor, or by accident.
struct MergeTriple {
    var base: [UInt8]
    var ours: [UInt8]
    var theirs: [UInt8]

    init(_ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8]) {
        (self.base, self.ours, self.theirs) = (base, ours, theirs)
    }

    init(_ random: inout Random) {
        base = Self.file(&random)
        ours = base
        theirs = base
        for _ in 0..<random.below(4) { ours = Self.edited(ours, &random) }
        for _ in 0..<random.below(4) { theirs = Self.edited(theirs, &random) }
        // Files without a common ancestor.
        if random.below(30) == 0 { base = [] }
    }

    /// Both sides use commands, and set different keys.
    init(byCommands random: inout Random) throws {
        base = Self.file(&random)
        ours = base
        theirs = base
        for _ in 0..<(1 + random.below(3)) { ours = try Self.commanded(ours, key: "mine", &random) }
        for _ in 0..<(1 + random.below(3)) { theirs = try Self.commanded(theirs, key: "other", &random) }
    }

    var swapped: MergeTriple { MergeTriple(base, theirs, ours) }

    func merge(_ kind: FileMerge.Kind = .reminder) -> FileMerge {
        FileMerge(base: base, ours: ours, theirs: theirs, kind: kind)
    }

    var shown: String {
        "--- base\n\(base.shown)--- ours\n\(ours.shown)--- theirs\n\(theirs.shown)--- merged\n\(merge().bytes.shown)"
    }

    // MARK: Files

    private static let lines = [
        "title: Milk  # why", "title: \"Bread: rye\"", "id: 1e4a7f2c", "tags: [home, Work]", "tags:\n- home\n-  errand",
        "tags:\n  - work/client   # beside\n  # inside\n  - 'b c'", "tags: home, work", "tags: []", "tags:",
        "scheduled: 2026-11-21T09:00", "scheduled: 2026-11-20", "due: 2026-11-25 17:00", "recurrence: daily",
        "recurrence: weekly on sat", "recurrence: FREQ=DAILY;COUNT=9", "recurrence: every 2 days",
        "recurrence_anchor: completion", "until: 2026-11-30", "completed: 2026-11-20", "completed: false",
        "snoozed: 2026-11-21T12:00", "complete_instances: [2026-11-19]",
        "complete_instances:\n- 2026-11-18\n- 2026-11-19",
        "skipped_instances: [2026-11-17]", "status: open", "status: done\ncompletedDate: 2026-11-20", "priority: high",
        "nested:\n  a: 1\n  b: [x, y]  # deep", "text: |\n  one\n  # not a comment\n\n  two", "long: one\n  two",
        "links:\n  - \"[[A]]\"\n  - '[[B]]'", "empty:", "\"quoted key\": 1",
    ]
    private static let comments = ["# about", "", "  # indented", "#", "# two words"]
    private static let bodies = ["", "Text\n", "One\n\nTwo\n\nThree\n", "# Heading\n\n- [ ] a\n- [ ] b\n", "no end"]

    static func file(_ random: inout Random) -> [UInt8] {
        if random.below(40) == 0 { return Array(random.pick(bodies).utf8) }
        var keys: Set<Substring> = []
        var text = "---\n"
        for _ in 0..<random.below(9) {
            let line = random.pick(lines)
            guard keys.insert(line.prefix { $0 != ":" }).inserted || random.below(60) == 0 else { continue }
            if random.below(6) == 0 { text += random.pick(comments) + "\n" }
            text += line + "\n"
        }
        if random.below(8) == 0 { text += "# last\n" }
        text += "---\n" + random.pick(bodies)
        if random.below(12) == 0 { text = text.replacing("\n", with: "\r\n") }
        return (random.below(25) == 0 ? [0xEF, 0xBB, 0xBF] : []) + Array(text.utf8)
    }

    // MARK: Edits

    static func edited(_ bytes: [UInt8], _ random: inout Random) -> [UInt8] {
        switch random.below(8) {
        case 0...3: (try? commanded(bytes, key: random.pick(["title", "priority", "note"]), &random)) ?? bytes
        case 4...6: typed(bytes, &random)
        default: random.below(3) == 0 ? random.mutate(bytes) : typed(bytes, &random)
        }
    }

    /// What a command of `mm` writes.
    static func commanded(_ bytes: [UInt8], key: String, _ random: inout Random) throws -> [UInt8] {
        let now = random.pick(["2026-11-21T08:00", "2026-11-21T18:30", "2026-11-22T07:00"])
        var stepping = Stepping(bytes: bytes, now: now)
        let registry = TagRegistry()
        let change: FileChange
        switch random.below(10) {
        case 0, 1: change = .field(FieldChange(key, .text(FieldValue.Item(random.pick(["new", "x: y", "7", "déjà"])))))
        case 2, 3: change = .tags(TagsChange(adding: [TagName(random.pick(["new", "zoo", "c d", "Work", "yes"]))]))
        case 4: change = .tags(TagsChange(removing: [TagName(random.pick(["home", "work", "errand"]))]))
        case 5, 6:
            _ = try? stepping.done()
            return stepping.bytes
        case 7:
            _ = try? stepping.skip()
            return stepping.bytes
        case 8:
            _ = try? stepping.snooze(random.pick(["1h", "2h", "1d"]))
            return stepping.bytes
        default: change = .field(FieldChange("extra_\(key)", .list([FieldValue.Item("a"), FieldValue.Item("b c")])))
        }
        return (try? change.apply(to: bytes, registry: registry)) ?? bytes
    }

    /// What somebody does in an editor.
    private static func typed(_ bytes: [UInt8], _ random: inout Random) -> [UInt8] {
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { Array($0) }
        let index = random.below(lines.count)
        let end: [UInt8] = bytes.contains(0x0D) ? [0x0D] : []
        switch random.below(11) {
        case 0: lines.insert(Array(random.pick(comments).utf8) + end, at: index)
        case 1: lines.swapAt(index, random.below(lines.count))
        case 2: lines.remove(at: index)
        case 3: lines[index] += Array("  # beside".utf8)
        case 4:
            let line = random.pick(Self.lines)
            lines.insert(contentsOf: line.split(separator: "\n").map { Array($0.utf8) + end }, at: index)
        case 5: return bytes.contains(0x0D) ? bytes.filter { $0 != 0x0D } : Array(crlf(bytes))
        case 6: return bytes.starts(with: [0xEF]) ? Array(bytes.dropFirst(3)) : [0xEF, 0xBB, 0xBF] + bytes
        case 7:
            lines[index] = Array(String(decoding: lines[index], as: UTF8.self).replacing("home", with: "house").utf8)
        case 8: lines.append(Array("Another line".utf8) + end)
        case 9: lines[index] = Array(String(decoding: lines[index], as: UTF8.self).replacing(": ", with: ":  ").utf8)
        default:
            lines[index] = Array(
                String(decoding: lines[index], as: UTF8.self).replacing("2026-11-2", with: "2026-12-0").utf8
            )
        }
        return Array(lines.joined(separator: [0x0A]))
    }

    private static func crlf(_ bytes: [UInt8]) -> some Sequence<UInt8> {
        bytes.lazy.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
    }
}
