import MemossFiles

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What is typed, or comes through a pipe.
enum StandardInput {
    /// All of it, up to its end.
    static func all() throws(MemossError) -> [UInt8] {
        var bytes: [UInt8] = []
        while let chunk = try next(1 << 16) { bytes += chunk }
        return bytes
    }

    /// One line without its end, and no byte more: what is typed after it is for the shell. What cannot be read is an end.
    static func line() -> [UInt8] {
        var line: [UInt8] = []
        while let byte = try? next(1)?.first, byte != 0x0A { line.append(byte) }
        return line
    }

    /// - Returns: nil at the end.
    private static func next(_ limit: Int) throws(MemossError) -> [UInt8]? {
        var count = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, filled in
            repeat { count = read(0, buffer.baseAddress, limit) } while count < 0 && errno == EINTR
            filled = max(count, 0)
        }
        if count < 0 { throw MemossError(.failure, "standard input: \(String(cString: strerror(errno)))") }
        return bytes.isEmpty ? nil : bytes
    }
}
