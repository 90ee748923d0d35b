internal import Bytes

/// Several requests as the configuration that curl reads from its standard input, so that neither addresses nor secrets stand in
/// an argument list, a file or the environment. Needs curl 7.76 (2021).
package struct CurlScript: Sendable {
    package var requests: [HTTPRequest]
    /// A file with the certificates to trust, instead of the system's.
    package var caFile: String?
    /// Whether an answer of 400 or more keeps the later requests from being sent; what was not answered at all always does.
    package var stopsAtRefusal = false
    /// Seconds for each request.
    package var timeout = 30
    /// Bytes of each answer, with its head.
    package var limit = 1 << 20

    package init(_ requests: [HTTPRequest], caFile: String? = nil, stopsAtRefusal: Bool = false) {
        (self.requests, self.caFile, self.stopsAtRefusal) = (requests, caFile, stopsAtRefusal)
    }

    /// What is wrong with the first request that cannot be sent as it is.
    package var fault: HTTPTrouble? { requests.lazy.compactMap(Self.fault).first }

    /// A line of a configuration has at most 100 KiB, in older versions; each character may take two.
    private static let longestBody = 50_000

    private static func fault(of request: HTTPRequest) -> HTTPTrouble? {
        func fault(_ text: String) -> HTTPTrouble { HTTPTrouble(.badRequest, text) }
        let rest = ["http://", "https://"].first(where: request.url.hasPrefix).map { request.url.dropFirst($0.count) }
        guard let rest, request.url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            return fault("the address needs http:// or https://, and no blanks")
        }
        let authority = rest.prefix { !"/?#".contains($0) }
        if authority.isEmpty || authority.contains("@") { return fault("the address needs a host, and no user") }
        let token: (UInt8) -> Bool = { $0 > 0x20 && $0 < 0x7F && !":\"@,;<>()[]{}/\\=?".utf8.contains($0) }
        guard request.method.utf8.allSatisfy(token), !request.method.isEmpty,
            request.fields.allSatisfy({ field in
                !field.name.isEmpty && field.name.utf8.allSatisfy(token) && isLine(field.value)
            })
        else { return fault("a field has a line break") }
        switch request.credentials?.kind {
        case .bearer(let token)?: if !isLine(token) { return fault("the token has a line break") }
        case .basic(let user, let password)?:
            if user.contains(":") || !isLine(user) || !isLine(password) {
                return fault("the user has a colon, or the password a line break")
            }
        case nil: break
        }
        guard let body = request.body else { return nil }
        if body.contains(0) { return fault("the body has a byte 0") }
        return body.count > longestBody ? HTTPTrouble(.tooLarge, "a body has at most \(longestBody) bytes") : nil
    }

    private static func isLine(_ text: String) -> Bool { text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }

    /// - Parameter boundary: random, so that no server can write it into its answer.
    package func bytes(boundary: String) -> [UInt8] {
        var script = Script()
        script.flag("silent")
        // Whatever failed once is not tried with every other request too.
        script.flag("fail-early")
        for (index, request) in requests.enumerated() {
            if index > 0 { script.flag("next") }
            script.add("url", request.url)
            script.add("request", request.method)
            for option in ["globoff", "path-as-is", "include", "suppress-connect-headers"] { script.flag(option) }
            if stopsAtRefusal { script.flag("fail-with-body") }
            script.add("proto", "=http,https")
            script.add("connect-timeout", "\(min(10, timeout))")
            script.add("max-time", "\(timeout)")
            script.add("max-filesize", "\(limit)")
            script.add("user-agent", "mm")
            if let caFile { script.add("cacert", caFile) }
            // A value that is empty is written with a semicolon.
            for field in request.fields {
                script.add("header", field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
            }
            switch request.credentials?.kind {
            case .bearer(let token)?: script.add("header", "Authorization: Bearer \(token)")
            case .basic(let user, let password)?: script.add("user", "\(user):\(password)")
            case nil: break
            }
            if let body = request.body {
                // Without waiting for the server to agree.
                script.add("header", "Expect:")
                script.add("data-raw", body)
            }
            script.add("write-out", "\(boundary) %{exitcode} %{errormsg}\(boundary)")
        }
        return script.bytes
    }

    private struct Script {
        var bytes: [UInt8] = []

        mutating func flag(_ name: String) { bytes += Array("\(name)\n".utf8) }
        mutating func add(_ name: String, _ value: String) { add(name, Array(value.utf8)) }

        mutating func add(_ name: String, _ value: [UInt8]) {
            bytes += Array("\(name) = \"".utf8)
            for byte in value {
                switch byte {
                case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
                case Ascii.lineFeed: bytes += Array("\\n".utf8)
                case Ascii.carriageReturn: bytes += Array("\\r".utf8)
                case 0x09: bytes += Array("\\t".utf8)
                case 0x0B: bytes += Array("\\v".utf8)
                default: bytes.append(byte)
                }
            }
            bytes += Array("\"\n".utf8)
        }
    }
}

/// What curl prints for a `CurlScript`, read as it comes.
package struct CurlOutput: Sendable {
    private let boundary: [UInt8]
    private let limit: Int
    private let count: Int
    private let stopsAtRefusal: Bool
    private var bytes: [UInt8] = []
    /// The beginning of the part that is not complete.
    private var start = 0
    /// From where a boundary is searched.
    private var sought = 0
    private var isTooLarge = false
    private var found: [Result<HTTPAnswer, HTTPTrouble>] = []

    package init(of script: CurlScript, boundary: String) {
        (self.boundary, limit, count) = (Array(boundary.utf8), script.limit, script.requests.count)
        stopsAtRefusal = script.stopsAtRefusal
    }

    /// - Returns: false if an answer is too large: the rest need not be read.
    package mutating func add(_ chunk: some Collection<UInt8>) -> Bool {
        bytes += chunk
        while let end = boundary(from: sought) {
            sought = end + boundary.count
            // The second one closes what is said of the request.
            guard let last = boundary(from: sought) else {
                sought = end
                return true
            }
            let words = String(decoding: bytes[sought..<last], as: UTF8.self).split(separator: " ", maxSplits: 1)
            let text = words.count > 1 ? String(words[1]) : ""
            found.append(Self.result(words.first.flatMap { Int($0) } ?? -1, text, of: bytes[start..<end], limit: limit))
            start = last + boundary.count
            sought = start
        }
        sought = max(start, bytes.count - boundary.count)
        isTooLarge = isTooLarge || bytes.count - start > limit + 8 * boundary.count
        return !isTooLarge
    }

    private mutating func boundary(from index: Int) -> Int? {
        guard let first = boundary.first else { return nil }
        var index = index
        while index + boundary.count <= bytes.count {
            if bytes[index] == first, bytes[index..<index + boundary.count].elementsEqual(boundary) { return index }
            index += 1
        }
        return nil
    }

    private static func result(
        _ exit: Int,
        _ text: String,
        of bytes: ArraySlice<UInt8>,
        limit: Int
    ) -> Result<HTTPAnswer, HTTPTrouble> {
        // 22: the status is 400 or more.
        guard exit == 0 || exit == 22 else { return .failure(HTTPTrouble(kind(of: exit), text)) }
        guard bytes.count <= limit else { return .failure(HTTPTrouble(.tooLarge)) }
        guard let answer = HTTPAnswer(parsing: bytes) else { return .failure(HTTPTrouble(.malformed)) }
        guard (300..<400).contains(answer.status), answer.status != 304 else { return .success(answer) }
        return .failure(HTTPTrouble(.redirected, answer[field: "Location"] ?? ""))
    }

    /// curl(1), "Exit codes".
    private static func kind(of exit: Int) -> HTTPTrouble.Kind {
        switch exit {
        case 2, 4, 126, 127: .noProgram
        case 3: .badRequest
        case 5, 6: .cannotResolve
        case 7: .cannotConnect
        case 28: .timedOut
        case 35, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91, 98: .tls
        case 63: .tooLarge
        case 1, 8, 16, 18, 52, 55, 56, 61, 92, 95: .malformed
        default: .other
        }
    }

    /// Whether the last result is why the others were not sent.
    private var isStopped: Bool {
        switch found.last {
        case .success(let answer)?: stopsAtRefusal && answer.status >= 400
        case .failure?: true
        case nil: false
        }
    }

    /// One result for each request.
    ///
    /// - Parameters:
    ///   - exit: the status of the program; nil if it did not end by itself.
    ///   - isLate: whether it was ended because it took too long.
    package func results(exit: Int?, isLate: Bool = false) -> [Result<HTTPAnswer, HTTPTrouble>] {
        var results = Array(found.prefix(count))
        if results.count < count, !isStopped || isTooLarge || isLate {
            let kind = isTooLarge ? .tooLarge : isLate ? .timedOut : exit.map(Self.kind) ?? .other
            results.append(.failure(HTTPTrouble(kind)))
        }
        results += Array(repeating: .failure(HTTPTrouble(.notSent)), count: count - results.count)
        return results
    }
}
