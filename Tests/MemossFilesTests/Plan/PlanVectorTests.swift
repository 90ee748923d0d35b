import Testing

@testable import MemossFiles

/// Hundreds of random folders against a plan that was worked out by other means: `Scripts/make-plan-vectors` says how.
@Suite struct PlanVectorTests {
    private struct Folder {
        var header: [String]
        var files: [(path: String, bytes: [UInt8])] = []
        var places: [String] = []
        var end = ""
    }

    private static func load() throws -> [Folder] {
        var folders: [Folder] = []
        for line in try TestFiles.lines(TestFiles.fixture("plans.tsv")) {
            let fields = line.split(separator: "\t").map(String.init)
            switch fields[0] {
            case "folder": folders.append(Folder(header: fields))
            case "file":
                let keys = fields.dropFirst(2).map { field in
                    let parts = field.split(separator: "=", maxSplits: 1)
                    return "\(parts[0]): \(parts[1])\n"
                }
                let text = "---\n\(keys.joined())---\nBody of \(fields[1])\n"
                folders[folders.count - 1].files.append((fields[1], [UInt8](text)))
            case "place": folders[folders.count - 1].places.append(fields.dropFirst().joined(separator: " "))
            default: folders[folders.count - 1].end = fields.dropFirst().joined(separator: " ")
            }
        }
        return folders
    }

    private func instant(_ text: String) throws -> Instant {
        try DateValue(parsing: text).instant(in: .utc, allDayAt: .noon)
    }

    @Test func `every folder gets the plan of the oracle`() throws {
        let folders = try Self.load()
        let names = ["Europe/Paris", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "America/Sao_Paulo"]
        var zones = ["UTC": Zone.utc]
        for name in names { zones[name] = try TestFiles.zone(name) }
        let nine = try #require(CivilTime(hour: 9, minute: 0))
        var wrong: [String] = []
        for folder in folders {
            let reminders = try folder.files.map { file in
                let output = ReminderDecoder.decode(file.bytes, path: file.path, keeping: .firstLine)
                #expect(output.problems.isEmpty, "\(file.bytes.shown)\n\(output.problems)")
                return try #require(output.reminder)
            }
            let zone = try #require(zones[folder.header[2]])
            let now = try instant(folder.header[1])
            let context = TimeContext(now: now, zone: zone, zones: zones, allDayAt: nine)
            let limit = try #require(Int(folder.header[3]))
            let reserve = try #require(Int(folder.header[4]))
            let plan = NotificationPlan(
                reminders,
                in: context,
                budget: .init(limit: limit, reserve: reserve),
                until: folder.header[5] == "-" ? nil : try instant(folder.header[5])
            )
            let places = plan.notifications.map { place in
                "\(place.identifier) \(place.instant) \(place.local) \(place.index.map(String.init) ?? "-")"
            }
            let end = "\(plan.coveredUntil.map(\.description) ?? "-") \(plan.omitted)"
            if places != folder.places || end != folder.end {
                let differences = zip(places, folder.places).first { $0 != $1 }
                let files = folder.files.map(\.bytes.shown).joined()
                wrong.append(
                    """
                    \(folder.header.joined(separator: " "))
                    \(places.count) places, expected \(folder.places.count); \(end), expected \(folder.end)
                    first difference: \(differences.map { "\($0)" } ?? "none")
                    \(files)
                    """
                )
            }
            // What holds for every plan, whatever the oracle says.
            #expect(plan.notifications.count <= limit)
            #expect(plan.notifications.allSatisfy { $0.instant > now && $0.body == "Body of \($0.path)" })
            for one in plan.notifications { #expect(one.isRecurring == (one.index != nil)) }
        }
        let failures = wrong.count
        #expect(failures == 0, "\(failures) of \(folders.count):\n\(wrong.prefix(3).joined(separator: "\n"))")
        #expect(folders.count >= 300)
    }
}
