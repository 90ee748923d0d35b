import MemossFiles

/// A list to choose from, narrowed by typing. Events in, effects out.
///
/// A choice matches if it contains every typed word, ignoring case and diacritics.
package struct ChoiceField: Sendable {
    package enum Effect: Sendable, Hashable {
        /// The chosen items: indices into the list, in list order.
        case done([Int])
        case cancelled
    }

    package private(set) var text = TextField()
    /// The matching items: indices into the list, in list order.
    package private(set) var matches: [Int]
    /// An index into `matches`; nil if there are none.
    package private(set) var highlight: Int?
    /// The marked items, whether they match or not.
    package private(set) var marked: Set<Int> = []

    private let letters: [String]
    private static let page = 10

    /// - Parameter choices: the text of each item, which is searched for the typed words.
    package init(_ choices: [String]) {
        letters = choices.map(NaturalOrder.baseLetters)
        matches = Array(choices.indices)
        highlight = choices.isEmpty ? nil : 0
    }

    package mutating func handle(_ event: FieldEvent) -> [Effect] {
        switch event {
        case .text(let event):
            let old = text.text
            text.handle(event)
            if text.text != old { narrow() }
        case .up: move(by: -1)
        case .down: move(by: 1)
        case .pageUp: highlight = highlight.map { max(0, $0 - Self.page) }
        case .pageDown: highlight = highlight.map { min(matches.count - 1, $0 + Self.page) }
        case .complete:
            guard let highlight else { break }
            marked.formSymmetricDifference([matches[highlight]])
            if highlight + 1 < matches.count { move(by: 1) }
        case .confirm:
            if !marked.isEmpty { return [.done(marked.sorted())] }
            if let highlight { return [.done([matches[highlight]])] }
        case .cancel: return [.cancelled]
        }
        return []
    }

    private mutating func move(by step: Int) {
        highlight = highlight.map { ($0 + step + matches.count) % matches.count }
    }

    /// Keeps the highlight on its item while that matches.
    private mutating func narrow() {
        let old = highlight.map { matches[$0] }
        let words = NaturalOrder.baseLetters(of: text.text).split(whereSeparator: \.isWhitespace)
        matches = letters.indices.filter { index in words.allSatisfy { letters[index].contains($0) } }
        highlight = matches.isEmpty ? nil : old.flatMap { matches.firstIndex(of: $0) } ?? 0
    }
}
