import MemossFiles

/// What a line of the dashboard, or of a view of `mm ui`, shows.
enum ListEntry {
    case day(CivilDate)
    case reminder(Reminder)
    /// A reminder that needs attention.
    case problem(Reminder)
    /// An occurrence of one of the next days.
    indirect case coming(AgendaText.Card)
    /// An occurrence of today that no reminder of a section stands for.
    indirect case extra(AgendaText.Card)
    /// An occurrence in the columns of the agenda.
    indirect case planned(AgendaText.Card)
    /// A series of which occurrences were completed lately.
    indirect case kept(KeptSeries)
    /// With its place among the rows of habits.
    case habit(Int, Reminder)

    /// Nil for a day.
    var reminder: Reminder? {
        switch self {
        case .day: nil
        case .reminder(let reminder), .problem(let reminder), .habit(_, let reminder): reminder
        case .coming(let card), .extra(let card), .planned(let card): card.item.reminder
        case .kept(let series): series.reminder
        }
    }

    var path: PathKey? { reminder.map { PathKey($0.path) } }

    /// The columns of its cells.
    enum Kind: Hashable {
        case reminders, problems, agenda

        var columns: Columns {
            switch self {
            case .reminders: .reminders
            case .problems: .problems
            case .agenda: .agenda
            }
        }

        /// The column of the title.
        var title: Int { self == .agenda ? Columns.agendaTitle : 1 }
    }

    var kind: Kind {
        switch self {
        case .problem: .problems
        case .planned: .agenda
        default: .reminders
        }
    }
}

extension AgendaText {
    /// None for a day or a habit.
    func cells(of entry: ListEntry) -> [Columns.Cell] {
        switch entry {
        case .day, .habit: []
        case .reminder(let reminder): text.rowOfToday(reminder)
        case .problem(let reminder): text.problemRow(reminder)
        case .coming(let card): listRow(card)
        case .extra(let card): rowOfToday(card)
        case .planned(let card): row(card)
        case .kept(let series): series.row(text)
        }
    }
}
