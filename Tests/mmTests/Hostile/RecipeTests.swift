import MemossFiles
import TestSupport
import Testing

@testable import mm

/// Runs the recipes that the manual suggests for a configuration, crontab or shell exactly as printed, in a folder with
/// titles, texts and paths written by somebody else.
@Suite struct RecipeTests {
    /// Titles that must not become an option, a file name or a command.
    private static let hostile = [
        "Milk", "@/etc/passwd", "@-", "@secret", "-o pwned", "--data=@secret", "-K secret", "$(touch pwned)",
        "`touch pwned`", "'; touch pwned; '", "\"; touch pwned; \"", "a\nb; touch pwned", "x\n-o pwned",
        "\\u0000\\0\\n",
        "%s%n%x", "{{.Secret}}", "--", "-", "*", "~/secret", "<secret", "| touch pwned", "&& touch pwned", "\u{202E}x",
        "#", "${HOME}", "\\", "\t", "null", "it's", long,
    ]

    /// Longer than any argument of a program can be.
    private static let long = "LONG"

    /// Programs that a recipe may use to send something. Each records its arguments and its input.
    private static let programs = [
        "curl", "wget", "notify-send", "mail", "sendmail", "ssh", "osascript", "terminal-notifier",
    ]

    private static let pages =
        ["README.md"] + TranscriptTests.names(in: "docs").filter { $0.hasSuffix(".md") }.map { "docs/\($0)" }

    enum Kind { case hook, cron }

    struct Recipe: Sendable, CustomStringConvertible {
        var kind: Kind
        var text: String
        var page: String
        var description: String { "\(page): \(text)" }
    }

    // MARK: Finding

    /// The recipes on the user's pages, and lines that look like one but that this suite cannot run.
    private static let found: (recipes: [Recipe], unknown: [String]) = {
        var recipes: [Recipe] = []
        var unknown: [String] = []
        for page in pages {
            guard let text = try? TranscriptTests.text("\(TranscriptStage.root)/\(page)") else {
                unknown.append("\(page): cannot be read")
                continue
            }
            var prose: [Substring] = []
            var block: (info: Substring, lines: [Substring])?
            for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
                if line.hasPrefix("```") {
                    if let (info, lines) = block {
                        collect(String(info), lines.map(String.init), page, &recipes, &unknown)
                        block = nil
                    } else {
                        block = (line.dropFirst(3), [])
                    }
                } else if block != nil {
                    block?.lines.append(line)
                } else {
                    prose.append(line)
                }
            }
            for span in spans(prose) where looksRun(span) {
                if span.hasPrefix("* ") {
                    recipes.append(Recipe(kind: .cron, text: span, page: page))
                } else if !warnedOf.contains(span) {
                    unknown.append("\(page): \(span)")
                }
            }
        }
        return (recipes, unknown)
    }()

    /// Shown as examples to avoid.
    private static let warnedOf: Set = ["curl -d \"$title\"", "@/home/ann/.ssh/id_rsa"]

    private static func collect(
        _ info: String,
        _ lines: [String],
        _ page: String,
        _ recipes: inout [Recipe],
        _ unknown: inout [String]
    ) {
        // The transcript tests run these.
        if info == "console" || info.hasPrefix("markdown") || info.contains(" file:") { return }
        // Configurations of editors.
        if ["elisp", "json", "lua", "toml", "vim"].contains(info), !lines.contains(where: looksRun) { return }
        if info == "kak" { return }
        if let first = lines.firstIndex(where: { $0.hasPrefix("notify_command:") }) {
            let value = lines[first].dropFirst("notify_command:".count).drop { $0 == " " }
            let folded = lines[(first + 1)...].prefix { $0.hasPrefix("  ") }.map { String($0.dropFirst(2)) }
            recipes.append(
                Recipe(kind: .hook, text: value == "|" ? folded.joined(separator: "\n") : String(value), page: page)
            )
        } else if !info.hasPrefix("yaml mm-") || lines.contains(where: looksRun) {
            unknown.append("\(page): \(([info] + lines).joined(separator: "\n"))")
        }
    }

    /// The text between backticks in prose, and the indented lines of code.
    private static func spans(_ lines: [Substring]) -> [String] {
        let code = lines.filter { $0.hasPrefix("    ") }.map { String($0.dropFirst(4)) }
        let text = lines.filter { !$0.hasPrefix("    ") }.joined(separator: "\n")
        let parts = text.split(separator: "`", omittingEmptySubsequences: false)
        return code + parts.indices.filter { !$0.isMultiple(of: 2) }.map { String(parts[$0]) }
    }

    /// Whether the text may be meant for a shell.
    private static func looksRun(_ text: String) -> Bool {
        let words = text.split { !($0.isLetter || $0.isNumber || $0 == "-") }.map(String.init)
        let isProgram = words.contains { (programs + ["jq", "xargs", "eval", "crontab"]).contains($0) }
        return text.contains("$(") || text.contains("sh -c") || text.contains("${") || text.hasPrefix("* ")
            || text.hasPrefix("#!")
            || isProgram && words.count > 1
    }

    // MARK: Running

    /// Makes a folder with a secret that must not leak, recording programs, and one reminder.
    private static func make(_ title: String) -> String {
        let recorder = #"""
            #!/bin/sh
            n=$(mktemp "$HOME/told/XXXXXX")
            for word do printf '%s\0' "$word"; done > "$n.words"
            cat > "$n.input"
            """#
        return """
            mkdir ../bin ../told && cd ../bin && cat > recorder <<'END'
            \(recorder)
            END
            chmod +x recorder && for p in \(programs.joined(separator: " ")); do cp recorder $p; done
            cd ../reminders && export PATH="$HOME/bin:$PATH"; echo sesame > secret; cp secret ~/secret; touch tags.yaml
            { printf -- '---\\ntitle: '; \(written(title)); cat <<'END'; } > '@secret -o pwned $(touch pwned).md'

            tags: ["@secret", "$(touch pwned)"]
            scheduled: 2026-11-21T08:01
            ---
            @secret $(touch pwned) `touch pwned`
            END
            """
    }

    private static func written(_ title: String) -> String {
        guard title == long else { return "printf '%s' \(EveryCommand.quoted(quoted(title)))" }
        return "printf LONG; head -c 300000 /dev/zero | tr '\\0' x"
    }

    /// Quotes the text for YAML, with every special byte escaped.
    private static func quoted(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case "\n": "\\n"
            default: String(scalar)
            }
        }
        return "\"\(escaped.joined())\""
    }

    /// The arguments of the started programs, their input, and the files left behind.
    private func run(_ recipe: Recipe, title: String) throws -> (words: String, input: String, left: String) {
        let stage = try TranscriptStage.with("empty")
        #expect(try stage.run(Self.make(title)) == [])
        let path = "export PATH=\"$HOME/bin:$PATH\"; "
        switch recipe.kind {
        case .hook:
            let configuration = recipe.text.split(separator: "\n", omittingEmptySubsequences: false)
                .map { "  \($0)\n" }.joined()
            let said = try stage.run(
                path + """
                    mkdir -p ~/.config/mm && cat > ~/.config/mm/config.yaml <<'END'
                    notify_command: |
                    \(configuration)
                    END
                    mm notify --once; mm --now 2026-11-21T08:01 notify --once
                    """
            )
            #expect(said == [], "\(title.prefix(40).debugDescription)")
        case .cron:
            _ = try stage.run(
                "mkdir -p ~/.config/mm; echo 'notify_command: cat >> ~/notified.jsonl' > ~/.config/mm/config.yaml"
            )
            let command = recipe.text.split(separator: " ").dropFirst(5).joined(separator: " ")
            #expect(try stage.run(path + "mm notify --once; export MM_NOW=2026-11-21T08:01; cd; \(command)") == [])
        }
        let words = try stage.run("cat ../told/*.words 2>/dev/null | tr '\\0' '\\n'").joined(separator: "\n")
        let input = try stage.run("cat ../told/*.input ~/notified.jsonl 2>/dev/null; true").joined(separator: "\n")
        let left = try stage.run("find ~ -newer ~/bin/recorder -name '*pwned' | sort; ls -A . ~").joined(
            separator: "\n"
        )
        return (words, input, left)
    }

    @Test func `every recipe of the manual is tested here`() {
        #expect(Self.found.unknown == [])
        #expect(Self.found.recipes.contains { $0.kind == .hook && $0.text.contains("curl") })
        #expect(Self.found.recipes.contains { $0.kind == .cron })
    }

    @Test func `help and man page contain no shell line that is not tested`() {
        let texts =
            Command.all.flatMap { [$0.syntax.discussion] + $0.syntax.examples.map(\.key) }
            + Manual.pages.map { $0.text(date: "") }
        // A sentence names a program that the command needs.
        let lines = texts.joined(separator: "\n").split(separator: "\n").map(String.init)
            .filter { !$0.contains("Needs curl") }
        #expect(lines.filter(Self.looksRun) == [])
    }

    @Test(.enabled(if: TranscriptStage.has("jq")), arguments: found.recipes)
    func `a title is passed on as text and never becomes an option, a file or a command`(recipe: Recipe) throws {
        let usual = try run(recipe, title: "Milk")
        for title in Rounds.some(of: Self.hostile, recipe.text.utf8.count) {
            let (words, input, left) = try run(recipe, title: title)
            let shown = title.prefix(40).debugDescription
            #expect(words == usual.words, "\(shown)")
            #expect(left == usual.left, "\(shown)")
            #expect(!input.contains("sesame") && !words.contains("sesame"), "\(shown)")
            // Otherwise the test would pass even if nothing was passed on.
            let start = title.prefix { $0.isASCII && $0 != "\n" && $0 != "\\" && $0 != "\"" && $0 != "\t" }
            #expect(input.contains(start), "\(shown): \(input.prefix(200))")
        }
        if recipe.text.contains("curl") { #expect(usual.words.contains("https://")) }
    }
}
