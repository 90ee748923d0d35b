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
}

extension Refusal {
    /// What to show: the words, what is wrong with them, and what to write instead. This is the only place that makes a
    /// message, and nothing looks into one.
    package func error(_ kind: Reader.Kind) -> ParseError {
        let written = alternatives.isEmpty ? kind.examples : alternatives.map { "'\($0)'" }.joined(separator: " or ")
        let like = alternatives.isEmpty ? "write one like" : "write"
        let subject = reason == .nothing ? "the \(kind.name)" : quoted(words)
        return ParseError(
            "\(subject) \(reason.rawValue): \(like) \(written)",
            suggestion: alternatives.count == 1 ? alternatives[0] : nil,
            offset: place.lowerBound,
            length: place.count
        )
    }
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
