import MemossFiles

/// The man page: the grammar and the sections that cannot be derived from it.
enum Manual {
    /// - Parameter date: printed on the page.
    static func text(date: CivilDate) -> String {
        let month = Month(rawValue: Int8(date.month))?.name ?? ""
        return ManualPage(.mm, date: "\(month) \(date.day), \(date.year)", sections: sections).text
    }

    private static let topics = HelpTopic.all.filter { $0.name != "files" }.map { topic in
        ManualPage.Section(
            topic.name,
            text: topic.discussion + "\n\n" + topic.remarks,
            terms: topic.rows.map { ManualPage.Term($0.form, $0.text) }
        )
    }

    private static let sections =
        topics + [
            ManualPage.Section(
                "selectors",
                text: """
                    A SELECTOR names one reminder: a path, relative to the working directory or to the root of the folder; an \
                    id or a prefix of one with at least four characters; a file name without .md; or words that all appear in \
                    one title. If several reminders match, mm lists them and does nothing.
                    """
            ),
            ManualPage.Section(
                "environment",
                terms: [
                    ManualPage.Term(
                        "MM_DIR",
                        "the folder to use if neither the working directory nor any directory above it is a reminder folder"
                    ),
                    ManualPage.Term("MM_NOW", "the same as --now"),
                    ManualPage.Term("MM_TIMEZONE", "the same as --timezone"),
                    ManualPage.Term("TZ", "the time zone of this machine; if unset, /etc/localtime"),
                    ManualPage.Term("NO_COLOR", "if set and not empty, disables colours"),
                ]
            ),
            ManualPage.Section(
                "files",
                terms: [
                    ManualPage.Term("tags.yaml", "the registry at the root of a folder: its tags and their colours"),
                    ManualPage.Term(".mmignore", "patterns of files to ignore, one per line"),
                    ManualPage.Term(
                        "$XDG_CONFIG_HOME/mm/config.yaml",
                        Configuration.keys.joined(separator: ", ") + "; see mm config"
                    ),
                ]
            ),
            ManualPage.Section(
                "exit status",
                terms: ExitStatus.allCases.map { ManualPage.Term(String($0.rawValue), $0.meaning) }
            ),
        ]
}
