import DateWords
import TestSupport
import Testing

@testable import CivilTime

/// Compares every clock change in the sample zones from 1970 to 2037 with Python's zoneinfo. `Scripts/make-zone-vectors
/// --all` tests all zones.
@Suite struct ZoneVectorTests {
    @Test func `offsets, gaps and folds match zoneinfo`() throws {
        let path = TestFiles.environment("MM_ZONE_VECTORS") ?? TestFiles.fixture("zones.tsv")
        var zones: [Substring: Zone] = [:]
        var count = 0
        var wrong: [String] = []
        for line in try TestFiles.lines(path) {
            let fields = line.split(separator: "\t")
            let zone = try zones[fields[0]] ?? TestFiles.zone(String(fields[0]))
            zones[fields[0]] = zone
            let answer = fields[1] == "@" ? try resolved(fields, zone) : try offset(fields, zone)
            if !answer { wrong.append(String(line)) }
            count += 1
        }
        let failures = wrong.count
        #expect(failures == 0, "\(failures) of \(count): \(wrong.prefix(10))")
        #expect(count > 10_000)
    }

    private func offset(_ fields: [Substring], _ zone: Zone) throws -> Bool {
        let instant = Instant(secondsSince1970: try #require(Int64(fields[1])))
        return zone.offset(at: instant).seconds == Int(fields[2])
    }

    private func resolved(_ fields: [Substring], _ zone: Zone) throws -> Bool {
        let clock = try DateValue(parsing: String(fields[2])).clock
        let first = Instant(secondsSince1970: try #require(Int64(fields[3])))
        guard zone.instant(of: clock) == first else { return false }
        guard fields.count > 4 else { return zone.resolve(clock) == .unique(first) && zone.civil(at: first) == clock }
        let second = Instant(secondsSince1970: try #require(Int64(fields[4])))
        return zone.resolve(clock)
            == (first > second ? .gap(before: first, after: second) : .fold(first: first, second: second))
    }
}
