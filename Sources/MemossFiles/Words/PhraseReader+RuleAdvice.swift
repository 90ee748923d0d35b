internal import Bytes

/// What to write instead of words that are no rule.
extension PhraseReader {
    func ruleAdvice(_ isValid: (String) -> Bool) -> ParseError? {
        if let fault = once(isValid) { return fault }
        if let fault = cron(isValid) ?? twoRules(isValid) ?? months(isValid) ?? dates(isValid) { return fault }
        if let fault = reworded(.rule, isValid) ?? completed(isSign: true, isValid) ?? length(isValid) { return fault }
        if let fault = alternatives(.rule, isValid) ?? exception(isValid) ?? unlucky(isValid) { return fault }
        return swapped(isValid) ?? anchored(isValid) ?? firstDays(isValid) ?? week(isValid) ?? listed(isValid)
    }

    private func refusal(_ reason: String, of range: Range<Int>? = nil) -> ParseError {
        let range = range ?? 0..<text.utf8.count
        return ParseError(
            "\(quoted(text(in: range).trimmingBlanks)) \(reason)",
            offset: range.lowerBound,
            length: range.count
        )
    }

    /// `every day once`, `fridays twice`
    private func once(_ isValid: (String) -> Bool) -> ParseError? {
        guard tokens.count > 1, let last = tokens.last, case .word(let word) = last.kind,
            let count = ["once": 1, "twice": 2, "thrice": 3][word]
        else { return nil }
        let before = text(in: 0..<last.range.lowerBound).trimmingBlanks
        let isDaily = count == 2 && isValid("\(before) at 9:00 and 17:00")
        let other = count == 1 ? before : isDaily ? "\(before) at 9:00 and 17:00" : before + " until"
        let readings = [other, "\(before) for \(count) time\(count == 1 ? "" : "s")"].filter(isValid).map { "'\($0)'" }
        guard !readings.isEmpty else { return nil }
        return refusal("does not say what it counts: write \(readings.joined(separator: " or "))", of: last.range)
    }

    func cron(_ isValid: (String) -> Bool) -> ParseError? {
        guard let rule = CronLine(text)?.rule ?? Self.isoPeriod(text), isValid(rule) else { return nil }
        return refusal("is a notation of other programs: write '\(rule)'")
    }

    /// `P1W`
    private static func isoPeriod(_ text: String) -> String? {
        let tokens = PhraseToken.all(of: text)
        guard tokens.count == 3, tokens[1].isJoined, tokens[2].isJoined, case .word(let head) = tokens[0].kind,
            case .number(let count?) = tokens[1].kind, case .word(let letter) = tokens[2].kind,
            let unit = [
                "pd": "days", "pw": "weeks", "pm": "months", "py": "years", "pth": "hours", "ptm": "minutes",
            ][head.description + letter.description]
        else { return nil }
        return "every " + (count == 1 ? String(unit.dropLast()) : "\(count) \(unit)")
    }

    /// `mon 9am, wed 10am`, `the 15th and last friday`: one rule has the same times on all its days.
    private func twoRules(_ isValid: (String) -> Bool) -> ParseError? {
        for index in tokens.indices.dropFirst() {
            let isAnd = tokens[index].kind == .word("and") || tokens[index].kind == .sign(UInt8(ascii: "&"))
            guard isAnd || tokens[index].followsComma, index + (isAnd ? 1 : 0) < tokens.count else { continue }
            let first = text(in: 0..<tokens[index - 1].range.upperBound).trimmingBlanks
            let rest = text(in: tokens[isAnd ? index + 1 : index].range.lowerBound..<text.utf8.count)
            guard isValid(first), let second = ["every " + rest, rest].first(where: isValid) else { continue }
            return refusal("is two rules: write '\(first)' in one reminder and '\(second)' in another")
        }
        return nil
    }

    /// `monthly from jan to june`: in these months of every year, or only once?
    private func months(_ isValid: (String) -> Bool) -> ParseError? {
        let words = text.lowercased().split(separator: " ").map(String.init)
        for index in words.indices.dropLast(3) where ["from", "between"].contains(words[index]) {
            guard let first = Month(lowercased: words[index + 1]), let last = Month(lowercased: words[index + 3]),
                ["to", "until", "till", "and", "through", "-"].contains(words[index + 2])
            else { continue }
            let head = words[..<index].joined(separator: " ")
            let tail = words[(index + 4)...].map { " " + $0 }.joined()
            let count = (last.number - first.number).modulo(12)
            let all = (0...count).compactMap { Month((first.number - 1 + $0) % 12 + 1)?.name.lowercased() }
            let listed = all.dropLast().joined(separator: ", ") + " and " + (all.last ?? "")
            let end = last == .february ? 28 : last.longest
            let once = "\(head) from 1 \(words[index + 1]) to \(end) \(words[index + 3])\(tail)"
            let yearly = ["\(head) in \(listed)\(tail)", "1st of \(listed)\(tail)"].first(where: isValid)
            let readings = [yearly, isValid(once) ? once : nil].compactMap { $0 }.map { "'\($0)'" }
            guard !readings.isEmpty else { continue }
            return refusal("may be every year or once: write \(readings.joined(separator: " or "))")
        }
        return nil
    }

    /// `daily from dec 1 to dec 24` for `daily dec 1 to 24` and for `daily between dec 1 and dec 24`.
    private func dates(_ isValid: (String) -> Bool) -> ParseError? {
        let words = text.split(separator: " ").map(String.init)
        if let between = words.firstIndex(where: { $0.lowercased() == "between" }) {
            for and in words.indices where and > between && words[and].lowercased() == "and" {
                var other = words
                (other[between], other[and]) = ("from", "to")
                let form = other.joined(separator: " ")
                if isValid(form) { return refusal("needs 'from' and 'to': write '\(form)'") }
            }
        }
        for index in tokens.indices.dropFirst().dropLast(3) {
            guard case .word(let word) = tokens[index].kind, Month(word) != nil, tokens[index + 1].isNumber,
                [.word("to"), .word("until"), .word("and"), .sign(UInt8(ascii: "-"))].contains(tokens[index + 2].kind),
                tokens[index + 3].isNumber
            else { continue }
            let head = text(in: 0..<tokens[index].range.lowerBound).trimmingBlanks
            let days = [index + 1, index + 3].map { "\(word) \(text(in: tokens[$0].range))" }
            let form = "\(head) from \(days[0]) to \(days[1])"
            if isValid(form) { return refusal("does not say what the days are: write '\(form)'") }
        }
        return nil
    }

    /// `every fri in week 12`
    private func week(_ isValid: (String) -> Bool) -> ParseError? {
        let words = text.lowercased().split(separator: " ").map(String.init)
        guard let index = words.firstIndex(of: "week"), index > 1, words[index - 1] == "in", index + 1 < words.count,
            Int(words[index + 1]) != nil
        else { return nil }
        return refusal("has a week of the year, which no rule has: write a day, as in 'every 15 march'")
    }

    /// `every monday excluding dec 28`, `every month except august`
    private func exception(_ isValid: (String) -> Bool) -> ParseError? {
        let heads: Set<ShortWord> = ["except", "excluding", "but", "without", "unless", "skipping", "minus"]
        for index in tokens.indices.dropFirst() {
            guard case .word(let word) = tokens[index].kind, heads.contains(word) else { continue }
            let rule = text(in: 0..<tokens[index].range.lowerBound).trimmingBlanks.trimmingComma
            guard isValid(rule) else { continue }
            let reason =
                "is impossible, as a rule leaves out only weekdays: write '\(rule)', and skip what is left out when"
            return refusal("\(reason) it comes", of: tokens[index].range.lowerBound..<text.utf8.count)
        }
        return nil
    }

    /// `every friday the 13th`
    private func unlucky(_ isValid: (String) -> Bool) -> ParseError? {
        let words = text.lowercased().split(separator: " ").map(String.init)
        guard let the = words.firstIndex(of: "the"), the > 0, the + 1 < words.count,
            let day = Weekday(lowercased: words[the - 1])
        else { return nil }
        let form = "monthly on the \(words[the + 1]) if it is a \(day.name.lowercased())"
        return isValid(form) ? refusal("is written in another order: write '\(form)'") : nil
    }

    /// `mon-fri hourly`, `every weekday every 2 hours`: the frequency comes first, and needs its hours.
    private func swapped(_ isValid: (String) -> Bool) -> ParseError? {
        for index in tokens.indices.dropFirst() {
            let days = text(in: 0..<tokens[index].range.lowerBound).trimmingBlanks
            let often = text(in: tokens[index].range.lowerBound..<text.utf8.count).trimmingBlanks
            let bare = days.lowercased().hasPrefix("every ") ? String(days.dropFirst(6)) : days
            let forms = ["s", ""].map { "\(often) on \(bare)\($0) between 9:00 and 17:00" }
            guard isValid(days), isValid(often), let form = forms.first(where: isValid) else { continue }
            return refusal("does not say between which hours: write it like '\(form)'")
        }
        return nil
    }

    /// `every 2, 15, 27`
    private func listed(_ isValid: (String) -> Bool) -> ParseError? {
        let words = text.split(separator: " ").map(String.init)
        guard words.count > 2, ["every", "each"].contains(words[0].lowercased()),
            words.dropFirst().allSatisfy({ Int($0.trimmingComma) != nil || ["and", "&"].contains($0) })
        else { return nil }
        let form = "monthly on " + words.dropFirst().joined(separator: " ")
        return isValid(form) ? refusal("does not say what the numbers are: write '\(form)'") : nil
    }

    /// `2 days later`, `after completion`, `every 6 months on jan 1`
    private func anchored(_ isValid: (String) -> Bool) -> ParseError? {
        let words = text.lowercased().split(separator: " ").map(String.init)
        if words.last == "later" {
            let amount = words.dropLast().joined(separator: " ")
            let forms = ["every \(amount)", "\(amount) after completion"].filter(isValid).map { "'\($0)'" }
            if !forms.isEmpty {
                return refusal("does not say what it repeats: write \(forms.joined(separator: " or "))")
            }
        }
        var reader = self
        (reader.position, reader.isInRule) = (0, true)
        var rule = Rule()
        if (try? reader.readCompletion(into: &rule)) == true, reader.isAtEnd {
            return refusal("does not say how long after: write it like '3 days after completion'")
        }
        guard let on = words.lastIndex(of: "on"), words[on...].contains(where: { Month(lowercased: $0) != nil }) else {
            return nil
        }
        let form = (words[..<on] + ["starting"] + words[(on + 1)...]).joined(separator: " ")
        return isValid(form) ? refusal("does not say that the series begins then: write '\(form)'") : nil
    }

    /// `yearly in march`, `every march and september`: on which day of it?
    private func firstDays(_ isValid: (String) -> Bool) -> ParseError? {
        var words: [String] = []
        for word in text.lowercased().split(separator: " ").map(String.init) {
            guard Month(lowercased: word.trimmingComma) != nil else {
                words.append(word)
                continue
            }
            if ["in", "during"].contains(words.last) { words[words.count - 1] = "on" }
            words += ["1", word]
        }
        let form = words.joined(separator: " ")
        return isValid(form) ? refusal("names no day: write it like '\(form)'") : nil
    }

    /// `every monday in 2027`, `every day 9-5`, `every mon 9-10am`, `every day 900`
    private func length(_ isValid: (String) -> Bool) -> ParseError? {
        guard tokens.count > 1, let last = tokens.last else { return nil }
        let before = text(in: 0..<last.range.lowerBound).trimmingBlanks
        if case .number(let year?) = last.kind, last.range.count == 4, before.lowercased().hasSuffix(" in") {
            let form = "\(before.dropLast(3)) from 1 jan \(year) to 31 dec \(year)"
            if isValid(form) { return refusal("does not say when it ends: write '\(form)'") }
        }
        if case .number(let time?) = last.kind, last.range.count == 3, !last.isJoined, time % 100 < 60 {
            let clock = "\(time / 100):\((time % 100).padded(2))"
            let forms = (time < 900 ? ["\(clock)am", "\(clock)pm"] : [clock]).map { "\(before) at \($0)" }
            if forms.allSatisfy(isValid) {
                let written = forms.map { "'\($0)'" }.joined(separator: " or ")
                return refusal("does not say whether it is a time: write \(written)", of: last.range)
            }
        }
        let word = text.split(separator: " ").last.map(String.init) ?? ""
        let head = String(text.dropLast(word.count)).trimmingBlanks
        guard word.contains("-"), !head.isEmpty else { return nil }
        let first = PhraseEnd.beginning(ofSpan: word) ?? String(word.prefix(while: \.isNumber))
        let form = "\(head) at \(first)"
        guard isValid(form) else { return nil }
        return refusal("is a span, and a reminder has a single time, its start: write '\(form)'")
    }
}
