internal import Bytes

/// A JSON value (RFC 8259). The members of an object keep their order.
package enum JSON: Sendable, Hashable {
    case null
    case bool(Bool)
    case integer(Int)
    /// A number that is not an integer, or is beyond the range of `Int`.
    case number(Double)
    case string(String)
    case array([JSON])
    case object([Member])

    /// A key and its value.
    package struct Member: Sendable, Hashable {
        package var key: String
        package var value: JSON

        package init(key: String, value: JSON) {
            self.key = key
            self.value = value
        }
    }

    // MARK: Look-up

    /// The first member with this key; null if there is none, or if this is not an object.
    package subscript(key: String) -> JSON { member(key) ?? .null }

    /// The first member with this key, even if it is null.
    package func member(_ key: String) -> JSON? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }

    /// The element at an index of an array; null beyond its end.
    package subscript(index: Int) -> JSON {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return .null }
        return elements[index]
    }

    package var string: String? { if case .string(let text) = self { text } else { nil } }
    package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    /// The elements of an array; empty for anything else.
    package var elements: [JSON] { if case .array(let elements) = self { elements } else { [] } }

    package var int: Int? {
        switch self {
        case .integer(let value): value
        case .number(let value): Int(exactly: value)
        default: nil
        }
    }

    // MARK: Writing

    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The value on one line.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return bytes
    }

    private func append(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes += "null".utf8
        case .bool(let value): bytes += (value ? "true" : "false").utf8
        case .integer(let value): bytes += String(value).utf8
        case .number(let value): bytes += (value.isFinite ? String(value) : "null").utf8
        case .string(let text): JSONString.append(text, to: &bytes)
        case .array(let elements):
            bytes.append(Ascii.openBracket)
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(Ascii.comma) }
                element.append(to: &bytes)
            }
            bytes.append(Ascii.closeBracket)
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { bytes.append(Ascii.comma) }
                JSONString.append(member.key, to: &bytes)
                bytes.append(Ascii.colon)
                member.value.append(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }
}

extension JSON: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByStringInterpolation,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(integerLiteral value: Int) { self = .integer(value) }
    package init(stringLiteral value: String) { self = .string(value) }
    package init(arrayLiteral elements: JSON...) { self = .array(elements) }
    package init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(elements.map { Member(key: $0.0, value: $0.1) })
    }

    /// Adds a member unless its value is nil.
    package mutating func add(_ key: String, _ value: JSON?) {
        guard let value, case .object(let members) = self else { return }
        self = .object(members + [Member(key: key, value: value)])
    }
}
