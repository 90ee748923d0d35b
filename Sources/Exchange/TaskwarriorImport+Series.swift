import MemossFiles

extension TaskwarriorImport {
    /// A task that was made from a recurring one.
    private struct Made {
        var task: TaskwarriorTask
        /// Which one it is; nil if the export does not say.
        var number: Int?
        /// When it was due, unless it was moved.
        var date: DateValue
        /// Whether it becomes a reminder of its own.
        var isEdited: Bool
        /// Whether the recurring task has had other dates since, and nobody has changed this one. It is on one of them.
        var isStale = false
        /// Whether it becomes one only because the recurring task is over.
        var isLeft = false
    }

    /// What is known of a recurring task while its tasks are read.
    private struct Counter {
        var template: TaskwarriorTask
        var start: DateValue
        var startInstant: Instant
        /// Whether it repeats after hours or minutes, so that a time is exact and a day has several.
        var isOften: Bool
        var dates: TaskwarriorDates
        var numbered: NumberedOccurrences
        /// Numbers from here on are not read: no task is made a hundred thousand times.
        var end: Int
    }

    /// Turns a recurring task into a series, which takes in what was made from it. What was edited becomes a reminder of its
    /// own, and the series skips the occurrence that it stands for.
    mutating func readSeries(
        of template: TaskwarriorTask,
        _ made: [TaskwarriorTask]
    ) throws(ImportedReminder.Fault) {
        do throws(ImportedReminder.Fault) {
            guard let recur = template.text("recur"), let rule = ImportedRule.taskwarrior(recur),
                try template.instant("due") != nil
            else { return try readWithoutRule(template, made) }
            let (found, faults) = try series(of: template, every: recur, as: rule, made)
            add(found, faults)
        } catch {
            throw .init(error.line, error.message + (made.isEmpty ? "" : "; what was made from it is left out too"))
        }
    }

    private func series(
        of template: TaskwarriorTask,
        every recur: String,
        as rule: String,
        _ tasks: [TaskwarriorTask]
    ) throws(ImportedReminder.Fault) -> (reminders: [ImportedReminder], faults: [ImportedReminder.Fault]) {
        let isOften = ["hours", "hourly", "minutes", "minute"].contains { rule.hasSuffix($0) }
        let due = isOften ? try template.dateAndTime("due", in: zone) : try template.date("due", in: zone)
        guard let start = due, let startInstant = try template.instant("due") else { return ([], []) }
        let first = try makeSeries(rule, from: start, of: template)
        let mask = Array((template.text("mask") ?? "").utf8)
        var counter = Counter(
            template: template,
            start: start,
            startInstant: startInstant,
            isOften: isOften,
            dates: TaskwarriorDates(every: recur, from: startInstant, in: zone),
            numbered: NumberedOccurrences(of: first, from: start),
            end: min(100_000, max(mask.count, tasks.compactMap(\.number).max() ?? 0, 10_000) + 1)
        )
        var (made, edited): ([Made], [ImportedReminder]) = ([], [])
        var faults: [ImportedReminder.Fault] = []
        for task in tasks {
            do throws(ImportedReminder.Fault) {
                if let one = try self.made(task, &counter) { made.append(one) } else { edited.append(try single(task)) }
            } catch {
                faults.append(error)
            }
        }
        // Where the series goes on: with the first task that is still to be done, else with the next that would be made.
        let open = made.filter { !$0.isEdited && !$0.task.isOver }.min { $0.date.isBefore($1.date, in: zone) }
        let numbers = Set(made.compactMap { $0.isStale ? $0.task.number : $0.number })
        let holes = (0..<min(mask.count, counter.end)).filter { !numbers.contains($0) }
        var (base, date) = (open?.number, open?.date)
        if let hole = holes.first(where: { "-W".utf8.contains(mask[$0]) }), open == nil || hole < base ?? 0 {
            (base, date) = (hole, self.date(hole, &counter))
        } else if open == nil, made.contains(where: { $0.number == nil }) {
            let last = made.map(\.date).max { $0.isBefore($1, in: zone) } ?? start
            date = first.next(after: first.current(last).instant).map { first.date(of: $0, like: start) }
        } else if open == nil {
            base = max(mask.count, numbers.max().map { $0 + 1 } ?? 0)
            date = counter.numbered[min(base ?? 0, counter.end)]
        }
        var new = try template.draft(in: context)
        let seriesDate = date ?? start
        let goingRule = ruleGoing(rule, from: seriesDate, at: base, made, of: template)
        new[\.deadline] = seriesDate
        new[\.recurrence] = goingRule
        let going = try makeSeries(goingRule, from: seriesDate, of: template)
        var coming = NumberedOccurrences(of: going, from: seriesDate)

        /// The date that the series has for the task of a number, or for one that has none.
        func occurrence(_ number: Int?, _ date: DateValue) -> DateValue {
            if let number, let base, number >= base, let other = coming[number - base] { return other }
            return date
        }
        func record(_ date: DateValue) -> DateValue { isOften ? date : DateValue(date.clock.date) }

        for one in made {
            let date = record(occurrence(one.number, one.date))
            if one.isEdited {
                do throws(ImportedReminder.Fault) {
                    var own = try single(one.task)
                    // The dates of the series depend on what was open when it was imported.
                    let others = [one.date, one.number.flatMap { counter.numbered[$0] }].compactMap(\.self).map(record)
                    own.replaced = (series: template.uuid, dates: [date] + others.filter { $0 != date })
                    own.isAsSeries = one.isLeft
                    edited.append(own)
                    new[\.skippedInstances].append(date)
                } catch {
                    faults.append(error)
                }
                continue
            }
            new.keep("instances", one.task.difference(from: template))
            switch one.task.status {
            case "completed": new[\.completeInstances].append(date)
            case "deleted": new[\.skippedInstances].append(date)
            default: break
            }
        }
        // Taskwarrior never makes a task for a date whose number another one has.
        let dates = Set(made.map(\.date))
        for one in made where one.isStale {
            guard let number = one.task.number, let made = self.date(number, &counter) else { continue }
            let date = occurrence(number, made)
            if dates.contains(date) || date.isBefore(seriesDate, in: zone) { continue }
            new[\.skippedInstances].append(record(date))
        }
        // What the export leaves out, the mask still has.
        for hole in holes {
            guard let plain = self.date(hole, &counter) else { continue }
            switch mask[hole] {
            case UInt8(ascii: "+"): new[\.completeInstances].append(record(occurrence(hole, plain)))
            case UInt8(ascii: "X"): new[\.skippedInstances].append(record(occurrence(hole, plain)))
            default: break
            }
        }
        new[\.completeInstances].sort { $0.isBefore($1, in: zone) }
        new[\.skippedInstances].sort { $0.isBefore($1, in: zone) }
        try setOtherDates(&new, of: template, date == open?.date ? open?.task : nil, from: start, startInstant)
        if let scheduled = new[\.scheduled] {
            // The occurrences of the series are the dates that it is counted from.
            let move = step(from: seriesDate, to: scheduled, isOften)
            new[\.completeInstances] = new[\.completeInstances].map(move)
            new[\.skippedInstances] = new[\.skippedInstances].map(move)
            for index in edited.indices {
                guard let replaced = edited[index].replaced else { continue }
                edited[index].replaced = (series: replaced.series, dates: replaced.dates.map(move))
            }
        }
        setZone(&new)
        var series = ImportedReminder(new, identity: template.uuid)
        // One that is past its end is over, also where its last tasks were deleted.
        series.ending = template.ending ?? (new[\.completed] == .open ? nil : .completed)
        return ([series] + edited, faults)
    }

    /// - Returns: nil if it has no date.
    private func made(
        _ task: TaskwarriorTask,
        _ counter: inout Counter
    ) throws(ImportedReminder.Fault) -> Made? {
        let date =
            counter.isOften ? try task.dateAndTime("due", in: zone) : try task.date("due", in: zone)
        guard let date else { return nil }
        let own = counter.isOften ? date : near(date, counter.start)
        // A pending instance of a completed or deleted recurring task becomes a reminder of its own.
        let isLeft = counter.template.isOver && !task.isOver
        let isAsMade = try task.isAsMade()
        // If the template was changed after that, it is the one that differs.
        var isOlder = false
        if isAsMade, let changed = try counter.template.instant("modified"), let made = try task.instant("entry") {
            isOlder = changed > made
        }
        let isOwn = context.known.contains(task.uuid) || !isOlder && task.isEdited(since: counter.template)
        var made = Made(task: task, number: task.number, date: own, isEdited: isLeft || isOwn)
        made.isLeft = isLeft && !isOwn
        guard let number = task.number, number < counter.end else {
            made.number = counter.numbered.number(of: own, before: counter.end)
            return made
        }
        // What is over has no date to come, so that one that was moved is like any other.
        let isMoved = try isMoved(task, date, number, &counter)
        if isMoved, !task.isOver, isAsMade || task["recur"].map({ $0 != counter.template["recur"] }) ?? false,
            let number = counter.numbered.number(of: own, before: counter.end)
        {
            (made.number, made.isStale) = (number, true)
            return made
        }
        if isMoved { made.date = self.date(number, &counter) ?? own }
        let isOther = try isMoved ? true : hasOtherTimes(task, than: counter)
        if !task.isOver, isOther { (made.isEdited, made.isLeft) = (true, false) }
        return made
    }

    /// When Taskwarrior made the task of a number due, at the time of day of the template.
    private func date(_ number: Int, _ counter: inout Counter) -> DateValue? {
        guard let instant = counter.dates.date(number) else { return counter.numbered[number] }
        let date = zone.date(at: instant)
        if counter.isOften { return date }
        return near(counter.start.isAllDay ? DateValue(date.clock.date) : date, counter.start)
    }

    /// Whether it is due at another time than when it was made.
    private func isMoved(
        _ task: TaskwarriorTask,
        _ date: DateValue,
        _ number: Int,
        _ counter: inout Counter
    ) throws(ImportedReminder.Fault) -> Bool {
        guard let due = try task.instant("due") else { return false }
        if counter.numbered[number] == date { return false }
        guard let wanted = counter.dates.date(number) else { return true }
        return try isOther(due, than: wanted, in: task)
    }

    /// Whether its `scheduled` is another than that of the template, or it waits for something else.
    private func hasOtherTimes(_ task: TaskwarriorTask, than counter: Counter) throws(ImportedReminder.Fault) -> Bool {
        guard let due = try task.instant("due") else { return false }
        for key in ["scheduled", "wait"] {
            let (own, base) = (try task.instant(key), try counter.template.instant(key))
            // A wait that is over has no effect.
            if key == "wait", own.map({ $0 <= context.time.now }) ?? true { continue }
            guard let own, let base else {
                if own != base { return true }
                continue
            }
            // Some versions keep it, others keep its distance.
            let moved = due.secondsSince1970 - counter.startInstant.secondsSince1970
            let isOther = try isOther(own, than: base.adding(seconds: moved), in: task)
            if own != base, isOther { return true }
        }
        return false
    }

    /// A difference of an hour or two is a change of the clocks, unless somebody has changed the task since.
    private func isOther(
        _ instant: Instant,
        than wanted: Instant,
        in task: TaskwarriorTask
    ) throws(ImportedReminder.Fault) -> Bool {
        let difference = abs(instant.secondsSince1970 - wanted.secondsSince1970)
        if difference == 0 { return false }
        guard [3_600, 7_200].contains(difference) else { return true }
        let isAsMade = try task.isAsMade()
        return task["entry"] != nil && task["modified"] != nil && !isAsMade
    }

    /// From a date of a series to the occurrence that its record stands for.
    private func step(from due: DateValue, to date: DateValue, _ isOften: Bool) -> (DateValue) -> DateValue {
        let days = date.clock.date.daysSinceEpoch - due.clock.date.daysSinceEpoch
        let instants = [due, date].map { $0.instant(in: zone, allDayAt: .midnight).secondsSince1970 }
        return { [zone] record in
            guard isOften else { return record.adding(days: days, in: zone) }
            let instant = record.instant(in: zone, allDayAt: .midnight)
            return zone.date(at: instant.adding(seconds: instants[1] - instants[0]))
        }
    }

    /// The rule by which a series goes on from the date of a number. Taskwarrior counts from the task before: what it has made after
    /// the 31st may be on the 30th for good.
    private func ruleGoing(
        _ rule: String,
        from date: DateValue,
        at base: Int?,
        _ made: [Made],
        of template: TaskwarriorTask
    ) -> String {
        let open = made.filter { one in
            !one.isEdited && !one.task.isOver && one.number.flatMap { number in base.map { number >= $0 } } == true
        }
        func fits(_ rule: String) -> Bool {
            guard let series = try? makeSeries(rule, from: date, of: template) else { return false }
            var coming = NumberedOccurrences(of: series, from: date)
            return open.allSatisfy { coming[($0.number ?? 0) - (base ?? 0)] == $0.date }
        }
        guard !fits(rule), let last = open.max(by: { $0.date.isBefore($1.date, in: zone) }) else { return rule }
        let other = "\(rule) on \(last.date.clock.date.day)"
        return fits(other) ? other : rule
    }

    private func makeSeries(
        _ rule: String,
        from start: DateValue,
        of template: TaskwarriorTask
    ) throws(ImportedReminder.Fault) -> Series {
        do throws(ParseError) {
            let rule = try RecurrenceRule(parsing: rule)
            return Series(rule: rule, anchor: start, zone: zone, allDayAt: context.time.allDayAt)
        } catch {
            throw .init(template.line, "recur: \(error.message)")
        }
    }

    /// `scheduled`, `until` and `completed` of a series whose deadline is set.
    private func setOtherDates(
        _ new: inout ImportDraft,
        of template: TaskwarriorTask,
        _ open: TaskwarriorTask?,
        from start: DateValue,
        _ startInstant: Instant
    ) throws(ImportedReminder.Fault) {
        guard let date = new[\.deadline] else { return }
        // All instances keep the `scheduled` of the first one in some versions; and a series waits again each time.
        let base = try template.instant("scheduled")
        if let open, let own = try open.instant("scheduled"), own != base {
            new[\.scheduled] = try open.date("scheduled", in: zone)
        } else if open == nil || base == nil || open?["scheduled"] != nil {
            let key = base == nil ? "wait" : "scheduled"
            if let first = try template.date(key, in: zone), first.isBefore(start, in: zone) {
                let days = date.clock.date.daysSinceEpoch - start.clock.date.daysSinceEpoch
                new[\.scheduled] = first.adding(days: days, in: zone)
            }
        }
        if new[\.scheduled] == date { new[\.scheduled] = nil }
        new.countFromDeadline(in: zone, allDayAt: context.time.allDayAt)
        if let until = try end(of: template, from: start, startInstant) {
            if until.isBefore(new.reminder.date ?? date, in: zone) {
                new[\.completed] = .on(until)
            } else {
                new[\.until] = until
            }
        }
        if template.isOver { new[\.completed] = try completion(of: template) }
    }

    /// Taskwarrior ends a series at an instant: midnight is the beginning of a day. Of a series of days it is the last day
    /// whose time of day is not later.
    private func end(
        of template: TaskwarriorTask,
        from start: DateValue,
        _ startInstant: Instant
    ) throws(ImportedReminder.Fault) -> DateValue? {
        guard let until = try template.dateAndTime("until", in: zone) else { return nil }
        guard start.isAllDay else {
            return try until.clock.time.secondOfDay == 86_399 ? template.date("until", in: zone) : until
        }
        let isLater = until.clock.time < zone.civil(at: startInstant).time
        return DateValue(until.clock.date.adding(days: isLater ? -1 : 0))
    }

    /// A recurring task whose period cannot be read: it takes in the first task that is to be done, and each of the others is a
    /// reminder of its own.
    private mutating func readWithoutRule(
        _ template: TaskwarriorTask,
        _ made: [TaskwarriorTask]
    ) throws(ImportedReminder.Fault) {
        var new = try single(template)
        var (others, faults): ([ImportedReminder], [ImportedReminder.Fault]) = ([], [])
        var open: (task: TaskwarriorTask, reminder: ImportedReminder)?
        for task in made {
            do throws(ImportedReminder.Fault) {
                let one = try single(task)
                guard !task.isOver, let date = one.new.date else {
                    others.append(one)
                    continue
                }
                if let first = open?.reminder.new.date, !date.isBefore(first, in: zone) {
                    others.append(one)
                } else {
                    if let open { others.append(open.reminder) }
                    open = (task, one)
                }
            } catch {
                faults.append(error)
            }
        }
        if let open {
            (new.new.scheduled, new.new.deadline) = (open.reminder.new.scheduled, open.reminder.new.deadline)
            new.new.timezone = open.reminder.new.timezone
            let difference = open.task.difference(from: template)
            new.new.keys.append(.init("taskwarrior_instances", .text(.init(difference, .string))))
        }
        let recur = template.text("recur").map { "recur: \(quoted($0)) is not a period that mm has" }
        let what =
            template["due"] == nil ? "a recurring task without 'due'" : recur ?? "a recurring task without 'recur'"
        new.note = .init(template.line, what + "; imported without a recurrence")
        add([new] + others, faults)
    }

    /// A date at the time of day of the template. Taskwarrior adds hours, so that a change of the clocks moves the time.
    private func near(_ date: DateValue, _ start: DateValue) -> DateValue {
        let instant = date.instant(in: zone, allDayAt: .midnight)
        let nearest = (-1...1).map { days -> DateValue in
            start.moved(to: CivilDateTime(date.clock.date.adding(days: days), start.clock.time), in: zone)
        }.min { a, b in
            distance(a, instant) < distance(b, instant)
        }
        // The same local time, in the hour that comes twice, is already the right instant.
        guard let nearest, nearest.clock != date.clock, distance(nearest, instant) <= 2 * 3_600 else { return date }
        return nearest
    }

    private func distance(_ date: DateValue, _ instant: Instant) -> Int64 {
        abs(date.instant(in: zone, allDayAt: .midnight).secondsSince1970 - instant.secondsSince1970)
    }
}
