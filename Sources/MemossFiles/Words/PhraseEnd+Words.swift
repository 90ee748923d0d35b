internal import Bytes

/// The words after a phrase that look as if they belonged to it.
extension PhraseEnd {
    /// How many of the words may go on with the phrase: another date, rule or duration, or a word that joins one to it.
    static func doubt(after phrase: [String], _ rest: [String], isRule: Bool) -> Int {
        let joiners = rest.prefix { Self.joiners.contains($0.lowercased()) }.map { $0.lowercased() }
        let words = Array(rest.dropFirst(joiners.count).prefix(12))
        let last = phrase.last ?? ""
        guard let first = words.first else { return 0 }
        let isNamed = Month(name: first) != nil || names.contains(first.lowercased())
        let date = max(WhenPhrase.length(in: words), RulePhrase.length(in: words))
        let next = words.count > 1 ? words[1] : ""
        let isNumber = isShortNumber(first) && (endsWithNumber(phrase) || !isPlural(next) && !units.contains(next))
        if joiners.isEmpty {
            // `mon, wed`
            if last.hasSuffix(",") { return max(date, isRule || isNumber && endsWithNumber(phrase) ? 1 : 0) }
            if isWeekday(last), isWeekday(first), !isWord(first, before: next) { return max(date, 1) }
            let isClear = date > 1 || date == 1 && isClear(first) && !WhenPhrase.isHoliday(first)
            return isClear ? date : isRule && isNamed || rest.count == 1 && isClock(first) ? 1 : 0
        }
        let isEnd = joiners.first.map(untilWords.contains) ?? false
        let duration = (1...min(3, words.count)).last { isDuration(words.prefix($0)) } ?? 0
        let isCounted = isNumber && joiners.last.map(wordsBeforeNumbers.contains) ?? false
        let length = max(date, duration, isNamed || isEnd || isCounted ? 1 : 0)
        return length == 0 ? 0 : joiners.count + length
    }

    /// How many of the words are meant as a time: `9ma`, `5-6pm`, `10ish`, `lunchtime`, `am`, `30m`, `around 9`, `9 to 5`.
    static func timeLike(_ rest: [String], after phrase: [String]) -> Int {
        let words = rest.prefix(4).map { $0.lowercased() }
        let (first, next) = (words[0], words.count > 1 ? words[1] : "")
        let isLast = rest.count == 1
        if words.count > 2, isClock(first), wordsBetweenNumbers.contains(next), isClock(words[2]) { return 3 }
        if first == "at", meals.contains(next) { return 2 }
        if ["after", "before"].contains(first), partsOfLife.contains(next) { return 2 }
        if first == "at", approximations.contains(next), words.count > 2, isTime(words[2]) { return 3 }
        if approximations.contains(first), isTime(next), !isPlural(words.count > 2 ? words[2] : "") { return 2 }
        if ["end", "start", "beginning"].contains(first), PhraseUnit(ShortWord(phrase.last ?? "")) != nil {
            return 1
        }
        // `2nd week of january`
        if endsWithNumber(phrase), partsOfPeriods.contains(first), ["of", "in"].contains(next) { return 2 }
        if endsWithTime(phrase) {
            if hasZoneArea(rest[0]) { return 1 }
            if zoneNames.contains(rest[0].uppercased()),
                !["west", "wet"].contains(first) || rest[0] == first.uppercased()
            {
                return 1
            }
            if next == "time", isCapital(rest[0]) || kindsOfTime.contains(first) { return 2 }
        } else if first.utf8.count == 4, isClock(first), WhenPhrase.isPhrase("at " + first) {
            return isPlural(next) || units.contains(next) ? 0 : 1
        }
        if isNearlyTime(first, isLast: isLast) || isTimeSpan(first) || zoneNames.contains(rest[0]) { return 1 }
        return times.contains(first) || isLast && timesAtEnd.contains(first) ? 1 : 0
    }

    /// The `5pm` of `by 5pm`, `around 5pm`; nil if the words are something else.
    static func time(behindPreposition text: String) -> String? {
        let words = text.split(separator: " ").map(String.init)
        guard words.count > 1, !["at", "and", "or", "to", "until"].contains(words[0].lowercased()) else { return nil }
        let time = words[1...].joined(separator: " ")
        return joiners.union(approximations).contains(words[0].lowercased()) && WhenPhrase.isTime(time) ? time : nil
    }

    /// The `10am` of `10-11am` and `10am to 11am`; nil if the words are no span of time.
    static func beginning(ofSpan text: String) -> String? {
        let words = text.lowercased().split(separator: " ").map { wordsBetweenNumbers.contains(String($0)) ? "-" : $0 }
        let ends = words.joined(separator: " ").split(whereSeparator: { "-–—".contains($0) }).map {
            String($0).trimmingBlanks
        }
        guard ends.count == 2, let last = ends.last, WhenPhrase.isTime(last) || WhenPhrase.isTime("at " + last) else {
            return nil
        }
        var half = ["am", "pm"].first(where: last.hasSuffix)
        // `11-1pm` begins in the morning.
        if half == "pm", let first = Int(ends[0]), let end = Int(last.dropLast(2)), end < first, first < 12 {
            half = "am"
        }
        let forms = [ends[0], half.map { ends[0] + $0 }, ends[0] + ":00"].compactMap { $0 }
        return forms.first(where: WhenPhrase.isTime)
    }

    /// `before my birthday` after `2 days`, which is counted from a day that is not known: the number of words.
    static func unanchored(_ rest: [String], after phrase: [String]) -> Int {
        guard ["before", "after", "from"].contains(rest[0].lowercased()), isDuration(phrase[...]) else { return 0 }
        let isDeterminer = rest.count > 1 && determiners.contains(rest[1].lowercased())
        return min(rest.count, isDeterminer ? 3 : 2)
    }

    /// How many of the words are meant as a part of the rule: `x5`, `party` after `every 3rd`, `of these` after `none`.
    static func ruleLike(_ rest: [String], after phrase: [String]) -> Int {
        let first = rest[0].lowercased()
        // `except when it rains`
        if ["except", "excluding"].contains(first), rest.count > 1 { return 2 }
        // `on teh last friday`
        if first == "on", let day = rest.prefix(4).firstIndex(where: { Weekday(name: $0) != nil }) { return day + 1 }
        let digits = first.drop { $0 == "x" || $0 == "×" }.reversed().drop { $0 == "x" || $0 == "×" }
        if digits.count < first.count, !digits.isEmpty, digits.allSatisfy(\.isNumber) { return 1 }
        if rest.prefix(3).map({ $0.lowercased() }) == ["by", "the", "clock"] { return 3 }
        if phrase.count == 1, ["none", "never", "once"].contains(phrase[0].lowercased()) {
            return wordsAfterNone.contains(first) ? 1 : 0
        }
        guard phrase.count == 2, ["every", "each"].contains(phrase[0].lowercased()) else { return 0 }
        let ordinal = phrase[1].lowercased()
        let isSmall = ordinal.first?.isNumber == true ? ordinal.utf8.count == 3 : PhraseReader.isOrdinal(ordinal)
        // `every 3rd party audit`, but `every 3rd Pay rent`
        return isSmall && PhraseReader.isOrdinal(ordinal) && rest[0].first?.isLowercase == true ? 1 : 0
    }

    /// Whether a word is the abbreviation of a time zone, or a city's time. A zone is given apart from the date.
    package static func isZone(_ text: String) -> Bool {
        let words = text.split(separator: " ").map(String.init)
        if ["same time", "this time"].contains(text.lowercased()) { return false }
        return zoneNames.contains(text.uppercased()) || text.lowercased().hasSuffix(" time") || hasZoneArea(text)
            || !words.isEmpty && (zone(words) == words.count || bracketedZone(text))
    }

    /// `(UTC)`
    private static func bracketedZone(_ text: String) -> Bool {
        text.hasPrefix("(") && text.hasSuffix(")") && zoneNames.contains(text.dropFirst().dropLast().uppercased())
    }

    /// `Europe/Paris`
    private static func hasZoneArea(_ word: String) -> Bool {
        guard let slash = word.firstIndex(of: "/") else { return false }
        return zoneAreas.contains(String(word[..<slash]))
    }

    private static let zoneAreas: Set = [
        "Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific", "Etc",
    ]

    // MARK: Words

    static func isWeekday(_ word: String) -> Bool { Weekday(name: word) != nil }

    static func isPlural(_ word: String) -> Bool {
        word.utf8.count > 3 && word.utf8.last == UInt8(ascii: "s") && !word.hasSuffix("ss")
    }

    static func isDuration(_ words: ArraySlice<String>) -> Bool {
        (try? CivilDuration(parsing: words.joined(separator: " "))) != nil
    }

    /// `9`, `9:30`, `1830`, `24/12`.
    static func isClock(_ word: String) -> Bool {
        !word.isEmpty && word.utf8.allSatisfy { 0x30...0x3A ~= $0 || $0 == UInt8(ascii: "/") }
    }

    /// `25`, `25th`, `9.5`, `9ish`: a day or a time.
    static func isShortNumber(_ word: String) -> Bool {
        let digits = word.prefix { $0.isASCII && $0.isNumber }
        guard 1...2 ~= digits.count else { return false }
        let ending = word.dropFirst(digits.count).lowercased()
        return ["", ",", "st", "nd", "rd", "th", "ish", "-ish", "am", "pm"].contains(ending)
            || [".", ":", "-", "–"].contains(ending.first)
    }

    private static func isTime(_ word: String) -> Bool {
        isShortNumber(word) || isClock(word) || times.contains(word) || partsOfDay.contains(word) || word == "lunch"
    }

    /// `9ma`, `5-6pm`, `17:00-18:00`, `10ish`, `515pm`, `9.5`.
    private static func isNearlyTime(_ word: String, isLast: Bool) -> Bool {
        let digits = word.prefix { $0.isASCII && $0.isNumber }
        guard !digits.isEmpty else { return false }
        let ending = String(word.dropFirst(digits.count))
        if ["ma", "mp", "am", "pm", "ish", "-ish"].contains(ending) { return true }
        if ending.first == ".", isLast { return Int(ending.dropFirst()) != nil }
        let ends = word.split(whereSeparator: { "-–".contains($0) }).map(String.init)
        guard ends.count == 2, ends.contains(where: { Int($0) == nil }) else { return false }
        return ends.allSatisfy { Int($0) != nil || WhenPhrase.isPhrase($0) }
    }

    /// `1h`, `30m`, `1h30m`.
    private static func isTimeSpan(_ word: String) -> Bool {
        guard 1...2 ~= word.prefix(while: \.isNumber).count, let duration = try? CivilDuration(parsing: word) else {
            return false
        }
        return duration.seconds > 0
    }

    static func endsWithTime(_ phrase: [String]) -> Bool {
        guard let last = phrase.last?.lowercased() else { return false }
        let isClockTime = last.contains(":") || last.hasSuffix("am") || last.hasSuffix("pm") || last.hasSuffix("h")
        return isClockTime && last.first?.isNumber == true || ["am", "pm", "noon", "midnight"].contains(last)
            || phrase.count > 1 && phrase[phrase.count - 2].lowercased() == "at"
    }

    static func endsWithNumber(_ phrase: [String]) -> Bool {
        guard let last = phrase.last, !last.contains(":") else { return false }
        return isShortNumber(last) || PhraseReader.isOrdinal(last.lowercased())
    }

    /// What a number before it counts.
    static let units: Set = [
        "people", "euros", "dollars", "pounds", "francs", "euro", "eur", "usd", "gbp", "chf", "yen", "kg", "g", "km",
        "m", "ml", "kcal", "kwh", "mb", "gb", "steps",
    ]

    /// The abbreviations of time zones that follow a time most often.
    static let zoneNames: Set = [
        "UTC", "GMT", "BST", "IST", "WET", "WEST", "CET", "CEST", "EET", "EEST", "EST", "EDT", "CST", "CDT", "MST",
        "MDT", "PST", "PDT", "JST", "AEST", "AEDT",
    ]
    private static let partsOfPeriods: Set = ["week", "weekend", "half", "fortnight", "quarter"]
    private static let kindsOfTime: Set = ["local", "eastern", "central", "mountain", "pacific", "my", "your", "their"]

    private static let untilWords: Set = ["until", "till", "til", "'til", "untill"]
    static let joiners = untilWords.union([
        "thru", "through",
        "in", "on", "and", "&", "then", "plus", "minus", "without", "excluding", "excl", "excl.", "since",
        "um", "x", "×", "or", "for", "of", "the", "except", "but", "not", "before", "after", "from", "to", "at",
        "between", "during", "starting", "beginning", "ending", "every", "by", "-", "–", "+", "/", "|",
    ])
    /// After these, a number is a second day or a time.
    private static let wordsBeforeNumbers = untilWords.union([
        "and", "&", "or", "to", "thru", "through", "-", "–", "before", "after", "from", "at", "between", "by", "um",
    ])
    private static let wordsBetweenNumbers = untilWords.union(["to", "thru", "through", "-", "–"])
    private static let approximations: Set = [
        "around", "about", "circa", "ca", "approx", "approximately", "roughly", "~", "past",
    ]
    /// Times that are at another time for everybody, and `am` without its hour.
    private static let times: Set = [
        "am", "pm", "noon", "midnight", "lunchtime", "dinnertime", "teatime", "arvo", "eod", "cob", "eob",
    ]
    private static let meals: Set = [
        "lunch", "breakfast", "dinner", "supper", "tea", "bedtime", "sunrise", "sunset", "dawn", "dusk",
    ]
    /// What ends at another time for everybody.
    private static let partsOfLife: Set = ["work", "school", "lunch", "breakfast", "dinner", "supper", "tea"]
    private static let timesAtEnd: Set = ["bedtime", "sunrise", "sunset", "dawn", "dusk", "eve"]

    private static let names: Set = [
        "day", "week", "weekend", "month", "quarter", "year", "hour", "end", "holidays", "easter", "am", "pm",
    ]
    private static let determiners: Set = [
        "my", "the", "a", "an", "our", "your", "his", "her", "their", "i", "we", "each", "every",
    ]
    private static let wordsAfterNone: Set = ["of", "mind", "more", "again", "upon", "ever", "in", "the", "and", "at"]
    /// Words that say that a rule repeats, besides plurals and `daily`.
    static let wordsOfRules: Set = [
        "every", "each", "alternate", "everyother", "everyday", "once", "completion", "completing", "done", "freq",
        "complete", "completed", "finish", "finished", "finishing", "doing", "did", "do",
        "weekdays", "workdays", "weekends", "mornings", "afternoons", "evenings", "nights",
    ]
}
