internal import Bytes

/// The compact form of an id: a UUID in canonical spelling takes sixteen bytes instead of a string, since a folder holds
/// many.
package enum StoredID: Sendable, Hashable {
    case uuid(UInt64, UInt64)
    case text(String)

    init(_ text: String) { self.init(Array(text.utf8)[...]) }

    /// - Parameter text: UTF-8.
    init(_ text: ArraySlice<UInt8>) {
        self = text.withUnsafeBufferPointer(Self.uuid) ?? .text(String(ordering: text))
    }

    var text: String {
        switch self {
        case .uuid(let high, let low): Self.text(high, low)
        case .text(let text): text
        }
    }

    /// For `HashIndex`.
    var quickHash: Int {
        switch self {
        case .uuid(let high, let low): Int(truncatingIfNeeded: high ^ low)
        case .text(let text): text.hashValue
        }
    }

    private static let length = 36
    private static func isDash(_ index: Int) -> Bool { index == 8 || index == 13 || index == 18 || index == 23 }

    /// Nil unless `text` restores it byte for byte.
    private static func uuid(_ bytes: UnsafeBufferPointer<UInt8>) -> StoredID? {
        guard bytes.count == length else { return nil }
        var (high, low): (UInt64, UInt64) = (0, 0)
        // No branch per digit: a processor cannot predict which ones are letters.
        var faults: UInt8 = 0
        for index in 0..<length {
            let byte = bytes[index]
            if isDash(index) {
                faults |= byte ^ Ascii.dash
                continue
            }
            let (number, letter) = (byte &- UInt8(ascii: "0"), byte &- UInt8(ascii: "a"))
            faults |= number < 10 || letter < 6 ? 0 : 1
            high = high << 4 | low >> 60
            low = low << 4 | UInt64(number < 10 ? number : letter &+ 10)
        }
        return faults == 0 ? .uuid(high, low) : nil
    }

    private static func text(_ high: UInt64, _ low: UInt64) -> String {
        String(unsafeUninitializedCapacity: length) { bytes in
            write(high, low, to: bytes)
            return length
        }
    }

    private static func write(_ high: UInt64, _ low: UInt64, to bytes: UnsafeMutableBufferPointer<UInt8>) {
        var (high, low) = (high, low)
        for index in (0..<length).reversed() {
            if isDash(index) {
                bytes[index] = Ascii.dash
                continue
            }
            let digit = UInt8(low & 15)
            bytes[index] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
            low = low >> 4 | high << 60
            high >>= 4
        }
    }

    /// The beginning of the text.
    var prefix: TextPrefix {
        switch self {
        case .text(let text): TextPrefix(text)
        case .uuid(let high, let low):
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.length) { bytes in
                Self.write(high, low, to: bytes)
                return TextPrefix(UnsafeBufferPointer(bytes))
            }
        }
    }
}
