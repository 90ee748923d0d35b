import MemossFiles

/// A query for deadlines turned into one for dates, or the other way round: most reminders have only one of the two.
struct OtherDates {
    /// The other query.
    let query: String
    private let wanted: Query
    private let time: TimeContext
    private let isForDates: Bool

    /// Nil if the query asks for neither, or for both.
    init?(_ text: String, _ time: TimeContext, named: [String: String]) {
        guard let (query, isForDates) = Query.withOtherDate(text),
            let wanted = try? Query(parsing: query, now: time.local, times: time.times, named: named).listed
        else { return nil }
        (self.query, self.wanted, self.time, self.isForDates) = (query, wanted, time, isForDates)
    }

    func matcher(_ registry: TagRegistry) -> QueryMatcher { QueryMatcher(wanted, registry: registry) }

    /// `no deadline matches, but the dates of 4 reminders do`; nil if none does.
    func text(in snapshot: Snapshot) -> String? {
        let matcher = QueryMatcher(wanted, registry: snapshot.registry, context: time)
        let count = snapshot.reminders.count(where: matcher.matches)
        guard count > 0 else { return nil }
        let (one, other) = isForDates ? ("deadline", "date") : ("date", "deadline")
        let others = count == 1 ? "the \(other) of 1 reminder does" : "the \(other)s of \(count) reminders do"
        return "no \(one) matches, but \(others)"
    }
}
