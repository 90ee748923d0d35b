internal import Bytes

/// A reminder or note to be written to a new file.
public struct NewReminder: Sendable, Hashable {
    /// One line, trimmed.
    package let title: String
    /// A lower-case UUID.
    package let id: String
    /// The creation time, in the user's local time.
    package let created: CivilDateTime
    /// Valid tag names.
    public var tags: [TagName] = []
    /// The colours to register new tags with; any other receives the least used preset.
    package var tagColors: [TagName: TagColor] = [:]
    /// When it is due.
    public var scheduled: DateValue?
    /// The value of `due`.
    public var deadline: DateValue?
    /// The time zone of the dates, a known name.
    public var timezone: String?
    /// The rule as typed.
    public var recurrence: String?
    /// The last day or time of the series.
    public var until: DateValue?
    /// The values that are one of some words, as they are written.
    package var words: [KnownKey: String] = [:]
    /// Nil for the default, which is not written.
    public var anchor: Reminder.RecurrenceAnchor? {
        get { words[.anchor].flatMap(Reminder.RecurrenceAnchor.init) }
        set { words[.anchor] = newValue?.rawValue }
    }
    /// Whether it is already completed, for instance by another program.
    package var completed: Reminder.Completion = .open
    /// The completed occurrences of a series.
    package var completeInstances: [DateValue] = []
    /// The skipped occurrences of a series.
    package var skippedInstances: [DateValue] = []
    /// The occurrence of the rule that the date stands for, if it was moved.
    package var movedFrom: DateValue?
    /// The time zone of the reminder. Finding the place of a date with an offset in a rule needs it; local times do not.
    private var zone = Zone.utc
    /// When else it rings.
    package var alarms: [AlarmTrigger] = []
    /// Additional keys, unknown to `mm`.
    package var keys: [Key] = []
    /// Whether to write a note: a file without `completed`.
    public var isNote = false
    /// Markdown, any bytes; a missing final line ending is added.
    public var body: [UInt8] = []
    /// The program that the folder is shared with.
    private var profile: Profile?
    /// Of the file, which may give the title.
    private var path = "new.md"

    /// A key that `mm` does not know.
    package struct Key: Sendable, Hashable {
        package var name: String
        package var value: FieldValue

        package init(_ name: String, _ value: FieldValue) { (self.name, self.value) = (name, value) }
    }

    /// - Parameters:
    ///   - title: one line; surrounding blanks are removed.
    ///   - id: a lower-case UUID.
    ///   - created: the current time, in the user's local time.
    /// - Throws: a `ParseError` if the title is invisible or has more than one line.
    public init(title: String, id: String, created: CivilDateTime) throws(ParseError) {
        self.title = TagName.trimmed(title)
        self.id = id
        self.created = created
        guard self.title.unicodeScalars.contains(where: Self.isVisible) else {
            throw ParseError("the title is empty")
        }
        guard !self.title.unicodeScalars.contains(where: ScalarText.isBreak) else {
            throw ParseError("the title has a line break, expected one line")
        }
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint { return false }
        return ![.control, .format].contains(scalar.properties.generalCategory)
    }

    /// Sets the rule and the other keys that its words determine. Without `when`, a deadline is the date of the series if the
    /// rule has an occurrence there.
    ///
    /// - Throws: a `ParseError` if the words contradict what is set.
    package mutating func setSeries(
        by phrase: RulePhrase,
        on when: WhenPhrase?,
        now: CivilDateTime,
        in zone: Zone,
        allDayAt: CivilTime
    ) throws(ParseError) {
        let found: (series: TypedSeries, isOnDeadline: Bool)?
        if when == nil, let deadline {
            found = try TypedSeries.of(phrase, due: deadline, now: now, in: zone, allDayAt: allDayAt)
        } else {
            found = try TypedSeries(phrase, on: when, now: now, in: zone, allDayAt: allDayAt).map { ($0, false) }
        }
        guard let (series, isOnDeadline) = found else { return }
        self.zone = zone
        recurrence = series.recurrence
        if isOnDeadline { deadline = series.date } else { scheduled = series.date }
        if let end = series.until {
            if until != nil { throw ParseError("the rule already has an end") }
            until = end
        }
        if series.countsFromCompletion {
            if anchor == .scheduled { throw ParseError("the rule counts from completion") }
            anchor = .completion
        }
    }

    /// `scheduled`, or the deadline if there is none; as in `Reminder`.
    package var date: DateValue? { scheduled ?? deadline }

    /// The field that `check` found at fault.
    package enum Part: Sendable {
        /// The key `scheduled`.
        case scheduled
        /// The key `due`.
        case deadline
        /// The key `recurrence`.
        case recurrence
        /// The key `until`.
        case until
    }

    /// A field that does not fit the others.
    package struct Fault: Error, Sendable, Hashable {
        /// The field to correct.
        package var part: Part
        /// The fault.
        package var error: ParseError

        package init(part: Part, error: ParseError) {
            self.part = part
            self.error = error
        }
    }

    /// Checks the constraints between fields.
    ///
    /// - Parameters:
    ///   - zone: the time zone of the dates.
    ///   - allDayAt: the time of day at which all-day reminders are delivered.
    ///   - naming: how messages name a date.
    /// - Throws: a `Fault` if the rule is invalid or has no occurrences, or the series ends before it begins.
    package func check(
        in zone: Zone,
        allDayAt: CivilTime,
        naming: (DateValue) -> String = \.description
    ) throws(Fault) {
        guard let recurrence, let date else { return }
        do throws(ParseError) {
            let rule = try RecurrenceRule(parsing: recurrence)
            try Series(rule: rule, anchor: date, zone: zone, allDayAt: allDayAt).check(naming: naming)
        } catch {
            throw Fault(part: .recurrence, error: error)
        }
        if let until { try Self.check(until, with: date, in: zone, naming) }
    }

    static func check(
        _ until: DateValue,
        with scheduled: DateValue,
        in zone: Zone,
        _ naming: (DateValue) -> String
    ) throws(Fault) {
        if until.isBefore(scheduled, in: zone) {
            let reason = "\(naming(until)) is before \(naming(scheduled)), when the series begins"
            throw Fault(part: .until, error: ParseError(reason))
        }
    }

    // MARK: The file

    /// The whole file.
    ///
    /// - Throws: an `EditRefusal` if the file would not read back as intended.
    package func contents() throws(EditRefusal) -> [UInt8] {
        let names = profile?.names ?? .standard
        let lines = fields.map { FieldValue.line(names.written($0.key), $0.value) + "\n" }.joined()
        var bytes = Array("---\n\(lines)---\n".utf8) + body
        if let last = body.last, last != Ascii.lineFeed { bytes.append(Ascii.lineFeed) }
        let read = ReminderDecoder.decode(
            bytes,
            path: path,
            keeping: .whole,
            keys: .named(keys.map(\.name)),
            registry: TagRegistry(sharing: profile)
        )
        guard read.problems.isEmpty, let reminder = read.reminder, isSame(reminder) else {
            let reason = read.problems.first?.message ?? "the new file would not read back correctly"
            throw EditRefusal(reason: reason, offset: 0)
        }
        return bytes
    }

    /// The keys of the file, in its order.
    package var fields: [(key: String, value: FieldValue)] {
        var fields: [(key: String, value: FieldValue)] = []
        func add(_ key: String, _ text: String?, _ reading: FieldValue.Item.Reading = .any) {
            if let text { fields.append((key, .text(FieldValue.Item(text, reading)))) }
        }
        let isNamed = profile?.namesFilesByTitle == true && !isNote && ReminderDecoder.stem(of: path) == title
        if !isNamed { add("title", title, .string) }
        if !tags.isEmpty { fields.append(("tags", .list(tags.map { FieldValue.Item($0.text, .string) }))) }
        add("scheduled", scheduled?.description)
        add("due", deadline?.description)
        add("timezone", timezone, .string)
        add("recurrence", recurrence, .string)
        add("moved_from", place?.description)
        add("until", until?.description)
        for key in KnownKey.words { add(key.rawValue, words[key]) }
        if let profile, !isNote {
            add("status", completed == .open ? profile.defaultStatus : profile.completingStatus, .string)
            if case .on(let date) = completed { add("completedDate", date.date.description) }
        } else {
            switch completed {
            case .open: add("completed", date == nil && !isNote ? "false" : nil)
            case .completed: add("completed", "true")
            case .on(let date): add("completed", date.description)
            }
        }
        for (key, dates) in [("complete_instances", completeInstances), ("skipped_instances", skippedInstances)] {
            if !dates.isEmpty { fields.append((key, .list(dates.map { FieldValue.Item($0.description) }))) }
        }
        if !alarms.isEmpty {
            let words = alarms.map { FieldValue.Item($0.description) }
            let base = scheduled == nil ? "due" : "scheduled"
            let items = profile == nil || isNote ? words : words.map { Alarm.sharedItem($0, countingFrom: base) }
            fields.append((KnownKey.reminders.rawValue, .list(items)))
        }
        for key in keys { fields.append((key.name, key.value)) }
        add("created", created.description)
        if profile != nil, !isNote { add(TaskNotesField.modified, created.description) }
        add("id", id, .string)
        return fields
    }

    /// The value of `moved_from`.
    private var place: DateValue? {
        guard movedFrom == nil, let recurrence else { return movedFrom }
        var reminder = Reminder(path: "", title: title)
        (reminder.scheduled, reminder.deadline, reminder.recurrence) = (scheduled, deadline, recurrence)
        (reminder.until, reminder.anchor, reminder.completed) = (until, anchor ?? .scheduled, completed)
        (reminder.completeInstances, reminder.skippedInstances) = (completeInstances, skippedInstances)
        var context = TimeContext.ofLocalTimes
        context.zone = zone
        return reminder.placeOfBeginning(in: context)
    }

    /// The reminder as a task of the program that the folder is shared with.
    ///
    /// - Parameter path: of the new file.
    /// - Throws: a `ParseError` if that program cannot read the rule.
    package func shared(with profile: Profile?, at path: String) throws(ParseError) -> NewReminder {
        guard let profile else { return self }
        var new = self
        (new.profile, new.path) = (profile, path)
        guard !isNote else { return new }
        if let tag = profile.taskTag, !tags.contains(where: { $0.isAtOrBelow(tag) }) { new.tags.insert(tag, at: 0) }
        if let property = profile.property, !keys.contains(where: { $0.name == property.key }) {
            let value = FieldValue.Item(
                property.written,
                ["true", "false"].contains(property.written) ? .any : .string
            )
            new.keys.append(Key(property.key, .text(value)))
        }
        if let recurrence {
            let start = words[.anchor] == Reminder.RecurrenceAnchor.completion.rawValue ? date : place ?? date
            new.recurrence = try RecurrenceRule(parsing: recurrence).sharedText(from: start, until: until)
            new.until = nil
        }
        return new
    }

    /// What counts from the deadline says so in a task that has no other date.
    private func hasSameAlarms(_ read: [Alarm]) -> Bool {
        read.count == alarms.count
            && zip(read, alarms).allSatisfy { read, alarm in
                var alarm = alarm
                if profile != nil, scheduled == nil, alarm.isOffset { alarm.base = .due }
                return read.trigger.isSame(as: alarm)
            }
    }

    /// Law 3 of an edit. Strings are compared by bytes.
    private func isSame(_ read: Reminder) -> Bool {
        var end = body
        if let last = end.last, last != Ascii.lineFeed { end.append(Ascii.lineFeed) }
        func isSame(_ a: String?, _ b: String?) -> Bool { a.map { Array($0.utf8) } == b.map { Array($0.utf8) } }
        let hasSameTags =
            read.tags.count == tags.count && zip(read.tags, tags).allSatisfy { $0.isSpelled(as: $1) }
        return isSame(read.title, title) && hasSameTags && isSame(read.writtenID, id)
            && read.scheduled == scheduled && read.deadline == deadline && isSame(read.timezone, timezone)
            && isSame(read.recurrence, recurrence) && read.until == until
            && read.movedFrom == place
            && KnownKey.words.allSatisfy {
                (read.words[$0] ?? $0.spec.kind.words.first) == (words[$0] ?? $0.spec.kind.words.first)
            }
            && read.created == DateValue(created) && read.isNote == (isNote && date == nil)
            && (read.completed == completed || profile != nil && read.isCompleted == (completed != .open))
            && read.body == end && hasSameAlarms(read.alarms)
            && read.completeInstances == completeInstances && read.skippedInstances == skippedInstances
            && keys.allSatisfy { isKept($0, in: read) }
    }

    private func isKept(_ key: Key, in read: Reminder) -> Bool {
        let name = profile?.names.written(key.name) ?? key.name
        return read.frontMatter?.contains { $0.key == name && $0.value.isSame(as: key.value) } == true
    }
}

extension FrontMatterField.Value {
    /// Whether it has the text of a value that was written.
    fileprivate func isSame(as written: FieldValue) -> Bool {
        switch (self, written) {
        case (.scalar(let text, _), .text(let item)): text.utf8.elementsEqual(item.text.utf8)
        case (.list(let values), .list(let items)):
            values.count == items.count && zip(values, items).allSatisfy { $0.isSame(as: .text($1)) }
        default: false
        }
    }
}
