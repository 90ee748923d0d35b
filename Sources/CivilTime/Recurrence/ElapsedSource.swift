/// Generates instants for the friendly hourly and minutely rules: one in each period, at equal distances in elapsed time,
/// whatever the local time.
struct ElapsedSource: Sendable {
    private let start: Int64
    private let step: Int64
    private(set) var period: Int64 = 0

    /// - Parameter instant: periods that end at or before it are skipped.
    init(_ plan: SeriesPlan, after instant: Instant?) {
        start = plan.origin.secondsSince1970
        step = plan.step
        if let seconds = instant?.secondsSince1970, seconds > start {
            period = (min(seconds, Self.last) - start).floorDivided(by: step)
        }
    }

    /// 9999-12-31T00:00:00Z, so that the local time is in the supported range too.
    private static let last: Int64 = 253_402_214_400

    mutating func next() -> Int64? {
        let (passed, overflow) = period.multipliedReportingOverflow(by: step)
        guard !overflow, passed <= Self.last - start else { return nil }
        period += 1
        return start + passed
    }
}
