import Testing

@testable import CivilTime
@testable import MemossFiles

/// Compares the agendas of hundreds of random folders with agendas computed independently.
@Suite struct AgendaVectorTests {
    @Test func `every folder gets the expected agenda`() throws {
        let folders = try VectorFolder.load("agendas.tsv")
        var wrong: [String] = []
        for folder in folders {
            let first = try DateValue(parsing: folder.header[3]).date
            let count = try #require(Int(folder.header[4]))
            let agenda = Agenda(try folder.reminders(), from: first, days: count, in: try folder.context())
            #expect(agenda.days.map(\.date) == (0..<count).map { first.adding(days: $0) })
            let lines = agenda.days.flatMap { day in
                day.items.map { item in
                    let occurrence = item.occurrence?.iso ?? "-"
                    return "\(day.date) \(item.kind) \(item.reminder.path) \(item.date.iso) \(occurrence)"
                }
            }
            if let difference = folder.difference(from: lines) { wrong.append(difference) }
        }
        let failures = wrong.count
        #expect(failures == 0, "\(failures) of \(folders.count):\n\(wrong.prefix(3).joined(separator: "\n"))")
        #expect(folders.count >= 240)
    }
}
