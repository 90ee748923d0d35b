import MemossFiles
import TestSupport
import Testing

@testable import CivilTime
@testable import mm

@Suite struct HelpTopicTests {
    private static let now = CivilDateTime(CivilDate(daysSinceEpoch: 20_413))

    private static func examples(_ topic: String) -> [String] {
        Grammar.mm.topic(topic)?.rows.flatMap(\.examples) ?? []
    }

    @Test func `there are six topics, each with examples`() throws {
        #expect(Grammar.mm.topics.map(\.name) == ["dates", "rules", "alarms", "queries", "files", "agent"])
        for topic in Grammar.mm.topics {
            #expect(Self.examples(topic.name).count > 6)
            #expect(try Grammar.mm.parse(["help", topic.name]) == .topic(topic.name))
            let text = Help(.mm, width: 72).text(topic: topic.name)
            #expect(text.split(separator: "\n").allSatisfy { $0.count <= 72 || $0.hasPrefix("    mm ") }, "\(text)")
        }
    }

    @Test(arguments: examples("dates")) func `each date can be typed`(text: String) throws {
        _ = try WhenPhrase(parsing: text, now: Self.now)
    }

    @Test(arguments: examples("rules")) func `each rule can be typed`(text: String) throws {
        _ = try RulePhrase(parsing: text, now: Self.now, times: .usual)
    }

    @Test(arguments: examples("queries")) func `each query can be typed`(text: String) throws {
        _ = try Query(parsing: text, now: Self.now)
    }

    @Test func `the topic on queries has every state`() {
        let states = Set(Self.examples("queries").filter { $0.hasPrefix("is:") })
        #expect(states == Set(Query.State.allCases.map { "is:" + $0.rawValue }))
    }

    @Test(arguments: examples("files")) func `each line can be in a file`(line: String) {
        // A rule needs a date.
        let date = line.hasPrefix("scheduled") || line.hasPrefix("due") ? "" : "scheduled: 2026-11-30\n"
        let bytes = [UInt8]("---\n\(date)\(line)\n---\n".utf8)
        let problems = ReminderDecoder.decode(bytes, path: "a.md").problems
        #expect(problems.isEmpty, "\(problems)")
    }

    @Test func `completion of a configuration key offers every key, and of help every topic`() {
        let request = CompletionRequest(shell: .fish, words: ["config", ""])
        let offered = FolderCandidates.reply(to: request).lines.dropFirst().map { $0.prefix { $0 != "\t" } }
        for key in Configuration().settings.map(\.key) + ["aliases.", "queries."] {
            #expect(offered.contains { $0 == key }, "\(key)")
        }
        let topics = Completer(.mm).place(in: ["help", "da"]).candidates.map(\.text)
        #expect(topics.suffix(6) == ["dates", "rules", "alarms", "queries", "files", "agent"])
    }

    @Test func `an example is described by a sentence`() {
        for example in Grammar.mm.commands.flatMap(\.examples) {
            let text = example.value
            #expect(text.first?.isUppercase == true && text.last == "." && text.contains(" "), "\(text)")
            #expect(example.key.hasPrefix("mm") || example.key.contains("| mm"), "\(example.key)")
        }
    }
}
