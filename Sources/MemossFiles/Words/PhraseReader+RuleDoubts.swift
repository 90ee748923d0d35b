/// Refuses words for a rule that have two readings, or that leave something open.
extension PhraseReader {
    /// Words with two meanings.
    func refuseAmbiguous(_ word: String, from start: Int) throws(ParseError) {
        let readings: (String, String)
        switch word {
        case "bimonthly": readings = ("every 2 months", "monthly on 1, 15")
        case "biannually", "biyearly": readings = ("every 2 years", "every 6 months")
        case "bidaily": readings = ("every 2 days", "daily at 9:00 and 17:00")
        case "semimonthly": readings = ("monthly on 1, 15", "every 2 weeks")
        case "semiweekly": readings = ("weekly on mon, thu", "every 2 weeks")
        case "triweekly": readings = ("every 3 weeks", "weekly on mon, wed, fri")
        case "trimonthly": readings = ("every 3 months", "monthly on 1, 11, 21")
        default: return
        }
        throw fault("\(quote(from: start)) has two readings: write '\(readings.0)' or '\(readings.1)'", from: start)
    }

    /// `after 10 days`: after what?
    func refuseAfter() throws(ParseError) {
        var reader = self
        guard reader.accept("after"), try reader.duration() != nil, reader.word() != "completion" else { return }
        let duration = reader.text(in: reader.range(from: position + 1))
        let readings = "'every \(duration)' or '\(duration) after completion'"
        throw reader.fault("\(reader.quote(from: position)) has two readings: write \(readings)", from: position)
    }

    /// `twice a week`, `3 times a day`, `twice daily`: at what times, or on which days?
    func refuseSeveral() throws(ParseError) {
        var reader = self
        let isTwice = word() == "twice"
        guard let count = isTwice ? 2 : reader.cardinal() else { return }
        guard isTwice || ["times", "x", "×"].contains(reader.word()) else { return }
        reader.position += 1
        let isTold = ["a", "per", "each", "every"].contains(reader.word() ?? "")
        if isTold { reader.position += 1 }
        let frequency: RecurrenceRule.Frequency
        switch reader.word() {
        case "day" where isTold, "daily": frequency = .daily
        case "week" where isTold, "weekly": frequency = .weekly
        case "month" where isTold, "monthly": frequency = .monthly
        case "year" where isTold, "yearly": frequency = .yearly
        default: return
        }
        reader.position += 1
        let examples: (String, String) =
            switch (frequency, count) {
            case (.daily, 2): ("daily at 9:00 and 17:00", "every 12 hours")
            case (.daily, _): ("daily at 8:00, 14:00 and 20:00", "every 8 hours")
            case (.weekly, 2): ("every mon and thu", "every 3 days")
            case (.weekly, _): ("every mon, wed and fri", "every 2 days")
            case (.monthly, 2): ("every 1st and 15th", "every 2 weeks")
            case (.monthly, _): ("every 1st, 11th and 21st", "every 10 days")
            case (_, 2): ("every jan 1 and jul 1", "every 6 months")
            default: ("every jan 1, may 1 and sep 1", "every 4 months")
            }
        let what = frequency == .daily ? "at what times" : "on which days"
        let reason = "\(reader.quote(from: position)) does not say \(what): write it as in "
        throw reader.fault(reason + "'\(examples.0)' or '\(examples.1)'", from: position)
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
        let reason = "has two readings: write '\(before) for \(count) times', or when, as in '\(examples)'"
        throw fault("\(quote(from: start - 1)) \(reason)", from: start - 1)
    }

    /// `every week day`
    func refuseWeekDay(from start: Int) throws(ParseError) {
        guard word(-1) == "week", let next = word(), next == "day" || next == "days" else { return }
        var reader = self
        reader.position += 1
        let quote = "'every \(reader.text(in: reader.range(from: start)))'"
        throw reader.fault("\(quote) has two readings: write 'every weekday' or 'every week'", from: start)
    }

    /// `every 31`: a day of the month, or a number of days?
    func refuseNumber() throws(ParseError) {
        guard position == tokens.count - 1, let number = number(), 1...31 ~= number else { return }
        var reader = self
        reader.position += 1
        let readings = "'every \(ordinalText(number))' or 'every \(number) days'"
        throw reader.fault("'every \(number)' has two readings: write \(readings)", from: position)
    }
}
