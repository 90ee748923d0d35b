/// Why words are not read, and what can be written instead, as values: a message is made of it in one place.
package struct Refusal: Error, Hashable, Sendable {
    package var reason: Reason
    /// What can stand instead of the words, each of which is read.
    package var alternatives: [String]
    /// The tokens that are wrong, which the alternatives replace.
    package var range: Range<Int>?
    /// Whether the alternatives are whole phrases.
    package var isWhole = false

    package init(_ reason: Reason, _ alternatives: [String] = [], at range: Range<Int>? = nil, isWhole: Bool = false) {
        (self.reason, self.alternatives, self.range, self.isWhole) = (reason, alternatives, range, isWhole)
    }
}

extension Value {
    /// Words that are refused, with what to write instead of them.
    static func refuse(_ reason: Reason, _ alternatives: String...) -> Value { .refused(Refusal(reason, alternatives)) }
    static func refuse(_ reason: Reason, all alternatives: [String]) -> Value { .refused(Refusal(reason, alternatives)) }
}
