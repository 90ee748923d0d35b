import TestSupport
import Testing

@testable import Text

/// Applies random edits with `git apply`, forwards and in reverse. The edits are the same in every run.
@Suite struct UnifiedDiffGitTests {
    private struct Case {
        var path: [UInt8]
        var before: [UInt8]?
        var after: [UInt8]?
    }

    /// Few different lines, so that many are equal. Some are hostile.
    private static let lines: [[UInt8]] = [
        Array("---\n".utf8), Array("title: x\n".utf8), Array("tags: [a, b]\r\n".utf8), Array("\n".utf8),
        Array("\r\n".utf8),
        Array(" \t\n".utf8), Array("--- a/x.md\n".utf8), Array("+++ b/x.md\n".utf8), Array("@@ -1,3 +1,3 @@\n".utf8),
        Array("\\ No newline at end of file\n".utf8), Array("diff --git a/x b/x\n".utf8), [0xFF, 0xFE, 0x0A],
        [0xC3, 0x0A], [0x00, 0x01, 0x0A], [0x0D, 0x0D, 0x0A], Array("\u{1B}[31m\u{202E}\u{2028}\u{85}\n".utf8),
    ]

    private static let names: [String] = [
        "plain.md", "two words.md", " lead", "trail ", "quote\"d", "back\\slash", "caf\u{E9}", "cafe\u{301}",
        "\u{1F389}",
        "tab\there", "line\nbreak", "bell\u{7}", "esc\u{1B}[31m", "-dash", "b", "#", "$x", "{}", "..x",
    ]

    private static func text(_ random: inout Random, lineCount: Int) -> [[UInt8]] {
        var text = (0..<lineCount).map { _ in lines[random.below(random.below(2) == 0 ? lines.count : 3)] }
        if random.below(3) == 0, !text.isEmpty { text[text.count - 1].removeLast() }
        return text.filter { !$0.isEmpty }
    }

    private static func edited(_ text: [[UInt8]], _ random: inout Random) -> [[UInt8]] {
        var text = text
        for _ in 0...random.below(6) {
            let at = random.below(text.count + 1)
            let end = min(text.count, at + random.below(4))
            text.replaceSubrange(at..<end, with: (0..<random.below(4)).map { _ in lines[random.below(lines.count)] })
        }
        // Every line except the last must have a line break.
        for index in text.indices.dropLast() where text[index].last != 0x0A { text[index].append(0x0A) }
        if random.below(4) == 0, text.last?.last == 0x0A { text[text.count - 1].removeLast() }
        return text
    }

    private static func cases(_ count: Int, _ random: inout Random) -> [Case] {
        (0..<count).map { number in
            let before = text(&random, lineCount: random.below(40))
            let after = random.below(10) == 0 ? text(&random, lineCount: random.below(40)) : edited(before, &random)
            let kind = random.below(20)
            return Case(
                path: Array("\(number)\(names[number % names.count])".utf8),
                before: kind == 0 ? nil : Array(before.joined()),
                after: kind == 1 ? nil : Array(after.joined())
            )
        }
    }

    @Test func `git applies and reverses hundreds of random patches`() throws {
        let git = try Git()
        var random = Random(seed: 1)
        let cases = Self.cases(600, &random)
        var patch: [UInt8] = []
        for one in cases {
            if let before = one.before { try git.write(before, to: one.path) }
            patch += UnifiedDiff.patch(path: one.path, before: one.before, after: one.after)
        }
        #expect(try git.apply(patch) == "")
        for one in cases where git.read(one.path) != one.after {
            Issue.record("\(one) gave \(git.read(one.path) ?? [])")
        }
        #expect(try git.apply(patch, "--reverse") == "")
        for one in cases where git.read(one.path) != one.before { Issue.record("\(one) came back otherwise") }
    }

    @Test func `the changes are minimal and turn one text into the other`() {
        var random = Random(seed: 2)
        for _ in 0..<3_000 {
            let kinds = 1 + random.below(6)
            let old = (0..<random.below(14)).map { _ in random.below(kinds) }
            let new = (0..<random.below(14)).map { _ in random.below(kinds) }
            let changes = LineDifference.changes(from: old, to: new)
            #expect(rebuilt(old, new, changes) == new)
            let cost = changes.reduce(0) { $0 + $1.old.count + $1.new.count }
            if cost != old.count + new.count - 2 * commonCount(old, new) { Issue.record("\(old) \(new) \(changes)") }
        }
    }

    /// Ten thousand lines in a different order, all present on both sides. The search has to give up, and the result
    /// still has to be correct.
    @Test
    func `texts with many or no common lines are compared in bounded time`() {
        var random = Random(seed: 3)
        let old = Array(0..<10_000)
        let new = old.shuffled(using: &random)
        #expect(rebuilt(old, new, LineDifference.changes(from: old, to: new)) == new)
        let (few, fewer) = (old.map { $0 % 7 }, new.map { $0 % 5 })
        #expect(rebuilt(few, fewer, LineDifference.changes(from: few, to: fewer)) == fewer)
    }

    private func rebuilt(_ old: [Int], _ new: [Int], _ changes: [LineDifference.Change]) -> [Int] {
        var rebuilt: [Int] = []
        var at = 0
        for change in changes {
            // Changes ascend and are not empty, with an unchanged line between any two.
            let isApart = change == changes.first || change.old.lowerBound > at
            if !isApart || change.old.isEmpty && change.new.isEmpty { return [-1] }
            rebuilt += old[at..<change.old.lowerBound]
            rebuilt += new[change.new]
            at = change.old.upperBound
        }
        return rebuilt + old[at...]
    }

    /// The length of a longest common subsequence, computed with the plain table.
    private func commonCount(_ one: [Int], _ two: [Int]) -> Int {
        var row = [Int](repeating: 0, count: two.count + 1)
        for value in one {
            var diagonal = 0
            for (index, other) in two.enumerated() {
                let above = row[index + 1]
                row[index + 1] = value == other ? diagonal + 1 : max(above, row[index])
                diagonal = above
            }
        }
        return row[two.count]
    }
}
