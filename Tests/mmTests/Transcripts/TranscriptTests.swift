import CLibrary
import TestSupport
import Testing

@testable import mm

/// Runs the transcripts as they are, and those in the manual and the README. `RECORD=1 swift test` writes the actual
/// output into them and fails: check the diff before you trust it. `MM_PAGES=undo,cli` runs only these pages.
@Suite struct TranscriptTests {
    static let folder = "Tests/mmTests/Transcripts/Pages"
    static let files = names(in: folder).filter { $0.hasSuffix(".md") }.map { "\(folder)/\($0)" }.sorted()
    static let manual = "docs/cli.md"
    static let guides = ["docs/json.md", "docs/migrate.md", "docs/recipes.md", "docs/together.md", "docs/tutorial.md"]

    private static let pages = (files + [manual] + guides + ["README.md"]).filter { page in
        guard let chosen = getenv("MM_PAGES").map({ String(cString: $0) }) else { return true }
        return chosen.split(separator: ",").contains { "/\(page)".hasSuffix("/\($0).md") }
    }

    @Test(arguments: pages)
    func `the commands print what the page says`(page: String) throws {
        let path = "\(TranscriptStage.root)/\(page)"
        let transcript = try Transcript(parsing: try Self.text(path))
        #expect(!transcript.steps.isEmpty, "no commands in \(page)")
        if let missing = transcript.needs.first(where: { !TranscriptStage.has($0) }) {
            // A cancelled case would leave no line in the log.
            Issue.record("skipped \(page): it needs '\(missing)'", severity: .warning)
            return
        }
        let missing = Set(transcript.steps.compactMap(\.program)).filter { !TranscriptStage.has($0) }
        for program in missing.sorted() {
            Issue.record("skipped a part of \(page): it needs '\(program)'", severity: .warning)
        }
        let outputs = try Self.outputs(of: transcript, without: missing)
        var differences = 0
        for (step, output) in zip(transcript.steps, outputs) {
            let expectation = Expectation(transcript.expected(step))
            if expectation.matches(output) { continue }
            differences += 1
            let difference = expectation.difference(from: output)
            Issue.record("\(page):\(step.line): $ \(step.command)\n\(difference)")
        }
        if differences > 0, getenv("RECORD") != nil { try Self.write(transcript.recorded(outputs), to: path) }
    }

    private static func outputs(of transcript: Transcript, without missing: Set<String>) throws -> [[String]] {
        var outputs: [[String]] = []
        var steps = transcript.steps[...]
        while let folder = steps.first?.folder {
            let together = steps.prefix { $0.folder == folder }
            let stage = try TranscriptStage.with(folder.fixture)
            for step in together {
                let isSkipped = step.program.map(missing.contains) ?? false
                outputs.append(isSkipped ? transcript.expected(step) : try stage.run(step.command))
            }
            steps = steps.dropFirst(together.count)
        }
        return outputs
    }

    @Test func `the executable was built with the tests`() {
        #expect(access(TranscriptStage.programs + "/mm", X_OK) == 0)
    }

    // MARK: Files

    static func text(_ path: String) throws -> String {
        guard let file = fopen(path, "rb") else { throw Transcript.Malformed(description: "\(path): \(errno)") }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
        return String(decoding: bytes, as: UTF8.self)
    }

    static func write(_ text: String, to path: String) throws {
        guard let file = fopen(path, "wb") else { throw Transcript.Malformed(description: "\(path): \(errno)") }
        defer { fclose(file) }
        let bytes = Array(text.utf8)
        guard fwrite(bytes, 1, bytes.count, file) == bytes.count else {
            throw Transcript.Malformed(description: "\(path): \(errno)")
        }
    }

    static func names(in folder: String) -> [String] {
        guard let directory = opendir("\(TranscriptStage.root)/\(folder)") else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 256) { names.append(String(cString: $0)) }
            }
        }
        return names
    }
}
