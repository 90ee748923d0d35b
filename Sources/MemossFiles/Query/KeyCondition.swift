/// A comparison with the value of a key: `high`, `>30`, `2026-11..`, `A..C`.
///
/// It has up to three readings. A value of a file is compared as a number or a date if it and the condition are one, else
/// as text. A month is compared as all of its days. Equal text always matches.
public struct KeyCondition: Sendable, Hashable {
    /// The whole text, for a condition that is not a comparison.
    let text: String?
    let numbers: Interval<Double>?
    let dates: DateCondition?
    /// In lower case; only if it is neither a number nor a date.
    let words: Interval<String>?

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
    ///   - isCreation: whether it is when something was created, which is a date and not in the future.
    ///   - now: the time that `today` and other relative days refer to.
    /// - Throws: a `ParseError`: a bound is missing, a date is impossible, or a range is empty.
    init(
        parsing text: String,
        isQuoted: Bool,
        isCreation: Bool = false,
        now: CivilDateTime,
        times: PartsOfDay
    ) throws(ParseError) {
        if isCreation {
            dates = try DateCondition(parsing: text, now: now, times: times, looksBack: true)
            (self.text, numbers, words) = (text, nil, nil)
            return
        }
        let bounds = try Self.bounds(of: text)
        let numbers = Interval(bounds ?? Bounds(first: text, last: text), Self.number)
        // A number is also a year if it has four digits, but not a day or an hour.
        let areYears = text.utf8.split(whereSeparator: { "<>=.".utf8.contains($0) }).allSatisfy { $0.count == 4 }
        let dates =
            numbers != nil && !areYears ? nil : try Self.dates(text, isQuoted: isQuoted, now: now, times: times)
        var words: Interval<String>?
        if let bounds, numbers == nil, dates == nil, !bounds.isRange || bounds.areWords {
            words = Interval(bounds) { FoldedText.folded($0.utf8) }
        }
        if bounds?.isRange == true, numbers.map(\.isEmpty) ?? words?.isEmpty == true {
            let (first, last) = (bounds?.first ?? "", bounds?.last ?? "")
            throw ParseError("the range is empty: \(first) is after \(last)", suggestion: "\(last)..\(first)")
        }
        // A range of anything else is text that contains two dots.
        self.text = bounds == nil || bounds?.isRange == true ? text : nil
        (self.numbers, self.dates, self.words) = (numbers, dates, words)
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
        now: CivilDateTime,
        times: PartsOfDay
    ) throws(ParseError) -> DateCondition? {
        do throws(ParseError) {
            return try DateCondition(parsing: text, now: now, times: times)
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
