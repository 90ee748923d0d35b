extension CaptureLine {
    /// Words that may belong to a phrase or to the title.
    struct Doubt {
        /// The words, as typed.
        var words: String
        var part: Part
        var isRule: Bool { part == .rule }
        /// What the phrase is written after.
        var lead: String { part == .deadline ? "@due " : "@" }
        /// The word with `@`.
        var mark: Word
        /// The words of the phrase and those after it.
        var texts: [String]
        /// The number of words of the phrase; a shorter one of `start` words is valid too if that is less.
        var length: Int
        var start: Int

        /// Whether the phrase begins with the word after the mark: `@ friday`, `@due friday`.
        var isApart: Bool { part == .deadline || mark.text.utf8.count == 1 }
    }

    /// How the line is written if the number in `@friday 5 slides` belongs to the title; nil if no date is before it.
    func titleReading(
        _ mark: Word,
        _ texts: [String],
        _ now: CivilDateTime,
        _ times: PartsOfDay
    ) -> String? {
        let words = Word.all(in: text).map(\.text)
        for count in (1..<max(1, min(texts.count - 1, 6))).reversed() where texts[count].first?.isNumber == true {
            let phrase = Array(texts[..<count])
            guard max(WhenPhrase.length(in: phrase), RulePhrase.length(in: phrase)) == count else { continue }
            let title = words[..<mark.number] + words.dropFirst(mark.number + count)
            if let line = line(Array(title), PhraseEnd.spelled(phrase), now, times) { return line }
        }
        return nil
    }

    /// Why the end of a phrase is unclear, and how each reading is written: with the phrase at the end of the line.
    func reason(of doubt: Doubt, _ now: CivilDateTime, _ times: PartsOfDay) -> String {
        let part = doubt.isRule ? "rule" : doubt.part == .deadline ? "deadline" : "date"
        let (texts, mark) = (doubt.texts, doubt.mark)
        let before = Word.all(in: text).prefix(mark.number).map(\.text)
        let after = Word.all(in: text).dropFirst(mark.number + (doubt.isApart ? 1 : 0) + texts.count)
        let readings = (doubt.start < doubt.length ? [doubt.start, doubt.length] : [doubt.length])
            .compactMap { count -> String? in
                let title = before + texts[count...] + after.map(\.text)
                return line(title, PhraseEnd.spelled(Array(texts.prefix(count))), now, times, after: doubt.lead)
            }
        guard doubt.start == doubt.length else {
            let written = readings.isEmpty ? "put the title after '--'" : "write " + readings.joined(separator: " or ")
            return "'\(doubt.words)' may belong to the \(part) or to the title: \(written)"
        }
        let phrase = Array(texts[..<doubt.length])
        let typed = phrase.joined(separator: " ")
        let written = { (phrase: String) in self.line([], phrase, now, times, after: doubt.lead) }
        if let first = PhraseEnd.beginning(ofSpan: doubt.words), let when = written("\(typed) \(first)") {
            return "'\(doubt.words)' is a span, and a reminder has a single time, its start: write \(when)"
        }
        var reason = "'\(doubt.words)' is not part of a valid \(part)"
        let time = PhraseEnd.time(behindPreposition: doubt.words)
        if let time, let when = written("\(typed) \(time)") { return "\(reason): for that time, write \(when)" }
        if time != nil, !doubt.isRule { reason = "'\(doubt.words)' is a second time, and a reminder has one" }
        if !doubt.isRule, PhraseEnd.unanchored(doubt.words.split(separator: " ").map(String.init), after: phrase) > 0,
            let preposition = doubt.words.split(separator: " ").first,
            let day = written("\(typed) \(preposition) 25 dec")
        {
            let title = readings.first.map { ", or \($0) if it belongs to the title" } ?? ""
            return "'\(doubt.words)' names no day: write a date, as in \(day)\(title)"
        }
        let title = readings.first.map { ", or \($0) if it belongs to the title" } ?? ""
        let rest = Array(texts[doubt.length...])
        if !doubt.isRule, let span = Self.span(typed + " " + rest.joined(separator: " "), now, times, after: doubt.lead)
        {
            return span + title
        }
        let meant = [rest, doubt.words.split(separator: " ").map(String.init)].lazy
            .flatMap { PhraseEnd.meant(by: $0, after: phrase) }.compactMap(written).first
        let others =
            meant.map { [$0] }
            ?? PhraseEnd.rephrased(phrase, doubt.words, isRule: doubt.isRule, now: now, times: times).compactMap(
                written
            )
        if !others.isEmpty {
            let written = others.joined(separator: " or ")
            return "\(reason): write \(written)\(title)"
        }
        return reason + (readings.first.map { "; if it belongs to the title, write \($0)" } ?? "")
    }

    /// That `dec 20 - dec 27` is a span, and where it begins; nil for other phrases.
    private static func span(
        _ phrase: String,
        _ now: CivilDateTime,
        _ times: PartsOfDay,
        after lead: String
    ) -> String? {
        do throws(ParseError) {
            _ = try WhenPhrase(parsing: phrase, now: now, times: times)
            return nil
        } catch {
            guard error.message.firstRange(of: " is a span") != nil,
                let place = error.message.firstRange(of: ": write '")
            else { return nil }
            return String(error.message[..<place.upperBound]) + lead + error.message[place.upperBound...]
        }
    }

    /// A line with a title and a phrase, in quotes; nil if it would be refused too. A rule says that it repeats if it must.
    ///
    /// - Parameter lead: what the phrase is written after, `@` or `@due`.
    func line(
        _ title: [String],
        _ phrase: String,
        _ now: CivilDateTime,
        _ times: PartsOfDay,
        after lead: String = "@"
    ) -> String? {
        let series = PhraseEnd.spelled(phrase.split(separator: " ").map(String.init))
        // `--` ends what is special.
        let forms =
            title.contains("--")
            ? []
            : [phrase.trimmingComma, series.trimmingComma].map { (title + [lead + $0]).joined(separator: " ") }
                + (title.isEmpty ? [] : ["\(lead)\(series) -- \(title.joined(separator: " "))"])
        let found = forms.first { Self.isValid($0, now, times) }
        return found.map { "'\($0)'" }
    }

    /// Whether a line has a phrase and no fault.
    static func isValid(_ line: String, _ now: CivilDateTime, _ times: PartsOfDay) -> Bool {
        let line = CaptureLine(parsing: line, now: now, times: times, isProbe: true)
        return line.faults.isEmpty && line.hasPhrase
    }

    /// How the words of the title that look like a date or a rule are written after `@`: `for the date, write: @15 dec`.
    /// `by 15 dec` has two readings. Empty if they would be refused there too.
    package func readings(ofUnused phrase: String, now: CivilDateTime, times: PartsOfDay) -> [(
        part: Part, text: String
    )] {
        let words = phrase.split(separator: " ").map(String.init)
        let isDeadline = words.count > 1 && Self.wordsForDeadline.contains(words[0].lowercased())
        let rest = words.dropFirst(isDeadline ? 1 : 0).joined(separator: " ")
        var found: [(part: Part, text: String)] = [(WhenPhrase.isPhrase(rest) ? .date : .rule, "@" + rest)]
        if isDeadline { found.append((.deadline, "@due " + rest)) }
        return found.filter { Self.isValid($0.text, now, times) }
    }
}
