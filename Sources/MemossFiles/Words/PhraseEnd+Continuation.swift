internal import Bytes

/// Words right after a phrase that go on with it in a form that no phrase has: `(9am)`, `9am,5pm`, `dec-feb`, `GMT+1`.
extension PhraseEnd {
    static func continuing(_ rest: [String], after phrase: [String], isRule: Bool) -> Int {
        let first = rest[0]
        let next = rest.count > 1 ? rest[1] : ""
        if let length = bracketed(rest, after: phrase) { return length }
        // `9am!`, `9am?`
        let plain = phrase + [String(first.prefix { !"!?;".contains($0) })]
        if plain.last != first, plain.last != "",
            max(WhenPhrase.length(in: plain), RulePhrase.length(in: plain)) == plain.count
        {
            return 1
        }
        if endsWithTime(phrase), let length = zone(rest) { return length }
        // `tomorrow wed` has a natural reading: tomorrow is no weekday.
        if isWeekday(first), !isWord(first, before: next), !isNearDay(phrase[0]) { return 1 }
        if isSeveral(first, isRule: isRule) || isRange(first, before: next) { return 1 }
        if first.lowercased() == "in", isYear(next) { return 2 }
        guard isRule else { return 0 }
        if let length = counted(rest) { return length }
        return isNumber(first) && (rest.count == 1 || isCapital(next)) ? 1 : 0
    }

    /// A word right after a phrase that may well be a word of the title, but is so short that nothing else would say so:
    /// the `wed` of `@tomorrow wed`, the `9` of `@daily 9 gym`.
    package static func leftover(in words: [String], after length: Int, isRule: Bool) -> String? {
        guard length < words.count else { return nil }
        let next = length + 1 < words.count ? words[length + 1] : ""
        let isCount = isPlural(next) || units.contains(next) || PhraseUnit(ShortWord(next)) != nil || next == "on"
        let isLeft = isWeekday(words[length]) || isRule && isNumber(words[length]) && !isCount
        return isLeft ? words[length] : nil
    }

    /// Refuses what is glued together, and so is not read at all: `@tomorrow/9am`, `@1 dec-9am`, `@m/w/f`.
    package static func glued(_ words: [String]) -> ParseError? {
        // `@tomorrow/budget`
        if let end = words.first?.firstIndex(where: { "/;|".contains($0) }), let word = words.first {
            let (first, rest) = (String(word[..<end]), String(word[word.index(after: end)...]))
            if isClear(first), rest.first?.isLetter == true, WhenPhrase.isPhrase(first), !WhenPhrase.isPhrase(rest) {
                let reason = "'@\(word)' is a date and a word without a blank between them: write '@\(first) \(rest)'"
                return ParseError(reason, length: word.utf8.count)
            }
        }
        for count in 1...max(1, min(3, words.count)) {
            let typed = words.prefix(count).joined(separator: " ")
            var parts = typed.split { " /-–—:;_|=".contains($0) }.map(String.init)
            if parts.count == count { parts = parts.flatMap { unglued($0) ?? [$0] } }
            guard parts.count > count else { continue }
            do throws(ParseError) {
                _ = try WhenPhrase(parsing: typed, now: CivilDateTime(CivilDate(unchecked: 2000, 1, 1)))
            } catch {
                // `@9am-5pm`, `@dec 24-26`
                if error.message.firstRange(of: " is a span") != nil { return error }
            }
            // `@may 5/6` is one of two days.
            if typed.contains("/"), parts.count(where: { Int($0) != nil }) > 1 { continue }
            // `@2/week` is not in two weeks.
            let hasNumber = parts.contains { Int($0) != nil }
            guard !hasNumber || !parts.contains(where: { PhraseUnit(ShortWord($0)) != nil }) else { continue }
            let letters = parts.joined()
            let phrase =
                RulePhrase.length(in: ["every", letters]) == 2 && parts.allSatisfy { $0.count < 3 } ? [letters] : parts
            let isRule = RulePhrase.length(in: phrase) == phrase.count
            guard isRule || WhenPhrase.length(in: phrase) == phrase.count else { continue }
            let written =
                isRule && !phrase[0].lowercased().hasPrefix("every") ? spelled(phrase) : phrase.joined(separator: " ")
            let series = phrase.count == 1 ? "every \(letters)" : written
            let reason = "'@\(typed)' is not a date: write '@\(series)'"
            return ParseError(reason, length: typed.utf8.count)
        }
        return nil
    }

    /// The words of `everyweek`, `nextfriday` and `endofmonth`; nil for other words.
    static func unglued(_ word: String) -> [String]? {
        let lower = word.lowercased()
        let found = beginnings.first { lower.hasPrefix($0.joined()) && lower.utf8.count > $0.joined().utf8.count }
        guard let found else { return nil }
        let words = found + [String(lower.dropFirst(found.joined().count))]
        return max(WhenPhrase.length(in: words), RulePhrase.length(in: words)) == words.count ? words : nil
    }

    /// What people write without a blank after it.
    private static let beginnings = [
        ["every", "other"], ["every"], ["each"], ["next"], ["this"], ["last"], ["on"], ["end", "of"], ["day", "after"],
        ["end", "of", "the"],
    ]

    /// `9am!` is 9am, but `every! 3 days` is a rule of its own.
    package static func withoutMark(_ word: String) -> String {
        guard word.utf8.last == UInt8(ascii: "!"), word.utf8.count > 1,
            !["every!", "each!"].contains(word.lowercased())
        else { return word }
        let plain = word.prefix(word.count - word.reversed().prefix { $0 == "!" }.count)
        return plain.isEmpty ? word : String(plain)
    }

    /// The words up to the end of a sentence, without its mark: those of `at noon.`, but all of `9 a.m.` and `1. dec`.
    package static func sentence(_ words: [String]) -> [String] {
        let end = words.firstIndex { word in
            let plain = withoutStop(word)
            return plain != word && !plain.contains(".") && plain.contains(where: \.isLetter)
                && Weekday(name: plain) == nil && Month(name: plain) == nil
        }
        guard let end else { return words }
        return words[..<end] + [withoutStop(words[end])]
    }

    private static func withoutStop(_ word: String) -> String {
        String(word.prefix(word.count - word.reversed().prefix { ".…;?".contains($0) }.count))
    }

    // MARK: Proposals

    /// The phrase with the words after it, in forms that can be read: at most two, the likeliest first.
    package static func rephrased(
        _ phrase: [String],
        _ doubtful: String,
        isRule: Bool,
        now: CivilDateTime,
        times: PartsOfDay = .usual
    ) -> [String] {
        rephrased(phrase, doubtful, isRule: isRule) { form in
            isRule
                ? (try? RulePhrase(parsing: form, now: now, times: times)) != nil
                : (try? WhenPhrase(parsing: form, now: now, times: times)) != nil
        }
    }

    static func rephrased(
        _ phrase: [String],
        _ doubtful: String,
        isRule: Bool,
        isValid: (String) -> Bool
    ) -> [String] {
        let before = phrase.joined(separator: " ").trimmingComma
        var words = bare(doubtful).split(separator: " ").map(String.init)
        // `and thu`, `on mon`
        if words.count == 2, isWeekday(words[1]), ["and", "&", "plus", "then", "on"].contains(words[0].lowercased()) {
            words.removeFirst()
        }
        // `not sunday`, `since monday`
        if let other = synonyms[words.first?.lowercased() ?? ""] { words[0] = other }
        let after = words.joined(separator: " ")
        var forms = ["\(before) \(after)"]
        var most = 1
        if isRule, let length = counted(words), length == words.count,
            let count = words.lazy.compactMap({ Int($0.filter(\.isNumber)) }).first
        {
            forms = ["\(before) for \(count) times"]
        } else if let number = Int(after), after.utf8.count < 3 {
            let clock = "\(before) at \(number)"
            most = 2
            forms =
                ["\(before) on the \(ordinalText(number))"]
                + (1...8 ~= number ? ["am", "pm"] : [":00"]).map { clock + $0 }
            // `1 dec 26`
            if !isRule, after.utf8.count == 2 { forms.append("\(before) 20\(after)") }
        } else if isWeekday(after) {
            most = 2
            let last = phrase.count > 1 ? phrase.dropLast().joined(separator: " ") : ""
            // `every day at 9 on tuesday`
            let head = phrase.map { $0.lowercased() }
            let time =
                head[0] == "daily" ? head.dropFirst() : head.starts(with: ["every", "day"]) ? head.dropFirst(2) : []
            let series = (["every", after] + time.filter { $0 != "on" }).joined(separator: " ")
            forms =
                isRule
                ? ["\(last) and \(after) \(phrase.last ?? "")", series, "\(before) on the 1st \(after)"]
                : ["\(after) \(before)"]
        } else if let first = after.split(whereSeparator: { ",/|+-–—".contains($0) }).first.map(String.init),
            first != after, first.contains(where: \.isLetter) || first.contains(":")
        {
            // Of several times, a reminder has the first.
            forms += ["\(before) at \(after)", "\(before) \(first)"]
        } else {
            forms += ["at", "on", "of"].map { "\(before) \($0) \(after)" }
            if isRule { forms.append("\(before), \(after)") }
        }
        return Array(forms.filter(isValid).prefix(most))
    }

    /// A rule after a date in the order that can be read, and a word that is spelt correctly: `9am daily` for `daily at 9am`,
    /// `weekly` for `(weekly)` and `then weekly`, `morning` for `mornign`.
    static func meant(by rest: [String], after phrase: [String]) -> [String] {
        let before = phrase.joined(separator: " ").trimmingComma
        let joiners: Set = ["then", "and", "+", "/", "-", "&"]
        let words = rest.drop { joiners.contains($0.lowercased()) }.map { bare($0).trimmingComma }
        let after = words.joined(separator: " ")
        var forms: [String] = []
        let length = RulePhrase.length(in: words)
        if length > 0, length == words.count {
            for place in words.indices.dropFirst() {
                let time = words[place...].joined(separator: " ")
                let often = words[..<place].joined(separator: " ")
                if WhenPhrase.isTime(time), RulePhrase.length(in: [often]) == 1 {
                    forms.append("\(before) \(time) \(often)")
                }
            }
            // `weekdays`
            if after.hasSuffix("days") { forms.append("\(before) every \(after.dropLast())") }
            forms += ["\(before) \(after)", "\(before) every \(after)"]
        }
        if let phrase = PhraseSpelling.continuation(in: phrase + words, after: phrase.count)?.phrase {
            forms.append(phrase)
        }
        return forms
    }

    private static let synonyms = [
        "not": "except", "no": "except", "excl": "except", "excl.": "except", "since": "starting", "ending": "until",
        "through": "until", "thru": "until",
    ]

    /// Without brackets and other marks around it.
    static func bare(_ text: String) -> String {
        let start = text.drop { openings.contains($0) }
        return String(start.prefix(start.count - start.reversed().prefix { closings.contains($0) }.count))
    }

    private static let openings = "([{<>~≈=*\"'"
    private static let closings = ")]}>*\"'!?;"

    // MARK: Kinds of words

    /// `(9am)`, `[9am]`, `~9am`, `(until 1 may)`, `(4 times)`: the number of words up to the closing bracket.
    private static func bracketed(_ rest: [String], after phrase: [String]) -> Int? {
        guard let mark = rest[0].first, openings.contains(mark), rest[0].utf8.count > 1 else { return nil }
        let closing = ["(": ")", "[": "]", "{": "}"][String(mark)]
        let end = closing.map { closing in rest.prefix(6).firstIndex { $0.contains(closing) } } ?? 0
        guard let end else { return nil }
        let words = rest[...end].map(bare).filter { !$0.isEmpty }
        guard let first = words.first else { return nil }
        let text = words.joined(separator: " ")
        let isQuoted = mark == "\"" || mark == "'"
        let length = max(WhenPhrase.length(in: words), RulePhrase.length(in: words))
        let isTold = length == words.count && (!isQuoted || text.contains(where: \.isNumber))
        let rest = Array(words.dropFirst())
        let isEnd =
            joiners.contains(first.lowercased()) && !rest.isEmpty
            && max(WhenPhrase.length(in: rest), RulePhrase.length(in: rest)) == rest.count
        let isGoingOn = RulePhrase.length(in: phrase + words) == phrase.count + words.count
        // `1 dec '26`
        if mark == "'", first.utf8.count == 2, isNumber(first) { return 1 }
        let isZone = words.count == 1 && zoneNames.contains(first.uppercased())
        return isTold || isEnd || isGoingOn || isZone || closing != nil && counted(words) == words.count ? end + 1 : nil
    }

    /// `PT`, `GMT+1`, `+0200`, `New York time`: the number of words.
    static func zone(_ rest: [String]) -> Int? {
        let first = bare(rest[0])
        if ["PT", "ET", "CT", "MT"].contains(first) || first == "Z" && rest.count == 1 { return 1 }
        let name = first.prefix { $0.isLetter }
        let offset = first.dropFirst(name.count)
        let isOffset =
            offset.first.map { "+-".contains($0) } == true && offset.dropFirst().allSatisfy { $0.isNumber || $0 == ":" }
        if isOffset, offset.count > 1, zoneNames.contains(name.uppercased()) || name.isEmpty && offset.count > 2 {
            return 1
        }
        // `New York time`, but not `Big Time`.
        let words = rest.prefix(3)
        guard let end = words.firstIndex(of: "time"), end > 0, words[..<end].allSatisfy(isCapital) else { return nil }
        return end + 1
    }

    /// Whether a word is several dates or times, or one with more after it: `9am,5pm`, `9am/10am`, `dec-feb`, `9amPT`.
    private static func isSeveral(_ word: String, isRule: Bool) -> Bool {
        let parts = word.split { ",/|+-–—".contains($0) }.map(String.init)
        guard parts.count > 1 else {
            let zone = ["PT", "ET", "Z"].first(where: word.hasSuffix)
            return zone.map { word.first?.isNumber == true && WhenPhrase.isTime(String(word.dropLast($0.utf8.count))) }
                ?? false
        }
        let isNamed = { (part: String) in
            Weekday(name: part) != nil || Month(name: part) != nil || ["noon", "midnight"].contains(part.lowercased())
                || part.contains(where: \.isNumber) && WhenPhrase.isTime(part)
        }
        if isRule, word.contains(","), parts.allSatisfy(isNumber) { return true }
        return parts.allSatisfy { isNamed($0) || isNumber($0) || $0 == "ish" } && parts.contains(where: isNamed)
    }

    /// `9-10`, `18–19` at the end of a line or before a title, but not `5-6 people`.
    private static func isRange(_ word: String, before next: String) -> Bool {
        let ends = word.split { "-–—".contains($0) }.compactMap { Int($0) }
        guard ends.count == 2, word.allSatisfy({ $0.isNumber || "-–—".contains($0) }), ends[0] < 24, ends[1] < 24 else {
            return false
        }
        return next.isEmpty || isCapital(next)
    }

    /// `for 10`, `x 10`, `10 mondays`, `4 times`
    private static func counted(_ words: [String]) -> Int? {
        guard let first = words.first?.lowercased() else { return nil }
        let next = words.count > 1 ? words[1].lowercased() : ""
        if ["for", "x", "×"].contains(first), isNumber(next) {
            return words.count == 2 || isCapital(words[2]) || words[2] == "mondays" ? 2 : nil
        }
        let digits = first.filter(\.isNumber)
        if words.count == 1, [digits + "x", "x" + digits].contains(first), !digits.isEmpty { return 1 }
        let isPluralDay = next.hasSuffix("s") && Weekday(name: String(next.dropLast())) != nil && next.utf8.count > 5
        return isNumber(first) && (isPluralDay || ["times", "occurrences"].contains(next)) ? 2 : nil
    }

    private static func isNumber(_ word: String) -> Bool {
        1...2 ~= word.utf8.count && word.utf8.allSatisfy { 0x30...0x39 ~= $0 }
    }

    private static func isYear(_ word: String) -> Bool {
        word.utf8.count == 4 && Int(word).map { 2000...2100 ~= $0 } ?? false
    }

    private static func isNearDay(_ word: String) -> Bool {
        ["today", "tod", "tomorrow", "tom", "tmr", "tmrw", "tmw", "yesterday"].contains(word.lowercased())
    }
}
