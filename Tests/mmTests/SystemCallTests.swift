import Testing

/// The system calls of a run, recorded with strace; only where tracing is permitted.
@Suite struct SystemCallTests {
    private static let canTrace =
        (try? TranscriptStage.with("empty").run("test -e /etc/localtime && strace -qq -o /dev/null true")) == []

    @Test(
        .enabled(if: canTrace),
        arguments: [
            "", "list", "list scheduled:today", "plan", "next rent", "show rent", "check",
            "occurrences daily --start today",
        ]
    )
    func `the local time zone is read once`(command: String) throws {
        let stage = try TranscriptStage.with("sample")
        let trace = "strace -qq -f -e trace=openat,open -o ../trace mm \(command)"
        _ = try stage.run("env -u TZ -u MM_TIMEZONE \(trace)")
        #expect(try stage.run("grep -c /etc/localtime ../trace") == ["1"])
    }
}
