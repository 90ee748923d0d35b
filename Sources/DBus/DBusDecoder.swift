/// Decodes values. It never reads beyond the given bytes and rejects everything that the specification forbids.
struct DBusDecoder {
    private let bytes: ArraySlice<UInt8>
    private(set) var offset: Int
    private let isBigEndian: Bool
    private var depth = 0

    struct Malformed: Error, Sendable, Hashable {}

    /// The limit for nested containers, including those in variants.
    private static let maximumDepth = 64
    private static let maximumArraySize = 1 << 26

    init(_ bytes: ArraySlice<UInt8>, offset: Int = 0, isBigEndian: Bool) {
        (self.bytes, self.offset, self.isBigEndian) = (bytes, offset, isBigEndian)
    }

    var isAtEnd: Bool { offset == bytes.count }

    mutating func align(to alignment: Int) throws(Malformed) {
        while offset % alignment != 0 {
            guard try byte() == 0 else { throw Malformed() }
        }
    }

    mutating func value(of type: DBusType) throws(Malformed) -> DBusValue {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth else { throw Malformed() }
        try align(to: type.alignment)
        switch type {
        case .byte: return .byte(try byte())
        case .boolean:
            let number: UInt32 = try integer()
            guard number <= 1 else { throw Malformed() }
            return .boolean(number == 1)
        case .int16: return .int16(Int16(bitPattern: try integer()))
        case .uint16: return .uint16(try integer())
        case .int32: return .int32(Int32(bitPattern: try integer()))
        case .uint32: return .uint32(try integer())
        case .int64: return .int64(Int64(bitPattern: try integer()))
        case .uint64: return .uint64(try integer())
        case .double: return .double(Double(bitPattern: try integer()))
        case .string: return .string(try text(length: Int(try integer() as UInt32)))
        case .objectPath: return .objectPath(try text(length: Int(try integer() as UInt32)))
        case .signature:
            let code = try text(length: Int(try byte()))
            guard DBusType.list(code) != nil else { throw Malformed() }
            return .signature(code)
        case .variant:
            guard case .signature(let code) = try value(of: .signature), let types = DBusType.list(code),
                types.count == 1
            else { throw Malformed() }
            return .variant(try value(of: types[0]))
        case .array(let element): return .array(element, try elements(element))
        case .structure(let fields):
            var values: [DBusValue] = []
            for field in fields { values.append(try value(of: field)) }
            return .structure(values)
        case .entry(let key, let value):
            return .entry(try self.value(of: key), try self.value(of: value))
        }
    }

    private mutating func elements(_ element: DBusType) throws(Malformed) -> [DBusValue] {
        let length = Int(try integer() as UInt32)
        guard length <= Self.maximumArraySize else { throw Malformed() }
        try align(to: element.alignment)
        guard length <= bytes.count - offset else { throw Malformed() }
        let end = offset + length
        var values: [DBusValue] = []
        while offset < end { values.append(try value(of: element)) }
        guard offset == end else { throw Malformed() }
        return values
    }

    private mutating func byte() throws(Malformed) -> UInt8 {
        guard offset < bytes.count else { throw Malformed() }
        offset += 1
        return bytes[bytes.startIndex + offset - 1]
    }

    private mutating func integer<Number: FixedWidthInteger>() throws(Malformed) -> Number {
        var number: Number = 0
        let width = Number.bitWidth / 8
        for index in 0..<width {
            let place = isBigEndian ? width - 1 - index : index
            number |= Number(truncatingIfNeeded: try byte()) << (8 * place)
        }
        return number
    }

    private mutating func text(length: Int) throws(Malformed) -> String {
        guard length < bytes.count - offset else { throw Malformed() }
        let start = bytes.startIndex + offset
        let content = bytes[start..<start + length]
        guard bytes[start + length] == 0, !content.contains(0), let text = String(validating: content, as: UTF8.self)
        else { throw Malformed() }
        offset += length + 1
        return text
    }
}
