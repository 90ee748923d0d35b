/// Words that people write for a time, but that name no date.
extension PhraseReader {
    /// What to write instead of `someday`, `mid december` or `easter`; nil for other words.
    func vagueDate() -> ParseError? {
        var reader = self
        reader.position = 0
        reader.skip("in", "by", "the", "next")
        let start = reader.position
        // `first week of january`
        if reader.accept("last") || ((try? reader.ordinal()) ?? nil) != nil, let part = reader.word(),
            ["week", "weekend", "half", "fortnight", "quarter", "days", "weeks"].contains(part),
            ["of", "in"].contains(reader.word(1))
        {
            reader.position = reader.tokens.count
            let reason = "names no day: write one as in '5 january' or 'end of month'"
            return reader.fault("\(reader.quote(from: start)) \(reason)", from: start)
        }
        reader.position = start
        guard let word = reader.word() else { return nil }
        reader.position += 1
        let reason: String
        if let month = Month(lowercased: word) {
            let name = month.name.lowercased() + (reader.year().map { " \($0)" } ?? "")
            guard reader.isAtEnd else { return nil }
            reason = "is not a day: write '1 \(name)' or 'end of \(name)'"
        } else if PhraseUnit(word) != nil, word.utf8.count > 2, word.utf8.last != UInt8(ascii: "s") {
            guard reader.isAtEnd else { return nil }
            reason = "does not say which one: write 'in \(word == "hour" ? "an" : "a") \(word)'"
        } else {
            guard let found = reader.vague(word) else { return nil }
            reason = found
        }
        return reader.fault("\(reader.quote(from: start)) \(reason)", from: start)
    }

    private mutating func vague(_ word: String) -> String? {
        switch word {
        case "asap": return "is not a date: write 'now' or 'today'"
        case _ where Self.wordsForSomeday.contains(word):
            return "is not a date: write one as in \(Kind.when.examples)"
        case "cob", "eob": return "means a different time to everybody: write it as in 'today 17:00' or 'friday 18:00'"
        case "lunch", "lunchtime", "breakfast", "dinner", "dinnertime", "teatime", "bedtime", "sunrise", "sunset",
            "dawn",
            "dusk":
            let time =
                ["breakfast", "sunrise", "dawn"].contains(word) ? "7:30" : word.hasPrefix("lunch") ? "12:30" : "20:30"
            return "is at another time for everybody: write it as in '\(time)' or 'tomorrow \(time)'"
        case "easter", "thanksgiving", "pentecost", "ramadan", "diwali", "hanukkah":
            return "is on a different date every year: write the day, as in '25 dec' or 'in 2 weeks'"
        case "this":
            return unit().map { "is not a day: write 'today' or 'end of the \($0)'" }
        case "mid", "middle", "early", "late":
            _ = accept(sign: "-")
            skip("of", "in", "the", "next")
            guard let month = month() else {
                return unit() == nil ? nil : "names no day: write one as in 'the 15th' or 'end of month'"
            }
            let day = word == "early" ? 5 : word == "late" ? 25 : 15
            let name = month.name.lowercased()
            return "is not a day: write one as in '\(day) \(name)' or 'end of \(name)'"
        default: return nil
        }
    }

    static let wordsForSomeday: Set = ["someday", "sometime", "eventually", "later", "soon", "whenever"]

    /// Whether a word has a meaning in dates and rules, and so is not a misspelling of another.
    static func isKnown(_ word: String) -> Bool {
        if Weekday(lowercased: word) != nil || Month(lowercased: word) != nil || PhraseUnit(word) != nil { return true }
        var reader = PhraseReader(word, now: CivilDateTime(.min), times: .usual)
        return dayNames.contains(word) || shortNames.contains(word) || adverbs.contains(word)
            || holidayNames.contains(word) || ordinals.contains(word) || reader.numberWord() != nil
            || reader.vague(word) != nil || otherWords.contains(word)
    }

    private static let otherWords: Set = [
        "noon", "midnight", "now", "tonight", "in", "on", "at", "of", "the", "a", "an", "by", "from", "each", "other",
    ]
}
