import MemossFiles

extension Dashboard {
    /// What a line of a section shows.
    enum Entry {
        case day(CivilDate)
        case reminder(Reminder)
        /// A reminder that needs attention.
        case problem(Reminder)
        /// An occurrence of one of the days.
        indirect case coming(AgendaText.Card)
        /// An occurrence of today that no reminder of a section stands for.
        indirect case extra(AgendaText.Card)
        /// A series of which occurrences were completed lately.
        indirect case kept(KeptSeries)

        /// The reminder's path; nil for a day.
        var path: PathKey? {
            switch self {
            case .day: nil
            case .reminder(let reminder), .problem(let reminder): PathKey(reminder.path)
            case .coming(let card), .extra(let card): PathKey(card.item.reminder.path)
            case .kept(let series): PathKey(series.reminder.path)
            }
        }
    }
}
