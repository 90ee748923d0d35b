package import CivilTime
import Text

/// What words are read as. Whether they are a phrase does not depend on the time.
package enum PhraseKind: String, Sendable, CaseIterable {
    case when, duration, rule, alarm

    var symbol: Int { Grammar.shared.symbol(rawValue) }

    /// The number of words in the longest phrase at the start of these words; 0 if there is none.
    ///
    /// - Parameters:
    ///   - countsFaults: whether to count the words of a phrase that is impossible or ambiguous, too.
    ///   - isApart: whether it is apart from a title, so that it may begin with what a listing writes before it, such as
    ///     `overdue`.
    package func length(in words: [String], countsFaults: Bool = false, isApart: Bool = false) -> Int {
        if self == .rule, let first = words.first, RecurrenceRule.isRFC5545(first) { return isPhrase(first) ? 1 : 0 }
        return Reader.length(of: words, self, in: isApart ? .apart : .title, countsFaults: countsFaults)
    }

    /// Whether all of a text is a phrase; days alone are a rule here.
    package func isPhrase(_ text: String) -> Bool {
        guard self == .rule else { return Reader.isPhrase(text, self, .title) }
        return refusal(of: text) == nil
            || RecurrenceRule.isRFC5545(text) && (try? RecurrenceRule(parsing: text)) != nil
    }

    /// Why a text is no phrase, whatever the time; nil if it is one.
    ///
    /// - Parameter now: the time on which the dates that are proposed depend.
    package func refusal(of text: String, now: CivilDateTime? = nil) -> Refusal? {
        refusal(of: text, Present(now ?? .example), in: .apart)
    }

    /// - Parameter isProposal: whether an alternative can be proposed, if that is more than whether it is such a phrase.
    func refusal(
        of text: String,
        _ present: Present,
        in places: Places,
        isProposal: ((String) -> Bool)? = nil
    ) -> Refusal? {
        do throws(Refusal) {
            var reader = try Reader(text, in: places)
            _ = try reader.read(self, present, isProposal: isProposal)
            return nil
        } catch {
            return error
        }
    }

    /// The words that can complete or continue a partly typed phrase; at its beginning, the likeliest come first.
    package func continuations(of text: String) -> [String] { Reader.continuations(of: text, self, in: .apart) }
}

/// Reads phrases: what a text means, all of it, and what is wrong with it and what to write instead.
struct Reader {
    typealias Kind = PhraseKind

    private var chart: Chart
    var text: String { chart.source.text }
    var tokens: [Token] { chart.source.tokens }
    var places: Places { chart.source.places }

    /// Throws if the text is too long for any phrase.
    init(_ text: String, in places: Places) throws(Refusal) {
        guard let source = Chart.Source(text, in: places) else { throw Refusal(.tooLong) }
        chart = Chart(source)
    }

    /// Reads a text that is apart, and makes the message of a refusal.
    static func told<Reading>(
        _ text: String,
        _ kind: Kind,
        _ read: (inout Reader) throws(Refusal) -> Reading
    ) throws(ParseError) -> Reading {
        do throws(Refusal) {
            var reader = try Reader(text, in: .apart)
            return try read(&reader)
        } catch {
            throw error.error(kind)
        }
    }

    /// How many steps the reading took, for a bound.
    var steps: Int { chart.steps }

    /// What all of the words can mean; a refusal is one of these too.
    private mutating func whole(_ kind: Kind) throws(Refusal) -> [Value] {
        guard !tokens.isEmpty else { throw Refusal(.nothing) }
        let values = chart.read(kind.symbol, at: 0).filter { $0.end == tokens.count }.map(\.value)
        if chart.isExhausted { throw Refusal(.tooLong) }
        let readings = values.filter(\.isReading)
        return readings.isEmpty ? values : readings
    }

    /// The date and time that the words are.
    mutating func when(_ present: Present) throws(Refusal) -> WhenPhrase {
        if let exact = Self.exact(text) { return exact }
        guard case .when(let found) = try read(.when, present) else { throw Refusal(.unknown) }
        return found
    }

    /// A date as written in a file, which keeps its spelling.
    static func exact(_ text: String) -> WhenPhrase? {
        guard text.utf8.count >= 10, text.utf8.prefix(4).allSatisfy({ 48...57 ~= $0 }),
            let value = try? DateValue(parsing: text)
        else { return nil }
        return WhenPhrase(value: value, named: value.isAllDay ? .day : .both)
    }

    /// The rule that the words are.
    mutating func rule(_ present: Present) throws(Refusal) -> RulePhrase {
        guard case .rule(var found) = try read(.rule, present) else { throw Refusal(.unknown) }
        found.text = Self.fileText(text, of: found)
        return found
    }

    /// The text of a rule for a file: as typed, if it says nothing that belongs in another key and has only words that
    /// files keep, or else its canonical spelling. Nil if there is none.
    private static func fileText(_ typed: String, of reading: RulePhrase) -> String? {
        guard let rule = reading.rule else { return nil }
        let isRest = reading.time == nil && reading.end == nil && reading.start == nil && !reading.countsFromCompletion
        guard isRest, rule.byHour.isEmpty || rule.notation == .rfc5545, var reader = try? Reader(typed, in: .written),
            let values = try? reader.whole(.rule), values.contains(where: \.isReading), let first = reader.tokens.first,
            let last = reader.tokens.last
        else { return rule.description }
        return reader.chart.source.bytes(first.range.lowerBound, last.range.upperBound)
    }

    /// The rule that a text in a file is, which is the same at any time.
    static func stored(_ text: String) throws(Refusal) -> RecurrenceRule {
        do throws(Refusal) {
            var reader = try Reader(text, in: .file)
            guard case .rule(let found) = try reader.read(.rule, .atAnyTime), let days = found.rule else {
                throw Refusal(.unknown)
            }
            guard var rule = found.time.map({ days.at([$0]) }) ?? days else { throw Refusal(.severalRules) }
            if case .until(let until)? = found.end { rule.until = until }
            return rule
        } catch {
            guard error.reason == .unknown || error.reason == .unfinished, isPhrase(text, .rule, .apart) else {
                throw error
            }
            throw Refusal(.otherKeys, words: text)
        }
    }

    /// The first and the last day of the period that the words are; nil if they are none.
    mutating func period(_ present: Present) throws(Refusal) -> (first: CivilDate, last: CivilDate)? {
        for edge in chart.read(Grammar.shared.symbol("SPELL"), at: 0) where edge.end == tokens.count {
            guard case .day(let day) = edge.value else { continue }
            do throws(Refusal) {
                return try present.days(of: day)
            } catch {
                throw located(error)
            }
        }
        return nil
    }

    mutating func duration() throws(Refusal) -> CivilDuration {
        guard case .duration(let found) = try read(.duration, .atAnyTime) else { throw Refusal(.unknown) }
        return found
    }

    /// What the words are; nil if they are nothing, or several things. Finding the reason takes much longer.
    static func only(_ text: String, _ kind: Kind, _ present: Present, in places: Places) -> Reading? {
        guard var reader = try? Reader(text, in: places), let values = try? reader.whole(kind) else { return nil }
        return resolved(values, present).readings.only
    }

    /// When the alarm rings that the words are.
    mutating func alarm() throws(Refusal) -> AlarmTrigger {
        guard case .alarm(let found) = try read(.alarm, .atAnyTime) else { throw Refusal(.unknown) }
        return found
    }

    /// The only reading of the words.
    mutating func read(
        _ kind: Kind,
        _ present: Present,
        isProposal: ((String) -> Bool)? = nil
    ) throws(Refusal) -> Reading {
        let (readings, refusal) = Self.resolved(try whole(kind), present)
        if let only = readings.only { return only }
        if readings.count > 1 { throw located(Refusal(.ambiguous, readings.map(\.spelling), isWhole: true)) }
        let places = places
        let isValid = isProposal ?? { Self.only($0, kind, present, in: places) != nil }
        let told = refusal.map { completed($0, isValid) }
        if let told, !told.alternatives.isEmpty { throw located(told) }
        throw located(advice(kind, isValid) ?? told ?? correction(kind, isValid))
    }

    /// What values are at the present: different readings, and why one is not.
    private static func resolved(_ values: [Value], _ present: Present) -> (readings: [Reading], refusal: Refusal?) {
        var (readings, refusal, all): ([Reading], Refusal?, [Value]) = ([], nil, [])
        for value in values {
            do throws(Refusal) {
                let found = try present.readings(of: value)
                if !found.isEmpty { all.append(value) }
                for reading in found where !readings.contains(reading) { readings.append(reading) }
            } catch {
                refusal = refusal ?? error
            }
        }
        // `friday 4` has two values, of which one is no day at most times.
        if readings.count > 1, case .when(let when)? = all.only, let clock = when.clock, clock.isEither,
            clock.place != nil
        {
            return ([], clock.refusal)
        }
        return (readings, refusal)
    }

    // MARK: What to write instead

    /// Why words were meant as a date but are none, and how many they are; nil if they are a title.
    static func advice(atStartOf words: [String]) -> (refusal: Refusal, count: Int)? {
        let words = Array(words.prefix(8))
        guard let reading = WordTokens(words, in: .title) else { return nil }
        let found = reading.edges(of: .when, advising: true).filter {
            !$0.edge.value.isReading && (!$0.edge.isWeak || $0.count == words.count)
        }
        guard let longest = found.max(by: { $0.count < $1.count }), case .refused(let refusal) = longest.edge.value
        else { return nil }
        return (explained(refusal, words.prefix(longest.count).joined(separator: " "), .title), longest.count)
    }

    /// A refusal with its words.
    private func located(_ refusal: Refusal) -> Refusal {
        var refusal = refusal
        let range = refusal.range ?? 0..<tokens.count
        guard !range.isEmpty, range.upperBound <= tokens.count else { return refusal }
        refusal.words = chart.source.written(range)
        refusal.place = tokens[range.lowerBound].range.lowerBound..<tokens[range.upperBound - 1].range.upperBound
        return refusal
    }

    /// A refusal whose alternatives are whole phrases that can be read.
    private func completed(_ refusal: Refusal, _ isValid: (String) -> Bool) -> Refusal {
        var whole = refusal
        let range = refusal.range ?? 0..<tokens.count
        var seen: [String] = []
        for alternative in refusal.alternatives {
            // `a||b` is the first of them that can be read.
            let phrases = alternative.split(separator: "|").map { part in
                refusal.isWhole ? String(part).singleSpaced : replacing(range, by: String(part))
            }
            guard let phrase = phrases.first(where: isValid) else { continue }
            if !seen.contains(phrase) { seen.append(phrase) }
        }
        (whole.alternatives, whole.range, whole.isWhole) = (seen, range, true)
        return whole
    }

    /// The refusal of all of some words, with alternatives that are phrases of any kind.
    static func explained(_ refusal: Refusal, _ text: String, _ places: Places) -> Refusal {
        guard let reader = try? Reader(text, in: places) else { return refusal }
        return reader.located(
            reader.completed(refusal) { phrase in
                isPhrase(phrase, .when, places) || isPhrase(phrase, .rule, places)
            }
        )
    }

    /// Whether a text is a phrase, at any time.
    static func isPhrase(_ text: String, _ kind: Kind, _ places: Places) -> Bool {
        guard var reader = try? Reader(text, in: places), let values = try? reader.whole(kind) else { return false }
        return values.contains(where: \.isReading)
    }

    /// Whether a text is a symbol.
    static func isPhrase(_ text: String, _ symbol: Int) -> Bool {
        guard var reader = try? Reader(text, in: .title) else { return false }
        return reader.chart.read(symbol, at: 0).contains { $0.end == reader.tokens.count }
    }

    /// What the rows of advice say: the first that proposes something, or else the first.
    private func advice(_ kind: Kind, _ isValid: (String) -> Bool) -> Refusal? {
        // A long text is no phrase with a fault.
        guard tokens.count <= Self.mostExplained else { return nil }
        guard var chart = Chart(advising: text, in: places) else { return nil }
        var first: Refusal?
        for edge in chart.read(kind.symbol, at: 0) where edge.end == tokens.count {
            guard case .refused(let refusal) = edge.value else { continue }
            let told = completed(refusal, isValid)
            if !told.alternatives.isEmpty { return told }
            first = first ?? told
        }
        return first
    }

    private static let mostExplained = 60

    /// The text with something else instead of some tokens.
    private func replacing(_ range: Range<Int>, by other: String) -> String {
        guard !range.isEmpty, range.upperBound <= tokens.count else { return other }
        let before = chart.source.bytes(0, tokens[range.lowerBound].range.lowerBound)
        let after = chart.source.bytes(tokens[range.upperBound - 1].range.upperBound, text.utf8.count)
        return (before + other + after).singleSpaced
    }

    // MARK: Spelling and completion

    /// The text with one word spelt correctly, or only what is not understood: the words at the furthest place that was
    /// reached.
    private func correction(_ kind: Kind, _ isValid: (String) -> Bool) -> Refusal {
        guard tokens.count <= Self.mostExplained else { return Refusal(.unknown) }
        let chart = Self.noted(chart.source, kind, .allWords)
        let place = min(chart.furthest, tokens.count - 1)
        guard chart.furthest < tokens.count else {
            let next = Self.continuations(of: text + " ", kind, in: places).map { text + " " + $0 }
            let phrases = next.filter(isValid)
            return Refusal(.unfinished, Array(phrases.prefix(2)), at: 0..<tokens.count, isWhole: true)
        }
        let phrase = corrected(at: place, chart.expected, kind, isValid, depth: 2)
        return Refusal(.unknown, phrase.map { [$0] } ?? [], at: place..<place + 1, isWhole: true)
    }

    /// A chart with what could stand at the furthest place that was reached.
    static func noted(_ source: Chart.Source, _ kind: Kind, _ noting: Chart.Noting) -> Chart {
        var first = Chart(source)
        _ = first.read(kind.symbol, at: 0)
        var chart = Chart(source, noting: noting, at: first.furthest)
        _ = chart.read(kind.symbol, at: 0)
        return chart
    }

    /// The text with the word at a place, and at one more, spelt as one of those that are expected there.
    private func corrected(
        at place: Int,
        _ expected: [Int],
        _ kind: Kind,
        _ isValid: (String) -> Bool,
        depth: Int
    ) -> String? {
        let word = chart.source.written(place..<place + 1).lowercased()
        // A word that means something is not misspelt: `fortnight` is not `tonight`.
        guard tokens[place].terminal == Token.unknown, 3...20 ~= word.utf8.count else { return nil }
        let words = expected.map { Grammar.shared.text(of: $0) }.filter { $0.utf8.count > 2 }
        // `biweekly` is not `weekly`, and of three letters the first is right.
        let near = Spelling.nearest(to: word, among: words, limit: 8)
            .filter { !word.hasSuffix($0) && (word.utf8.count > 3 || $0.first == word.first) }
        let phrases = (near + Self.unglued(word)).map { replacing(place..<place + 1, by: $0) }
        if let phrase = phrases.first(where: isValid) { return phrase }
        guard depth > 1, let first = phrases.first, let other = try? Reader(first, in: places) else { return nil }
        let chart = Self.noted(other.chart.source, kind, .allWords)
        guard chart.furthest > place, chart.furthest < other.tokens.count else { return nil }
        return other.corrected(at: chart.furthest, chart.expected, kind, isValid, depth: depth - 1)
    }

    /// `every week` for `everyweek`.
    static func unglued(_ word: String) -> [String] {
        guard 5...20 ~= word.utf8.count, word.allSatisfy(\.isASCII), Grammar.shared.terminal(word) == Token.unknown
        else {
            return []
        }
        return word.indices.dropFirst(2).compactMap { index in
            let parts = [String(word[..<index]), String(word[index...])]
            guard parts.allSatisfy({ Grammar.shared.terminal($0) != Token.unknown }) else { return nil }
            return parts.joined(separator: " ")
        }
    }

    /// The words that can complete or continue a partly typed phrase.
    static func continuations(of text: String, _ kind: Kind, in places: Places) -> [String] {
        let isNewWord = text.utf8.last.map { $0 == 32 || $0 == UInt8(ascii: ",") } ?? true
        let start = isNewWord ? text.endIndex : text.utf8.lastIndex { $0 == 32 }.map { text.utf8.index(after: $0) }
        let before = String(text[..<(start ?? text.startIndex)])
        let word = text[(start ?? text.startIndex)...].lowercased()
        guard let source = Chart.Source(before, in: places) else { return [] }
        let chart = noted(source, kind, .usualWords)
        guard chart.furthest == source.tokens.count else { return [] }
        // Days come before periods, as in the lexicon; at the beginning, in the order of the rows.
        let expected = before.isEmpty ? chart.expected : chart.expected.sorted()
        return expected.map { Grammar.shared.text(of: $0) }.filter { $0.hasPrefix(word) && $0.utf8.count > 1 }
    }
}

/// The value of a phrase at the current time.
enum Reading: Equatable {
    case when(WhenPhrase), rule(RulePhrase), duration(CivilDuration), alarm(AlarmTrigger)

    /// A spelling that means the same at any time.
    var spelling: String {
        switch self {
        case .when(let when): when.spelling
        case .rule(let rule): rule.spelling
        case .duration(let duration): duration.description
        case .alarm(let alarm): alarm.description
        }
    }
}

extension Present {
    fileprivate func readings(of value: Value) throws(Refusal) -> [Reading] {
        switch value {
        case .when(let when): return try readings(of: when).map(Reading.when)
        case .rule(let rule): return try reading(of: rule).map { [.rule($0)] } ?? []
        case .span(let span): return [.duration(span.value)]
        case .alarm(let alarm): return [.alarm(alarm)]
        case .refused(let refusal): throw refusal
        default: return []
        }
    }
}

extension Array {
    /// Its element, if it has one.
    fileprivate var only: Element? { count == 1 ? first : nil }
}

extension String {
    /// With one blank between its words.
    var singleSpaced: String { split(separator: " ").joined(separator: " ") }
}

/// A form of a phrase as help names it, with examples that can be typed: what the rows of the tables show.
package struct Form: Sendable {
    package var name: String
    package var examples: [String]

    /// Dates, times and durations.
    package static var dates: [Form] {
        shown([
            "as in a file", "relative day", "weekday", "day of a month", "from now", "boundary", "time", "part of day",
            "day and time", "duration",
        ])
    }

    package static var rules: [Form] {
        shown([
            "days", "weeks", "months", "weekdays of months", "years", "elapsed time", "times of day", "with an end",
            "with exceptions", "from completion",
        ])
    }

    package static var alarms: [Form] { shown(["before the date", "before the deadline", "at a time"]) }

    private static func shown(_ names: [String]) -> [Form] {
        let all = Table(Productions.all).rows.flatMap(\.examples)
        return names.map { name in Form(name: name, examples: all.filter { $0.form == name }.map(\.text)) }
    }
}

extension Table.Row {
    /// What it shows: `weekday: friday · next friday` is two examples of one form.
    var examples: [(form: String, text: String)] {
        var form = ""
        return shows.description.split(separator: "·").map { part in
            var words = part.split(separator: " ")[...]
            if let last = words.firstIndex(where: { $0.hasSuffix(":") }) {
                form = String(words[...last].joined(separator: " ").dropLast())
                words = words[(last + 1)...]
            }
            return (form, words.joined(separator: " "))
        }
    }
}
