internal import Bytes

/// A comparison with the value of a key: `high`, `>30`, `2026-11..`, `A..C`.
///
/// It has several readings. A value of a file is compared as a number, a date or a duration if it and the condition are one,
/// else as text. A month is compared as all of its days. The words of a priority are compared by rank. Equal text always
/// matches.
package struct KeyCondition: Sendable, Hashable {
    /// The whole text, for a condition that is not a comparison.
    let text: String?
    let numbers: Interval<Double>?
    let dates: DateCondition?
    /// Seconds of durations, or ranks of priorities.
    let measures: Interval<Double>?
    /// Ranks of priorities, for a key that another program calls otherwise.
    let ranks: Interval<Double>?
    /// In lower case; only if it is nothing else.
    let words: Interval<String>?
    /// Whether it asks for more, for less or for a range.
    let isComparison: Bool
    /// Whether a value of another kind, which cannot be compared, matches too.
    private(set) var acceptsOtherKinds = false

    /// The condition that is also true for what it cannot be compared with.
    var acceptingOtherKinds: KeyCondition {
        var condition = self
        condition.acceptsOtherKinds = isComparison
        return condition
    }

    /// The values from one bound to the other; a missing one is unbounded.
    struct Interval<Bound: Comparable & Sendable & Hashable>: Sendable, Hashable {
        var first: Bound?
        var last: Bound?
        /// Whether the bounds themselves are excluded.
        var isStrict = false

        func contains(_ value: Bound) -> Bool {
            if let first, isStrict ? value <= first : value < first { return false }
            if let last, isStrict ? value >= last : value > last { return false }
            return true
        }

        /// - Parameters:
        ///   - bounds: as typed; an empty one is unbounded.
        ///   - read: nil if the bound is of another kind.
        /// - Returns: nil unless all bounds are of the kind.
        init?(_ bounds: Bounds, _ read: (String) -> Bound?) {
            if !bounds.first.isEmpty {
                guard let value = read(bounds.first) else { return nil }
                first = value
            }
            if !bounds.last.isEmpty {
                guard let value = read(bounds.last) else { return nil }
                last = value
            }
            isStrict = bounds.isStrict
        }
    }

    /// What was typed: `<30` has only a last bound.
    struct Bounds {
        var first = ""
        var last = ""
        var isStrict = false
        var isRange = false
    }

    /// - Parameters:
    ///   - text: the text after the colon, not empty.
    ///   - isQuoted: a quoted text may contain `..`, and what looks like a date need not be one.
    ///   - key: decides what some values mean: `created` is a date and not in the future, `priority` has ranks.
    ///   - now: the time that `today` and other relative days refer to.
    /// - Throws: a `ParseError`: a bound is missing, a date is impossible, or a range is empty.
    init(
        parsing text: String,
        isQuoted: Bool,
        key: String = "",
        now: CivilDateTime,
        times: PartsOfDay
    ) throws(ParseError) {
        if Self.isCreation(key) {
            dates = try DateCondition(parsing: text, now: now, times: times, looksBack: true)
            (self.text, numbers, measures, ranks, words, isComparison) = (text, nil, nil, nil, nil, false)
            return
        }
        let bounds = try Self.bounds(of: text)
        let numbers = Interval(bounds ?? Bounds(first: text, last: text), Self.number)
        // A number is also a year if it has four digits, but not a day or an hour.
        let areYears = text.utf8.split(whereSeparator: { "<>=.".utf8.contains($0) }).allSatisfy { $0.count == 4 }
        var measures: Interval<Double>?
        if numbers == nil, bounds != nil || !Self.isPriority(key) {
            measures = Interval(bounds ?? Bounds(first: text, last: text)) { Self.measure($0, of: key) }
        }
        // `2 weeks` is a duration, and `in 2 weeks` a date.
        let isDate = measures == nil && (numbers == nil || areYears)
        let dates = isDate ? try Self.dates(text, isQuoted: isQuoted, key: key, now: now, times: times) : nil
        var words: Interval<String>?
        if let bounds, numbers == nil, dates == nil, measures == nil, !bounds.isRange || bounds.areWords {
            words = Interval(bounds) { FoldedText.folded($0.utf8) }
        }
        if bounds?.isRange == true, numbers.map(\.isEmpty) ?? measures.map(\.isEmpty) ?? words?.isEmpty == true {
            let (first, last) = (bounds?.first ?? "", bounds?.last ?? "")
            throw ParseError("the range is empty: \(first) is after \(last)", suggestion: "\(last)..\(first)")
        }
        // A range of anything else is text that contains two dots.
        self.text = bounds == nil || bounds?.isRange == true ? text : nil
        ranks = bounds.flatMap { Interval($0) { Self.measure($0, of: "priority") } }
        (self.numbers, self.dates, self.measures, self.words) = (numbers, dates, measures, words)
        isComparison = bounds != nil && ((numbers ?? measures) != nil || dates != nil || words != nil)
    }

    /// Whether it compares with a time of day. A range such as `18:00..19:00` is text while it is empty.
    var mayHaveTime: Bool {
        if let dates { return dates.hasTime }
        return numbers == nil && measures == nil && text?.contains("..") == true
    }

    static func isCreation(_ key: String) -> Bool { FoldedText(key).equals("created") }

    static func isPriority(_ key: String) -> Bool { FoldedText(key).equals("priority") }

    private static func measure(_ text: String, of key: String) -> Double? {
        if isPriority(key) { return Array(text.utf8).withUnsafeBufferPointer(ScalarReading.rank) }
        // `daily` is not worth making the tables of the grammar.
        guard text.utf8.contains(where: { Ascii.isDigit($0) || $0 == Ascii.blank }) else { return nil }
        return CivilDuration.read(text).map(ScalarReading.seconds(of:))
    }

    private static func bounds(of text: String) throws(ParseError) -> Bounds? {
        for mark in ["<=", ">=", "<", ">"] where text.hasPrefix(mark) {
            let value = String(text.dropFirst(mark.count))
            guard !value.isEmpty else { throw ParseError("expected a value after '\(mark)'", offset: mark.utf8.count) }
            let isStrict = !mark.hasSuffix("=")
            return mark.hasPrefix("<")
                ? Bounds(last: value, isStrict: isStrict) : Bounds(first: value, isStrict: isStrict)
        }
        guard let dots = text.utf8.indices.first(where: { text.utf8[$0...].starts(with: "..".utf8) }) else {
            return nil
        }
        let (first, last) = (String(text[..<dots]), String(text[dots...].dropFirst(2)))
        return first.isEmpty && last.isEmpty ? nil : Bounds(first: first, last: last, isRange: true)
    }

    private static func number(_ text: String) -> Double? {
        Array(text.utf8).withUnsafeBufferPointer(ScalarReading.number)
    }

    private static func dates(
        _ text: String,
        isQuoted: Bool,
        key: String,
        now: CivilDateTime,
        times: PartsOfDay
    ) throws(ParseError) -> DateCondition? {
        // Nothing is completed in the future.
        let looksBack = FoldedText(key).equals("completed")
        do throws(ParseError) {
            return try DateCondition(parsing: text, now: now, times: times, looksBack: looksBack)
        } catch {
            // `2026-02-30` is a slip rather than a word.
            let start = Array(text.utf8.drop { "<>=".utf8.contains($0) }.prefix(7))
            guard !isQuoted, start.count == 7, start[4] == Ascii.dash,
                (start[..<4] + start[5...]).allSatisfy({ 48...57 ~= $0 })
            else { return nil }
            throw error
        }
    }
}

extension KeyCondition.Interval {
    fileprivate var isEmpty: Bool {
        guard let first, let last else { return false }
        return first > last
    }
}

extension KeyCondition.Bounds {
    /// Whether both ends are single words: `A..C`, but not `../notes` or `wait...`.
    fileprivate var areWords: Bool {
        func isWord(_ text: String) -> Bool { !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber } }
        return isWord(first) && isWord(last)
    }
}
