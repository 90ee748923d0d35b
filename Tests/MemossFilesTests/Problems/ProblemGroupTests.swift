import TestSupport
import Testing

@testable import MemossFiles
@testable import Text

@Suite struct ProblemGroupTests {
    private func problem(_ path: String, _ id: ProblemID, _ message: String, _ suggestion: String? = nil) -> Problem {
        Problem(path: path, line: 2, column: 1, id: id, message: message, suggestion: suggestion)
    }

    private func shown(_ problems: [Problem]) -> [String] {
        ProblemGroup.groups(of: problems).map {
            "\($0.example.path) \($0.count)/\($0.fileCount) \($0.isUniform ? "" : "like ")\($0.example.message)"
        }
    }

    private func repeated(_ count: Int, _ id: ProblemID) -> [Problem] {
        (0..<count).map { problem("\($0).md", id, "x") }
    }

    @Test(arguments: [(ProblemID.unknownTag, 3), (.foreignKey, 1), (.invalidDate, 20)])
    func `identical problems form a group once they repeat too often`(id: ProblemID, most: Int) {
        #expect(ProblemGroup.groups(of: repeated(most, id)) == ProblemGroup.single(repeated(most, id)))
        #expect(shown(repeated(most + 1, id)) == ["0.md \(most + 1)/\(most + 1) x"])
    }

    @Test func `a group is placed at its first problem, and the others keep their order`() {
        let all = [
            problem("a.md", .unknownTag, "x"), problem("a.md", .tagSpelling, "x"), problem("b.md", .unknownTag, "x"),
            problem("b.md", .unknownTag, "x"), problem("c.md", .invalidYAML, "y"), problem("d.md", .unknownTag, "x"),
        ]
        #expect(shown(all) == ["a.md 4/3 x", "a.md 1/1 x", "c.md 1/1 y"])
    }

    @Test func `more than twenty messages that differ only in a name or number form a group`() {
        let dates = (0..<21).map {
            problem("\($0).md", .invalidDate, "created: '\(1_596_374_871_110 + $0)' is no date, at byte \($0)")
        }
        #expect(shown(dates) == ["0.md 21/21 like \(dates[0].message)"])
        #expect(shown(Array(dates.dropLast())).count == 20)
        // A different key is a different kind of problem.
        let other = problem("z.md", .invalidDate, "scheduled: '1' is no date, at byte 1")
        #expect(shown(dates + [other]).count == 2)
    }

    @Test func `lines that are already groups count as one each`() {
        let tags = (0..<20).flatMap { tag in (0..<5).map { problem("\($0).md", .unknownTag, "no tag 't\(tag)'") } }
        #expect(shown(tags).count == 20)
        #expect(shown(tags + [problem("x.md", .unknownTag, "no tag 'other'")]).count == 1)
    }

    @Test func `a group has a suggestion only if all its problems have the same one`() {
        let same = (0..<4).map { problem("\($0).md", .unknownTag, "no tag 'wrok'", "work") }
        #expect(ProblemGroup.groups(of: same).map(\.suggestion) == ["work"])
        let others = (0..<21).map { problem("\($0).md", .unknownTag, "no tag 'wrok\($0)'", "work") }
        #expect(ProblemGroup.groups(of: others).map(\.suggestion) == [nil])
    }

    @Test func `every problem is in exactly one group, whatever the messages`() {
        var random = Random(seed: 11)
        let texts = ["'", "''", "a'b", "7", "'\u{301}x'", "", "x y", "'1'2'3'"]
        for _ in 0..<200 {
            let problems = (0..<Int.random(in: 0..<120, using: &random)).map { number in
                problem(
                    "\(number / 3).md",
                    ProblemID.allCases.randomElement(using: &random) ?? .invalidYAML,
                    texts.randomElement(using: &random) ?? ""
                )
            }
            let groups = ProblemGroup.groups(of: problems)
            #expect(groups.reduce(0) { $0 + $1.count } == problems.count)
            #expect(groups.allSatisfy { $0.fileCount <= $0.count && problems.contains($0.example) })
        }
    }
}
