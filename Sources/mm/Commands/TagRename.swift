import MemossFiles

extension ArgumentSyntax {
    fileprivate static let old = ArgumentSyntax("OLD", help: "the current name of the tag", completion: .tag)
    fileprivate static let new = ArgumentSyntax("NEW", help: "its new name", completion: .tag)
}

extension OptionSyntax {
    fileprivate static let merge = OptionSyntax(
        "merge",
        help: "merge OLD into NEW if NEW already exists; keeps NEW's colour"
    )
    fileprivate static let noAlias = OptionSyntax("no-alias", help: "do not keep OLD as an alias")
}

extension Command {
    static let tagRename = Command(
        ["tag", "rename"],
        summary: "rename a tag in every file and in the registry",
        discussion: """
            Renames the tag and those nested in it, and changes no other byte. The old name stays in the \
            registry as an alias, so that files which still have it, from another branch or machine, count as \
            having the new one. With --text, the #tags in the texts of notes and the tags in the filters and \
            formulas of Obsidian's bases are renamed too.
            """,
        section: "Tags",
        arguments: [.old, .new],
        options: [.merge, .noAlias, .text, .expect, .dryRun],
        examples: [
            "mm tag rename work job --dry-run": "Show what would change.",
            "mm tag rename work job": "Rename the tag.",
            "mm tag rename work job --text": "Rename it in the texts of notes and in bases too.",
        ]
    ) { invocation, session throws(MemossError) in
        let new = try invocation.argument(.new) { (text: String) throws(ParseError) in try TagName(validating: text) }
        let old = try invocation.tag(.old)
        return try session.editTags(invocation, of: old) { today in
            TagRename(
                from: old,
                to: new,
                merges: invocation.flag(.merge),
                keepsAlias: !invocation.flag(.noAlias),
                freshID: Environment.randomUUID(),
                today: today
            )
        } described: { tags in
            let source = tags.first ?? old
            let formerName = source == old ? "" : " (formerly '\(old)')"
            return ("rename the tag '\(source)' to '\(new)'", "'\(source)'\(formerName) is now '\(tags.last ?? new)'")
        }
    }
}
