import Testing

@testable import mm

/// A shell prints candidates on the terminal, and inserts them into the line, without changes.
@Suite struct HostileCompletionTests {
    private static let hidden = [
        "\u{202E}", "\u{2066}", "\u{200B}", "\u{200E}", "\u{2060}", "\u{FEFF}", "\u{AD}", "\u{9B}2J", "\u{1B}[5;66m",
        "\u{85}",
        "\u{2028}", "\t", "\u{E0041}", "\u{115F}", "\u{180E}",
    ]
    private static let breaks = " \t\n\"'@><=;|&(:"

    /// A file with each of the characters in its name, one in its title and one in a tag, and ordinary files.
    private func stage() throws -> TranscriptStage {
        let stage = try TranscriptStage.with("empty")
        var lines: [String] = []
        for (index, text) in Self.hidden.enumerated() {
            let escaped = text.unicodeScalars.map {
                "\\U" + String(repeating: "0", count: 8 - String($0.value, radix: 16).count)
                    + String($0.value, radix: 16)
            }.joined()
            let front =
                "---\ntitle: \"t\(escaped)t\"\ntags: [\"Tag\(index)\(text.contains { $0.isASCII || $0 == "\u{85}" || $0 == "\u{9B}" || $0 == "\u{2028}" } ? "" : escaped)\"]\nscheduled: 2026-12-01\n---\n"
            lines.append("printf '%s' \(EveryCommand.quoted(front)) > \(EveryCommand.quoted("n\(index)\(text)x.md"))")
        }
        lines.append(
            "printf -- '---\\ntitle: می‌خواهم\\ntags: [می‌خواهم, 👩‍👩‍👧]\\nscheduled: 2026-12-01\\n---\\n' > ./-dash.md; cp ./-dash.md 'a b.md'; touch tags.yaml"
        )
        #expect(try stage.run(lines.joined(separator: "\n")) == [])
        return stage
    }

    private static func asks(_ line: String) -> [String] {
        let words = line.split(separator: " ", omittingEmptySubsequences: false).map { EveryCommand.quoted(String($0)) }
        return [
            "mm --complete bash \(EveryCommand.quoted(line)) \(EveryCommand.quoted(breaks))",
            "mm --complete zsh \(words.joined(separator: " "))", "mm --complete fish \(EveryCommand.quoted(line))",
        ]
    }

    @Test(arguments: ["mm show ", "mm tag rename ", "mm list tag:", "mm done a", "mm add --tag="])
    func `completions contain nothing invisible`(line: String) throws {
        let stage = try stage()
        for ask in Self.asks(line) {
            let reply = try stage.run(ask)
            #expect(reply.count > 1, "\(ask)")
            for offered in reply {
                for text in Self.hidden where text != "\t" {
                    #expect(
                        !offered.unicodeScalars.contains(text.unicodeScalars[text.unicodeScalars.startIndex]),
                        "\(ask): \(offered.debugDescription)"
                    )
                }
                let parts = offered.split(separator: "\t")
                #expect(
                    parts.count <= 2 && parts.allSatisfy { Printable.isPlain(String($0)) },
                    "\(offered.debugDescription)"
                )
            }
        }
    }

    @Test func `an inserted completion selects the file that it was offered for`() throws {
        let stage = try stage()
        let offered = try stage.run("mm --complete fish 'mm show '").dropFirst()
        #expect(offered.count == Self.hidden.count + 2)
        var paths: Set<String> = []
        for line in offered {
            let word = EveryCommand.quoted(String(line.split(separator: "\t")[0]))
            let said = try stage.run("mm show --json \(word)")
            paths.formUnion(said.filter { $0.contains("\"path\":") })
            #expect(said.last == "}", "\(line.debugDescription): \(said)")
        }
        #expect(paths.count == offered.count)
    }

    @Test func `letters that a joiner shapes are offered unchanged`() throws {
        let offered = try stage().run("mm --complete fish 'mm tag rename '")
        #expect(
            offered.contains { $0.hasPrefix("می\u{200C}خواهم\t") }
                && offered.contains { $0.hasPrefix("👩\u{200D}👩\u{200D}👧\t") }
        )
    }
}
