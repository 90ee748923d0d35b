internal import Bytes

/// Evaluates a query for reminders, one after another. It is an immutable class because it is used for every file and
/// must not be copied.
public final class QueryMatcher: Sendable {
    private let query: Query
    private let registry: TagRegistry
    /// Nil while the time zones of the reminders are unknown; terms that depend on the current time are then undecided.
    let context: TimeContext?
    /// The query tree in preorder: walking it for every file is fastest without references.
    private let steps: [Step]
    private let terms: [Query.Term]
    /// The tag for each term that names one.
    private let predicates: [TagPredicate?]
    /// The key for each term about one.
    private let keyTests: [KeyTest?]
    /// The keys of the front matter that a reminder must keep to be matched.
    package let keys: KeptKeys
    /// What each term can decide from the facts of the prefilter.
    private let prefiltered: [FactTerm]
    /// Texts that occur in the bytes of every matching file, provided the file has a title key.
    private let needles: [[UInt8]]

    private struct Step {
        enum Kind { case all, any, not, term }
        var kind: Kind
        /// The index of the next step at the same level.
        var end = 0
        /// The index of the term.
        var term = 0
    }

    private enum FactTerm {
        case tag, series, key
        case scheduled(DateCondition)
        case due(DateCondition)
        case state(Query.State)
        /// The facts cannot decide it.
        case other
    }

    /// Parses a query in the syntax of `mm list`.
    ///
    /// It can only match what the reminders keep: words and `body:` need `KeptBody.whole`, and a query about keys needs
    /// `KeptKeys.all` or those that it names.
    ///
    /// - Parameters:
    ///   - text: the query; an empty one matches everything.
    ///   - registry: resolves aliases of tags.
    ///   - context: the current time and the time zones of the reminders.
    /// - Throws: a `ParseError` with the offset into the text.
    public convenience init(
        parsing text: String,
        registry: TagRegistry,
        context: TimeContext
    ) throws(ParseError) {
        self.init(try Query(parsing: text, now: context.local), registry: registry, context: context)
    }

    /// - Parameters:
    ///   - query: the conditions.
    ///   - registry: resolves aliases of tags.
    ///   - context: the current time; without it, terms that depend on the time never exclude a reminder.
    package init(_ query: Query, registry: TagRegistry, context: TimeContext? = nil) {
        self.query = query
        self.registry = registry
        self.context = context
        terms = query.terms
        predicates = terms.map { term in
            if case .tag(let name) = term { TagPredicate(name, registry) } else { nil }
        }
        keyTests = terms.map { KeyTest($0, registry.settings.profile?.names) }
        keys = query.keys.isEmpty ? .none : .named(query.keys)
        prefiltered = terms.map { term in
            switch term {
            case .tag: .tag
            case .scheduled(let condition): .scheduled(condition)
            case .due(let condition): .due(condition)
            case .state(let state): .state(state)
            case .every: .series
            case .has, .key: .key
            case .path, .title, .body, .text, .anywhere: .other
            }
        }
        needles = query.needles(in: registry)
        var steps: [Step] = []
        var count = 0
        Self.append(query, to: &steps, &count)
        self.steps = steps
    }

    private static func append(_ query: Query, to steps: inout [Step], _ termCount: inout Int) {
        let start = steps.count
        switch query {
        case .all(let parts):
            steps.append(Step(kind: .all))
            for part in parts { append(part, to: &steps, &termCount) }
        case .any(let parts):
            steps.append(Step(kind: .any))
            for part in parts { append(part, to: &steps, &termCount) }
        case .not(let part):
            steps.append(Step(kind: .not))
            append(part, to: &steps, &termCount)
        case .term:
            steps.append(Step(kind: .term, term: termCount))
            termCount += 1
        }
        steps[start].end = steps.count
    }

    /// The tags in texts that the query can depend on; nil if it depends on none.
    var textTags: TextTagFilter? {
        var names: [[UInt8]] = []
        for (number, term) in terms.enumerated() {
            switch term {
            case .tag:
                guard let own = predicates[number]?.names else { return .all }
                names += own
            case .state(.untagged): return .all
            default: break
            }
        }
        return names.isEmpty ? nil : TextTagFilter(names: names)
    }

    /// A copy that shares no reference-counted objects: threads that retain the same object contend for it.
    func forThread() -> QueryMatcher { QueryMatcher(query, registry: registry, context: context) }

    /// Whether the reminder matches. Terms about the body need a snapshot that keeps bodies, and those about other keys one
    /// that keeps these keys; they never match otherwise.
    public func matches(_ reminder: Reminder) -> Bool { answer(0) { answer($0, reminder) } == true }

    /// False only if no match is possible, whatever the undecided terms turn out to be.
    package func mayMatch(_ reminder: Reminder) -> Bool { answer(0) { answer($0, reminder) } != false }

    /// False only if no match is possible, whatever else the file says.
    func mayMatch(_ facts: PrefilterFacts) -> Bool { answer(0) { answer($0, facts) } != false }

    /// The same for a query about keys.
    ///
    /// - Parameters:
    ///   - document: the scanned front matter that the facts are about.
    ///   - bytes: the bytes that were scanned.
    func mayMatch(
        _ facts: PrefilterFacts,
        in document: PlainScanner,
        of bytes: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        answer(0) { number in
            switch prefiltered[number] {
            case .key: keyTests[number]?.answer(in: document, of: bytes)
            default: answer(number, facts)
            }
        } != false
    }

    /// False only if the bytes of a file rule out a match.
    ///
    /// - Parameter file: a whole file with a title that the prefilter has read, so that its values appear verbatim in the bytes.
    func mayMatch(_ file: UnsafeBufferPointer<UInt8>) -> Bool { needles.allSatisfy { TextSearch.finds(file, $0) } }

    /// - Parameter answer: evaluates the term with an index; nil if undecided.
    private func answer(_ index: Int, _ answer: (Int) -> Bool?) -> Bool? {
        let step = steps[index]
        switch step.kind {
        case .all, .any:
            let decisive = step.kind == .any
            var isOpen = false
            var part = index + 1
            while part < step.end {
                let found = self.answer(part, answer)
                if found == decisive { return decisive }
                if found == nil { isOpen = true }
                part = steps[part].end
            }
            return isOpen ? nil : !decisive
        case .not:
            return self.answer(index + 1, answer).map { !$0 }
        case .term:
            return answer(step.term)
        }
    }

    /// Whether the query asks what comes up today or is overdue, of which a series can have several occurrences.
    var asksForOccurrences: Bool {
        terms.contains { term in
            switch term {
            case .state(.today), .state(.overdue): true
            default: false
            }
        }
    }

    /// Whether the reminder would match if it was overdue or of today, or not.
    func matches(_ reminder: Reminder, isOverdue: Bool, isToday: Bool) -> Bool {
        answer(0) { number in
            switch terms[number] {
            case .state(.overdue): isOverdue
            case .state(.today): isToday
            default: answer(number, reminder)
            }
        } == true
    }

    // MARK: Terms

    /// Nil if the answer depends on the current time and there is no context.
    private func answer(_ number: Int, _ reminder: Reminder) -> Bool? {
        switch terms[number] {
        case .tag:
            guard let predicates = predicates[number] else { return false }
            return reminder.tags.contains { predicates.accepts($0, registry) }
                || reminder.textTags.contains { predicates.accepts($0, registry) }
        case .state(let state):
            return answer(state, reminder)
        case .scheduled(let condition):
            return answer(condition, reminder.scheduled, reminder)
        case .due(let condition):
            return answer(condition, reminder.deadline, reminder)
        case .path(let prefix):
            return TextSearch.begins(reminder.path, with: prefix)
                || reminder.otherNames.contains { TextSearch.begins($0, with: prefix) }
        case .title(let text):
            return TextSearch.finds(reminder.title, text)
        case .body(let text):
            return TextSearch.finds(reminder.body, text)
        case .text(let text):
            return finds(text, in: reminder)
        case .anywhere(let text):
            return finds(text, in: reminder)
                || (reminder.frontMatter ?? []).contains { field in
                    TextFinder.searches(field.key) && field.value.allTexts.contains { TextSearch.finds($0, text) }
                }
        case .has, .key:
            // A file in conflict has what any side says.
            let sides = reminder.versions.isEmpty ? [reminder] : reminder.versions.map(\.reminder)
            let isCreation = keyTests[number]?.isCreation == true
            let answers = sides.map { side in
                keyTests[number]?.answer(
                    side,
                    context.map { context in
                        { isCreation ? context.shown(creation: $0) : context.shown($0, of: side) }
                    }
                )
            }
            return answers.contains(true) ? true : answers.contains(nil) ? nil : false
        case .every(let period):
            return reminder.rule?.frequency.unit == period.rawValue
        }
    }

    private func finds(_ text: String, in reminder: Reminder) -> Bool {
        TextSearch.finds(reminder.title, text)
            || reminder.tags.contains { TextSearch.finds(registry.canonical($0).text, text) }
            || TextSearch.finds(reminder.body, text)
    }

    private func answer(_ condition: DateCondition, _ date: DateValue?, _ reminder: Reminder) -> Bool? {
        guard let date else { return false }
        guard let context else { return condition.matches(inAnyZone: date) }
        return condition.matches(context.shown(date, of: reminder))
    }

    /// Nil if the facts cannot decide it.
    private func answer(_ number: Int, _ facts: PrefilterFacts) -> Bool? {
        switch prefiltered[number] {
        case .tag:
            guard let names = predicates[number]?.names else { return nil }
            return facts.hasNoTag(of: names) ? false : nil
        case .scheduled(let condition): return facts.scheduled.map(condition.matches(inAnyZone:)) ?? false
        case .due(let condition): return facts.deadline.map(condition.matches(inAnyZone:)) ?? false
        case .series: return facts.isSeries ? nil : false
        case .state(.note): return facts.isNote
        case .state(.completed): return facts.isCompleted
        case .state(.open): return !facts.isNote && !facts.isCompleted
        case .state(.undated): return !facts.isNote && !facts.hasDate
        // Only a file without problems has facts.
        case .state(.broken): return false
        // Nor has one in a folder of TaskNotes.
        case .state(.archived), .state(.blocked), .state(.tracking): return false
        case .state(.recurring): return facts.isSeries
        case .state(.untagged): return facts.tags.isEmpty && !facts.mayHaveTextTags ? true : nil
        case .state(.overdue), .state(.today), .state(.upcoming):
            return facts.isNote || facts.isCompleted || !facts.hasDate ? false : nil
        case .state(.snoozed): return facts.hasSnooze ? nil : false
        case .state(.event): return facts.isNote ? false : nil
        case .key, .other: return nil
        }
    }

    private func answer(_ state: Query.State, _ reminder: Reminder) -> Bool? {
        switch state {
        case .note: return reminder.isNote
        case .completed: return reminder.completed != .open
        case .open: return !reminder.isNote && !reminder.isCompleted
        case .undated: return !reminder.isNote && reminder.date == nil && reminder.attention == nil
        case .broken: return reminder.isBroken || reminder.isMisplaced
        case .recurring:
            // A file in conflict has what any side says.
            return reminder.recurrence != nil || reminder.attention?.rule != nil
                || reminder.versions.contains { $0.reminder.recurrence != nil }
        case .untagged: return reminder.tags.isEmpty && reminder.textTags.isEmpty
        case .event: return reminder.expires
        case .archived: return reminder.isArchived
        case .blocked: return reminder.isBlocked
        case .tracking: return reminder.task?.isTracked == true
        case .snoozed:
            guard reminder.snoozed != nil else { return false }
            return context.map { context in context.snooze(reminder).map { $0 > context.now } ?? false }
        case .overdue, .today, .upcoming:
            guard !reminder.isNote, !reminder.isCompleted, reminder.date != nil else { return false }
            guard let context else { return nil }
            // The same as in the agenda, which has every occurrence. `today` includes what is overdue by now.
            switch state {
            case .overdue: return Agenda.isOverdue(reminder, in: context)
            case .today: return Agenda.isOnToday(reminder, in: context)
            default: return Agenda.timing(of: reminder, in: context) == .upcoming
            }
        }
    }
}

extension Query {
    /// The texts of required terms that can be searched for byte by byte. A text within a registered name is excluded
    /// because a file may have that tag under an alias, and so is one with `/`, since an alias may precede the slash.
    fileprivate func needles(in registry: TagRegistry) -> [[UInt8]] {
        func needle(_ text: String) -> [[UInt8]] {
            let bytes = Array(text.utf8)
            return bytes.allSatisfy { $0 < 0x80 && $0 != Ascii.slash } ? [bytes] : []
        }
        switch self {
        case .all(let parts): return parts.flatMap { $0.needles(in: registry) }
        case .any, .not: return []
        case .term(.body(let text)): return needle(text)
        case .term(.text(let text)), .term(.anywhere(let text)):
            return registry.tags.contains { TextSearch.finds($0.name.text, text) } ? [] : needle(text)
        case .term: return []
        }
    }
}
