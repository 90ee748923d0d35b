internal import Bytes

/// A whole phrase, the longest one at the beginning of some words, and what may come next.
extension PhraseReader {
    typealias Reading<Value> = (inout PhraseReader) throws(ParseError) -> Value?

    /// The kinds of phrases, for messages.
    enum Kind {
        case when, duration, rule

        var name: String {
            switch self {
            case .when: "date"
            case .duration: "duration"
            case .rule: "rule"
            }
        }

        var examples: String {
            switch self {
            case .when: "'tomorrow 9am' or '25 dec'"
            case .duration: "'90 min' or '2 weeks'"
            case .rule: "'every 2 weeks on monday' or 'monthly on 31'"
            }
        }
    }

    static func whole<Value>(
        _ text: String,
        _ kind: Kind,
        now: CivilDateTime,
        times: PartsOfDay,
        accepting isAccepted: (Value, PhraseReader) -> Bool = { _, _ in true },
        _ read: Reading<Value>
    ) throws(ParseError) -> Value {
        let isValid = { (other: String) in
            var reader = PhraseReader(other, now: now, times: times)
            guard let value = try? read(&reader) else { return false }
            return reader.isAtEnd && isAccepted(value, reader)
        }
        var reader = PhraseReader(text, now: now, times: times)
        do throws(ParseError) {
            if let value = try read(&reader), reader.isAtEnd { return value }
        } catch {
            throw kind == .rule ? reader.cron(isValid) ?? error : error
        }
        reader = PhraseReader(text, now: now, times: times, isExplaining: true)
        _ = try read(&reader)
        throw reader.explanation(kind, isValid: isValid)
    }

    /// - Parameter words: as the shell gives them; a phrase ends with one.
    static func longest<Value>(
        _ words: [String],
        now: CivilDateTime,
        times: PartsOfDay,
        _ read: Reading<Value>
    ) throws(ParseError) -> (reading: Value, count: Int)? {
        var count = min(words.count, 24)
        while count > 0 {
            var ends: [Int] = []
            var text = ""
            for word in words.prefix(count) {
                text += ends.isEmpty ? word : " " + word
                ends.append(text.utf8.count)
            }
            var reader = PhraseReader(text, now: now, times: times)
            guard let value = try read(&reader) else { return nil }
            guard !reader.isAtEnd else { return (value, count) }
            let next = reader.tokens[reader.position].range.lowerBound
            let whole = ends.prefix { $0 <= next }.count
            // A phrase that ends within a word is read again without that word.
            let end = reader.position > 0 ? reader.tokens[reader.position - 1].range.upperBound : 0
            if whole > 0, end <= ends[whole - 1] { return (value, whole) }
            count = whole
        }
        return nil
    }

    /// The number of words that the phrase at the beginning of these words has.
    ///
    /// - Parameter countsFaults: whether to count the words of an impossible or ambiguous phrase, up to the fault.
    static func length<Value>(of words: [String], countsFaults: Bool, _ read: Reading<Value>) -> Int {
        let moment = CivilDateTime(CivilDate(unchecked: 2000, 1, 1))
        do throws(ParseError) {
            let found = try longest(words, now: moment, times: .usual) { reader throws(ParseError) in
                reader.checksNow = false
                return try read(&reader)
            }
            return found?.count ?? 0
        } catch {
            guard countsFaults else { return 0 }
            var end = -1
            return 1
                + (words.firstIndex { word in
                    end += 1 + word.utf8.count
                    return end >= error.offset + error.length
                } ?? 0)
        }
    }

    /// The date that a text begins with, as `fri` of `fri-sun`, which ends within a word.
    static func date(atStartOf text: String) -> String? {
        var reader = PhraseReader(text, now: CivilDateTime(.min), times: .usual)
        reader.checksNow = false
        guard (try? reader.when(timeIsToday: false)) != nil, reader.position > 0 else { return nil }
        return reader.text(in: reader.range(from: 0))
    }

    static func continuations(of text: String, _ read: Reading<Bool>) -> [String] {
        let isNewWord = text.utf8.last.map { $0 == 32 || $0 == UInt8(ascii: ",") } ?? true
        let start = isNewWord ? text.endIndex : text.utf8.lastIndex { $0 == 32 }.map { text.utf8.index(after: $0) }
        let beginning = text[..<(start ?? text.startIndex)]
        let word = text[(start ?? text.startIndex)...].lowercased()
        var reader = PhraseReader(String(beginning), now: CivilDateTime(.min), times: .usual, isExplaining: true)
        guard (try? read(&reader)) != nil, reader.furthest == reader.tokens.count else { return [] }
        var found: [String] = []
        for next in reader.expected where next.hasPrefix(word) && !found.contains(next) { found.append(next) }
        return found
    }

    /// The number of words and signs up to which a text is explained.
    private static let mostExplained = 60

    /// Why the text is not a phrase: the words at the furthest place that was reached are wrong.
    private func explanation(_ kind: Kind, isValid: (String) -> Bool) -> ParseError {
        guard !tokens.isEmpty else { return ParseError("no \(kind.name): write one like \(kind.examples)") }
        // A long text is no phrase with a fault, and looking for one would take as long as its length squared.
        guard tokens.count <= Self.mostExplained else {
            let word = quoted(text(in: tokens[position < tokens.count ? position : 0].range))
            return ParseError("\(word) is not part of a \(kind.name): write one like \(kind.examples)")
        }
        if kind == .when, let fault = vagueDate() { return fault }
        if kind == .when, let fault = arithmetic(isValid) ?? dateAdvice(isValid) ?? span(isValid: isValid) {
            return fault
        }
        if kind == .when, position < tokens.count, let fault = misplaced(isValid: isValid) { return fault }
        var place = max(furthest, position)
        if kind == .rule, let fault = timesMark(at: place, isValid: isValid) ?? ruleAdvice(isValid) { return fault }
        if place == tokens.count {
            if kind == .rule, let fault = lastNumber(isValid: isValid) { return fault }
            if let error = incomplete(kind, isValid: isValid) { return error }
            // Nothing that could follow would make it right.
            place = min(position, tokens.count - 1)
        }
        var end = place + 1
        while end < tokens.count, tokens[end].isJoined { end += 1 }
        var start = place
        while start > 0, tokens[start].isJoined { start -= 1 }
        var reader = self
        reader.position = end
        let range = reader.range(from: start)
        let word = text(in: range)
        // A word that means something is not misspelt: `fortnight` is not `tonight`, nor `soon` `noon`.
        let isMisspelt = place == furthest && word.utf8.count > 2 && !Self.isKnown(word.lowercased())
        let candidates = isMisspelt ? expected.filter { !$0.contains(where: \.isNumber) } : []
        // `tue` for `tus`
        let abbreviations = word.utf8.count > 4 ? [] : candidates.filter(Self.isDayOrMonth).map { String($0.prefix(3)) }
        let suggestion =
            Spelling.nearest(to: word, among: candidates + abbreviations, limit: 8)
            // `biweekly` is not `weekly`.
            .filter { !word.lowercased().hasSuffix($0) && (word.utf8.count > 3 || $0.first == word.lowercased().first) }
            .map { replacing(range, by: $0) }.first(where: isValid)
            ?? withOtherPreposition(before: start, isValid: isValid)
        reader.position = start
        let others = start > 0 ? rephrased(from: range.lowerBound, kind, isValid) : []
        if kind == .rule, suggestion == nil, others.count > 1 {
            let written = others.map { "'\($0)'" }.joined(separator: " or ")
            let reason = "\(quoted(word)) cannot follow \(reader.quote(from: 0)) in a rule: write \(written)"
            return ParseError(reason, offset: range.lowerBound, length: range.count)
        }
        if suggestion == nil, let fault = unanchored(kind, at: start) { return fault }
        if suggestion == nil, start > 0, let fault = vagueWord(at: start, kind) { return fault }
        if kind == .rule, suggestion == nil, let fault = completed(isSign: false, isValid) { return fault }
        let reason =
            start == 0
            ? "\(quoted(word)) is not a \(kind.name)"
            : "\(quoted(word)) cannot follow \(reader.quote(from: 0)) in a \(kind.name)"
        let message = "\(reason): write one like \(kind.examples)"
        // `3 days`
        let every = kind == .rule && start == 0 ? "every \(text.trimmingBlanks)" : ""
        return ParseError(
            message,
            suggestion: suggestion ?? (isValid(every) ? every : nil) ?? exchanged(word, at: range, isValid)
                ?? plain(isValid) ?? unglued(word, at: range, isValid) ?? others.first ?? respelt(isValid)
                ?? (kind == .when ? withoutPrepositions(isValid) : nil),
            offset: range.lowerBound,
            length: range.count
        )
    }

    /// The text with something else at a place.
    func replacing(_ range: Range<Int>, by other: String) -> String {
        (text(in: 0..<range.lowerBound) + other + text(in: range.upperBound..<text.utf8.count)).trimmingBlanks
    }

    /// `tomorrow 9am` for `tomorrow (9am)!`
    private func plain(_ isValid: (String) -> Bool) -> String? {
        var plain = text.filter { !"()[]{}<>~*!?;…\"".contains($0) }
        if plain.hasSuffix(".") { plain.removeLast() }
        guard plain != text, isValid(plain) else { return nil }
        // `every 3 days!` is counted from completion.
        let every = "every! " + plain.trimmingBlanks.dropFirst(6)
        return text.contains("!") && isValid(every) ? every : plain.trimmingBlanks
    }

    private static func isDayOrMonth(_ word: String) -> Bool {
        Weekday(lowercased: word) != nil || Month(lowercased: word) != nil
    }

    /// A number that may be an hour, or a second day or time.
    private func misplaced(isValid: (String) -> Bool) -> ParseError? {
        let bytes = Array(text.utf8)
        let isShort = digits() == 3 && number().map { $0 >= 100 && $0 % 100 < 60 } ?? false
        if let number = number(), digits() == 4 || isShort || number < 24, !isJoined(1) {
            let range = tokens[position].range
            let isHour = digits() < 3
            let time = isHour ? "\(number):00" : "\(number / 100):\((number % 100).padded(2))"
            let suggestion = String(
                decoding: bytes[..<range.lowerBound] + time.utf8 + bytes[range.upperBound...],
                as: UTF8.self
            )
            guard isValid(suggestion) else { return nil }
            if isHour, 1...Self.latestEitherHour ~= number, digits() == 1 {
                let reason = "'\(number)' does not say which half of the day: write '\(number)am' or '\(number)pm'"
                return ParseError(reason, offset: range.lowerBound, length: range.count)
            }
            if isShort, 1...Self.latestEitherHour ~= number / 100 {
                let readings = "'\(time)' or '\(number / 100 + 12):\((number % 100).padded(2))'"
                let reason = "\(quoted(text(in: range))) does not say which half of the day: write \(readings)"
                return ParseError(reason, offset: range.lowerBound, length: range.count)
            }
            if digits() == 4, tokens.count == 1, 1970...2059 ~= number {
                let readings = "'\(time)' or '1 jan \(number)'"
                let reason = "'\(number)' may be a time or a year: write \(readings)"
                return ParseError(reason, offset: range.lowerBound, length: range.count)
            }
            let reason = "\(quoted(text(in: range))) does not say whether it is \(isHour ? "an hour" : "a time")"
            return ParseError(reason, suggestion: suggestion, offset: range.lowerBound, length: range.count)
        }
        // `3 dec 26`
        if position > 0, digits() == 2, !isJoined(1), let year = number(), let month = word(-1),
            Month(month) != nil
        {
            let range = tokens[position].range
            let suggestion = String(
                decoding: bytes[..<range.lowerBound] + "20\(year)".utf8 + bytes[range.upperBound...],
                as: UTF8.self
            )
            let reason = "a year has four digits, and '\(year)' is not an hour"
            if isValid(suggestion) {
                return ParseError(reason, suggestion: suggestion, offset: range.lowerBound, length: range.count)
            }
        }
        guard position > 0, isValid(String(decoding: bytes[..<tokens[position].range.lowerBound], as: UTF8.self)) else {
            return nil
        }
        var reader = self
        let isTime = (try? reader.time(allowsHour: false)) != nil
        guard isTime || (try? reader.day(isFirst: false)) != nil else { return nil }
        let second = reader.quote(from: position)
        return reader.fault("\(second) is a second \(isTime ? "time" : "day"): give only one", from: position)
    }

    /// `every month 15`, `dec 25 2027`: a number at the end of a rule, which can be a day, an hour, a count or a year.
    private func lastNumber(isValid: (String) -> Bool) -> ParseError? {
        guard tokens.count > 1, let token = tokens.last, case .number(let number?) = token.kind, !token.isJoined else {
            return nil
        }
        let before = text(in: 0..<token.range.lowerBound).trimmingBlanks
        // `every 2 hours from 8`
        if case .word(let word) = tokens[tokens.count - 2].kind, word.isOne(of: "from", "until", "starting", "on") {
            return nil
        }
        let quote = quoted(text(in: token.range))
        let place = (offset: token.range.lowerBound, length: token.range.count)
        guard token.range.count < 4 else {
            guard isValid(before) else { return nil }
            let clock = "\(before) at \(number / 100):\((number % 100).padded(2))"
            if token.range.count == 4, !(2000...2100 ~= number), isValid(clock) {
                let reason = "\(quote) does not say whether it is a time"
                return ParseError(reason, suggestion: clock, offset: place.offset, length: place.length)
            }
            let reason = "\(quote) is a year, and a rule repeats: write '\(before)' for every year"
            return ParseError(reason, offset: place.offset, length: place.length)
        }
        let clock = 1...Self.latestEitherHour ~= number ? ["\(number)am", "\(number)pm"] : ["\(number):00"]
        let all =
            ["\(before) on the \(ordinalText(number))"] + clock.map { "\(before) at \($0)" }
            + ["\(before) for \(number) times"]
        let readings = all.filter(isValid).prefix(clock.count + 1).map { "'\($0)'" }
        guard !readings.isEmpty else { return nil }
        let reason = "\(quote) does not say what it is: write \(readings.joined(separator: " or "))"
        return ParseError(reason, offset: place.offset, length: place.length)
    }

    /// The text ends too early.
    private func incomplete(_ kind: Kind, isValid: (String) -> Bool) -> ParseError? {
        var examples: [String] = []
        for next in expected where examples.count < 2 && !examples.contains(next) && isValid("\(text) \(next)") {
            examples.append(next)
        }
        guard !examples.isEmpty || position == tokens.count else { return nil }
        var reader = self
        reader.position = tokens.count
        let shown = text(in: reader.range(from: 0))
        let written = examples.map { "'\(shown) \($0)'" }.joined(separator: " or ")
        let isShort = examples.count < 2
        let reason =
            "\(quoted(shown)) is an incomplete \(kind.name): write one like \(isShort ? kind.examples : written)"
        return ParseError(reason, offset: text.utf8.count)
    }
}
