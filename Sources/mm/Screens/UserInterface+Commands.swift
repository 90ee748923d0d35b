import Interaction
import MemossFiles

/// Running the commands of `mm`.
extension UserInterface {
    /// Whether a command may ask a question, or needs the terminal for itself.
    func needsTerminal(_ effect: Browser.Effect) -> Bool {
        switch effect {
        case .edit, .open: return true
        case .run: break
        default: return false
        }
        guard case .run(let invocation)? = try? parsed(effect) else { return false }
        return invocation.usesTerminal && !invocation.readsStandardInput
    }

    func command(for effect: Browser.Effect, hasTerminal: Bool) -> Outcome {
        if case .change(let paths, let tags) = effect { return change(tags, of: paths) }
        if case .steps(let step, let marks) = effect { return take(step, marks) }
        if case .add(let text) = effect { return add(text) }
        if case .tick(let path, let text) = effect { return tick(text, in: path) }
        do throws(MemossError) {
            switch try parsed(effect) {
            case .run(let invocation):
                if invocation.command.path == Command.userInterface.syntax.path {
                    throw MemossError(.usage, "this is 'mm ui' already")
                }
                guard !invocation.readsStandardInput else {
                    throw MemossError(
                        .usage,
                        "this command reads standard input, but here the keyboard controls 'mm ui'"
                    )
                }
                return record(invocation, hasTerminal) { MM.run(invocation, &$0) }
            case .help(let path): return text(Help(.mm, width: size.width).text(for: path))
            case .wholeHelp: return text(Help(.mm, width: size.width).overview)
            case .topic(let name): return text(Help(.mm, width: size.width).text(topic: name))
            case .version: return text("mm \(MM.version)\n")
            case .completionScript, .complete, .manual: throw MemossError(.usage, "this is not for a screen")
            }
        } catch {
            var console = Console(recordingFor: size, painter)
            console.report(error)
            return Outcome(status: ExitStatus(error.kind), messages: console.takeMessages())
        }
    }

    private func text(_ text: String) -> Outcome { Outcome(status: .done, output: Array(text.utf8)) }

    private func record(
        _ invocation: Invocation,
        _ hasTerminal: Bool,
        _ run: (inout Session) -> ExitStatus
    ) -> Outcome {
        let options = invocation.globals
        let isQuiet = globals.flag(.quiet) || options.flag(.quiet)
        var console = Console(recordingFor: size, painter, hasTerminal: hasTerminal, isQuiet: isQuiet)
        // The warnings about the folder have been shown.
        console.warned = self.session.console.warned
        // Use the folder on display, even if another has taken its place, unless the line names one.
        let isShown = options.option(.directory) == globals.option(.directory)
        var session = Session(options, isEditing: invocation.isEdit, console: console, root: isShown ? root : nil)
        // No command may wait for the keys.
        let input = hasTerminal ? nil : EmptyInput()
        let status = run(&session)
        input?.restore()
        session.unlock()
        session.console.flush()
        return Outcome(status, of: session)
    }

    func invocation(of command: Command, _ arguments: [String]) -> Invocation {
        Invocation(command: command.syntax, arguments: [arguments], options: OptionValues(), globals: globals)
    }

    /// Like `mm add`, without options; several lines like `mm add -`. In the view of the notes, like `mm note`.
    private func add(_ text: String) -> Outcome {
        if browser.view == .notes {
            let invocation = invocation(of: .note, [text])
            return record(invocation, false) { MM.run(invocation, &$0) }
        }
        let invocation = invocation(of: .add, [text])
        return record(invocation, false) { session in
            do throws(MemossError) {
                guard text.contains("\n") else { return try session.addOne([text], [], invocation, from: .prompt) }
                let list = CaptureList(parsing: Array(text.utf8))
                return try session.addList(list, invocation, from: "what was pasted")
            } catch {
                session.console.report(error)
                return ExitStatus(error.kind)
            }
        }
    }

    /// Like `mm tag pick`, for one or more reminders.
    private func change(_ tags: TagsChange, of paths: [PathKey]) -> Outcome {
        let invocation = invocation(of: .tagPick, paths.map(\.path))
        return record(invocation, false) { session in
            do throws(MemossError) {
                let (snapshot, time) = try session.read()
                try Self.check(paths, in: snapshot)
                let reminders = paths.compactMap { snapshot.reminder(at: $0.path) }
                return try session.change(tags, of: reminders, invocation, at: time)
            } catch {
                session.console.report(error)
                return ExitStatus(error.kind)
            }
        }
    }

    /// Like `mm done`, `mm skip` or `mm reopen`, with `--on` for each occurrence.
    private func take(_ step: Browser.Effect.Step, _ marks: [Browser.Mark]) -> Outcome {
        let (command, what, step): (Command, String, ReminderStep) =
            switch step {
            case .complete: (.done, ReminderStep.completing, .complete(on: nil, catchesUp: false))
            case .reopen: (.reopen, "reopen", .reopen(on: nil))
            case .skip: (.skip, "skip", .skip(on: nil))
            }
        let words = marks.map { root + "/" + $0.path.path }
        let invocation = invocation(of: command, words)
        return record(invocation, false) { session in
            do throws(MemossError) {
                let (snapshot, time) = try session.read()
                try Self.check(marks.map(\.path), in: snapshot)
                var selection = try session.select(words, invocation, in: (snapshot, time))
                for mark in marks { selection.days[mark.path, default: []].append(mark.occurrence) }
                return try session.commit(step, of: selection, invocation, as: what)
            } catch {
                session.console.report(error)
                return ExitStatus(error.kind)
            }
        }
    }

    /// Like `mm done REMINDER LINE`, or `mm reopen` for a line that is ticked.
    private func tick(_ text: String, in path: PathKey) -> Outcome {
        let place = root + "/" + path.path
        return record(invocation(of: .done, [place]), false) { session in
            do throws(MemossError) {
                var words = [place, text]
                if text.allSatisfy(\.isWhitespace) {
                    let list = Checklist(try session.folder().excerpt(of: path.path, isWhole: true).body)
                    guard let first = list.items.first(where: { !$0.isTicked }) else {
                        throw MemossError(.notFound, "\(path.path) has no open line '- [ ] …'")
                    }
                    words[1] = first.text
                }
                for (command, step) in [
                    (Command.done, ReminderStep.complete(on: nil, catchesUp: false)), (.reopen, .reopen(on: nil)),
                ] {
                    let invocation = invocation(of: command, words)
                    if let status = try session.tick(words, step, invocation) { return status }
                }
                throw MemossError(.notFound, "no line '- [ ] …' of \(path.path) has '\(text)'")
            } catch {
                session.console.report(error)
                return ExitStatus(error.kind)
            }
        }
    }

    private static func check(_ paths: [PathKey], in snapshot: Snapshot) throws(MemossError) {
        guard let gone = paths.first(where: { !snapshot.holds($0.path) }) else { return }
        throw MemossError(.notFound, "\(gone.path) does not exist any more; nothing was changed")
    }

    // MARK: Words

    /// A command typed after `:` without a selector acts on the marked reminders, or else on the one at the cursor.
    func parsed(_ effect: Browser.Effect) throws(MemossError) -> Parsed {
        guard case .run(let line) = effect, let completed = try completed(Self.commandWords(line)) else {
            return try Grammar.withAliases.parse(words(for: effect))
        }
        return try Grammar.withAliases.parse(globalWords + completed)
    }

    /// Whether it is a command typed after `:` that acts on the marked reminders, or on the one at the cursor.
    func isAboutTargets(_ effect: Browser.Effect) -> Bool {
        guard case .run(let line) = effect else { return false }
        return (try? completed(Self.commandWords(line))) ?? nil != nil
    }

    /// The words of a line, completed with reminders from the list; nil if it names its own, or needs none.
    ///
    /// - Throws: a `MemossError` if no single command can act on all marks.
    func completed(_ words: [String]) throws(MemossError) -> [String]? {
        guard !browser.targets.isEmpty else { return nil }
        let paths = browser.targets.map { root + "/" + $0.path }
        // `'for 2h'` in quotes is two words.
        let rest = words.dropFirst(words.dropFirst().first == "--" ? 2 : 1).joined(separator: " ")
            .split(separator: " ").map(String.init)[...]
        // The end of the snooze would otherwise be read as a selector.
        if words.first == Command.snooze.syntax.path[0], let end = SnoozeWords.end(Array(rest)) {
            let typed = rest.joined(separator: " ")
            if end.isBareDate, words.dropFirst().first != "--",
                !Selector(Array(rest)).candidates(in: snapshot, from: "").isEmpty
            {
                throw MemossError(
                    .usage,
                    "'\(typed)' may be the end of the snooze, or select a reminder",
                    hints: ["for the end: snooze until \(typed)", "for the reminder: snooze \(typed) 15m"]
                )
            }
            return [words[0]] + paths + end.words
        }
        return try selecting(words, paths)
    }

    /// The command with these selectors, if it needs selectors and has none.
    private func selecting(_ words: [String], _ paths: [String]) throws(MemossError) -> [String]? {
        let named = Command.named(Array(words.prefix(2))) ?? Command.named(Array(words.prefix(1)))
        guard !words.contains("--"), let command = named,
            command.syntax.arguments.first?.name == ArgumentSyntax.selectors.name
        else { return nil }
        if case .run(let typed)? = try? Grammar.withAliases.parse(words),
            typed.command.declares(.whereQuery) && typed.option(.whereQuery) != nil
                || typed.arguments(.selectors).contains(where: { KeyAndValue($0) == nil })
        {
            return nil
        }
        guard paths.count == 1 || command.syntax.arguments[0].alternative != nil else {
            let name = command.syntax.name
            throw MemossError(.usage, "'\(name)' takes one reminder, but \(paths.count) are marked")
        }
        let count = command.syntax.path.count
        let whole = Array(words.prefix(count) + paths + words.dropFirst(count))
        // Make sure that the parser reads the paths as the selectors, and nothing else.
        guard case .run(let invocation)? = try? Grammar.withAliases.parse(whole),
            invocation.command.path == command.syntax.path, invocation.arguments(.selectors).starts(with: paths)
        else { return nil }
        let on = OptionSyntax.on("")
        guard invocation.command.declares(on), !invocation.hasAny(of: [on]) else { return whole }
        guard let day = browser.targetOccurrence else {
            throw MemossError(.usage, "the marked rows belong to several occurrences: name one with '--on'")
        }
        return whole + (day.map { [on.name, $0.iso] } ?? [])
    }

    /// The command line after `mm`.
    private func words(for effect: Browser.Effect) -> [String] {
        // Absolute paths cannot be mistaken for options, words of a title or durations.
        func absolute(_ paths: [PathKey]) -> [String] { paths.map { root + "/" + $0.path } }
        let words: [String] =
            switch effect {
            case .catchUp(let paths):
                // Among marks, what does not repeat has nothing to catch up with.
                ["skip", OptionSyntax.catchUp.name]
                    + absolute(
                        paths.count == 1 ? paths : paths.filter { snapshot.reminder(at: $0.path)?.recurrence != nil }
                    )
            case .move(let paths, let when):
                ["edit"] + absolute(paths) + [
                    Self.movesEach(paths, when) ? OptionSyntax.by.name : OptionSyntax.scheduled.name, when,
                ]
            case .snooze(let paths, let until): ["snooze"] + absolute(paths) + (until.map(SnoozeWords.endAlone) ?? [])
            case .delete(let paths): ["delete", "--yes"] + absolute(paths)
            case .edit(let path): ["edit"] + absolute([path])
            case .open(let path): ["edit", OptionSyntax.interactive.name] + absolute([path])
            case .undo: ["undo"]
            case .redo: ["redo"]
            case .run(let line): Self.commandWords(line)
            default: []
            }
        return globalWords + words
    }

    /// The words typed after `:`, with or without `mm`.
    static func commandWords(_ line: String) -> [String] {
        let words = ShellLine.words(of: line)
        return words.first == Grammar.program ? Array(words.dropFirst()) : words
    }

    /// The global options that were given to `mm ui`.
    private var globalWords: [String] {
        [OptionSyntax.directory, .at, .now, .timezone].flatMap { option in
            globals.option(option).map { [option.name, $0] } ?? []
        }
    }
}

extension Invocation {
    /// Whether it was given `-`, or is a server.
    fileprivate var readsStandardInput: Bool {
        if [Command.languageServer, .toolServer].contains(where: { $0.syntax.path == command.path }) { return true }
        if command.declares(.body), option(.body) == "-" { return true }
        let isReader = [["add"], ["note"]].contains(command.path) || command.path.first == "import"
        return isReader && command.arguments.contains { arguments($0) == ["-"] }
    }

    /// Whether the command may ask a question, or needs the terminal for itself.
    fileprivate var usesTerminal: Bool {
        let always = [["pick"], ["tag", "pick"], ["notify"]]
        if always.contains(command.path) || mayAsk { return true }
        switch command.path {
        case ["tag", "delete"]: return !flag(.yes) && !flag(.dryRun)
        case ["tag", "color"]: return arguments(command.arguments[1]).isEmpty
        case ["edit"]: return own.flag(.interactive) || !command.options.contains { $0 != .dryRun && own.flag($0) }
        case ["add"], ["note"]:
            return arguments(command.arguments[0]).isEmpty || own.flag(.editAfter) || own.flag(.body)
        default: return command.declares(.body) && own.flag(.body)
        }
    }
}
