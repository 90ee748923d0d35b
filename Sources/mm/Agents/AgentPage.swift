extension HelpTopic {
    /// Everything that a program needs to work with a folder. Each of its examples is run as a test.
    static let agent = HelpTopic(
        name: "agent",
        summary: "how a program works with a folder",
        discussion: """
            Reminders and notes are Markdown files in a folder. Read and change them with mm instead of editing the files: mm checks \
            each edit, changes no other byte, and can undo it. Run it in the folder, or name that with -C DIR, and add --json to \
            each command: standard output then has one JSON document, and standard error has messages and errors.

            SELECTOR names one reminder: the 'handle', 'id' or 'path' from an earlier answer, or words of its title. If it \
            names several, nothing changes, and the error lists them. Quote a value with spaces. WHEN is a date such as \
            2026-12-24T09:00 or words such as 'tomorrow 9am', in local time; RULE is 'weekly on monday' or an RFC 5545 rule. See \
            'mm help dates', 'rules' and 'queries'.

            Before an edit, look: --dry-run without --json prints the diff and writes nothing. With --where QUERY, an edit changes \
            all that 'mm list QUERY' lists; give --expect N, so that nothing changes unless exactly N of these would, and \
            --yes, because nobody can be asked. Each command is one edit. 'mm undo' reverts the last one, whoever made it: after \
            an error there is nothing of yours to undo.

            Reminders are in 'reminders', those of mm find in 'matches', and those of mm agenda in 'days'. An edit answers with \
            'changed': the path, the handle and the title of each file. What a date was read as is on standard error.

            \(ToolAnswer.note)
            """,
        rows: rows([
            "what is due": ["mm --json", "mm today --json", "mm agenda monday --days 5 --json"],
            "query": [
                "mm list tag:work is:overdue --json", "mm list 'scheduled:<2026-12-01' --json",
                "mm list priority:high --fields --json",
            ],
            "search": ["mm find 'smoke alarms' --json"],
            "one in full (with its body, keys and next dates)": ["mm show dentist --json"],
            "tags": ["mm tag list --json"],
            "add (after --, the title is literal)": [
                "mm add --json --scheduled 'tomorrow 9am' --tag Work -- 'Call Anna'",
                "mm add --json --scheduled sunday --recurrence 'every 2 weeks' -- 'Water the cactus'",
                "mm add --json --due 'dec 4' --body 'By e-mail.' -- 'Send the invoice'",
            ],
            "add a note": ["mm note --json -- 'Wi-Fi at the cabin'"],
            "add a line (at the end of the text of a note or a reminder)": [
                "mm note --json --append dentist -- 'Ask about the crown.'"
            ],
            "change (fields that are not named stay, but a new rule ends the old one's 'until')": [
                "mm edit dentist --json --scheduled 'friday 9am' --tag Urgent --untag Health",
                "mm edit dentist --json --title 'Dentist, second visit' --no-due",
                "mm edit dentist --json priority=high estimate=30",
            ],
            "complete (of a series, one occurrence; 'steps' has its next date)": [
                "mm done vitamin --json", "mm done vitamin --json --on yesterday",
            ],
            "reopen": ["mm reopen vitamin --json"],
            "skip (one occurrence)": ["mm skip bins --json"],
            "put off": ["mm snooze dentist --json -- 2h", "mm snooze bins --json -- 'tomorrow 9am'"],
            "several": [
                "mm edit --where 'tag:garden is:open' --scheduled saturday --dry-run",
                "mm done --where 'tag:health is:overdue' --expect 1 --yes --json",
            ],
            "delete": ["mm delete dentist --yes --json"],
            "rename a tag": ["mm tag rename Work Job --json"],
            "undo (with --edit, only if this is the number of the last edit)": [
                "mm undo --list --json", "mm undo --json", "mm undo --edit 1 --json",
            ],
            "faults in files": ["mm check --json"],
        ]),
        remarks: """
            Exit statuses: 0 done, or an empty list; 1 nothing to do, or 'mm check' found problems; 2 an error, or an edit that \
            had to leave out a file, which 'skipped' names; 64 wrong usage. An error is one line that begins with 'mm:', and the \
            lines after it say what would be right.

            'mm COMMAND --help' has all options, and docs/schema a schema of each document. 'mm mcp' offers the same as tools of \
            the Model Context Protocol.
            """,
        hasCommands: true
    )

    /// The page as a skill file: Markdown, with a name and a description by which an agent chooses the skill.
    var skill: String {
        let description = "Read and change the user's reminders, notes and tags with the command line tool mm."
        let head = [
            "---", "name: \(Grammar.program)", "description: \(description)", "---", "", "# mm", "", discussion, "",
        ]
        let examples = rows.flatMap { row in ["- \(row.form):"] + row.examples.map { "  - `\($0)`" } }
        return (head + examples + ["", remarks]).joined(separator: "\n") + "\n"
    }
}
