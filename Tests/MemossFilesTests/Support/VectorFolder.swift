import TestSupport
import Testing

@testable import CivilTime
@testable import MemossFiles

/// A folder in `fixtures/conformance/plans.tsv` or `agendas.tsv` with its expected results: see
/// `Scripts/make-plan-vectors` and `Scripts/make-agenda-vectors`.
struct VectorFolder {
    /// The current time and the time zone are the second and third fields.
    var header: [String]
    var files: [(path: String, bytes: [UInt8])] = []
    /// The fields of the expected lines, separated by blanks.
    var expected: [String] = []

    static func load(_ name: String) throws -> [VectorFolder] {
        var folders: [VectorFolder] = []
        for line in try TestFiles.lines(TestFiles.fixture(name)) {
            let fields = line.split(separator: "\t").map(String.init)
            switch fields[0] {
            case "folder": folders.append(VectorFolder(header: fields))
            case "file":
                let keys = fields.dropFirst(2).map { field in
                    let parts = field.split(separator: "=", maxSplits: 1)
                    return "\(parts[0]): \(parts[1])\n"
                }
                let text = "---\n\(keys.joined())---\nBody of \(fields[1])\n"
                folders[folders.count - 1].files.append((fields[1], [UInt8](text)))
            default: folders[folders.count - 1].expected.append(fields.dropFirst().joined(separator: " "))
            }
        }
        return folders
    }

    func reminders() throws -> [Reminder] {
        try files.map { file in
            let output = ReminderDecoder.decode(file.bytes, path: file.path, keeping: .firstLine)
            #expect(output.problems.isEmpty, "\(file.bytes.shown)\n\(output.problems)")
            return try #require(output.reminder)
        }
    }

    func context() throws -> TimeContext {
        let names = ["Europe/Paris", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "America/Sao_Paulo"]
        var zones = ["UTC": Zone.utc]
        for name in names { zones[name] = try TestFiles.zone(name) }
        return TimeContext(
            now: try moment(header[1]),
            zone: try #require(zones[header[2]]),
            zones: zones,
            allDayAt: try #require(CivilTime(hour: 9, minute: 0))
        )
    }

    /// Nil if the results are as expected.
    func difference(from found: [String]) -> String? {
        guard found != expected else { return nil }
        let index =
            zip(found, expected).enumerated().first { $0.element.0 != $0.element.1 }?.offset
            ?? min(found.count, expected.count)
        return """
            \(header.joined(separator: " "))
            \(found.count) lines, expected \(expected.count); first difference:
            \(found.dropFirst(index).first ?? "nothing")
            \(expected.dropFirst(index).first ?? "nothing")
            \(files.map(\.bytes.shown).joined())
            """
    }
}
