internal import Bytes

/// Parses what a rule counts: `3 days`, `1.5 hours`, `2nd week`, `three nights`, `3 tuesdays`.
extension PhraseReader {
    /// `a week`, before `after completion`.
    mutating func readUnit(into rule: inout Rule) -> Bool {
        guard acceptWord("a", "an"), let unit = unit() else { return false }
        rule.set(unit)
        return true
    }

    /// `3 days`, `two weeks`, `30m`, `1.5 hours`, `half hour`, `couple of weeks`.
    mutating func readCounted(into rule: inout Rule) throws(ParseError) -> Bool {
        let start = position
        _ = accept("a")
        if acceptWord("couple") {
            _ = accept("of")
            guard let unit = unit() else { return false }
            rule.set(unit, 2)
            return true
        }
        position = start
        // `1h30m` is several amounts.
        if let count = cardinal(), let unit = unit(), !isJoined() || number() == nil {
            if word(-1) == "m", count <= 12 {
                let readings = "'every \(count) minutes' or 'every \(count) months'"
                throw fault("\(quote(from: start)) is ambiguous: write \(readings)", from: start)
            }
            rule.set(unit, count)
            guard 1...999_999_999 ~= rule.rule.interval else {
                throw fault("\(quote(from: start)) is not from 1 to 999999999", from: start)
            }
            return true
        }
        position = start
        if let value = try duration()?.value, set(&rule, value) { return true }
        position = start
        return false
    }

    /// Counts hours and minutes, or months, as in `half year`; false for other durations.
    func set(_ rule: inout Rule, _ value: CivilDuration) -> Bool {
        guard value.days == 0 else { return false }
        if value.months > 0, value.seconds == 0 {
            rule.set(.monthly, value.months)
            return true
        }
        guard value.months == 0, value.seconds > 0, value.seconds % 60 == 0 else { return false }
        rule.set(.minutely, Int(value.seconds / 60))
        return true
    }

    /// `2nd day`, `third week`, but not `2nd day of the month`.
    mutating func readEveryNth(into rule: inout Rule) throws(ParseError) -> Bool {
        let start = position
        guard let number = try ordinal() else { return false }
        let noun = position
        if word(-1) == "second", !isSign("&"), word().map(Self.followsOrdinal) != true {
            throw fault("'every second' is ambiguous: only 'every 2nd' is supported", from: start)
        }
        if number == 2, let weekday = weekday(), word() != "of", word() != "in" {
            let name = weekday.name.lowercased()
            let readings = "'every other \(name)' or 'monthly on 2nd \(name)'"
            throw fault("'every \(text(in: range(from: start)))' is ambiguous: write \(readings)", from: start)
        }
        position = noun
        if number == 2, word() == "weekday" || word() == "workday", word(1) != "of", word(1) != "in" {
            position += 1
            let reason = "is ambiguous: only 'monthly on 2nd weekday' is supported"
            throw fault("'every \(text(in: range(from: start)))' \(reason)", from: start)
        }
        // `every 2nd weekend`
        if number == 2, acceptWord("weekend", "weekends") {
            let reason = "is ambiguous: only 'every other weekend' is supported"
            throw fault("'every \(text(in: range(from: start)))' \(reason)", from: start)
        }
        guard let unit = unit(), word() != "of" else { return false }
        if number == 1, !isStored { try refuseFirst(unit, from: start) }
        rule.set(unit, number)
        return true
    }

    /// Whether the word makes an ordinal before it a day: `second friday`, `second and fourth`.
    private static func followsOrdinal(_ word: ShortWord) -> Bool {
        word.isOne(of: "and", "of", "in", "last", "to", "weekday", "workday", "working", "business", "weekend")
            || PhraseUnit(word) != nil || Weekday(word) != nil
            || Weekday(lowercased: word.description.dropLast()) != nil
    }

    /// `night` in `every other night`, `every three nights`, whose time is still to be read.
    func readNights(into rule: inout Rule, _ count: Int) -> Bool {
        guard let word = word()?.description,
            ["night", "morning", "afternoon", "evening"].contains(where: { word.hasPrefix($0) }),
            1...999_999_999 ~= count
        else { return false }
        rule.set(.daily, count)
        return true
    }

    /// `every 3 tuesdays`, `every 2 weekends`: every so many weeks. Working days cannot be counted.
    mutating func readCountedDays(into rule: inout Rule, _ count: Int, from start: Int) throws(ParseError) -> Bool {
        if acceptWord("second", "seconds", "sec", "secs") {
            let minutes = max(1, (count + 59) / 60)
            let other = minutes == 1 ? "every minute" : "every \(minutes) minutes"
            throw fault("'every \(text(in: range(from: start)))' is too often: write '\(other)'", from: start)
        }
        guard word()?.last == UInt8(ascii: "s"), 2...1_000 ~= count else { return false }
        let isWorkday = word()?.isOne(of: "weekdays", "workdays") == true
        guard let days = isWorkday ? [] : weekdays().map({ [$0] }) ?? (acceptWord("weekends") ? Self.weekend : nil)
        else { return false }
        if isWorkday {
            position += 1
            let reason = "cannot be counted in a rule: write 'every \(count) days' or 'every weekday'"
            throw fault("'every \(text(in: range(from: start)))' \(reason)", from: start)
        }
        rule.set(weekly: days, count)
        isLoose = true
        return true
    }
}
