import Testing

@testable import mm

/// The page for programs says what works.
@Suite struct AgentPageTests {
    @Test func `every example of the page runs, and those with JSON print it`() throws {
        for example in HelpTopic.agent.rows.flatMap(\.examples) {
            let stage = try TranscriptStage.with("sample")
            // There is something to reopen and to undo.
            let earlier = example.contains("reopen") || example.contains("undo") ? "mm -q done vitamin; " : ""
            let json = example.contains("--json") ? "jq -e .schema ../out" : ":"
            let said = try stage.run(
                "\(earlier)\(example) > ../out 2> ../said && \(json) > ../schema; echo $?; cat ../said"
            )
            #expect(said.first == "0" && !said.contains { $0.hasPrefix("mm:") }, "\(example): \(said)")
        }
    }

    @Test func `the skill has a name, a description and every example`() {
        let skill = HelpTopic.agent.skill
        #expect(skill.hasPrefix("---\nname: mm\ndescription: "))
        for example in HelpTopic.agent.rows.flatMap(\.examples) { #expect(skill.contains("`\(example)`")) }
    }

    @Test func `every option of the page belongs to its command`() throws {
        for example in HelpTopic.agent.rows.flatMap(\.examples) {
            let words = ShellLine.words(of: example)
            guard case .run = try Grammar.mm.parse(Array(words.dropFirst())) else {
                Issue.record("\(example)")
                continue
            }
        }
    }
}
