import CLibrary

/// Shows a text that is longer than the terminal page by page, with `$PAGER` or less, as git does.
enum Pager {
    /// - Returns: false if nothing was shown: the text is short, this is no terminal, or there is no pager.
    static func show(_ text: [UInt8]) -> Bool {
        let command = Environment.variable("PAGER") ?? "less"
        guard Environment.isTerminal(0), !Environment.isPlain, let height = Environment.height(of: 1),
            text.count(where: { $0 == 0x0A }) >= height, !["", "cat"].contains(command)
        else { return false }
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return false }
        // Otherwise the pager would never see the end of its input.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // It quits at once if everything fits, passes colours on, and leaves the text on the screen.
        setenv("LESS", "FRX", 0)
        let pager = ShellCommand(words: [command], streams: [(ends[0], 0)], defaultSignals: [SIGPIPE, SIGINT])
        // Ctrl-C is for the pager.
        signal(SIGINT, SIG_IGN)
        defer { signal(SIGINT, SIG_DFL) }
        guard let child = try? pager.start() else { return false }
        close(ends[0])
        var rest = text[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) }
            if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { break }
        }
        close(ends[1])
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        // The shell has not found it.
        return status != 127 << 8
    }
}
