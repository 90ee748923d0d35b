import CLibrary
import Delivery
import MemossFiles

/// Runs the user's `curl`: a static executable has no TLS, and the system keeps its own up to date.
enum Curl {
    /// Sends the requests, one after another over as few connections as possible.
    ///
    /// - Returns: one result for each request.
    static func run(_ script: CurlScript) -> [Result<HTTPAnswer, HTTPTrouble>] {
        if script.requests.isEmpty { return [] }
        if let fault = script.fault { return script.requests.map { _ in .failure(fault) } }
        do throws(ShellCommand.Failure) {
            return try exchange(script)
        } catch {
            return script.requests.map { _ in .failure(HTTPTrouble(.noProgram, error.reason)) }
        }
    }

    private static func exchange(_ script: CurlScript) throws(ShellCommand.Failure) -> [Result<HTTPAnswer, HTTPTrouble>]
    {
        let boundary = Environment.randomUUID()
        let output = try Pipe()
        let input: Pipe
        let child: pid_t
        do throws(ShellCommand.Failure) {
            input = try Pipe()
        } catch {
            output.close()
            throw error
        }
        do throws(ShellCommand.Failure) {
            // -q: without the user's settings, which could follow redirects or print what is secret.
            let words = ["LC_ALL=C exec curl -q -K - 2>/dev/null"]
            let streams = [(parent: input.reading, child: Int32(0)), (output.writing, 1)]
            child = try ShellCommand(words: words, streams: streams).start()
        } catch {
            input.close()
            output.close()
            throw error
        }
        _ = close(input.reading)
        _ = close(output.writing)
        var answers = CurlOutput(of: script, boundary: boundary)
        // curl ends each request in time by itself.
        let deadline = Uptime.milliseconds() + Int64(script.requests.count * script.timeout + 5) * 1_000
        let isEnough = transfer(script.bytes(boundary: boundary), input.writing, output.reading, deadline, &answers)
        if !isEnough { kill(child, SIGKILL) }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        let exit = status & 0x7F == 0 ? Int(status >> 8 & 0xFF) : nil
        return answers.results(exit: exit, isLate: Uptime.milliseconds() >= deadline)
    }

    /// Writes what curl reads, and reads what it prints at the same time.
    ///
    /// - Returns: false if it has to be ended: it is late, or an answer is too large.
    private static func transfer(
        _ bytes: [UInt8],
        _ writing: Int32,
        _ reading: Int32,
        _ deadline: Int64,
        _ answers: inout CurlOutput
    ) -> Bool {
        var rest = bytes[...]
        _ = fcntl(writing, F_SETFL, O_NONBLOCK)
        defer {
            if !rest.isEmpty { _ = close(writing) }
            _ = close(reading)
        }
        while true {
            var waited = [pollfd(fd: reading, events: Int16(POLLIN), revents: 0)]
            if !rest.isEmpty { waited.append(pollfd(fd: writing, events: Int16(POLLOUT), revents: 0)) }
            let left = deadline - Uptime.milliseconds()
            guard left > 0 else { return false }
            if poll(&waited, nfds_t(waited.count), Int32(clamping: left)) < 0, errno != EINTR { return false }
            if waited.count > 1, waited[1].revents != 0 {
                let count = rest.withUnsafeBytes { write(writing, $0.baseAddress, $0.count) }
                rest = count < 0 && errno != EAGAIN && errno != EINTR ? [] : rest.dropFirst(max(0, count))
                if rest.isEmpty { _ = close(writing) }
            }
            guard waited[0].revents != 0 else { continue }
            guard let part = StandardInput.part(of: reading), !part.isEmpty else { return true }
            guard answers.add(part[...]) else { return false }
        }
    }
}
