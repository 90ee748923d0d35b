import MemossFiles

/// The changes of an edit, field by field: `scheduled: Fri 27 Nov 17:00 → Sat 28 Nov 17:00`.
struct EditSummary {
    /// The length, in cells, at which text is cut.
    private static let longest = 60

    /// `edited: Gym (gym.md)`, followed by a line for each field.
    let lines: [String]

    /// - Parameter profile: how the program that the folder is shared with reads the file.
    init(_ edit: FileEdit, _ interpretation: Interpretation, sharing profile: Profile? = nil) {
        let (before, after) = (edit.before?.bytes ?? [], edit.after ?? [])
        let registry = TagRegistry(sharing: profile)
        let names = profile?.names ?? .standard
        let (old, new) = (
            ReminderDecoder.decode(before, path: edit.path, registry: registry).reminder,
            ReminderDecoder.decode(after, path: edit.path, registry: registry).reminder
        )
        lines =
            ["edited: " + (new.map { "\($0.title) (\(edit.path))" } ?? edit.path)]
            + FieldDifference.all(from: before, to: after).compactMap { difference in
                let name: String
                var texts: (before: String?, after: String?)
                switch difference.part {
                case .key(let key):
                    // What is said of a value depends on what the key means here, and not on what it is called.
                    let own = names.own(key) ?? ""
                    name = key
                    texts.before = difference.before.map { interpretation.value($0, of: own, in: old) }
                    texts.after = difference.after.map { interpretation.value($0, of: own, in: new) }
                case .body:
                    name = "body"
                    texts = Self.bodies(difference.before ?? "", difference.after ?? "")
                }
                if difference.before == "", difference.after == nil { return "\(name): removed; it was empty" }
                let before = Self.cut(texts.before)
                guard before != Self.cut(texts.after) || texts.before == texts.after else { return nil }
                let note = difference.after.flatMap {
                    interpretation.note(on: $0, of: difference.part.own(names), in: new)
                }
                return "\(name): \(before) → \(Self.cut(texts.after))" + (note.map { " (\($0))" } ?? "")
            }
            + [
                interpretation.rescheduled(from: old, to: new), interpretation.passedOver(from: old, to: new),
                Self.isNotDelivered(from: old, to: new)
                    ? "it is completed, so nothing will remind you; \(Self.wayToOpen(edit.path))" : nil,
            ].compactMap(\.self)
    }

    /// What to say about an edit of a completed reminder that may be meant to remind of it again; nil for other edits.
    static func warning(about edit: FileEdit, sharing profile: Profile?) -> (message: String, hint: String)? {
        let registry = TagRegistry(sharing: profile)
        let old = ReminderDecoder.decode(edit.before?.bytes ?? [], path: edit.path, registry: registry).reminder
        let new = ReminderDecoder.decode(edit.after ?? [], path: edit.path, registry: registry).reminder
        guard isNotDelivered(from: old, to: new), let new else { return nil }
        return ("'\(new.title)' is completed, so nothing will remind you", wayToOpen(edit.path))
    }

    private static func wayToOpen(_ path: String) -> String { "to open it: mm reopen \(path.shellWord)" }

    /// Whether a completed reminder gets another time, at which it is not delivered.
    private static func isNotDelivered(from old: Reminder?, to new: Reminder?) -> Bool {
        guard let old, let new, old.isCompleted, new.isCompleted, new.date != nil || new.snoozed != nil else {
            return false
        }
        func times(_ reminder: Reminder) -> [String?] {
            [reminder.scheduled?.iso, reminder.deadline?.iso, reminder.snoozed?.iso, reminder.recurrence]
        }
        return times(old) != times(new)
    }

    /// A one-line body is shown as it is, a longer one as its number of lines. If that number stays the same, the first
    /// differing line is shown.
    private static func bodies(_ before: String, _ after: String) -> (before: String?, after: String?) {
        let lines = { (text: String) in
            let lines = text.lines.map { $0.utf8.last == 0x0D ? $0.dropLast() : $0 }
            return lines.last?.isEmpty == true ? lines.dropLast() : lines[...]
        }
        let (old, new) = (lines(before), lines(after))
        if old.count == new.count, let index = old.indices.first(where: { !old[$0].utf8.elementsEqual(new[$0].utf8) }) {
            return (String(old[index]), String(new[index]))
        }
        let text = { (lines: ArraySlice<Substring>) in lines.count < 2 ? lines.joined() : "\(lines.count) lines" }
        return (text(old), text(new))
    }

    private static func cut(_ text: String?) -> String {
        guard let text, !text.isEmpty else { return "none" }
        return Printable.line(text).truncated(to: longest)
    }
}

extension FieldDifference.Part {
    /// The part under the name that `mm` has for its key.
    fileprivate func own(_ names: KeyNames) -> FieldDifference.Part {
        if case .key(let key) = self { .key(names.own(key) ?? "") } else { self }
    }
}
