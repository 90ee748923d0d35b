internal import Interaction
import MemossFiles

extension ArgumentSyntax {
    static let title = ArgumentSyntax(
        "TITLE",
        .many,
        help: "the title, with @WHEN, @due WHEN, @RULE and +TAG anywhere in it; - reads lines from standard input",
        completion: .capture
    )
}

extension OptionSyntax {
    static let note = OptionSyntax(
        "note",
        short: "n",
        help: "create a note, which has no date and cannot be completed"
    )
    static let path = OptionSyntax(
        "path",
        value: "FILE",
        help: "the path of the new file, instead of one derived from the title",
        completion: .file
    )
    static let skipInvalid = OptionSyntax(
        "skip-invalid",
        help: "add the valid lines of a list, and name the others"
    )
    static let editAfter = OptionSyntax("edit", short: "e", help: "then open it in your editor, like 'mm edit'")
}

extension Command {
    static let add = Command(
        ["add"],
        summary: "create reminders or a note",
        discussion: """
            Writes a new file at the root of the folder, named after the title, and prints its path. Without a \
            date, the reminder goes under Someday. Tags that are not in the registry are added to it.

            In the title, @ begins a date or a rule, and + a tag: Call the dentist @tomorrow 9am +Health. \
            @due begins the deadline: Send the invoice @due fri 16:00. After '--', everything is literal. \
            WHEN is a date in digits or words, which need no quotes: tomorrow 9am, \
            friday, 25 dec, in 3 days, +2w. RULE is 'daily', 'weekly on monday', 'monthly on 31' and so on, or \
            an RFC 5545 rule; try one with 'mm occurrences'. A rule without a date starts at its first \
            occurrence from now.

            Without a title, on a terminal, it shows a form: Tab moves, Ctrl-S saves, Esc cancels, and Ctrl-E \
            adds the reminder and opens it in your editor. --tag without NAME asks for the tags.

            With - as the title, or without a title if standard input is not a terminal, each line of standard \
            input is a reminder in the same grammar. Bullets, numbers and empty boxes are ignored; ticked \
            lines, headings and horizontal lines are skipped. If a line is invalid, nothing is written; with --skip-invalid, \
            the others are added and the exit status is 2. Options apply to all lines; dates and rules apply only to lines \
            without their own.
            """,
        section: "Edits",
        arguments: [.title],
        options: [
            .scheduled, .due, .zone, .tag.asked, .recurrence, .until, .remind,
        ] + OptionSyntax.words + OptionSyntax.flagPairs.map(\.on) + [
            .body, .note, .path, .editAfter, .skipInvalid, .expect, .dryRun,
        ],
        examples: [
            "mm add": "Fill in a form.",
            "mm add Buy milk": "Create a reminder without a date.",
            "mm add Call the dentist @tomorrow 9am +Health": "Create a reminder in one line.",
            "mm add Dentist @friday 9am @1 day before @15 min before": "Ring twice before the date, too.",
            "mm add Birthday of Ada @yearly on 10 dec --event":
                "Create an event, which passes without being completed.",
            "mm add Pay the rent -s end of month -r monthly -t Home": "Create a series, with short options.",
            "mm add - < list.txt": "Create a reminder for each line of a file.",
            "mm add - --skip-invalid < list.txt": "The same, although some lines have a wrong date or rule.",
            "git log -1 | mm add Review this --tag work --body -":
                "Create a reminder with standard input as its text.",
        ]
    ) { invocation, session throws(MemossError) in
        let (words, literal) = invocation.separated(.title)
        if words == ["-"], literal == nil { return try session.addList(CaptureList.standardInput(), invocation) }
        if words.first == "-" {
            throw invocation.usageError("'-' reads a reminder from each line of standard input, and takes no title")
        }
        if words.isEmpty, literal?.isEmpty != false {
            if Confirmation.isPossible, invocation.option(.body) != "-" { return try session.addInForm(invocation) }
            let isTerminal = Environment.isTerminal(0) || invocation.option(.body) == "-"
            let list = isTerminal ? CaptureList(parsing: []) : try CaptureList.standardInput()
            guard list != CaptureList(parsing: []) else {
                throw .missingArguments([.title.with(.some, help: ArgumentSyntax.title.help)], of: invocation.command)
            }
            return try session.addList(list, invocation)
        }
        return try session.addOne(words, literal ?? [], invocation)
    }
}

extension CaptureList {
    fileprivate static func standardInput() throws(MemossError) -> CaptureList {
        CaptureList(parsing: try StandardInput.bytes())
    }
}

extension Session {
    mutating func addOne(
        _ words: [String],
        _ literal: [String],
        _ invocation: Invocation,
        from source: NewFields.Source = .commandLine
    ) throws(MemossError) -> ExitStatus {
        if invocation.flag(.skipInvalid) {
            throw invocation.usageError("'--skip-invalid' is for lists: it cannot be used with a TITLE")
        }
        let isEdited = invocation.flag(.editAfter)
        if isEdited { try checkEditor(invocation) }
        let fields = try NewFields(invocation, &self, from: source)
        let literal = literal.joined(separator: " ")
        var line = CaptureLine(
            parsing: words.joined(separator: " "),
            literal: literal,
            now: fields.clock,
            times: fields.times
        )
        var declined: Set<String> = []
        var new = try fields.reminder(from: line)
        if canAsk, !isJSON, !globals.flag(.quiet) {
            while let repair = line.repairs(of: new, fields).first(where: { !declined.contains($0.marked) }) {
                guard try isWanted(repair, fields) else {
                    declined.insert(repair.marked)
                    continue
                }
                line = CaptureLine(parsing: repair.line, literal: literal, now: fields.clock, times: fields.times)
                new = try fields.reminder(from: line)
            }
        }
        new.body = try invocation.body() ?? []
        if let tags = try askedTags(invocation, besides: new.tags) {
            (new.tags, new.tagColors) = (tags.selected, tags.created)
        } else if canAsk {
            new.tags = checkingSpelling(of: new.tags, in: try folder().registry(), at: nil)
        }
        let paths = try add([new], at: fields.time, invocation)
        // What was declined needs no warning; a word such as `@anna` was not asked about.
        if declined.isEmpty || !line.unread.isEmpty {
            warnOfUnused(line, new, at: invocation.flag(.dryRun) ? nil : paths[0], fields)
        }
        warnOfAttributes(words, new, at: paths[0], fields, invocation)
        if let option = words.lazy.filter({ $0.contains(" ") }).compactMap(fields.option).first {
            console.warn(
                "'\(option.name)' is part of the title, because it is in the same quotes",
                hint: "close the quotes before it" + (option.inLine.map { ", or write \($0) in them" } ?? "")
            )
        }
        return try edit(paths[0], if: isEdited, invocation, fields.time)
    }

    /// Opens the new reminder in the editor, if requested.
    mutating func edit(
        _ path: String,
        if isEdited: Bool,
        _ invocation: Invocation,
        _ time: TimeContext
    ) throws(MemossError) -> ExitStatus {
        guard isEdited, !invocation.flag(.dryRun) else { return .done }
        unlock()
        return try editInEditor(path, invocation, registry: folder().registry(), time)
    }

    /// - Throws: an error that should be reported before anything is written.
    func checkEditor(_ invocation: Invocation) throws(MemossError) {
        if isJSON { throw invocation.usageError("'--edit' and '--json' cannot be used together") }
        _ = try TextEditor.ofUser()
    }

    /// Adds a reminder for each line of a list: all or none, unless invalid lines are to be skipped.
    ///
    /// - Parameter pasted: what to call the list in messages, if it is not standard input.
    mutating func addList(
        _ list: CaptureList,
        _ invocation: Invocation,
        from pasted: String? = nil
    ) throws(MemossError) -> ExitStatus {
        let source = pasted ?? "standard input"
        for option in [OptionSyntax.path, .editAfter] where invocation.hasAny(of: [option]) {
            throw invocation.usageError("'\(option.name)' needs a TITLE: it applies to one file, not to a list")
        }
        if invocation.option(.body) == "-" {
            throw invocation.usageError("'--body -' needs a TITLE: standard input is the list")
        }
        let fields = try NewFields(invocation, &self, from: .list)
        let body = try invocation.body() ?? []
        var (news, faults): ([NewReminder], [(line: Int, text: String)]) = ([], [])
        faults += list.unreadable.map { ($0, "not valid UTF-8") }
        var captures: [(line: CaptureLine, number: Int)] = []
        for line in list.lines {
            let captured = CaptureLine(parsing: line.text, now: fields.clock, times: fields.times)
            do throws(MemossError) {
                var new = try fields.reminder(from: captured)
                new.body = body
                news.append(new)
                captures.append((captured, line.number))
            } catch {
                let advice = error.hints.first { $0.hasPrefix("did you mean ") }.map { " (\($0))" } ?? ""
                faults.append((line.number, error.message + advice))
            }
        }
        faults.sort { $0.line < $1.line }
        guard faults.isEmpty || invocation.flag(.skipInvalid) && !news.isEmpty else {
            let lines =
                faults.count == 1 ? "1 line of \(source) is" : "\(faults.count) lines of \(source) are"
            let texts = faults.map { "line \($0.line): \($0.text)" }
            let canSkip = !news.isEmpty && pasted == nil
            let others = canSkip ? ["to add the other lines: mm add - \(OptionSyntax.skipInvalid.name)"] : []
            throw invocation.usageError("\(lines) invalid; nothing was added", hints: texts + others)
        }
        guard !news.isEmpty else {
            throw invocation.usageError("\(source) has no line to add; give a TITLE, or one reminder per line")
        }
        let paths = try add(news, at: fields.time, invocation)
        for ((captured, new), path) in zip(zip(captures, news), paths) {
            let written = invocation.flag(.dryRun) ? nil : path
            warnOfUnused(captured.line, new, at: written, number: captured.number, fields)
            let words = captured.line.text.split(separator: " ").map(String.init)
            warnOfAttributes(words.first == "--" ? [] : words, new, at: path, fields, invocation)
        }
        for (lines, one, several) in [
            (list.ticked, "ticked line", "ticked lines"), (list.headings, "heading or rule", "headings or rules"),
        ] where !lines.isEmpty {
            let count = lines.count == 1 ? "1 \(one)" : "\(lines.count) \(several)"
            console.info("skipped \(count): \(lines.map(String.init).joined(separator: ", "))")
        }
        guard faults.isEmpty else {
            let texts = Dictionary(list.lines.map { ($0.number, $0.text) }, uniquingKeysWith: { first, _ in first })
            // Lines that are piped in, perhaps from several files, cannot be found by their numbers.
            let shown = faults.map { fault in
                (fault.line, [texts[fault.line], fault.text].compactMap(\.self).joined(separator: ": "))
            }
            return report(leftOut: shown, "line", of: source, to: "add")
        }
        return .done
    }

    /// - Parameters:
    ///   - path: the new file; nil if nothing was written.
    ///   - number: the number of the line in a list.
    private mutating func warnOfUnused(
        _ line: CaptureLine,
        _ new: NewReminder,
        at path: String?,
        number: Int? = nil,
        _ fields: NewFields
    ) {
        let place = number.map { "line \($0): " } ?? ""
        for warning in line.warnings(of: new, at: path, fields) {
            console.warn(place + warning.text, hint: warning.hint, isEssential: warning.isEssential)
        }
    }

    /// Warns about words in the title that set a field in other programs, such as `due:tomorrow` and `priority:H`.
    private mutating func warnOfAttributes(
        _ words: [String],
        _ new: NewReminder,
        at path: String,
        _ fields: NewFields,
        _ invocation: Invocation
    ) {
        let words = words.flatMap { $0.split(separator: " ").map(String.init) }
        let found = words.compactMap { word in
            ForeignWords.attribute(word) { option, text in
                let isRule = option == .recurrence
                return isRule
                    ? (try? RulePhrase(parsing: text, now: fields.clock, times: fields.times)) != nil
                    : (try? fields.time.when(text)) != nil
            }
        }
        guard !new.isNote, !found.isEmpty else { return }
        let unset = Set(found.map(\.word))
        let title = new.title.split(separator: " ").filter { !unset.contains(String($0)) }.joined(separator: " ")
        let place = path.shellWord
        let options = found.compactMap { found in found.option.map { " \($0.name) \(found.value.shellWord)" } }
        let keys = found.filter { $0.option == nil }.map { "mm set \(place) \($0.name) \($0.value.shellWord)" }
        let edit = "mm edit \(place)" + (title.isEmpty ? "" : " --title \(title.shellWord)") + options.joined()
        let commands = (title.isEmpty && options.isEmpty ? [] : [edit]) + keys
        console.warn(
            "\(found.map { "'\($0.word)'" }.listed("and")) \(found.count == 1 ? "is" : "are") part of the title",
            hint: invocation.flag(.dryRun)
                ? nil
                : "to set \(found.count == 1 ? "it" : "them"): "
                    + commands.joined(separator: " && ")
        )
    }

    /// Writes the files in one transaction, and prints their paths and interpretations.
    @discardableResult
    mutating func add(
        _ news: [NewReminder],
        at time: TimeContext,
        _ invocation: Invocation
    ) throws(MemossError) -> [String] {
        let isDryRun = invocation.flag(.dryRun)
        var folder = try folder()
        // Report every error that can be found before anything is written.
        var paths = try self.paths(of: news, invocation, in: folder)
        if !isDryRun {
            folder = try folderToEdit(willWrite: true)
            // Another process may have taken a name while the lock was not held.
            paths = try self.paths(of: news, invocation, in: folder)
        }
        let registry = folder.registry()
        let addition = ReminderAddition(
            of: zip(news, paths).map { (new: $0, path: $1) },
            today: time.local.date,
            freshID: Environment.randomUUID
        )
        let (plan, tags) = try folder.plan(addition, in: Snapshot(registry: registry))
        if let error = try invocation.unexpected(plan) { throw error }
        let what = paths.count == 1 ? paths[0] : "\(paths.count) reminders"
        let done =
            isDryRun ? try folder.dryRun(plan, at: time.now) : try folder.commit(plan, as: "add \(what)", at: time.now)
        if isDryRun || isJSON { EditReport(done, isDryRun: isDryRun, verb: "added \(what)").show(in: &self) }
        if !isJSON {
            if !isDryRun { for path in paths { console.line(self.path(path, in: folder)) } }
            console.flush()
        }
        let text = Interpretation(time, clock, registry: registry, newTags: tags.map(\.name))
        for new in news { console.info(text.of(new)) }
        if !canAsk, !isDryRun {
            for (new, path) in zip(news, paths) {
                _ = checkingSpelling(of: new.tags.filter(tags.map(\.name).contains), in: registry, at: path.shellWord)
            }
        }
        warn(about: folder.newProblems(of: done, registry: registry, in: time))
        warnAboutDeadlines(of: plan, Interpretation(time, clock, registry: registry))
        return paths
    }

    private func paths(
        of news: [NewReminder],
        _ invocation: Invocation,
        in folder: ReminderFolder
    ) throws(MemossError) -> [String] {
        if let text = invocation.option(.path) { return [try folder.path(forNewAt: text, from: directory)] }
        return try folder.paths(forNew: news.map(\.title), isNote: news.first?.isNote == true)
    }

    /// The path relative to the working directory; absolute if that is outside the folder.
    func path(_ path: String, in folder: ReminderFolder) -> String {
        let absolute = folder.absolute(path)
        guard let here = try? Directory.realPath("."), folder.relative(here) != nil else { return absolute }
        var (from, to) = (here.split(separator: "/")[...], absolute.split(separator: "/")[...])
        while to.count > 1, let one = from.first, let other = to.first, one.utf8.elementsEqual(other.utf8) {
            (from, to) = (from.dropFirst(), to.dropFirst())
        }
        return (from.map { _ in ".." } + to.map(String.init)).joined(separator: "/")
    }
}

extension CaptureLine {
    struct Warning {
        var text: String
        var hint: String?
        var isEssential = false
    }

    /// Words in the title that look like a date, or almost. If an option gives the date, they belong to the title.
    ///
    /// - Parameter path: the new file; nil if nothing was written.
    func warnings(of new: NewReminder, at path: String?, _ fields: NewFields) -> [Warning] {
        var found: [Warning] = []
        let isTimeAlone = fields.isTimeAlone
        // `@` shows that a date was meant; without one, there would never be a notification.
        let isSilent = new.date == nil && !new.isNote
        if !hashtags.isEmpty {
            let names = hashtags.map { "+" + $0.dropFirst() }.joined(separator: " ")
            let list = hashtags.map { "'\($0)'" }.listed("and")
            let text = "\(list) \(hashtags.count == 1 ? "is" : "are") part of the title"
            let repair = hashtags.count == 1 ? self.repair(ofHashtag: hashtags[0])?.command(at: path) : nil
            found.append(Warning(text: text, hint: "to make it a tag, write: \(names)" + (repair ?? "")))
        }
        let silence = isSilent ? ", and the reminder has no date" : ""
        if let misspelling {
            found.append(
                Warning(
                    text: "'\(misspelling.typed)' is part of the title" + silence,
                    hint: "did you mean '\(misspelling.correction)'?"
                        + (isSilent ? repair(of: misspelling)?.command(at: path, after: " To set it: ") ?? "" : ""),
                    isEssential: isSilent && misspelling.typed.hasPrefix("@")
                )
            )
        }
        if misspelling == nil, let unreadDate, !new.isNote {
            let text = "what follows '@' is part of the title: \(unreadDate.message)"
            found.append(Warning(text: text, hint: unreadDate.suggestion.map { "did you mean '@\($0)'?" }))
        } else if let phrase = unused, !new.isNote, hasPhrase || isTimeAlone || new.date == nil {
            let repairs = hasPhrase || isTimeAlone ? [] : repairs(ofUnused: phrase)
            var hints = repairs.map { "to make it the \($0.part), write: \($0.marked)" + ($0.command(at: path) ?? "") }
            if hints.isEmpty, !hasPhrase, !isTimeAlone {
                // `tomorrow at 5`
                hints = PhraseKind.when.refusal(of: phrase, now: fields.clock).map { [$0.error.message] } ?? []
            }
            let words = (isSilent ? unread.prefix(1) : []) + [phrase]
            found.append(
                Warning(
                    text: words.map { "'\($0)'" }.listed("and") + (words.count == 1 ? " is" : " are")
                        + " part of the title" + silence,
                    hint: hints.isEmpty ? nil : hints.joined(separator: "; ")
                )
            )
        } else if isSilent, misspelling == nil, let word = unread.first {
            // `@anna` is a person, and `@morgen` was meant as a date.
            found.append(
                Warning(
                    text: "'\(word)' is part of the title" + silence,
                    hint: "to give it one, write it like: @tomorrow 9am"
                )
            )
        }
        return found
    }

    /// What words of the title may mean, if nothing else gives it.
    fileprivate func repairs(of new: NewReminder, _ fields: NewFields) -> [Repair] {
        guard !new.isNote else { return [] }
        let tags = hashtags.compactMap(repair(ofHashtag:))
        guard new.date == nil, !fields.isTimeAlone, unreadDate == nil else { return tags }
        if let misspelling { return (repair(of: misspelling).map { [$0] } ?? []) + tags }
        return (unused.map(repairs(ofUnused:)) ?? []) + tags
    }
}

extension CaptureLine.Repair {
    /// The command that repairs the file of the line; nil if nothing was written.
    fileprivate func command(at path: String?, after lead: String = ", or set it now: ") -> String? {
        path.map {
            "\(lead)mm edit \($0.shellWord) --title \(title.shellWord) \(option.name) \(phrase.shellWord)"
        }
    }

    private var option: OptionSyntax {
        switch part {
        case .date: .scheduled
        case .deadline: .due
        case .rule: .recurrence
        case .alarm: .remind
        case .tag: .tag
        }
    }
}

extension Session {
    /// Asks whether words of the title are meant as a date, a rule or a tag.
    fileprivate mutating func isWanted(_ repair: CaptureLine.Repair, _ fields: NewFields) throws(MemossError) -> Bool {
        let line = CaptureLine(parsing: repair.line, now: fields.clock, times: fields.times)
        let new = try fields.reminder(from: line)
        let text = Interpretation(fields.time, clock, registry: try folder().registry())
        console.flush()
        let (name, value): (String, String) =
            switch repair.part {
            case .date: ("date", new.scheduled.map { text.dateText($0, new.timezone) } ?? repair.phrase)
            case .deadline: ("deadline", new.deadline.map { text.dateText($0, new.timezone) } ?? repair.phrase)
            case .rule:
                ("rule", new.scheduled.map { repair.phrase + ", from " + text.dateText($0, new.timezone) } ?? "")
            case .alarm: ("alarm", repair.phrase)
            case .tag: ("tag", repair.phrase)
            }
        console.ask("\(name): \(value)? [Y/n]")
        return Confirmation.isYes(console.answer() ?? Array("n".utf8), byDefault: true)
    }
}
