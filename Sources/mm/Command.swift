import MemossFiles

/// A command: its syntax and the function that runs it.
struct Command: Sendable {
    let syntax: CommandSyntax
    typealias Run = @Sendable (Invocation, inout Session) throws(MemossError) -> ExitStatus
    let run: Run

    static let all: [Command] = [
        .dashboard, .userInterface, .initialize, .list, .find, .today, .tomorrow, .agenda, .calendar, .habits, .show,
        .next, .plan,
        .notify, .push, .publish,
        .add, .note, .edit, .done, .reopen, .skip, .snooze, .set, .unset, .delete, .check, .undo, .redo, .pick, .config,
        .tagGroup,
        .tagList,
        .tagAdd, .tagColor, .tagRename,
        .tagDelete, .tagPrune, .tagAdopt, .tagSettle, .tagSuggest, .tagPick,
        .occurrences, .resolve, .gitGroup, .gitInstall, .gitUninstall, .gitStatus, .mergeDriver, .sync, .diff, .log,
        .importGroup, .importCalendar, .importTaskwarrior, .importTodoText, .exportGroup, .exportCalendar,
        .languageServer, .toolServer,
    ]

    static func named(_ path: [String]) -> Command? {
        path == [mergeDriverName] ? mergeDriver : all.first { $0.syntax.path == path }
    }
}

extension Command {
    /// - Parameter run: nothing for a group.
    init(
        _ path: [String],
        synonyms: [String] = [],
        summary: String,
        discussion: @autoclosure @escaping @Sendable () -> String = "",
        section: String = "Commands",
        takesRevision: Bool = false,
        hasJSON: Bool = true,
        arguments: @autoclosure @escaping @Sendable () -> [ArgumentSyntax] = [],
        options: @autoclosure @escaping @Sendable () -> [OptionSyntax] = [],
        examples: @autoclosure @escaping @Sendable () -> CommandSyntax.Examples = [:],
        run: @escaping Run = { _, _ throws(MemossError) in .usage }
    ) {
        let syntax = CommandSyntax(
            path,
            synonyms: synonyms,
            summary: summary,
            discussion: discussion(),
            section: section,
            takesRevision: takesRevision,
            hasJSON: hasJSON,
            arguments: arguments(),
            options: options(),
            examples: examples()
        )
        self.init(syntax: syntax, run: run)
    }
}

extension Grammar {
    static let mm = Grammar(
        commands: Command.all.map(\.syntax),
        globals: GlobalOptions.all,
        makeTopics: { HelpTopic.all }
    )

    /// The grammar of the command that git runs for each file. Making all commands would take as long as a merge.
    static var mergeDriver: Grammar { Grammar(commands: [Command.mergeDriver.syntax], globals: GlobalOptions.all) }

    /// The grammar with the aliases in the configuration.
    static let withAliases = Grammar(
        commands: mm.commands,
        globals: mm.globals,
        makeTopics: mm.makeTopics,
        aliases: { Session.savedConfiguration.aliases.map { Alias(name: $0.name, text: $0.text) } },
        canAsk: { Confirmation.isPossible }
    )
}
