/// The choice of a rule: the usual ones for the day of the reminder, or any other that is typed.
package struct RepeatsField: Sendable, Hashable {
    package enum Row: Int, Sendable, CaseIterable {
        case never, daily, weekly, monthly
        /// The rule that is typed.
        case other
    }

    /// Where an event goes that this field does not use.
    package enum Move: Sendable {
        case previous, next
    }

    package private(set) var highlight = Row.never
    /// The rule of the last row.
    package private(set) var text: TextField
    /// Nil while nothing was chosen, so that the existing rule stays as it is.
    private var choice: Row?
    /// The existing rule; nil for none.
    private let original: String?

    package init(_ original: String? = nil) {
        self.original = original
        text = TextField(original ?? "")
    }

    /// The rule of a row as it is written to a file; nil for none.
    ///
    /// - Parameter day: of the reminder.
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

    /// The row that holds: what was chosen, or else the one that means the same as the existing rule.
    package func chosen(on day: CivilDate) -> Row {
        if let choice { return rule(choice, on: day) == nil ? .never : choice }
        guard let original else { return .never }
        guard let rule = try? RecurrenceRule(parsing: original) else { return .other }
        let same = [Row.daily, .weekly, .monthly].first { row in
            self.rule(row, on: day).flatMap { try? RecurrenceRule(parsing: $0) } == rule
        }
        return same ?? .other
    }

    /// The difference to the existing rule.
    package func setting(on day: CivilDate) -> ReminderChange.Setting<String> {
        guard let choice else { return .kept }
        guard let new = rule(choice, on: day) else { return original == nil ? .kept : .removed }
        return original.map { $0.utf8.elementsEqual(new.utf8) } == true ? .kept : .set(new)
    }

    /// The field is entered.
    package mutating func enter(on day: CivilDate) { highlight = chosen(on: day) }

    package mutating func choose(_ row: Row) { (choice, highlight) = (row, row) }

    package mutating func type(_ rule: String) {
        text = TextField(rule)
        choose(.other)
    }

    /// Arrows only move, so that passing through changes nothing. Return takes a row, and so does a blank; any other text
    /// begins a rule.
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
