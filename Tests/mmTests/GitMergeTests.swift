import CLibrary
import Testing

@testable import mm

/// Merges with real git, by `Scripts/test-git`. `MM_GIT_ROUNDS=10000` runs that many random histories.
@Suite struct GitMergeTests {
    private static let rounds = getenv("MM_GIT_ROUNDS").flatMap { Int(String(cString: $0)) } ?? 4

    private func run(_ options: String) throws -> [String]? {
        let stage = try TranscriptStage.with("empty")
        let script = "\(TranscriptStage.root)/Scripts/test-git"
        let said = try stage.run(
            "command -v git >/dev/null && python3 '\(script)' --mm \"$(command -v mm)\" \(options) || echo failed: $?"
        )
        if said == ["failed: 1"] || said == ["failed: 127"] {
            print("skipped: git or python3 is not there")
            return nil
        }
        return said
    }

    @Test func `git stops only where a person has to decide`() throws {
        guard let said = try run("--scenarios") else { return }
        #expect(said == ["31 scenarios: plain git stops in 25, mm where a person has to decide (4); 0 wrong"])
    }

    @Test func `if the driver fails, git gives what it gives without one`() throws {
        guard let said = try run("--faults") else { return }
        #expect(said == ["6 faults of the driver; 0 wrong"])
    }

    @Test(.timeLimit(.minutes(600)))
    func `clones with random histories become equal, and nothing is lost`() throws {
        guard let said = try run("--rounds \(Self.rounds)") else { return }
        #expect(said == ["\(Self.rounds) of \(Self.rounds) rounds are right"])
    }
}
