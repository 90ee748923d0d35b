import Testing

@testable import LanguageServer
@testable import MemossFiles

@Suite struct MessageFramingTests {
    private func parts(_ text: String, step: Int) -> [MessageFraming.Part] {
        let bytes = Array(text.utf8)
        var framing = MessageFraming()
        var parts: [MessageFraming.Part] = []
        for start in stride(from: 0, to: bytes.count, by: step) {
            framing.append(bytes[start..<min(bytes.count, start + step)])
            while let part = framing.next() { parts.append(part) }
        }
        return parts
    }

    @Test(arguments: [1, 2, 3, 7, 1_000])
    func `messages are found however the stream is cut`(step: Int) {
        let text =
            "Content-Length: 2\r\n\r\n{}Content-Type: x\r\ncontent-length:3\r\n\r\n[1]\r\nContent-Length: 0\n\nContent-Length: 4\r\n\r\n\r\n\r\n"
        let expected = ["{}", "[1]", "", "\r\n\r\n"].map { MessageFraming.Part.message(Array($0.utf8)) }
        #expect(parts(text, step: step) == expected)
    }

    @Test(arguments: [
        "Content-Length: x", "Content-Length: -1", "Content-Length: 999999999999", "X: 1", "{}", "Content-Length",
    ])
    func `a header without a usable length is one fault, and the next message is read`(header: String) {
        let found = parts("\(header)\r\nY: 2\r\n\r\nContent-Length: 1\r\n\r\n7", step: 5)
        #expect(found.count == 2)
        if case .fault = found.first {} else { Issue.record("\(found)") }
        #expect(found.last == .message([0x37]))
    }

    @Test func `a line without an end is a fault, and takes no more memory`() {
        let found = parts(String(repeating: "x", count: 100_000), step: 4_096)
        #expect(found.count > 5)
        #expect(found.allSatisfy { if case .fault = $0 { true } else { false } })
    }
}
