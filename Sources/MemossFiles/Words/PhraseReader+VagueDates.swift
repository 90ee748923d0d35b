internal import Bytes

/// Words that people write for a time, but that name no date.
extension PhraseReader {
    /// What to write instead of `someday`, `mid december` or `easter`; nil for other words.
    ///
    /// - Parameter first: the place of the first word.
    func vagueDate(from first: Int = 0) -> ParseError? {
        var reader = self
        reader.position = first
        reader.skip("in", "by", "the", "next")
        let start = reader.position
        // `first week of january`
        if reader.accept("last") || ((try? reader.ordinal()) ?? nil) != nil, let part = reader.word(),
            part.isOne(of: "week", "weekend", "half", "fortnight", "quarter", "days", "weeks"),
            reader.word(1)?.isOne(of: "of", "in") == true
        {
            reader.position = reader.tokens.count
            let reason = "names no day: write one like '5 january' or 'end of month'"
            return reader.fault("\(reader.quote(from: start)) \(reason)", from: start)
        }
        reader.position = start
        if start > 0, reader.digits() == 4, start + 1 == reader.tokens.count, let year = reader.number(),
            2000...2100 ~= year
        {
            reader.position += 1
            return reader.fault("'\(year)' names no day: write '1 jan \(year)' or '31 dec \(year)'", from: start)
        }
        guard let word = reader.word() else { return nil }
        reader.position += 1
        let reason: String
        if let month = Month(word) {
            let readings = reader.days(of: month)
            guard reader.isAtEnd else { return nil }
            reason = "is not a day: write \(readings)"
        } else if PhraseUnit(word) != nil, word.count > 2, word.last != UInt8(ascii: "s") {
            guard reader.isAtEnd else { return nil }
            reason = "does not say which one: write 'in \(word == "hour" ? "an" : "a") \(word)'"
        } else {
            guard let found = reader.vague(word, from: start) else { return nil }
            reason = found
        }
        return reader.fault("\(reader.quote(from: start)) \(reason)", from: start)
    }

    /// The first and the last day of a month, and of its year if that follows.
    mutating func days(of month: Month) -> String {
        let year = year()
        let name = month.name.lowercased() + (year.map { " \($0.padded(4))" } ?? "")
        // `1 december 1930` may be at 19:30.
        let first = year.flatMap {
            2000...2100 ~= $0 ? nil : CivilDate(year: $0, month: month.number, day: 1)?.description
        }
        return "'\(first ?? "1 \(name)")' or 'end of \(name)'"
    }

    /// The usual time of what is at another time for everybody: `lunch`, `after work`, `close of business`.
    static func time(ofLife word: ShortWord, after next: ShortWord?) -> String? {
        switch word {
        case "breakfast", "sunrise", "dawn": "7:30"
        case "lunch", "lunchtime": "12:30"
        case "cob", "eob": "17:00"
        case "dinner", "dinnertime", "teatime", "bedtime", "sunset", "dusk": "20:30"
        case "after":
            ["work": "18:00", "lunch": "13:30", "school": "16:00", "dinner": "20:30", "breakfast": "8:30"][
                next?.description ?? ""
            ]
        default: nil
        }
    }

    /// Why words name no time, which is at another time for everybody.
    static func notFixed(_ examples: String) -> String { "is not a fixed time: write it like \(examples)" }

    /// The phrase with a time instead of the words from `start` to the position, if that is a date or a rule.
    private func examples(_ time: String, from start: Int) -> String {
        let before = text(in: 0..<tokens[start].range.lowerBound).trimmingBlanks
        let end = tokens[max(start, position - 1)].range.upperBound
        let form = "\(before) \(time)\(text(in: end..<text.utf8.count))".trimmingBlanks
        let words = form.split(separator: " ").map(String.init)
        let isWhole = max(WhenPhrase.length(in: words), RulePhrase.length(in: words)) == words.count
        return isWhole && words.count > 1 ? "'\(form)'" : "'\(time)' or 'tomorrow \(time)'"
    }

    private mutating func vague(_ word: ShortWord, from start: Int) -> String? {
        if let time = Self.time(ofLife: word, after: self.word()) {
            if word == "after" { position += 1 }
            return Self.notFixed(examples(time, from: start))
        }
        switch word {
        case "asap": return "is not a date: write 'now' or 'today'"
        case "later" where !isAtEnd:
            guard acceptWord("today", "tonight", "this") else {
                return "does not say when: write 'in 3 hours' or a date"
            }
            guard self.word(-1) == "this" else { return "does not say when: write 'in 3 hours' or 'tonight'" }
            position = tokens.count
            return "does not say when: write a day, such as 'friday'"
        case _ where Self.wordsForSomeday.contains(word.description):
            return "is not a date: write one like \(Kind.when.examples)"
        case "easter", "thanksgiving", "pentecost", "ramadan", "diwali", "hanukkah":
            return "is on a different date every year: write the day, as in '25 dec' or 'in 2 weeks'"
        case "mother", "mothers", "mother’s", "father", "fathers", "father’s", "labor", "labour", "memorial",
            "presidents",
            "columbus", "black", "cyber":
            acceptGenitive()
            guard acceptWord("day", "friday", "monday") else { return nil }
            return "is on a different date every year: write the day, as in '25 dec'"
        case "spring", "summer", "autumn", "winter":
            return isAtEnd ? "is not a day: write one like '1 march' or 'in 3 months'" : nil
        case "q":
            guard let number = number(), 1...4 ~= number, let first = Month(rawValue: Int8(3 * number - 2)),
                let last = Month(rawValue: Int8(3 * number))
            else { return nil }
            position += 1
            return "is not a day: write '1 \(first.name.lowercased())' or 'end of \(last.name.lowercased())'"
        case "repeat", "repeating", "recurring":
            guard position < tokens.count else { return nil }
            let rest = text(in: tokens[position].range.lowerBound..<text.utf8.count)
            // To parse it whole would explain what is wrong with it, in which this word occurs again.
            let words = rest.split(separator: " ").map(String.init)
            guard RulePhrase.length(in: words, expectsRule: true) == words.count else { return nil }
            position = tokens.count
            return "has a word too many: write '\(rest)'"
        case "close" where acceptWord("of") && acceptWord("business"):
            return Self.notFixed(examples("17:00", from: start))
        case "new" where acceptWord("year"): return "names no day: write '1 jan'"
        case "midweek": return "is not a day: write 'wednesday'"
        case "sod": return Self.notFixed("'tomorrow 9:00'")
        case "good", "ash", "palm", "shrove":
            guard acceptWord("friday", "wednesday", "sunday", "tuesday") else { return nil }
            return "is on a different date every year: write the day, as in '2 apr'"
        case "end" where acceptWord("of") && self.word() == "q" && number(1) != nil:
            position += 2
            return "is not a day: write one like 'end of march'"
        case "this":
            return unit().flatMap {
                $0 == .day || $0 == .week || $0 > .fortnight ? "is not a day: write 'today' or 'end of the \($0)'" : nil
            }
        case "sow": return "is not a date: write 'next monday'"
        case "soy": return "is not a date: write '1 jan'"
        case "mid", "middle", "early", "late":
            _ = accept(sign: "-")
            skip("of", "in", "the", "next")
            guard let month = month() else {
                return unit() == nil ? nil : "names no day: write one like 'the 15th' or 'end of month'"
            }
            let day = word == "early" ? 5 : word == "late" ? 25 : 15
            let name = month.name.lowercased()
            return "is not a day: write one like '\(day) \(name)' or 'end of \(name)'"
        default: return nil
        }
    }

    static let wordsForSomeday: Set = ["someday", "sometime", "eventually", "later", "soon", "whenever"]

    /// Whether a word has a meaning in dates and rules, and so is not a misspelling of another.
    static func isKnown(_ word: String) -> Bool {
        if Weekday(lowercased: word) != nil || Month(lowercased: word) != nil || PhraseUnit(ShortWord(word)) != nil {
            return true
        }
        var reader = PhraseReader(word, now: CivilDateTime(.min), times: .usual)
        if reader.numberWord() != nil { return true }
        reader.position = 1
        return dayNames.contains(word) || shortNames.contains(word) || adverbs.contains(word)
            || holidayNames.contains(word) || ordinals.contains(word) || otherWords.contains(word)
            || reader.vague(ShortWord(word), from: 0) != nil
    }

    private static let otherWords: Set = [
        "noon", "midnight", "now", "tonight", "in", "on", "at", "of", "the", "a", "an", "by", "from", "each", "other",
        "after", "before", "until", "for", "around", "about", "within", "starting", "repeat", "repeating", "recurring",
        "eob", "cob",
    ]
}
