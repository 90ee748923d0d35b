/// A Markdown file with `console` blocks that contain commands and their output.
///
///     <!-- fixture: sample -->   from here on in a new copy of fixtures/sample; `empty` is an empty directory
///     <!-- needs: git -->        skipped if a program is missing; `linux` is the system, `nonroot` the user
///     <!-- with: fzf -->         the next block of commands is skipped if a program is missing
///
/// A block in another language that names a file, such as `sh file:~/bin/mm-due`, is written to this file. Commands that
/// try it out can be in a comment, which a reader of the page does not see.
///
/// In a block, a line that begins with `$ ` is a command, and one that begins with `> ` continues it. The following
/// lines are its output, including standard error. `[exit 2]` at the end is the exit status if it is not 0; `[no
/// newline]` means that the last line has no line break. `…` at the end of a line stands for the rest of the line.
struct Transcript: Sendable {
    struct Step: Sendable {
        var command: String
        /// The line of the command, from 1.
        var line: Int
        /// The lines of output, as indices into `lines`.
        var output: Range<Int>
        var folder: Folder
        /// The program without which the step is skipped.
        var program: String?
    }

    /// The directory of a step. Steps with equal folders run one after another in the same directory.
    struct Folder: Sendable, Hashable {
        var fixture: String
        var number: Int
    }

    struct Malformed: Error, CustomStringConvertible {
        var description: String
    }

    private(set) var lines: [String]
    private(set) var steps: [Step] = []
    private(set) var needs: [String] = []

    init(parsing text: String) throws {
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var folder = Folder(fixture: "empty", number: 0)
        var program: String?
        var index = 0
        while index < lines.count {
            if let fixture = Transcript.comment("fixture", lines[index]) {
                folder = Folder(fixture: fixture, number: folder.number + 1)
            } else if let needed = Transcript.comment("needs", lines[index]) {
                needs += needed.split(separator: " ").map(String.init)
            } else if let needed = Transcript.comment("with", lines[index]) {
                program = needed
            } else if lines[index] == "```console" {
                index = try readBlock(from: index + 1, folder, program)
                program = nil
            } else if lines[index].hasPrefix("```"),
                let path = lines[index].split(separator: " file:").dropFirst().first
            {
                index = try readFile(String(path), from: index + 1, folder)
            }
            index += 1
        }
    }

    /// Reads a block that is the contents of a file.
    ///
    /// - Returns: the index of the line that closes the block.
    private mutating func readFile(_ path: String, from start: Int, _ folder: Folder) throws -> Int {
        guard let end = lines[start...].firstIndex(of: "```") else {
            throw Malformed(description: "line \(start): the block is never closed")
        }
        let text = lines[start..<end].map { $0 + "\n" }.joined()
        let command =
            "mkdir -p \"$(dirname \(path))\" && cat > \(path) <<'END OF FILE'\n\(text)END OF FILE\nchmod +x \(path)"
        steps.append(Step(command: command, line: start, output: end..<end, folder: folder))
        return end
    }

    /// Reads a block.
    ///
    /// - Returns: the index of the line that closes the block.
    private mutating func readBlock(from start: Int, _ folder: Folder, _ program: String?) throws -> Int {
        guard let end = lines[start...].firstIndex(of: "```") else {
            throw Malformed(description: "line \(start): the block is never closed")
        }
        var index = start
        while index < end {
            guard lines[index].hasPrefix("$ ") else {
                throw Malformed(description: "line \(index + 1): expected a command, '$ …'")
            }
            let first = index
            var command = [lines[index].dropFirst(2)]
            index += 1
            while index < end, lines[index] == ">" || lines[index].hasPrefix("> ") {
                command.append(lines[index].dropFirst(2))
                index += 1
            }
            let output = index
            while index < end, !lines[index].hasPrefix("$ ") { index += 1 }
            steps.append(
                Step(
                    command: command.joined(separator: "\n"),
                    line: first + 1,
                    output: output..<index,
                    folder: folder,
                    program: program
                )
            )
        }
        return end
    }

    private static func comment(_ key: String, _ line: String) -> String? {
        let start = "<!-- \(key): "
        guard line.hasPrefix(start), line.hasSuffix(" -->") else { return nil }
        return String(line.dropFirst(start.count).dropLast(" -->".count))
    }

    func expected(_ step: Step) -> [String] { Array(lines[step.output]) }

    /// The file with the actual output of the commands, in the order of `steps`.
    func recorded(_ outputs: [[String]]) -> String {
        var lines = lines
        for (step, output) in zip(steps, outputs).reversed() {
            lines.replaceSubrange(step.output, with: Expectation(expected(step)).rewritten(as: output))
        }
        return lines.joined(separator: "\n")
    }
}

/// The expected output of a command.
struct Expectation {
    private static let wildcard: Character = "…"
    private let lines: [String]

    init(_ lines: [String]) { self.lines = lines }

    func matches(_ output: [String]) -> Bool {
        lines.count == output.count && zip(lines, output).allSatisfy { Expectation.matches($0, $1) }
    }

    /// Compares bytes: `==` on strings does not distinguish NFC from NFD.
    private static func matches(_ line: String, _ output: String) -> Bool {
        if line.utf8.elementsEqual(output.utf8) { return true }
        return line.last == wildcard && output.utf8.starts(with: line.dropLast().utf8)
    }

    /// The output, with the wildcards that still match.
    func rewritten(as output: [String]) -> [String] {
        var wildcards = lines.filter { $0.last == Expectation.wildcard && $0.count > 1 }[...]
        return output.map { line in
            guard let held = wildcards.firstIndex(where: { Expectation.matches($0, line) }) else { return line }
            let kept = wildcards[held]
            wildcards = wildcards[(held + 1)...]
            return lines.contains(line) ? line : kept
        }
    }

    /// The difference for people, without the common lines at the top and bottom.
    func difference(from output: [String]) -> String {
        let top = zip(lines, output).prefix { Expectation.matches($0, $1) }.count
        let (old, new) = (lines.dropFirst(top), output.dropFirst(top))
        let bottom = zip(old.reversed(), new.reversed()).prefix { Expectation.matches($0, $1) }.count
        let parts = [
            output.prefix(top).map { "  " + $0 }, old.dropLast(bottom).map { "- " + $0 },
            new.dropLast(bottom).map { "+ " + $0 }, new.suffix(bottom).map { "  " + $0 },
        ]
        return parts.joined().joined(separator: "\n")
    }
}
