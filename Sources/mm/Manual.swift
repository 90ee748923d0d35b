/// The man page: the grammar, and what it does not know.
enum Manual {
    static let text = ManualPage(
        .mm,
        date: "November 21, 2026",
        sections: [
            ManualPage.Section(
                "selectors",
                text: """
                    A SELECTOR means one reminder: a path, relative to the working directory, then to the root of the \
                    folder; an id or a prefix of one, of four or more characters; the name of a file without its .md; or \
                    words that together match one title. Where several match they are listed, and nothing is done.
                    """
            ),
            ManualPage.Section(
                "environment",
                terms: [
                    ManualPage.Term(
                        "MM_DIR",
                        "the folder that is meant where none is found from the working directory upwards"
                    ),
                    ManualPage.Term("MM_NOW", "as --now"),
                    ManualPage.Term("MM_TIMEZONE", "as --timezone"),
                    ManualPage.Term("TZ", "the time zone of this machine; without it /etc/localtime"),
                    ManualPage.Term("NO_COLOR", "if it is set and not empty, no colours"),
                ]
            ),
            ManualPage.Section(
                "files",
                terms: [
                    ManualPage.Term("tags.yaml", "the registry at the root of a folder: its tags and their colours"),
                    ManualPage.Term(".mmignore", "globs of what is left out, one a line"),
                    ManualPage.Term("$XDG_CONFIG_HOME/mm/config.yaml", "directory, all_day_at, notify_command"),
                ]
            ),
            ManualPage.Section(
                "exit status",
                terms: [
                    ManualPage.Term("0", "done; an empty list too"),
                    ManualPage.Term("1", "nothing matched the selector, no such tag, or check found problems"),
                    ManualPage.Term("2", "an error, or an edit that had to leave a file out"),
                    ManualPage.Term("64", "wrong usage, a query that does not parse among it"),
                ]
            ),
        ]
    ).text
}
