import MemossFiles

/// A reminder as JSON. Keys may be added, but are never removed or renamed. Absent values are null.
struct ReminderJSON: Sendable {
    let text: ReminderText
    /// The details that a listing adds to each reminder.
    var details = CardDetails()

    init(_ text: ReminderText) { self.text = text }

    func fields(of reminder: Reminder, in json: inout JSONWriter) {
        let time = text.time
        let date = reminder.date
        let isHidden = reminder.attention?.hidesFile == true
        json.field("id", isHidden ? nil : reminder.id)
        json.field("handle", isHidden ? nil : text.handles.handle(of: reminder))
        json.field("path", reminder.path)
        json.field("title", isHidden ? nil : reminder.title)
        json.field("tags", text.names(of: reminder).map(\.text))
        if !reminder.textTags.isEmpty { json.field("textTags", text.registry.canonical(reminder.textTags).map(\.text)) }
        json.field("scheduled", reminder.scheduled?.iso)
        json.field("timezone", reminder.timezone)
        json.field("due", reminder.deadline?.iso)
        // An all-day date has an instant only for notifications.
        json.field("at", date?.isAllDay == false ? time.due(reminder)?.description : nil)
        json.field("allDay", date?.isAllDay ?? false)
        json.field("recurrence", reminder.recurrence ?? reminder.attention?.rule)
        json.field("recurrenceName", recurrenceName(of: reminder))
        json.field("until", reminder.until?.iso)
        switch reminder.completed {
        case .open: json.null("completed")
        case .completed: json.field("completed", true)
        case .on(let value): json.field("completed", value.iso)
        }
        json.field("snoozed", reminder.snoozed?.iso)
        if !reminder.alarms.isEmpty { json.field("reminders", reminder.alarms.map(\.trigger.description)) }
        if reminder.expires { json.field("event", true) }
        if let place = reminder.movedFrom { json.field("movedFrom", place.iso) }
        json.field("status", Agenda.status(of: reminder, in: time).rawValue)
        if let attention = reminder.attention, !reminder.isCompleted {
            json.field("problem", attention.problem.advisedStatement)
        }
        if let habit = Habit(of: reminder, in: time) {
            json.field("completions", habit.completions)
            json.field("streak", habit.streak)
            json.field("missed", time.missedOccurrences(of: reminder) ?? 0)
        }
        if reminder.isInConflict { versions(of: reminder, in: &json) }
        details.write(reminder, in: &json)
    }

    /// The sides of a conflict, each as a complete reminder.
    private func versions(of reminder: Reminder, in json: inout JSONWriter) {
        json.array("versions") { json in
            for version in reminder.versions {
                var side = version.reminder
                side.attention = nil
                json.object { json in
                    json.field("label", version.label)
                    fields(of: side, in: &json)
                }
            }
        }
    }

    private func recurrenceName(of reminder: Reminder) -> String? {
        reminder.rule.map { $0.displayName(anchor: reminder.dayOfRule(text.time), .hours24) }
    }
}
