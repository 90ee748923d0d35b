#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// An open file or directory, closed when it goes.
struct FileDescriptor: ~Copyable {
    let raw: Int32

    init(owning raw: Int32) { self.raw = raw }

    deinit { close(raw) }

    /// Opens `name` relative to `directory`, or to the working directory. Never waits for a FIFO's other end.
    static func open(
        _ name: UnsafePointer<CChar>,
        at directory: Int32 = AT_FDCWD,
        flags: Int32,
        mode: mode_t = 0
    ) throws(SystemError) -> FileDescriptor {
        while true {
            let raw = openat(directory, name, flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, mode)
            if raw >= 0 { return FileDescriptor(owning: raw) }
            if errno != EINTR { throw SystemError("open", String(cString: name)) }
        }
    }

    func status(_ path: String) throws(SystemError) -> stat {
        var status = stat()
        guard fstat(raw, &status) == 0 else { throw SystemError("stat", path) }
        return status
    }

    /// At most `limit` bytes from the start.
    func read(limit: Int, _ path: String) throws(SystemError) -> [UInt8] {
        var failure: SystemError?
        let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            do throws(SystemError) {
                count = try read(into: UnsafeMutableRawBufferPointer(buffer), path)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Reads from where the file stands to its end, or until the buffer is full.
    func read(into buffer: UnsafeMutableRawBufferPointer, _ path: UnsafePointer<CChar>) throws(SystemError) -> Int {
        var count = 0
        while count < buffer.count {
            let received = try readSome(into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]), path)
            if received == 0 { break }
            count += received
        }
        return count
    }

    /// Reads as much as one call gives; nothing at the end of the file.
    func readSome(into buffer: UnsafeMutableRawBufferPointer, _ path: UnsafePointer<CChar>) throws(SystemError) -> Int {
        while true {
            let received = systemRead(raw, buffer.baseAddress, buffer.count)
            if received >= 0 { return received }
            if errno != EINTR { throw SystemError("read", String(cString: path)) }
        }
    }

    func writeAll(_ bytes: [UInt8], _ path: String) throws(SystemError) {
        var failure: Int32 = 0
        bytes.withUnsafeBytes { buffer in
            var written = 0
            while written < buffer.count, let base = buffer.baseAddress {
                let count = systemWrite(raw, base + written, buffer.count - written)
                if count >= 0 {
                    written += count
                } else if errno != EINTR {
                    failure = errno
                    break
                }
            }
        }
        if failure != 0 { throw SystemError("write", path, code: failure) }
    }

    func synchronize(_ path: String) throws(SystemError) {
        while fsync(raw) != 0 {
            if errno != EINTR { throw SystemError("fsync", path) }
        }
    }
}

private func systemRead(_ raw: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(raw, buffer, count)
}

private func systemWrite(_ raw: Int32, _ buffer: UnsafeRawPointer, _ count: Int) -> Int {
    write(raw, buffer, count)
}
