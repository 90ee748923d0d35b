import CLibrary
import MemossFiles

/// Runs the user's `git` in a directory.
struct GitProgram {
    let directory: String

    struct Output {
        var status: Int32
        /// What it printed, including errors.
        var bytes: [UInt8]

        /// Without the last line break.
        var text: String {
            let end = bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...]
            return String(decoding: end, as: UTF8.self)
        }
    }

    /// The status of the shell for a program that is not found.
    private static let notFound: Int32 = 127

    /// - Parameter capturesErrors: whether the output includes what git prints to standard error, which is otherwise
    ///   discarded.
    /// - Throws: a `MemossError` if git cannot be run.
    func run(_ arguments: [String], capturesErrors: Bool = true) throws(MemossError) -> Output {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Self.failure(String(cString: strerror(errno))) }
        defer { close(ends[0]) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let shell = ShellCommand(
            words: ["exec git \"$@\" </dev/null \(capturesErrors ? "2>&1" : "2>/dev/null")", "git", "-C", directory]
                + arguments,
            streams: [(ends[1], 1)]
        )
        let child: pid_t
        do throws(ShellCommand.Failure) {
            defer { close(ends[1]) }
            child = try shell.start()
        } catch {
            throw Self.failure(error.reason)
        }
        let bytes = Self.read(ends[0])
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 {
            if errno != EINTR { throw Self.failure(String(cString: strerror(errno))) }
        }
        guard status & 0x7F == 0 else { throw Self.failure("it was killed by signal \(status & 0x7F)") }
        let code = status >> 8 & 0xFF
        guard code != Self.notFound else { throw Self.failure("it was not found") }
        return Output(status: code, bytes: bytes)
    }

    private static func read(_ file: Int32) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = chunk.withUnsafeMutableBytes { CLibrary.read(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            if count <= 0 { return bytes }
            bytes += chunk[..<count]
        }
    }

    private static func failure(_ reason: String) -> MemossError {
        MemossError(.failure, "cannot run git: \(reason)")
    }
}
