import CivilTime

/// What the rows of the times of day make of their parts.
extension Parts {
    /// A time of the clock, before noon or after it if that is told.
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

    func hour(_ hour: Int, _ minute: Int? = nil, half: Int?) -> Value {
        let value = time(int(hour), minute.map { int($0) } ?? 0, half: half)
        guard half == nil, case .clock(var clock) = value else { return value }
        clock.isTwelveHour = false
        return .clock(clock)
    }

    /// The hours from nine on are working hours.
    private static let eitherHours = 1...8

    /// `9`, and `3`, which can be in the afternoon.
    func eitherHour(_ index: Int, at before: Int = 0) -> Value {
        // `9h` and `24.12.` are more than an hour.
        if end < tokens.count, tokens[end].isJoined, end - start == 1 + before { return .none }
        return either(time(int(index), 0, half: nil, at: before), Self.eitherHours ~= int(index), at: before)
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
        let isTold = start > 0 && word(start - 1) == "at"
        if !isTold, 1...12 ~= minute, hour > 0, let month = Month(rawValue: Int8(minute)) {
            let day = 1...month.longest ~= hour ? ["\(hour) \(month.shortName.lowercased())"] : []
            return .refuse(.ambiguous, all: day + ["\(hour):\(minute.padded(2))"])
        }
        return time(hour, minute, half: nil)
    }

    /// `17h`, `17h30`, and `9h` after a preposition.
    var hourMark: Value {
        let (hour, minute) = (int(0), int(1))
        guard hour < 24, minute < 60 else { return .none }
        let before = start > 0 ? word(start - 1) : ""
        let isTold = ["at", "between", "from", "and", "to", "until", "till", "by"].contains(before)
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
    func spoken(half: Int?) -> Value {
        guard 1...12 ~= int(0) else { return .none }
        return either(time(int(0), int(1), half: half), Self.eitherHours ~= int(0))
    }

    /// `half past nine`, `quarter to 10`
    func past(_ minutes: Int, hour: Int, half: Int) -> Value {
        let half = optionalInt(half)
        guard -59...59 ~= minutes, case .clock(let told) = time(int(hour), 0, half: half), let time = told.time else {
            return .none
        }
        let value = CivilTime(unchecked: (time.hour * 60 + minutes).modulo(1_440) * 60)
        let clock = Clock(time: value, isTwelveHour: half == nil && 1...12 ~= int(hour))
        return either(.clock(clock), Self.eitherHours ~= int(hour) && Self.eitherHours ~= value.hour)
    }

    func pastNoon(_ factor: Int) -> Value {
        1...59 ~= int(0) ? .clock(Clock(time: CivilTime(unchecked: 43_200 + factor * int(0) * 60))) : .none
    }

    /// `20 to 9`; `10 to 9` may be from 10 to 9.
    var toTheHour: Value {
        let (minutes, hour) = (int(0), int(1))
        guard minutes % 5 == 0, 5...55 ~= minutes, 1...12 ~= hour else { return .none }
        if minutes > 12 { return past(-minutes, hour: 1, half: 2) }
        let before = (hour + 10) % 12 + 1
        let half = optionalInt(2).map { $0 == 0 ? "am" : "pm" } ?? (before < 8 || before == 12 ? "pm" : "am")
        return .refuse(.ambiguous, "\(before):\(60 - minutes)\(half)", "\(minutes):00")
    }

    /// `half nine` is half past eight to some and half past nine to others.
    var halfHour: Value {
        guard 1...12 ~= int(0) else { return .none }
        let half = optionalInt(1).map { $0 == 0 ? "am" : "pm" } ?? (int(0) < 8 || int(0) == 12 ? "pm" : "am")
        return .refuse(.ambiguous, "\((int(0) + 10) % 12 + 1):30\(half)", "\(int(0)):30\(half)")
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
