import CLibrary
import MemossFiles

/// A git that runs: what it still has to read, and what it has printed.
struct GitProcess {
    private let child: pid_t
    private let output: Pipe
    private var input: Pipe?
    private var rest: ArraySlice<UInt8>
    private var bytes: [UInt8] = []
    private var isOpen = true

    /// - Parameters:
    ///   - input: what it reads from standard input.
    ///   - command: the command with these streams of the parent and of the child.
    /// - Throws: a `MemossError` if it cannot be started.
    init(
        _ input: [UInt8],
        _ command: (_ streams: [(parent: Int32, child: Int32)], _ hasInput: Bool) -> ShellCommand
    ) throws(MemossError) {
        let source: Pipe?
        do throws(ShellCommand.Failure) {
            output = try Pipe()
            do throws(ShellCommand.Failure) {
                source = input.isEmpty ? nil : try Pipe()
            } catch {
                output.close()
                throw error
            }
        } catch {
            throw GitProgram.failure(error.reason)
        }
        (self.input, rest) = (source, input[...])
        var streams: [(parent: Int32, child: Int32)] = [(output.writing, 1)]
        if let source { streams.append((source.reading, 0)) }
        do throws(ShellCommand.Failure) {
            child = try command(streams, source != nil).start()
        } catch {
            output.close()
            source?.close()
            throw GitProgram.failure(error.reason)
        }
        _ = close(output.writing)
        guard let source else { return }
        _ = close(source.reading)
        _ = fcntl(source.writing, F_SETFL, O_NONBLOCK)
    }

    /// Waits for its end.
    consuming func end() throws(MemossError) -> GitProgram.Output {
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 {
            if errno != EINTR { throw GitProgram.failure(String(cString: strerror(errno))) }
        }
        guard status & 0x7F == 0 else { throw GitProgram.failure("it was killed by signal \(status & 0x7F)") }
        return GitProgram.Output(status: status >> 8 & 0xFF, bytes: bytes)
    }

    /// Reads what the processes print, and writes their inputs at the same time. Otherwise a program that prints before it
    /// has read everything would deadlock.
    static func transfer(_ processes: inout [GitProcess]) {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let waited = processes.indices.flatMap { processes[$0].waited(at: $0) }
            guard !waited.isEmpty else { return }
            var events = waited.map(\.event)
            let count = poll(&events, nfds_t(events.count), -1)
            if count < 0, errno != EINTR {
                for index in processes.indices { processes[index].stop() }
                return
            }
            guard count > 0 else { continue }
            for (place, event) in zip(waited, events) where event.revents != 0 {
                if place.isInput { processes[place.index].write() } else { processes[place.index].read(&chunk) }
            }
        }
    }

    private func waited(at index: Int) -> [(index: Int, isInput: Bool, event: pollfd)] {
        guard isOpen else { return [] }
        let reading = (index, false, pollfd(fd: output.reading, events: Int16(POLLIN), revents: 0))
        guard let input else { return [reading] }
        return [reading, (index, true, pollfd(fd: input.writing, events: Int16(POLLOUT), revents: 0))]
    }

    private mutating func write() {
        guard let input else { return }
        let count = rest.withUnsafeBytes { CLibrary.write(input.writing, $0.baseAddress, $0.count) }
        rest = rest.dropFirst(max(0, count))
        if rest.isEmpty || count < 0 && errno != EAGAIN && errno != EINTR { endInput() }
    }

    private mutating func read(_ chunk: inout [UInt8]) {
        let count = chunk.withUnsafeMutableBytes { CLibrary.read(output.reading, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { return }
        if count <= 0 { stop() } else { bytes += chunk[..<count] }
    }

    private mutating func endInput() {
        if let input { _ = close(input.writing) }
        input = nil
    }

    private mutating func stop() {
        endInput()
        if isOpen { _ = close(output.reading) }
        isOpen = false
    }
}
