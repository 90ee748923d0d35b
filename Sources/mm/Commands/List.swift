import MemossFiles

extension OptionSyntax {
    fileprivate static let limit = OptionSyntax("limit", short: "n", value: "N", help: "list at most N")
}

extension Command {
    static let list = Command(
        ["list"],
        summary: "list open reminders that match a query, soonest first",
        discussion: """
            Terms are joined by AND; OR, parentheses and a leading '-' or NOT also work. Bare words and "phrases" \
            search the title, tags and body.

              tag:work              the tag, or one nested in it
              is:overdue            \(Query.State.allCases.prefix(6).map(\.rawValue).joined(separator: " "))
                                    \(Query.State.allCases.dropFirst(6).map(\.rawValue).joined(separator: " "))
              scheduled:<2026-12-01 also <= > >= A..B 2026-11 today tomorrow week
              due:tomorrow          the deadline; same forms as scheduled:
              path:home/  title:milk  body:milk
              @bills                the query of this name in the configuration
              every:week            the rule counts in minutes, hours, days, weeks,
                                    months or years
              priority:high         any key of the files; also <30 >=30 1..5 A..C
                                    2026-11 "[[Boat]]"
              has:phone             the key has a value

            Completed reminders and notes are listed only with --all, or if the query contains is:completed or \
            is:note. A word that looks like an operator but is not one, such as 'not' or 'tag=work', is \
            searched for as text, with a warning.
            """,
        takesRevision: true,
        arguments: [.query],
        options: [.sort, .limit, .columns, .tsv, .all, .text, .withBody, .fields],
        examples: [
            "mm list tag:work is:overdue": "List overdue reminders with the tag work.",
            "mm list priority:high --sort -estimate": "List what has this priority, the longest first.",
            "mm list --columns title,due,priority": "Print a table of titles, deadlines and priorities.",
            "mm list --all --body --fields --json":
                "Print everything in the folder with all its keys and its body, for a backup.",
            "mm list scheduled:week -tag:home": "List the next seven days, except reminders tagged home.",
        ]
    ) { invocation, session throws(MemossError) in
        let limit = try invocation.integer(.limit, atLeast: 0)
        let words = invocation.arguments(.query).joined(separator: " ")
        let query = try session.query(words)
        let options = try ListingOptions(invocation, isJSON: session.isJSON)
        // A search for words reads whole files anyway, so the number of other matches is free.
        let isCounting = query.seeksText && !session.globals.flag(.quiet)
        let keepsSeries = query.asksForDates && !session.isJSON && !session.globals.flag(.quiet)
        let found = try session.read(
            matching: query,
            in: words,
            wanted: invocation.flag(.all) ? query : query.listed,
            isCounting: isCounting,
            keepsSeries: keepsSeries,
            keeping: options.details.showsBody ? .whole : options.columns == nil ? session.keptOfLists : .none,
            keys: options.keys
        )
        let (snapshot, time) = (found.snapshot, found.time)
        let hidden = isCounting ? Hidden(query, found.wanted, in: snapshot, time) : nil
        let missing = try session.warnAboutMissingKeys(of: options, snapshot)
        let sorted = ReminderOrder.sorted(found.files, by: options.orders, in: time)
        let reminders = Array(sorted.prefix(limit ?? .max))
        let text = try session.text(of: reminders, in: snapshot, time)
        var isWhole = true
        if session.isJSON {
            var json = ReminderJSON(text)
            json.details = options.details
            let unread = options.details.showsBody ? try session.texts(of: text.unread) : nil
            json.list(reminders, unread, on: &session.console)
            isWhole = unread.map { $0.count == text.unread.count } ?? true
        } else if let columns = options.columns {
            // Empty lines say nothing.
            let isEmpty = columns.allSatisfy(missing.contains)
            let hasHeader = columns.count > 1 && !session.globals.flag(.quiet)
            let table = ColumnTable(columns, text)
            if options.isTabbed {
                table.writeTabbed(reminders, hasHeader: hasHeader, on: &session.console)
            } else {
                table.draw(isEmpty ? [] : reminders, hasHeader: hasHeader, in: &session.console)
            }
        } else {
            let (details, width) = (options.details, session.console.width)
            session.console.draw(reminders, in: .reminders, row: { text.row($0) }) { reminder, painter, bytes in
                details.append(reminder, width: width, &painter, to: &bytes)
            }
        }
        session.console.flush()
        if found.files.isEmpty, !found.missesKey {
            try session.explainEmpty(found, hidden)
        } else if let hidden, !hidden.isEmpty {
            session.console.info("\(hidden.count) match\(hidden.isOne ? "es" : "") too: add \(hidden.wayToList)")
        }
        if !found.files.isEmpty, keepsSeries { session.hintAtSeries(besides: found) }
        return isWhole ? .done : .failure
    }
}

extension Session {
    /// Parses the query that the words of a command form. Warns about words that look like terms but are searched for as
    /// text.
    ///
    /// - Parameter command: the command line before the query, for suggestions.
    mutating func query(_ text: String, after command: String = "mm list") throws(MemossError) -> Query {
        let (time, named) = (try time(), configuration().queryTexts)
        do throws(ParseError) {
            let query = try Query(parsing: text, now: time.local, times: time.times, named: named)
            warnAboutLookalikes(in: text, named: named, after: command)
            return query
        } catch {
            // If quoting a date makes the query valid, nothing else has to be said.
            let quoted = Lookalike.all(in: text)?.query
            let right = quoted.flatMap { query in
                (try? Query(parsing: query, now: time.local, times: time.times)).map { _ in query }
            }
            throw Session.usageError(error, in: text, hints: right.map { [Session.suggestion($0, after: command)] })
        }
    }

    /// The whole texts of files, by path, as far as they are text. Warns about the others.
    fileprivate mutating func texts(of files: [SkippedFile]) throws(MemossError) -> [String: String] {
        let folder = try folder()
        var texts: [String: String] = [:]
        for file in files {
            let bytes = (try? folder.contents(of: file.path))?.bytes
            texts[file.path] = bytes.flatMap { String(validating: $0, as: UTF8.self) }
        }
        let missing = files.count - texts.count
        if missing > 0 {
            console.warn("the output lacks the text of \(missing) file\(missing == 1 ? "" : "s"): see 'skipped'")
        }
        return texts
    }

    /// The text of reminders from a snapshot that was read for a query.
    mutating func text(
        of reminders: [Reminder],
        in snapshot: Snapshot,
        _ time: TimeContext
    ) throws(MemossError) -> ReminderText {
        let text = ReminderText(snapshot, time, clock)
        if text.handles.cover(reminders) {
            warn(about: text.handles)
            return text
        }
        // Rare: the handles need the whole folder.
        let whole = try folder().read().snapshot
        reportUnlisted(in: whole)
        let wholeText = ReminderText(whole, time, clock)
        warn(about: wholeText.handles)
        return wholeText
    }

    /// Says why some reminders are called by their paths.
    mutating func warn(about handles: AbbreviatedIDs) {
        let count = handles.copies.count
        guard count > 0 else { return }
        let are = count == 1 ? "file is probably a conflict copy" : "files are probably conflict copies"
        console.warnOnce("\(count) \(are) of another, with the same id: see 'mm resolve --dry-run'")
    }
}

extension ReminderJSON {
    /// How many reminders a thread formats at a time.
    private static let part = 256
    private static let batch = 16 * part

    /// Formats the list in several threads and prints it in parts, because a long list can be larger than everything
    /// that was read.
    ///
    /// - Parameter unread: the texts of the files that cannot be read, by path, if they are wanted.
    func list(_ reminders: [Reminder], _ unread: [String: String]? = nil, on console: inout Console) {
        let end = JSONWriter.document { json in
            json.array("reminders") { json in
                for start in stride(from: 0, to: reminders.count, by: Self.batch) {
                    let batch = reminders[start..<min(start + Self.batch, reminders.count)]
                    let parts = stride(from: batch.startIndex, to: batch.endIndex, by: Self.part).map { start in
                        batch[start..<min(start + Self.part, batch.endIndex)]
                    }
                    for part in concurrentMap(parts, elements) { json.append(part) }
                    console.write(json.drain())
                }
            }
            guard let unread else { return json.skipped(text.unread, besides: reminders) }
            json.skipped(text.unread) { unread[$0] }
        }
        console.write(end)
    }

    private func elements(_ reminders: ArraySlice<Reminder>) -> JSONWriter {
        JSONWriter.elements { json in
            for reminder in reminders {
                json.object { fields(of: reminder, in: &$0) }
            }
        }
    }
}
