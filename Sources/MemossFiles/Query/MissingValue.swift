internal import Bytes

/// A value in a query that no file has under its key.
package struct MissingValue: Sendable, Hashable {
    package var key: String
    package var value: String
    /// The nearest value of a file.
    package var nearest: String?
    /// Whether that is a longer text with the value in it.
    package var isPart = false

    /// The values that none of the reminders has, of keys that some of them have.
    ///
    /// - Parameter reminders: with these keys.
    package static func all(
        among sought: [(key: String, value: String)],
        in reminders: [Reminder]
    ) -> [MissingValue] {
        sought.compactMap { key, value in
            let values = Set(reminders.flatMap { $0.values(of: key) }.flatMap(\.texts)).sorted(by: ByteOrder.precedes)
            let folded = FoldedText(value)
            guard !values.isEmpty, !values.contains(where: folded.equals) else { return nil }
            let part = values.first { TextSearch.finds($0, value) }
            return MissingValue(
                key: key,
                value: value,
                nearest: part ?? Spelling.nearest(to: value, among: values).first,
                isPart: part != nil
            )
        }
    }
}

extension MissingValue {
    /// The value that a word was probably meant to be: one of the key in another file, or a priority; nil if it is one of these,
    /// or like none.
    ///
    /// - Parameter reminders: with this key.
    package static func lookalike(of word: String, for key: String, among reminders: [Reminder]) -> String? {
        func isWord(_ text: String) -> Bool { text.utf8.count > 2 && text.allSatisfy(\.isLetter) }
        guard isWord(word) else { return nil }
        let priorities = KeyCondition.isPriority(key) ? ScalarReading.priorities : []
        let known = Set(reminders.flatMap { $0.values(of: key) }.flatMap(\.texts).filter(isWord) + priorities)
        let folded = FoldedText(word)
        guard !known.contains(where: folded.equals) else { return nil }
        return Spelling.nearest(to: word, among: known.filter { abs($0.count - word.count) < 2 }).first
    }
}

extension Snapshot {
    /// The files whose path has a text in it.
    package func files(at text: String) -> [Reminder] { reminders.filter { TextSearch.finds($0.path, text) } }
}
