import Testing

@testable import Delivery

/// What curl reads and prints (curl(1), "-K, --config", "-w, --write-out").
@Suite struct CurlScriptTests {
    private func text(_ script: CurlScript) -> String {
        String(decoding: script.bytes(boundary: "B0UND"), as: UTF8.self)
    }

    private func output(_ count: Int, _ text: String, limit: Int = 100) -> CurlOutput {
        var script = CurlScript(Array(repeating: HTTPRequest("GET", "http://a/"), count: count))
        script.limit = limit
        var output = CurlOutput(of: script, boundary: "B0UND")
        // Byte by byte: a pipe cuts anywhere.
        for byte in text.utf8 where !output.add([byte]) { break }
        return output
    }

    @Test func `values are quoted, and a body keeps its line breaks`() {
        let request = HTTPRequest(
            "PUT",
            "https://example.org/a?b=[1]",
            [HTTPRequest.Field("Title", #"say "hi" \o/"#), HTTPRequest.Field("Empty", "")],
            body: Array("a\r\n\t\"b\"\\".utf8)
        )
        let lines = text(CurlScript([request])).split(separator: "\n").map(String.init)
        #expect(lines.contains(#"header = "Title: say \"hi\" \\o/""#))
        #expect(lines.contains(#"header = "Empty;""#))
        #expect(lines.contains(#"data-raw = "a\r\n\t\"b\"\\""#))
        #expect(lines.contains("globoff"))
        #expect(!lines.contains("location") && !lines.contains("fail-with-body"))
    }

    @Test func `each request has its own options`() {
        var script = CurlScript(
            [HTTPRequest("GET", "http://a/"), HTTPRequest("DELETE", "http://b/")],
            caFile: "/c.pem"
        )
        script.stopsAtRefusal = true
        let parts = text(script).split(separator: "next\n")
        #expect(parts.count == 2)
        for part in parts {
            #expect(part.contains("cacert = \"/c.pem\"\n") && part.contains("proto = \"=http,https\"\n"))
            #expect(part.contains("fail-with-body\n"))
        }
    }

    @Test(arguments: [
        HTTPRequest("GET", "ftp://a/"), HTTPRequest("GET", "http://a/ b"), HTTPRequest("GET", "http://a/\nb"),
        HTTPRequest("GET", "http://user:word@a/"), HTTPRequest("GET", "http:///a"), HTTPRequest("GET", "@file"),
        HTTPRequest("G ET", "http://a/"), HTTPRequest("GET", "http://a/", [HTTPRequest.Field("A", "b\nC: d")]),
        HTTPRequest("GET", "http://a/", [HTTPRequest.Field("@a", "b")]),
        HTTPRequest("PUT", "http://a/", body: [0x61, 0]),
        HTTPRequest("GET", "http://a/", credentials: .bearer("a\nb")),
        HTTPRequest("GET", "http://a/", credentials: .basic(user: "a:b", password: "c")),
    ]) func `what would mean something else to curl is not sent`(request: HTTPRequest) {
        #expect(CurlScript([HTTPRequest("GET", "http://a/"), request]).fault?.kind == .badRequest)
    }

    @Test func `a body that an older curl cannot read is not sent`() {
        let body = [UInt8](repeating: 0x61, count: 50_000)
        let isFit = CurlScript([HTTPRequest("PUT", "http://a/", body: body)]).fault == nil
        let isUnfit = CurlScript([HTTPRequest("PUT", "http://a/", body: body + [0x61])]).fault?.kind == .tooLarge
        #expect(isFit && isUnfit)
    }

    @Test func `credentials are never printed`() {
        let request = HTTPRequest("GET", "http://a/", credentials: .bearer("tk_secret"))
        var dumped = ""
        dump(request, to: &dumped)
        #expect(!"\(request) \(String(reflecting: request)) \(dumped)".contains("tk_secret"))
        #expect(text(CurlScript([request])).contains("header = \"Authorization: Bearer tk_secret\"\n"))
        let basic = HTTPRequest("GET", "http://a/", credentials: .basic(user: "me", password: "p:w"))
        #expect(text(CurlScript([basic])).contains("user = \"me:p:w\"\n"))
    }

    @Test(
        arguments: [
            ("tk_a\n", "tk_a"), ("  tk a\r\n\n", "tk a"), ("", nil), ("\n", nil), ("a\nb\n", nil), ("a\u{0}b", nil),
        ] as [(String, String?)]
    ) func `a secret is the only line of its file`(text: String, secret: String?) {
        #expect(HTTPCredentials.secret(in: Array(text.utf8)) == secret)
    }

    @Test func `answers are told apart by the boundary, whatever they contain`() throws {
        let output = output(
            2,
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nETag: \"x\"\r\n\r\nB0UN B0\n\nB0UND 0 B0UND"
                + "HTTP/2 404 \r\n\r\nB0UND 22 The requested URL returned error: 404B0UND"
        )
        let answers = try output.results(exit: 22).map { try $0.get() }
        #expect(answers.map(\.status) == [200, 404])
        #expect(answers[0][field: "etag"] == "\"x\"" && answers[0].body == Array("B0UN B0\n\n".utf8))
    }

    @Test(
        arguments: [
            (6, .cannotResolve), (7, .cannotConnect), (28, .timedOut), (60, .tls), (63, .tooLarge), (52, .malformed),
            (18, .malformed), (2, .noProgram), (127, .noProgram), (99, .other),
        ] as [(Int, HTTPTrouble.Kind)]
    ) func `what failed is said, and the rest was not sent`(
        exit: Int,
        kind: HTTPTrouble.Kind
    ) {
        let said = output(3, "HTTP/1.1 200 OK\r\n\r\nB0UND 0 B0UNDB0UND \(exit) bad\nlineB0UND").results(exit: exit)
        #expect(said[0] == .success(HTTPAnswer(200)))
        #expect(said[1] == .failure(HTTPTrouble(kind, "bad line")) && said[2] == .failure(HTTPTrouble(.notSent)))
        #expect(output(2, "").results(exit: exit) == [.failure(HTTPTrouble(kind)), .failure(HTTPTrouble(.notSent))])
    }

    @Test func `a large answer, a redirect and what is no HTTP are troubles`() {
        let large = "HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "a", count: 300)
        #expect(output(1, large).results(exit: nil) == [.failure(HTTPTrouble(.tooLarge))])
        #expect(output(1, large + "B0UND 0 B0UND").results(exit: 0) == [.failure(HTTPTrouble(.tooLarge))])
        let redirect = "HTTP/1.1 302 Found\r\nlocation: http://evil/\r\n\r\nB0UND 0 B0UND"
        #expect(output(1, redirect).results(exit: 0) == [.failure(HTTPTrouble(.redirected, "http://evil/"))])
        #expect(output(1, "hello\n\nB0UND 0 B0UND").results(exit: 0) == [.failure(HTTPTrouble(.malformed))])
        #expect(output(1, "").results(exit: nil, isLate: true) == [.failure(HTTPTrouble(.timedOut))])
    }
}
