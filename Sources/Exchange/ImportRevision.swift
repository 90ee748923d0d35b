import MemossFiles

/// A value that differs in the other program.
package struct ImportDifference: Sendable, Hashable {
    package enum Subject: Sendable, Hashable {
        case key(String)
        case text
        /// The file is an occurrence that was changed, and in the other program the series has it at its own date again.
        case takenBack
        /// Something cannot be written, for this reason.
        case unwritten(String)
    }

    package var path: String
    package var subject: Subject
    /// Nil if there is none.
    package var here: String?
    package var there: String?
    /// Whether the other program changed it since the import; if false, it may have been changed here.
    package var isCertain = true
}

/// Updates a reminder that was imported before. A part that only the other program has changed since is changed here too; one that
/// the user has changed as well is reported as a difference. Occurrences completed there are completed here.
struct ImportRevision {
    let path: String
    let format: ImportFormat
    let context: EditContext
    private(set) var time: TimeContext
    private(set) var bytes: [UInt8]
    /// What was completed: the occurrence, or nil for a one-time reminder.
    private(set) var completed: [DateValue?] = []
    /// How many occurrences are skipped.
    private(set) var skipped = 0
    /// The keys whose values were changed.
    private(set) var changed: [String] = []
    /// The tags of the reminder if they were changed, so that new ones can be registered.
    var tags: [TagName] { changed.contains("tags") ? reminder?.tags ?? [] : [] }
    private(set) var differences: [ImportDifference] = []
    /// A digest of the dates of the other program that were taken over, without what was completed or skipped here.
    private var settled: String?

    init(of path: String, _ bytes: [UInt8], from format: ImportFormat, at time: TimeContext, in context: EditContext) {
        (self.path, self.bytes, self.format, self.time, self.context) = (path, bytes, format, time, context)
        know(reminder?.timezone)
    }

    private mutating func know(_ zone: String?) {
        if let zone, time.zones[zone] == nil { time.zones[zone] = try? context.zones.zone(named: zone) }
    }

    private var reminder: Reminder? { decode(bytes) }

    private func decode(_ bytes: [UInt8]) -> Reminder? {
        ReminderDecoder.decode(bytes, path: path, keeping: .whole, keys: .all, registry: context.registry).reminder
    }

    /// The reminder as an import writes it now: as a task, if the file still is one.
    private func written(_ new: NewReminder) throws(EditRefusal) -> NewReminder {
        var written = new
        let profile = reminder?.isTask == true ? context.registry.settings.profile : nil
        do throws(ParseError) {
            written = try new.shared(with: profile, at: path)
        } catch {
            throw EditRefusal(error)
        }
        written.tags = context.registry.canonical(written.tags)
        return written
    }

    /// The differences of the file, by the names that `mm` has for its keys.
    private func differences(from before: [UInt8], to after: [UInt8]) -> [FieldDifference] {
        FieldDifference.all(from: before, to: after, names: context.registry.settings.names)
    }

    mutating func take(_ known: ImportMatch.Known) {
        guard let before = reminder else { return }
        let kept = known.isOwn && format.identity(of: before) != nil ? nil : format.base(of: before)
        if known.isTakenBack, kept.map({ $0.said != .nothing }) ?? true { takeBack(before) }
        let original = self
        let isMoved = known.moved.map { move(to: $0) } ?? false
        for dates in known.replaced { skip(dates) }
        let left = known.replaced.flatMap { $0.map { local($0, in: before) } }
        if known.successor != nil || known.isFinished, known.steps.isEmpty { complete(nil) }
        for date in known.steps { complete(date) }
        for item in known.successor.map({ [$0] }) ?? (known.isFinished ? [] : known.items) {
            if item.isInstance {
                take(occurrence: item)
                continue
            }
            if known.isOwn, item.isAsExported == true { continue }
            if let kept, let said = item.said {
                let waits = known.skipsTakenBack && said.isAwaited(by: kept.said)
                if waits || said.changes(since: kept.said).isEmpty { continue }
            }
            let isExported = known.items.contains { $0.isAsExported != nil }
            let base = kept ?? (known.isOwn && isExported ? exported(before, like: item) : nil)
            // todoman repeats the whole COUNT in the copy.
            let goesOn = known.successor != nil && reminder.map { item.new.goesOn($0, in: time) } == true
            let others = item.new.completeInstances + item.new.skippedInstances
            let steps = kept.flatMap { original.steps(since: $0, besides: others) }
            do throws(EditRefusal) {
                try take(item, since: base, after: steps, without: left, hasDates: !goesOn, isMoved: isMoved)
            } catch {
                // Without a record of it, the next import names it again.
                name(error)
                continue
            }
            let isOfThere = !known.isOwn && !goesOn && (steps?.isEmpty == true || kept == nil && isLike(item))
            let dates = settled ?? (isOfThere ? reminder.map(ImportBase.dates) : kept?.dates)
            record(item, since: kept, leaving: known.isOwn ? nil : dates, waits: known.skipsTakenBack)
        }
        if let item = known.successor ?? (known.isRenamed ? known.items.first : nil) {
            set(format.identityKeys, of: item)
        }
    }

    // MARK: Parts

    /// - Parameters:
    ///   - base: the record of the last import; nil if there is none.
    ///   - steps: as in `steps(since:)`.
    ///   - left: the occurrences that the import turns into reminders of their own.
    ///   - isMoved: whether the current occurrence has been moved as it was there.
    private mutating func take(
        _ item: ImportedReminder,
        since base: ImportBase?,
        after steps: [Step]?,
        without left: [DateValue],
        hasDates: Bool,
        isMoved: Bool
    ) throws(EditRefusal) {
        var item = item
        item.new = try written(item.new)
        let contents = try item.new.contents()
        guard let there = decode(contents), let here = reminder else { return }
        know(there.timezone)
        var parts = Set(ImportState.Part.allCases)
        if let base, let now = item.said { parts = now.changes(since: base.said) }
        let isOpen = base.map { $0.dates != nil || format.baseKey == nil } ?? false
        let mine = base.map { $0.edits(in: here, format) } ?? parts
        for difference in differences(from: bytes, to: contents) {
            guard let part = part(of: difference), parts.contains(part) else { continue }
            // The same alarms in other words are no change.
            if part == .alarms, Set(here.alarms.map(\.trigger)) == Set(there.alarms.map(\.trigger)) { continue }
            if isOpen, !mine.contains(part), set(difference, of: item) { continue }
            if let named = named(difference, there, here, isCertain: base != nil) { differences.append(named) }
        }
        if hasDates, !parts.isDisjoint(with: [.dates, .completed, .skipped, .ending]) {
            takeDates(item, there, parts, after: steps, isCertain: base != nil, without: left, isMoved: isMoved)
        }
    }

    private func part(of difference: FieldDifference) -> ImportState.Part? {
        guard case .key(let key) = difference.part else { return .text }
        return Self.ownParts[key] ?? (format.takes(key) ? .keys : nil)
    }

    /// - Returns: whether the file has the value of the other program now.
    private mutating func set(_ difference: FieldDifference, of item: ImportedReminder) -> Bool {
        guard case .key(let key) = difference.part else {
            guard let after = try? BodyChange(item.new.body).apply(to: bytes) else { return false }
            bytes = after
            changed.append("text")
            return true
        }
        return set([key], to: item.new.fields)
    }

    private mutating func set(_ keys: [String], to fields: [(key: String, value: FieldValue)]) -> Bool {
        var (after, names) = (bytes, [String]())
        for key in keys {
            let change = FieldChange(key, fields.first { $0.key == key }?.value)
            do throws(EditRefusal) {
                guard let result = try [FileChange.field(change)].apply(to: after, registry: context.registry) else {
                    continue
                }
                after = result
                names.append(key)
            } catch {
                return false
            }
        }
        bytes = after
        changed += names
        return true
    }

    private func named(
        _ difference: FieldDifference,
        _ there: Reminder,
        _ here: Reminder,
        isCertain: Bool
    ) -> ImportDifference? {
        guard case .key(let key) = difference.part else {
            guard difference.after != nil || isCertain else { return nil }
            return .init(path: path, subject: .text, isCertain: isCertain)
        }
        if key == "tags", Set(there.tags).isSubset(of: here.tags) { return nil }
        // The user may have removed what mm does not know, and have added what the other program does not.
        if key.hasPrefix(format.rawValue + "_") ? difference.before == nil : difference.after == nil, key != "tags" {
            return nil
        }
        return ImportDifference(
            path: path,
            subject: .key(key),
            here: difference.before,
            there: difference.after,
            isCertain: isCertain
        )
    }

    // MARK: Dates

    private static let ownParts: [String: ImportState.Part] = ["title": .title, "tags": .tags, "reminders": .alarms]
    private static let keysOfDay = ["scheduled", "due", "moved_from"]
    private static let keysOfRule = ["timezone", "recurrence", "until", "recurrence_anchor"]

    private mutating func takeDates(
        _ item: ImportedReminder,
        _ there: Reminder,
        _ parts: Set<ImportState.Part>,
        after steps: [Step]?,
        isCertain: Bool,
        without left: [DateValue],
        isMoved: Bool
    ) {
        let isUntouched = steps?.isEmpty == true
        if let here = reminder, here.recurrence != nil {
            if parts.contains(.completed) { there.completeInstances.forEach { complete($0) } }
        } else if item.ending == .completed, there.recurrence == nil, parts.contains(.ending) {
            if case .on(let date) = there.completed { complete(date, orNow: true) } else { complete(nil) }
        }
        guard let here = reminder else { return }
        let dates = SeriesComparison(there, here, in: time)
        // The move is all that is new. A deadline there may have changed too, and is compared.
        if isMoved, dates.hasSameRule, dates.hasSameZone, there.separateDeadline == nil,
            !parts.contains(.ending)
        {
            return nameRecords(there, here, parts, left, true, isCertain)
        }
        let hasEnded = parts.contains(.ending) && here.isCompleted != there.isCompleted
        let isSame = dates.isSame(besides: steps?.map(\.date) ?? here.completeInstances + here.skippedInstances)
        if isSame, !hasEnded { return nameRecords(there, here, parts, left, isUntouched, isCertain) }
        // A series that has ended there may continue here: some programs complete it and never create its next task.
        let mayEnd =
            item.ending == nil || item.ending == .completed && (here.recurrence == nil || there.recurrence != nil)
        if let steps, mayEnd, apply(item, there, here, keeping: steps) { return }
        let found = differences.count
        if let ending = ending(of: item, there, here, isCertain: isCertain, parts) { differences.append(ending) }
        nameRecords(there, here, parts, left, isUntouched, isCertain)
        if isSame { return }
        let values = differences(from: bytes, to: (try? item.new.contents()) ?? [])
        func name(_ keys: [String]) {
            for key in keys {
                guard let value = values.first(where: { $0.part == .key(key) }) else { continue }
                if ["recurrence", "until"].contains(key) && dates.hasSameRule || key == "timezone" && dates.hasSameZone
                {
                    continue
                }
                self.name(key, value.before, value.after, isCertain)
            }
        }
        name(Self.keysOfRule)
        // Steps taken here are not reported if something else differs.
        if !dates.isAhead || there.movedFrom != nil || differences.count == found { name(Self.keysOfDay) }
        if differences.count == found {
            self.name(here.dateKey, here.date?.description, there.date?.description, isCertain)
        }
    }

    private mutating func name(_ key: String, _ here: String?, _ there: String?, _ isCertain: Bool) {
        differences.append(.init(path: path, subject: .key(key), here: here, there: there, isCertain: isCertain))
    }

    /// Reports the occurrences that the other program has left out or restored.
    private mutating func nameRecords(
        _ there: Reminder,
        _ here: Reminder,
        _ parts: Set<ImportState.Part>,
        _ left: [DateValue],
        _ isUntouched: Bool,
        _ isCertain: Bool
    ) {
        guard here.recurrence != nil, there.recurrence != nil else { return }
        for date in there.skippedInstances where !left.contains(local(date, in: here)) && isOpen(date) {
            name(date.description, "open", "left out", isCertain)
        }
        if isUntouched || !isCertain { return }
        let coming = ComingDates(there, in: time)
        for (part, dates, word) in [
            (ImportState.Part.completed, here.completeInstances, "completed"),
            (.skipped, here.skippedInstances, "skipped"),
        ] where parts.contains(part) {
            for date in dates where coming?.contains(date, in: time.zone(of: here)) == true {
                name(date.description, word, "open", isCertain)
            }
        }
    }

    /// Replaces the dates by those of the other program. Records of earlier occurrences stay.
    ///
    /// - Parameter steps: what is completed or skipped of the new dates too.
    /// - Returns: whether that was possible.
    private mutating func apply(
        _ item: ImportedReminder,
        _ there: Reminder,
        _ here: Reminder,
        keeping steps: [Step]
    ) -> Bool {
        let zone = time.zone(of: there)
        let first = there.movedFrom ?? there.date
        func isEarlier(_ date: DateValue) -> Bool { first.map { date.isBefore($0, in: zone) } == true }
        let lists = (there.completeInstances, there.skippedInstances)
        let last = there.anchor == .completion ? nil : lastDay(of: there)
        /// What was done here of a series that ends before it there.
        func isBeyond(_ date: DateValue) -> Bool { last.map { $0 < date.date } == true }
        var again = steps.filter { step in
            !isEarlier(step.date) && !isBeyond(step.date) && !(lists.0 + lists.1).contains(step.date)
        }
        // Of a series that has lost its rule, only the first date is left.
        let isLast = here.recurrence != nil && there.recurrence == nil
        let ofLast = again.filter { isLast && local($0.date, from: here, to: there).date == first?.date }
        if !ofLast.isEmpty { again = ofLast }
        var fields = item.new.fields
        let isOpen = item.ending == nil && ofLast.isEmpty && staysOpen(there, here)
        if isOpen { fields.removeAll { $0.key == "completed" } }
        // In what is over, what was done here is history.
        let isOver = there.isCompleted && !isOpen
        if isOver { again = [] }
        for (key, records) in [
            ("complete_instances", (here.completeInstances, lists.0)),
            ("skipped_instances", (here.skippedInstances, lists.1)),
        ] {
            let earlier = records.0.filter { date in
                if records.1.contains(date) || again.contains(where: { $0.date == date }) { return false }
                return isOver || there.recurrence != nil && (isEarlier(date) || isBeyond(date) || format.leavesOut)
            }
            let all = (earlier + records.1).sorted { $0.isBefore($1, in: zone) }
            fields.removeAll { $0.key == key }
            if !all.isEmpty { fields.append((key, .list(all.map { .init($0.description) }))) }
        }
        let before = self
        // A task that stays open keeps its status.
        let isSameState = isOpen || here.isCompleted == there.isCompleted
        let state = !here.isTask ? ["completed"] : isSameState ? [] : ["status", "completedDate"]
        let keys = Self.keysOfDay + Self.keysOfRule + state + ["complete_instances", "skipped_instances"]
        let isSet = set(keys, to: fields)
        settled = reminder.map(ImportBase.dates)
        let isKept =
            isSet
            && again.allSatisfy { step in
                let date = step.date.isAllDay ? local(step.date, from: here, to: there) : step.date
                let outcome = apply(step.isCompleted ? .complete(on: date, catchesUp: false) : .skip(on: date))
                let isIt = there.recurrence == nil || outcome?.occurrence == date
                return isIt && outcome?.changes.isEmpty == false
            }
        guard isKept else {
            self = before
            return false
        }
        let names = differences(from: before.bytes, to: bytes).map(\.part)
        changed = before.changed + keys.filter { names.contains(.key($0)) }
        return true
    }

    /// Whether it is open here, and there only over by itself, at a new time: nobody has completed it. A series that ends earlier now
    /// has ended.
    private func staysOpen(_ there: Reminder, _ here: Reminder) -> Bool {
        guard !here.isCompleted, case .on(let last) = there.completed, let date = here.date else { return false }
        guard let series = time.series(of: here), there.recurrence != nil else { return true }
        return !last.isBefore(date, in: series.zone) || !series.contains(last) && !isRecorded(last, in: here)
    }

    /// The day of the last occurrence of a series that ends.
    private func lastDay(of reminder: Reminder) -> CivilDate? {
        if let last = time.series(of: reminder)?.last { return last.nominal.date }
        guard reminder.rule?.count != nil, let coming = ComingDates(reminder, in: time), coming.isWhole else {
            return nil
        }
        return coming.instants.last.map { time.zone(of: reminder).civil(at: $0).date }
    }

    /// The day in the zone of `there` on which a series has the occurrence that is on a day in the zone of `here`.
    private func local(_ day: DateValue, from here: Reminder, to there: Reminder) -> DateValue {
        let (own, other) = (time.zone(of: here), time.zone(of: there))
        guard own != other, let clock = here.date, !clock.isAllDay else { return day }
        let instant = DateValue(CivilDateTime(day.date, clock.clock.time)).instant(in: own, allDayAt: .midnight)
        return DateValue(other.civil(at: instant).date)
    }

    /// An occurrence that was completed or skipped here.
    private struct Step {
        var date: DateValue
        var isCompleted: Bool
    }

    /// Of a series of which more was done since the last import, the dates are not compared step by step.
    private static let mostSteps = 400

    /// What was completed and skipped here since the last import, in the order of the dates.
    ///
    /// - Parameter others: what the other program has recorded too, and may have had recorded then.
    /// - Returns: nil if the dates were changed in another way too.
    private func steps(since base: ImportBase, besides others: [DateValue]) -> [Step]? {
        var (past, steps) = (self, [Step]())
        while base.dates != nil, steps.count < Self.mostSteps, let reminder = past.reminder {
            if base.isUntouched(reminder) { return steps.reversed() }
            let all =
                reminder.completeInstances.map { Step(date: $0, isCompleted: true) }
                + reminder.skippedInstances.map { Step(date: $0, isCompleted: false) }
            // What an import leaves out is skipped.
            let own = all.filter { !others.contains($0.date) }
            let lists = [own.filter(\.isCompleted), own, all]
            let last = lists.first { !$0.isEmpty }?.max { $0.date.isBefore($1.date, in: time.zone(of: reminder)) }
            guard let last, past.apply(.reopen(on: last.date))?.changes.isEmpty == false else { return nil }
            steps.append(last)
        }
        return nil
    }

    private func ending(
        of item: ImportedReminder,
        _ there: Reminder,
        _ here: Reminder,
        isCertain: Bool,
        _ parts: Set<ImportState.Part>
    ) -> ImportDifference? {
        let words: (here: String, there: String)? =
            switch (here.isCompleted, item.ending) {
            case (false, .completed?): ("open", "completed")
            case (false, .dropped?): ("open", "deleted or cancelled")
            case (true, nil) where isCertain && parts.contains(.ending) && !there.isCompleted: ("completed", "open")
            default: nil
            }
        return words.map {
            .init(path: path, subject: .key("completed"), here: $0.here, there: $0.there, isCertain: isCertain)
        }
    }

    // MARK: Steps

    /// A date in the zone of a reminder, however it is written.
    private func local(_ date: DateValue, in reminder: Reminder) -> DateValue {
        let zone = time.zone(of: reminder)
        return date.offset == nil ? date : zone.date(at: date.instant(in: zone, allDayAt: .midnight))
    }

    /// Moves the current occurrence as an edit does.
    ///
    /// - Returns: whether that was possible.
    private mutating func move(to date: DateValue) -> Bool {
        guard let here = reminder else { return false }
        var change = ReminderChange()
        if here.scheduled == nil { change.deadline = .set(date) } else { change.scheduled = .set(date) }
        change.zone = time.zone(of: here)
        guard let changes = try? change.changes(of: bytes, zones: context.zones),
            let after = try? changes.apply(to: bytes, registry: context.registry)
        else { return false }
        bytes = after
        changed.append(here.dateKey)
        return true
    }

    /// Applies an item that stands for one occurrence of a series.
    private mutating func take(occurrence item: ImportedReminder) {
        guard let reminder, reminder.recurrence != nil, let date = occurrence(of: item, in: reminder) else { return }
        if item.ending == .completed { complete(date) }
        if item.ending == .dropped, isOpen(date) { name(date.description, "open", "left out", true) }
    }

    /// The date of a series that an item stands for. Some programs keep the first beginning in all of them.
    private func occurrence(of item: ImportedReminder, in reminder: Reminder) -> DateValue? {
        guard let due = item.new.deadline, let end = reminder.deadline else { return item.new.date }
        guard let start = reminder.movedFrom ?? reminder.scheduled, reminder.rule?.givesSeveralADay != true else {
            return due
        }
        return DateValue(due.date.adding(days: start.date.daysSinceEpoch - end.date.daysSinceEpoch))
    }

    private mutating func complete(_ date: DateValue?, orNow: Bool = false) {
        guard let reminder, !reminder.isCompleted else { return }
        let day = date.map { local($0, in: reminder) }
        if let day, reminder.recurrence != nil, isRecorded(day, in: reminder) { return }
        for day in orNow ? [day, nil] : [day] {
            let step = ReminderStep.complete(on: day, catchesUp: false)
            guard let outcome = try? StepOutcome(step, of: reminder, in: bytes, context: time),
                outcome.event == .completed
            else { continue }
            if apply(step) != nil {
                completed.append(reminder.recurrence == nil ? nil : outcome.occurrence ?? day)
            } else if let day, reminder.recurrence != nil {
                // The file has the key in a form that cannot be edited.
                name(day.description, "open", "completed", true)
            }
            return
        }
    }

    /// Skips an open occurrence.
    ///
    /// - Parameter dates: the dates that it may have; the first that is one is skipped.
    private mutating func skip(_ dates: [DateValue]) {
        guard let reminder else { return }
        for date in dates {
            if apply(.skip(on: local(date, in: reminder))) == nil { continue }
            skipped += 1
            return
        }
        if let date = dates.first(where: isOpen) { name(date.description, "open", "left out", true) }
    }

    /// - Returns: nil if the step is not possible.
    private mutating func apply(_ step: ReminderStep) -> StepOutcome? {
        guard let reminder, let outcome = try? StepOutcome(step, of: reminder, in: bytes, context: time),
            let after = try? outcome.changes.apply(to: bytes, registry: context.registry)
        else { return nil }
        bytes = after
        return outcome
    }

    /// Whether an occurrence is open.
    private func isOpen(_ day: DateValue) -> Bool {
        guard let reminder, !reminder.isCompleted, !isRecorded(day, in: reminder),
            let outcome = try? StepOutcome(.skip(on: day), of: reminder, in: bytes, context: time)
        else { return false }
        return outcome.event == .skipped && (outcome.isAhead || !outcome.isAside)
    }

    private func isRecorded(_ day: DateValue, in reminder: Reminder) -> Bool {
        let recorded = RecordedOccurrences(of: reminder, in: time.zone(of: reminder))
        if day.isAllDay { return recorded.allDays.contains(day.date) }
        return time.series(of: reminder).map { recorded.contains($0.current(day)) } ?? false
    }

    // MARK: What the file keeps

    private mutating func set(_ keys: [String], of item: ImportedReminder) {
        for key in keys {
            keep(item.new.keys.first { $0.name == key }?.value, as: key)
        }
    }

    private mutating func record(_ item: ImportedReminder, since kept: ImportBase?, leaving dates: String?, waits: Bool)
    {
        guard let key = format.baseKey, let said = item.said else {
            return set(format.identityKeys + (settled == nil ? [] : ["todotxt_t"]), of: item)
        }
        var base = ImportBase(waits ? said.awaiting : said, leaving: dates)
        if let here = reminder, let contents = try? written(item.new).contents(), let there = decode(contents) {
            let theirs = ImportState(of: there, ending: nil, in: format)
            let others = ImportState(of: here, ending: nil, in: format).changes(since: theirs)
            base.written = ImportBase(said, writing: there, in: format).written.filter { !others.contains($0.key) }
            // What was edited here, and not there, stays so.
            for part in others where kept?.said[part] == said[part] { base.written[part] = kept?.written[part] }
        }
        keep(base, as: key)
    }

    private mutating func keep(_ base: ImportBase, as key: String) { keep(.text(.init(base.text, .string)), as: key) }

    /// What cannot be written would be imported again each time.
    private mutating func keep(_ value: FieldValue?, as key: String) {
        do throws(EditRefusal) {
            bytes = try FieldChange(key, value).apply(to: bytes, names: context.registry.settings.names) ?? bytes
        } catch { name(error) }
    }

    private mutating func name(_ refusal: EditRefusal) {
        differences.append(.init(path: path, subject: .unwritten(refusal.reason)))
    }

    private mutating func takeBack(_ reminder: Reminder) {
        differences.append(.init(path: path, subject: .takenBack))
        if let key = format.baseKey { keep(ImportBase(.nothing, leaving: nil), as: key) }
    }

    /// Whether the dates here equal those of the other program.
    private func isLike(_ item: ImportedReminder) -> Bool {
        guard let here = reminder, let contents = try? written(item.new).contents(), let there = decode(contents)
        else { return false }
        return ImportBase.dates(of: here) == ImportBase.dates(of: there)
    }

    /// What an export of this reminder would say now, as events or as to-dos, whichever is nearer to what came back.
    private func exported(_ reminder: Reminder, like item: ImportedReminder) -> ImportBase? {
        guard let now = item.said else { return nil }
        let said = CalendarFeed.Kind.allCases.compactMap { kind -> ImportState? in
            let feed = CalendarFeed(
                kind,
                hasAlarms: false,
                hasBodies: !item.new.body.isEmpty,
                lastYear: time.local.date.year + 10
            )
            let bytes = feed.output(of: [reminder], in: time).bytes
            return format.states(bytes, zone: { try? context.zones.zone(named: $0) })[reminder.id]
        }
        return said.min { now.changes(since: $0).count < now.changes(since: $1).count }
            .map { ImportBase($0, leaving: nil) }
    }
}
