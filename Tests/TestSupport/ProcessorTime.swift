import CLibrary

/// The processor time of this thread for the work. Waiting on a busy machine does not count, so load cannot break a
/// limit.
package func processorTime(_ work: () throws -> Void) rethrows -> Duration {
    func now() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
    }
    let start = now()
    try work()
    return now() - start
}
