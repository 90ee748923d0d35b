import MemossFiles

/// A help page on a topic that many commands share.
struct HelpTopic: Sendable {
    /// A form, with examples that can be typed as they are.
    struct Row: Sendable {
        var form: String
        var examples: [String]
        /// The meaning of the examples, if the form does not explain it.
        var meaning = ""
    }

    var name: String
    /// One line in lower case without a full stop.
    var summary: String
    /// In the format of a command's discussion.
    var discussion: String
    var rows: [Row]
    /// The text after the rows.
    var remarks: String
    /// Whether the examples are command lines.
    var hasCommands = false

    static let all = [dates, rules, alarms, queries, files, agent]

    /// What the grammar has.
    private static func rows(_ forms: [Form]) -> [Row] { forms.map { Row(form: $0.name, examples: $0.examples) } }

    /// What command lines do, and the lines.
    static func rows(_ commands: KeyValuePairs<String, [String]>) -> [Row] {
        commands.map { Row(form: $0.key, examples: $0.value) }
    }

    private static let dates = HelpTopic(
        name: "dates",
        summary: "how to write dates and times",
        discussion: """
            An option that takes WHEN or DATE, the title of 'mm add' after '@', and the terms 'scheduled:' and 'due:' \
            accept dates in everyday words. Case, commas, and the words 'at', 'on' and 'the' do not matter. The words \
            need no quotes.
            """,
        rows: rows(Form.dates),
        remarks: """
            A day alone means the whole day, and a time alone means its next occurrence. A weekday is the next one \
            after today, with or without 'next', and 'weekend' is the next Saturday. Anything ambiguous, such as \
            5/6/2027, 12/5, 2h, or 'next weekend' on a weekday, is refused, and the message gives both readings. So is a day without a \
            year if it is today and its time has passed. The configuration sets what morning, afternoon and evening mean.
            """
    )

    private static let alarms = HelpTopic(
        name: "alarms",
        summary: "how to be reminded before the date, and at the deadline",
        discussion: """
            A reminder rings at its date. An ALARM says when else: 'mm add Dentist @friday 9am @15 min before', or --remind \
            ALARM with 'mm add' and 'mm edit'. In the file, the key 'reminders' is a list of alarms, as TaskNotes has it. An \
            alarm can also be a date.
            """,
        rows: rows(Form.alarms),
        remarks: """
            Each alarm rings besides the date, and with every occurrence of a series. A date without a time counts from \
            all_day_at, and days are those of the calendar. If a reminder has a date and a deadline, it rings at the deadline \
            too if it is still open; 'deadlines: silent' in the configuration turns that off. 'mm plan' lists all of them.
            """
    )

    private static let rules = HelpTopic(
        name: "rules",
        summary: "how to write recurrence rules",
        discussion: """
            A RULE says how a reminder repeats, starting at its date, in words or as an RFC 5545 rule. 'mm occurrences RULE \
            --start WHEN' shows what a rule means.
            """,
        rows: rows(Form.rules) + [Row(form: "RFC 5545", examples: ["FREQ=MONTHLY;BYDAY=-1FR"])],
        remarks: """
            If a month does not have the day, a rule in words uses its last day, and an RFC 5545 rule skips the month. \
            'mm edit --recurrence' also replaces the end and the anchor: without 'until' or 'for', the series has no end, \
            unless --until gives one.
            """
    )

    private static let queries = HelpTopic(
        name: "queries",
        summary: "how to write queries",
        discussion: """
            Terms are joined by AND; OR, parentheses and a leading '-' or NOT also work. 'mm list' shows only open reminders, \
            unless the query contains is:completed or is:note, or --all is given. Quote parentheses, '<' and '>' for the \
            shell.
            """,
        rows: [
            Row(form: "tag", examples: ["tag:work"], meaning: "or one nested in it"),
            Row(form: "state", examples: Query.State.allCases.map { "is:\($0.rawValue)" }),
            Row(
                form: "date",
                examples: [
                    "scheduled:today", "scheduled:week", "scheduled:2026-11", "scheduled:<2026-12-01",
                    "scheduled:2026-12-24..2026-12-31",
                ]
            ),
            Row(form: "deadline", examples: ["due:tomorrow"], meaning: "same forms as scheduled:"),
            Row(form: "rule", examples: ["every:week"], meaning: "recurs by this unit"),
            Row(
                form: "any key",
                examples: ["priority:high", "estimate:>30", "review:2026-12", "has:phone"],
                meaning: "has: means any value"
            ),
            Row(form: "place", examples: ["path:home/"]),
            Row(form: "text", examples: ["title:milk", "body:milk", "milk", "\"oat milk\""]),
            Row(form: "combined", examples: ["tag:work -is:recurring", "(tag:home OR tag:garden) is:overdue"]),
        ],
        remarks: """
            '@bills' is the query of this name in the configuration: mm config queries.bills 'tag:bills is:open'. With \
            '--where QUERY', 'mm done', 'mm edit', 'mm set' and others change everything that the query lists.
            """
    )

    private static let files = HelpTopic(
        name: "files",
        summary: "which files mm reads and writes",
        discussion: """
            A folder is a directory with a file 'tags.yaml', which 'mm init' writes. Every '.md' file in it, at any depth, \
            is a reminder or a note, except hidden files and those that '.mmignore' names.

              ---
              title: Take vitamin D
              tags: [Health, Personal]
              scheduled: 2026-11-21T09:00
              recurrence: daily
              ---
              One capsule, with food.

            A file with 'scheduled', 'due', 'completed' or the tag 'task' is a reminder; any other is a note. mm changes \
            only the bytes that an edit has to change, and keeps keys that it does not know.
            """,
        rows: [
            Row(form: "title", examples: ["title: Pay the rent"]),
            Row(form: "date", examples: ["scheduled: 2026-11-30", "scheduled: 2026-11-30T09:00"]),
            Row(form: "deadline", examples: ["due: 2026-12-04"]),
            Row(form: "rule", examples: ["recurrence: monthly on 31", "until: 2027-12-31"]),
            Row(form: "tags", examples: ["tags: [Home, Bills]"]),
            Row(form: "time zone", examples: ["timezone: Europe/Paris"]),
            Row(form: "completed", examples: ["completed: 2026-11-21T10:15"]),
        ],
        remarks: """
            'tags.yaml' holds the tags and their colours, '.memoss' holds the data for 'mm undo', and \
            '~/.config/mm/config.yaml' holds the configuration, which 'mm config' shows. 'mm check' reports everything in the \
            files that it cannot read.
            """
    )
}

extension Help {
    func text(topic name: String) -> String {
        guard let topic = grammar.topic(name) else { return text(for: []) }
        var layout = TextLayout(width: width)
        layout.fill(topic.summary.sentence)
        layout.line()
        layout.paragraphs(topic.discussion)
        layout.heading("Examples")
        for row in topic.rows where topic.hasCommands {
            layout.fill("\(row.form):", first: "  ", indent: 2)
            // On one line, as it is typed.
            for example in row.examples { layout.line("    \(example)") }
        }
        if !topic.hasCommands { layout.table(topic.rows.map { ($0.form, $0.text) }) }
        layout.line()
        layout.paragraphs(topic.remarks)
        return layout.text
    }
}

extension HelpTopic.Row {
    var text: String { examples.joined(separator: " · ") + (meaning.isEmpty ? "" : " (\(meaning))") }
}
