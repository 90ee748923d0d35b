import CivilTime

/// The values of the parts of a row, in the order of the pattern.
struct Parts {
    let source: Chart.Source
    let slots: [Value]
    let spans: [Range<Int32>]
    let base: Int
    let start: Int
    let end: Int

    var grammar: Grammar { source.grammar }
    var tokens: [Token] { source.tokens }
    var places: Places { source.places }

    subscript(index: Int) -> Value { slots[base + index] }

    /// 0 if it is not there.
    func int(_ index: Int) -> Int { optionalInt(index) ?? 0 }

    func optionalInt(_ index: Int) -> Int? { if case .int(let value) = self[index] { value } else { nil } }

    /// The word of a token; nothing if it is none of the tables.
    func word(_ place: Int) -> String { tokens.indices.contains(place) ? grammar.text(of: tokens[place].terminal) : "" }

    /// A text for a phrase, in which `$0` is what was written as the first part.
    func filled(_ template: String) -> String {
        guard template.utf8.contains(36) else { return template }
        var (text, isNumber) = ("", false)
        for character in template {
            if isNumber, let index = character.wholeNumberValue {
                let span = self[index].isThere ? spans[base + index] : 0..<0
                text += source.written(Int(span.lowerBound)..<Int(span.upperBound))
            } else if character != "$" {
                text.append(character)
            }
            isNumber = character == "$"
        }
        // A part that is not there leaves two blanks.
        return text.singleSpaced
    }
}

/// What the rows of `Productions` make of their parts.
extension Parts {
    func weekday(_ index: Int) -> Weekday { Weekday(rawValue: Int8(clamping: int(index))) ?? .monday }
    func month(_ index: Int) -> Month { Month(int(index)) ?? .january }
    func unit(_ index: Int) -> Unit { Unit(rawValue: int(index)) ?? .day }
    func period(_ index: Int) -> Period { Period(rawValue: int(index)) ?? .week }
    func part(_ index: Int) -> Clock.Part { Clock.Part(rawValue: int(index)) ?? .morning }
    func day(_ index: Int) -> Day { if case .day(let day) = self[index] { day } else { .today(0) } }
    func scope(_ index: Int) -> Scope { if case .scope(let scope) = self[index] { scope } else { .any(.month) } }
    func span(_ index: Int) -> Span? { if case .span(let span) = self[index] { span } else { nil } }
    func clock(_ index: Int) -> Clock? { if case .clock(let clock) = self[index] { clock } else { nil } }

    // MARK: Numbers

    /// `3rd`, whose ending must be right.
    var figure: Value {
        let number = int(0)
        let right = Self.ordinal(number)
        return right.hasSuffix(word(end - 1)) ? self[0] : .refuse(.wrongOrdinal, right)
    }

    // MARK: Dates of the calendar

    func date(_ year: Int, _ month: Int, _ day: Int) -> Value {
        // What is written as in a file is corrected so.
        Self.date(int(year), int(month), int(day), isISO: tokens[start].digits == 4)
    }

    static func date(_ year: Int, _ month: Int, _ day: Int, isISO: Bool = false) -> Value {
        if let date = CivilDate(year: year, month: month, day: day) { return .day(.date(date)) }
        let last = 1...12 ~= month && 1...9999 ~= year ? CivilDate.daysInMonth(year: year, month: month) : 0
        let nearest =
            day > last && last > 0
            ? [CivilDate(unchecked: year, month, last)].map { isISO ? $0.description : $0.inWords } : []
        return .refuse(.noSuchDate, all: nearest)
    }

    /// `25 dec 1930` may be at 19:30: between 2000 and 2100 it is a year.
    func yearOrClock(_ year: Int, _ month: Int, _ day: Int) -> Value {
        let (number, value) = (int(year), date(year, month, day))
        guard !(2000...2100 ~= number), number / 100 < 24, number % 100 < 60, case .day(.date(let date)) = value else {
            return value
        }
        let time = "\(number / 100):\((number % 100).padded(2))"
        return .refuse(.ambiguous, "\(date.day) \(date.monthOfYear.word) \(time)", date.description)
    }

    func yearly(_ month: Int, _ day: Int) -> Value { Self.yearly(int(month), int(day)) }

    static func yearly(_ month: Int, _ day: Int) -> Value {
        let month = Month(month)
        if let month, 1...month.longest ~= day { return .day(.dayOf(day, .month(month, year: nil))) }
        // February has 28 days in most years.
        let last = month.map { "\(CivilDate.daysInMonth(year: 2023, month: $0.number)) \($0.word)" }
        return 1...31 ~= day ? .refuse(.noSuchDate, all: last.map { [$0] } ?? []) : .none
    }

    func isoWeek(day: Int) -> Value {
        guard 1...9999 ~= int(0), 1...7 ~= day, let monday = CivilDate.monday(ofWeek: int(1), in: int(0)) else {
            return .refuse(.noSuchDate)
        }
        return .day(.date(monday.adding(days: day - 1)))
    }

    /// Month first or day first; both if both are dates. `24/7` means always.
    func slashes(year: Int?) -> Value {
        let days = [(int(0), int(1)), (int(1), int(0))].compactMap { month, day -> Day? in
            guard year == nil else { return CivilDate(year: year ?? 0, month: month, day: day).map { .date($0) } }
            return Month(month).flatMap { 1...$0.longest ~= day ? .dayOf(day, .month($0, year: nil)) : nil }
        }
        guard let first = days.first, let last = days.last else {
            return year == nil && (min(int(0), int(1)) > 12 || max(int(0), int(1)) > 31) ? .none : .refuse(.noSuchDate)
        }
        if year == nil, int(0) == 24, int(1) == 7 { return .refuse(.dayOrAlways, "24 jul") }
        return first == last ? .day(first) : .either([.day(first), .day(last)])
    }

    /// `24.12`, which is no time.
    var dots: Value {
        let isTime = int(0) < 24 && tokens[end - 1].digits == 2
        guard !isTime, let day = Month.words(int(1), int(0)) else { return .none }
        return int(0) > 12 ? yearly(1, 0) : .refuse(.timeOrNumber, day)
    }

    /// `12/25/26`, `26-12-25`
    var shortYear: Value {
        let sign = tokens[start + 1].terminal - Token.signs
        let (first, second, year) = (int(0), int(1), 2000 + int(2))
        var all = [(year, second, first)]
        if sign == 47 { all.insert((year, first, second), at: 0) }
        if sign == 45 { all.append((2000 + first, second, int(2))) }
        return .refuse(.needsYear, all: all.compactMap { CivilDate(year: $0, month: $1, day: $2)?.inWords })
    }

    func dayOfMonth(_ day: Int, _ scope: Scope) -> Value {
        guard 1...31 ~= int(day) else { return .refuse(.noSuchDate) }
        switch scope {
        case .any(.month), .period(.month, _): return .day(.dayOf(int(day), scope))
        default: return .none
        }
    }

    /// `first monday of december`, `last friday of the month`
    func nth(_ weekday: Weekday?, _ scope: Scope) -> Value {
        let number = int(0)
        // Without `of`, only the name of a month can follow: `first wednesday feb`.
        let isTold = tokens[start..<end].contains { ["of", "in"].contains(grammar.text(of: $0.terminal)) }
        switch scope {
        case .month: break
        case .any(.month), .period(.month, _): guard isTold else { return .none }
        default: return .none
        }
        guard abs(number) <= (weekday == nil ? 20 : 5) else { return .refuse(.noSuchDate) }
        return .day(.nth(number, weekday, scope))
    }

    var edgeDay: Value {
        switch int(0) {
        case 1: .day(.first(scope(1)))
        case -1: .day(.last(of: scope(1)))
        default: .refuse(.notSupported)
        }
    }

    var numbered: Day { .agreeing(.weekday(weekday(0), weeks: 0), number: int(1)) }

    // MARK: Durations

    func amount(_ count: Int, _ divisor: Int, unit index: Int) -> Value {
        guard let value = unit(index).duration(count, per: divisor) else { return .refuse(.fraction) }
        var span = Span(value: value, unit: unit(index))
        guard divisor == 1, tokens[start].terminal == Token.number else { return .span(span) }
        let spelling = word(end - 1)
        if spelling == "m", count <= 12 { span.minutesOrMonths = count }
        guard ["h", "hr", "hrs", "hours"].contains(spelling) else { return .span(span) }
        // `1700 hrs` is a time to those who use a 24-hour clock.
        if tokens[start].digits == 4, !isCounted, let time = CivilTime(hour: count / 100, minute: count % 100) {
            return .refuse(.timeOrDuration, time.description)
        }
        if spelling != "hours" { span.clock = CivilTime(hour: count, minute: 0) }
        return .span(span)
    }

    /// After a word that a duration follows.
    private var isCounted: Bool { ["in", "for", "after"].contains(word(start - 1)) }

    var decimal: Value {
        let divisor = [1, 10, 100, 1_000][min(3, tokens[start + 2].digits)]
        guard tokens[start + 2].digits <= 3, int(0) < 1_000_000 else { return .refuse(.tooLarge) }
        return amount(int(0) * divisor + int(1), divisor, unit: 2)
    }

    var hoursAndMinutes: Value {
        guard int(1) < 60 else { return .none }
        let value = CivilDuration(seconds: Int64(int(0)) * 3_600 + Int64(int(1)) * 60)
        return .span(Span(value: value, unit: .hour, clock: CivilTime(hour: int(0), minute: int(1))))
    }

    /// Amounts from the longest unit to the shortest.
    var sum: Value {
        guard let first = span(0), let rest = span(1), rest.unit < first.unit else { return .none }
        // `1 week 2 months 3 days` is no sum: every unit has to be shorter than the first.
        guard rest.value.isShorter(than: first.unit) else { return .none }
        var sum = first
        sum.value = sum.value + rest.value
        (sum.unit, sum.clock, sum.minutesOrMonths) = (rest.unit, rest.clock, nil)
        if first.value.seconds != 0 || word(end - 1) == "m" { sum.clock = nil }
        return .span(sum)
    }

    /// A duration of at most 10,000 years.
    var bounded: Value {
        guard let value = span(0)?.value, abs(value.months) <= 120_000, abs(value.days) <= 3_700_000,
            abs(value.seconds) <= 320_000_000_000
        else { return .refuse(.tooLarge) }
        return self[0]
    }

    /// A span from now: a day, or a moment if it has hours.
    func away(_ factor: Int) -> Value {
        guard let span = span(0) else { return .none }
        if let count = span.minutesOrMonths {
            let forms = ["min", "mo"].map { factor < 0 ? "\(count) \($0) ago" : "in \(count) \($0)" }
            return .refuse(.ambiguous, all: forms)
        }
        guard case .span = bounded else { return bounded }
        let value = span.value * factor
        if value.isWholeDays, span.unit >= .day { return .day(Day.today(0).moved(value)) }
        return .when(When(moment: .away(value)))
    }

    /// `15 min before`, `2 days before due at 18:00`.
    var alarm: Value {
        guard let span = span(0) else { return .none }
        if let count = span.minutesOrMonths {
            let side = int(1) < 0 ? "before" : "after"
            return .refuse(.ambiguous, whole: "\(count) min \(side)", "\(count) mo \(side)")
        }
        // A century: no alarm is further away.
        guard span.value.months <= 1_200, span.value.days <= 36_600, span.value.seconds <= 3_200_000_000 else {
            return .refuse(.tooLarge)
        }
        return alarm(span.value * int(1), base: 2, time: 3)
    }

    /// `the day before`, `on the day at 7:00`
    func alarm(_ offset: CivilDuration, base: Int, time: Int) -> Value {
        let base: AlarmTrigger.Base? = int(base) == 1 ? .due : nil
        guard self[time].isThere else { return .alarm(AlarmTrigger(.offset(offset), from: base)) }
        guard offset.seconds == 0, offset.months == 0, let clock = clock(time), clock.part == nil, !clock.isToday,
            let time = clock.time
        else { return .none }
        if clock.isEither { return .refused(clock.refusal) }
        return .alarm(AlarmTrigger(.clock(days: offset.days, time), from: base))
    }

    /// `3 days`, which counts from now; `2h` may be a time.
    var bare: Value {
        guard let span = span(0) else { return .none }
        if let clock = span.clock, span.value.days == 0, span.value.months == 0 {
            // `17h` is a time.
            guard clock.hour < 13 else { return .none }
            let minutes = clock.minute == 0 ? "" : "\(clock.minute)m"
            return .refuse(.timeOrDuration, "in \(clock.hour)h\(minutes)", "\(clock.hour):\(clock.minute.padded(2))")
        }
        return away(1).asWhen
    }

    /// `3 days after 25 dec`
    func beside(_ factor: Int) -> Value {
        guard let span = span(0) else { return .none }
        guard span.value.isWholeDays, span.unit >= .day else { return .refuse(.noDuration) }
        if let count = span.minutesOrMonths { return .refuse(.ambiguous, "\(count) mo after \(int(1))") }
        return .day(day(1).moved(span.value * factor))
    }

    /// How many weeks a span is.
    func weeks(_ index: Int = 0) -> Int? {
        guard let span = span(index), [.week, .fortnight].contains(span.unit), span.value.months == 0,
            span.value.seconds == 0
        else { return nil }
        return span.value.days / 7
    }

    func weekdaysAway(_ factor: Int) -> Value {
        guard 1...1_000 ~= int(0) else { return .none }
        // `in 1 mon` may be a month.
        if word(start + (factor < 0 ? 1 : end - start - 1)) == "mon" {
            let forms = ["month", "monday"].map { "\(int(0)) \($0)\(int(0) == 1 ? "" : "s")" }
            return .refuse(.ambiguous, all: forms.map { factor < 0 ? "\($0) ago" : "in \($0)" })
        }
        return .day(.weekday(weekday(1), weeks: factor > 0 ? int(0) - 1 : -int(0)))
    }

    func workdaysAway(_ factor: Int) -> Value { 1...1_000 ~= int(0) ? .day(.workdays(factor * int(0))) : .none }

    // MARK: A day and a time

    func when(day: Int?, clock index: Int) -> Value {
        guard let clock = clock(index) else { return .none }
        let named = day.map { self.day($0) }
        if clock.isToday, let named, named != .today(0) { return .none }
        return .when(When(day: clock.isToday ? .today(0) : named, clock: clock))
    }

    func on(_ day: Value, _ value: Value) -> Value {
        guard case .day(let day) = day, case .when(var when) = value else { return .none }
        when.day = day
        return .when(when)
    }

    /// `at 3 tomorrow afternoon`
    var clockInPart: Value {
        guard let time = clock(0), time.isTwelveHour, time.part == nil, let part = clock(2), !part.isToday else {
            return .none
        }
        guard case .clock(let joined) = Self.joined(time, part) else { return .none }
        return .when(When(day: day(1), clock: joined))
    }

    func exact(_ hour: Int, _ minute: Int, _ second: Int) -> Value {
        guard case .day(.date(let date)) = self[0] else { return .none }
        guard let time = CivilTime(hour: hour, minute: minute, second: second) else { return .refuse(.noSuchDate) }
        return .when(When(moment: .exact(CivilDateTime(date, time))))
    }

    /// `09:00 +01:00`
    var withOffset: Value {
        guard case .when(var when) = self[0], when.clock != nil || when.moment != nil, tokens[end - 1].digits == 2,
            !tokens[end - 2].isJoined || tokens[start].digits == 4
        else {
            return .none
        }
        let isMinus = tokens[end - 2].terminal == Token.signs + 45
        when.offset = UTCOffset(seconds: isMinus ? -int(1) / 60 * 60 : int(1) / 60 * 60, spelling: .extended)
        return abs(when.offset?.seconds ?? 0) > 86_340 ? .none : .when(when)
    }

    /// `4pm + 3 days`
    var timeAndSpan: Value {
        guard let clock = clock(0), !clock.isToday, let span = span(1), span.value.isWholeDays else { return .none }
        let factor = tokens[start..<end].contains { $0.terminal == Token.signs + 45 } ? -1 : 1
        return .when(When(day: Day.today(0).moved(span.value * factor), clock: clock))
    }
}

extension Value {
    /// A day as a date.
    var asWhen: Value { if case .day(let day) = self { .when(When(day: day)) } else { self } }
}

extension Day {
    /// So much later: days after today are counted, and the rest is kept as it is named.
    func moved(_ duration: CivilDuration) -> Day {
        if case .today(let days) = self, duration.months == 0 { return .today(days + duration.days) }
        return .away(duration, from: self)
    }
}

extension CivilDuration {
    static func + (a: CivilDuration, b: CivilDuration) -> CivilDuration {
        CivilDuration(months: a.months + b.months, days: a.days + b.days, seconds: a.seconds + b.seconds)
    }

    static func * (duration: CivilDuration, factor: Int) -> CivilDuration {
        CivilDuration(
            months: duration.months * factor,
            days: duration.days * factor,
            seconds: duration.seconds * Int64(factor)
        )
    }

    /// Whether its units are all shorter than another.
    fileprivate func isShorter(than unit: Unit) -> Bool {
        switch unit {
        case .year, .quarter, .month: unit == .year || months == 0
        case .fortnight, .week, .day: months == 0 && (unit != .day || days == 0)
        case .hour, .minute: months == 0 && days == 0
        }
    }
}

/// What the rows of the times of day make of their parts.
extension Parts {
    /// A time of the clock, in the half of the day that the words name, if they name one.
    private func time(_ hour: Int, _ minute: Int, _ second: Int = 0, half: Int?, at place: Int = 0) -> Value {
        if let half {
            guard 1...12 ~= hour, let time = CivilTime(hour: hour % 12 + half, minute: minute, second: second) else {
                return .refuse(.noSuchTime)
            }
            return .clock(Clock(time: time))
        }
        guard let time = CivilTime(hour: hour, minute: minute, second: second) else { return .refuse(.noSuchTime) }
        let isPadded = tokens[start + place].digits == 2 && hour < 10
        return .clock(Clock(time: time, isTwelveHour: 1...12 ~= hour && !isPadded))
    }

    /// `9:30`, `9:30:15`
    func clock(half: Int?) -> Value {
        guard int(0) < 86_400 || half != nil else { return .refuse(.noSuchTime) }
        return time(int(0) / 3_600, int(0) / 60 % 60, int(0) % 60, half: half)
    }

    func hour(_ minute: Int = 0, half: Int?) -> Value {
        let value = time(int(0), minute, half: half)
        guard half == nil, case .clock(var clock) = value else { return value }
        clock.isTwelveHour = false
        return .clock(clock)
    }

    /// Working hours begin at nine.
    private static let eitherHours = 1...8

    /// `9`, and `3`, which can be in the afternoon.
    func eitherHour(at before: Int = 0) -> Value {
        // `9h` and `24.12.` are more than an hour.
        if end < tokens.count, tokens[end].isJoined, end - start == 1 + before { return .none }
        return either(time(int(0), 0, half: nil, at: before), Self.eitherHours ~= int(0), at: before)
    }

    private func either(_ value: Value, _ isEither: Bool, at place: Int = 0) -> Value {
        guard case .clock(var clock) = value, clock.isTwelveHour, isEither else { return value }
        (clock.isEither, clock.place) = (true, start + place..<end)
        return .clock(clock)
    }

    /// `9.30`, as there is no 30th month; `10.12` can be a day.
    var dottedTime: Value {
        let (hour, minute) = (int(0), int(1))
        guard hour < 24, minute < 60 else { return .none }
        if word(start - 1) != "at", 1...12 ~= minute, hour > 0 {
            let forms = [Month.words(minute, hour), "\(hour):\(minute.padded(2))"]
            return .refuse(.ambiguous, all: forms.compactMap { $0 })
        }
        return time(hour, minute, half: nil)
    }

    /// `17h`, `17h30`, and `9h` after a preposition.
    var hourMark: Value {
        let (hour, minute) = (int(0), int(1))
        guard hour < 24, minute < 60 else { return .none }
        let isTold = ["at", "between", "from", "and", "to", "until", "till", "by"].contains(word(start - 1))
        let isPadded = tokens[start].digits == 2
        guard hour > 12 || isPadded && hour < 10 || isTold else {
            let span = "in \(hour)h" + (minute == 0 ? "" : "\(minute)m")
            return .refuse(.timeOrDuration, span, "\(hour):\(minute.padded(2))")
        }
        return .clock(Clock(time: CivilTime(hour: hour, minute: minute)))
    }

    /// `0900`, and `1730` after `at`.
    func fourDigits(isTold: Bool) -> Value {
        guard isTold || int(0) < 1_000, end == tokens.count || !tokens[end].isJoined else { return .none }
        guard let time = CivilTime(hour: int(0) / 100, minute: int(0) % 100) else { return .refuse(.noSuchTime) }
        return .clock(Clock(time: time))
    }

    /// `nine thirty`
    var spoken: Value {
        guard 1...12 ~= int(0) else { return .none }
        return either(time(int(0), int(1), half: optionalInt(2)), Self.eitherHours ~= int(0))
    }

    /// `half past nine`, `quarter to 10`
    func past(_ minutes: Int) -> Value {
        let half = optionalInt(2)
        guard -59...59 ~= minutes, case .clock(let told) = time(int(1), 0, half: half), let time = told.time else {
            return .none
        }
        let value = CivilTime(unchecked: (time.hour * 60 + minutes).modulo(1_440) * 60)
        let clock = Clock(time: value, isTwelveHour: half == nil && 1...12 ~= int(1))
        return either(.clock(clock), Self.eitherHours ~= int(1) && Self.eitherHours ~= value.hour)
    }

    /// `20 to 9`; `10 to 9` may be from 10 to 9.
    var toTheHour: Value {
        let (minutes, hour) = (int(0), int(1))
        guard minutes % 5 == 0, 5...55 ~= minutes, 1...12 ~= hour else { return .none }
        if minutes > 12 { return past(-minutes) }
        let before = (hour + 10) % 12 + 1
        return .refuse(.ambiguous, "\(before):\(60 - minutes)\(half(2, before))", "\(minutes):00")
    }

    /// `half nine` is half past eight to some and half past nine to others.
    var halfHour: Value {
        guard 1...12 ~= int(0) else { return .none }
        let half = half(1, int(0))
        return .refuse(.ambiguous, "\((int(0) + 10) % 12 + 1):30\(half)", "\(int(0)):30\(half)")
    }

    /// The half of the day that is named, or else the likelier one.
    private func half(_ index: Int, _ hour: Int) -> String {
        (optionalInt(index).map { $0 > 0 } ?? (hour < 8 || hour == 12)) ? "pm" : "am"
    }

    /// `8 in the evening`, `tonight at 8`
    func inPart(_ clock: Int, _ part: Int) -> Value {
        guard let clock = self.clock(clock), let part = self.clock(part), clock.part == nil, clock.time != nil else {
            return .none
        }
        return Self.joined(clock, part)
    }

    static func joined(_ clock: Clock, _ part: Clock) -> Value {
        guard let time = clock.time, let name = part.part else { return .none }
        if clock.isMidnight, name == .evening {
            return .clock(Clock(time: time, isMidnight: true, isToday: part.isToday))
        }
        let hours = [.morning: 0...11, .afternoon: 12...18, .evening: 17...23][name] ?? 0...23
        let hour = time.hour + (clock.isTwelveHour && name != .morning && time.hour < 12 ? 12 : 0)
        let isMidnight = clock.isTwelveHour && time.hour == 12 && name != .afternoon
        guard hours.contains(hour), !isMidnight,
            let value = CivilTime(hour: hour, minute: time.minute, second: time.second)
        else {
            if name == .evening, let late = CivilTime(hour: time.hour % 12, minute: time.minute), late.hour < 6 {
                return .refuse(.afterMidnight, late.description)
            }
            return .refuse(.notOneTime, "21:00")
        }
        return .clock(Clock(time: value, isToday: part.isToday))
    }
}

extension Month {
    /// `dec`
    var word: String { shortName.lowercased() }

    /// `25 dec`; nil if there is no such day.
    static func words(_ month: Int, _ day: Int) -> String? {
        Month(month).flatMap { 1...$0.longest ~= day ? "\(day) \($0.word)" : nil }
    }
}
