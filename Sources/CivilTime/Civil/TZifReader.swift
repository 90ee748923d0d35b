internal import Text

/// Parses the rules of a time zone from a TZif file (RFC 9636). The input is untrusted.
struct TZifReader {
    private let name: String
    private let bytes: [UInt8]
    private var position = 0

    init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }

    private struct Header {
        var version: UInt8
        var isUT, isStd, leap, times, types, chars: Int

        /// The length in bytes of the data block, if a time takes `width` bytes.
        func length(width: Int) -> Int {
            times * (width + 1) + types * 6 + chars + leap * (width + 4) + isStd + isUT
        }
    }

    mutating func zone() throws(ParseError) -> Zone {
        let first = try header()
        if first.version == 0 { return try body(first, width: 4) }
        // Version 2 and later repeat all data with 64-bit times, and add a footer for the future.
        try skip(first.length(width: 4))
        return try body(try header(), width: 8)
    }

    private mutating func header() throws(ParseError) -> Header {
        let start = position
        guard bytes.count >= start + 44, bytes[start..<start + 4].elementsEqual("TZif".utf8) else {
            throw error("is not a TZif file: no TZif header")
        }
        let version = bytes[start + 4]
        position = start + 20
        var header = Header(version: version, isUT: 0, isStd: 0, leap: 0, times: 0, types: 0, chars: 0)
        header.isUT = try count()
        header.isStd = try count()
        header.leap = try count()
        header.times = try count()
        header.types = try count()
        header.chars = try count()
        return header
    }

    private mutating func body(_ header: Header, width: Int) throws(ParseError) -> Zone {
        guard header.leap == 0 else { throw error("counts leap seconds, which reminders do not") }
        // The counts are below 2^31, so no sum here overflows.
        guard header.length(width: width) <= bytes.count - position else { throw error("is truncated") }
        guard 1...256 ~= header.types else { throw error("has \(header.types) kinds of local time, not 1 to 256") }
        let times = position
        let indices = times + header.times * width
        let types = indices + header.times
        position = types
        var offsets: [Int] = []
        for _ in 0..<header.types {
            let offset = Int(try integer(4))
            guard -93_600...93_600 ~= offset else { throw error("has an offset of \(offset) seconds") }
            offsets.append(offset)
            try skip(2)
        }
        let transitions = try transitions(header, width: width, times: times, indices: indices, offsets: offsets)
        position = times + header.length(width: width)
        return Zone(name: name, initial: offsets[0], transitions: transitions, rule: width == 8 ? try footer() : nil)
    }

    /// The changes of the offset; those of the abbreviation alone are dropped.
    private mutating func transitions(
        _ header: Header,
        width: Int,
        times: Int,
        indices: Int,
        offsets: [Int]
    ) throws(ParseError) -> [Zone.Transition] {
        var transitions: [Zone.Transition] = []
        var current = offsets[0]
        var previous = Int64.min
        for index in 0..<header.times {
            position = times + index * width
            let raw = try integer(width)
            guard raw > previous else { throw error("has changes that are not in order") }
            previous = raw
            let type = Int(bytes[indices + index])
            guard type < offsets.count else {
                position = indices + index
                throw error("names a kind of local time that it does not have")
            }
            // Beyond any supported date, but small enough that sums with offsets cannot overflow.
            let at = min(max(raw, -1 << 59), 1 << 59)
            if offsets[type] != current {
                transitions.append(Zone.Transition(at: at, before: current, after: offsets[type]))
            }
            current = offsets[type]
        }
        return transitions
    }

    /// The footer: a line break, the rule, a line break. If the rule is empty, the last offset remains in effect.
    private mutating func footer() throws(ParseError) -> POSIXRule? {
        let newline = UInt8(ascii: "\n")
        guard position < bytes.count, bytes[position] == newline else {
            throw error("is truncated before its last line")
        }
        position += 1
        guard let end = bytes[position...].firstIndex(of: newline) else { throw error("is truncated in its last line") }
        if end == position { return nil }
        do throws(ParseError) {
            return try POSIXRule(parsing: String(decoding: bytes[position..<end], as: UTF8.self))
        } catch {
            var error = error
            error.message = "the zone \(quoted(name)): \(error.message)"
            error.offset += position
            throw error
        }
    }

    private mutating func skip(_ count: Int) throws(ParseError) {
        guard count <= bytes.count - position else { throw error("is truncated") }
        position += count
    }

    private mutating func count() throws(ParseError) -> Int {
        let value = try integer(4)
        guard value >= 0 else { throw error("has an impossible count") }
        return Int(value)
    }

    /// A signed big-endian number of 4 or 8 bytes.
    private mutating func integer(_ width: Int) throws(ParseError) -> Int64 {
        guard width <= bytes.count - position else { throw error("is truncated") }
        var value: UInt64 = 0
        for byte in bytes[position..<position + width] { value = value << 8 | UInt64(byte) }
        position += width
        return width == 4 ? Int64(Int32(truncatingIfNeeded: value)) : Int64(bitPattern: value)
    }

    private func error(_ message: String) -> ParseError {
        ParseError("the zone \(quoted(name)) \(message)", offset: position)
    }
}
