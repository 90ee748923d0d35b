import TestSupport
import Testing

@testable import CivilTime
@testable import MemossFiles
@testable import Text

/// `docs/format.md` is correct: its examples are parsed, and its tables are complete.
@Suite struct FormatPageTests {
    private static func lines() throws -> [Substring] {
        try TestFiles.lines(Fixtures.root + "/docs/format.md", keepEmpty: true)
    }

    /// The fenced blocks with their info strings.
    private static func blocks() throws -> [(info: String, text: String)] {
        var blocks: [(info: String, text: String)] = []
        var isOpen = false
        for line in try lines() {
            if line.hasPrefix("```") {
                isOpen.toggle()
                if isOpen { blocks.append((String(line.dropFirst(3)), "")) }
            } else if isOpen {
                blocks[blocks.count - 1].text += line + "\n"
            }
        }
        return blocks
    }

    /// The rows of the table below a heading, cell by cell.
    private static func table(_ heading: String) throws -> [[String]] {
        var rows: [[String]] = []
        var isHere = false
        for line in try lines() {
            if line.hasPrefix("## ") { isHere = line == "## " + heading }
            guard isHere, line.hasPrefix("| ") else { continue }
            rows.append(line.split(separator: "|").map { $0.split(separator: " ").joined(separator: " ") })
        }
        // Skips the header of the table.
        return Array(rows.dropFirst(2))
    }

    private static func unquoted(_ cell: String) -> String { cell.split(separator: "`").joined() }

    @Test func `every example is what the page says it is`() throws {
        var kinds: [String: Int] = [:]
        for (info, text) in try Self.blocks() {
            let words = info.split(separator: " ").map(String.init)
            let kind = String(words.last?.split(separator: "=").first ?? "")
            let expected = words.last?.split(separator: "=").dropFirst().first.map(String.init)
            kinds[kind, default: 0] += 1
            let found: [Problem]
            switch kind {
            case "mm-ok", "mm-problem": found = ReminderDecoder.decode([UInt8](text), path: "example.md").problems
            case "mm-registry", "mm-registry-problem": found = TagRegistry(parsing: [UInt8](text)).problems
            case "mm-configuration": found = Configuration(parsing: [UInt8](text), path: "config.yaml").problems
            default:
                Issue.record("a block that no test reads: \(info)")
                continue
            }
            #expect(found.map(\.id.rawValue) == (expected.map { [$0] } ?? []), "\(text)")
        }
        for kind in ["mm-ok", "mm-problem", "mm-registry", "mm-registry-problem", "mm-configuration"] {
            #expect(kinds[kind] ?? 0 > 0, "no \(kind)")
        }
    }

    @Test func `the examples give the values that the page states`() throws {
        let examples = try Self.blocks().filter { $0.info == "markdown mm-ok" }.compactMap { example in
            ReminderDecoder.decode([UInt8](example.text), path: "name.md", keeping: .whole).reminder
        }
        let vitamins = try #require(examples.first { $0.title == "Take vitamins" })
        #expect(vitamins.tags == [TagName("health"), TagName("personal")])
        #expect(vitamins.until?.description == "2027-03-31")
        #expect(vitamins.bodyFirstLine == "One capsule, with food.")
        #expect(examples.first { $0.title == "Only a heading" }?.isNote == true)
        #expect(examples.contains { $0.tags.map(\.text) == ["work/client", "errand", "c#"] })
        #expect(examples.contains { $0.tags.map(\.text) == ["work", "home"] })
        let bank = try #require(examples.first { $0.title == "Call the bank" })
        #expect(bank.completed == .on(try DateValue(parsing: "2026-11-20")))
        let registry = try #require(try Self.blocks().first { $0.info == "yaml mm-registry" })
        let tags = TagRegistry(parsing: [UInt8](registry.text))
        #expect(tags.tags.map(\.name.text) == ["Work", "Health", "Garden"])
        #expect(tags.canonical(TagName("office/x")).text == "Work/x")
        let configuration = try #require(try Self.blocks().first { $0.info == "yaml mm-configuration" })
        let read = Configuration(parsing: [UInt8](configuration.text), path: "config.yaml")
        #expect(read.allDayAt.description == "08:30")
        #expect(read.directory == "/home/ann/reminders")
        #expect(read.notifyCommand == "cat >> ~/notified.jsonl")
    }

    @Test func `every problem is in the table, with its severity`() throws {
        let rows = try Self.table("Problems").map { (Self.unquoted($0[0]), $0[1]) }
        let found = Dictionary(rows) { first, _ in first }
        let expected = ProblemID.allCases.map { ($0.rawValue, $0.severity.rawValue) }
        #expect(found == Dictionary(expected) { first, _ in first })
        #expect(rows.count == ProblemID.allCases.count)
    }

    @Test func `the table lists exactly the keys that are read`() throws {
        let rows = try Self.table("Keys").map { Self.unquoted($0[0]) }
        #expect(rows.sorted() == KnownKey.allCases.map(\.rawValue).sorted())
        for key in KnownKey.allCases {
            var name = key.rawValue
            #expect(name.withUTF8 { KnownKey($0) } == key)
            name.removeLast()
            #expect(name.withUTF8 { KnownKey($0) } == nil)
        }
    }

    @Test func `every rule in the table is valid`() throws {
        let rules = try Self.table("Recurrence").flatMap { row in
            row[0].split(separator: "`").map(String.init).filter { $0 != ", " && $0 != "," }
        }
        #expect(rules.count > 25)
        for rule in rules { #expect(throws: Never.self, "\(rule)") { try RecurrenceRule(parsing: rule) } }
        // The page mentions every first word.
        for word in ["daily", "weekdays", "weekends", "weekly", "monthly", "yearly", "annually", "hourly", "every"] {
            #expect(rules.contains { $0.hasPrefix(word) }, "\(word)")
        }
    }
}

extension TestFiles {
    fileprivate static func lines(_ path: String, keepEmpty: Bool) throws -> [Substring] {
        String(decoding: try bytes(path), as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: !keepEmpty)
    }
}
