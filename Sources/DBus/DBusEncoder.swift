/// Encodes values in the D-Bus wire format, little-endian ("Marshaling").
struct DBusEncoder {
    private(set) var bytes: [UInt8] = []

    mutating func align(to alignment: Int) {
        while bytes.count % alignment != 0 { bytes.append(0) }
    }

    mutating func append(_ value: DBusValue) {
        align(to: value.type.alignment)
        switch value {
        case .byte(let byte): bytes.append(byte)
        case .boolean(let flag): integer(UInt32(flag ? 1 : 0))
        case .int16(let number): integer(UInt16(bitPattern: number))
        case .uint16(let number): integer(number)
        case .int32(let number): integer(UInt32(bitPattern: number))
        case .uint32(let number): integer(number)
        case .int64(let number): integer(UInt64(bitPattern: number))
        case .uint64(let number): integer(number)
        case .double(let number): integer(number.bitPattern)
        case .string(let text), .objectPath(let text):
            let text = Self.withoutNull(text)
            integer(UInt32(truncatingIfNeeded: text.count))
            bytes += text + [0]
        case .signature(let text):
            let text = Self.withoutNull(text)
            bytes.append(UInt8(truncatingIfNeeded: text.count))
            bytes += text + [0]
        case .array(let element, let values):
            let place = bytes.count
            integer(UInt32(0))
            align(to: element.alignment)
            let start = bytes.count
            for value in values { append(value) }
            overwrite(at: place, UInt32(truncatingIfNeeded: bytes.count - start))
        case .structure(let fields):
            for field in fields { append(field) }
        case .entry(let key, let value):
            append(key)
            append(value)
        case .variant(let value):
            append(.signature(value.type.code))
            append(value)
        }
    }

    private mutating func integer(_ number: some FixedWidthInteger & UnsignedInteger) {
        withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
    }

    mutating func overwrite(at place: Int, _ number: UInt32) {
        for index in 0..<4 { bytes[place + index] = UInt8(truncatingIfNeeded: number >> (8 * index)) }
    }

    /// A string in the wire format ends with NUL and cannot contain one.
    private static func withoutNull(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        guard bytes.contains(0) else { return bytes }
        return bytes.flatMap { $0 == 0 ? Array("\u{FFFD}".utf8) : [$0] }
    }
}
