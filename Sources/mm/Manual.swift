import MemossFiles

/// The man page: the grammar, and what it does not know.
enum Manual {
    /// - Parameter date: of the page.
    static func text(date: CivilDate) -> String {
        let month = Month(rawValue: Int8(date.month))?.name ?? ""
        return ManualPage(.mm, date: "\(month) \(date.day), \(date.year)", sections: sections).text
    }

    private static let sections = [
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
            terms: ExitStatus.allCases.map { ManualPage.Term(String($0.rawValue), $0.meaning) }
        ),
    ]
}
