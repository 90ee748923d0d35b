/// A value in the D-Bus type system (D-Bus Specification 0.43, "Type System"), without file descriptors.
public indirect enum DBusValue: Sendable, Hashable {
    case byte(UInt8)
    case boolean(Bool)
    case int16(Int16)
    case uint16(UInt16)
    case int32(Int32)
    case uint32(UInt32)
    case int64(Int64)
    case uint64(UInt64)
    case double(Double)
    case string(String)
    case objectPath(String)
    case signature(String)
    /// The element type is needed for an empty array.
    case array(DBusType, [DBusValue])
    case structure([DBusValue])
    case entry(DBusValue, DBusValue)
    case variant(DBusValue)

    /// `as`
    public static func strings(_ values: [String]) -> DBusValue { .array(.string, values.map(DBusValue.string)) }

    /// `a{sv}`
    public static func dictionary(_ values: [(String, DBusValue)]) -> DBusValue {
        .array(.entry(.string, .variant), values.map { .entry(.string($0.0), .variant($0.1)) })
    }

    public var type: DBusType {
        switch self {
        case .byte: .byte
        case .boolean: .boolean
        case .int16: .int16
        case .uint16: .uint16
        case .int32: .int32
        case .uint32: .uint32
        case .int64: .int64
        case .uint64: .uint64
        case .double: .double
        case .string: .string
        case .objectPath: .objectPath
        case .signature: .signature
        case .array(let element, _): .array(element)
        case .structure(let fields): .structure(fields.map(\.type))
        case .entry(let key, let value): .entry(key.type, value.type)
        case .variant: .variant
        }
    }

    public var text: String? {
        switch self {
        case .string(let text), .objectPath(let text), .signature(let text): text
        default: nil
        }
    }

    public var number: UInt32? {
        if case .uint32(let number) = self { number } else { nil }
    }

    /// The strings of an `as`.
    public var texts: [String]? {
        guard case .array(.string, let values) = self else { return nil }
        return values.compactMap(\.text)
    }
}

/// One complete type.
public indirect enum DBusType: Sendable, Hashable {
    case byte, boolean, int16, uint16, int32, uint32, int64, uint64, double
    case string, objectPath, signature, variant
    case array(DBusType)
    case structure([DBusType])
    case entry(DBusType, DBusType)

    /// The signature of the type, such as `a{sv}`.
    public var code: String {
        switch self {
        case .byte: "y"
        case .boolean: "b"
        case .int16: "n"
        case .uint16: "q"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .uint64: "t"
        case .double: "d"
        case .string: "s"
        case .objectPath: "o"
        case .signature: "g"
        case .variant: "v"
        case .array(let element): "a" + element.code
        case .structure(let fields): "(" + fields.map(\.code).joined() + ")"
        case .entry(let key, let value): "{" + key.code + value.code + "}"
        }
    }

    var alignment: Int {
        switch self {
        case .byte, .signature, .variant: 1
        case .int16, .uint16: 2
        case .boolean, .int32, .uint32, .string, .objectPath, .array: 4
        case .int64, .uint64, .double, .structure, .entry: 8
        }
    }

    /// Whether the type can be the key of a dictionary.
    var isBasic: Bool {
        switch self {
        case .variant, .array, .structure, .entry: false
        default: true
        }
    }

    // MARK: Signatures

    /// The limit for nested arrays, and for nested structures.
    static let maximumDepth = 32
    static let maximumSignatureLength = 255

    /// The types in a signature; nil if it is invalid.
    static func list(_ signature: String) -> [DBusType]? {
        var reader = SignatureReader(Array(signature.utf8))
        var types: [DBusType] = []
        guard reader.rest.count <= maximumSignatureLength else { return nil }
        while !reader.rest.isEmpty {
            guard let type = reader.type() else { return nil }
            types.append(type)
        }
        return types
    }
}

private struct SignatureReader {
    var rest: ArraySlice<UInt8>
    private var arrays = 0
    private var structures = 0

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    mutating func type(isElement: Bool = false) -> DBusType? {
        guard let code = rest.popFirst() else { return nil }
        switch code {
        case UInt8(ascii: "y"): return .byte
        case UInt8(ascii: "b"): return .boolean
        case UInt8(ascii: "n"): return .int16
        case UInt8(ascii: "q"): return .uint16
        case UInt8(ascii: "i"): return .int32
        case UInt8(ascii: "u"): return .uint32
        case UInt8(ascii: "x"): return .int64
        case UInt8(ascii: "t"): return .uint64
        case UInt8(ascii: "d"): return .double
        case UInt8(ascii: "s"): return .string
        case UInt8(ascii: "o"): return .objectPath
        case UInt8(ascii: "g"): return .signature
        case UInt8(ascii: "v"): return .variant
        case UInt8(ascii: "a"):
            arrays += 1
            defer { arrays -= 1 }
            guard arrays <= DBusType.maximumDepth else { return nil }
            return type(isElement: true).map(DBusType.array)
        case UInt8(ascii: "("):
            structures += 1
            defer { structures -= 1 }
            guard structures <= DBusType.maximumDepth else { return nil }
            var fields: [DBusType] = []
            while let next = rest.first, next != UInt8(ascii: ")") {
                guard let field = type() else { return nil }
                fields.append(field)
            }
            guard rest.popFirst() != nil, !fields.isEmpty else { return nil }
            return .structure(fields)
        case UInt8(ascii: "{"):
            guard isElement, let key = type(), key.isBasic, let value = type(),
                rest.popFirst() == UInt8(ascii: "}")
            else { return nil }
            return .entry(key, value)
        default: return nil
        }
    }
}
