/// What components with RECURRENCE-ID say of the occurrences of a series.
struct CalendarParts {
    /// They are reminders of their own.
    var replaced: [CalendarImport.Time] = []
    /// Nothing else was changed.
    var completed: [CalendarImport.Time] = []
    /// Nothing else was changed.
    var cancelled: [CalendarImport.Time] = []
}

extension CalendarComponent {
    /// Whether an occurrence of a series was only completed or cancelled. What says something else than the series is a
    /// reminder of its own.
    ///
    /// - Parameters:
    ///   - id: the occurrence that it stands for.
    ///   - date: its date now.
    func isOnlyOver(of series: CalendarComponent, at id: String, date: String?) -> Bool {
        guard isOver, date ?? id == id, name == series.name else { return false }
        let own = lines.filter { !Self.ofOccurrence.contains($0.name) }
        return components.allSatisfy { part in series.components.contains { $0.hasSameLines(as: part) } }
            && own.allSatisfy { line in series.lines.contains { ($0.name, $0.text) == (line.name, line.text) } }
    }

    var isOver: Bool { ["COMPLETED", "CANCELLED"].contains(status) || first("COMPLETED") != nil }
    var isCancelled: Bool { status == "CANCELLED" }
    private var status: String { first("STATUS")?.value.uppercased() ?? "" }

    /// Whether it says nothing at all. Some programs leave such to-dos behind.
    var isEmpty: Bool {
        components.isEmpty && lines.allSatisfy { Self.bookkeeping.contains($0.name) || $0.value.isEmpty }
    }

    /// What programs write of a component rather than what the user has.
    private static let bookkeeping: Set = [
        "UID", "DTSTAMP", "CREATED", "LAST-MODIFIED", "SEQUENCE", "STATUS", "PERCENT-COMPLETE", "CLASS", "TRANSP",
        "PRIORITY", "X-WR-CALNAME",
    ]
    /// What each occurrence has of its own.
    private static let ofOccurrence: Set = [
        "UID", "DTSTAMP", "CREATED", "LAST-MODIFIED", "SEQUENCE", "STATUS", "PERCENT-COMPLETE", "COMPLETED",
        "RECURRENCE-ID", "DTSTART", "DUE", "DTEND", "X-WR-CALNAME", "X-MOZ-GENERATION", "X-MOZ-LASTACK",
    ]
}
