import Testing

/// Messages printed before the options are parsed are coloured only if the options and the environment allow it.
@Suite struct EarlyColorTests {
    private func isPainted(_ line: String) throws -> Bool {
        let stage = try TranscriptStage.with("empty")
        let seen = try stage.runOnTerminal("TERM=xterm-256color \(line)")
        #expect(seen.status == 64 && seen.output.count > 10)
        return seen.output.contains(0x1B)
    }

    private static let faults = ["list --nonsense", "nonsense", "list \"$(printf 'x\\377')\"", "list --limit"]

    @Test(arguments: faults) func `a usage error is coloured on a terminal`(words: String) throws {
        #expect(try isPainted("mm \(words)"))
        #expect(try isPainted("mm --color=always \(words)"))
    }

    @Test(arguments: faults) func `a usage error is not coloured if colour is disabled`(words: String) throws {
        #expect(try !isPainted("NO_COLOR=1 mm \(words)"))
        #expect(try !isPainted("mm --color=never \(words)"))
        #expect(try !isPainted("mm --color never \(words)"))
    }

    @Test func `a word that is not an option, or follows the error, is taken literally`() throws {
        #expect(try isPainted("mm nonsense -- --color=never"))
        #expect(try !isPainted("mm list --nonsense --color=never"))
        #expect(try isPainted("mm list --color=nonsense"))
    }
}
