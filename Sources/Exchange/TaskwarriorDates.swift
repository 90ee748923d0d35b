import MemossFiles

/// The dates that Taskwarrior gives to the tasks that it makes from a recurring one. It counts from the date before, so that
/// the 31st of a month becomes the 28th for good, and takes most months as 30 days.
struct TaskwarriorDates {
    private enum Step {
        case months(Int, keepsTime: Bool)
        case seconds(Int)
        /// The step is 24 hours, or 48 or 72 over a weekend.
        case weekdays
        case other
    }

    private let start: Instant
    private let zone: Zone
    private let step: Step
    /// The dates so far, where months are counted.
    private var clocks: [CivilDateTime]
    /// The dates so far, where weekdays are counted.
    private var instants: [Instant]

    init(every recur: String, from start: Instant, in zone: Zone) {
        (self.start, self.zone) = (start, zone)
        clocks = [zone.civil(at: start)]
        instants = [start]
        if recur.lowercased() == "weekdays" {
            step = .weekdays
        } else if let months = Self.months(of: recur) {
            step = .months(months.count, keepsTime: months.keepsTime)
        } else {
            step = ImportedRule.taskwarriorSeconds(recur).map { .seconds($0) } ?? .other
        }
    }

    /// - Parameter number: from 0, as in `imask`.
    /// - Returns: nil if it is not known.
    mutating func date(_ number: Int) -> Instant? {
        switch step {
        case .other: return nil
        case .weekdays:
            while instants.count <= number, let last = instants.last {
                let weekday = zone.civil(at: last).date.weekday
                let days: Int64 = weekday == .friday ? 3 : weekday == .saturday ? 2 : 1
                instants.append(last.adding(seconds: days * 86_400))
            }
            return instants[number]
        case .seconds(let seconds):
            let (total, overflow) = number.multipliedReportingOverflow(by: seconds)
            return overflow ? nil : start.adding(seconds: Int64(total))
        case .months(let months, let keepsTime):
            while clocks.count <= number, let last = clocks.last {
                clocks.append(CivilDateTime(last.date.adding(months: months), keepsTime ? last.time : .midnight))
            }
            return number == 0 ? start : zone.instant(of: clocks[number])
        }
    }

    /// The periods that it counts in months, as `getNextRecurrence` in `src/recur.cpp` has them.
    private static func months(of recur: String) -> (count: Int, keepsTime: Bool)? {
        if let count = names[recur] { return (count, true) }
        let number = recur.drop { $0 == "P" }.dropLast()
        guard let last = recur.last, let count = Int(number), 1..<10_000 ~= count else { return nil }
        switch (recur.first == "P", last) {
        case (true, "M"): return (count, false)
        case (false, "m"): return (count, true)
        case (false, "q"): return (3 * count, true)
        default: return nil
        }
    }

    private static let names = [
        "monthly": 1, "P1M": 1, "bimonthly": 2, "P2M": 2, "quarterly": 3, "P3M": 3, "semiannual": 6, "P6M": 6,
        "annual": 12, "yearly": 12, "P1Y": 12, "biannual": 24, "biyearly": 24, "P2Y": 24,
    ]
}

/// The occurrences of a series by number. The first is its start, on the rule's pattern or off it.
struct NumberedOccurrences {
    private let series: Series
    private let start: DateValue
    private var known: [DateValue]
    private var coming: Occurrences
    /// Whether there are no more: it takes long to find that out again.
    private var isOver = false

    init(of series: Series, from start: DateValue) {
        (self.series, self.start) = (series, start)
        known = [start]
        coming = series.occurrences(after: series.current(start).instant)
    }

    subscript(number: Int) -> DateValue? {
        mutating get {
            while known.count <= number, !isOver {
                if let next = coming.next() { known.append(series.date(of: next, like: start)) } else { isOver = true }
            }
            return known.indices.contains(number) ? known[number] : nil
        }
    }

    /// The number of a date, if it is below `end`.
    mutating func number(of date: DateValue, before end: Int) -> Int? {
        while known.count < end, let last = known.last, last.isBefore(date, in: series.zone), self[known.count] != nil {
        }
        var (low, high) = (0, known.count)
        while low < high {
            let middle = (low + high) / 2
            if known[middle].isBefore(date, in: series.zone) { low = middle + 1 } else { high = middle }
        }
        return known.indices.contains(low) && known[low] == date ? low : nil
    }
}
