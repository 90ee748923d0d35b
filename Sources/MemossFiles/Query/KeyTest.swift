internal import Bytes

/// A term about a key, prepared for many files. Each thread has its own, because threads that retain the same objects
/// contend for them.
final class KeyTest: Sendable {
    /// Every name that the key may have.
    private let keys: [FoldedText]
    /// Whether any value will do.
    private let asksForPresence: Bool
    private let text: FoldedText?
    private let numbers: KeyCondition.Interval<Double>?
    private let dates: DateCondition?
    private let measures: KeyCondition.Interval<Double>?
    private let words: KeyCondition.Interval<String>?
    private let isPriority: Bool
    /// The answer for a value that the condition cannot be compared with.
    private let acceptsOtherKinds: Bool

    /// Whether its dates are in the user's time zone, not in that of the reminder.
    let isCreation: Bool

    /// Nil for a term about something else.
    ///
    /// - Parameter names: what another program calls the keys.
    init?(_ term: Query.Term, _ names: KeyNames?) {
        let (name, condition): (String, KeyCondition?)
        switch term {
        case .has(let key): (name, condition) = (key, nil)
        case .key(let key, let value): (name, condition) = (key, value)
        default: return nil
        }
        keys = (names?.all(name) ?? [name]).map(FoldedText.init)
        asksForPresence = condition == nil
        let own = names?.own(name) ?? name
        isCreation = KeyCondition.isCreation(own)
        text = condition?.text.map(FoldedText.init)
        isPriority = KeyCondition.isPriority(own)
        (numbers, dates) = (condition?.numbers, condition?.dates)
        (measures, words) = (isPriority ? condition?.ranks : condition?.measures, condition?.words)
        acceptsOtherKinds = condition?.acceptsOtherKinds ?? false
    }

    /// The answer for a file in the scanner's subset of YAML.
    ///
    /// - Returns: nil if it depends on the time zone of the reminder.
    func answer(in document: PlainScanner, of bytes: UnsafeBufferPointer<UInt8>) -> Bool? {
        var isOpen = false
        for entry in document.entries {
            let name = document.text(of: entry.key, in: bytes)
            guard keys.contains(where: { $0.equals(name) }) else { continue }
            let items = document.items(of: entry)
            if asksForPresence, document.nodes[entry.value].kind == .sequence, !items.isEmpty { return true }
            for node in items {
                let value = document.text(of: node, in: bytes)
                if document.nodes[node].style == .plain, PlainScanner.isNull(value) { continue }
                guard let answer = accepts(value, nil) else {
                    isOpen = true
                    continue
                }
                if answer { return true }
            }
        }
        return isOpen ? nil : false
    }

    /// - Parameter shown: converts a date of the reminder to the user's time zone; nil if that is not known yet.
    /// - Returns: also nil if the keys of the reminder were not kept.
    func answer(_ reminder: Reminder, _ shown: ((DateValue) -> DateValue)?) -> Bool? {
        guard let fields = reminder.frontMatter else { return reminder.attention?.hidesFile == true ? false : nil }
        var isOpen = false
        for field in fields where keys.contains(where: { $0.equals(field.key) }) {
            if asksForPresence, field.value.isPresent { return true }
            for text in asksForPresence ? [] : field.value.texts {
                var text = text
                guard let answer = text.withUTF8({ accepts($0, shown) }) else {
                    isOpen = true
                    continue
                }
                if answer { return true }
            }
        }
        return isOpen ? nil : false
    }

    private func accepts(_ value: UnsafeBufferPointer<UInt8>, _ shown: ((DateValue) -> DateValue)?) -> Bool? {
        if asksForPresence { return !value.isEmpty }
        let value = UnsafeBufferPointer(rebasing: value.trimmed)
        if let text, text.equals(value) { return true }
        if let number = ScalarReading.number(value) { return numbers?.contains(number) ?? acceptsOtherKinds }
        if let date = ScalarReading.date(value) {
            guard let dates else { return acceptsOtherKinds }
            guard let shown else { return dates.matches(inAnyZone: date) }
            return dates.matches(shown(date))
        }
        if let month = ScalarReading.month(value) {
            guard let dates else { return acceptsOtherKinds }
            // All of it.
            return dates.matches(DateValue(month.first)) && dates.matches(DateValue(month.last))
        }
        if let measures, let measure = isPriority ? ScalarReading.rank(value) : ScalarReading.seconds(value) {
            return measures.contains(measure)
        }
        return words?.contains(FoldedText.folded(value)) ?? acceptsOtherKinds
    }
}
