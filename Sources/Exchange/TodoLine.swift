internal import Bytes
import MemossFiles

/// A line of a todo.txt file: `(A) 2026-11-01 Call Mom +Family @phone due:2026-11-30`.
struct TodoLine {
    let text: String
    private(set) var isCompleted = false
    private(set) var completed: DateValue?
    private(set) var priority: String?
    private(set) var created: CivilDate?
    /// The words after the `x`, the priority and the dates.
    private(set) var words: [String]

    init(_ line: String) {
        text = line
        words = line.split(separator: " ").map(String.init)
        if words.first == "x", words.count > 1 {
            isCompleted = true
            words.removeFirst()
        }
        takePriority()
        let first = takeDate()
        // In a completed task, the first date is the completion date.
        if isCompleted {
            completed = first
            takePriority()
            created = takeDate()?.date
        } else {
            created = first?.date
        }
        if let index = words.firstIndex(where: { $0.utf8.starts(with: "pri:".utf8) && $0.utf8.count == 5 }) {
            priority = priority ?? String(words.remove(at: index).dropFirst(4))
        }
    }

    private mutating func takePriority() {
        guard let word = words.first?.utf8, word.count == 3, word.first == UInt8(ascii: "("),
            word.last == UInt8(ascii: ")"), let letter = word.dropFirst().first, 0x41...0x5A ~= letter, words.count > 1
        else { return }
        priority = String(Character(Unicode.Scalar(letter)))
        words.removeFirst()
    }

    private mutating func takeDate() -> DateValue? {
        guard words.count > 1, let word = words.first, word.utf8.count == 10, let date = try? DateValue(parsing: word),
            date.isAllDay
        else { return nil }
        words.removeFirst()
        return date
    }

    /// Identifies the line in a later import: everything except its priority.
    var identity: String {
        let dates = [isCompleted ? "x" : nil, completed?.description].compactMap(\.self)
        return (dates + [openIdentity]).joined(separator: " ")
    }

    /// What it was before it was completed.
    var openIdentity: String { ([created?.description].compactMap(\.self) + words).joined(separator: " ") }

    /// The date of a pair such as `due:2026-11-30`.
    func date(_ key: String) -> DateValue? {
        words.lazy.compactMap(Self.pair).first { $0.key == key }.flatMap { try? DateValue(parsing: $0.value) }
    }

    /// A word such as `due:2026-11-30`; nil for text such as `Re:`, `9:30` and `https://example.org`.
    static func pair(_ word: String) -> (key: String, value: String)? {
        let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let first = parts[0].utf8.first, 0x61...0x7A ~= first, !parts[1].isEmpty,
            parts[0].utf8.allSatisfy({ 0x61...0x7A ~= $0 || Ascii.isDigit($0) || "-_".utf8.contains($0) }),
            !parts[1].utf8.starts(with: "//".utf8)
        else { return nil }
        return (parts[0], parts[1])
    }

    /// `Family` for `+Family` and `@Family`.
    static func tag(_ word: String) -> String? {
        guard let first = word.utf8.first, "+@".utf8.contains(first), word.utf8.count > 1 else { return nil }
        return String(word.unicodeScalars.dropFirst())
    }
}
