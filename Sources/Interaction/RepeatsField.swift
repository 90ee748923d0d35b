package import MemossFiles

/// A field for a rule: a choice of common rules for the reminder's day, or any other rule that is typed.
package struct RepeatsField: Sendable, Hashable {
    package enum Row: Int, Sendable, CaseIterable {
        case never, daily, weekly, monthly
        /// The typed rule.
        case other
    }

    /// The direction in which an event leaves the field.
    package enum Move: Sendable {
        case previous, next
    }

    package private(set) var highlight = Row.never
    /// The rule of the last row.
    package private(set) var text: TextField
    /// Nil until the user chooses, so that the existing rule is kept as written.
    private var choice: Row?
    /// The existing rule; nil for none.
    private let original: String?

    package init(_ original: String? = nil) {
        self.original = original
        text = TextField(original ?? "")
    }

    /// The rule of a row, as it is written to a file; nil for none.
    ///
    /// - Parameter day: the day of the reminder.
    package func rule(_ row: Row, on day: CivilDate) -> String? {
        switch row {
        case .never: return nil
        case .daily: return "daily"
        case .weekly: return "weekly on \(day.weekday.name.lowercased())"
        case .monthly: return "monthly on \(day.day)"
        case .other:
            let typed = text.text.trimmingBlanks
            return typed.isEmpty ? nil : typed
        }
    }

    /// The row in effect: the chosen one, or else the one equivalent to the existing rule.
    package func chosen(on day: CivilDate) -> Row {
        if let choice { return rule(choice, on: day) == nil ? .never : choice }
        guard let original else { return .never }
        guard let rule = try? RecurrenceRule(parsing: original) else { return .other }
        let same = [Row.daily, .weekly, .monthly].first { row in
            self.rule(row, on: day).flatMap { try? RecurrenceRule(parsing: $0) } == rule
        }
        return same ?? .other
    }

    /// The change to the existing rule.
    package func setting(on day: CivilDate) -> ReminderChange.Setting<String> {
        guard let choice else { return .kept }
        guard let new = rule(choice, on: day) else { return original == nil ? .kept : .removed }
        return original.map { $0.utf8.elementsEqual(new.utf8) } == true ? .kept : .set(new)
    }

    /// To be called when the cursor enters the field.
    package mutating func enter(on day: CivilDate) { highlight = chosen(on: day) }

    package mutating func choose(_ row: Row) { (choice, highlight) = (row, row) }

    package mutating func type(_ rule: String) {
        text = TextField(rule)
        choose(.other)
    }

    /// Arrows only move, so passing through the field changes nothing. Return or Space takes a row; any other text
    /// starts a typed rule.
    package mutating func handle(_ event: FieldEvent) -> Move? {
        switch event {
        case .up:
            guard let row = Row(rawValue: highlight.rawValue - 1) else { return .previous }
            highlight = row
        case .down:
            guard let row = Row(rawValue: highlight.rawValue + 1) else { return .next }
            highlight = row
        case .pageUp: highlight = .never
        case .pageDown: highlight = .other
        case .confirm:
            choose(highlight)
            return .next
        case .complete: return .next
        case .text(.insert(" ")) where highlight != .other: choose(highlight)
        case .text(let edit):
            if highlight != .other {
                guard case .insert = edit else { break }
                text = TextField()
            }
            text.handle(edit.onOneLine)
            choose(.other)
        case .cancel: break
        }
        return nil
    }
}
