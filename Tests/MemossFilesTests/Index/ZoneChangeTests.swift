import TestSupport
import Testing

@testable import CivilTime
@testable import MemossFiles

@Suite struct ZoneChangeTests {
    private static let rows = ZoneChange.known.flatMap { change in change.zones.map { (change, $0) } }

    /// The zone with one offset in all years.
    private func zone(_ name: String, seconds: Int) -> Zone {
        Zone(name: name, initial: seconds, transitions: [], rule: nil)
    }

    /// A tz database with these releases and zones, each at an offset of whole hours.
    private func database(_ place: borrowing TemporaryDirectory, _ release: String, _ zones: [String: Int]) throws
        -> ZoneDatabase
    {
        try place.write("tzdata.zi", release)
        for (name, hours) in zones {
            // POSIX has the sign of an offset the other way round.
            try place.write(
                name,
                try TestFiles.bytes("/usr/share/zoneinfo/Etc/GMT\(hours > 0 ? "-" : "+")\(abs(hours))")
            )
        }
        return ZoneDatabase(directory: place.path)
    }

    private func context(_ zones: ZoneDatabase, _ own: String, _ others: String...) throws -> TimeContext {
        let named = zones.zones(named: Set(others)).known
        return TimeContext(
            now: Instant(secondsSince1970: 0),
            zone: try zones.zone(named: own),
            zones: named,
            allDayAt: .midnight
        )
    }

    @Test func `no zone is named twice, and each release is one of the letters of a year`() {
        let names = Self.rows.map(\.1)
        #expect(Set(names).count == names.count)
        #expect(ZoneChange.known.allSatisfy { $0.release.utf8.count == 5 && $0.release.hasPrefix("20") })
    }

    @Test func `data without a change are late or early by the difference, and newer data are believed`() {
        for (change, name) in Self.rows {
            let (old, new) = (zone(name, seconds: change.offset - 3_600), zone(name, seconds: change.offset))
            for release in ["2025b", nil] {
                #expect(change.lateness(old, release: release) == 3_600)
                #expect(change.lateness(zone(name, seconds: change.offset + 3_600), release: release) == -3_600)
                // A distribution has taken over the change alone.
                #expect(change.lateness(new, release: release) == 0)
            }
            #expect(change.lateness(old, release: change.release) == 0)
            #expect(change.lateness(old, release: "2031a") == 0)
            #expect(change.lateness(zone("Europe/Paris", seconds: 0), release: "2025b") == 0)
        }
    }

    @Test func `the data of this machine have every change that their release has`() throws {
        let zones = ZoneDatabase()
        let release = try #require(zones.release)
        for (change, name) in Self.rows where change.release <= release {
            #expect(try zones.zone(named: name).offsetSeconds(at: change.start) == change.offset, "\(name)")
        }
    }

    @Test func `each zone in use whose data lack a change is named once`() throws {
        let place = try TemporaryDirectory()
        let zones = try database(
            place,
            "# version 2025b\n# ddeps\n",
            ["America/Vancouver": -8, "Africa/Casablanca": 1, "Cuba": -4, "Asia/Tokyo": 9]
        )
        #expect(zones.release == "2025b")
        let time = try context(
            zones,
            "America/Vancouver",
            "Africa/Casablanca",
            "Cuba",
            "Asia/Tokyo",
            "America/Vancouver"
        )
        #expect(
            zones.outdatedZones(in: time).map(\.message) == [
                "the time zone data of this machine (2025b) lack a change of Africa/Casablanca, so reminders from 2026-09-20 on "
                    + "come 1h too early: update the package tzdata to 2026c or later",
                "the time zone data of this machine (2025b) lack a change of America/Vancouver, so reminders from 2026-11-01 on "
                    + "come 1h too late: update the package tzdata to 2026b or later",
            ]
        )
        #expect(
            zones.outdatedZones(in: time).map(\.path)
                == ["Africa/Casablanca", "America/Vancouver"].map { "\(place.path)/\($0)" }
        )
        #expect(try zones.outdatedZones(in: context(zones, "Asia/Tokyo", "Cuba")).isEmpty)
    }

    @Test(arguments: ["", "# version\n", "2025b\n", "# ddeps 2025b\n"])
    func `data that name no release are judged by what they have`(table: String) throws {
        let place = try TemporaryDirectory()
        let zones = try database(place, table, ["America/Vancouver": -8, "Canada/Pacific": -7])
        #expect(zones.release == nil)
        let found = try zones.outdatedZones(in: context(zones, "Canada/Pacific", "America/Vancouver"))
        #expect(found.count == 1)
        #expect(
            found.first?.message.hasPrefix("the time zone data of this machine lack a change of America/Vancouver")
                == true
        )
    }

    @Test func `a machine without a local time zone uses UTC, and an invalid one is an error`() throws {
        let directory = try TemporaryDirectory()
        #expect(try ZoneFiles().local(link: directory.path + "/localtime") == nil)
        try directory.link("localtime", to: "nowhere")
        #expect(throws: SystemError.self) { try ZoneFiles().local(link: directory.path + "/localtime") }
    }
}
