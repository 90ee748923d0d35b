/// Checks that need the whole folder: nearly equal names, duplicate ids, and inconsistent dates.
package struct FolderCheck {
    private let snapshot: Snapshot
    private let context: TimeContext
    /// Reads the bytes of a file, to determine the position of a problem.
    private let contents: (String) -> [UInt8]
    private var problems: [Problem] = []
    /// The gaps of rules, by the text of the rule.
    private var gaps: [String: RuleGap?] = [:]
    private var opened: OpenedFile?
    /// The files whose problems are reported; nil for all.
    private let paths: Set<PathKey>?

    /// The file opened last. The problems of one file are adjacent, so each file is read once.
    private struct OpenedFile {
        var path: String
        var document: YAMLDocument?
        var tags: [TagItems.Item]
        var positions = TextPositions()
    }

    /// All problems of the folder, sorted by path and position.
    ///
    /// - Parameter paths: skips the problems of other files where that saves time; some are still reported.
    package static func problems(
        of snapshot: Snapshot,
        in context: TimeContext,
        besides others: [Problem] = [],
        only paths: Set<PathKey>? = nil,
        contents: @escaping (String) -> [UInt8]
    ) -> [Problem] {
        var check = FolderCheck(snapshot, context, paths, contents)
        check.run()
        // Unknown time zones were found without a position.
        var known = snapshot.problems + others
        for index in known.indices
        where known[index].id == .unknownTimeZone && known[index].line == nil && check.reports(known[index].path) {
            known[index] = check.placed(known[index], key: "timezone")
        }
        return (known + check.problems).sorted { a, b in
            if !a.path.isSamePath(as: b.path) { return PathOrder.precedes(a.path, b.path) }
            return (a.line ?? 0, a.column ?? 0, a.id.rawValue) < (b.line ?? 0, b.column ?? 0, b.id.rawValue)
        }
    }

    private init(
        _ snapshot: Snapshot,
        _ context: TimeContext,
        _ paths: Set<PathKey>?,
        _ contents: @escaping (String) -> [UInt8]
    ) {
        self.snapshot = snapshot
        self.context = context
        self.paths = paths
        self.contents = contents
    }

    private mutating func run() {
        checkIDs(snapshot.reminders)
        checkCopies(snapshot.reminders)
        checkPaths(of: snapshot)
        checkOtherNames()
        // A conflict has to be resolved first, and a block be moved to its place.
        let reminders = snapshot.reminders.filter { !$0.isInConflict && !$0.isMisplaced }
        // If the registry cannot be read, every tag would appear unknown.
        if snapshot.registry.document != nil { checkTags(reminders) }
        for reminder in reminders where reports(reminder.path) { checkDates(reminder) }
        guard snapshot.registry.settings.profile != nil else { return }
        for reminder in reminders where reports(reminder.path) {
            for (problem, key) in (snapshot.written[PathKey(reminder.path)] ?? reminder).unsharedProblems() {
                problems.append(placed(problem, key: key))
            }
        }
    }

    private func reports(_ path: String) -> Bool { paths?.contains(PathKey(path)) ?? true }

    private mutating func checkIDs(_ reminders: [Reminder]) {
        var owners: [String: String] = [:]
        var copies: [PathKey: String]?
        for reminder in reminders {
            guard let id = reminder.writtenID else { continue }
            guard let owner = owners[id] else {
                owners[id] = reminder.path
                continue
            }
            let known = copies ?? reminders.conflictCopies()
            copies = known
            // A blank and a hyphen precede the dot, so a copy may come before its original.
            if let copy = [reminder.path, owner].first(where: { known[PathKey($0)] != nil }) {
                if copy.isSamePath(as: owner) { owners[id] = reminder.path }
                problems.append(.copy(copy, withIDOf: known[PathKey(copy)] ?? ""))
            } else {
                report(.duplicateID, "\(owner) has the same id \(id)", reminder.path, key: "id")
            }
        }
    }

    private mutating func checkCopies(_ reminders: [Reminder]) {
        let copies = reminders.conflictCopiesWithoutID { Reminder.areNearlySame(contents($0.path), contents($1.path)) }
        for (copy, original) in copies {
            let isNear = Reminder.areNearlySame(contents(copy.path), contents(original))
            let what = isNear ? "nearly the same text" : "the same title and dates"
            let message = "this is probably a conflict copy of \(original): it has \(what)"
            problems.append(Problem(path: copy.path, id: .conflictCopy, message: message))
        }
    }

    /// Reports files that have one path on macOS, Windows and Android.
    private mutating func checkPaths(of snapshot: Snapshot) {
        var files = snapshot.reminders
        if !snapshot.unreadable.isEmpty {
            files = (files + snapshot.unreadable).sorted { PathOrder.precedes($0.path, $1.path) }
        }
        // Strings are compared by canonical equivalence.
        var first: [String: String] = [:]
        first.reserveCapacity(files.count)
        for file in files {
            let folded = CaseFolding.folded(file.path)
            guard let other = first[folded] else {
                first[folded] = file.path
                continue
            }
            let what = other == file.path ? "Unicode form" : "case"
            let message =
                "\(other) differs only in \(what): a file system that ignores this (macOS, Windows, Android) keeps one of them; "
                + "rename one"
            report(.pathCase, message, file.path)
        }
    }

    /// Notes the names under which a file is not listed.
    private mutating func checkOtherNames() {
        for name in snapshot.otherNames.names.values {
            let what = name.isSymbolic ? "a symbolic link" : "a hard link"
            report(
                .otherName,
                "\(what): the same file as \(name.original), which is listed once, under that name",
                name.path
            )
        }
    }

    // MARK: Tags

    /// With more unknown tags than this, the registry is missing or out of date, and suggestions would not help.
    static let mostSuggestions = 500

    /// Reports a former name in the text of a note.
    private mutating func reportFormer(_ tag: TagName, in reminder: Reminder) {
        guard reports(reminder.path) else { return }
        let bytes = contents(reminder.path)
        let start = bytes.withUnsafeBufferPointer { Delimiters.search($0).bodyStart }
        let message = "the tag '#\(tag)' in the text is now called '\(snapshot.registry.canonical(tag))'"
        let problem = Problem(path: reminder.path, id: .formerTag, message: message)
        let place = TextTags(in: bytes, from: min(start, bytes.count)).items.first { $0.name == tag }?.range.lowerBound
        var positions = TextPositions()
        problems.append(place.map { problem.at(positions.position(of: $0 - 1, in: bytes)) } ?? problem)
    }

    private mutating func checkTags(_ reminders: [Reminder]) {
        var first: [TagName: (spelling: TagName, path: String)] = [:]
        let registered = SpellingIndex(snapshot.registry.tags.lazy.map(\.name.text))
        var nearest: [TagName: String?] = [:]
        var suggestible: Set<TagName> = []
        for reminder in reminders {
            for tag in reminder.textTags where snapshot.registry.canonical(tag) != tag {
                reportFormer(tag, in: reminder)
            }
            for (index, tag) in reminder.tags.enumerated() {
                let canonical = snapshot.registry.canonical(tag)
                let isKnown = canonical.lineage.contains { snapshot.registry.tag(named: $0) != nil }
                if isKnown, canonical != tag {
                    report(.formerTag, "the tag '\(tag)' is now called '\(canonical)'", reminder.path, tag: index)
                } else if isKnown {
                    checkSpelling(tag, canonical, "the registry", reminder, index)
                } else if let (spelling, path) = first[tag] {
                    checkSpelling(tag, spelling, path, reminder, index)
                } else {
                    first[tag] = (tag, reminder.path)
                }
                guard !isKnown else { continue }
                if suggestible.count < Self.mostSuggestions { suggestible.insert(tag) }
                guard reports(reminder.path) else { continue }
                if nearest[tag] == nil, suggestible.contains(tag) {
                    nearest[tag] = .some(registered.nearest(to: tag.text).first)
                }
                let suggestion = nearest[tag] ?? nil
                report(
                    .unknownTag,
                    "the tag '\(tag)' is not in the registry",
                    reminder.path,
                    tag: index,
                    suggestion
                )
            }
        }
    }

    private mutating func checkSpelling(
        _ tag: TagName,
        _ expected: TagName,
        _ source: String,
        _ reminder: Reminder,
        _ index: Int
    ) {
        guard !tag.isSpelled(as: expected) else { return }
        // Both look the same on a screen.
        let isForm = tag.text == expected.text
        let message =
            isForm
            ? "'\(tag)' is written in another Unicode form than in \(source)"
            : "'\(tag)' is spelled '\(expected)' in \(source)"
        report(.tagSpelling, message, reminder.path, tag: index, expected.text)
    }

    // MARK: Dates

    private mutating func checkDates(_ reminder: Reminder) {
        if reminder.movedFrom != nil, !reminder.recurs {
            report(
                .offPattern,
                "'moved_from' has no meaning without a rule and a date",
                reminder.path,
                key: "moved_from"
            )
        }
        guard let date = reminder.date else { return }
        let zone = context.zone(of: reminder)
        if !zone.isUTC, !reminder.isCompleted { checkMidnight(reminder) }
        let moved = reminder.movedFrom == nil ? nil : SeriesPosition(reminder, in: context)
        let isIgnored = moved.map { $0.place != reminder.movedFrom } ?? false
        let place = isIgnored ? date : reminder.movedFrom ?? date
        let key = reminder.movedFrom == nil || isIgnored ? reminder.dateKey : "moved_from"
        if let until = reminder.until, until.isBefore(place, in: zone) {
            report(.untilBeforeScheduled, "until \(until) is before \(key) \(place)", reminder.path, key: "until")
        }
        guard let rule = reminder.steppingRule else { return }
        if isIgnored, let moved = reminder.movedFrom {
            let message = "\(date) is an occurrence of the rule itself, so 'moved_from' \(moved) is ignored: remove it"
            report(.offPattern, message, reminder.path, key: "moved_from")
        }
        let series = Series(rule: rule, anchor: place, zone: zone, allDayAt: context.allDayAt)
        do throws(ParseError) {
            try series.check()
        } catch {
            return report(.invalidRecurrence, error.message, reminder.path, key: "recurrence")
        }
        guard isCountable(series) else {
            let message =
                "COUNT counts from \(series.start): more than \(Occurrences.counted) occurrences have passed since"
            return report(.invalidRecurrence, message, reminder.path, key: "recurrence")
        }
        if let fault = fault(of: place, in: series, of: reminder) {
            report(.offPattern, fault, reminder.path, key: key)
        } else if let place = reminder.movedFrom, !isIgnored, !reminder.isBeginning, !reminder.isCompleted,
            !series.contains(place)
        {
            let message =
                "\(place) is not an occurrence of the rule (\(rule.displayName(anchor: place))): right only if the series "
                + "began then"
            report(.placeOffPattern, message, reminder.path, key: "moved_from")
        }
        if !reminder.isCompleted { checkGap(in: series, of: reminder, from: place) }
    }

    /// What is wrong with the place of the current occurrence in its rule; nil if nothing is.
    ///
    /// - Parameter place: as it is written.
    private func fault(of place: DateValue, in series: Series, of reminder: Reminder) -> String? {
        let recorded = RecordedOccurrences(of: reminder, in: series.zone)
        if !reminder.isCompleted, recorded.contains(series.current(place)) {
            let still = reminder.movedFrom == nil ? "on it" : "that occurrence"
            return
                "the occurrence of \(place) is recorded as completed or skipped, but \(reminder.dateKey) is still \(still)"
        }
        let isFirst = reminder.completeInstances.isEmpty && reminder.skippedInstances.isEmpty
        // A series that begins off its rule, and whose beginning may have been moved since.
        if reminder.movedFrom == place, reminder.isBeginning || isFirst { return nil }
        // A task of TaskNotes may lie between the occurrences of its rule.
        guard !reminder.isTask, !series.contains(place) else { return nil }
        let fault = "\(place) is not an occurrence of its rule (\(series.rule.displayName(anchor: place)))"
        guard reminder.movedFrom == nil, !reminder.isCompleted,
            let position = SeriesPosition(reminder, in: context), position.isMoved
        else { return fault }
        return fault + ": it counts as that of \(position.place); 'moved_from' can name another"
    }

    /// Reports a day that a program wrote back as midnight UTC, which is another time here.
    private mutating func checkMidnight(_ reminder: Reminder) {
        let dates = [
            ("scheduled", reminder.scheduled), ("due", reminder.deadline), ("until", reminder.until),
            ("moved_from", reminder.movedFrom),
        ]
        for case (let key, let date?) in dates where date.isMidnightUTC {
            let local = context.zone(of: reminder).civil(at: date.instant(in: .utc, allDayAt: .midnight))
            let message =
                "\(date) is midnight in UTC, and \(DateValue(local)) here; some programs write a whole day like this: if it is "
                + "one, write '\(date.date)'"
            report(.midnightUTC, message, reminder.path, key: key)
        }
    }

    /// Whether the occurrences up to now can be enumerated, so that COUNT can be applied.
    private func isCountable(_ series: Series) -> Bool {
        guard series.rule.count != nil else { return true }
        var coming = series.occurrences(after: context.now)
        return coming.next() != nil || coming.ending != .counting
    }

    /// Reports a rule with a surprisingly long gap between occurrences.
    private mutating func checkGap(in series: Series, of reminder: Reminder, from date: DateValue) {
        guard let gap = gap(in: series, of: reminder, from: date) else { return }
        if let until = reminder.until, until.date < gap.next { return }
        let usual = gap.usual == 1 ? "1 day" : "at most \(gap.usual) days"
        let message =
            "no occurrence between \(gap.last) and \(gap.next) (\(gap.days) days); the usual gap is \(usual); "
            + "ignore this if the rule is seasonal"
        report(.ruleGap, message, reminder.path, key: "recurrence")
    }

    /// Computed once for each rule text; with an interval, the result also depends on the start.
    private mutating func gap(in series: Series, of reminder: Reminder, from date: DateValue) -> RuleGap? {
        let text = reminder.recurrence ?? ""
        let key = series.rule.interval == 1 ? text : "\(text) \(date)"
        if let known = gaps[key] { return known }
        let start = date.instant(in: series.zone, allDayAt: context.allDayAt).adding(seconds: -1)
        let gap = RuleGap(in: series, after: max(start, context.now))
        gaps[key] = .some(gap)
        return gap
    }

    // MARK: Places

    private mutating func report(
        _ id: ProblemID,
        _ message: String,
        _ path: String,
        key: String? = nil,
        tag: Int? = nil,
        _ suggestion: String? = nil
    ) {
        guard reports(path) else { return }
        let problem = Problem(path: path, id: id, message: message, suggestion: suggestion)
        problems.append(placed(problem, key: key, tag: tag))
    }

    /// Adds the line and column of the value of a key, or of one of the tags.
    private mutating func placed(_ problem: Problem, key: String? = nil, tag: Int? = nil) -> Problem {
        if opened?.path.isSamePath(as: problem.path) != true {
            let bytes = contents(problem.path)
            let document = try? FrontMatter.read(bytes, names: snapshot.registry.settings.names)?.document
            opened = OpenedFile(
                path: problem.path,
                document: document,
                tags: document.map { TagItems(of: $0).tags } ?? []
            )
        }
        guard let opened, let document = opened.document else { return problem }
        var offset = key.flatMap { document.entry($0)?.value }.map { document.nodes[$0].contentSpan.lowerBound }
        if let tag, opened.tags.indices.contains(tag) {
            let item = opened.tags[tag]
            offset = item.segment?.lowerBound ?? document.nodes[item.node].contentSpan.lowerBound
        }
        guard let offset else { return problem }
        let position = self.opened?.positions.position(of: offset, in: document.bytes)
        return position.map(problem.at) ?? problem
    }
}
