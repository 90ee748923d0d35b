import MemossFiles

/// A series with recently completed occurrences.
struct KeptSeries {
    let reminder: Reminder
    /// The completed occurrences as the file records them, latest first.
    let occurrences: [DateValue]
    let latest: CivilDateTime

    /// The open series with a completed occurrence on or after a day, in path order. A file records which occurrence
    /// was completed, not when, so one that was completed early counts too.
    static func all(in reminders: [Reminder], since first: CivilDate, _ time: TimeContext) -> [KeptSeries] {
        reminders.compactMap { reminder in
            guard !reminder.isNote, !reminder.isCompleted, !reminder.completeInstances.isEmpty else { return nil }
            let zone = time.zone(of: reminder)
            let recent = reminder.completeInstances.compactMap { value -> (clock: CivilDateTime, value: DateValue)? in
                let clock = value.clock(in: zone, allDayAt: .midnight)
                return clock.date >= first ? (clock, value) : nil
            }
            let sorted = recent.sorted { $0.clock > $1.clock }
            return sorted.first.map {
                KeptSeries(reminder: reminder, occurrences: sorted.map(\.value), latest: $0.clock)
            }
        }
    }

    /// The row in the columns of a listing.
    func row(_ text: ReminderText) -> [Columns.Cell] {
        let latest = occurrences.first.map { text.relative(text.time.shown($0, of: reminder)).text } ?? ""
        // Not beside the date: `today 3×` would read as three times today.
        let badge =
            occurrences.count > 1
            ? Columns.Cell.text("\(occurrences.count)× in 7 days", .dimmed)
            : .whole(text.badge(reminder), .dimmed)
        return [
            .text(text.handle(of: reminder), .dimmed), .text("✓ " + Printable.line(reminder.title), .dimmed),
            .text(latest, .dimmed), .text(""), badge, .chips(text.chips(of: reminder, isMuted: true)),
        ]
    }
}
