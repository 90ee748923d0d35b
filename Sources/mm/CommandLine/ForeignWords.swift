/// Names that other programs use: `ls`, `rm`, `--date`. Messages suggest the equivalent in `mm`.
enum ForeignWords {
    /// Names of commands by group, and what to type instead.
    static let commands: [(path: [String], words: String, instead: [String])] = [
        ([], "ls tasks task todo todos reminders items dir", ["list"]),
        ([], "search grep lookup locate rg", ["find TEXT"]),
        ([], "query filter", ["list QUERY"]),
        ([], "due", ["today"]),
        ([], "week upcoming forecast", ["agenda"]),
        ([], "overdue late missed", ["list is:overdue"]),
        ([], "completed logbook finished", ["list is:completed"]),
        ([], "notes", ["list is:note"]),
        ([], "someday backlog inbox", ["list is:undated"]),
        ([], "all everything", ["list --all"]),
        ([], "new create make insert remind remember capture", ["add TITLE"]),
        ([], "schedule", ["add TITLE --scheduled WHEN", "edit SELECTOR --scheduled WHEN"]),
        ([], "jot memo", ["note TEXT"]),
        ([], "append annotate prepend", ["note --append SELECTOR TEXT"]),
        ([], "load paste", ["import ics FILE", "add -"]),
        ([], "taskwarrior tw", ["import taskwarrior FILE"]),
        ([], "todo.txt todotxt todo-txt", ["import todotxt FILE"]),
        ([], "backup dump json", ["list --all --body --fields --json"]),
        ([], "ics ical icalendar vcalendar feed", ["export ics"]),
        ([], "stop", ["edit SELECTOR --no-recurrence", "snooze SELECTOR --off"]),
        ([], "unsnooze wake", ["snooze SELECTOR --off"]),
        ([], "archive", ["done SELECTOR"]),
        ([], "cancel abort abandon", ["delete SELECTOR", "done SELECTOR"]),
        ([], "pause suspend hold", ["skip SELECTOR --until DATE", "snooze SELECTOR until WHEN"]),
        ([], "waiting hidden", ["list is:snoozed"]),
        ([], "sort order", ["list --sort KEY"]),
        ([], "stats statistics streak streaks", ["habits"]),
        ([], "restore undelete", ["undo"]),
        ([], "tag-add categorize", ["edit SELECTOR --tag NAME"]),
        ([], "priority pri prioritize", ["set SELECTOR priority VALUE"]),
        ([], "rm remove del erase trash destroy", ["delete SELECTOR"]),
        ([], "complete finish tick close mark do check-off", ["done SELECTOR"]),
        ([], "uncomplete undone untick uncheck unmark", ["reopen SELECTOR"]),
        ([], "cat view info print details display open read", ["show SELECTOR"]),
        ([], "modify mod change update alter", ["edit SELECTOR"]),
        ([], "reschedule", ["edit SELECTOR --scheduled WHEN"]),
        ([], "repeat recur", ["edit SELECTOR --recurrence RULE"]),
        ([], "move", ["edit SELECTOR --scheduled WHEN", "edit SELECTOR --title TEXT"]),
        ([], "mv ren rename", ["edit SELECTOR --title TEXT", "tag rename OLD NEW"]),
        ([], "merge", ["tag rename OLD NEW --merge"]),
        ([], "postpone defer delay later sleep", ["snooze SELECTOR DURATION"]),
        ([], "tags labels label projects categories contexts", ["tag list"]),
        ([], "untag", ["edit SELECTOR --untag NAME"]),
        ([], "lint validate doctor fsck verify", ["check"]),
        ([], "revert rollback", ["undo"]),
        ([], "history", ["log", "undo --list"]),
        ([], "pull fetch synchronize synchronise", ["sync"]),
        ([], "status summary dashboard home start", [""]),
        ([], "watch daemon alert notifications", ["notify"]),
        ([], "occurrence rule rrule", ["occurrences RULE --start WHEN"]),
        ([], "version", ["--version"]),
        ([], "dates date when times durations", ["help dates"]),
        ([], "rules recurrence recurring repetition", ["help rules"]),
        ([], "queries filters terms syntax", ["help queries"]),
        ([], "files format keys frontmatter front-matter", ["help files"]),
        ([], "man manual usage commands topics", ["help"]),
        ([], "settings preferences prefs options configure configuration conf rc alias aliases", ["config"]),
        ([], "bulk batch mass", ["edit --where QUERY --tag NAME"]),
        (["import"], "caldav events khal todoman outlook google apple org", ["import ics FILE"]),
        (["import"], "tasks json", ["import taskwarrior FILE"]),
        (["import"], "text list lines", ["import todotxt FILE", "add -"]),
        (["tag"], "rm remove del erase destroy", ["tag delete NAME"]),
        (["tag"], "mv move ren", ["tag rename OLD NEW"]),
        (["tag"], "merge join combine", ["tag rename OLD NEW --merge"]),
        (["tag"], "ls show all", ["tag list"]),
        (["tag"], "new create make register", ["tag add NAME"]),
        (["tag"], "colour recolor paint", ["tag color NAME COLOR"]),
        (["tag"], "clean gc tidy", ["tag prune"]),
        (["tag"], "import scan", ["tag adopt"]),
        (["tag"], "set assign put", ["edit SELECTOR --tag NAME"]),
        (["tag"], "unset untag unassign", ["edit SELECTOR --untag NAME"]),
    ]

    /// Names of options, and the options to suggest instead: the first that the command has.
    static let options: [(words: String, instead: [String])] = [
        ("date when at time day start on datetime scheduled-at schedule remind wait", ["scheduled", "on", "start"]),
        ("deadline by", ["due"]),
        ("repeat repeats every recur rec recurring rrule rule frequency freq interval", ["recurrence"]),
        ("tags label labels category categories project proj list", ["tag"]),
        ("remove-tag rm-tag delete-tag", ["untag"]),
        ("end ends stop ending", ["until"]),
        ("alarm alarms alert alerts reminder reminders notify", ["remind"]),
        ("no-alarm no-alarms no-alert", ["no-remind"]),
        ("tz time-zone", ["zone", "timezone"]),
        ("name summary subject", ["title"]),
        ("description desc content message annotation notes text", ["body"]),
        ("file output", ["path"]),
        ("force confirm", ["yes"]),
        ("max top number num head", ["limit", "count"]),
        ("order order-by sort-by", ["sort"]),
        ("filter query match matching select all-matching all", ["where"]),
        ("preview simulate dry plan-only", ["dry-run"]),
        ("dir root folder", ["directory"]),
        ("as-of revision rev commit", ["at"]),
        ("silent", ["quiet"]),
        ("format output-format output as", ["json"]),
        ("colour", ["color"]),
    ]

    /// Options that are words of a command in `mm`.
    static let words: [(command: String, words: String, instead: String)] = [
        ("snooze", "until till end", "SELECTOR until WHEN"), ("snooze", "for duration time", "SELECTOR DURATION"),
    ]

    /// Options that are query terms in `mm`.
    static let terms: [(words: String, instead: String)] = [
        ("tag tags label project category", "tag:NAME"), ("overdue late", "is:overdue"), ("today", "is:today"),
        ("completed done complete finished", "is:completed"), ("notes note", "is:note"), ("open pending", "is:open"),
        ("upcoming", "is:upcoming"), ("snoozed", "is:snoozed"), ("undated someday", "is:undated"),
        ("recurring repeating", "is:recurring"), ("untagged", "is:untagged"),
        ("date when scheduled day on", "scheduled:DATE"), ("before until", "scheduled:<DATE"),
        ("after since from", "scheduled:>DATE"), ("due deadline", "due:DATE"), ("week", "scheduled:week"),
        ("path file in", "path:TEXT"),
        ("title name", "title:TEXT"), ("body text content", "body:TEXT"),
    ]

    /// What words after a command that takes none of them are meant as.
    static let operands: [(command: String, hint: String)] = [
        ("mm tag add", "to tag a reminder: mm edit SELECTOR --tag NAME"),
        ("mm tag delete", "to remove a tag from a reminder: mm edit SELECTOR --untag NAME"),
        ("mm undo", "it reverts one edit at a time; to see them: mm undo --list"),
    ]

    /// Options for keys that have no meaning to `mm`, which keeps any key in a file.
    static let keys = "priority prio pri importance urgency estimate status context assignee location url"

    /// A word in a title that sets a field in `mm edit` or in other programs: `due:tomorrow`, `priority=high`, `project:house`.
    struct Attribute {
        var word: String
        var name: String
        var value: String
        /// The option that sets the field; nil for a key that has no meaning to `mm`.
        var option: OptionSyntax?
    }

    /// - Parameter isValid: whether an option takes this date or rule.
    /// - Returns: nil for words that are unlikely to set a field, such as `Re:`, `at:home` and `https://example.org`.
    static func attribute(_ word: String, isValid: (OptionSyntax, String) -> Bool) -> Attribute? {
        let parts = word.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == ":" || $0 == "=" }.map(
            String.init
        )
        guard parts.count == 2, let name = parts.first?.lowercased(), let value = parts.last,
            value.first.map({ $0.isLetter || $0.isNumber }) == true
        else { return nil }
        let fields: [OptionSyntax] = [.scheduled, .due, .recurrence, .until, .tag]
        let long = options.first { holds($0.words, name) }?.instead ?? [name]
        if let option = fields.first(where: { long.contains($0.long) }) {
            guard option == .tag || isValid(option, value) else { return nil }
            return Attribute(word: word, name: name, value: value, option: option)
        }
        return holds(keys, name) ? Attribute(word: word, name: name, value: value, option: nil) : nil
    }

    /// The query term for a state that has another name in `mm`; nil for other words.
    static func state(_ word: String) -> String? {
        terms.first { $0.instead.hasPrefix("is:") && holds($0.words, word.lowercased()) }?.instead
    }

    private static func holds(_ words: String, _ word: String) -> Bool {
        words.split(separator: " ").contains { $0.utf8.elementsEqual(word.utf8) }
    }

    /// What to type instead of a command, as complete command lines; empty if the word is unknown.
    static func lines(insteadOf word: String, under path: [String]) -> [String] {
        let row = commands.first { $0.path == path && holds($0.words, word.lowercased()) }
        return (row?.instead ?? []).map { $0.isEmpty ? Grammar.program : "\(Grammar.program) \($0)" }
    }

    /// The hint for an unknown option of a command, named without dashes; nil if the name is unknown.
    static func hint(insteadOf name: String, of command: CommandSyntax?, known: [OptionSyntax]) -> String? {
        if let row = words.first(where: { [$0.command] == command?.path && holds($0.words, name) }) {
            return "did you mean '\(Grammar.program) \(row.command) \(row.instead)'?"
        }
        let takesQuery = command?.arguments.contains { $0.completion == .query } == true
        if takesQuery, let term = terms.first(where: { holds($0.words, name) }) {
            return "did you mean '\(command?.name ?? Grammar.program) \(term.instead)'?"
        }
        let names = options.filter { holds($0.words, name) }.flatMap(\.instead)
        if let option = names.lazy.compactMap({ name in known.first { $0.long == name } }).first {
            return "did you mean '\(option.usage)'?"
        }
        if takesQuery, holds(keys, name) { return "did you mean '\(command?.name ?? Grammar.program) \(name):VALUE'?" }
        return holds(keys, name) ? "set a key of your own with 'mm set SELECTOR \(name) VALUE'" : nil
    }
}
