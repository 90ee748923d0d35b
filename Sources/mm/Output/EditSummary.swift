import MemossFiles

/// What an edit of a reminder changed, field by field: `scheduled: Fri 27 Nov 17:00 → Sat 28 Nov 17:00`.
struct EditSummary {
    /// In cells; of a longer text the beginning is shown.
    private static let longest = 60

    /// `edited: Gym (gym.md)`, and a line for each field.
    let lines: [String]

    /// - Parameters:
    ///   - today: whose year dates need not name.
    init(_ edit: FileEdit, today: CivilDate) {
        let (before, after) = (edit.before?.bytes ?? [], edit.after ?? [])
        let title = ReminderDecoder.decode(after, path: edit.path).reminder?.title
        lines =
            ["edited: " + (title.map { "\($0) (\(edit.path))" } ?? edit.path)]
            + FieldDifference.all(from: before, to: after).map { difference in
                let (name, old, new) = Self.texts(of: difference, today)
                return "\(name): \(Self.cut(old)) → \(Self.cut(new))"
            }
    }

    private static func texts(
        of difference: FieldDifference,
        _ today: CivilDate
    ) -> (name: String, before: String?, after: String?) {
        switch difference.part {
        case .key(let name):
            let text = { (value: String?) in value.map { shown($0, of: name, today) } }
            return (name, text(difference.before), text(difference.after))
        case .body:
            // Of a long text, the first lines that differ.
            let lines = { (text: String?) in (text ?? "").split(separator: "\n", omittingEmptySubsequences: false) }
            let (old, new) = (lines(difference.before), lines(difference.after))
            let same = zip(old, new).prefix { $0 == $1 }.count
            let first = { (lines: [Substring]) in lines.dropFirst(same).first { !$0.isEmpty }.map(String.init) }
            return ("body", first(old), first(new))
        }
    }

    private static func shown(_ text: String, of key: String, _ today: CivilDate) -> String {
        guard FieldRules.isDate(key), let date = try? DateValue(parsing: text), date.offset == nil else { return text }
        return RelativeDay(date, from: today).shortText
    }

    private static func cut(_ text: String?) -> String {
        guard let text, !text.isEmpty else { return "none" }
        return Printable.line(text).truncated(to: longest)
    }
}
