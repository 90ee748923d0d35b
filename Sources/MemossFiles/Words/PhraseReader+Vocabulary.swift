internal import Bytes

/// Names and numbers.
extension PhraseReader {
    /// `monday`, `mon`, and the plural.
    mutating func weekday() -> Weekday? {
        let found = accept(Weekday.names) { Weekday($0) }
        // `Fri.`
        if found != nil, isSign("."), isJoined() { position += 1 }
        return found
    }

    /// `mondays`, meaning every Monday; abbreviations have no plural.
    mutating func weekdays() -> Weekday? {
        accept(Weekday.names.map { $0 + "s" }) { word in
            word.count > 5 && word.last == UInt8(ascii: "s") ? Weekday(lowercased: word.description.dropLast()) : nil
        }
    }

    mutating func month() -> Month? {
        let found = accept(Month.allCases.map { $0.name.lowercased() }) { Month($0) }
        if found != nil, isSign("."), isJoined() { position += 1 }
        return found
    }

    /// `christmas eve`, `new year's day`: holidays that have the same date every year.
    mutating func holiday() -> (month: Month, day: Int)? {
        let start = position
        let name: ShortWord? = accept(["christmas", "halloween"]) { Self.namesOfHolidays.contains($0) ? $0 : nil }
        switch name {
        case "christmas", "xmas":
            if accept("eve") { return (.december, 24) }
            _ = accept("day")
            return (.december, 25)
        case "boxing" where accept("day"): return (.december, 26)
        case "halloween": return (.october, 31)
        case "nye": return (.december, 31)
        case "valentine", "valentines", "valentine’s":
            acceptGenitive()
            if accept("day") { return (.february, 14) }
        case "new":
            guard let year = word(), year.isOne(of: "year", "years", "year’s") else { break }
            position += 1
            let isGenitive = acceptGenitive() || year != "year"
            if accept("eve") { return (.december, 31) }
            if accept("day") || !isGenitive { return (.january, 1) }
        default: break
        }
        position = start
        return nil
    }

    /// The first words of holidays.
    static let holidayNames = [
        "christmas", "xmas", "boxing", "halloween", "valentine", "valentines", "valentine’s", "new", "nye",
    ]
    private static let namesOfHolidays = holidayNames.map { ShortWord($0) }

    @discardableResult
    mutating func acceptGenitive() -> Bool {
        guard isJoined(), word(1) == "s", isJoined(1), accept(sign: "'") else { return false }
        position += 1
        return true
    }

    /// `15th`, `first`.
    mutating func ordinal() throws(ParseError) -> Int? {
        if let word = word() {
            if let number = Self.ordinalWords.firstIndex(of: word) {
                position += 1
                return number + 1
            }
            if let number = tensOrdinal(word) { return number }
        }
        guard let number = number(), isJoined(1), let ending = word(1), ending.isOne(of: "st", "nd", "rd", "th") else {
            note(Array(Self.ordinals.prefix(12)))
            return nil
        }
        let start = position
        position += 2
        let right = ordinalText(number)
        guard right == "\(number)\(ending)" else {
            let advice = number > 31 ? "it is" : "write"
            throw fault("\(quote(from: start)) is not a number: \(advice) '\(right)'", from: start)
        }
        return number
    }

    static let ordinals = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
        "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth",
        "twentieth",
    ]
    private static let ordinalWords = ordinals.map { ShortWord($0) }

    /// Whether a word alone is an ordinal: `sixth`, `twenty-first`.
    static func isOrdinal(_ word: String) -> Bool {
        var reader = PhraseReader(word, now: CivilDateTime(.min), times: .usual)
        return ((try? reader.ordinal()) ?? nil) != nil && reader.isAtEnd
    }

    /// `twenty-first`, `thirtieth`
    private mutating func tensOrdinal(_ word: ShortWord) -> Int? {
        if word == "thirtieth" {
            position += 1
            return 30
        }
        guard word.isOne(of: "twenty", "thirty") else { return nil }
        let tens = word == "twenty" ? 20 : 30
        let length = isSign("-", 1) && isJoined(1) ? 2 : 1
        guard let unit = self.word(length), let number = Self.ordinalWords.prefix(9).firstIndex(of: unit) else {
            return nil
        }
        position += length + 1
        return tens + number + 1
    }

    /// `3`, `three`.
    mutating func cardinal() -> Int? {
        if let number = number() {
            position += 1
            return number
        }
        return numberWord()
    }

    mutating func numberWord() -> Int? {
        accept([]) { word in
            if let place = Self.cardinals.firstIndex(of: word) { return place + 1 }
            return switch word {
            case "fifteen": 15
            case "twenty": 20
            case "thirty": 30
            case "forty": 40
            case "fifty": 50
            case "sixty": 60
            case "ninety": 90
            case "hundred": 100
            default: nil
            }
        }
    }

    private static let cardinals: [ShortWord] = [
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    ]

    mutating func unit() -> PhraseUnit? {
        accept(PhraseUnit.names) { PhraseUnit($0) }
    }
}

extension Weekday {
    /// In lower case.
    static var names: [String] { allCases.map { $0.name.lowercased() } }
}

/// A unit of time, from the shortest to the longest.
enum PhraseUnit: Int, CaseIterable, Comparable {
    case minute, hour, day, week, fortnight, month, quarter, year

    init?(_ word: ShortWord) {
        switch word {
        case "m", "min", "mins", "minute", "minutes": self = .minute
        case "h", "hr", "hrs", "hour", "hours": self = .hour
        case "d", "day", "days": self = .day
        case "w", "wk", "wks", "week", "weeks": self = .week
        case "fortnight", "fortnights": self = .fortnight
        case "mo", "mos", "mth", "mths", "month", "months": self = .month
        case "quarter", "quarters", "qtr": self = .quarter
        case "y", "yr", "yrs", "year", "years": self = .year
        default: return nil
        }
    }

    static var names: [String] {
        allCases.map { "\($0)s" } + allCases.map { "\($0)" }
    }

    static func < (a: PhraseUnit, b: PhraseUnit) -> Bool { a.rawValue < b.rawValue }

    func duration(_ count: Int) -> CivilDuration {
        switch self {
        case .minute: CivilDuration(seconds: Int64(count) * 60)
        case .hour: CivilDuration(seconds: Int64(count) * 3_600)
        case .day: CivilDuration(days: count)
        case .week: CivilDuration(days: count * 7)
        case .fortnight: CivilDuration(days: count * 14)
        case .month: CivilDuration(months: count)
        case .quarter: CivilDuration(months: count * 3)
        case .year: CivilDuration(months: count * 12)
        }
    }
}
