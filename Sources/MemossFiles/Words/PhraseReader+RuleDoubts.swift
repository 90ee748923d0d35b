internal import Bytes

/// Refuses words for a rule that have two readings, or that leave something open.
extension PhraseReader {
    /// `weekly on a friday`; `monthly on friday` and `monthly on a friday` do not say which one.
    mutating func acceptA(before frequency: RecurrenceRule.Frequency, from start: Int) throws(ParseError) {
        let isA = word() == "a"
        var reader = self
        if isA { reader.position += 1 }
        let first = reader.position
        guard isA || frequency == .monthly, let days = try reader.weekdayList() else { return }
        switch frequency {
        case .weekly: position += 1
        case .monthly:
            let day = days == Self.workdays ? "weekday" : days[0].name.lowercased()
            let readings = "'monthly on the first \(day)' or 'every \(reader.text(in: reader.range(from: first)))'"
            throw reader.fault("\(reader.quote(from: start)) does not say which one: write \(readings)", from: start)
        default: break
        }
    }

    /// `first day of the week`, which is Monday or Sunday.
    func refuseWeek(of numbers: [Int], from start: Int) throws(ParseError) {
        let length = word(1)?.isOne(of: "the", "every", "each") == true ? 3 : 2
        guard numbers == [1] || numbers == [-1], word() == "of", word(length - 1) == "week" else { return }
        var reader = self
        reader.position += length
        let readings = numbers == [1] ? "'every monday' or 'every sunday'" : "'every sunday' or 'every saturday'"
        throw reader.fault("\(reader.quote(from: start)) is ambiguous: write \(readings)", from: start)
    }

    /// Words with two meanings.
    func refuseAmbiguous(_ word: ShortWord, from start: Int) throws(ParseError) {
        let readings: (String, String)
        switch word {
        case "bimonthly": readings = ("every 2 months", "monthly on 1, 15")
        case "biannually", "biannual", "biyearly": readings = ("every 2 years", "every 6 months")
        case "bidaily": readings = ("every 2 days", "daily at 9:00 and 17:00")
        case "semimonthly": readings = ("monthly on 1, 15", "every 2 weeks")
        case "semiweekly": readings = ("weekly on mon, thu", "every 2 weeks")
        case "triweekly": readings = ("every 3 weeks", "weekly on mon, wed, fri")
        case "trimonthly": readings = ("every 3 months", "monthly on 1, 11, 21")
        default: return
        }
        throw fault("\(quote(from: start)) is ambiguous: write '\(readings.0)' or '\(readings.1)'", from: start)
    }

    /// `after 10 days`: after what?
    func refuseAfter() throws(ParseError) {
        var reader = self
        guard reader.accept("after"), try reader.duration() != nil, reader.word() != "completion" else { return }
        let duration = reader.text(in: reader.range(from: position + 1))
        let every = duration.hasPrefix("a ") ? String(duration.dropFirst(2)) : duration
        let readings = "'every \(every)' or '\(duration) after completion'"
        throw reader.fault("\(reader.quote(from: position)) is ambiguous: write \(readings)", from: position)
    }

    /// `twice a week`, `3 times a day`, `twice daily`: at what times, or on which days?
    func refuseSeveral() throws(ParseError) {
        var reader = self
        let isTwice = word() == "twice"
        guard let count = isTwice ? 2 : reader.cardinal() else { return }
        if isTwice || reader.word()?.isOne(of: "times", "x", "×") == true {
            reader.position += 1
        } else if reader.word() != "per", !(reader.isSign("/") && reader.isJoined(1)) {
            return
        }
        // `2× in 3 weeks`, as a listing shows how often a rule occurs.
        if reader.word() == "in" || reader.isSign("/") && reader.number(1) != nil {
            var other = reader
            other.position += 1
            if let number = other.cardinal(), let unit = other.unit() {
                let every = "'every \(number) \(unit)s'"
                let reason = "only says how often: write a rule, as in \(every) or 'every mon and thu'"
                throw other.fault("\(other.quote(from: position)) \(reason)", from: position)
            }
        }
        // `3/week`
        let isTold = reader.word()?.isOne(of: "a", "an", "per", "each", "every") == true || reader.isSign("/")
        if isTold { reader.position += 1 }
        let frequency: RecurrenceRule.Frequency
        let unit = reader.word()
        if isTold, unit == "hour" || unit == "min" || unit == "minute" {
            reader.position += 1
            let reason = "only says how often: write a rule, as in 'every \(max(1, 60 / max(1, count))) minutes'"
            throw reader.fault("\(reader.quote(from: position)) \(reason)", from: position)
        }
        switch unit {
        case "day" where isTold, "daily": frequency = .daily
        case "week" where isTold, "weekly": frequency = .weekly
        case "month" where isTold, "monthly": frequency = .monthly
        case "year" where isTold, "yearly": frequency = .yearly
        default: return
        }
        reader.position += 1
        if count == 1 {
            let every = RecurrenceRule(.friendly, frequency).frequency.adverb.lowercased()
            throw reader.fault("\(reader.quote(from: position)) is no rule: write '\(every)'", from: position)
        }
        let what = frequency == .daily ? "at what times" : "on which days"
        let examples = Self.examples(of: count, frequency).map { "'\($0)'" }.joined(separator: " or ")
        let reason = "\(reader.quote(from: position)) does not say \(what): write it like "
        throw reader.fault(reason + examples, from: position)
    }

    /// Rules with that many occurrences in each day, week, month or year, or about as many.
    private static func examples(of count: Int, _ frequency: RecurrenceRule.Frequency) -> [String] {
        switch (frequency, count) {
        case (.daily, 2): return ["daily at 9:00 and 17:00", "every 12 hours"]
        case (.daily, 3...5):
            let step = 12 / (count - 1)
            let hours = (0..<count).map { "\(8 + step * $0):00" }
            let times = hours.dropLast().joined(separator: ", ") + " and " + (hours.last ?? "")
            return ["daily at \(times)"] + (24 % count == 0 ? ["every \(24 / count) hours"] : [])
        case (.daily, _): return ["every 2 hours between 8 and 20", "every 4 hours"]
        case (.weekly, 2): return ["every mon and thu", "every 3 days"]
        case (.weekly, 4): return ["every mon, wed, fri and sun"]
        case (.weekly, 5): return ["every weekday"]
        case (.weekly, 6): return ["every day except sunday"]
        case (.weekly, _): return ["every mon, wed and fri", "every 2 days"]
        case (.monthly, 2): return ["every 1st and 15th", "every 2 weeks"]
        case (.monthly, 4): return ["every 1st, 8th, 15th and 22nd", "every week"]
        case (.monthly, _): return ["every 1st, 11th and 21st", "every 10 days"]
        case (_, 2): return ["every jan 1 and jul 1", "every 6 months"]
        case (_, 4): return ["every jan 1, apr 1, jul 1 and oct 1", "every 3 months"]
        default: return ["every jan 1, may 1 and sep 1", "every 4 months"]
        }
    }

    /// `daily 3x`: three in all, or on every day? In a file it is three in all.
    func refuseTimes(_ count: Int, from start: Int) throws(ParseError) {
        guard !isStored, 2...9 ~= count, start > 0, case .word(let head) = tokens[start - 1].kind else { return }
        let examples: String
        switch head {
        case "daily", "day", "everyday": examples = "daily at 8:00, 14:00 and 20:00"
        case "weekly", "week": examples = "every mon, wed and fri"
        case "monthly", "month": examples = "every 1st, 11th and 21st"
        case "yearly", "annually", "year": examples = "every jan 1, may 1 and sep 1"
        default: return
        }
        let before = text(in: 0..<tokens[start - 1].range.upperBound)
        guard isRule("\(before) for \(count) times") else { return }
        let reason = "is ambiguous: write '\(before) for \(count) times', or when, as in '\(examples)'"
        throw fault("\(quote(from: start - 1)) \(reason)", from: start - 1)
    }

    /// `every first week`: every week, or the first of something?
    func refuseFirst(_ unit: PhraseUnit, from start: Int) throws(ParseError) {
        let other: String
        switch unit {
        case .day: other = "every 1st"
        case .week, .fortnight: other = "every first monday"
        case .month, .quarter: other = "every jan 1"
        case .minute, .hour, .year: return
        }
        let readings = "'every \(unit)' or '\(other)'"
        throw fault("'every \(text(in: range(from: start)))' is ambiguous: write \(readings)", from: start)
    }

    /// `every week day`
    func refuseWeekDay(from start: Int) throws(ParseError) {
        guard word(-1) == "week", let next = word(), next == "day" || next == "days" else { return }
        var reader = self
        reader.position += 1
        let quote = "'every \(reader.text(in: reader.range(from: start)))'"
        throw reader.fault("\(quote) is ambiguous: write 'every weekday' or 'every week'", from: start)
    }

    /// `every birthday`, `every lunchtime`: only the person knows when that is.
    func refuseEvent() throws(ParseError) {
        guard let word = word(), let example = Self.events.first(where: { $0.words.contains(word) })?.example else {
            return
        }
        var reader = self
        reader.position += 1
        let quote = "'every \(word)'"
        throw reader.fault("\(quote) does not say when that is: write it like '\(example)'", from: position)
    }

    private static let events: [(words: Set<ShortWord>, example: String)] = [
        (["birthday", "birthdays", "anniversary", "easter", "holiday", "holidays"], "every 25 dec"),
        (["thanksgiving"], "every 4th thursday of november"),
        (["breakfast", "sunrise", "dawn"], "daily at 7:30"), (["lunch", "lunchtime"], "daily at 12:30"),
        (["dinner", "dinnertime", "supper", "bedtime", "sunset", "dusk", "teatime"], "daily at 20:30"),
        (["payday"], "monthly on the last weekday"),
        (["spring", "summer", "autumn", "winter", "season"], "every 3 months"),
    ]

    /// `every 31`: a day of the month, or a number of days?
    func refuseNumber() throws(ParseError) {
        guard position == tokens.count - 1, let number = number(), 1...31 ~= number else { return }
        var reader = self
        reader.position += 1
        let readings = "'every \(ordinalText(number))' or 'every \(number) days'"
        throw reader.fault("'every \(number)' is ambiguous: write \(readings)", from: position)
    }
}
