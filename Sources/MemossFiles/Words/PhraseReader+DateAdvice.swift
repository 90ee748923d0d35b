/// What to write instead of words that are no date.
extension PhraseReader {
    func dateAdvice(_ isValid: (String) -> Bool) -> ParseError? {
        sameTimeLast(isValid) ?? beside(isValid) ?? about(isValid) ?? dash() ?? period(isValid) ?? numbers(isValid)
            ?? lasting(isValid) ?? reworded(.when, isValid) ?? alternatives(.when, isValid)
    }

    private var words: [String] { text.lowercased().split(separator: " ").map(String.init) }

    private func refusal(_ reason: String) -> ParseError {
        ParseError("\(quoted(text.trimmingBlanks)) \(reason)", length: text.utf8.count)
    }

    /// `tomorrow same time`
    private func sameTimeLast(_ isValid: (String) -> Bool) -> ParseError? {
        let words = words
        guard words.count > 2, ["same", "this"].contains(words[words.count - 2]), words.last == "time" else {
            return nil
        }
        let form = (words.suffix(2) + words.dropLast(2)).joined(separator: " ")
        return isValid(form) ? refusal("is written in another order: write '\(form)'") : nil
    }

    /// `after friday`, `before friday`, `in -1 days`
    private func beside(_ isValid: (String) -> Bool) -> ParseError? {
        guard let first = words.first, tokens.count > 1 else { return nil }
        let rest = text(in: tokens[1].range.lowerBound..<text.utf8.count).trimmingBlanks
        if first == "in", rest.hasPrefix("-") {
            let form = rest.dropFirst().description.trimmingBlanks + " ago"
            return isValid(form) ? refusal("is in the past: write '\(form)'") : nil
        }
        if ["after", "for"].contains(first), isValid("in \(rest)") {
            return refusal("does not say from when: write 'in \(rest)'")
        }
        if let seconds = words.last, ["second", "seconds", "sec", "secs", "s"].contains(seconds) {
            return isValid("in 1 minute")
                ? refusal("is too short, as seconds are not counted: write 'in 1 minute'") : nil
        }
        let amount = tokens.count > 2 ? text(in: tokens[1].range.lowerBound..<text.utf8.count).trimmingBlanks : ""
        if ["next", "last", "past"].contains(first), !amount.isEmpty {
            let form = first == "next" ? "in \(amount)" : "\(amount) ago"
            guard isValid(form) else { return nil }
            return refusal("is a span: write '\(form)' for one day")
        }
        guard ["after", "before"].contains(first), isValid("1 day \(first) \(rest)") else { return nil }
        return refusal("does not say how long \(first): write it like '1 day \(first) \(rest)'")
    }

    /// `around 6`, `about 9:30`
    private func about(_ isValid: (String) -> Bool) -> ParseError? {
        guard ["around", "about", "circa", "roughly", "approximately"].contains(words.first), tokens.count > 1 else {
            return nil
        }
        let rest = text(in: tokens[1].range.lowerBound..<text.utf8.count).trimmingBlanks
        let forms = isValid(rest) ? [rest] : ["am", "pm"].map { rest + $0 }.filter(isValid)
        let written = forms.map { "'\($0)'" }.joined(separator: " or ")
        return forms.isEmpty ? nil : refusal("is not one time: write \(written)")
    }

    /// `24-12`: a span, or a day.
    private func dash() -> ParseError? {
        guard tokens.count == 3, tokens[1].kind == .sign(UInt8(ascii: "-")), tokens[1].isJoined,
            case .number(let first?) = tokens[0].kind, case .number(let second?) = tokens[2].kind,
            tokens[0].range.count < 3, tokens[2].range.count < 3
        else { return nil }
        let days = Self.readings(first, second)
        guard days.count == 1, let (day, month) = days.first else { return nil }
        return refusal("may be a span: write '\(day) \(month.shortName.lowercased())' for the day")
    }

    /// `5/2027`, `2027-02`, `2027/02`
    private func period(_ isValid: (String) -> Bool) -> ParseError? {
        guard tokens.count == 3,
            tokens[1].kind == .sign(UInt8(ascii: "/")) || tokens[1].kind == .sign(UInt8(ascii: "-")),
            case .number(let first?) = tokens[0].kind, case .number(let second?) = tokens[2].kind
        else { return nil }
        let (year, number) = tokens[0].range.count == 4 ? (first, second) : (second, first)
        guard 2000...2100 ~= year, let month = Month(rawValue: Int8(clamping: number))?.name.lowercased() else {
            return nil
        }
        return refusal("is not a day: write '1 \(month) \(year)' or 'end of \(month) \(year)'")
    }

    /// `9 30`, `15 next month`
    private func numbers(_ isValid: (String) -> Bool) -> ParseError? {
        for index in tokens.indices.dropFirst() where tokens[index].isNumber && tokens[index - 1].isNumber {
            guard case .number(let hour?) = tokens[index - 1].kind, hour < 24, tokens[index].range.count == 2 else {
                continue
            }
            let clock = text(in: tokens[index - 1].range) + ":" + text(in: tokens[index].range)
            let forms = (hour < 9 ? ["am", "pm"] : [""]).map { half in
                replacing(tokens[index - 1].range.lowerBound..<tokens[index].range.upperBound, by: clock + half)
            }
            guard forms.allSatisfy(isValid) else { continue }
            return refusal("does not say whether it is a time: write '\(forms.joined(separator: "' or '"))'")
        }
        guard case .number(let number?) = tokens[0].kind, 1...31 ~= number, tokens.count > 1, !tokens[1].isJoined else {
            return nil
        }
        let rest = text(in: tokens[1].range.lowerBound..<text.utf8.count).trimmingBlanks
        guard rest.lowercased() == "next month" else { return nil }
        let clock = number < 24 ? " or '\(number):00 next month'" : ""
        return refusal("does not say what the number is: write '\(ordinalText(number)) of next month'\(clock)")
    }

    /// `friday from 9 to 11`, `friday 14:00 for 2 hours`: a reminder is at the beginning.
    private func lasting(_ isValid: (String) -> Bool) -> ParseError? {
        let words = words
        let reason = "is a span, and a reminder has a single time, its start: write"
        if let index = words.lastIndex(of: "for"), index > 0 {
            let form = words[..<index].joined(separator: " ")
            let isLong = (try? CivilDuration(parsing: words[(index + 1)...].joined(separator: " "))) != nil
            if isLong, isValid(form) { return refusal("\(reason) '\(form)'") }
        }
        for index in words.indices.dropFirst().dropLast()
        where ["to", "-", "until", "till", "through"].contains(words[index]) {
            let form = words[..<index].drop { $0 == "from" }.joined(separator: " ")
            let end = words[(index + 1)...].joined(separator: " ")
            // `15 jan - 9am` is one date with its time.
            if isValid(form), isValid(end), !isValid("\(form) \(end)") { return refusal("\(reason) '\(form)'") }
        }
        guard let index = words.firstIndex(where: { ["from", "between"].contains($0) }) else { return nil }
        let span = words[(index + 1)...].map { $0 == "and" ? "to" : $0 }.joined(separator: " ")
        guard let first = PhraseEnd.beginning(ofSpan: span) else { return nil }
        let form = (words[..<index] + [first]).joined(separator: " ")
        return isValid(form) ? refusal("\(reason) '\(form)'") : nil
    }
}
