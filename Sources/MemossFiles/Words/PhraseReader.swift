internal import Bytes

/// Reads a phrase from its first word on. A part that is absent is nil, and the position stays; a part that is impossible
/// or ambiguous is an error.
///
/// Reading takes as many words as it can, so the caller sees from `position` what is left. Asked to explain, it also
/// notes the words that would have been accepted at the furthest place that it came to: they are what a message suggests
/// and what a completion offers.
struct PhraseReader {
    let text: String
    let tokens: [PhraseToken]
    var position = 0
    let times: PartsOfDay
    private let moment: CivilDateTime
    /// Whether the phrase means something else at another time.
    private(set) var dependsOnNow = false
    let isExplaining: Bool
    /// Whether to refuse what is wrong or ambiguous only at this time, such as a weekday that is not that of the date.
    var checksNow = true
    /// Whether a weekday or a date without a year is the latest one up to today, as of what has been done.
    var looksBack = false
    /// Whether the phrase is a rule, in which `mornings` is a part of every day.
    var isInRule = false
    /// Whether the rule has words that are not written to files: `mwf`, `without`, `monthly 1, 15`.
    var isLoose = false
    /// Whether it is only to be known whether the phrase is valid, and not what to write instead.
    var isProbe = false
    /// Whether plain numbers are times, as in `daily 8, 14 and 20`.
    var isInList = false
    /// Whether the rule is in a file, where a count needs no `for`.
    var isStored = false
    /// Whether nothing but a rule is expected, so that `2 weeks` is every 2 weeks.
    var expectsRule = false
    /// Whether the phrase is apart from a title. What a listing writes before a date may be typed then (`overdue 08:00`,
    /// `due tomorrow`), and `3rd friday` is that of the month, not of a series.
    var isApart = false
    /// Whether the day has words that mean its end: `eod`, `friday end of day`.
    var namesEndOfDay = false
    /// The furthest token that was looked at, and what would have been accepted there.
    private(set) var furthest = 0
    private(set) var expected: [String] = []

    init(_ text: String, now: CivilDateTime, times: PartsOfDay, isExplaining: Bool = false) {
        self.text = text
        self.times = times
        self.isExplaining = isExplaining
        moment = now
        tokens = PhraseToken.all(of: text)
    }

    /// The time that `today` and other relative days refer to.
    var now: CivilDateTime {
        mutating get {
            dependsOnNow = true
            return moment
        }
    }

    var today: CivilDate { mutating get { now.date } }

    // MARK: Tokens

    var isAtEnd: Bool { position == tokens.count }

    /// Whether to stop at the end. When explaining, reading goes on, to note what could follow.
    var isDone: Bool { isAtEnd && !isExplaining }

    func token(_ ahead: Int = 0) -> PhraseToken? {
        tokens.indices.contains(position + ahead) ? tokens[position + ahead] : nil
    }

    func word(_ ahead: Int = 0) -> ShortWord? {
        guard case .word(let word)? = token(ahead)?.kind else { return nil }
        return word
    }

    func number(_ ahead: Int = 0) -> Int? {
        guard case .number(let number)? = token(ahead)?.kind else { return nil }
        return number
    }

    /// How many digits the number has.
    func digits(_ ahead: Int = 0) -> Int {
        guard let token = token(ahead), case .number = token.kind else { return 0 }
        return token.range.count
    }

    func isSign(_ sign: Unicode.Scalar, _ ahead: Int = 0) -> Bool {
        token(ahead)?.kind == .sign(UInt8(ascii: sign))
    }

    /// A sign or a word without a blank before it.
    func isJoined(_ ahead: Int = 0) -> Bool { token(ahead)?.isJoined == true }

    /// The bytes from the token at `start` to the one before `position`.
    func range(from start: Int) -> Range<Int> {
        guard start < tokens.count else { return text.utf8.count..<text.utf8.count }
        return tokens[start].range.lowerBound..<tokens[max(start, position - 1)].range.upperBound
    }

    func text(in range: Range<Int>) -> String {
        String(decoding: text.utf8.dropFirst(range.lowerBound).prefix(range.count), as: UTF8.self)
    }

    // MARK: Words

    /// Notes what would be accepted here.
    mutating func note(_ words: @autoclosure () -> [String]) {
        guard isExplaining, position >= furthest else { return }
        if position > furthest { expected = [] }
        furthest = position
        expected += words()
    }

    mutating func accept(_ expected: ShortWord) -> Bool {
        if word() == expected {
            position += 1
            return true
        }
        note([expected.description])
        return false
    }

    /// Accepts another spelling of a word, which is neither offered nor suggested.
    @inline(__always)
    mutating func acceptWord(
        _ a: ShortWord,
        _ b: ShortWord = "",
        _ c: ShortWord = "",
        _ d: ShortWord = "",
        _ e: ShortWord = "",
        _ f: ShortWord = "",
        _ g: ShortWord = "",
        _ h: ShortWord = ""
    ) -> Bool {
        guard let word = word(), word.isOne(of: a, b, c, d, e, f, g, h) else { return false }
        position += 1
        return true
    }

    mutating func accept(sign: Unicode.Scalar) -> Bool {
        guard isSign(sign) else { return false }
        position += 1
        return true
    }

    /// The value of the word that is here, of a table with each value's usual spelling.
    mutating func accept<Value>(
        _ known: @autoclosure () -> [String],
        _ value: (ShortWord) -> Value?
    ) -> Value? {
        if let word = word(), let found = value(word) {
            position += 1
            return found
        }
        note(known())
        return nil
    }

    /// All of what `body` reads, or nothing.
    mutating func attempt<Value>(
        _ body: (inout PhraseReader) throws(ParseError) -> Value?
    ) throws(ParseError) -> Value? {
        let start = position
        if let value = try body(&self) { return value }
        position = start
        return nil
    }

    mutating func skip(_ words: ShortWord...) {
        for word in words { _ = accept(word) }
    }

    // MARK: Faults

    /// A fault of the words from `start` to the position.
    func fault(_ message: String, from start: Int, suggestion: String? = nil) -> ParseError {
        let range = range(from: start)
        return ParseError(message, suggestion: suggestion, offset: range.lowerBound, length: range.count)
    }

    /// What the words from `start` to the position are, for a message.
    func quote(from start: Int) -> String { quoted(text(in: range(from: start))) }
}
