/// SHA-1 (FIPS 180-4, section 6.1). It is not secure for signatures; UUIDv5 requires it.
package enum SHA1 {
    /// The 20 bytes of the digest.
    package static func digest(_ message: [UInt8]) -> [UInt8] {
        let words = state(message)
        return bigEndianBytes([words.0, words.1, words.2, words.3, words.4])
    }

    /// The digest in 40 lower-case hexadecimal digits.
    package static func hex(_ message: [UInt8]) -> String {
        lowercaseHex(digest(message))
    }

    typealias State = (UInt32, UInt32, UInt32, UInt32, UInt32)

    /// The five words of the digest, without allocating an array for callers that need only some of them.
    static func state(_ message: [UInt8]) -> State {
        var state: State = (0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0)
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 80) { schedule in
            schedule.initialize(repeating: 0)
            forEachBlock(of: message) { block in
                compress(block, into: &state, schedule: schedule)
            }
        }
        return state
    }

    @inline(__always)
    private static func compress(
        _ block: UnsafeRawPointer,
        into state: inout State,
        schedule w: UnsafeMutableBufferPointer<UInt32>
    ) {
        for t in 0..<16 { w[t] = UInt32(bigEndian: block.loadUnaligned(fromByteOffset: 4 * t, as: UInt32.self)) }
        for t in 16..<80 { w[t] = (w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16]).rotated(left: 1) }
        var (a, b, c, d, e) = state
        func round(_ t: Int, _ mixed: UInt32, _ constant: UInt32) {
            let next = a.rotated(left: 5) &+ mixed &+ e &+ constant &+ w[t]
            (e, d, c, b, a) = (d, c, b.rotated(left: 30), a, next)
        }
        for t in 0..<20 { round(t, (b & c) | (~b & d), 0x5a82_7999) }
        for t in 20..<40 { round(t, b ^ c ^ d, 0x6ed9_eba1) }
        for t in 40..<60 { round(t, (b & c) | (b & d) | (c & d), 0x8f1b_bcdc) }
        for t in 60..<80 { round(t, b ^ c ^ d, 0xca62_c1d6) }
        state = (state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d, state.4 &+ e)
    }
}
