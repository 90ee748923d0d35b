import CivilTime
package import Text

/// Why words are not read, and what can be written instead, as values: a message is made of it in one place.
package struct Refusal: Error, Hashable, Sendable {
    package var reason: Reason
    /// What can stand instead of the words, each of which is read.
    package var alternatives: [String]
    /// The tokens that are wrong, which the alternatives replace.
    package var range: Range<Int>?
    /// Whether the alternatives are whole phrases.
    package var isWhole = false
    /// The words that are wrong, and where they are in the bytes of the text.
    package internal(set) var words = ""
    package internal(set) var place = 0..<0

    package init(_ reason: Reason, _ alternatives: [String] = [], at range: Range<Int>? = nil, isWhole: Bool = false) {
        (self.reason, self.alternatives, self.range, self.isWhole) = (reason, alternatives, range, isWhole)
    }

    /// A refusal of a whole text.
    init(_ reason: Reason, words: String) {
        self.init(reason)
        (self.words, place) = (words, 0..<words.utf8.count)
    }
}

extension Refusal {
    /// Whether it proposes the start of a span. With the span in its title, the reminder would have no time.
    var isOfSpan: Bool { reason == .span && !alternatives.isEmpty }

    /// What to show: the words, what is wrong with them, and what to write instead. This is the only place that makes a
    /// message, and nothing looks into one.
    ///
    /// - Parameter subject: what is wrong, if it is not the words.
    func error(_ kind: Reader.Kind, of subject: String? = nil) -> ParseError {
        let subject = subject ?? (words.isEmpty ? "the \(kind.name)" : quoted(words))
        let fault =
            switch reason {
            // What is wrong with a word that no row has depends on where it is.
            case .unknown: (place.lowerBound == 0 ? "is not " : "is not part of ") + kind.article + " \(kind.name)"
            case .twice: "is a second \(kind.name): give only one"
            default: reason.rawValue
            }
        let written: String
        switch alternatives.count {
        case 0: written = reason == .twice ? "" : ": write one like \(kind.examples)"
        // It is the suggestion.
        case 1: written = ""
        default: written = ": write " + alternatives.map { "'\($0)'" }.joined(separator: " or ")
        }
        return ParseError(
            "\(subject) \(fault)\(written)",
            suggestion: alternatives.count == 1 ? alternatives[0] : nil,
            offset: place.lowerBound,
            length: place.count
        )
    }
}

extension Refusal {
    /// The message for a date.
    package var error: ParseError { error(.when) }
}

extension PhraseKind {
    fileprivate var name: String { self == .when ? "date" : rawValue }
    fileprivate var article: String { self == .alarm ? "an" : "a" }

    fileprivate var examples: String {
        switch self {
        case .when: "'tomorrow 9am' or '25 dec'"
        case .duration: "'90 min' or '2 weeks'"
        case .rule: "'every 2 weeks on monday' or 'monthly on 31'"
        case .alarm: "'15 min before', '1 day before due' or 'the day before at 18:00'"
        }
    }
}

extension Value {
    /// Words that are refused, with what to write instead of them.
    static func refuse(_ reason: Reason, _ alternatives: String...) -> Value { .refused(Refusal(reason, alternatives)) }
    static func refuse(_ reason: Reason, whole phrase: String, _ others: String...) -> Value {
        .refused(Refusal(reason, [phrase] + others, isWhole: true))
    }
    static func refuse(_ reason: Reason, all alternatives: [String]) -> Value {
        .refused(Refusal(reason, alternatives))
    }
}

/// What is wrong with words, for a message.
package enum Reason: String, Hashable, Sendable, CaseIterable {
    case ambiguous = "is ambiguous"
    case noDay = "names no day"
    case noSuchDate = "does not exist"
    case noSuchTime = "is not a time of day, which is from 0:00 to 23:59"
    case notSupported = "is not supported"
    case tooLarge = "is out of range"
    case wrongOrdinal = "is not a number"
    case needsYear = "needs a year of four digits"
    case timeOrDuration = "may be a time or a duration"
    case timeOrNumber = "does not say whether it is a time"
    case whichHalf = "does not say which half of the day"
    case otherWeekday = "is another day of the week"
    case otherDistance = "is not that far from today"
    case hasPassed = "has passed"
    case notFixed = "is not a fixed time"
    case otherDate = "is on a different date every year"
    case howMany = "does not say how many"
    case whichOne = "does not say which one"
    case whichDays = "does not say on which days"
    case atWhatTimes = "does not say at what times"
    case onlyHowOften = "only says how often"
    case afterMidnight = "is after midnight"
    case notOneTime = "is not one time"
    case secondTime = "has two times"
    case span = "is a span, and a reminder has a single time, its start"
    case noEnd = "ends before it begins"
    case severalRules = "needs several rules"
    case mixedDays = "mixes days and weekdays of a month, which are two rules"
    case countedHours = "counts from its start, so it cannot have days or times"
    case whatItCounts = "does not say what it counts"
    case howLongAfter = "does not say how long after"
    case howLongBefore = "does not say how long before"
    case excludesAll = "excludes every day"
    case dependsOnNow = "depends on when it is read, and a file is read at any time"
    case otherKeys = "says more than a rule of a file can: its start, its end and completion have keys of their own"
    case fraction = "is not a whole number of days, and only hours have fractions"
    case noDuration = "is not a date"
    case zone = "names a time zone, and a date is in that of the reminder"
    case leavesOpen = "leaves open which"
    case glued = "has no blank between its words"
    case dateOrTitle = "may belong to the date or to the title"
    case dayOrAlways = "may be a day or mean always"
    case twice = "is said twice"
    case dateOrDeadline = "may be the date or the deadline"
    case dateOrSeries = "may be one day or a series"
    case otherOrder = "is said in another way"
    case otherNotation = "is a notation of other programs"
    case tooShort = "counts seconds, which are not supported"
    case exception = "cannot be left out, as a rule leaves out only weekdays"
    case unknown = "is not known"
    case unfinished = "is incomplete"
    case tooLong = "is too long"
    case nothing = "is empty"

    /// Whether the words are a date but for what is wrong with them.
    var isDate: Bool { [.noSuchDate, .noSuchTime, .ambiguous, .needsYear, .timeOrDuration, .whichHalf].contains(self) }

    /// Whether a date or a rule was surely meant, so that the words are no title.
    func isFault(of kind: Reader.Kind) -> Bool {
        [.span, .unknown, .otherOrder, .glued, .dateOrSeries].contains(self)
            || kind == .rule && [.ambiguous, .whichDays, .atWhatTimes, .onlyHowOften].contains(self)
    }
}
