import Bytes
import CivilTime
import Text

/// Finds words of the title that look like a date or a rule.
extension CaptureLine {
    /// How the words of the title that look like a date or a rule are written after `@`: `for the date, write: @15 dec`.
    /// `by 15 dec` has two readings. Empty if they would be refused there too.
    package func readings(ofUnused phrase: String) -> [(part: Part, text: String)] {
        var words = phrase.split(separator: " ").map(String.init)
        let isDeadline = words.count > 1 && ["by", "due"].contains(words[0].lowercased())
        if isDeadline { words.removeFirst() }
        let rest = words.joined(separator: " ")
        var found: [(part: Part, text: String)] = [(Reader.isPhrase(rest, .when, .title) ? .date : .rule, "@" + rest)]
        if isDeadline { found.append((.deadline, "@due " + rest)) }
        return found.filter { Self.isClear($0.text, present) }
    }

    mutating func findUnused(in kept: [Word]) {
        if faults.isEmpty, date != nil, rule == nil, let found = ruleBeforeMark(in: kept) {
            return refuseApart([kept[found].map(\.text).joined(separator: " ")], found, of: kept)
        }
        guard let found = unusedWords(in: kept) else { return }
        let (words, start) = (kept.map { Word.bare($0.text) }, found.lowerBound - 1)
        // After a misspelt word (`tmorrow 9am`), they would mean something else on their own.
        if start >= 0, let other = TitleBoundary.corrected(Array(words[start...]), 0, .when, .title), other.count > 1 {
            let typed = words[start..<start + other.count].joined(separator: " ")
            return misspelling = Misspelling(typed: typed, correction: "@" + other.phrase)
        }
        var phrase = words[found].joined(separator: " ")
        if phrase.hasSuffix(",") { phrase.removeLast() }
        unused = phrase
        let (forms, reading) = readings(of: phrase)
        guard let when = reading else { return }
        if !hasPhrase, unreadDate == nil, start >= 0, when.named == .time, kept[start].isMarked,
            kept[start].number + 1 == kept[found.lowerBound].number
        {
            return findDay(before: phrase, kept[start..<found.upperBound])
        }
        if date?.hasTime == true, when.named == .time || when.named == .allDay {
            // `Good evening mom @tomorrow 9am`
            unused = nil
        } else if faults.isEmpty, isMissing(when, phrase) {
            refuseApart(forms, found, of: kept)
        }
    }

    /// What words mean, or what can be written instead, and what that means.
    private func readings(of phrase: String) -> (forms: [String], when: WhenPhrase?) {
        do throws(Refusal) {
            var reader = try Reader(phrase, in: .title)
            return ([phrase], try reader.when(present))
        } catch {
            let first = error.alternatives.first.flatMap { try? WhenPhrase(parsing: $0, now: present.now) }
            return (error.alternatives, first)
        }
    }

    /// `Call @so 9:00`: a day in another language, or misspelt.
    private mutating func findDay(before time: String, _ words: ArraySlice<Word>) {
        guard let mark = words.first, !mark.text.contains(where: { "'’".contains($0) }) else { return }
        let refusal = Refusal(.unknown, ["@sunday \(time)", "@\(time)"].filter { Self.isClear($0, present) })
        unreadDate = located(refusal, Array(words), of: "@" + Word.bare(mark.text))
    }

    /// Whether words in the title supply what the date or the rule lacks: `Call mom @8am, tomorrow`, `Call mom at 8am
    /// @friday`. A part of the day (`evening`) is more often an ordinary word of the title.
    private func isMissing(_ when: WhenPhrase, _ phrase: String) -> Bool {
        if let date, date.named == .time { return when.named == .day || when.named == .both }
        guard when.named == .time, Reader.isPhrase(phrase, Symbols.shared.told) else { return false }
        if let date { return date.named == .day }
        guard let rule, let days = rule.rule else { return false }
        return rule.time == nil && days.byHour.isEmpty && days.frequency >= .daily
    }

    /// The words of a rule directly before the date, as in `Pills daily @8am` and `Run every day @6am`.
    private func ruleBeforeMark(in kept: [Word]) -> Range<Int>? {
        guard let mark = phrases.first(where: { $0.part == .date })?.range.lowerBound,
            let end = kept.lastIndex(where: { $0.range.upperBound < mark }).map({ $0 + 1 }),
            text.utf8.dropFirst(kept[end - 1].range.upperBound).prefix(mark - kept[end - 1].range.upperBound)
                .allSatisfy(Ascii.isBlankOrBreak)
        else { return nil }
        // `Run Weekly @friday` may name a magazine.
        return (1...min(4, end)).reversed().map { end - $0..<end }.first { place in
            let phrase = kept[place].map(\.text).joined(separator: " ")
            guard kept[place.lowerBound].text.first?.isUppercase == false, Reader.isPhrase(phrase, .rule, .title),
                var reader = try? Reader(phrase, in: .title)
            else { return false }
            return (try? reader.rule(present))?.rule != nil
        }
    }

    /// Refuses a line in which the parts of a date may be separated, and lists all readings.
    ///
    /// - Parameters:
    ///   - forms: the phrases that the date may lack.
    ///   - found: the indices of the words in the title.
    private mutating func refuseApart(_ forms: [String], _ found: Range<Int>, of kept: [Word]) {
        guard let typed = text(of: date == nil ? .rule : .date) else { return }
        let tags = phrases.filter { $0.part == .tag }.map(\.text)
        let rest = (kept[..<found.lowerBound] + kept[found.upperBound...]).map(\.text) + tags
        var refusal = Refusal(.dateOrTitle)
        if !isProbe {
            refusal.alternatives = forms.compactMap { line(rest, "\(typed) \($0)") }
            refusal.alternatives.append((tags + [typed, "--", title]).joined(separator: " "))
        }
        fault(refusal, Array(kept[found]))
    }

    /// The first date or rule among the words of a title. A holiday (`christmas presents`) does not count as one, nor does a
    /// single word of up to three letters (`sun`, `may`, `3d`).
    private func unusedWords(in kept: [Word]) -> Range<Int>? {
        let words = kept.map { Word.bare($0.text) }
        for index in words.indices {
            let count = unusedLength(Array(words[index...].prefix(24)), after: index > 0 ? kept[index - 1].text : "")
            if count > 0 { return index..<index + count }
        }
        return nil
    }

    /// How many words a title begins with that look like a date or a rule.
    private func unusedLength(_ words: [String], after before: String) -> Int {
        guard let reading = WordTokens(words), var chart = Chart(advising: words.joined(separator: " "), in: .title)
        else {
            return 0
        }
        // `twice a week` is found as a whole, because `a week` alone means something else.
        let often = chart.read(Symbols.shared.frequency, at: 0).compactMap { reading.ends[$0.end] }.max() ?? 0
        if often > 1 { return often }
        chart = Chart(reading.tokens, in: [.title, .unmarked])
        let spans = Set(chart.read(Symbols.shared.span, at: 0).map(\.end))
        var longest = 0
        for kind in [Reader.Kind.when, .rule] {
            for (edge, count) in reading.edges(of: kind, in: &chart) where count > longest && !spans.contains(edge.end)
            {
                let rest = Array(words[count...])
                let isLast = rest.isEmpty || Reader.length(of: rest, .when, in: .title) == rest.count
                let isEnd = isLast && words[count - 1].first?.isUppercase == false
                // `the sun`
                let isShort = words[count - 1].utf8.count <= 3 && !words[count - 1].contains(where: \.isNumber)
                if edge.isWeak, !isEnd || isShort { continue }
                if kind == .rule, count == 1, !isEnd { continue }
                if count == 1, !Self.isClear(words[0], after: before) { continue }
                switch edge.value {
                case .refused(let refusal):
                    let isDate = refusal.reason.isDate && words[..<count].contains { $0.contains(where: \.isNumber) }
                    if !isDate && refusal.reason != .dateOrDeadline { continue }
                    if refusal.reason == .noSuchTime, !isLast { continue }
                case .rule(let rule) where rule.flags.contains(.nothing): continue
                default: break
                }
                longest = count
            }
        }
        return longest
    }

    /// Whether a single word that can be a date is one, and not a part of a name, a price or a score.
    private static func isClear(_ word: String, after before: String) -> Bool {
        let numbers = word.split { !$0.isNumber }
        guard !numbers.isEmpty else { return word.utf8.count > 3 || before.hasPrefix("@") }
        if word.utf8.count <= 3 { return ["am", "pm"].contains(word.suffix(2).lowercased()) }
        // `12.50`, `0900`
        let isNumber = word.allSatisfy { $0.isNumber || $0 == "." }
        if isNumber, word.utf8.count != 8, word.count(where: { $0 == "." }) < 2 { return false }
        // `iOS 18.1.`
        if isNumber, before.dropFirst().contains(where: \.isUppercase) { return false }
        // `John 3:16`
        if word.contains(":"), numbers.count == 2, word.utf8.count == 4, Int(numbers[1]).map({ $0 % 5 > 0 }) == true {
            return false
        }
        return true
    }
}
