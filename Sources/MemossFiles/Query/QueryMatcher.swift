/// Answers a query for one reminder after another.
public struct QueryMatcher {
    private let query: Query
    private let registry: TagRegistry
    private let context: TimeContext
    /// Whether a carried tag is one that was asked for: few names, many files.
    private var tagAnswers: [TagName: [TagName: Bool]] = [:]

    public init(_ query: Query, registry: TagRegistry, context: TimeContext) {
        self.query = query
        self.registry = registry
        self.context = context
    }

    public mutating func matches(_ reminder: Reminder) -> Bool { matches(query, reminder) }

    private mutating func matches(_ query: Query, _ reminder: Reminder) -> Bool {
        switch query {
        case .all(let parts):
            for part in parts where !matches(part, reminder) { return false }
            return true
        case .any(let parts):
            for part in parts where matches(part, reminder) { return true }
            return false
        case .not(let part):
            return !matches(part, reminder)
        case .term(let term):
            return matches(term, reminder)
        }
    }

    private mutating func matches(_ term: Query.Term, _ reminder: Reminder) -> Bool {
        switch term {
        case .tag(let name):
            for tag in reminder.tags where carries(tag, name) { return true }
            return false
        case .state(let state):
            return matches(state, reminder)
        case .scheduled(let condition):
            return context.dueDate(reminder).map(condition.matches) ?? false
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

    private mutating func carries(_ tag: TagName, _ name: TagName) -> Bool {
        if let known = tagAnswers[name]?[tag] { return known }
        let answer = registry.canonical(tag).isAtOrBelow(registry.canonical(name))
        tagAnswers[name, default: [:]][tag] = answer
        return answer
    }

    private func matches(_ state: Query.State, _ reminder: Reminder) -> Bool {
        switch state {
        case .open: !reminder.isNote && !reminder.isCompleted
        case .completed: reminder.isCompleted
        case .overdue: context.status(reminder) == .overdue
        // Overdue or not: what the day was to bring.
        case .today: !reminder.isNote && !reminder.isCompleted && context.isToday(reminder)
        case .upcoming: context.status(reminder) == .upcoming
        case .undated: !reminder.isNote && reminder.scheduled == nil
        case .recurring: reminder.recurrence != nil
        case .snoozed: context.snooze(reminder).map { $0 > context.now } ?? false
        case .note: reminder.isNote
        case .untagged: reminder.tags.isEmpty
        }
    }
}
