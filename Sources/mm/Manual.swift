import MemossFiles

/// The man pages: derived from the grammar, plus the sections that it cannot supply.
enum Manual {
    static let pages = makePages(.mm)

    private static func makePages(_ grammar: Grammar) -> [ManualPage] {
        let words = ManualPage(
            "mm-words",
            7,
            "dates, recurrence rules and queries in words",
            "What mm reads in options, in the titles of new reminders, in queries, and in files that say so.",
            HelpTopic.all.filter { !["files", "agent"].contains($0.name) }.map(section)
        )
        let format = ManualPage(
            "mm-format",
            5,
            "the files of a reminder folder",
            "Each reminder is a Markdown file with YAML front matter; one file lists the tags.",
            HelpTopic.all.filter { $0.name == "files" }.map(section) + [keys, registry, ignored]
        )
        let commands = grammar.commands.filter { !$0.path.isEmpty }
        let overview = ManualPage.overview(grammar, sections: sections, others: [format, words])
        return [overview, format, words]
            + commands.map { ManualPage($0, of: grammar, others: [format, words]) }
    }

    /// The names of all pages, one per line, or the page with a name.
    ///
    /// - Parameter date: printed on the page.
    /// - Throws: a usage error if there is no such page.
    static func text(of name: String?, date: CivilDate) throws(MemossError) -> String {
        if name == "SKILL.md" { return HelpTopic.agent.skill }
        guard let name else { return pages.map { $0.fileName + "\n" }.joined() }
        guard let page = pages.first(where: { $0.fileName == name }) else {
            throw MemossError(.usage, "there is no man page '\(name)'")
        }
        let month = Month(rawValue: Int8(date.month))?.name ?? ""
        return page.text(date: "\(month) \(date.day), \(date.year)")
    }

    private static func section(_ topic: HelpTopic) -> ManualPage.Section {
        ManualPage.Section(
            "writing \(topic.name)",
            text: topic.discussion + "\n\n" + topic.remarks,
            terms: topic.rows.map { ManualPage.Term($0.form, $0.text, isVerbatim: true) }
        )
    }

    static let keys = ManualPage.Section(
        "keys",
        text: """
            The keys of the front matter that mm reads. Keys are case-sensitive. All others are kept as they are, and \
            queries, sorts and columns can name them.
            """,
        terms: KnownKey.allCases.map { ManualPage.Term($0.rawValue, $0.spec.manual) }
    )

    private static let registry = ManualPage.Section(
        "registry",
        text: """
            The file 'tags.yaml' at the root of a folder lists its tags. It may be empty. An entry without keys has no colour; \
            'Health: pink' gives only the colour.

              Work:
                color: "#3B82F6"
                aliases: [office, job]
              Health: pink
            """,
        terms: [
            ManualPage.Term(
                "color",
                "#RRGGBB, #RGB, or one of " + TagColor.Preset.allCases.map(\.rawValue).joined(separator: ", ")
            ),
            ManualPage.Term("aliases", "former names: a file with one of them counts as having the tag"),
            ManualPage.Term("id", "identifies the tag permanently"),
            ManualPage.Term("created", "when the tag was created"),
        ]
    )

    private static let ignored = ManualPage.Section(
        "ignored files",
        text: """
            mm ignores names that begin with a dot, directories named node_modules, and what a line of '.mmignore' at the root \
            matches: a shell glob, compared with the name; with the path from the root if it contains a slash; only with \
            directories if it ends with a slash. Lines that begin with '#' are comments.
            """
    )

    private static let sections =
        [
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
                    ManualPage.Term("TZDIR", "the directory of the time zone data; if unset, /usr/share/zoneinfo"),
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
