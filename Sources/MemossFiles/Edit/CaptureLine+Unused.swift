internal import Bytes

/// Finds words in the title that look like a date or a rule.
extension CaptureLine {
    /// Finds words that look like a date. After a misspelt word (`tmorrow 9am`), they would mean something else on
    /// their own.
    mutating func findUnused(in kept: [Word], _ now: CivilDateTime, _ times: PartsOfDay) {
        let words = kept.map(\.text)
        if faults.isEmpty, date != nil, rule == nil, let found = ruleBeforeMark(in: kept) {
            return refuseApart([words[found].joined(separator: " ")], found, of: kept, now, times)
        }
        guard let found = Self.date(in: words) else { return findHour(in: kept, now, times) }
        let start = found.lowerBound - 1
        // The date must be part of it: in `only done today`, `done` is not `none`.
        if start >= 0, let (typed, phrase) = PhraseSpelling.correction(of: Array(words[start...].prefix(24))),
            typed.utf8.contains(Ascii.blank)
        {
            misspelling = Misspelling(typed: typed, correction: "@" + phrase)
        } else {
            let phrase = words[found].map(Self.bare).joined(separator: " ")
            unused = phrase
            guard let when = try? WhenPhrase(parsing: phrase, now: now, times: times) else { return }
            if !hasPhrase, unreadDate == nil, start >= 0, when.named == .time, kept[start].isMarked,
                kept[start].number + 1 == kept[found.lowerBound].number
            {
                // `Call @so 9:00`: a day in another language, or misspelt.
                let word = Self.bare(kept[start].text)
                // `@Marie's 12:30`
                if word.contains("'") || word.contains("’") { return }
                let time = phrase.hasPrefix("at ") ? String(phrase.dropFirst(3)) : phrase
                let reason = "'@\(word)' is not a date, and '\(phrase)' seems to belong to it"
                let written = "write a day like '@sunday \(time)', or '@\(time)' for the next \(time)"
                let range = kept[start].range.lowerBound..<kept[found.upperBound - 1].range.upperBound
                unreadDate = ParseError("\(reason): \(written)", offset: range.lowerBound, length: range.count)
            }
            if date?.hasTime == true, when.named == .time || when.named == .allDay {
                // `Good evening mom @tomorrow 9am`
                unused = nil
            } else if faults.isEmpty, isMissing(when, phrase) {
                refuseApart([phrase.hasSuffix(",") ? String(phrase.dropLast()) : phrase], found, of: kept, now, times)
            }
        }
    }

    /// Whether words in the title supply what the date or the rule lacks: `Call mom @8am, tomorrow`, `Call mom at 8am
    /// @friday`. A part of the day (`evening`) is more often an ordinary word of the title.
    private func isMissing(_ when: WhenPhrase, _ phrase: String) -> Bool {
        if let date, date.named == .time { return when.named == .day || when.named == .both }
        let isClock = phrase.utf8.contains { 0x30...0x39 ~= $0 } || ["noon", "at noon", "midnight"].contains(phrase)
        guard when.named == .time, isClock else { return false }
        if let date { return date.named == .day }
        return rule.map {
            $0.time == nil && $0.rule?.byHour.isEmpty == true && $0.rule.map { $0.frequency >= .daily } == true
        }
            ?? false
    }

    /// The indices of the words of a rule directly before the date, as in `Pills daily @8am` and `Run every day @6am`.
    private func ruleBeforeMark(in kept: [Word]) -> Range<Int>? {
        guard let mark = phrases.first(where: { $0.part == .date })?.range.lowerBound,
            let end = kept.lastIndex(where: { $0.range.upperBound < mark }).map({ $0 + 1 }),
            text.utf8.dropFirst(kept[end - 1].range.upperBound).prefix(mark - kept[end - 1].range.upperBound)
                .allSatisfy(Ascii.isBlankOrBreak)
        else { return nil }
        // `Run Weekly @friday` may name a magazine.
        return (1...min(4, end)).reversed().map { end - $0..<end }.first { place in
            let words = kept[place].map(\.text)
            return words[0] == words[0].lowercased() && RulePhrase.length(in: words) == words.count
                && (words.count > 1 || words[0].hasSuffix("ly") || words[0].hasSuffix("days"))
        }
    }

    /// Finds the hour in `Call mom at 5 @friday`, which is not a time on its own, and in `Call mom at 5`.
    private mutating func findHour(in kept: [Word], _ now: CivilDateTime, _ times: PartsOfDay) {
        guard faults.isEmpty, date?.named == .day || !hasPhrase, kept.count > 1 else { return }
        for index in kept.indices.dropLast() where kept[index].text.lowercased() == "at" {
            let hour = Self.bare(kept[index + 1].text)
            let isLast = index + 2 == kept.count || kept[index + 2].number > kept[index + 1].number + 1
            guard isLast, hour.utf8.count == 1, let number = Int(hour), number > 0 else { continue }
            guard date != nil else { return unused = "at \(hour)" }
            return refuseApart(["at \(number)am", "at \(number)pm"], index..<index + 2, of: kept, now, times)
        }
    }

    /// Refuses a line in which the parts of a date may be separated, and lists all readings.
    ///
    /// - Parameters:
    ///   - phrases: the phrases that the date may lack.
    ///   - found: the indices of the words in the title.
    private mutating func refuseApart(
        _ phrases: [String],
        _ found: Range<Int>,
        of kept: [Word],
        _ now: CivilDateTime,
        _ times: PartsOfDay
    ) {
        guard let typed = text(of: date == nil ? .rule : .date) else { return }
        let tags = self.phrases.filter { $0.part == .tag }.map(\.text)
        let rest = (kept[..<found.lowerBound] + kept[found.upperBound...]).map(\.text) + tags
        let phrase = String(typed.dropFirst())
        var all = isProbe ? [] : phrases.compactMap { line(rest, "\(phrase) \($0)", now, times) }
        all.append("'\((tags + [typed, "--", title]).joined(separator: " "))'")
        let range = kept[found.lowerBound].range.lowerBound..<kept[found.upperBound - 1].range.upperBound
        let words = kept[found].map(\.text).joined(separator: " ")
        let reason = "'\(words)' may belong to the \(date == nil ? "rule" : "date") or to the title"
        let written = [all.dropLast().joined(separator: ", "), all.last ?? ""].filter { !$0.isEmpty }.joined(
            separator: " or "
        )
        faults.append(ParseError("\(reason): write \(written)", offset: range.lowerBound, length: range.count))
    }

    /// The first date or rule in a title. A holiday (`christmas presents`) does not count as one, nor does a single
    /// word of up to three letters (`sun`, `may`, `3d`).
    private static func date(in words: [String]) -> Range<Int>? {
        let words = words.map(bare)
        for index in words.indices {
            let rest = Array(words[index...].prefix(24))
            let (date, rule) = (WhenPhrase.length(in: rest), RulePhrase.length(in: rest))
            let length = max(date, rule)
            // `twice a week` is refused as a whole, because `a week` alone means something else.
            if let count = several(rest) ?? (date == 0 && rule < 2 ? ambiguous(rest) : nil) {
                return index..<index + count
            }
            let isAdverb =
                rule == 1 && index + 1 == words.count && ["daily", "weekly", "monthly"].contains(words[index])
            guard length > 1 || isAdverb || date == 1 && PhraseEnd.isClear(words[index]),
                !WhenPhrase.isHoliday(words[index])
            else {
                continue
            }
            return index..<index + length
        }
        return nil
    }

    /// Words of digits that can hardly be anything but a date or a time: `d` is one digit or two, `Y` are four.
    private static let dateShapes: Set = [
        "Y-d-d", "Y/d/d", "Y.d.d", "d/d/Y", "d.d.Y", "d-d-Y", "d.d.", "Y-d-dTd:d", "Y-d-dTd:d:d",
    ]
    /// The same at the end of a title: elsewhere, they count things.
    private static let dateShapesAtEnd: Set = ["d/d", "d/d/d", "d:d", "dam", "dpm"]

    private static func shape(of word: String) -> String {
        var (shape, digits) = ("", 0)
        for character in word + " " {
            if character.isASCII, character.isNumber {
                digits += 1
                continue
            }
            if digits > 0 { shape += digits == 4 ? "Y" : digits < 3 ? "d" : "n" }
            (digits, shape) = (0, shape + String(character))
        }
        return String(shape.dropLast())
    }

    /// The number of words in a date that is impossible or has two readings, such as `tomorrow at 5`, `31 feb` and
    /// `5/6/2027`; nil if they are something else.
    private static func ambiguous(_ words: [String]) -> Int? {
        let shape = shape(of: words[0])
        // `31/11` is no date in either order, so it is not even read as one that is impossible.
        let count = max(WhenPhrase.length(in: words, countsFaults: true), shape == "d/d" ? 1 : 0)
        guard count > 0 else { return nil }
        let isBegun = (1...min(3, words.count)).contains { count in
            WhenPhrase.length(in: Array(words.prefix(count))) == count && (count > 1 || PhraseEnd.isClear(words[0]))
        }
        let isLast = count + WhenPhrase.length(in: Array(words.dropFirst(count))) == words.count
        let isShaped =
            dateShapes.contains(shape)
            || isLast && dateShapesAtEnd.contains(shape) && !(shape == "d/d" && isRatio(words[0]))
        let hasMonth = words[0].first?.isNumber == true && count > 1 && Month(name: words[1]) != nil
        // `feb 30`, but not `March 40 miles`
        let isBeyond =
            count == 2 && Month(name: words[0]) != nil
            && Int(words[1].prefix { $0.isNumber }).map { 29...31 ~= $0 } == true
        // `Dentist fri 5`
        let isDay = isLast && count == 2 && Weekday(lowercased: words[0].lowercased()) != nil
        return isBegun || isShaped || hasMonth || isBeyond || isDay ? count : nil
    }

    /// Whether `d/d` is no day of a month in either order: `50/50`.
    private static func isRatio(_ word: String) -> Bool {
        let parts = word.split(separator: "/").compactMap { Int($0) }.sorted()
        return parts.count != 2 || parts[0] > 12 || parts[1] > 31
    }

    /// The number of words in a frequency such as `twice a week` or `3 times a day`.
    private static func several(_ words: [String]) -> Int? {
        let first = words[0].lowercased()
        let isTimes = Int(first) != nil && words.count > 1 && ["times", "x"].contains(words[1].lowercased())
        guard first == "twice" || isTimes || first.hasSuffix("x") && Int(first.dropLast()) != nil else { return nil }
        let count = RulePhrase.length(in: words, countsFaults: true)
        return count > 1 ? count : nil
    }

    /// `@tomorrow.` and `(@tomorrow)` stay in the title. The last dot of `25.12.` is a part of it.
    static func bare(_ word: String) -> String {
        let start = word.drop { "@(\"'*".contains($0) }
        let bare = start.prefix(start.count - start.reversed().prefix { ".!?;:)\"'".contains($0) }.count)
        let numbers = bare.split(separator: ".", omittingEmptySubsequences: false)
        let isDay =
            numbers.count == 2 && numbers.allSatisfy { Int($0) != nil } && start.dropFirst(bare.count).first == "."
        return isDay ? bare + "." : String(bare)
    }
}
