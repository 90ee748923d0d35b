import MemossFiles

/// The rules for merging the keys of a reminder or note. They depend only on values, never on layout.
struct ReminderRules {
    private let versions: Versions<FieldChunks>
    /// Whether the base is the common ancestor. If it is only a guess, a value that theirs lacks may be newer than the
    /// real ancestor, so theirs can only add.
    private let isBaseCertain: Bool
    /// The program that the folder is shared with.
    let profile: Profile?

    init(_ versions: Versions<FieldChunks>, isBaseCertain: Bool, sharing profile: Profile? = nil) {
        (self.versions, self.isBaseCertain, self.profile) = (versions, isBaseCertain, profile)
    }

    /// The kind of list if the key is merged as a list; nil otherwise.
    static func list(_ key: [UInt8]) -> ListText.Kind? {
        switch FieldRules.kind(of: String(decoding: key, as: UTF8.self)) {
        case .names: .names
        case .dates: .dates
        case .alarms: .texts
        default: nil
        }
    }

    func choice(_ key: [UInt8]) -> MergeChoice {
        let name = String(decoding: key, as: UTF8.self)
        if name == "snoozed", let choice = stepChoice { return choice }
        if name == "moved_from", let choice = placeChoice { return choice }
        let values = values(of: name)
        if KnownKey(rawValue: name)?.spec.isOfCompletion == true,
            let choice = beginningChoice(values) ?? extensionChoice(values)
        {
            return choice
        }
        if isBaseCertain, name == "scheduled" || name == "due", let choice = newRuleChoice(name) { return choice }
        if isBaseCertain, name == "recurrence", let choice = newCountChoice { return choice }
        if isBaseCertain, name == dateKey, let choice = replacedChoice { return choice }
        // If one side of a moved occurrence is chosen, its deadline has to come with its date.
        let moved = self.values(of: "moved_from")
        if name == "due", dateKey != name, moved.ours != nil || moved.theirs != nil,
            values.ours?.text != values.theirs?.text, choice(Array(dateKey.utf8)) == .conflict
        {
            return .conflict
        }
        if let choice = values.simpleChoice({ isSame($0, $1, name) }) {
            let isOurs = choice == .same || choice == .side(.ours) || values.ours == nil
            return isBaseCertain || isOurs ? choice : doubtfulChoice(name, values)
        }
        switch name {
        case "tags": return tagChoice
        case "reminders": return textChoice(values)
        case "complete_instances", "skipped_instances": return instanceChoice(values)
        case "scheduled": return dateKey == name ? dateChoice() : .conflict
        case "due": return dueChoice
        case "recurrence": return ruleChoice
        case "completed": return completedChoice(values)
        case "completedDate" where isReminder: return earlier(values)
        // Every program that writes the file sets it.
        case "snoozed", "dateModified": return later(values)
        default: return .conflict
        }
    }

    /// The choice for a value that ours has, and that only theirs has changed since a guessed base.
    private func doubtfulChoice(_ name: String, _ values: Versions<MergeValue?>) -> MergeChoice {
        switch name {
        case "tags": return tagChoice
        case "reminders": return textChoice(values)
        case "complete_instances", "skipped_instances": return instanceChoice(values)
        // A newly recorded occurrence proves that theirs is ahead.
        case "scheduled", "due":
            guard recordsMore(.theirs), let ours = values.ours?.date, let theirs = values.theirs?.date else { break }
            if isStep(.theirs, from: ours, to: theirs) { return .side(.theirs) }
            if name == "due", hasSameDistance, choice(Array("scheduled".utf8)) == .side(.theirs) {
                return .side(.theirs)
            }
        case "recurrence":
            guard recordsMore(.theirs), let (ours, theirs) = sides(uncounted), ours == theirs,
                let (first, second) = sides(count), second < first
            else { break }
            return .side(.theirs)
        case "completed": if !isCompleted(values.ours), isCompleted(values.theirs) { return .side(.theirs) }
        case "status": if !isDone(values.ours), isDone(values.theirs) { return .side(.theirs) }
        default: break
        }
        return .conflict
    }

    func values(of key: String) -> Versions<MergeValue?> {
        let bytes = Array(key.utf8)
        return versions.map { $0.value(of: bytes) }
    }

    private func isSame(_ a: MergeValue, _ b: MergeValue, _ key: String) -> Bool {
        if FieldRules.isDate(key), let first = a.date, let second = b.date { return first.isSame(as: second) }
        return false
    }

    private var isReminder: Bool {
        [versions.base, versions.ours, versions.theirs].contains { chunks in
            ["scheduled", "due", "completed"].contains { chunks[Array($0.utf8)] != nil }
                || chunks.tagNames.contains(TagName("task")) || isTask(chunks)
        }
    }

    /// Whether the program that the folder is shared with takes a version for a task.
    private func isTask(_ chunks: FieldChunks) -> Bool {
        profile?.isTask(chunks.document, tags: chunks.tagNames) == true
    }

    // MARK: Dates

    func dates(of key: String) -> Versions<DateValue?> { values(of: key).map { $0?.date } }

    /// The places of the current occurrence in the rule: `moved_from`, or else the date.
    var places: Versions<DateValue?> {
        let (dates, moved) = (dates(of: dateKey), dates(of: "moved_from"))
        return Versions(moved.base ?? dates.base, moved.ours ?? dates.ours, moved.theirs ?? dates.theirs)
    }

    /// The side that went further along the series; anything else is a conflict. Of an occurrence that one side moved, or
    /// moved back, and the other completed or skipped, the date does not matter any more.
    private func dateChoice() -> MergeChoice {
        let places = places
        guard let base = places.base, let ours = places.ours, let theirs = places.theirs else { return .conflict }
        let isMoved = values(of: "moved_from").map { $0 != nil }
        let isLeft = { (side: MergeSide) in places[side].map(base.isSame) == true && recordsMore(side.other) }
        let hasStepped = Versions(false, isStep(.ours, from: base, to: ours), isStep(.theirs, from: base, to: theirs))
        if let side = MergeSide.allCases.first(where: { isLeft($0) && hasStepped[$0.other] }) {
            return .side(side.other)
        }
        guard hasStepped.ours, hasStepped.theirs else { return .conflict }
        if ours.isSame(as: theirs) {
            // Only one side moved the occurrence that both went to.
            return isMoved.ours == isMoved.theirs ? .conflict : .side(isMoved.ours ? .ours : .theirs)
        }
        return .side(ours.precedes(theirs) ? .theirs : .ours)
    }

    /// A place belongs to one date. Nil if the dates of both sides are the same, or in conflict.
    private var placeChoice: MergeChoice? {
        switch choice(Array(dateKey.utf8)) {
        case .side(let side): values(of: "moved_from")[side] == nil ? MergeChoice.none : .side(side)
        case .none, .items, .text: MergeChoice.none
        case .same: nil
        case .conflict:
            // If one side is chosen, its place has to come with its date.
            values(of: "moved_from").ours?.text == values(of: "moved_from").theirs?.text ? nil : .conflict
        }
    }

    /// Both sides changed the current occurrence, of which one has the date of the base at another place. Nil in any other
    /// case.
    private var replacedChoice: MergeChoice? {
        guard let dates = unwrapped(dates(of: dateKey)), let places = unwrapped(places) else { return nil }
        let isSameDate = MergeSide.allCases.contains {
            dates[$0].isSame(as: dates.base) && !places[$0].isSame(as: places.base)
        }
        let isChanged = MergeSide.allCases.allSatisfy {
            !dates[$0].isSame(as: dates.base) || !places[$0].isSame(as: places.base)
        }
        return isSameDate && isChanged && !places.ours.isSame(as: places.theirs) ? dateChoice() : nil
    }

    private func unwrapped(_ dates: Versions<DateValue?>) -> Versions<DateValue>? {
        guard let base = dates.base, let ours = dates.ours, let theirs = dates.theirs else { return nil }
        return Versions(base, ours, theirs)
    }

    /// Whether a side moved the date along the series.
    func isStep(_ side: MergeSide, from base: DateValue, to date: DateValue) -> Bool {
        // In a series counted from completion, the next date depends on the day of completion and may be earlier.
        if isChained { return recordsMore(side) }
        guard base.precedes(date) else { return false }
        guard let text = text(of: "recurrence").base, !RecurrenceRule.isNone(text[...]),
            let rule = try? RecurrenceRule(parsing: String(ordering: text[...]))
        else { return false }
        return Series(rule: rule, anchor: base, zone: .utc, allDayAt: .midnight).contains(date)
    }

    /// The key whose date is that of the current occurrence.
    var dateKey: String { dates(of: "scheduled").base == nil ? "due" : "scheduled" }

    func text(of key: String) -> Versions<[UInt8]?> { values(of: key).map { $0?.text } }

    /// A deadline moves together with `scheduled`.
    private var dueChoice: MergeChoice {
        let scheduled = dates(of: "scheduled")
        guard scheduled.base != nil else { return dateChoice() }
        guard hasSameDistance else { return .conflict }
        let choice = choice(Array("scheduled".utf8))
        return choice == .same ? .conflict : choice
    }

    /// Whether either side can give both dates. The base may have had `scheduled` off the rule, and both sides have
    /// moved it on.
    private var hasSameDistance: Bool {
        let (ours, theirs) = (distance(\.ours), distance(\.theirs))
        return distance(\.base) != nil && ours != nil && ours == theirs
    }

    /// The number of days from the place of `scheduled` to `due`, with the time and UTC offset of `due`.
    func distance(_ side: KeyPath<Versions<DateValue?>, DateValue?>) -> [Int]? {
        guard dates(of: "scheduled")[keyPath: side] != nil, let start = places[keyPath: side],
            let end = dates(of: "due")[keyPath: side]
        else {
            return nil
        }
        let seconds = end.time.map { Int($0.hour * 3_600 + $0.minute * 60 + $0.second) } ?? -1
        return [end.date.daysSinceEpoch - start.date.daysSinceEpoch, seconds, end.offset?.seconds ?? -1]
    }

    /// Each step reduces COUNT. If two rules differ only in it, the smaller COUNT belongs to the later date. A step of a series that
    /// counts from completion may move its beginning: the later one belongs to the later date.
    private var ruleChoice: MergeChoice {
        if isChained, recordsMore(.ours), recordsMore(.theirs), var (ours, theirs) = sides(rule),
            let first = ours.start, let second = theirs.start
        {
            (ours.start, theirs.start) = (nil, nil)
            if ours == theirs { return .side(first.precedes(second) ? .theirs : .ours) }
        }
        guard isCountedDown(.ours), isCountedDown(.theirs), let (ours, theirs) = sides(count) else { return .conflict }
        return .side(theirs < ours ? .theirs : .ours)
    }

    // MARK: Completion

    private func isCompleted(_ value: MergeValue?) -> Bool {
        guard let text = value?.text else { return false }
        return !["false", "no", "off", ""].contains(String(decoding: text, as: UTF8.self).lowercased())
    }

    private func completedChoice(_ values: Versions<MergeValue?>) -> MergeChoice {
        let states = values.map(isCompleted)
        switch (states.ours, states.theirs) {
        case (true, true): return earlier(values)
        // Open on both sides: prefer an explicit `false` to a null, and that to an absent key.
        case (false, false):
            let ranks = values.map { $0 == nil ? 0 : $0 == .null ? 1 : 2 }
            return .side(ranks.theirs > ranks.ours ? .theirs : .ours)
        // If the base was completed, one side reopened it and the other changed the date. Otherwise the open side
        // changed only how the value is spelled.
        case (true, false): return states.base ? .conflict : .side(.ours)
        case (false, true): return states.base ? .conflict : .side(.theirs)
        }
    }

    /// One side completed the reminder, and the other made it a series. It stays open: a completed series would be silent
    /// for ever.
    ///
    /// - Returns: nil in any other case.
    private func beginningChoice(_ values: Versions<MergeValue?>) -> MergeChoice? {
        let isSeries = text(of: "recurrence").map { $0.map { !RecurrenceRule.isNone($0[...]) } ?? false }
        // Without a common ancestor, the series may be the older state.
        guard isBaseCertain, !versions.base.chunks.isEmpty, !isSeries.base,
            let side = MergeSide.allCases.first(where: { isSeries[$0] && !isSeries[$0.other] }), isEnded(side.other),
            !isEnded(side), !hasEnded.base
        else { return nil }
        return values[side] == nil ? MergeChoice.none : .side(side)
    }

    /// One side completed the last occurrence, and with it the reminder; the other side changed the rule or the end. The
    /// reminder stays open if the series now has occurrences that neither side recorded: it would be silent on them.
    ///
    /// - Returns: nil in any other case.
    private func extensionChoice(_ values: Versions<MergeValue?>) -> MergeChoice? {
        guard let side = MergeSide.allCases.first(where: hasEndedSeries), !isEnded(side.other) else { return nil }
        let (rule, until) = (self.values(of: "recurrence"), self.values(of: "until"))
        let isChanged = rule[side.other] != rule.base && !isCountedDown(side.other)
        guard isChanged || until[side.other] != until.base else { return nil }
        guard let text = merged("recurrence"), let end = merged("until"), let anchor = merged(dateKey)??.date else {
            return .conflict
        }
        guard let text = text?.text, let rule = try? RecurrenceRule(parsing: String(ordering: text[...])) else {
            return nil
        }
        let start = merged("moved_from")??.date ?? anchor
        let series = Series(rule: rule, anchor: start, zone: .utc, until: end?.date, allDayAt: .midnight)
        let recorded = RecordedOccurrences(MergeSide.allCases.flatMap(records), in: .utc)
        guard !series.occurrences().allSatisfy(recorded.contains) else { return nil }
        return values[side.other] == nil ? MergeChoice.none : .side(side.other)
    }

    /// Whether a side completed the reminder by completing the last occurrence of its series.
    private func hasEndedSeries(_ side: MergeSide) -> Bool {
        guard let rule = text(of: "recurrence").base, !RecurrenceRule.isNone(rule[...]) else { return false }
        return !hasEnded.base && isEnded(side) && recordsMore(side)
    }

    func isEnded(_ side: MergeSide) -> Bool { hasEnded[side] }

    /// Which versions are completed. In a task of the program that the folder is shared with, the status decides, if it has one.
    private var hasEnded: Versions<Bool> {
        let isReminder = isReminder
        return versions.map { chunks in
            let status = chunks.value(of: Array("status".utf8))
            if status?.text != nil, isTask(chunks) { return isDone(status) }
            return isCompleted(chunks.value(of: Array("completed".utf8))) || isReminder && isDone(status)
        }
    }

    /// The merged value of a key: `.some(nil)` if the key is removed, nil if the sides conflict.
    func merged(_ key: String) -> MergeValue?? {
        switch choice(Array(key.utf8)) {
        case .none: .some(nil)
        case .same: .some(values(of: key).ours)
        case .side(let side): .some(values(of: key)[side])
        case .text(let text, _): .some(.scalar(Array(text.utf8), tag: nil))
        case .items, .conflict: nil
        }
    }

    /// The occurrences that a side has recorded.
    func records(_ side: MergeSide) -> [DateValue] {
        ["complete_instances", "skipped_instances"].flatMap { values(of: $0)[side]?.dates ?? [] }
    }

    private func earlier(_ values: Versions<MergeValue?>) -> MergeChoice {
        guard let ours = values.ours, let theirs = values.theirs else { return .conflict }
        switch (ours.date, theirs.date) {
        case (let first?, let second?): return .side(second.precedes(first) ? .theirs : .ours)
        // `true` has no date, so a date wins.
        case (let first, let second):
            let isTrue = { (value: MergeValue) in value.text == Array("true".utf8) }
            if first != nil, isTrue(theirs) { return .side(.ours) }
            return second != nil && isTrue(ours) ? .side(.theirs) : .conflict
        }
    }

    private func later(_ values: Versions<MergeValue?>) -> MergeChoice {
        guard let ours = values.ours?.date, let theirs = values.theirs?.date else { return .conflict }
        return .side(ours.precedes(theirs) ? .theirs : .ours)
    }

    // MARK: Steps

    /// The choice for a snooze if either side has completed, skipped or moved the occurrence; nil if neither has.
    ///
    /// A snooze belongs to one date. So the side that moved on decides; if both did, the one that moved further.
    private var stepChoice: MergeChoice? {
        let values = values(of: "snoozed")
        switch (hasStepped(.ours), hasStepped(.theirs)) {
        case (false, false): return nil
        case (true, false): return values.ours == nil ? MergeChoice.none : .side(.ours)
        case (false, true): return values.theirs == nil ? MergeChoice.none : .side(.theirs)
        case (true, true): break
        }
        if case .side(let side) = choice(Array(dateKey.utf8)) {
            return values[side] == nil ? MergeChoice.none : .side(side)
        }
        if values.ours == nil || values.theirs == nil {
            let side: MergeSide = values.ours == nil ? .theirs : .ours
            guard let value = values[side], value != values.base else { return MergeChoice.none }
            return .side(side)
        }
        return values.simpleChoice { isSame($0, $1, "snoozed") } ?? later(values)
    }

    /// Whether a side has completed the reminder, or has completed, skipped or moved its current occurrence.
    private func hasStepped(_ side: MergeSide) -> Bool {
        if !hasEnded.base, isEnded(side) { return true }
        let (dates, snoozes) = (dates(of: dateKey), values(of: "snoozed"))
        if let base = dates.base, let date = dates[side], base.isSame(as: date) { return false }
        // The commands that move a date remove its snooze. In an editor, it may be left.
        return recordsMore(side) || snoozes[side] == nil || snoozes[side] != snoozes.base
    }

    private func isDone(_ status: MergeValue?) -> Bool {
        status?.text.map { text in profile?.isClosed(status: text) ?? Reminder.isCompleted(status: text) } ?? false
    }

    /// Whether a side has recorded an occurrence.
    func recordsMore(_ side: MergeSide) -> Bool {
        ["complete_instances", "skipped_instances"].contains { key in
            let values = values(of: key)
            guard values[side] != values.base else { return false }
            let known = Set((values.base?.dates ?? []).map(DateValue.Moment.init))
            return values[side]?.dates?.contains { !known.contains(DateValue.Moment($0)) } ?? false
        }
    }

    // MARK: Lists

    private func instanceChoice(_ values: Versions<MergeValue?>) -> MergeChoice {
        let lists = values.map { value in value.map(\.dates) ?? [] }
        guard let base = lists.base, let ours = lists.ours, var theirs = lists.theirs else { return .conflict }
        if !isBaseCertain { theirs += base.filter { date in ours.contains { $0.isSame(as: date) } } }
        let merged = ListUnion.dates(Versions(base, ours, theirs))
        if merged.isEmpty, values.ours == nil || values.theirs == nil { return .none }
        return .items(merged.map(\.description))
    }

    /// Items that are texts; mappings that both sides changed are in conflict.
    private func textChoice(_ values: Versions<MergeValue?>) -> MergeChoice {
        let lists = values.map { value in value.map(\.texts) ?? [] }
        guard let base = lists.base, let ours = lists.ours, var theirs = lists.theirs else { return .conflict }
        if !isBaseCertain { theirs += base.filter(ours.contains) }
        let merged = ListUnion.texts(Versions(base, ours, theirs))
        if merged.isEmpty, values.ours == nil || values.theirs == nil { return .none }
        return .items(merged)
    }

    private var tagChoice: MergeChoice {
        let key = Array("tags".utf8)
        let items = versions.map { chunks in chunks[key].map { TagItems(of: $0.entry.value, in: chunks.document) } }
        guard [items.base, items.ours, items.theirs].allSatisfy({ $0?.faults.isEmpty ?? true }) else {
            return .conflict
        }
        var names = items.map { $0?.items.map(\.name) ?? [] }
        if !isBaseCertain { names.theirs += names.base.filter(names.ours.contains) }
        let merged = ListUnion.names(names, followsRenames: true)
        if merged.isEmpty, items.ours == nil || items.theirs == nil { return .none }
        return .items(merged.map(\.text))
    }
}

extension FieldChunks {
    /// The tags of a file.
    var tagNames: [TagName] {
        self[Array("tags".utf8)].map { TagItems(of: $0.entry.value, in: document).items.map(\.name) } ?? []
    }
}
