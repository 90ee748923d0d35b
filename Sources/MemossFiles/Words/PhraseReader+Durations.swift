internal import Bytes

/// Parses durations: `15m`, `1h30m`, `1.5 hours`, `two weeks`, `half an hour`.
extension PhraseReader {
    struct Duration {
        var value: CivilDuration
        /// Of the last amount.
        var unit: PhraseUnit
        /// `2h` and `2h30` of up to 23 hours, which may be a time of day; also after days, as in `3 days 17h`.
        var clock: CivilTime?
        /// `1m` to `12m`, which may be months.
        var minutesOrMonths: Int?
    }

    mutating func duration() throws(ParseError) -> Duration? {
        let start = position
        guard var all = try amount() else { return nil }
        while let next = try attempt({ reader throws(ParseError) -> Duration? in
            let isTold = reader.accept("and") || reader.isJoined()
            guard var next = try reader.amount(), next.unit < all.unit else { return nil }
            if isTold || !all.value.isWholeDays { next.clock = nil }
            return next
        }) {
            all.value.months += next.value.months
            all.value.days += next.value.days
            all.value.seconds += next.value.seconds
            (all.unit, all.clock, all.minutesOrMonths) = (next.unit, next.clock, nil)
        }
        guard all.value.months <= 120_000, all.value.days <= 3_700_000, all.value.seconds <= 320_000_000_000 else {
            throw fault("\(quote(from: start)) is longer than 10000 years", from: start)
        }
        return all
    }

    /// A number with its unit.
    private mutating func amount() throws(ParseError) -> Duration? {
        try attempt { reader throws(ParseError) in
            let start = reader.position
            try reader.refuseVague()
            guard var (count, divisor) = reader.quantity() else { return nil }
            let isNumber = reader.position == start + 1 && reader.digits(-1) > 0
            guard let unit = reader.unit() else { return nil }
            if isNumber, unit == .hour { try reader.refuseClock(from: start) }
            let spelling = reader.word(-1)
            if count == 2, spelling == "day", isNumber, reader.isJoined(-1) {
                throw reader.fault("'2day' is ambiguous: write 'today' or 'in 2 days'", from: start)
            }
            if count == 1, divisor == 1, reader.andAHalf() { (count, divisor) = (3, 2) }
            var result = Duration(value: try reader.value(count, of: unit, per: divisor, from: start), unit: unit)
            guard isNumber else { return result }
            if spelling == "m", count <= 12 { result.minutesOrMonths = count }
            if spelling?.isOne(of: "h", "hr", "hrs") == true { reader.readMinutes(into: &result, hours: count) }
            return result
        }
    }

    /// `1700 hrs` and `0900h` are times of day to those who use a 24-hour clock; `in 1700 hours` is not.
    private func refuseClock(from start: Int) throws(ParseError) {
        let place = start - position
        guard digits(place) == 4, let number = number(place), number / 100 < 24, number % 100 < 60,
            word(place - 1)?.isOne(of: "in", "for", "after") != true
        else { return }
        let time = "\((number / 100).padded(2)):\((number % 100).padded(2))"
        throw fault(
            "\(quote(from: start)) may be a time of day or a number of hours: for the time, write '\(time)'",
            from: start
        )
    }

    /// `a few days`
    private func refuseVague() throws(ParseError) {
        let length = word() == "a" ? 2 : 1
        guard let vague = word(length - 1), vague.isOne(of: "few", "several", "some"),
            let unit = word(length), unit.last == UInt8(ascii: "s"), PhraseUnit(unit) != nil
        else { return }
        var reader = self
        reader.position += length + 1
        let (few, many) = isInRule ? ("every 3", "every 5") : ("3", "5")
        let reason =
            "\(reader.quote(from: position)) does not say how many: write '\(few) \(unit)' or '\(many) \(unit)'"
        throw reader.fault(reason, from: position)
    }

    /// `3`, `three`, `1.5`, `a`, `half an`, `a couple of`, `two and a half`: a number, and what it is divided by.
    private mutating func quantity() -> (count: Int, divisor: Int)? {
        note(["3 days", "2 hours"])
        if accept("half") {
            if !accept("an") { _ = accept("a") }
            return (1, 2)
        }
        if let quarter = quarterOfAnHour() { return quarter }
        if accept("a") || accept("an") {
            if accept("half") { return (1, 2) }
            guard accept("couple") else { return (1, 1) }
            _ = accept("of")
            return (2, 1)
        }
        if let fraction = fraction() { return fraction }
        // `couple hours`
        if acceptWord("couple") {
            _ = accept("of")
            return (2, 1)
        }
        guard let count = cardinal() else { return nil }
        if isSign("."), isJoined(), isJoined(1), let rest = number(1), digits(1) <= 3, count < 1_000_000 {
            let divisor = [1, 10, 100, 1_000][digits(1)]
            position += 2
            return (count * divisor + rest, divisor)
        }
        return andAHalf() ? (count * 2 + 1, 2) : (count, 1)
    }

    /// `a quarter of an`, `three quarters of an` and `quarter`, before `hour`.
    private mutating func quarterOfAnHour() -> (count: Int, divisor: Int)? {
        let isThree = word() == "three" && word(1) == "quarters"
        let words = isThree || word() == "a" ? 1 : 0
        guard isThree || word(words) == "quarter" else { return nil }
        let length = word(words + 1) == "of" && word(words + 2) == "an" ? 3 : 1
        guard word(words + length) == "hour" else { return nil }
        position += words + length
        return (isThree ? 3 : 1, 4)
    }

    /// `1/2`, `3/4`, before a unit.
    private mutating func fraction() -> (count: Int, divisor: Int)? {
        guard let count = number(), isSign("/", 1), let divisor = number(2), [2, 4].contains(divisor), count < divisor,
            PhraseUnit(word(3) ?? "") != nil
        else { return nil }
        position += 3
        return (count, divisor)
    }

    /// `and a half`, `½`, `1/2`
    mutating func andAHalf() -> Bool {
        let start = position
        if word() == "½" {
            position += 1
            return true
        }
        if number() == 1, isSign("/", 1), number(2) == 2 {
            position += 3
            return true
        }
        if accept("and"), accept("a"), accept("half") { return true }
        position = start
        return false
    }

    /// The `30` of `1h30`; `1h30m` goes on as two amounts.
    private mutating func readMinutes(into result: inout Duration, hours: Int) {
        var minutes = 0
        if isJoined(), let number = number(), digits() == 2, PhraseUnit(word(1) ?? "") == nil || !isJoined(1) {
            guard number < 60 else { return }
            minutes = number
            position += 1
            result.value.seconds += Int64(minutes) * 60
        }
        result.clock = CivilTime(hour: hours, minute: minutes)
    }

    func value(
        _ count: Int,
        of unit: PhraseUnit,
        per divisor: Int,
        from start: Int
    ) throws(ParseError) -> CivilDuration {
        guard count <= 999_999_999 else {
            throw fault("\(quote(from: start)) is too large for a duration", from: start)
        }
        if divisor == 1 { return unit.duration(count) }
        var whole = unit.duration(count)
        if whole.months % divisor == 0, whole.days % divisor == 0, whole.seconds % Int64(divisor) == 0 {
            whole.months /= divisor
            whole.days /= divisor
            whole.seconds /= Int64(divisor)
            return whole
        }
        guard whole.months == 0, whole.days == 0 else {
            throw fault("\(quote(from: start)) is not a whole number of days: only hours have fractions", from: start)
        }
        whole.seconds /= Int64(divisor)
        return whole
    }
}
