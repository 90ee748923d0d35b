import DateWords
import TestSupport
import Testing

@testable import CivilTime

/// Compares rules of every frequency with every part, with and without time zones, with python-dateutil.
/// `Scripts/make-recurrence-vectors` generates the vectors; with `--all` it tests many more.
@Suite struct RecurrenceVectorTests {
    @Test func `occurrences match dateutil`() throws {
        var zones: [Substring: Zone] = [:]
        var wrong: [String] = []
        let path = TestFiles.environment("MM_RECURRENCE_VECTORS") ?? TestFiles.fixture("recurrence.tsv")
        let lines = try TestFiles.lines(path)
        for line in lines {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            let zone = try zones[fields[0]] ?? TestFiles.zone(String(fields[0]))
            zones[fields[0]] = zone
            let series = Series(
                rule: try RecurrenceRule(parsing: String(fields[2])),
                anchor: try DateValue(parsing: String(fields[1])),
                zone: zone,
                allDayAt: .noon
            )
            let expected = fields[4].split(separator: ",").compactMap { Int64($0) }
            let isWhole = fields.count > 5
            let after = Int64(fields[3]).map { Instant(secondsSince1970: $0) }
            let found = series.occurrences(after: after).prefix(expected.count + (isWhole ? 1 : 0))
            if found.map(\.instant.secondsSince1970) != expected {
                wrong.append("\(line)\n  found \(found.map(\.instant.secondsSince1970))")
            }
        }
        let failures = wrong.count
        #expect(failures == 0, "\(failures) of \(lines.count):\n\(wrong.prefix(5).joined(separator: "\n"))")
        #expect(lines.count > 1_000)
    }
}
