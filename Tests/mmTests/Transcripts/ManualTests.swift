import Testing

@testable import Text
@testable import mm

/// The manual describes everything in the grammar, and the transcripts use it.
@Suite struct ManualTests {
    private let sections: [String: Substring]
    private let commands: [String]

    init() throws {
        let manual = try TranscriptTests.text("\(TranscriptStage.root)/\(TranscriptTests.manual)")
        var sections: [String: Substring] = [:]
        for section in manual.split(separator: "\n## ").dropFirst() {
            let title = section.prefix { $0 != "\n" }
            sections[String(title)] = section.dropFirst(title.count)
        }
        self.sections = sections
        commands = try TranscriptTests.files.flatMap { page in
            try Transcript(parsing: TranscriptTests.text("\(TranscriptStage.root)/\(page)")).steps.map(\.command)
        }
    }

    private static let written = Grammar.mm.commands.filter { !Grammar.mm.isGroup($0.path) || $0.path.isEmpty }

    @Test(arguments: written)
    func `the manual has a section for each command, with all its options`(command: CommandSyntax) throws {
        let section = try #require(sections[command.name], "no section '\(command.name)'")
        for option in command.options {
            #expect(section.contains(option.usage), "no \(option.usage)")
        }
    }

    @Test func `the manual has the global options`() throws {
        let section = try #require(sections["Global options"])
        for option in GlobalOptions.all {
            #expect(section.contains("`\(option.usage)`"), "no \(option.usage)")
            if let short = option.short { #expect(section.contains("`-\(short)`"), "no -\(short)") }
        }
    }

    @Test(arguments: written)
    func `the transcripts run each command, with each of its options and as JSON`(command: CommandSyntax) {
        let runs = commands.filter { $0.contains(command.name) }
        #expect(!runs.isEmpty)
        #expect(runs.contains { $0.contains("--json") })
        for option in command.options {
            #expect(runs.contains { $0.contains("--\(option.long)") }, "nothing runs \(option.usage)")
        }
    }

    @Test(arguments: GlobalOptions.all)
    func `the transcripts use each global option`(option: OptionSyntax) {
        #expect(commands.contains { $0.contains("--\(option.long)") })
    }
}
