internal import Bytes

/// Parses the weekdays of a rule: `mon, wed and fri`, `mon-fri`, `weekdays`, `M/W/F`.
extension PhraseReader {
    /// `mon, wed and fri`, `mondays`, `mon-fri`, `weekdays`.
    mutating func weekdayList() throws(ParseError) -> [Weekday]? {
        if let days = letters() { return days }
        let start = position
        var days: [Weekday] = []
        var isShort = false
        while let found = try attempt({ reader throws(ParseError) in
            if !days.isEmpty, reader.acceptAnd() || reader.accept(sign: "/") { reader.skip("the", "every") }
            return try reader.weekdayRange(isShort: &isShort)
        }) {
            days += found
        }
        // `mo` alone may be a month.
        if isShort, days.count == 1 {
            position = start
            return nil
        }
        return days.isEmpty ? nil : days
    }

    /// `M-F`, `M/W/F`, `T/Th`: letters only together, and without `s`, which is two days.
    private mutating func letters() -> [Weekday]? {
        guard isSign("-", 1) || isSign("/", 1), isJoined(1) else { return nil }
        let separator: Unicode.Scalar = isSign("-", 1) ? "-" : "/"
        var days: [Weekday] = []
        var length = 0
        while let day = Self.letters[word(length) ?? ""], length == 0 || isJoined(length) {
            days.append(day)
            length += 1
            guard isSign(separator, length), isJoined(length), isJoined(length + 1), separator == "/" || length < 2
            else {
                break
            }
            length += 1
        }
        let isRising = zip(days, days.dropFirst()).allSatisfy { $0 < $1 }
        guard days.count > 1, isRising, !isJoined(length), word(0)?.count == 1 || separator == "/" else {
            return nil
        }
        position += length
        isLoose = true
        return separator == "/" ? days : Weekday.allCases.filter { days[0] <= $0 && $0 <= days[1] }
    }

    private static let letters: [ShortWord: Weekday] = [
        "m": .monday, "t": .tuesday, "tu": .tuesday, "w": .wednesday, "th": .thursday, "f": .friday,
    ]

    private mutating func weekdayRange(isShort: inout Bool) throws(ParseError) -> [Weekday]? {
        let group: [Weekday]? = accept(["weekdays", "weekends"]) { word in
            switch word {
            case "weekday", "weekdays", "workday", "workdays": Self.workdays
            case "weekend", "weekends": Self.weekend
            case "mwf": [.monday, .wednesday, .friday]
            case "tth", "tuth", "tthu": [.tuesday, .thursday]
            case "mtwtf", "mtwthf", "mtwrf": Self.workdays
            case "sasu": Self.weekend
            default: nil
            }
        }
        if let group {
            isLoose = isLoose || word(-1)?.first != UInt8(ascii: "w")
            return group
        }
        if try attempt({ reader throws(ParseError) in try reader.acceptWorkday() ? true : nil }) == true {
            return Self.workdays
        }
        // `from monday to friday`
        let isFrom = word() == "from" && word(2) == "to"
        if isFrom { position += 1 }
        var first = weekday() ?? weekdays()
        if first == nil, let day = word().flatMap(Self.weekday(short:)) {
            (first, isShort) = (day, true)
            position += 1
        }
        guard let first else { return nil }
        let last = try attempt { reader throws(ParseError) -> Weekday? in
            guard reader.accept(sign: "-") || reader.accept("to") || reader.acceptThrough() else { return nil }
            return reader.weekday() ?? reader.weekdays()
        }
        guard let last else { return isFrom ? nil : [first] }
        let count = (last.number - first.number).modulo(7)
        return (0...count).compactMap { Weekday(rawValue: Int8((first.number - 1 + $0).modulo(7) + 1)) }
    }

    mutating func acceptThrough() -> Bool {
        if word() == "thru" { position += 1 } else { return accept("through") }
        return true
    }

    private static func weekday(short word: ShortWord) -> Weekday? {
        switch word {
        case "mo": .monday
        case "tu": .tuesday
        case "we": .wednesday
        case "th": .thursday
        case "fr": .friday
        case "sa": .saturday
        case "su": .sunday
        default: nil
        }
    }
}
