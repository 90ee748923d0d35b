/// What other tools call a key of `mm`.
struct ForeignKey: Sendable, Hashable {
    let own: KnownKey
    private let kind: Kind

    private enum Kind {
        /// It means this and nothing else.
        case certain
        /// It usually means this.
        case usual
        /// Notes have it for all kinds of reasons, so only a value that fits is worth a word.
        case common
        /// Likewise, but with a value that fits it means this and nothing else.
        case fitting
    }

    /// Whether the key, with a value that fits, cannot be meant as anything else.
    var isCertain: Bool { kind == .certain || kind == .fitting }
    var isCommon: Bool { kind == .common || kind == .fitting }

    /// - Parameters:
    ///   - key: in any case; `due_date`, `due-date`, `due date` and `dueDate` are the same.
    ///   - value: its node in the document. Of several meanings, one that it fits, and that the document does not have, is best.
    init?(_ key: String, value: Int, in document: YAMLDocument) {
        let name = key.lowercased().filter { !"_- ".contains($0) }
        let rows = Self.rows.filter { $0.names.contains(name) }
        let best = rows.first { !document.hasValue($0.own) && document.reads(value, as: $0.own) }
        guard let row = best ?? rows.first else { return nil }
        (own, kind) = (row.own, row.kind)
    }

    /// What a key usually means, whatever its value.
    static func meaning(of key: String) -> KnownKey? {
        let name = key.lowercased().filter { !"_- ".contains($0) }
        return rows.first { $0.names.contains(name) }?.own
    }

    private static let rows: [(own: KnownKey, kind: Kind, names: Set<String>)] = [
        // Jekyll, Hugo, Obsidian.
        (.tags, .usual, ["tag", "keyword", "keywords", "category", "categories"]),
        // Obsidian Reminder, Obsidian Tasks and Dataview, org, Todoist and Things as exported.
        (
            .scheduled, .certain,
            [
                "scheduleddate", "scheduledat", "scheduledfor", "scheduledon", "scheduledtime", "remindat", "remindon",
                "remindme", "remind", "reminder", "reminderat", "reminderdate", "remindertime", "dodate",
                "scheduledate",
            ]
        ),
        (
            .due, .certain,
            ["deadline", "deadlinedate", "duedate", "dueat", "dueby", "dueon", "duetime", "taskdue"]
        ),
        (.due, .common, ["dues"]),
        // A second date is an alarm, as is `15 min before`.
        (.reminders, .certain, ["remindat", "remindon", "remindme", "remind", "reminder", "reminderat"]),
        (
            .reminders, .fitting,
            ["alarm", "alarms", "alert", "alerts", "remindbefore", "reminderbefore", "notify", "notifybefore"]
        ),
        // Alarms of TaskNotes; the date of a page in Jekyll, Hugo and daily notes.
        (.scheduled, .usual, ["date"]),
        // Full Calendar, Dataview, Taskwarrior, OmniFocus.
        (
            .scheduled, .common,
            [
                "start", "when", "startat", "startdate", "startrecur", "starttime", "defer", "deferdate", "wait",
                "threshold",
            ]
        ),
        // RFC 5545, todo.txt, Taskwarrior, Obsidian Tasks.
        (
            .recurrence, .certain,
            [
                "rrule", "rec", "recur", "recurring", "recurs", "recurrencerule", "repeat", "repeats", "repeatevery",
                "repeatrule", "repeating",
            ]
        ),
        (.until, .common, ["enddate", "endrecur", "ends", "recurrenceend", "repeatuntil", "untildate"]),
        (.timezone, .usual, ["timezone", "tz"]),
        (.snoozed, .usual, ["snoozeduntil", "snoozeuntil"]),
        // Dataview, TaskNotes, Taskwarrior.
        (
            .completed, .common,
            ["completion", "completionat", "completiondate", "completedat", "completedon", "donedate"]
        ),
    ]
}

extension YAMLDocument {
    /// Whether a value is a date, a rule, or alarms, where a key takes one.
    func reads(_ node: Int, as key: KnownKey) -> Bool {
        if key == .reminders {
            let items = nodes[node].kind == .sequence ? children(of: node).map(resolved) : [node]
            return !items.isEmpty && !isNull(node) && items.allSatisfy { (try? Alarm($0, in: self)) != nil }
        }
        guard nodes[node].kind == .scalar, !isNull(node) else { return false }
        return switch key {
        case .recurrence: (try? RecurrenceRule(parsing: text(of: node))) != nil
        default: (try? DateValue(parsing: valueBytes(of: node))) != nil
        }
    }
}
