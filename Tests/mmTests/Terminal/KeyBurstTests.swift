import Testing

@testable import mm

/// Text that is pasted on a terminal that does not mark pastes, and keys that arrive as fast.
@Suite struct KeyBurstTests {
    private func burst(_ text: String) -> KeyBurst? {
        var decoder = KeyDecoder()
        let keys = decoder.decode(text.utf8) + decoder.flush()
        guard let first = keys.first, var burst = KeyBurst(first) else { return nil }
        for key in keys.dropFirst() { burst.add([key]) }
        return burst
    }

    @Test(arguments: [
        "Milk @tomorrow +Shopping\nBread\nEggs", "Buy milk\r", "M re\r\nx", "漢字 かな\n", "1. one\tx\n2. two\n",
    ])
    func `a line of several letters that ends is text`(text: String) throws {
        let burst = try #require(self.burst(text))
        #expect(burst.isText)
        #expect(burst.text.split(separator: "\n") == text.replacing("\t", with: " ").split { $0.isNewline })
    }

    @Test(arguments: [
        "j u", "jjjjjjjjjj\r", "mmm\r", "jx u", "gj\r", "jabc\u{1B}[B\r", "jabcd\u{13}\r", "vabcd", "jj2aBuy milk\r",
        "G/tag:work\r", "jjqls -l\r", "je:wq\r", "jj\u{1A}ls -l\r",
    ])
    func `keys are keys`(keys: String) throws { #expect(try #require(self.burst(keys)).isText == false) }

    @Test func `more is read only until it is known what they are`() throws {
        #expect(try #require(self.burst("jj\r")).isDecided && !#require(self.burst("vbcde")).isDecided)
        for keys in ["jjq", "je", "jj\u{1A}"] { #expect(try #require(self.burst(keys)).isDecided, "\(keys)") }
    }

    @Test(arguments: [
        "aBuy milk\r", "/tag:work\r", ":tag rename Work Job\r", "Stomorrow 9am\r", "rfriday\r", "twork\r", "\r",
        "\u{1B}[B", "qls -l\r", "e:wq\r",
    ])
    func `what is typed after a key that asks for text goes there`(keys: String) { #expect(burst(keys) == nil) }
}
