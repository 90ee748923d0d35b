/// Answers a query for one reminder after another.
public struct QueryMatcher: Sendable {
    private let query: Query
    private let terms: TermMatcher

    public init(_ query: Query, registry: TagRegistry, context: TimeContext? = nil) {
        self.query = query
        terms = TermMatcher(registry, context, sought: query.tags.map { ($0, SoughtTag($0, registry)) })
    }

    public func matches(_ reminder: Reminder) -> Bool { answer(query) { terms.answer($0, reminder) } == true }

    /// False only where nothing that is still open could make it a match.
    public func mayMatch(_ reminder: Reminder) -> Bool { answer(query) { terms.answer($0, reminder) } != false }

    /// False only where whatever else the file says could not make it a match.
    func mayMatch(_ glance: Glance) -> Bool { answer(query) { terms.answer($0, glance) } != false }

    /// - Parameter answer: nil where that is open.
    private func answer(_ query: Query, _ answer: (Query.Term) -> Bool?) -> Bool? {
        switch query {
        case .all(let parts):
            var isOpen = false
            for part in parts {
                let answer = self.answer(part, answer)
                if answer == false { return false }
                if answer == nil { isOpen = true }
            }
            return isOpen ? nil : true
        case .any(let parts):
            var isOpen = false
            for part in parts {
                let answer = self.answer(part, answer)
                if answer == true { return true }
                if answer == nil { isOpen = true }
            }
            return isOpen ? nil : false
        case .not(let part):
            return self.answer(part, answer).map { !$0 }
        case .term(let term):
            return answer(term)
        }
    }

}

/// Answers the terms of a query. A class, as it is asked for every file by every thread and is not to be copied.
private final class TermMatcher: Sendable {
    private let registry: TagRegistry
    /// Nil while the zones that reminders name are not known: then what depends on the moment is left open.
    private let context: TimeContext?
    /// What each tag that is asked for accepts.
    private let sought: [(asked: TagName, accepted: SoughtTag)]

    init(_ registry: TagRegistry, _ context: TimeContext?, sought: [(asked: TagName, accepted: SoughtTag)]) {
        self.registry = registry
        self.context = context
        self.sought = sought
    }

    private func sought(_ name: TagName) -> SoughtTag? { sought.first { $0.asked == name }?.accepted }

    /// Nil where the answer depends on the moment, and there is none.
    func answer(_ term: Query.Term, _ reminder: Reminder) -> Bool? {
        switch term {
        case .tag(let name):
            guard !reminder.tags.isEmpty, let sought = sought(name) else { return false }
            return reminder.tags.contains { sought.accepts($0, registry) }
        case .state(let state):
            return answer(state, reminder)
        case .scheduled(let condition):
            guard reminder.scheduled != nil else { return false }
            return context.map { $0.dueDate(reminder).map(condition.matches) ?? false }
        case .path(let prefix):
            return TextSearch.begins(reminder.path, with: prefix)
        case .title(let text):
            return TextSearch.contains(reminder.title, text)
        case .body(let text):
            return TextSearch.contains(reminder.body, text)
        case .text(let text):
            return TextSearch.contains(reminder.title, text)
                || reminder.tags.contains { TextSearch.contains(registry.canonical($0).text, text) }
                || TextSearch.contains(reminder.body, text)
        }
    }

    /// Nil where a glance does not tell.
    func answer(_ term: Query.Term, _ glance: Glance) -> Bool? {
        switch term {
        case .tag(let name):
            guard let beginnings = sought(name)?.beginnings else { return nil }
            return glance.hasNoTag(of: beginnings) ? false : nil
        case .scheduled: return glance.hasDate ? nil : false
        case .state(.note): return glance.isNote
        case .state(.completed): return glance.isCompleted
        case .state(.open): return !glance.isNote && !glance.isCompleted
        case .state(.undated): return !glance.isNote && !glance.hasDate
        case .state(.recurring): return glance.isSeries
        case .state(.untagged): return glance.tags.isEmpty ? true : nil
        case .state(.overdue), .state(.today), .state(.upcoming):
            return glance.isNote || glance.isCompleted || !glance.hasDate ? false : nil
        case .state(.snoozed), .path, .title, .body, .text: return nil
        }
    }

    private func answer(_ state: Query.State, _ reminder: Reminder) -> Bool? {
        switch state {
        case .note: return reminder.isNote
        case .completed: return reminder.isCompleted
        case .open: return !reminder.isNote && !reminder.isCompleted
        case .undated: return !reminder.isNote && reminder.scheduled == nil
        case .recurring: return reminder.recurrence != nil
        case .untagged: return reminder.tags.isEmpty
        case .snoozed:
            guard reminder.snoozed != nil else { return false }
            return context.map { context in context.snooze(reminder).map { $0 > context.now } ?? false }
        case .overdue, .today, .upcoming:
            guard !reminder.isNote, !reminder.isCompleted, reminder.scheduled != nil else { return false }
            guard let context else { return nil }
            // `today` is what the day was to bring, overdue by now or not.
            return state == .today ? context.isToday(reminder) : context.status(reminder).rawValue == state.rawValue
        }
    }
}

/// A tag that is asked for: it, those nested in it, and the former names of all of them.
private struct SoughtTag: Sendable {
    private let name: TagName
    /// The names that an accepted one can begin with, if all are ASCII: most carried tags are told apart by them at once.
    let beginnings: [[UInt8]]?

    init(_ asked: TagName, _ registry: TagRegistry) {
        let name = registry.canonical(asked)
        let tags = registry.tags.filter { $0.name.isAtOrBelow(name) }
        // `office/x` is `work/x` where office is a former name of work.
        let above = name.lineage.dropFirst().compactMap { registry.tag(named: $0) }
        let keys = [name.key] + (tags + above).flatMap { $0.aliases.map(\.key) }
        let bytes = keys.map { Array($0.utf8) }
        self.name = name
        beginnings = bytes.allSatisfy { $0.allSatisfy { $0 < 0x80 } } ? bytes : nil
    }

    func accepts(_ tag: TagName, _ registry: TagRegistry) -> Bool {
        if let beginnings {
            let isOther = tag.key.utf8.withContiguousStorageIfAvailable { key in
                key.allSatisfy { $0 < 0x80 } && !beginnings.contains { key.starts(with: $0) }
            }
            if isOther == true { return false }
        }
        return registry.canonical(tag).isAtOrBelow(name)
    }
}
