import CivilTime

/// What the rows of advice propose.
extension Parts {
    /// `1730`, `930`
    var timeOfDigits: Value {
        let (hour, minute) = (int(0) / 100, int(0) % 100)
        guard hour < 24, minute < 60 else { return .none }
        let clock = "\(hour):\(minute.padded(2))"
        if end - start > 1 { return .refuse(.unknown, clock + (int(1) == 0 ? "am" : "pm")) }
        guard tokens[start].digits == 3, 1...8 ~= hour else { return .refuse(.timeOrNumber, clock) }
        return .refuse(.whichHalf, clock, "\(hour + 12):\(minute.padded(2))")
    }

    /// `3`, `10`
    var bareNumber: Value {
        1...8 ~= int(0) ? .refuse(.whichHalf, "\(int(0))am", "\(int(0))pm") : .refuse(.timeOrNumber, "\(int(0)):00")
    }

    /// `9-10am` begins at 9am, and `11-1pm` too.
    var startOfSpan: Value {
        let isAfternoon = (int(2) == 12) == (int(0) % 12 <= int(1) % 12)
        return .refuse(.span, "\(int(0))\(isAfternoon ? "pm" : "am")")
    }

    var startOfRuleSpan: Value {
        let isAfternoon = (int(3) == 12) == (int(1) % 12 <= int(2) % 12)
        return .refuse(.span, filled("$0 at \(int(1))\(isAfternoon ? "pm" : "am")"))
    }

    func monthOfYear(_ month: Int, _ year: Int) -> Value {
        guard let name = Month(rawValue: Int8(clamping: int(month)))?.name.lowercased() else { return .none }
        return .refuse(.noDay, "1 \(name) \(int(year))", "end of \(name) \(int(year))")
    }

    /// `2026`, `in 2027`, `1730`
    var yearOrTime: Value {
        let (year, hour, minute) = (int(0), int(0) / 100, int(0) % 100)
        let clock = end - start == 1 && hour < 24 && minute < 60 ? ["\(hour):\(minute.padded(2))"] : []
        let days = 1970...2100 ~= year ? ["1 jan \(year)"] + (clock.isEmpty ? ["31 dec \(year)"] : []) : []
        return .refuse(days.isEmpty ? .timeOrNumber : .ambiguous, all: clock + days)
    }

    var quarter: Value {
        guard 1...4 ~= int(0), let first = Month(rawValue: Int8(3 * int(0) - 2)),
            let last = Month(rawValue: Int8(3 * int(0)))
        else { return .none }
        return .refuse(.noDay, "1 \(first.name.lowercased())", "end of \(last.name.lowercased())")
    }

    /// `24-12`
    var dashedDay: Value {
        let days = [(int(0), int(1)), (int(1), int(0))].compactMap { month, day in
            Month(rawValue: Int8(clamping: month)).flatMap {
                1...$0.longest ~= day ? "\(day) \($0.shortName.lowercased())" : nil
            }
        }
        return days.isEmpty ? .none : .refuse(.span, all: Array(Set(days)).sorted())
    }

    // MARK: Rules

    func howOften(_ count: Int, adverb: Int) -> Value {
        howOften(count, Unit(rawValue: int(adverb) % 10) ?? .day)
    }

    func howOften(_ count: Int, unit index: Int) -> Value { howOften(count, unit(index)) }

    /// Rules with that many occurrences in each unit, or about as many.
    private func howOften(_ count: Int, _ unit: Unit) -> Value {
        if count == 1 { return .refuse(.onlyHowOften, "every \(unit)") }
        let forms: [String]
        switch (unit, count) {
        case (.minute, _): return .none
        case (.hour, _): forms = ["every \(max(1, 60 / max(1, count))) minutes"]
        case (.day, 2): forms = ["daily at 9:00 and 17:00", "every 12 hours"]
        case (.day, 3...5):
            let hours = (0..<count).map { "\(8 + 12 / (count - 1) * $0):00" }
            let times = hours.dropLast().joined(separator: ", ") + " and " + (hours.last ?? "")
            forms = ["daily at \(times)"] + (24 % count == 0 ? ["every \(24 / count) hours"] : [])
        case (.day, _): forms = ["every 2 hours between 8 and 20", "every 4 hours"]
        case (.week, 2): forms = ["every mon and thu", "every 3 days"]
        case (.week, 4): forms = ["every mon, wed, fri and sun"]
        case (.week, 5): forms = ["every weekday"]
        case (.week, 6): forms = ["every day except sunday"]
        case (.week, _): forms = ["every mon, wed and fri", "every 2 days"]
        case (.month, 2): forms = ["every 1st and 15th", "every 2 weeks"]
        case (.month, 4): forms = ["every 1st, 8th, 15th and 22nd", "every week"]
        case (.month, _): forms = ["every 1st, 11th and 21st", "every 10 days"]
        case (_, 2): forms = ["every jan 1 and jul 1", "every 6 months"]
        case (_, 4): forms = ["every jan 1, apr 1, jul 1 and oct 1", "every 3 months"]
        default: forms = ["every jan 1, may 1 and sep 1", "every 4 months"]
        }
        return .refuse(unit == .day ? .atWhatTimes : .whichDays, all: forms)
    }

    /// `every 31`
    var everyNumber: Value {
        guard 1...31 ~= int(1) else { return .none }
        return .refuse(.ambiguous, "every \(Self.ordinal(int(1)))", "every \(int(1)) days")
    }

    static func ordinal(_ number: Int) -> String {
        let last = number % 100 / 10 == 1 ? 0 : number % 10
        return "\(number)" + (last == 1 ? "st" : last == 2 ? "nd" : last == 3 ? "rd" : "th")
    }

    /// `every 3rd party`, but `every 15th pay rent`
    var smallOrdinal: Value {
        guard let next = optionalInt(2), next < tokens.count, tokens[next].terminal == Token.unknown,
            !tokens[next].isCapital, int(1) <= 3
        else { return .none }
        return .refused(Refusal(.whatItCounts, [filled("$0 $1 of the month")], at: start..<next))
    }

    /// `monthly from jan to june`
    var monthsOfRule: Value {
        let count = (int(2) - int(1)).modulo(12)
        let all = (0...count).compactMap { Month(rawValue: Int8((int(1) - 1 + $0) % 12 + 1))?.name.lowercased() }
        let listed = all.count > 1 ? all.dropLast().joined(separator: ", ") + " and " + (all.last ?? "") : all[0]
        let end = int(2) == 2 ? 28 : month(2).longest
        let once = filled("$0 from 1 $1 to \(end) $2")
        return .refuse(.ambiguous, filled("$0 in \(listed)") + "||1st of \(listed)", once)
    }

    /// `every 2, 15, 27`
    var listedDays: Value {
        guard case .days(let days) = self[2] else { return .none }
        let all = [int(1)] + days.monthDays
        return .refuse(.whatItCounts, "monthly on " + all.map(String.init).joined(separator: ", "))
    }
}
