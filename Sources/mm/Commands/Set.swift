import MemossFiles

extension ArgumentSyntax {
    fileprivate static let key = ArgumentSyntax("KEY", help: "the key, known to mm or not")
    fileprivate static let value = ArgumentSyntax("VALUE", help: "one line of text, or a list in brackets")
}

extension Command {
    static let set = Command(
        ["set"],
        summary: "set one key of the front matter",
        discussion: """
            Writes VALUE as given and changes no other byte: quotes, comments and the order of keys stay. A new \
            key becomes the last line. Brackets make a list, such as '[a, b]'; items that are already in it \
            keep their bytes. For a key that it knows, mm checks the value first; any other key can have any \
            value. A date that moves an occurrence of a series off its rule also sets 'moved_from'.

            The last two words are KEY and VALUE; each word before them is a SELECTOR, unless all of them are \
            words of one title. Quote a VALUE of several words. Dates are written as in a file; 'mm edit \
            --scheduled' also understands words. Put a value that begins with a dash after '--'.
            """,
        section: "Edits",
        arguments: [.selectors, .key, .value],
        options: OptionSyntax.selection + [.dryRun],
        examples: [
            "mm set dentist scheduled 2026-12-01T15:20": "Set the date.",
            "mm set bins tags '[Home, Garden]'": "Set a list.",
            "mm set boiler phone '+33 4 72 00 00 00'": "Set a key of your own.",
            "mm set bins rent priority high": "Set the key in two reminders.",
            "mm set --where tag:work priority high": "Set the key in all that match.",
        ]
    ) { invocation, session throws(MemossError) in
        let folder = try session.folder(toEdit: invocation)
        let (key, value) = (invocation.argument(.key), invocation.argument(.value))
        if let typed = KeyAndValue(value), FieldRules.keys.contains(typed.key), !FieldRules.keys.contains(key) {
            throw refusal(of: typed, after: key, invocation)
        }
        let edit: FieldChange
        do throws(ParseError) {
            edit = try folder.setting(key, to: value)
        } catch {
            var error = refusal(of: key, error, invocation)
            if let words = words(for: key, value, invocation.arguments(.selectors)) {
                error.hints.insert("in words: \(words)", at: max(0, error.hints.count - 1))
            }
            throw error
        }
        return try session.commit([.field(edit)], invocation, as: "set \(key) in", verb: "set '\(key)'")
    }

    static let unset = Command(
        ["unset"],
        summary: "remove one key from the front matter",
        discussion: """
            Removes all lines of the key, with the comment after its value. Other comments and blank lines \
            stay. It is not an error if the key is missing.
            """,
        section: "Edits",
        arguments: [.selectors, .key],
        options: OptionSyntax.selection + [.dryRun],
        examples: ["mm unset boiler phone": "Remove the key 'phone'."]
    ) { invocation, session throws(MemossError) in
        _ = try session.folder(toEdit: invocation)
        let key = invocation.argument(.key)
        let edit: FieldChange
        do throws(ParseError) {
            edit = try FieldChange(unsetting: key)
        } catch {
            throw refusal(of: key, error, invocation)
        }
        return try session.commit([.field(edit)], invocation, as: "unset \(key) in", verb: "removed '\(key)'")
    }

    /// Refuses `mm set call dentist scheduled=wednesday`, which would set the key `dentist`.
    private static func refusal(of typed: KeyAndValue, after key: String, _ invocation: Invocation) -> MemossError {
        let selector = invocation.arguments(.selectors) + [key]
        let set = "mm set " + (selector + [typed.key, typed.value]).map(\.shellWord).joined(separator: " ")
        return invocation.usageError(
            "'\(typed.key)=\(typed.value)' would be the value of the key '\(key)': a key and its value are two words",
            hints: ["did you mean: \(words(for: typed.key, typed.value, selector) ?? set)"]
        )
    }

    /// The command that takes the value in words: `mm edit dentist --scheduled wednesday`. Nil if the key takes no
    /// words, or if the value is already in file syntax.
    private static func words(for key: String, _ value: String, _ selector: [String]) -> String? {
        let option: OptionSyntax
        switch key {
        case "scheduled": option = .scheduled
        case "due": option = .due
        case "until": option = .until
        case "recurrence": option = .recurrence
        default: return nil
        }
        let isRule = key == "recurrence"
        guard isRule ? PhraseKind.rule.isPhrase(value) : PhraseKind.when.isPhrase(value),
            isRule ? (try? RecurrenceRule(parsing: value)) == nil : (try? DateValue(parsing: value)) == nil
        else { return nil }
        return "mm edit \(selector.map(\.shellWord).joined(separator: " ")) \(option.name) \(value.shellWord)"
    }

    /// An invalid value is a usage error; the key `id` is refused in any spelling.
    private static func refusal(of key: String, _ error: ParseError, _ invocation: Invocation) -> MemossError {
        if key == "id" { return MemossError(.failure, error) }
        let saysKey = error.message.hasPrefix("\(key):") || error.message.contains("'\(key)'") || key.isEmpty
        return invocation.usageError(error, at: saysKey ? nil : key)
    }
}

extension Session {
    /// Edits the selected files and prints the problems that `mm check` would then report.
    fileprivate mutating func commit(
        _ changes: [FileChange],
        _ invocation: Invocation,
        as what: String,
        verb: String
    ) throws(MemossError) -> ExitStatus {
        let folder = try folder()
        let words = invocation.arguments(.selectors)
        let selection: Selection
        do throws(MemossError) {
            selection = try select(words, invocation, acceptsUnreadable: true)
        } catch {
            // The last two words are KEY and VALUE, so an unquoted VALUE of several words shifts KEY into the
            // selectors.
            guard error.kind == .notFound, words.count > 1, invocation.command.path == ["set"] else { throw error }
            throw MemossError(error.kind, error.message, hints: error.hints + ["quote a VALUE of several words"])
        }
        let (paths, registry) = (selection.paths, selection.snapshot.registry)
        let names = registry.settings.names
        let key = names.own(invocation.argument(.key)) ?? invocation.argument(.key)
        var update = BulkChange(of: paths, changes, skipsInapplicable: selection.isQuery)
        (update.movingIn, update.today) = (selection.time.zone, selection.time.local.date)
        let plan = try folder.plan(update, in: selection.snapshot)
        let status = try commit(
            plan,
            of: selection,
            invocation,
            as: what,
            verb: { done in
                guard done.edits.count == 1, let edit = done.edits.first else { return verb }
                let found = FieldDifference.all(from: edit.before?.bytes ?? [], to: edit.after ?? [])
                let place = key == "moved_from" ? nil : found.first { $0.part == .key("moved_from") }
                let also = place.map {
                    $0.after == nil
                        ? ", and removed 'moved_from': the date is one of its rule"
                        : ", and 'moved_from' for its place in the series"
                }
                let moves = key == "scheduled" && found.contains { $0.part == .key(names.written("due")) }
                return "\(edit.path): \(verb)"
                    + (moves ? ", and '\(names.written("due"))' at the same distance" : "") + (also ?? "")
            }
        )
        if !plan.isEmpty, invocation.command.path == ["set"], let typed = KeyAndValue(invocation.argument(.value)),
            !FieldRules.keys.contains(key)
        {
            console.warn(
                "'\(key)' is now '\(typed.key)=\(typed.value)'",
                hint: "a key and its value are two words: \(typed.spelled)"
            )
        } else if !plan.isEmpty, invocation.command.path == ["set"] {
            try warnAboutUnknown(key, invocation.argument(.value), in: paths)
        }
        if plan.isEmpty, plan.skipped.isEmpty, paths.count == 1, invocation.command.path == ["unset"] {
            warnAboutAbsent(key, in: paths[0])
        }
        for edit in plan.edits where edit.makesNote(registry) {
            console.warn(
                "without this key, \(edit.path) is a note and no longer a reminder",
                hint: "to keep it as a reminder without a date: mm set \(edit.path.shellWord) completed false"
            )
        }
        for warning in plan.edits.compactMap({ EditSummary.warning(about: $0, sharing: registry.settings.profile) }) {
            console.warn(warning.message, hint: warning.hint)
        }
        warn(about: folder.newProblems(of: plan, registry: registry, in: selection.time))
        warnAboutDeadlines(of: plan, Interpretation(selection.time, clock, registry: registry))
        return status
    }

    /// Any key may be set to any value, but one that is nearly a known one is probably misspelt.
    mutating func warnAboutUnknown(_ key: String, _ value: String, in paths: [String]) throws(MemossError) {
        if let nearest = FieldRules.nearest(to: key) {
            console.warn("mm does not know the key '\(key)'", hint: "did you mean '\(nearest)'?")
            return
        }
        if let own = FieldRules.meaning(of: key), let option = OptionSyntax.option(of: own), let first = paths.first {
            console.warn(
                "mm does not read the key '\(key)'",
                hint: "for '\(own.rawValue)': mm edit \(first.shellWord) \(option.name) \(value.shellWord)"
            )
            return
        }
        guard !FieldRules.keys.contains(key), let first = paths.first else { return }
        let edited = Set(paths.map { PathKey($0) })
        let others = try read(keys: .named([key])).snapshot.reminders.filter { !edited.contains(PathKey($0.path)) }
        guard let nearest = MissingValue.lookalike(of: value, for: key, among: others) else { return }
        console.warn(
            "'\(value)' is a new value of '\(key)'",
            hint: "did you mean '\(nearest)'? To use it: mm edit \(first.shellWord) \(key)=\(nearest.shellWord)"
        )
    }

    /// Removing an absent key is fine, but the key may be misspelt.
    private mutating func warnAboutAbsent(_ key: String, in path: String) {
        guard let keys = try? folder().keys(of: path) else { return }
        let nearest = Spelling.nearest(to: key, among: keys).first
        console.warn("\(path) has no key '\(key)'", hint: nearest.map { "did you mean '\($0)'?" })
    }
}
