package import Bytes

/// A name-based UUID, version 5 (RFC 9562, section 5.5): the same namespace and name give the same UUID everywhere.
package struct UUID5: Sendable, Hashable {
    private var high: UInt64
    private var low: UInt64

    /// The UUID of `name`, taken as its UTF-8 bytes, in the URL namespace of RFC 9562, section 6.6.
    package init(url name: String) {
        self.init(namespace: UUID5.urlNamespace, name: name.utf8)
    }

    /// The UUID of `name` in `namespace`, which is 16 bytes in network byte order.
    package init(namespace: [UInt8], name: some Sequence<UInt8>) {
        let words = SHA1.state(namespace + name)
        high = UInt64(words.0) << 32 | UInt64(words.1)
        low = UInt64(words.2) << 32 | UInt64(words.3)
        high = high & ~0xf000 | 0x5000
        low = low & ~(0b11 << 62) | 0b10 << 62
    }

    /// 6ba7b811-9dad-11d1-80b4-00c04fd430c8, for URLs.
    package static let urlNamespace: [UInt8] = [
        0x6b, 0xa7, 0xb8, 0x11, 0x9d, 0xad, 0x11, 0xd1, 0x80, 0xb4, 0x00, 0xc0, 0x4f, 0xd4, 0x30, 0xc8,
    ]
}

extension UUID5: CustomStringConvertible {
    /// The 36-character lower-case form of RFC 9562, section 4.
    package var description: String { String(unsafeUninitializedCapacity: Self.length, initializingUTF8With: write) }

    /// The beginning of the description.
    package var prefix: TextPrefix {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.length) { text in
            _ = write(to: text)
            return TextPrefix(UnsafeBufferPointer(text))
        }
    }

    private static let length = 36

    private func write(to text: UnsafeMutableBufferPointer<UInt8>) -> Int {
        var at = 0
        for nibble in 0..<32 {
            if nibble == 8 || nibble == 12 || nibble == 16 || nibble == 20 {
                text[at] = UInt8(ascii: "-")
                at += 1
            }
            let word = nibble < 16 ? high : low
            text[at] = hexDigit(UInt8(truncatingIfNeeded: word >> UInt64(60 - 4 * (nibble % 16))) & 15)
            at += 1
        }
        return at
    }
}
