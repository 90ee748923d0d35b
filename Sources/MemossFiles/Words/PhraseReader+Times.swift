internal import Bytes

/// Parses times of day: `9:00`, `9am`, `17h30`, `at 9`, `noon`, `half past nine`, `evening`, `tonight at 8`.
extension PhraseReader {
    enum PartOfDay {
        case morning, afternoon, evening
    }

    struct Time {
        var value: CivilTime
        /// `9` and `9:30`, which a part of the day makes a time before or after noon.
        var isTwelveHour = false
        /// `tonight`, `this morning`.
        var isToday = false
        /// The part of the day, if there is no clock time.
        var part: PartOfDay?
        var isMidnight = false
        /// `first thing`, which is no time without a day.
        var needsDay = false
        /// `3` and `half past 3`, which some read as a time before noon and others as one after it.
        var isEither = false

        /// For a message.
        var readings: String? {
            guard isEither else { return nil }
            let minutes = value.minute == 0 ? "" : ":" + value.minute.padded(2)
            return "'\(value.hour)\(minutes)am' or '\(value.hour)\(minutes)pm'"
        }
    }

    /// - Parameter allowsHour: whether a number alone is an hour, as in `mon 9`.
    mutating func time(allowsHour: Bool) throws(ParseError) -> Time? {
        let start = position
        return try attempt { reader throws(ParseError) in
            let isAt = reader.accept("at") || reader.accept(sign: "@")
            let first = try reader.attempt { reader throws(ParseError) in
                try reader.clockTime(allowsHour: allowsHour || isAt, isAt: isAt)
            }
            // `8am sharp`
            if first != nil { _ = reader.acceptWord("sharp", "exactly") }
            let part = try reader.attempt { reader throws(ParseError) in reader.partOfDay() }
            if let first, let part { return try reader.time(first, in: part, from: start) }
            if let first { return first }
            // `8 in the evening`
            let hour = try reader.attempt { reader throws(ParseError) -> (Time, Part)? in
                guard let time = try reader.clockTime(allowsHour: true, isAt: reader.digits() == 0) else {
                    return nil
                }
                return reader.partOfDay().map { (time, $0) }
            }
            if let (time, part) = hour { return try reader.time(time, in: part, from: start) }
            if let part {
                // `tonight at 8`, `morning 8:30`
                let clock = try reader.attempt { reader throws(ParseError) in
                    let isAt = reader.accept("at")
                    return try reader.clockTime(allowsHour: isAt, isAt: isAt)
                }
                if let clock { return try reader.time(clock, in: part, from: start) }
                return reader.time(of: part)
            }
            return nil
        }
    }

    private struct Part {
        var part: PartOfDay
        var isToday: Bool
        var needsDay = false
    }

    /// The part of the day of a time that comes before it: `at 3 tomorrow afternoon`.
    mutating func partOfDay(of clock: Time, from start: Int) throws(ParseError) -> Time? {
        guard clock.isTwelveHour, clock.part == nil, let part = partOfDay(), !part.isToday else { return nil }
        return try time(clock, in: part, from: start)
    }

    /// `morning`, `in the evening`, `this afternoon`, `at night`, `tonight`; in a rule, `mornings` and `nightly` too.
    private mutating func partOfDay() -> Part? {
        if accept("tonight") || acceptWord("tonite") { return Part(part: .evening, isToday: true) }
        let start = position
        if isFirstThing {
            position += 2
            let next = position
            // `first thing in the morning`
            if acceptWord("in"), !acceptWord("the") { position = next }
            let isMorning = acceptWord("morning")
            if !isMorning { position = next }
            return Part(part: .morning, isToday: false, needsDay: !isMorning && !isInRule)
        }
        if accept("at"), accept("night") { return Part(part: .evening, isToday: false) }
        position = start
        let isToday = accept("this")
        if !isToday, accept("in"), !accept("the") { return nil }
        let isInRule = isInRule
        let part: PartOfDay? = accept(["morning", "afternoon", "evening", "night"]) { word in
            switch word {
            case "morning": .morning
            case "afternoon": .afternoon
            case "evening", "night", "nite": .evening
            case "mornings" where isInRule: .morning
            case "afternoons" where isInRule: .afternoon
            case "evenings" where isInRule, "nights" where isInRule, "nightly" where isInRule: .evening
            default: nil
            }
        }
        return part.map { Part(part: $0, isToday: isToday) }
    }

    /// `first thing`, which is the morning and no day.
    var isFirstThing: Bool { word(1) == "thing" && word() == "first" }

    private func time(of part: Part) -> Time {
        let value =
            switch part.part {
            case .morning: times.morning
            case .afternoon: times.afternoon
            case .evening: times.evening
            }
        return Time(value: value, isToday: part.isToday, part: part.part, needsDay: part.needsDay)
    }

    /// A clock time in a part of the day: `8 in the evening` is 20:00.
    private func time(_ clock: Time, in part: Part, from start: Int) throws(ParseError) -> Time {
        var result = Time(value: clock.value, isToday: part.isToday, isMidnight: clock.isMidnight)
        var hour = clock.value.hour
        let hours =
            switch part.part {
            case .morning: 0...11
            case .afternoon: 12...18
            case .evening: 17...23
            }
        if clock.isMidnight, part.part == .evening { return result }
        if clock.isTwelveHour, part.part != .morning, hour < 12 { hour += 12 }
        let isMidnight = clock.isTwelveHour && clock.value.hour == 12 && part.part != .afternoon
        guard hours.contains(hour), !isMidnight,
            let value = CivilTime(hour: hour, minute: clock.value.minute, second: clock.value.second)
        else {
            if part.part == .evening, let late = CivilTime(hour: clock.value.hour % 12, minute: clock.value.minute),
                late.hour < 6
            {
                let reason = "is after midnight: write '\(late)', and the day that has begun then"
                throw fault("\(quote(from: start)) \(reason)", from: start)
            }
            let reason = "\(quote(from: start)) is not one time: write the hour from 0 to 23, as in '21:00'"
            throw fault(reason, from: start)
        }
        result.value = value
        return result
    }

    // MARK: The clock

    private mutating func clockTime(allowsHour: Bool, isAt: Bool) throws(ParseError) -> Time? {
        if word() == "midday" || accept("noon") {
            if word() == "midday" { position += 1 }
            return Time(value: .noon)
        }
        if accept("midnight") { return Time(value: .midnight, isMidnight: true) }
        if let past = try attempt({ reader throws(ParseError) in try reader.pastTheHour() }) { return past }
        let start = position
        guard let hour = number(), digits() <= 4 else {
            note(["9:00", "9am"])
            guard let hour = numberWord() else { return nil }
            if let time = try spokenTime(hour, from: start) { return time }
            // `at nine`, `nine o'clock`
            return oClock() || isAt ? try hourAlone(hour, from: start) : nil
        }
        if digits() > 2 { return try fourDigits(isAt: isAt) }
        position += 1
        if hour == 12, accept("noon") { return Time(value: .noon) }
        if hour == 12, accept("midnight") { return Time(value: .midnight, isMidnight: true) }
        if isJoined(), isJoined(1), isSign(":") || isSign("."), number(1) != nil, digits(1) == 2 {
            return try minutes(hour, from: start, isAt: isAt)
        }
        if isSign(":"), isJoined() { return nil }
        if let time = try half(hour, 0, 0, from: start, mustHave: true) { return time }
        if word() == "h", let time = try hourMark(hour, from: start) { return time }
        // `6 Uhr` is on the 24-hour clock.
        if acceptWord("uhr") { return try half(hour, 0, 0, from: start).map { Time(value: $0.value) } }
        if oClock() { return try hourAlone(hour, from: start) }
        guard allowsHour, !goesOn, hour < 24 || isAt else { return nil }
        return try hourAlone(hour, from: start)
    }

    /// `nine am`, `nine thirty`, `nine forty-five`; after the hour.
    private mutating func spokenTime(_ hour: Int, from start: Int) throws(ParseError) -> Time? {
        guard 1...12 ~= hour else { return nil }
        if let time = try half(hour, 0, 0, from: start, mustHave: true) { return time }
        guard var minute = numberWord(), [15, 20, 30, 40, 50].contains(minute) else {
            position = start + 1
            return nil
        }
        if minute != 15, minute != 30 || word() == "five" || isSign("-") {
            let end = position
            _ = accept(sign: "-")
            if acceptWord("five") { minute += 5 } else { position = end }
        }
        return try half(hour, minute, 0, from: start).map { time in
            var time = time
            time.isEither = time.isTwelveHour && hour <= Self.latestEitherHour
            return time
        }
    }

    /// The hours from nine on are working hours.
    static let latestEitherHour = 8

    /// `9`, and `3`, which can be in the afternoon.
    private mutating func hourAlone(_ hour: Int, from start: Int) throws(ParseError) -> Time? {
        try half(hour, 0, 0, from: start).map { time in
            var time = time
            time.isEither = time.isTwelveHour && hour <= Self.latestEitherHour
            return time
        }
    }

    /// Whether the number before belongs to what follows: `2 hours`, `3 dec`, `24.12.`, `5/6/2027`.
    private var goesOn: Bool {
        if let word = word() {
            return PhraseUnit(word) != nil || word == "times" || word == "x" || word == "time"
                || Month(word) != nil
                || isJoined() && !word.isOne(of: "at", "on")
        }
        return isJoined()
    }

    /// `9:30`, `9:30:15`, `9.30pm`; after the hour.
    private mutating func minutes(_ hour: Int, from start: Int, isAt: Bool) throws(ParseError) -> Time? {
        let isDot = isSign(".")
        let minute = number(1) ?? 60
        position += 2
        var second = 0
        if !isDot, isSign(":"), isJoined(), isJoined(1), let number = number(1), digits(1) == 2 {
            second = number
            position += 2
        }
        if let time = try half(hour, minute, second, from: start, mustHave: true) { return time }
        // `14:30h`, `14:30 Uhr`
        if word() == "h" && isJoined() || word() == "uhr" {
            position += 1
            return try half(hour, minute, second, from: start)
        }
        // `24.12.` is a date. `9.30` is a time, as there is no 30th month; `10.12` can be either.
        if isDot, !isAt {
            if isSign("."), isJoined() { return nil }
            guard hour < 24, minute < 60 else { return nil }
            guard minute > 12 || minute == 0 || hour == 0 else {
                let date = Month(rawValue: Int8(minute)).map { "\(hour) \($0.shortName.lowercased())" } ?? ""
                let clock = "\(hour):\(minute.padded(2))"
                throw fault("\(quote(from: start)) is ambiguous: write '\(date)' or '\(clock)'", from: start)
            }
        }
        return try half(hour, minute, second, from: start)
    }

    /// With `am` or `pm`, or without.
    private mutating func half(
        _ hour: Int,
        _ minute: Int,
        _ second: Int,
        from start: Int,
        mustHave: Bool = false
    ) throws(ParseError) -> Time? {
        var half: UInt8?
        if let word = word(), word.isOne(of: "am", "pm") || isJoined() && word.isOne(of: "a", "p") {
            half = word.first
            position += 1
            if word.count == 1, isSign("."), isJoined(), self.word(1) == "m" { position += 2 }
            if isSign("."), isJoined() { position += 1 }
        } else if let word = word(), word.isOne(of: "a", "p"), isSign(".", 1), isJoined(1), self.word(2) == "m" {
            half = word.first
            position += isSign(".", 3) && isJoined(3) ? 4 : 3
        } else if mustHave {
            note(["am", "pm"])
            return nil
        }
        guard half == nil || 1...12 ~= hour else {
            throw fault("there is no \(quote(from: start)): with am or pm, hours are 1 to 12", from: start)
        }
        let hours = half.map { hour % 12 + ($0 == UInt8(ascii: "p") ? 12 : 0) } ?? hour
        guard let value = CivilTime(hour: hours, minute: minute, second: second) else {
            throw fault("there is no time \(quote(from: start)): times are 00:00 to 23:59", from: start)
        }
        let isPadded = tokens[start].range.count == 2 && hour < 10
        return Time(value: value, isTwelveHour: half == nil && 1...12 ~= hour && !isPadded)
    }

    /// `17h`, `17h30`; after the hour. `17h30m` is a duration.
    private mutating func hourMark(_ hour: Int, from start: Int) throws(ParseError) -> Time? {
        var minute = 0
        var length = 1
        if isJoined(1), let number = number(1) {
            guard digits(1) == 2, number < 60, PhraseUnit(word(2) ?? "") != .minute else { return nil }
            (minute, length) = (number, 2)
        } else if number(1) != nil, PhraseUnit(word(2) ?? "") == .minute {
            return nil
        }
        guard let value = CivilTime(hour: hour, minute: minute) else { return nil }
        let isPadded = tokens[start].range.count == 2
        position += length
        guard hour > 12 || isPadded && hour < 10 || followsPreposition(start) else {
            let time = "\(hour):\(minute.padded(2))"
            let reason = "may be a time or a duration: write '\(time)' for the time; a date has no duration"
            throw fault("\(quote(from: start)) \(reason)", from: start)
        }
        return Time(value: value)
    }

    /// `at 9h`, `between 9h and 12h`
    private func followsPreposition(_ place: Int) -> Bool {
        guard place > 0, case .word(let word) = tokens[place - 1].kind else { return false }
        return word.isOne(of: "at", "between", "from", "and", "to", "until", "till", "by")
    }

    /// `0900` after `at` or with a zero before it.
    private mutating func fourDigits(isAt: Bool) throws(ParseError) -> Time? {
        guard digits() == 4, let number = number(), isAt || isInList || number < 1_000, !isJoined(1) else { return nil }
        position += 1
        return try half(number / 100, number % 100, 0, from: position - 1).map { Time(value: $0.value) }
    }

    private mutating func oClock() -> Bool {
        if word() == "o", let length = word(1) == "clock" ? 2 : isSign("'", 1) && word(2) == "clock" ? 3 : nil {
            position += length
            return true
        }
        return acceptWord("oclock")
    }

    /// `half nine` is half past eight to some and half past nine to others.
    private func refuseHalf(from start: Int) throws(ParseError) {
        var reader = self
        guard let hour = reader.cardinal(), 1...12 ~= hour, !reader.goesOn else { return }
        let end = reader.halfOfDay(of: hour)
        let readings = "'\((hour + 10) % 12 + 1):30\(end)' or '\(hour):30\(end)'"
        throw reader.fault("\(reader.quote(from: start)) is ambiguous: write it like \(readings)", from: start)
    }

    /// The `pm` of `half six pm`; without one, the likelier half.
    private mutating func halfOfDay(of hour: Int) -> String {
        if let word = word(), word.isOne(of: "am", "pm") {
            position += 1
            return word.description
        }
        return hour < 8 || hour == 12 ? "pm" : "am"
    }

    /// `10 to 9` is 8:50, or from 10 to 9.
    private func refuseRange(_ minutes: Int, from start: Int) throws(ParseError) {
        var reader = self
        reader.position += 1
        guard let hour = reader.cardinal(), 1...12 ~= hour, !reader.goesOn else { return }
        let before = (hour + 10) % 12 + 1
        let end = reader.halfOfDay(of: before)
        let readings = "'\(before):\(60 - minutes)\(end)' or '\(minutes):00'"
        throw reader.fault("\(reader.quote(from: start)) is ambiguous: write it like \(readings)", from: start)
    }

    /// `half past nine`, `quarter to 10`, `20 past 9`.
    private mutating func pastTheHour() throws(ParseError) -> Time? {
        let start = position
        var minutes = 30
        if accept("half") {
            guard accept("past") else {
                try refuseHalf(from: start)
                return nil
            }
        } else {
            let isQuarter = (accept("a") || true) && accept("quarter")
            guard let count = isQuarter ? 15 : cardinal(), 1...59 ~= count else { return nil }
            if !isQuarter { _ = accept("minutes") }
            // `from 9 to 17` is no time, and `10 to 9` may be one or two.
            let isTold = isQuarter || word(-1) == "minutes" || !isInRule && count > 12 && count % 5 == 0
            if !isTold, !isInRule || word(-2) == "at", count % 5 == 0, word() == "to" {
                try refuseRange(count, from: start)
            }
            minutes = accept("past") ? count : isTold && accept("to") ? -count : 60
        }
        guard minutes < 60 else { return nil }
        // `5 past noon`
        if accept("noon") { return Time(value: CivilTime(unchecked: (720 + minutes) * 60)) }
        guard let hour = cardinal() else { return nil }
        let isTwelveHour = 1...12 ~= hour
        guard let time = try half(hour, 0, 0, from: start) else { return nil }
        let minute = (time.value.hour * 60 + minutes).modulo(1_440)
        let hasNoHalf = isTwelveHour && time.isTwelveHour
        let value = CivilTime(unchecked: minute * 60)
        let isEither = hasNoHalf && [hour, value.hour].allSatisfy { 1...Self.latestEitherHour ~= $0 }
        return Time(value: value, isTwelveHour: hasNoHalf, isEither: isEither)
    }
}
