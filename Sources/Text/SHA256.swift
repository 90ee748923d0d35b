/// SHA-256 (FIPS 180-4, section 6.2): the digests of files before and after an edit.
package enum SHA256 {
    /// The 32 bytes of the digest.
    package static func digest(_ message: [UInt8]) -> [UInt8] {
        bigEndianBytes(state(message))
    }

    /// The digest in 64 lower-case hexadecimal digits.
    package static func hex(_ message: [UInt8]) -> String {
        lowercaseHex(digest(message))
    }

    private static func state(_ message: [UInt8]) -> [UInt32] {
        var state: [UInt32] = [
            0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
        ]
        state.withUnsafeMutableBufferPointer { state in
            constants.withUnsafeBufferPointer { constants in
                withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
                    schedule.initialize(repeating: 0)
                    forEachBlock(of: message) { block in
                        compress(block, into: state, schedule: schedule, constants: constants)
                    }
                }
            }
        }
        return state
    }

    @inline(__always)
    private static func compress(
        _ block: UnsafeRawPointer,
        into state: UnsafeMutableBufferPointer<UInt32>,
        schedule w: UnsafeMutableBufferPointer<UInt32>,
        constants k: UnsafeBufferPointer<UInt32>
    ) {
        for t in 0..<16 { w[t] = UInt32(bigEndian: block.loadUnaligned(fromByteOffset: 4 * t, as: UInt32.self)) }
        for t in 16..<64 {
            let s0 = w[t - 15].rotated(right: 7) ^ w[t - 15].rotated(right: 18) ^ (w[t - 15] >> 3)
            let s1 = w[t - 2].rotated(right: 17) ^ w[t - 2].rotated(right: 19) ^ (w[t - 2] >> 10)
            w[t] = w[t - 16] &+ s0 &+ w[t - 7] &+ s1
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        // Eight rounds at a time, after which the variables are in their places again without having been moved.
        var t = 0
        while t < 64 {
            round(a, b, c, &d, e, f, g, &h, k[t] &+ w[t])
            round(h, a, b, &c, d, e, f, &g, k[t + 1] &+ w[t + 1])
            round(g, h, a, &b, c, d, e, &f, k[t + 2] &+ w[t + 2])
            round(f, g, h, &a, b, c, d, &e, k[t + 3] &+ w[t + 3])
            round(e, f, g, &h, a, b, c, &d, k[t + 4] &+ w[t + 4])
            round(d, e, f, &g, h, a, b, &c, k[t + 5] &+ w[t + 5])
            round(c, d, e, &f, g, h, a, &b, k[t + 6] &+ w[t + 6])
            round(b, c, d, &e, f, g, h, &a, k[t + 7] &+ w[t + 7])
            t += 8
        }
        state[0] &+= a
        state[1] &+= b
        state[2] &+= c
        state[3] &+= d
        state[4] &+= e
        state[5] &+= f
        state[6] &+= g
        state[7] &+= h
    }

    @inline(__always)
    private static func round(
        _ a: UInt32,
        _ b: UInt32,
        _ c: UInt32,
        _ d: inout UInt32,
        _ e: UInt32,
        _ f: UInt32,
        _ g: UInt32,
        _ h: inout UInt32,
        _ input: UInt32
    ) {
        h &+= e.rotated(right: 6) ^ e.rotated(right: 11) ^ e.rotated(right: 25)
        h &+= (g ^ (e & (f ^ g))) &+ input
        d &+= h
        h &+= a.rotated(right: 2) ^ a.rotated(right: 13) ^ a.rotated(right: 22)
        h &+= (a & b) ^ (c & (a ^ b))
    }

    /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]
}

/// The 64-byte blocks of a message, padded as in FIPS 180-4, section 5.1.1; shared by SHA-1 and SHA-256. Whole blocks are
/// read in place, and only the tail is copied.
@inline(__always)
func forEachBlock(of message: [UInt8], _ body: (UnsafeRawPointer) -> Void) {
    message.withUnsafeBytes { bytes in
        let whole = bytes.count / 64
        if let base = bytes.baseAddress {
            for block in 0..<whole { body(base + 64 * block) }
        }
        let rest = bytes[(64 * whole)...]
        let tailCount = rest.count < 56 ? 64 : 128
        withUnsafeTemporaryAllocation(byteCount: 128, alignment: 8) { tail in
            for index in 0..<128 { tail[index] = 0 }
            tail.copyBytes(from: rest)
            tail[rest.count] = 0x80
            tail.storeBytes(of: UInt64(8 * bytes.count).bigEndian, toByteOffset: tailCount - 8, as: UInt64.self)
            guard let base = tail.baseAddress else { return }
            for offset in stride(from: 0, to: tailCount, by: 64) { body(UnsafeRawPointer(base) + offset) }
        }
    }
}

extension UInt32 {
    @inline(__always)
    func rotated(right count: UInt32) -> UInt32 { (self &>> count) | (self &<< (32 &- count)) }

    @inline(__always)
    func rotated(left count: UInt32) -> UInt32 { (self &<< count) | (self &>> (32 &- count)) }
}

func bigEndianBytes(_ words: [UInt32]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * words.count)
    for word in words {
        for shift: UInt32 in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
    }
    return bytes
}

func lowercaseHex(_ bytes: [UInt8]) -> String {
    String(unsafeUninitializedCapacity: 2 * bytes.count) { text in
        for (index, byte) in bytes.enumerated() {
            text[2 * index] = hexDigit(byte >> 4)
            text[2 * index + 1] = hexDigit(byte & 15)
        }
        return 2 * bytes.count
    }
}

@inline(__always)
func hexDigit(_ nibble: UInt8) -> UInt8 { nibble < 10 ? 0x30 + nibble : 0x57 + nibble }
