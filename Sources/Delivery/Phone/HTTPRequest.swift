internal import Bytes

/// A request to a server. What proves who we are is kept apart, so that no text of a request ever has it.
package struct HTTPRequest: Sendable, Hashable {
    package var method: String
    package var url: String
    /// In order; `Authorization` is that of the credentials.
    package var fields: [Field]
    package var body: [UInt8]?
    package var credentials: HTTPCredentials?

    package struct Field: Sendable, Hashable {
        package var name: String
        package var value: String

        package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
    }

    package init(
        _ method: String,
        _ url: String,
        _ fields: [Field] = [],
        body: [UInt8]? = nil,
        credentials: HTTPCredentials? = nil
    ) {
        (self.method, self.url, self.fields, self.body, self.credentials) = (method, url, fields, body, credentials)
    }
}

/// A token, or a user with a password. Whatever prints or reflects it shows nothing.
package struct HTTPCredentials: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    enum Kind: Sendable, Hashable {
        case bearer(String)
        case basic(user: String, password: String)
    }

    let kind: Kind

    package static func bearer(_ token: String) -> Self { Self(kind: .bearer(token)) }
    package static func basic(user: String, password: String) -> Self {
        Self(kind: .basic(user: user, password: password))
    }

    package var description: String { "(secret)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }

    /// The secret in a file: its only line, without the blanks around it.
    ///
    /// - Returns: nil if there is none, or it is not a single line.
    package static func secret(in bytes: [UInt8]) -> String? {
        guard let text = String(validating: bytes.trimmed, as: UTF8.self), !text.isEmpty, text.utf8.count < 4096,
            text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
        else { return nil }
        return text
    }
}

/// What a server has answered.
package struct HTTPAnswer: Sendable, Hashable {
    package var status: Int
    package var fields: [HTTPRequest.Field]
    package var body: [UInt8]

    package init(_ status: Int, _ fields: [HTTPRequest.Field] = [], body: [UInt8] = []) {
        (self.status, self.fields, self.body) = (status, fields, body)
    }

    /// The first field with this name, in whatever case.
    package subscript(field field: String) -> String? {
        fields.first { $0.name.lowercased() == field.lowercased() }?.value
    }

    /// Reads the head and the body, without interim answers (RFC 9110, section 15.2).
    init?(parsing bytes: ArraySlice<UInt8>) {
        var rest = bytes
        while true {
            guard let end = Self.endOfHead(rest) else { return nil }
            let lines = rest[..<end].split(separator: Ascii.lineFeed).map { line in
                String(decoding: line.last == Ascii.carriageReturn ? line.dropLast() : line, as: UTF8.self)
            }
            let words = lines.first?.split(separator: " ", maxSplits: 2) ?? []
            guard words.count > 1, words[0].hasPrefix("HTTP/"), words[1].utf8.count == 3, let status = Int(words[1])
            else { return nil }
            rest = rest[end...]
            // 1xx: another one follows.
            if (100..<200).contains(status) { continue }
            let fields = lines.dropFirst().compactMap { line -> HTTPRequest.Field? in
                guard let colon = line.firstIndex(of: ":") else { return nil }
                let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
                return HTTPRequest.Field(String(line[..<colon]), String(value))
            }
            self.init(status, fields, body: Array(rest))
            return
        }
    }

    /// The index behind the empty line.
    private static func endOfHead(_ bytes: ArraySlice<UInt8>) -> Int? {
        var isEmpty = false
        for (index, byte) in zip(bytes.indices, bytes) {
            if byte == Ascii.lineFeed {
                if isEmpty { return index + 1 }
                isEmpty = true
            } else if byte != Ascii.carriageReturn {
                isEmpty = false
            }
        }
        return nil
    }
}

/// Why there is no answer, or none that counts.
package struct HTTPTrouble: Error, Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// The program that talks to servers is missing, or too old.
        case noProgram
        /// The request cannot be sent as it is.
        case badRequest
        case cannotResolve
        case cannotConnect
        case timedOut
        /// The certificate, or the encryption.
        case tls
        case tooLarge
        /// The server names another place, which is not asked.
        case redirected
        /// The answer broke off, or is none of HTTP.
        case malformed
        /// A request before it failed.
        case notSent
        case other
    }

    package var kind: Kind
    /// What the program says, or where the server points; a single line.
    package var detail: String

    package init(_ kind: Kind, _ detail: String = "") {
        self.kind = kind
        let scalars = detail.unicodeScalars.prefix(300)
        self.detail = String(scalars.map { $0.properties.generalCategory == .control ? " " : Character($0) })
    }
}
