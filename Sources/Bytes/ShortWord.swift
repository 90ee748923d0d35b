/// A word in lower case, in two integers: comparing it with a known word takes two instructions, and copying it counts no
/// references.
public struct ShortWord: Hashable, Sendable {
    /// The first eight bytes, and the next eight, padded with zeros.
    @usableFromInline let head: UInt64
    @usableFromInline let tail: UInt64

    /// In bytes. A longer word is cut, and equals no known one.
    @inlinable static var longest: Int { 16 }

    @inlinable static var none: ShortWord { ShortWord(0, 0) }

    @inlinable init(_ head: UInt64, _ tail: UInt64) { (self.head, self.tail) = (head, tail) }

    @inlinable public init(_ letters: UnsafeBufferPointer<UInt8>) {
        // No text has this byte.
        let unused: UInt8 = 0xFF
        var (head, tail): (UInt64, UInt64) = (0, 0)
        var place = 0
        let end = min(letters.count, Self.longest)
        while place < end {
            let byte = letters[place]
            // A zero would be padding.
            let lower = byte == 0 ? unused : 65...90 ~= byte ? byte | 0x20 : byte
            let letter = UInt64(lower) &<< UInt64(8 * (place & 7))
            if place < 8 { head |= letter } else { tail |= letter }
            place += 1
        }
        if letters.count > Self.longest { tail |= UInt64(unused) << 56 }
        self.init(head, tail)
    }

    @inlinable public init(_ text: some StringProtocol) {
        var text = String(text)
        self = text.withUTF8 { ShortWord($0) }
    }

    /// For a hash table: nearly all of its bits differ for words that differ.
    @inlinable public var spread: Int {
        let mixed = (head &* 0x9E37_79B9_7F4A_7C15) ^ (tail &* 0xC2B2_AE3D_27D4_EB4F)
        return Int(truncatingIfNeeded: mixed >> 29)
    }

    /// Nil for a word that was cut.
    @inlinable public var text: String? { tail >> 56 == 0xFF ? nil : description }

    /// In bytes.
    @inlinable public var count: Int {
        tail == 0 ? 8 - head.leadingZeroBitCount / 8 : 16 - tail.leadingZeroBitCount / 8
    }

    @inlinable public var first: UInt8 { UInt8(truncatingIfNeeded: head) }
    @inlinable public var last: UInt8 {
        UInt8(truncatingIfNeeded: (tail == 0 ? head : tail) >> UInt64(8 * ((count - 1) & 7)))
    }

    /// Whether it is one of these words.
    @inline(__always)
    @inlinable public func isOne(
        of a: ShortWord,
        _ b: ShortWord,
        _ c: ShortWord = none,
        _ d: ShortWord = none,
        _ e: ShortWord = none,
        _ f: ShortWord = none,
        _ g: ShortWord = none,
        _ h: ShortWord = none,
        _ i: ShortWord = none,
        _ j: ShortWord = none
    ) -> Bool {
        self == a || self == b || self == c || self == d || self == e || self == f || self == g || self == h
            || self == i
            || self == j
    }
}

extension ShortWord: ExpressibleByStringLiteral {
    /// - Parameter text: in lower case, at most sixteen bytes. The compiler turns it into the two integers.
    @inline(__always)
    @inlinable public init(stringLiteral text: StaticString) {
        assert(text.utf8CodeUnitCount <= 16, "a known word has at most sixteen bytes")
        var (head, tail): (UInt64, UInt64) = (0, 0)
        var place = 0
        while place < text.utf8CodeUnitCount {
            let letter = UInt64(text.utf8Start[place]) &<< UInt64(truncatingIfNeeded: 8 &* (place & 7))
            if place < 8 { head |= letter } else { tail |= letter }
            place &+= 1
        }
        self.init(head, tail)
    }
}

extension ShortWord: CustomStringConvertible {
    @inlinable public var description: String {
        let bytes = [head, tail].flatMap { part in (0..<8).map { UInt8(truncatingIfNeeded: part >> UInt64(8 * $0)) } }
        return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}
