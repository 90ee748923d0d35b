/// Names and numbers.
extension PhraseReader {
    /// `monday`, `mon`, and the plural.
    mutating func weekday() -> Weekday? {
        let found = accept(Weekday.names) { Weekday(name: $0) }
        // `Fri.`
        if found != nil, isSign("."), isJoined() { position += 1 }
        return found
    }

    /// `mondays`, which every one is; a short name has no plural.
    mutating func weekdays() -> Weekday? {
        accept(Weekday.names.map { $0 + "s" }) { word in
            word.utf8.count > 5 && word.utf8.last == UInt8(ascii: "s") ? Weekday(name: word.dropLast()) : nil
        }
    }

    mutating func month() -> Month? {
        let found = accept(Month.allCases.map { $0.name.lowercased() }) { Month(name: $0) }
        if found != nil, isSign("."), isJoined() { position += 1 }
        return found
    }

    /// `15th`, `first`.
    mutating func ordinal() throws(ParseError) -> Int? {
        if let word = word() {
            guard let place = Self.ordinals.firstIndex(of: word) else {
                note(Self.ordinals)
                return nil
            }
            position += 1
            return place + 1
        }
        guard let number = number(), isJoined(1), let ending = word(1), Self.endings.contains(ending) else {
            note(Self.ordinals)
            return nil
        }
        let start = position
        position += 2
        let tens = number / 10 % 10
        let right =
            tens == 1
            ? "th"
            : ["th", "st", "nd", "rd"].indices.contains(number % 10)
                ? ["th", "st", "nd", "rd"][number % 10] : "th"
        guard ending == right else {
            throw fault("\(quote(from: start)) is not a number: write '\(number)\(right)'", from: start)
        }
        return number
    }

    static let ordinals = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
        "twelfth",
    ]
    private static let endings = ["st", "nd", "rd", "th"]

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
            default: nil
            }
        }
    }

    private static let cardinals = [
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

    init?(_ word: String) {
        switch word {
        case "m", "min", "mins", "minute", "minutes": self = .minute
        case "h", "hr", "hrs", "hour", "hours": self = .hour
        case "d", "day", "days": self = .day
        case "w", "wk", "wks", "week", "weeks": self = .week
        case "fortnight", "fortnights": self = .fortnight
        case "mo", "mos", "month", "months": self = .month
        case "quarter", "quarters": self = .quarter
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
