import CLibrary
import MemossFiles

/// Reads standard input and the like.
enum StandardInput {
    /// All of it, for options with the value `-`.
    ///
    /// - Returns: the bytes without a byte order mark.
    /// - Throws: a `MemossError` if it cannot be read.
    static func bytes() throws(MemossError) -> [UInt8] {
        var bytes: [UInt8] = []
        while let part = part(of: 0) {
            if part.isEmpty { return bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes }
            bytes += part
        }
        throw MemossError(.failure, "standard input: \(String(cString: strerror(errno)))")
    }

    /// The next bytes of a stream, once there are some; empty at its end, and nil if it cannot be read.
    static func part(of stream: Int32) -> [UInt8]? {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = chunk.withUnsafeMutableBytes { read(stream, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            return count < 0 ? nil : Array(chunk[..<count])
        }
    }
}

extension Invocation {
    /// The text of `--body`, read from standard input for `-`.
    func body() throws(MemossError) -> [UInt8]? {
        guard let text = option(.body) else { return nil }
        return text == "-" ? try StandardInput.bytes() : Array(text.utf8)
    }
}

/// Replaces standard input with an empty one, for a while.
struct EmptyInput {
    private let saved: Int32

    init() {
        saved = fcntl(0, F_DUPFD_CLOEXEC, 3)
        let empty = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard saved >= 0, empty >= 0 else { return }
        dup2(empty, 0)
        close(empty)
    }

    func restore() {
        guard saved >= 0 else { return }
        dup2(saved, 0)
        close(saved)
    }
}
