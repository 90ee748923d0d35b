import Testing

@testable import Text
@testable import mm

/// The library is for every front end: only `mm` may name its commands and options.
@Suite struct SourceWordsTests {
    private static func literals(in folder: String) throws -> [(file: String, text: String)] {
        let stage = try TranscriptStage.with("empty")
        let files = try stage.run("find '\(TranscriptStage.root)/Sources/\(folder)' -name '*.swift' | sort")
        return try files.flatMap { file in
            let name = file.split(separator: "/").last.map(String.init) ?? ""
            return SourceLiterals(of: try TranscriptTests.text(file)).literals.map { (name, $0) }
        }
    }

    /// The commands and options of `mm` that a text names: `mm tag`, `--dry-run`.
    private static func named(in text: String) -> [String] {
        let commands = Set(Command.all.compactMap(\.syntax.path.first) + ["help"])
        let typed = text.matches(of: /\bmm ([a-z]+)\b/).filter { commands.contains(String($0.1)) }.map(\.0)
        let options = text.matches(of: /(?:^|[^-\w])(--[a-z\u{FFFC}][a-z-]*)/).map(\.1)
        return (typed + options).map(String.init)
    }

    @Test func `string literals are found in source code`() {
        let code = #"""
            // "no" /* "no" */
            let a = "one \(b ? "two" : "(") three" /* "no" */ + "\"four\"" + #"fi"ve"#
            """#
        #expect(
            SourceLiterals(of: code).literals
                == ["two", "(", "one \u{FFFC} three", #"\"four\""#, #"fi"ve"#]
        )
    }

    @Test(arguments: [
        ("reopen it with: mm reopen a.md --on 1", ["mm reopen", "--on"]), ("'--\u{FFFC}' needs", ["--\u{FFFC}"]),
        ("('mm edit' opens it)", ["mm edit"]), ("--path FILE", ["--path"]), ("what mm edits", []),
        ("'---' or a--b", []),
        ("as mm left it", []),
    ]) func `command-line words are found in a sentence`(text: String, named: [String]) {
        #expect(Set(Self.named(in: text)) == Set(named))
    }

    @Test func `the library names no command and no option`() throws {
        // The header of a diff is an exception.
        let exceptions = ["UnifiedDiff.swift": ["diff --git "]]
        let stage = try TranscriptStage.with("empty")
        let others: Set = ["mm", "CBuild", "CYAML", "DBus"]
        let modules = try stage.run("ls '\(TranscriptStage.root)/Sources'").filter { !others.contains($0) }
        #expect(modules.contains("MemossFiles") && modules.count > 5)
        let literals = try modules.flatMap { try Self.literals(in: $0) }
        #expect(literals.count > 1_000)
        for (file, text) in literals where exceptions[file]?.contains(text) != true {
            let named = Self.named(in: text)
            #expect(named.isEmpty, "\(file): \(text.debugDescription) names \(named)")
        }
    }

    @Test func `every option that mm mentions exists`() throws {
        let known = Set((Command.all.flatMap(\.syntax.options) + GlobalOptions.all + Grammar.builtins).map(\.name))
        // Options of systemctl, of git, of the completion scripts and of make install.
        let git = [
            "--local", "--get", "--remove-section", "--unshallow", "--show-toplevel", "--git-dir", "--cached",
            "--batch", "--abort", "--skip", "--continue", "--no-edit", "--staged", "--allow-unrelated-histories",
        ]
        // The files that run git. A literal that begins with an option is an argument for it.
        let gitFiles = Set(try Self.literals(in: "mm/Git").map(\.file) + Self.literals(in: "mm/Sync").map(\.file))
        let others = Set(["--user", "--complete", "--generate-manual"] + git)
        for (file, text) in try Self.literals(in: "mm") where file != "CompletionScript.swift" {
            if gitFiles.contains(file), text.hasPrefix("--") || file == "GitConflicts.swift" { continue }
            let named = Self.named(in: text).filter { $0.hasPrefix("--") && !$0.contains(SourceLiterals.interpolated) }
            let missing = Set(named).subtracting(known).subtracting(others)
            #expect(missing.isEmpty, "\(file): \(text.debugDescription) names \(missing)")
        }
    }
}
