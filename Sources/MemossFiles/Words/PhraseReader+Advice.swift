internal import Bytes

/// What to write instead of words that are no phrase. Advice is given only if it can be read itself.
extension PhraseReader {
    /// `9am` for `9ma`.
    func exchanged(_ word: String, at range: Range<Int>, _ isValid: (String) -> Bool) -> String? {
        let half = word.suffix(2).lowercased()
        guard half == "ma" || half == "mp", word.first?.isNumber == true else { return nil }
        let other = replacing(range, by: word.dropLast(2) + String(half.reversed()))
        return isValid(other) ? other : nil
    }

    /// `weekly on monday` for `weekly in monday`.
    func withOtherPreposition(before place: Int, isValid: (String) -> Bool) -> String? {
        let prepositions = ["on", "at", "in", "of"]
        guard place > 0, case .word(let word) = tokens[place - 1].kind, prepositions.contains(word.description) else {
            return nil
        }
        // `at 2027` would be 20:27.
        if case .number(let year?) = tokens[place].kind, 2000...2100 ~= year { return nil }
        if tokens[place].kind == .sign(UInt8(ascii: "-")) { return nil }
        let (bytes, range) = (Array(text.utf8), tokens[place - 1].range)
        return prepositions.lazy
            .map { String(decoding: bytes[..<range.lowerBound] + $0.utf8 + bytes[range.upperBound...], as: UTF8.self) }
            .first { isValid($0) }
    }

    /// `every week` for `everyweek`.
    func unglued(_ word: String, at range: Range<Int>, _ isValid: (String) -> Bool) -> String? {
        let other = PhraseEnd.unglued(word).map { replacing(range, by: $0.joined(separator: " ")) }
        return other.flatMap { isValid($0) ? $0 : nil }
    }

    /// `every wed` for `every month wed`.
    func rephrased(from start: Int, _ kind: Kind, _ isValid: (String) -> Bool) -> [String] {
        let before = text(in: 0..<start).split(separator: " ").map(String.init)
        let rest = text(in: start..<text.utf8.count).trimmingBlanks
        return PhraseEnd.rephrased(before, rest, isRule: kind == .rule, isValid: isValid)
    }

    /// `friday` for `until friday`, `in 3 days` for `within 3 days`, `tomorrow noon` for `tomorrow around noon`.
    func withoutPrepositions(_ isValid: (String) -> Bool) -> String? {
        let words = text.split(separator: " ").map(String.init)
        let all: Set = [
            "until", "till", "from", "starting", "around", "about", "within", "approximately", "circa", "by",
            "after", "before",
        ]
        guard words.contains(where: { all.contains($0.lowercased()) }) else { return nil }
        let plain = words.filter { !all.contains($0.lowercased()) }.joined(separator: " ")
        return ["in " + plain, plain].first { form in
            (form == plain || words[0].lowercased() == "within") && isValid(form)
        }
    }

    /// `2 days after christmas` for `christmas + 2 days`, `2 weeks from friday` for `friday in two weeks`.
    func arithmetic(_ isValid: (String) -> Bool) -> ParseError? {
        for index in tokens.indices.dropFirst().dropLast() {
            let direction: String
            switch tokens[index].kind {
            case .sign(UInt8(ascii: "+")): direction = "after"
            case .sign(UInt8(ascii: "-")) where !tokens[index].isJoined: direction = "before"
            case .word("in"): direction = "after"
            default: continue
            }
            let day = text(in: 0..<tokens[index].range.lowerBound).trimmingBlanks
            let rest = text(in: tokens[index + 1].range.lowerBound..<text.utf8.count).trimmingBlanks
            let isToday = ["today", "now"].contains(day.lowercased())
            // `christmas + 1`
            let amount = Int(rest).map { "\($0) day\($0 == 1 ? "" : "s")" } ?? rest
            guard let duration = try? CivilDuration(parsing: amount), duration.isWholeDays || isToday else { continue }
            let phrase = isToday && direction == "after" ? "in \(amount)" : "\(amount) \(direction) \(day)"
            guard isValid(day), isValid(phrase) else { continue }
            let range = tokens[index].range.lowerBound..<tokens[tokens.count - 1].range.upperBound
            let reason = "\(quoted(text(in: range).trimmingBlanks)) cannot follow a day"
            return ParseError(reason, suggestion: phrase, offset: range.lowerBound, length: range.count)
        }
        return nil
    }

    /// The `lunch` of `tomorrow lunch`, which is no time.
    func vagueWord(at place: Int, _ kind: Kind) -> ParseError? {
        let place = tokens[place - 1].kind == .word("after") ? place - 1 : place
        var reader = self
        reader.position = place
        guard let word = reader.word(), Month(word) == nil, PhraseUnit(word) == nil else { return nil }
        guard kind == .when || Self.time(ofLife: word, after: reader.word(1)) != nil else { return nil }
        return kind == .duration ? nil : reader.vagueDate(from: place)
    }

    /// `2 days before my birthday` names no day, and `6 weeks after the visit` no completion.
    func unanchored(_ kind: Kind, at place: Int) -> ParseError? {
        let index = tokens.indices.prefix(place + 1).dropFirst().last { index in
            ["before", "after", "from"].contains { tokens[index].kind == .word(ShortWord($0)) }
        }
        guard kind != .duration, let index, index + 1 < tokens.count else { return nil }
        // `+2w after`
        let amount = text(in: 0..<tokens[index].range.lowerBound).trimmingBlanks.drop { $0 == "+" }.description
        guard let duration = try? CivilDuration(parsing: amount) else { return nil }
        let range = tokens[index + 1].range.lowerBound..<tokens[tokens.count - 1].range.upperBound
        let preposition = text(in: tokens[index].range)
        let reason =
            kind == .rule
            ? "does not say what it is counted from: write 'every \(amount)' or '\(amount) after completion'"
            : duration.isWholeDays
                ? "names no day: write a date, as in '\(amount) \(preposition) 25 dec'"
                : "names no time: write one like 'tomorrow 17:00'"
        return ParseError("\(quoted(text(in: range))) \(reason)", offset: range.lowerBound, length: range.count)
    }
}

/// Corrects words of a whole phrase.
extension PhraseReader {
    /// `every tuesday and thursday` for `every tuseday and thrusday`.
    func respelt(_ isValid: (String) -> Bool) -> String? {
        let words = text.trimmingBlanks.split(separator: " ").map(String.init)
        let corrected = words.map { word in
            let letters = word.trimmingComma.lowercased()
            guard letters.utf8.count > 3, letters.allSatisfy(\.isLetter), !Self.isKnown(letters) else { return word }
            let near = Spelling.nearest(to: letters, among: Self.longWords).first { abs($0.count - letters.count) < 3 }
            return near.map { $0 + (word.hasSuffix(",") ? "," : "") } ?? word
        }
        let form = corrected.joined(separator: " ")
        return corrected != words && isValid(form) ? form : nil
    }

    private static let longWords =
        Weekday.names + Month.allCases.map { $0.name.lowercased() } + adverbs + dayNames + PhraseUnit.names + [
            "everyday", "weekday", "weekend", "morning", "afternoon", "evening", "night", "tonight", "between",
            "starting",
            "beginning", "until", "after", "before", "except", "first", "second", "third", "fourth", "midnight",
            "other",
            "alternate", "completion", "times", "christmas",
        ]
}
