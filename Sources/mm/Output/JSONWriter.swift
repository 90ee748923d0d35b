import MemossFiles

/// Writes a JSON document with its keys in the order given.
///
/// The document and its direct members are indented by two; everything deeper is on one line. Each reminder is thus one
/// line, which is easy to read, `grep` and `diff`.
///
///     {
///       "schema": 2,
///       "reminders": [
///         {"id": "…", "title": "Take vitamins", "tags": ["Health"], "until": null}
///       ]
///     }
struct JSONWriter: Sendable {
    private(set) var bytes: [UInt8] = []
    private var depth = 0
    /// Whether the innermost object or array is still empty, so that no comma is needed.
    private var isEmpty = true

    /// The version of the format, which changes when a key loses its name, its type or its meaning.
    private static let version = 2

    /// Objects and arrays at this depth or deeper are written on one line.
    private static let lineDepth = 2

    /// The document `{"schema": 2, …}` with a final line break.
    static func document(_ members: (inout JSONWriter) throws -> Void) rethrows -> [UInt8] {
        var json = JSONWriter()
        try json.enclose(0x7B, 0x7D) { json in
            json.field("schema", Self.version)
            try members(&json)
        }
        json.bytes.append(0x0A)
        return json.bytes
    }

    // MARK: Members of an object

    mutating func field(_ key: String, _ value: (some JSONScalar)?) {
        begin(key)
        write(value)
    }

    /// An array of strings, on one line.
    mutating func field(_ key: String, _ values: some Sequence<String>) {
        begin(key)
        write(values)
    }

    mutating func null(_ key: String) {
        begin(key)
        writeNull()
    }

    mutating func object(_ key: String, _ members: (inout JSONWriter) throws -> Void) rethrows {
        begin(key)
        try enclose(0x7B, 0x7D, members)
    }

    mutating func array(_ key: String, _ elements: (inout JSONWriter) throws -> Void) rethrows {
        begin(key)
        try enclose(0x5B, 0x5D, elements)
    }

    /// An array with one object for each element.
    mutating func objects<Elements: Sequence>(
        _ key: String,
        _ elements: Elements,
        _ members: (Elements.Element, inout JSONWriter) throws -> Void
    ) rethrows {
        try array(key) { json in
            for element in elements { try json.object { try members(element, &$0) } }
        }
    }

    // MARK: Elements of an array

    mutating func element(_ value: (some JSONScalar)?) {
        separate()
        write(value)
    }

    mutating func null() {
        separate()
        writeNull()
    }

    mutating func object(_ members: (inout JSONWriter) throws -> Void) rethrows {
        separate()
        try enclose(0x7B, 0x7D, members)
    }

    mutating func array(_ elements: (inout JSONWriter) throws -> Void) rethrows {
        separate()
        try enclose(0x5B, 0x5D, elements)
    }

    // MARK: Parts

    /// Elements for an array directly in the document, to be appended later.
    static func elements(_ elements: (inout JSONWriter) throws -> Void) rethrows -> JSONWriter {
        var json = JSONWriter()
        json.depth = lineDepth
        try elements(&json)
        return json
    }

    mutating func append(_ elements: JSONWriter) {
        guard !elements.bytes.isEmpty else { return }
        if !isEmpty { bytes.append(0x2C) }
        isEmpty = false
        bytes += elements.bytes
    }

    /// Returns and removes what was written so far.
    mutating func drain() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    // MARK: Layout

    private mutating func begin(_ key: String) {
        separate()
        JSONString.append(key, to: &bytes)
        bytes.append(0x3A)
        bytes.append(0x20)
    }

    private mutating func separate() {
        if !isEmpty { bytes.append(0x2C) }
        if depth <= JSONWriter.lineDepth {
            breakLine()
        } else if !isEmpty {
            bytes.append(0x20)
        }
        isEmpty = false
    }

    private mutating func breakLine() {
        bytes.append(0x0A)
        for _ in 0..<(2 * depth) { bytes.append(0x20) }
    }

    private mutating func enclose(
        _ open: UInt8,
        _ close: UInt8,
        _ contents: (inout JSONWriter) throws -> Void
    ) rethrows {
        bytes.append(open)
        depth += 1
        isEmpty = true
        try contents(&self)
        depth -= 1
        if !isEmpty, depth < JSONWriter.lineDepth { breakLine() }
        bytes.append(close)
        isEmpty = false
    }

    // MARK: Values

    private mutating func write(_ value: (some JSONScalar)?) {
        guard let value else { return writeNull() }
        value.append(to: &bytes)
    }

    private mutating func write(_ values: some Sequence<String>) {
        bytes.append(0x5B)
        var isFirst = true
        for value in values {
            if !isFirst {
                bytes.append(0x2C)
                bytes.append(0x20)
            }
            isFirst = false
            JSONString.append(value, to: &bytes)
        }
        bytes.append(0x5D)
    }

    private mutating func writeNull() {
        bytes.append(contentsOf: "null".utf8)
    }
}

/// A text, a number or a truth value.
protocol JSONScalar {
    func append(to bytes: inout [UInt8])
}

extension String: JSONScalar {
    func append(to bytes: inout [UInt8]) { JSONString.append(self, to: &bytes) }
}

extension Int: JSONScalar {
    func append(to bytes: inout [UInt8]) { bytes.append(contentsOf: String(self).utf8) }
}

extension Bool: JSONScalar {
    func append(to bytes: inout [UInt8]) { bytes.append(contentsOf: (self ? "true" : "false").utf8) }
}
