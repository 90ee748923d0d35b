import MemossFiles

/// What an edit changed, field by field: `scheduled: Fri 27 Nov 17:00 → Sat 28 Nov 17:00`.
struct EditSummary {
    /// In cells. Longer text is cut.
    private static let longest = 60

    /// `edited: Gym (gym.md)`, followed by a line for each field.
    let lines: [String]

    /// - Parameter today: dates in its year are printed without the year.
    init(_ edit: FileEdit, today: CivilDate) {
        let (before, after) = (edit.before?.bytes ?? [], edit.after ?? [])
        let title = ReminderDecoder.decode(after, path: edit.path).reminder?.title
        lines =
            ["edited: " + (title.map { "\($0) (\(edit.path))" } ?? edit.path)]
            + FieldDifference.all(from: before, to: after).compactMap { difference in
                let (name, old, new) = Self.texts(of: difference, today)
                let (before, after) = (Self.cut(old), Self.cut(new))
                return before == after && old != new ? nil : "\(name): \(before) → \(after)"
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
            return bodies(difference.before ?? "", difference.after ?? "")
        }
    }

    /// A body of one line is shown itself, a longer one as its number of lines. If the number does not change, the
    /// first line that differs is shown.
    private static func bodies(_ before: String, _ after: String) -> (name: String, before: String?, after: String?) {
        let lines = { (text: String) in
            let lines = text.lines
            return lines.last?.isEmpty == true ? lines.dropLast() : lines[...]
        }
        let (old, new) = (lines(before), lines(after))
        if old.count == new.count, let index = old.indices.first(where: { !old[$0].utf8.elementsEqual(new[$0].utf8) }) {
            return ("body", String(old[index]), String(new[index]))
        }
        let text = { (lines: ArraySlice<Substring>) in lines.count < 2 ? lines.joined() : "\(lines.count) lines" }
        return ("body", text(old), text(new))
    }

    private static func shown(_ text: String, of key: String, _ today: CivilDate) -> String {
        guard FieldRules.isDate(key), let date = try? DateValue(parsing: text) else { return text }
        return date.text(in: today)
    }

    private static func cut(_ text: String?) -> String {
        guard let text, !text.isEmpty else { return "none" }
        return Printable.line(text).truncated(to: longest)
    }
}
