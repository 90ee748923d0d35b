import CLibrary

/// How long this thread has a processor for the work. A busy machine makes it wait, which does not count; so a limit for
/// what would take for ever is not broken by load.
func processorTime(_ work: () throws -> Void) rethrows -> Duration {
    func now() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
    }
    let start = now()
    try work()
    return now() - start
}
