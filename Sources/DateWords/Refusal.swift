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
    /// What to show: the words, what is wrong with them, and what to write instead. This is the only place that makes a
    /// message, and nothing looks into one.
    ///
    /// - Parameter subject: what is wrong, if it is not the words.
    func error(_ kind: Reader.Kind, of subject: String? = nil) -> ParseError {
        let subject = subject ?? (reason == .nothing ? "the \(kind.name)" : quoted(words))
        let fault =
            switch reason {
            // What is wrong with a word that no row has depends on where it is.
            case .unknown: (place.lowerBound == 0 ? "is not a" : "is not part of a") + " \(kind.name)"
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

extension Reader.Kind {
    fileprivate var name: String {
        switch self {
        case .when: "date"
        case .duration: "duration"
        case .rule: "rule"
        }
    }

    fileprivate var examples: String {
        switch self {
        case .when: "'tomorrow 9am' or '25 dec'"
        case .duration: "'90 min' or '2 weeks'"
        case .rule: "'every 2 weeks on monday' or 'monthly on 31'"
        }
    }
}

extension Value {
    /// Words that are refused, with what to write instead of them.
    static func refuse(_ reason: Reason, _ alternatives: String...) -> Value { .refused(Refusal(reason, alternatives)) }
    static func refuse(_ reason: Reason, all alternatives: [String]) -> Value {
        .refused(Refusal(reason, alternatives))
    }
}
