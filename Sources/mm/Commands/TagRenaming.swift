import MemossFiles

extension ArgumentSyntax {
    fileprivate static let old = ArgumentSyntax("OLD", help: "the tag as it is called now", completion: .tag)
    fileprivate static let new = ArgumentSyntax("NEW", help: "its new name", completion: .tag)
}

extension OptionSyntax {
    fileprivate static let merge = OptionSyntax(
        "merge",
        help: "let NEW exist already: the two become one, with NEW's colour"
    )
    fileprivate static let noAlias = OptionSyntax("no-alias", help: "do not keep OLD as an alias")
}

extension Command {
    static let tagRename = Command(
        syntax: CommandSyntax(
            ["tag", "rename"],
            summary: "rename a tag in every file and in the registry",
            discussion: """
                Renames the tag and those nested in it, and touches no other byte. The old name stays in the registry as an \
                alias, so that files which still carry it, from another branch or machine, count as carrying the new one.
                """,
            section: "Tags",
            arguments: [.old, .new],
            options: [.merge, .noAlias, .dryRun],
            examples: [
                CommandSyntax.Example("mm tag rename work job --dry-run", "see what would change"),
                CommandSyntax.Example("mm tag rename work job", "change it"),
            ]
        )
    ) { invocation, session throws(MemossError) in
        let new = try invocation.argument(.new) { (text: String) throws(ParseError) in try TagName(validating: text) }
        let old = try invocation.tag(.old)
        let folder = try session.folder(toEdit: invocation)
        let (snapshot, time) = try session.read()
        let rename = TagRename(
            from: old,
            to: new,
            merges: invocation.flag(.merge),
            keepsAlias: !invocation.flag(.noAlias),
            freshID: Environment.randomUUID(),
            today: time.local.date.description
        )
        let result = try folder.plan(rename, in: snapshot)
        let source = result.tags.first ?? old
        let target = result.tags.last ?? new
        let formerly = source == old ? "" : " (formerly '\(old)')"
        return try session.carryOut(
            result.plan,
            invocation,
            as: "rename the tag '\(source)' to '\(new)'",
            verb: "'\(source)'\(formerly) is now '\(target)'",
            at: time.now
        )
    }
}
