/// The coming occurrences of many series, soonest first: a heap of one next occurrence for each, never a list of all.
struct SeriesQueue {
    private struct Entry {
        var instant: Instant
        var identifier: String
        var cursor: SeriesCursor
    }

    private var heap: [Entry] = []
    private let before = { (a: Entry, b: Entry) in (a.instant, a.identifier) < (b.instant, b.identifier) }
    private var horizon: Instant?
    private var context: TimeContext?

    /// Series that have an occurrence ahead.
    var count: Int { heap.count }
    /// The soonest occurrence that was not taken.
    var first: Instant? { heap.first?.instant }

    mutating func add(_ reminder: Reminder, in context: TimeContext, until horizon: Instant?) {
        self.context = context
        self.horizon = horizon
        guard let cursor = SeriesCursor(reminder, in: context) else { return }
        push(cursor)
    }

    /// The soonest notifications of all, at most so many.
    mutating func take(_ limit: Int) -> [Notification] {
        var taken: [Notification] = []
        while taken.count < limit, let context, let entry = pop() {
            var cursor = entry.cursor
            taken.append(cursor.notification(at: entry.instant, in: context))
            push(cursor)
        }
        return taken
    }

    private mutating func push(_ cursor: SeriesCursor) {
        var cursor = cursor
        guard let instant = cursor.advance(), instant <= horizon ?? instant else { return }
        heap.append(Entry(instant: instant, identifier: cursor.identifier, cursor: cursor))
        var child = heap.count - 1
        while child > 0, before(heap[child], heap[(child - 1) / 2]) {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    private mutating func pop() -> Entry? {
        guard let top = heap.first, let last = heap.popLast() else { return nil }
        guard !heap.isEmpty else { return top }
        heap[0] = last
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && before(heap[child], heap[least]) {
                least = child
            }
            if least == parent { return top }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}

/// Steps through the notifications of one series.
struct SeriesCursor {
    private let reminder: Reminder
    private var occurrences: ComingOccurrences
    /// Read ahead: a snooze may stand before it.
    private var pending: Occurrence?
    private var snooze: (instant: Instant, occurrence: String)?
    private var current = ""
    private var taken = 0

    /// Nil for a reminder without a rule or a date.
    init?(_ reminder: Reminder, in context: TimeContext) {
        guard let scheduled = reminder.scheduled else { return nil }
        self.reminder = reminder
        var replaced: CivilDateTime?
        if let instant = context.snooze(reminder), instant > context.now {
            let clock = scheduled.clock(in: context.zone(of: reminder), allDayAt: context.allDayAt)
            snooze = (instant, scheduled.isAllDay ? clock.date.description : clock.description)
            replaced = clock
        }
        guard let occurrences = ComingOccurrences(reminder, in: context, replacing: replaced) else { return nil }
        self.occurrences = occurrences
    }

    var identifier: String { "\(reminder.id)@\(current)" }

    /// Steps to the next instant; nil at the end of the series.
    mutating func advance() -> Instant? {
        if pending == nil { pending = occurrences.next() }
        if let snooze, snooze.instant <= pending?.instant ?? snooze.instant {
            self.snooze = nil
            current = snooze.occurrence
            return snooze.instant
        }
        guard let occurrence = pending else { return nil }
        pending = nil
        current = occurrence.name
        return occurrence.instant
    }

    /// The notification that `advance` stepped to.
    mutating func notification(at instant: Instant, in context: TimeContext) -> Notification {
        defer { taken += 1 }
        return Notification(reminder, at: instant, in: context, occurrence: current, index: taken)
    }
}
