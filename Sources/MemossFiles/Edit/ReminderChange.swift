/// Several fields of one reminder or note to set at once.
public struct ReminderChange: Sendable, Hashable {
    /// What to do with a key.
    public enum Setting<Value: Sendable & Hashable>: Sendable, Hashable {
        /// Leave it as it is.
        case kept
        /// Write this value.
        case set(Value)
        /// Remove it.
        case removed
    }

    /// The new title; nil to keep it.
    public var title: String?
    /// Rescheduling ends a snooze, since a snooze belongs to the occurrence as scheduled.
    public var scheduled = Setting<DateValue>.kept
    /// The value of `due`; without `scheduled`, changing it reschedules the reminder.
    public var deadline = Setting<DateValue>.kept
    /// The IANA name of a time zone; another one reschedules the reminder.
    public var timezone = Setting<String>.kept
    /// A rule as it is written to the file.
    public var recurrence = Setting<String>.kept
    /// The last day or time of the series; removed together with the rule.
    public var until = Setting<DateValue>.kept
    /// The values that are one of some words.
    package var words: [KnownKey: Setting<String>] = [:]
    /// What the next occurrence is counted from.
    public var anchor: Setting<Reminder.RecurrenceAnchor> {
        get {
            guard case .set(let word)? = words[.anchor] else { return words[.anchor] == .removed ? .removed : .kept }
            return Reminder.RecurrenceAnchor(rawValue: word).map { .set($0) } ?? .kept
        }
        set { words[.anchor] = newValue.map(\.rawValue) }
    }
    /// Other keys to set.
    package var fields: [FieldChange] = []
    /// Tags to add and remove.
    public var tags = TagsChange()
    /// Markdown; an empty body removes it.
    public var body: [UInt8]?

    /// The time zone of the reminder, if the file names none. Finding the place of a date in a rule needs it: a date may have an
    /// offset, and hours and minutes are counted across clock changes.
    package var zone = Zone.utc

    /// When an event is edited: what is over by then has passed.
    var now: Instant?

    /// How the program that the folder is shared with reads its files.
    package var profile: Profile?

    /// Changes nothing.
    public init() {}

    /// The changes to a file, in the order in which new keys are written.
    ///
    /// - Parameter bytes: the whole file.
    /// - Throws: a `ParseError` if a value is invalid for its key.
    package func changes(of bytes: [UInt8], zones: ZoneDatabase) throws(ParseError) -> [FileChange] {
        var changes: [FileChange] = []
        func add(_ key: String, _ setting: Setting<String>) throws(ParseError) {
            switch setting {
            case .kept: break
            case .set(let text): changes.append(.field(try FieldChange(setting: key, to: text, zones: zones)))
            case .removed: changes.append(.field(try FieldChange(unsetting: key)))
            }
        }
        if let title { try add("title", .set(title)) }
        if tags != TagsChange() { changes.append(.tags(tags)) }
        try add("scheduled", scheduled.map(\.description))
        try add("due", (deadline == .kept ? carriedDeadline(bytes, zones) : deadline).map(\.description))
        try add("timezone", timezone)
        let shared = try sharedRule(bytes)
        try add("recurrence", shared ?? (recurrence == .kept ? countedRule(bytes, zones) : recurrence))
        // Without a rule, an end has no meaning; with one of TaskNotes, it is part of it.
        let isWithin = shared != nil && !FieldPlaces(bytes, names: profile?.names ?? .standard).has("until")
        let isGone = recurrence == .removed && until == .kept
        try add("until", isWithin ? .kept : isGone || shared != nil ? .removed : until.map(\.description))
        for key in KnownKey.words { try add(key.rawValue, words[key] ?? .kept) }
        changes += try fields.map { .field($0) }.withRule(of: bytes, profile)
        try add("moved_from", movedFrom(bytes, zones))
        let places = FieldPlaces(bytes, names: profile?.names ?? .standard)
        if losesDate(places), !isTask(bytes) {
            // `completed` keeps it a reminder without a date. If there is a `status`, it decides and the key is null.
            let value = places.has("status") ? "null" : "false"
            changes.append(.field(FieldChange("completed", .text(.init(value, .any)))))
        }
        if isRescheduled(bytes) { try add("snoozed", .removed) }
        if let body { changes.append(.body(BodyChange(body))) }
        return changes
    }

    /// The rule as TaskNotes reads it, if the edit sets it or its end in a task of that program; nil otherwise.
    ///
    /// - Throws: a `ParseError` if that program cannot read it.
    private func sharedRule(_ bytes: [UInt8]) throws(ParseError) -> Setting<String>? {
        guard profile != nil, recurrence != .removed, recurrence != .kept || until != .kept,
            let old = ReminderDecoder.decode(bytes, path: "", registry: TagRegistry(sharing: profile)).reminder,
            old.isTask, let text = recurrence.value(besides: old.recurrence)
        else { return nil }
        var rule = try RecurrenceRule(parsing: text)
        let date = scheduled.value(besides: old.scheduled) ?? deadline.value(besides: old.deadline)
        if until != .kept { rule.until = nil }
        return .set(try rule.sharedText(from: date, until: until.value(besides: old.until)))
    }

    /// Whether something else than a date makes the file a task.
    private func isTask(_ bytes: [UInt8]) -> Bool {
        profile != nil
            && ReminderDecoder.decode(bytes, path: "", registry: TagRegistry(sharing: profile)).reminder?.isTask == true
    }

    /// Whether the edit removes the only date, which alone made the file a reminder.
    private func losesDate(_ places: FieldPlaces) -> Bool {
        let dates = [("scheduled", scheduled), ("due", deadline)]
        return !places.has("completed") && dates.contains { places.has($0.0) }
            && dates.allSatisfy { key, setting in setting == .removed || setting == .kept && !places.has(key) }
    }

    /// The reminder before and after the edit of its dates, as the file has it, and the context for its rule; nil if it cannot be
    /// read.
    private func states(
        _ bytes: [UInt8],
        _ zones: ZoneDatabase
    ) -> (old: Reminder, new: Reminder, written: Reminder, context: TimeContext)? {
        guard let written = ReminderDecoder.decode(bytes, path: "", registry: TagRegistry(sharing: profile)).reminder
        else { return nil }
        var context = TimeContext.ofLocalTimes
        context.zone = zone
        if let name = written.timezone { context.zones[name] = try? zones.zone(named: name) }
        context.now = now ?? context.now
        let old = now == nil ? written : written.lapsed(in: context)
        var new = old
        (new.scheduled, new.deadline) = (scheduled.value(besides: old.scheduled), deadline.value(besides: old.deadline))
        return (old, new, written, context)
    }

    /// Sets a date or the rule as it is written in a file; nil for any other key.
    ///
    /// - Parameter zone: that of the reminder.
    package init?(setting key: String, to text: String, in zone: Zone) {
        if key == "recurrence" {
            self.recurrence = .set(text)
            self.zone = zone
            return
        }
        guard let date = try? DateValue(parsing: text) else { return nil }
        switch key {
        case "scheduled": scheduled = .set(date)
        case "due": deadline = .set(date)
        default: return nil
        }
        self.zone = zone
    }

    /// What has to change with the date or the rule: `moved_from`, if the current occurrence leaves its rule or returns to it,
    /// and `due`, if another occurrence becomes the current one.
    ///
    /// - Parameter bytes: the whole file.
    func entailed(in bytes: [UInt8], zones: ZoneDatabase) -> [FileChange] {
        var changes: [FileChange] = []
        if case .set(let date) = carriedDeadline(bytes, zones) { changes.append(.setting("due", date.description)) }
        return changes + recordOfMove(in: bytes, zones)
    }

    private func recordOfMove(in bytes: [UInt8], _ zones: ZoneDatabase) -> [FileChange] {
        switch movedFrom(bytes, zones) {
        case .kept: []
        case .set(let place): [.setting("moved_from", place)]
        case .removed: [.field(FieldChange("moved_from", nil))]
        }
    }

    /// What a person has made of a file, with the `moved_from` that setting the date would write. If the person has changed
    /// that key or the history too, or it cannot be written, the file stays as it is.
    ///
    /// - Parameters:
    ///   - old: the whole file before.
    ///   - new: the whole file as it was typed.
    package static func recordingMove(
        from old: [UInt8],
        to new: [UInt8],
        zones: ZoneDatabase,
        in context: TimeContext,
        sharing profile: Profile? = nil
    ) -> [UInt8] {
        let registry = TagRegistry(sharing: profile)
        guard let before = ReminderDecoder.decode(old, path: "", registry: registry).reminder,
            let after = ReminderDecoder.decode(new, path: "", registry: registry).reminder, before.isOpen, after.isOpen,
            before.versions.isEmpty, after.versions.isEmpty, before.timezone == after.timezone,
            before.movedFrom == after.movedFrom, before.completeInstances == after.completeInstances,
            before.skippedInstances == after.skippedInstances
        else { return new }
        func setting<Value>(_ old: Value?, _ new: Value?) -> Setting<Value> where Value: Hashable & Sendable {
            old == new ? .kept : new.map { .set($0) } ?? .removed
        }
        var change = ReminderChange()
        change.scheduled = setting(before.scheduled, after.scheduled)
        change.deadline = setting(before.deadline, after.deadline)
        change.recurrence = setting(before.recurrence, after.recurrence)
        guard change != ReminderChange() else { return new }
        (change.zone, change.profile) = (context.zone(of: before), profile)
        let changes = change.recordOfMove(in: old, zones)
        return ((try? changes.apply(to: new, registry: registry)) ?? nil) ?? new
    }

    /// The deadline of the occurrence that the edit makes the current one, at the same distance as that of the one before.
    private func carriedDeadline(_ bytes: [UInt8], _ zones: ZoneDatabase) -> Setting<DateValue> {
        guard deadline == .kept, recurrence == .kept, timezone == .kept, case .set(let date) = scheduled,
            let (old, _, written, context) = states(bytes, zones), let due = old.separateDeadline
        else { return .kept }
        let kept = due == written.deadline ? Setting<DateValue>.kept : .set(due)
        guard old.place(leftFor: date, in: context) == nil, let position = SeriesPosition(old, in: context) else {
            return kept
        }
        let series = position.series
        let day = date.clock(in: series.zone, allDayAt: context.allDayAt).date
        let days = day.daysSinceEpoch - position.current.nominal.date.daysSinceEpoch
        let end = series.zone.instant(of: CivilDateTime(day.adding(days: 1)))
        // A date that gives the whole series another day is no other occurrence of it.
        guard days != 0, series.occurrences(from: day, through: end).contains(where: { $0.nominal.date == day }) else {
            return kept
        }
        return .set(due.adding(days: days, in: series.zone))
    }

    /// The place of the current occurrence if the edit moves it off the rule of its series.
    private func movedFrom(_ bytes: [UInt8], _ zones: ZoneDatabase) -> Setting<String> {
        guard case (let old, var new, _, let context)? = states(bytes, zones) else { return .kept }
        let gone: Setting<String> =
            FieldPlaces(bytes, names: profile?.names ?? .standard).has("moved_from") ? .removed : .kept
        guard let date = new.date, let rule = recurrence.value(besides: old.recurrence) else { return gone }
        let isKept = old.dateKey == new.dateKey && old.date.map { date.spelled(like: $0) == $0 } == true
        // A series with a deadline alone that gets a date keeps its place in the rule.
        let isSameSeries = rule == old.recurrence && (old.dateKey == new.dateKey || old.scheduled == nil)
        guard isSameSeries, let oldDate = old.date else {
            new.recurrence = rule
            // Keep a place that is an occurrence of the new rule too.
            if isKept, old.movedFrom != nil, let position = SeriesPosition(new, in: context),
                position.place == old.movedFrom, position.isMoved, position.series.startIsOnPattern
            {
                return .kept
            }
            new.movedFrom = nil
            return new.placeOfBeginning(in: context).map { .set($0.description) } ?? gone
        }
        if isKept { return .kept }
        guard let place = old.place(leftFor: date, in: context) else { return gone }
        let isTimed = old.dateKey == new.dateKey || old.rule?.byHour.isEmpty == false
        return .set((isTimed ? place.spelled(like: oldDate) : place.timed(like: date)).description)
    }

    /// The rule with COUNT reduced by the occurrences that the edit passes over, as `done` and `skip` reduce it.
    private func countedRule(_ bytes: [UInt8], _ zones: ZoneDatabase) -> Setting<String> {
        guard scheduled != .kept || deadline != .kept, let (old, moved, written, context) = states(bytes, zones),
            let text = old.recurrence, let rule = old.rule
        else { return .kept }
        let kept = text == written.recurrence ? Setting<String>.kept : .set(text)
        guard rule.start == nil, let count = rule.count, let date = moved.date, old.dateKey == moved.dateKey,
            old.place(leftFor: date, in: context) == nil, let position = SeriesPosition(old, in: context)
        else { return kept }
        let (current, new) = (position.current, position.series.current(date))
        let day = new.nominal.date
        let end = position.series.zone.instant(of: CivilDateTime(day.adding(days: 1)))
        let passed = position.series.occurrences(from: current.nominal.date, through: end).filter {
            $0.instant >= current.instant
                && (rule.givesSeveralADay ? $0.instant <= new.instant : $0.nominal.date <= day)
        }
        // An edit that changes the phase, such as of every third day, passes over nothing.
        guard let last = passed.last, passed.count > 1,
            rule.givesSeveralADay ? last.instant == new.instant : last.nominal.date == day,
            let counted = RecurrenceRule.replacingCount(in: text, with: count - passed.count + 1)
        else { return kept }
        return .set(counted)
    }

    private func isRescheduled(_ bytes: [UInt8]) -> Bool {
        guard let old = ReminderDecoder.decode(bytes, path: "", registry: TagRegistry(sharing: profile)).reminder else {
            return false
        }
        if timezone.value(besides: old.timezone) != old.timezone { return true }
        let date = scheduled.value(besides: old.scheduled) ?? deadline.value(besides: old.deadline)
        // In the file's format, the new date may equal the old one.
        return date.map { $0.spelled(like: old.date ?? $0) } != old.date
    }

    /// Sets the rule and the other keys that its words determine. A rule that names no end has none, and one that does
    /// not count from completion counts from its dates, unless these are set too.
    ///
    /// - Parameters:
    ///   - phrase: the rule as typed.
    ///   - when: `scheduled` as typed; nil if it was not.
    ///   - reminder: the reminder before the edit.
    ///   - now: the current time in `zone`.
    ///   - zone: the time zone of the reminder after the edit.
    ///   - allDayAt: the time of day at which all-day reminders are notified.
    /// - Throws: a `ParseError` if the words contradict what is set.
    package mutating func setSeries(
        _ phrase: RulePhrase,
        on when: WhenPhrase?,
        of reminder: Reminder?,
        now: CivilDateTime,
        in zone: Zone,
        allDayAt: CivilTime
    ) throws(ParseError) {
        let (old, oldDeadline) = (reminder?.scheduled, reminder?.deadline)
        let found: (series: TypedSeries, isOnDeadline: Bool)?
        let hasDate = when != nil || scheduled.value(besides: old) != nil
        let only = hasDate ? nil : deadline.value(besides: oldDeadline)
        if let only, deadline != .kept {
            found = try TypedSeries.of(phrase, due: only, now: now, in: zone, allDayAt: allDayAt)
        } else {
            let existing = only ?? (scheduled == .removed ? nil : old)
            found = try TypedSeries(phrase, on: when, besides: existing, now: now, in: zone, allDayAt: allDayAt)
                .map { ($0, only != nil) }
        }
        guard let (series, isOnDeadline) = found else {
            recurrence = .removed
            return
        }
        recurrence = .set(series.recurrence)
        if isOnDeadline {
            if series.date != oldDeadline { deadline = .set(series.date) }
        } else if series.date != old {
            scheduled = .set(series.date)
        }
        if let end = series.until {
            if until != .kept { throw ParseError("the rule already has an end") }
            until = .set(end)
        } else if until == .kept, reminder?.until != nil {
            until = .removed
        }
        if series.countsFromCompletion {
            if anchor == .set(.scheduled) { throw ParseError("the rule counts from completion") }
            anchor = .set(.completion)
        } else if anchor == .kept, reminder?.anchor == .completion {
            anchor = .removed
        }
    }

    /// Checks the end of the resulting series against its date, if one of them is set; as for a new reminder.
    ///
    /// - Parameters:
    ///   - reminder: the reminder before the edit.
    ///   - zone: the time zone of the reminder after the edit.
    ///   - naming: how messages name a date.
    /// - Throws: a `Fault` if there is an end without a rule, or it precedes the start of the series.
    package func check(
        on reminder: Reminder,
        in zone: Zone,
        naming: (DateValue) -> String = \.description
    ) throws(NewReminder.Fault) {
        let hasRule = recurrence == .kept ? reminder.recurrence != nil : recurrence != .removed
        if case .set = until, !hasRule {
            let error = ParseError("'\(reminder.title)' does not repeat: only a series can have an end")
            throw NewReminder.Fault(part: .until, error: error)
        }
        let isMoved = scheduled != .kept || deadline != .kept || until != .kept
        guard hasRule, isMoved, let end = until.value(besides: reminder.until),
            var start = scheduled.value(besides: reminder.scheduled) ?? deadline.value(besides: reminder.deadline)
        else { return }
        if recurrence == .kept {
            // The last occurrence may be moved past the end.
            var context = TimeContext.ofLocalTimes
            context.zone = zone
            start = reminder.place(leftFor: start, in: context) ?? start
        }
        do throws(NewReminder.Fault) {
            try NewReminder.check(end, with: start, in: zone, naming)
        } catch {
            guard until == .kept else { throw error }
            let reason = "\(naming(start)) is after \(naming(end)), when the series ends: change 'until' too"
            throw NewReminder.Fault(part: scheduled == .kept ? .deadline : .scheduled, error: ParseError(reason))
        }
    }
}

extension ReminderChange.Setting {
    func map<Other>(_ transform: (Value) -> Other) -> ReminderChange.Setting<Other> {
        switch self {
        case .kept: .kept
        case .set(let value): .set(transform(value))
        case .removed: .removed
        }
    }

    /// The value after the edit.
    package func value(besides old: Value?) -> Value? {
        switch self {
        case .kept: old
        case .set(let value): value
        case .removed: nil
        }
    }
}
