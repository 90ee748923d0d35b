internal import Bytes

/// Parses lists and ranges of times in rules: `8, 14 and 20`, `0900 and 1700`, `between 9 and 17`, `9-17`.
extension PhraseReader {
    /// `between 9 and 17`, `from 9am to 5pm`, `9-17`.
    ///
    /// - Parameter isBare: whether a range alone says between which times something is counted.
    mutating func window(isBare: Bool) throws(ParseError) -> ClosedRange<CivilTime>? {
        let start = position
        let isBetween = accept("between")
        let isFrom = !isBetween && accept("from")
        guard isBetween || isFrom || isBare, let first = try startOfRange(),
            isBetween ? accept("and") : accept("to") || accept("until") || accept(sign: "-"),
            let last = try time(allowsHour: true)
        else { return nil }
        guard first.value <= last.value, !first.isEither || last.value >= .noon else {
            let isReversed = first.value > last.value
            // `from 9 to 5`
            if isReversed, last.isTwelveHour, last.value.hour < 12, last.value.hour + 12 > first.value.hour {
                let (hour, end) = (first.value.hour, last.value.hour + 12)
                let before = start > 0 ? text(in: 0..<tokens[start].range.lowerBound) : ""
                let written = before + (isBetween ? "between \(hour):00 and \(end):00" : "from \(hour):00 to \(end):00")
                throw fault("\(quote(from: start)) ends before it begins: write '\(written)'", from: start)
            }
            let reason = isReversed ? "ends before it begins" : "does not say which half of the day"
            throw fault("\(quote(from: start)) \(reason): write the hours from 0 to 23", from: start)
        }
        return first.value...last.value
    }

    /// `9`, also before a dash, or any other time.
    private mutating func startOfRange() throws(ParseError) -> Time? {
        if 1...2 ~= digits(), isSign("-", 1), isJoined(1), digits(2) > 0, let hour = number(), hour < 24 {
            position += 1
            return Time(
                value: CivilTime(unchecked: hour * 3_600),
                isTwelveHour: 1...12 ~= hour,
                isEither: 1...8 ~= hour
            )
        }
        return try time(allowsHour: true)
    }

    /// Whether plain numbers are the times of a rule: `daily 8, 14, 20`, `every monday 0900 and 1700`.
    func isHourList(after rule: Rule) -> Bool {
        let hasDays = rule.rule.frequency == .daily || rule.rule.frequency == .weekly && rule.hasDays
        guard hasDays, position > 0, digits() > 0, word(-1)?.isOne(of: "every", "each") != true,
            let hours = listedNumbers()
        else {
            return false
        }
        return hours.allSatisfy { digits in
            digits.count < 3
                ? digits.value < 24 : digits.count == 4 && digits.value / 100 < 24 && digits.value % 100 < 60
        }
    }

    /// Whether plain numbers are days of a month: `monthly 1, 15`.
    var isDayList: Bool { listedNumbers()?.allSatisfy { $0.count < 3 && 1...31 ~= $0.value } ?? false }

    /// Two or more plain numbers with commas or `and` between them; nil if there are none.
    private func listedNumbers() -> [(value: Int, count: Int)]? {
        var found: [(Int, Int)] = []
        var ahead = 0
        while let value = number(ahead), !isJoined(ahead + 1) {
            found.append((value, digits(ahead)))
            ahead += 1
            if word(ahead) == "and" || isSign("&", ahead) {
                ahead += 1
            } else if token(ahead)?.followsComma != true {
                break
            }
        }
        // `8, 14 times`
        let isAmount = word(ahead).map { PhraseUnit($0) != nil || $0.isOne(of: "times", "x") } ?? false
        return found.count > 1 && !isAmount ? found : nil
    }

    // MARK: Faults

    /// `every 8 hours at 6am`, `hourly on weekdays`: hours count on from the start, so they have no times and no days.
    func refusedTimes(of reading: Rule, from start: Int, to head: Int) -> ParseError {
        let rule = reading.rule
        let seconds = rule.interval * (rule.frequency == .hourly ? 3_600 : 60)
        let begun = text(in: tokens[start].range.lowerBound..<tokens[max(start, head - 1)].range.upperBound)
        // With its days, if these are not followed by times.
        var written = "\(reading.times.isEmpty ? text(in: range(from: start)) : begun) between 9:00 and 17:00"
        if let first = reading.times.first, !reading.hasDays {
            written = "\(begun) between \(first) and 23:00"
            if reading.times.count == 1, seconds >= 14_400, 86_400 % seconds == 0 {
                let times = stride(from: 0, to: 86_400, by: seconds).map { (first.secondOfDay + $0) % 86_400 }
                written = "daily at " + times.sorted().map { "\(CivilTime(unchecked: $0))" }.joined(separator: ", ")
            }
        }
        let proposal = isRule(written) ? written : "every hour between 9:00 and 17:00"
        return headFault("cannot have days or times: write '\(proposal)'", from: start, to: head)
    }

    /// Whether a text is a rule, before it is proposed.
    func isRule(_ text: String) -> Bool {
        guard !isProbe else { return false }
        var reader = PhraseReader(text, now: CivilDateTime(.min), times: times)
        (reader.isProbe, reader.checksNow) = (true, false)
        guard let found = (try? reader.rule()) ?? nil, reader.isAtEnd else { return false }
        return found.times.count < 2 || found.rule.at(found.times) != nil
    }

    func headFault(_ reason: String, from start: Int, to end: Int) -> ParseError {
        var reader = self
        reader.position = end
        return reader.fault("\(reader.quote(from: start)) \(reason)", from: start)
    }
}
