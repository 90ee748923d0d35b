package import MemossFiles

/// The meaning of the texts in a form, and the resulting edit.
extension ReminderForm {
    package struct Reading: Sendable {
        /// The date that the reminder would have.
        package var date: DateValue?
        /// The rule as it would be written.
        package var rule: String?
        /// The deadline, if it differs from the date.
        package var deadline: DateValue?
        /// The last day or moment of the series.
        package var until: DateValue?
        package var anchor = Reminder.RecurrenceAnchor.scheduled
        package var alarms: [AlarmTrigger] = []
        /// At most three occurrences after the date.
        package var next: [DateValue] = []
        /// The day on which the offered rules are based.
        package var day = CivilDate.min
        package var faults: [Part: ParseError] = [:]
        /// The parts whose text means nothing, or nothing yet.
        package var unread: Set<Part> = []
    }

    private var clock: CivilDateTime { zone.civil(at: time.now) }

    mutating func read() {
        var reading = Reading()
        let typed = typed(&reading)
        reading.unread = Set(reading.faults.keys)
        if let fault = titleFault { reading.faults[.title] = fault }
        if let fault = tagFault { reading.faults[.tags] = fault }
        defer { self.reading = reading }
        guard reading.faults[.day] == nil, reading.faults[.time] == nil else { return }
        var fault: NewReminder.Fault?
        if let current {
            var change = ReminderChange()
            do throws(NewReminder.Fault) { try change.set(typed, of: current, in: zone, time) } catch { fault = error }
            reading.date =
                change.scheduled.value(besides: current.scheduled) ?? change.deadline.value(besides: current.deadline)
            reading.deadline = change.deadline.value(besides: current.deadline)
            reading.rule = change.recurrence.value(besides: current.recurrence)
            reading.until = reading.rule == nil ? nil : change.until.value(besides: current.until)
            reading.anchor = change.anchor.value(besides: current.anchor) ?? .scheduled
        } else if var new = try? NewReminder(title: "-", id: "", created: clock) {
            do throws(NewReminder.Fault) { try set(typed, in: &new) } catch { fault = error }
            (reading.date, reading.rule, reading.until) = (new.date, new.recurrence, new.until)
            reading.deadline = new.deadline
            reading.anchor = new.anchor ?? .scheduled
        }
        if let fault, reading.faults[.repeats] == nil, reading.faults[.end] == nil {
            let part = fault.part.formPart
            reading.faults[part == .deadline && isOnDeadline ? .day : part] = fault.error
        }
        if reading.faults[.repeats] == nil { reading.next = occurrences(in: reading) }
    }

    private func occurrences(in reading: Reading) -> [DateValue] {
        guard let date = reading.date, reading.anchor == .scheduled,
            let rule = reading.rule.flatMap({ try? RecurrenceRule(parsing: $0) })
        else { return [] }
        // What follows a moved occurrence is counted from its place in the rule.
        let isKept = reading.rule == current?.recurrence
        let start = (isKept ? current?.place(leftFor: date, in: time) : nil) ?? date
        let series = Series(rule: rule, anchor: start, zone: zone, until: reading.until, allDayAt: time.allDayAt)
        var occurrences = series.occurrences(after: start.instant(in: zone, allDayAt: time.allDayAt))
        var found: [DateValue] = []
        while found.count < 3, let next = occurrences.next() { found.append(series.date(of: next, like: date)) }
        return found
    }

    // MARK: What was typed

    private func typed(_ reading: inout Reading) -> TypedDates {
        var typed = TypedDates()
        reading.day = current?.date?.clock(in: zone, allDayAt: .midnight).date ?? clock.date
        do throws(DateField.Fault) {
            let date = try date.reading(at: time, in: zone)
            if isOnDeadline { typed.due = date } else { typed.scheduled = date }
            if case .set(let phrase) = date {
                reading.day = phrase.changing(current?.date, in: zone).clock(in: zone, allDayAt: .midnight).date
            } else if date == .removed {
                reading.day = clock.date
            }
        } catch {
            reading.faults[error.isInTime ? .time : .day] = error.error
        }
        if !isOnDeadline, deadline.text != oldDeadline {
            let text = deadline.text.trimmingBlanks
            do throws(ParseError) {
                typed.due = text.isEmpty ? .removed : .set(try time.when(text, in: zone))
            } catch {
                reading.faults[.deadline] = error
            }
        }
        readAlarms(&reading)
        var endsItself = false
        switch repeats.setting(on: reading.day) {
        case .kept: break
        case .removed: typed.recurrence = .removed
        case .set(let text):
            do throws(ParseError) {
                let phrase = try RulePhrase(parsing: text, now: clock, times: time.times)
                endsItself = phrase.end != nil
                typed.recurrence = .set(phrase)
            } catch {
                reading.faults[.repeats] = error
            }
        }
        guard repeats.chosen(on: reading.day) != .never else { return typed }
        let text = end.text.trimmingBlanks
        let isKept = text == oldEnd
        // A chosen rule keeps the end shown in the form.
        let isRestated = isKept && !text.isEmpty && typed.recurrence != .kept && !endsItself
        if !isKept, text.isEmpty {
            typed.until = .removed
        } else if !isKept || isRestated {
            do throws(ParseError) {
                typed.until = .set(try time.when(text, in: zone))
            } catch {
                reading.faults[.end] = error
            }
        }
        return typed
    }

    /// What the file has is kept as it is, also if it cannot be written in words.
    private func readAlarms(_ reading: inout Reading) {
        guard alarms.text != oldAlarms else {
            reading.alarms = (current?.alarms ?? []).map(\.trigger)
            return
        }
        if hasUnreadAlarms {
            reading.faults[.alarms] = ParseError("an alarm in the file cannot be read: mend that first")
            return
        }
        for text in alarms.text.split(separator: ",").map({ String($0).trimmingBlanks }) where !text.isEmpty {
            do throws(ParseError) {
                reading.alarms.append(try AlarmTrigger(parsing: text, now: clock, times: time.times))
            } catch {
                reading.faults[.alarms] = error
            }
        }
    }

    private var titleFault: ParseError? {
        do throws(ParseError) {
            if original == nil {
                _ = try NewReminder(title: title.text, id: "", created: clock)
            } else if isTitleChanged {
                _ = try FieldRules.title(title.text)
            }
            return nil
        } catch {
            return error
        }
    }

    private var isTitleChanged: Bool { original.map { !$0.title.utf8.elementsEqual(title.text.utf8) } ?? true }

    /// Text that has not become a tag would be lost on saving.
    private var tagFault: ParseError? {
        let text = tags.text.text.trimmingBlanks
        guard !text.isEmpty else { return nil }
        if case .invalid(let error) = tags.refusal { return error }
        return ParseError("\(quoted(text)) has not been added: add it, or delete the text")
    }

    // MARK: The edit

    /// The edit to the existing reminder, as `mm edit` would make it for the changed parts; nil if anything is invalid.
    package func change() -> ReminderChange? {
        var reading = Reading()
        let typed = typed(&reading)
        guard reading.faults.isEmpty, titleFault == nil, tagFault == nil else { return nil }
        var change = ReminderChange()
        do throws(NewReminder.Fault) { try change.set(typed, of: current, in: zone, time) } catch { return nil }
        if isTitleChanged { change.title = try? FieldRules.title(title.text) }
        change.tags = tags.change
        if alarms.text != oldAlarms { change.fields += alarmChange(to: reading.alarms) }
        if note.text != oldNote { change.body = Array(note.text.utf8) }
        return change
    }

    /// The new reminder; nil if anything is invalid.
    package func reminder(id: String, created: CivilDateTime) -> NewReminder? {
        var reading = Reading()
        let typed = typed(&reading)
        guard reading.faults.isEmpty, tagFault == nil,
            var new = try? NewReminder(title: title.text, id: id, created: created)
        else { return nil }
        do throws(NewReminder.Fault) { try set(typed, in: &new) } catch { return nil }
        (new.tags, new.tagColors, new.alarms) = (tags.selected, tags.created, reading.alarms)
        new.body = Array(note.text.utf8)
        return new
    }

    /// What is only added leaves the others as they are written, which may be mappings.
    private func alarmChange(to wanted: [AlarmTrigger]) -> [FieldChange] {
        let (key, old) = (KnownKey.reminders.rawValue, (current?.alarms ?? []).map(\.trigger))
        func items(_ alarms: [AlarmTrigger]) -> [FieldValue.Item] { alarms.map { FieldValue.Item($0.description) } }
        if wanted.isEmpty { return [FieldChange(key, nil)] }
        let added = wanted.filter { !old.contains($0) }
        if old.allSatisfy(wanted.contains) { return [FieldChange(adding: items(added), to: key)] }
        return [FieldChange(key, .list(items(wanted)))]
    }

    private func set(_ typed: TypedDates, in new: inout NewReminder) throws(NewReminder.Fault) {
        let when = typed.scheduled.value(besides: nil)
        new.scheduled = when?.value
        new.deadline = typed.due.value(besides: nil)?.value
        new.until = typed.until.value(besides: nil)?.value
        if let rule = typed.recurrence.value(besides: nil) {
            do throws(ParseError) {
                try new.setSeries(by: rule, on: when, now: clock, in: zone, allDayAt: time.allDayAt)
            } catch {
                throw NewReminder.Fault(part: .recurrence, error: error)
            }
        }
        if new.recurrence == nil { new.until = nil }
        try new.check(in: zone, allDayAt: time.allDayAt, naming: time.naming)
    }
}

extension NewReminder.Part {
    fileprivate var formPart: ReminderForm.Part {
        switch self {
        case .scheduled: .day
        case .deadline: .deadline
        case .recurrence: .repeats
        case .until: .end
        }
    }
}
