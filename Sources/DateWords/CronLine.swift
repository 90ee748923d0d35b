import CivilTime

/// A line of a crontab, `0 9 * * 1-5`, so that the rule in words can be proposed.
struct CronLine {
    /// Nil if no rule in words is the same.
    let rule: String?

    /// Nil if the text is not one.
    init?(_ text: String) {
        let fields = text.split(separator: " ").map(String.init)
        guard fields.count == 5,
            fields.allSatisfy({ $0.utf8.allSatisfy { 48...57 ~= $0 || "*/,-?".utf8.contains($0) } || $0.count == 3 })
        else { return nil }
        rule = Self.rule(fields.map { $0 == "?" ? "*" : $0 })
    }

    private static func rule(_ fields: [String]) -> String? {
        let (minute, hour, day, month, weekday) = (fields[0], fields[1], fields[2], fields[3], fields[4])
        let isEveryDay = day == "*" && month == "*" && weekday == "*"
        if isEveryDay, hour == "*", let step = step(minute) { return "every \(step) minutes" }
        if isEveryDay, minute == "*", hour == "*" { return "every minute" }
        guard let minutes = Int(minute), 0..<60 ~= minutes else { return nil }
        let clock = ":\(minutes.padded(2))"
        if isEveryDay, hour == "*" { return "hourly at minute \(minutes)" }
        let hours: [Int]? = step(hour).map { Array(stride(from: 0, to: 24, by: $0)) } ?? numbers(hour)
        guard let hours, hours.allSatisfy({ 0..<24 ~= $0 }), let days = days(day, month, weekday) else { return nil }
        return "\(days) at " + hours.map { "\($0)\(clock)" }.joined(separator: ", ")
    }

    private static func days(_ day: String, _ month: String, _ weekday: String) -> String? {
        switch (day == "*", month == "*", weekday == "*") {
        case (true, true, true): return "every day"
        case (true, true, false):
            let all = Weekday.allCases
            let named = all.first { $0.name.lowercased().hasPrefix(weekday.lowercased()) }.map { [$0] }
            let days =
                named ?? numbers(weekday)?.compactMap { number in all.first { $0.number == (number + 6) % 7 + 1 } }
            if days == Array(all.prefix(5)) { return "every weekday" }
            return days.map { "every " + $0.map { $0.name.lowercased() }.joined(separator: ", ") }
        case (false, true, true):
            return numbers(day).map { "every " + $0.map { Parts.ordinal($0) }.joined(separator: ", ") }
        case (false, false, true):
            guard let days = numbers(day), let months = numbers(month) else { return nil }
            let names = months.compactMap { Month(rawValue: Int8($0))?.name.lowercased() }
            return days.count == 1 ? "\(Parts.ordinal(days[0])) of \(names.joined(separator: ", "))" : nil
        default: return nil
        }
    }

    /// The 15 in `*/15`.
    private static func step(_ field: String) -> Int? {
        guard field.hasPrefix("*/"), let step = Int(field.dropFirst(2)), 1...59 ~= step else { return nil }
        return step
    }

    /// `1-5`, `1,3,5`
    private static func numbers(_ field: String) -> [Int]? {
        var all: [Int] = []
        for part in field.split(separator: ",") {
            let ends = part.split(separator: "-").compactMap { Int($0) }
            guard let first = ends.first, let last = ends.last, ends.count < 3, first <= last, last < 60 else {
                return nil
            }
            all += first...last
        }
        return all.isEmpty ? nil : all
    }
}
