import TestSupport
import Testing

@testable import mm

/// Only `mm`'s own styling may control the terminal, whatever files and arguments contain. Standard output and standard
/// error of every command are a terminal here, and every byte is checked.
@Suite struct TerminalInjectionTests {
    // MARK: Input

    /// Text that controls a terminal, reverses text, or forges a line.
    private static let steering = [
        "\u{1B}[5;66m", "\u{1B}]0;t\u{07}", "\u{9B}2J", "\u{90}q\u{9C}", "\u{202E}abc", "\u{2066}\u{200F}x",
        "\u{08}\u{7F}\u{0E}",
        "\rFORGED", "\nFORGED", "\u{85}FORGED", "\u{2028}FORGED",
    ]
    private static let all = "x" + steering.joined() + "y"
    /// Bytes that are not UTF-8; `EveryCommand.quoted` converts them.
    private static let raw = "x\(EveryCommand.byte(0x9B))2J\(EveryCommand.byte(0xFF))\u{1B}[5;66my"
    /// A tag and a file in the folder below.
    private static let tag = "T\u{202E}g\u{2066}"

    @Sendable private static func words(_ completion: Completion) -> [String] {
        switch completion {
        case .tag: [tag, all, raw, "\u{9B}2J", "New\u{202E}"]
        case .reminder: ["good.md", "e\u{1B}[5;66m/n\nFORGED\u{9B}.md", all, raw, "yaml.md"]
        case .query: ["tag:\(tag)", "x\u{1B}[5;66m", "due:\(all)", all, raw, "(\u{9B}", "is:\u{202E}"]
        case .file, .directory: [".", "e\u{1B}[5;66m", all, raw]
        case .timezone: ["Europe/Paris", all, raw]
        case .configurationKey: ["clock", "aliases.\(raw)", all]
        case .words(let words), .keys(let words): Array(words.prefix(1)) + [all, raw]
        case .none, .capture, .queryName:
            ["1", "title", "2026-11-22", "key\u{202E}", all, "\u{1B}[5;66m", raw, "#3B82F6", "P1D"]
        }
    }

    private static let commands = EveryCommand(
        words: words,
        globals: [["--color=always"], ["--json"]]
    )

    /// A title, tags, ids, dates, rules and zones with the text as YAML escapes, which are valid, and raw, which is a
    /// YAML error.
    private static let folder: String = {
        let escaped = #"\e[5;66m\e]0;t\a\x9b2J\u202eabc\u2066\b\x7f\rFORGED\nFORGED\x85FORGED\u2028FORGED"#
        let keys = [
            "id", "title", "tags", "scheduled", "timezone", "recurrence", "until", "missed", "status", "created",
        ]
        var lines = ["mkdir \(EveryCommand.quoted("e\u{1B}[5;66m"))"]
        func write(_ path: String, _ text: String) {
            lines.append("printf '%s' \(EveryCommand.quoted(text)) > \(EveryCommand.quoted(path))")
        }
        write("good.md", "---\ntitle: \"\(escaped)\"\ntags: [\"T\\u202eg\\u2066\"]\nscheduled: 2026-11-22\n---\n")
        write(
            "e\u{1B}[5;66m/n\nFORGED\u{9B}.md",
            "---\ntags: \"T\\u202eg\\u2066\"\nscheduled: 2026-11-21 09:00\n---\n# x\u{1B}[5;66m\u{9B}\n"
        )
        write("note.md", "# \u{1B}[5;66m\u{9B}\u{202E}\n\nBody \u{1B}[5;66m\u{9B}2J\u{202E}\n")
        for key in keys {
            write(
                "\(key).md",
                "---\nscheduled: 2026-11-22\n\(key): \"\(escaped)\"\n---\n".replacing(
                    "scheduled: 2026-11-22\ns",
                    with: "s"
                )
            )
            write("list-\(key).md", "---\n\(key): [\"\(escaped)\", {\"\(escaped)\": 1}]\n---\n")
        }
        write(
            "conflict.md",
            "---\n<<<<<<< x\u{1B}[5;66m\ntitle: \u{9B}2J\u{202E}\n=======\ntitle: \u{1B}[5;66m\n>>>>>>> \u{2066}\n---\n"
        )
        write("good (conflicted copy).md", "---\ntitle: \"\(escaped) 2\"\n---\n")
        write("yaml.md", "---\ntitle: \u{1B}[5;66m\n---\n")
        write("yaml2.md", "---\n\"\(escaped)\": *\u{202E}\n---\n")
        write("yaml3.md", "---\ntitle: \"a\u{202E}\u{2066}\" b\n---\n")
        write("yaml4.md", "---\n\"\(escaped)\": 1\n\"\(escaped)\": 2\n---\n")
        write("raw.md", "---\ntitle: \(EveryCommand.byte(0xFF))\(EveryCommand.byte(0x9B))\n---\n")
        write(
            "tags.yaml",
            "\"T\\u202eg\\u2066\": {color: \"\(escaped)\", aliases: [\"O\\u202e\"], id: \"\(escaped)\"}\n"
                + "\"\(escaped)\":\n  created: \"\(escaped)\"\nWork:\n  aliases: [\"\(escaped)\"]\n  color: blue\n"
        )
        return lines.joined(separator: "\n")
    }()

    // MARK: Output

    /// The control sequences in the bytes, other than line feeds, tabs and, if `isPainted`, colours.
    static func faults(in bytes: [UInt8], isPainted: Bool) -> [String] {
        guard let text = String(validating: bytes, as: UTF8.self) else { return ["bytes that are not UTF-8"] }
        var found: [String] = []
        if text.contains("5;66m") && text.contains("\u{1B}[5;66m") { found.append("a colour that is not ours") }
        var scalars = text.unicodeScalars[...]
        var isLineStart = true
        while let scalar = scalars.popFirst() {
            if isLineStart, scalar == "F", String(scalars.prefix(5)) == "ORGED" { found.append("a forged line") }
            isLineStart = scalar == "\n"
            if scalar == "\u{1B}", isPainted, scalars.first == "[" {
                let parameters = scalars.dropFirst().prefix { ("0"..."9").contains($0) || $0 == ";" }
                scalars = scalars.dropFirst(1 + parameters.count)
                if scalars.popFirst() == "m" { continue }
            }
            if scalar == "\n" || scalar == "\t" { continue }
            switch scalar.value {
            case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069:
                found.append("U+\(String(scalar.value, radix: 16, uppercase: true))")
            default: break
            }
        }
        return found
    }

    @Test func `the test detects a terminal and control sequences`() throws {
        let stage = try TranscriptStage.with("empty")
        let seen = try stage.runOnTerminal(
            #"[ -t 0 ] && [ -t 1 ] && [ -t 2 ] && printf 'x\033[2Jy'; cat; echo end >&2"#
        )
        #expect(seen.output == Array("x\u{1B}[2Jyend\n".utf8))
        #expect(Self.faults(in: seen.output, isPainted: true) == ["U+1B"])
        #expect(Self.faults(in: Array("\u{1B}[31mx\u{1B}[0m\n".utf8), isPainted: true) == [])
        #expect(Self.faults(in: Array("\u{1B}[31mx\u{9B}\nFORGED\u{202E}".utf8), isPainted: false).count == 4)
        #expect(Self.faults(in: [0x78, 0x9B], isPainted: true) == ["bytes that are not UTF-8"])
    }

    // MARK: The law

    /// Runs each command in its own folder, which is restored before every invocation.
    private func check(_ invocations: [[String]], environment: String = "", in stage: borrowing TranscriptStage) throws
    {
        for words in invocations {
            // Interactive commands end at once without standard input. `ScreenTests` checks what they draw.
            // So do those that let one choose a reminder.
            let isInteractive = [
                "pick", "color", "add", "--interactive", "ui", "resolve", "lsp", "mcp", "done", "reopen", "skip",
                "snooze",
                "edit",
                "show", "next", "delete",
            ].contains(where: words.contains)
            let line =
                "\(environment) mm \(words.map(EveryCommand.quoted).joined(separator: " "))"
                + (isInteractive ? " </dev/null" : "")
            let seen = try stage.runOnTerminal(
                "rm -rf ../copy && cp -R . ../copy && cd ../copy && TERM=xterm-256color EDITOR=true VISUAL= \(line)"
            )
            // The bell is what `--bell` is for.
            let faults = Self.faults(in: seen.output, isPainted: true).filter {
                $0 != "U+7" || !words.contains("--bell")
            }
            let text = String(decoding: seen.output, as: UTF8.self).debugDescription
            #expect(faults.isEmpty, "\(faults): \(line.debugDescription): \(text)")
            #expect(seen.status < 128 && !seen.isTimedOut, "\(line.debugDescription): status \(seen.status)")
        }
    }

    private func stage() throws -> TranscriptStage {
        let stage = try TranscriptStage.with("empty")
        _ = try stage.run(Self.folder)
        // Undo lists text that somebody typed.
        let key = EveryCommand.quoted("k\u{202E}\u{2066}")
        _ = try stage.run(
            "mm tag rename \(EveryCommand.quoted(Self.tag)) \(key); mm undo; mm set good.md \(key) \(key)"
        )
        return stage
    }

    @Test(arguments: Command.all.indices)
    func `no command prints control sequences from files and arguments`(index: Int) throws {
        let stage = try stage()
        try check(Rounds.some(of: Self.commands.invocations(of: Command.all[index].syntax), index), in: stage)
    }

    @Test func `nor do usage errors, global options and the environment`() throws {
        let stage = try stage()
        let words = [Self.all, Self.raw, "\u{1B}[5;66m", "\u{9B}", "\u{202E}"]
        try check(
            words.flatMap { [[$0], ["help", $0], ["--\($0)"], ["-\($0)"], ["list", "--\($0)=1"], ["tag", $0]] },
            in: stage
        )
        for option in GlobalOptions.all where option.takesValue {
            try check(words.map { ["--\(option.long)=\($0)", "list"] }, in: stage)
        }
        for name in [
            "MM_DIR", "MM_NOW", "MM_TIMEZONE", "TZ", "NO_COLOR", "COLUMNS", "XDG_CONFIG_HOME", "EDITOR", "VISUAL",
        ] {
            for word in words {
                let variable = "cd / && env \(name)=\(EveryCommand.quoted(word))"
                try check([["list"], ["check", "--color=never"]], environment: variable, in: stage)
            }
        }
    }

    @Test func `nor do the configuration, the registry and the remains of an edit`() throws {
        let stage = try stage()
        let bad = EveryCommand.quoted("\"a\u{202E}\": \u{1B}[5;66m\n")
        let listed = [["list"], ["tag", "list"], ["undo", "--list"], ["check"], ["tag", "rename", "Work", "Job"]]
        for text in [
            bad, EveryCommand.quoted("timezone: \"\\e[5;66m\\x9b\\u202e\"\n\"\\e[5;66m\": 1\n"),
            EveryCommand.quoted(EveryCommand.byte(0x9B)),
        ] {
            for path in [
                "../config/mm/config.yaml", "tags.yaml", ".memoss/journal", ".memoss/undo/1/manifest", ".mmignore",
            ] {
                let place =
                    "mkdir -p ../config/mm .memoss/undo/1; cp tags.yaml ../tags.yaml; printf '%s' \(text) > \(path);"
                try check(listed, environment: "\(place) env XDG_CONFIG_HOME=$PWD/../config", in: stage)
                _ = try stage.run("rm -rf ../config")
            }
        }
    }
}
