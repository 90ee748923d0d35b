/// Searches for single bytes.
package enum ByteScan {
    /// The first place of a byte, or `end`. Blocks without it are skipped at once.
    package static func first(_ byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> Int
    {
        let sought = SIMD32(repeating: byte)
        let raw = UnsafeRawBufferPointer(bytes)
        var place = start
        while place + 32 <= end {
            let found = raw.loadUnaligned(fromByteOffset: place, as: SIMD32<UInt8>.self) .== sought
            // `any` is a call.
            let words = unsafeBitCast(found, to: SIMD4<UInt64>.self)
            if words[0] | words[1] | words[2] | words[3] != 0 { break }
            place += 32
        }
        while place < end, bytes[place] != byte { place += 1 }
        return place
    }
}
