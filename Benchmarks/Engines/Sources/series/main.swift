// Asks the library's recurrence engine and times it, for Benchmarks/recurrence, which explains the lines on standard
// input: start, rule, seconds since 1970 separated by commas.
//
//     series next ZONE          prints what comes after each, `-` for nothing
//     series time ZONE          prints nanoseconds: next, the same with the series made, the same with the rule read
//     series plan FOLDER        prints milliseconds: reading the folder, its plan; how many reminders and series

import MemossFiles

struct Case {
    var text: String
    var anchor: DateValue
    var rule: RecurrenceRule
    var instants: [Instant]

    init(_ line: String) throws {
        let fields = line.split(separator: "\t")
        anchor = try DateValue(parsing: String(fields[0]))
        text = String(fields[1])
        rule = try RecurrenceRule(parsing: text)
        instants = fields[2].split(separator: ",").compactMap { Int64($0).map(Instant.init(secondsSince1970:)) }
    }

    func series(_ rule: RecurrenceRule, _ zone: Zone) -> Series {
        Series(rule: rule, anchor: anchor, zone: zone, allDayAt: .noon)
    }
}

/// Nanoseconds per call: the minimum of five runs of a tenth of a second.
func nanoseconds(calls: Int, _ work: () throws -> Int64) rethrows -> Double {
    let clock = ContinuousClock()
    var best = Double.infinity
    var sum: Int64 = 0
    for _ in 0..<5 {
        var (rounds, time) = (0, Duration.zero)
        while time < .milliseconds(100) {
            time += try clock.measure { sum &+= try work() }
            rounds += 1
        }
        best = min(best, time / .nanoseconds(1) / Double(rounds * calls))
    }
    // Keeps the optimiser from removing the calls.
    return sum == .min ? 0 : best
}

func times(_ one: Case, _ zone: Zone) throws -> [Double] {
    let made = one.series(one.rule, zone)
    func sum(_ series: () throws -> Series) rethrows -> Int64 {
        var sum: Int64 = 0
        for instant in one.instants { sum &+= try series().next(after: instant)?.instant.secondsSince1970 ?? 0 }
        return sum
    }
    return [
        nanoseconds(calls: one.instants.count) { sum { made } },
        nanoseconds(calls: one.instants.count) { sum { one.series(one.rule, zone) } },
        try nanoseconds(calls: one.instants.count) {
            try sum { one.series(try RecurrenceRule(parsing: one.text), zone) }
        },
    ]
}

func plan(_ root: String) throws {
    let zone = try ZoneDatabase().zone(named: "Europe/Paris")
    let now = try DateValue(parsing: "2026-11-21T08:00").instant(in: zone, allDayAt: .noon)
    let folder = ReminderFolder(root: root)
    let clock = ContinuousClock()
    var (reading, planning): ([Double], [Double]) = ([], [])
    var (reminders, series) = (0, 0)
    for _ in 0..<7 {
        var read: (snapshot: Snapshot, zones: [String: Zone])?
        reading.append(try clock.measure { read = try folder.read(keeping: .firstLine) } / .milliseconds(1))
        guard let (snapshot, zones) = read else { continue }
        let context = TimeContext(now: now, zone: zone, zones: zones, allDayAt: .noon)
        var places = 0
        planning.append(
            clock.measure { places = NotificationPlan(snapshot, in: context).notifications.count }
                / .milliseconds(1)
        )
        guard places > 0 else { break }
        reminders = snapshot.reminders.count
        series = snapshot.reminders.filter { $0.recurrence != nil }.count
    }
    print(reading.min() ?? 0, planning.min() ?? 0, reminders, series)
}

let words = CommandLine.arguments
if words.count == 3, words[1] == "plan" {
    try plan(words[2])
} else if words.count == 3, words[1] == "next" || words[1] == "time" {
    let zone = try ZoneDatabase().zone(named: words[2])
    while let line = readLine() {
        let one = try Case(line)
        if words[1] == "time" {
            print(try times(one, zone).map { String($0) }.joined(separator: " "))
        } else {
            let series = one.series(one.rule, zone)
            let found = one.instants.map { series.next(after: $0).map { String($0.instant.secondsSince1970) } ?? "-" }
            print(found.joined(separator: ","))
        }
    }
} else {
    print("usage: series next ZONE | series time ZONE | series plan FOLDER")
}
