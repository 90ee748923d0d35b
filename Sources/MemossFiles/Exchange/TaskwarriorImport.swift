/// Turns the tasks that `task export` prints into reminders. A recurring task and its instances become one series.
struct TaskwarriorImport {
    private(set) var reminders: [ImportedReminder] = []
    private(set) var faults: [ImportedReminder.Fault] = []

    private let context: ImportContext
    private var zone: Zone { context.time.zone }

    init(_ context: ImportContext) { self.context = context }

    mutating func read(_ bytes: [UInt8]) {
        var tasks: [TaskwarriorTask] = []
        var places: [String: Int] = [:]
        for (value, line) in values(bytes) {
            do throws(ImportedReminder.Fault) {
                let task = try TaskwarriorTask(value, line: line)
                if let place = places[task.uuid] {
                    if tasks[place].members == task.members { continue }
                    let other = "the task on line \(tasks[place].line)"
                    throw .init(line, "the task has the uuid of \(other), and differs from it: delete the older one")
                }
                places[task.uuid] = tasks.count
                tasks.append(task)
            } catch {
                faults.append(error)
            }
        }
        let templates = Set(tasks.filter(\.isTemplate).map(\.uuid))
        var instances: [String: [TaskwarriorTask]] = [:]
        var others: [TaskwarriorTask] = []
        for task in tasks {
            if let parent = task.text("parent")?.lowercased(),
                templates.contains(parent) || context.known.contains(parent)
            {
                instances[parent, default: []].append(task)
            } else {
                others.append(task)
            }
        }
        for task in others {
            do throws(ImportedReminder.Fault) {
                reminders +=
                    task.isTemplate
                    ? try series(of: task, instances[task.uuid] ?? []) : [try single(task)]
            } catch {
                faults.append(error)
            }
        }
        // The series was imported before and continues on its own.
        for (parent, made) in instances where !templates.contains(parent) {
            do throws(ImportedReminder.Fault) {
                for task in made { reminders.append(ImportedReminder(new: try single(task).new, identity: parent)) }
            } catch {
                faults.append(error)
            }
        }
    }

    /// The values, with the lines on which they begin.
    private mutating func values(_ bytes: [UInt8]) -> [(value: JSON, line: Int)] {
        do throws(ParseError) {
            var (line, place) = (1, 0)
            return try JSON.values(parsing: bytes).map { offset, value in
                line += bytes[place..<offset].count { $0 == Ascii.lineFeed }
                place = offset
                return (value, line)
            }
        } catch {
            let offset = min(error.offset, bytes.count)
            let line = 1 + bytes[..<offset].count { $0 == Ascii.lineFeed }
            faults.append(.init(line, "\(error.message); expected what 'task export' prints"))
            return []
        }
    }

    // MARK: One task

    private func single(_ task: TaskwarriorTask) throws(ImportedReminder.Fault) -> ImportedReminder {
        var new = try task.draft(in: context)
        new[\.scheduled] = try task.date("scheduled", in: zone)
        new[\.deadline] = try task.date("due", in: zone)
        // A waiting task appears at its wait date.
        if new[\.scheduled] == nil, !task.isOver, let wait = try task.date("wait", in: zone),
            context.time.isAhead(wait, in: zone), new[\.deadline].map({ wait.isBefore($0, in: zone) }) ?? true
        {
            new[\.scheduled] = wait
        }
        if new[\.scheduled] == new[\.deadline] { new[\.scheduled] = nil }
        if task.isOver { new[\.completed] = try completion(of: task) }
        setZone(&new)
        return ImportedReminder(new: new.reminder, identity: task.uuid)
    }

    private func completion(of task: TaskwarriorTask) throws(ImportedReminder.Fault) -> Reminder.Completion {
        try task.instant("end").map { .on(zone.date(at: $0)) } ?? .completed
    }

    /// Taskwarrior's times are instants, so the zone is written too.
    private func setZone(_ new: inout ImportDraft) {
        let isTimed = [new[\.scheduled], new[\.deadline]].contains { $0?.isAllDay == false }
        if isTimed, context.home == zone { new[\.timezone] = zone.name }
    }

    // MARK: A recurring task

    /// - Parameter made: the instances of the template. Those that were edited become separate reminders.
    private func series(
        of template: TaskwarriorTask,
        _ made: [TaskwarriorTask]
    ) throws(ImportedReminder.Fault) -> [ImportedReminder] {
        guard let start = try template.date("due", in: zone), let recur = template.text("recur") else {
            throw .init(template.line, "a recurring task needs 'due' and 'recur'")
        }
        guard let rule = ImportedRule.taskwarrior(recur) else {
            throw .init(template.line, "recur: \(quoted(recur)) is not a Taskwarrior recurrence that mm supports")
        }
        var new = try template.draft(in: context)
        var edited: [ImportedReminder] = []
        var open: (date: DateValue, task: TaskwarriorTask)?
        var last = start
        let isOften = rule.hasSuffix("hours") || rule.hasSuffix("hourly") || rule.hasSuffix("minutes")
        for task in made {
            guard let due = try task.date("due", in: zone) else {
                edited.append(try single(task))
                continue
            }
            let date = isOften ? due : near(due, start)
            let record = isOften ? date : DateValue(date.clock.date)
            if last.isBefore(date, in: zone) { last = date }
            if task.isEdited(since: template) {
                let own = try single(task)
                let replaced = (series: template.uuid, date: date)
                edited.append(ImportedReminder(new: own.new, identity: own.identity, replacing: replaced))
                new[\.skippedInstances].append(record)
                continue
            }
            new.keep("instances", task.difference(from: template))
            switch task.status {
            case "completed": new[\.completeInstances].append(record)
            case "deleted": new[\.skippedInstances].append(record)
            default: if open.map({ date.isBefore($0.date, in: zone) }) ?? true { open = (date, task) }
            }
        }
        new[\.completeInstances].sort { $0.isBefore($1, in: zone) }
        new[\.skippedInstances].sort { $0.isBefore($1, in: zone) }
        do throws(ParseError) {
            let series = Series(
                rule: try RecurrenceRule(parsing: rule),
                anchor: start,
                zone: zone,
                allDayAt: context.time.allDayAt
            )
            let next = made.isEmpty ? nil : series.next(after: series.current(last).instant)
            let date = open?.date ?? next.map { series.date(of: $0, like: start) } ?? start
            new[\.deadline] = date
            // Restores the day of the longer month (`31`), unless Taskwarrior has already lost it.
            let pinned = series.pinnedText ?? rule
            let pinnedSeries = Series(
                rule: try RecurrenceRule(parsing: pinned),
                anchor: date,
                zone: zone,
                allDayAt: context.time.allDayAt
            )
            new[\.recurrence] =
                pinnedSeries.startIsOnPattern && date.clock.date.day != start.clock.date.day ? pinned : rule
        } catch {
            throw .init(template.line, "recur: \(error.message)")
        }
        try setOtherDates(&new, of: template, open?.task, from: start)
        setZone(&new)
        return [ImportedReminder(new: new.reminder, identity: template.uuid)] + edited
    }

    /// Sets `scheduled`, `until` and `completed` of a series whose deadline is known.
    private func setOtherDates(
        _ new: inout ImportDraft,
        of template: TaskwarriorTask,
        _ open: TaskwarriorTask?,
        from start: DateValue
    ) throws(ImportedReminder.Fault) {
        guard let date = new[\.deadline] else { return }
        if let scheduled = try open?.date("scheduled", in: zone) {
            new[\.scheduled] = scheduled
        } else if open == nil, let scheduled = try template.date("scheduled", in: zone) {
            let days = date.clock.date.daysSinceEpoch - start.clock.date.daysSinceEpoch
            new[\.scheduled] = scheduled.adding(days: days, in: zone)
        }
        if new[\.scheduled] == date { new[\.scheduled] = nil }
        if let until = try template.date("until", in: zone) {
            if until.isBefore(new.reminder.date ?? date, in: zone) {
                new[\.completed] = .on(until)
            } else {
                new[\.until] = until
            }
        }
        if template.isOver { new[\.completed] = try completion(of: template) }
    }

    /// Restores the template's time of day. Taskwarrior adds hours, so the time shifts when the clocks change.
    private func near(_ date: DateValue, _ start: DateValue) -> DateValue {
        let instant = date.instant(in: zone, allDayAt: .midnight)
        let nearest = (-1...1).map { days -> DateValue in
            start.moved(to: CivilDateTime(date.clock.date.adding(days: days), start.clock.time), in: zone)
        }.min { a, b in
            distance(a, instant) < distance(b, instant)
        }
        guard let nearest, distance(nearest, instant) <= 2 * 3_600 else { return date }
        return nearest
    }

    private func distance(_ date: DateValue, _ instant: Instant) -> Int64 {
        abs(date.instant(in: zone, allDayAt: .midnight).secondsSince1970 - instant.secondsSince1970)
    }
}
