internal import Bytes
import MemossFiles

/// A reminder that is being read from another program's file. Nothing is lost: a property without a key in `mm` gets
/// its own key.
struct ImportDraft {
    private var new: NewReminder
    private var keys: [(name: String, values: [FieldValue.Item])] = []
    /// The prefix of the additional keys.
    private let prefix: String
    /// The keys that identify the reminder, each with a single value.
    private var identifiers: Set<String> = []
    let line: Int

    /// - Parameters:
    ///   - title: if it is empty, a default is used.
    ///   - prefix: the prefix of the additional keys, such as `ics_`.
    ///   - line: the line on which it begins in the file.
    init(
        _ title: String,
        prefix: String,
        line: Int,
        created: CivilDateTime?,
        in context: ImportContext
    ) throws(ImportedReminder.Fault) {
        (self.prefix, self.line) = (prefix, line)
        let title = String(title.unicodeScalars.map { ScalarText.isBreak($0) ? " " : Character($0) })
        let created = created ?? context.time.local
        do throws(ParseError) {
            let untitled = try NewReminder(title: "Untitled", id: context.freshID(), created: created)
            new = (try? NewReminder(title: title, id: untitled.id, created: created)) ?? untitled
        } catch {
            throw .init(line, error.message)
        }
    }

    /// The reminder, including the additional keys.
    var reminder: NewReminder {
        var new = new
        new.keys = keys.map { .init($0.name, $0.values.count == 1 ? .text($0.values[0]) : .list($0.values)) }
        return new
    }

    subscript<Value>(field: WritableKeyPath<NewReminder, Value>) -> Value {
        get { new[keyPath: field] }
        set { new[keyPath: field] = newValue }
    }

    /// Gives the rule the start that it counts its intervals from, if another date is the beginning of the series.
    mutating func keepPhase(of start: DateValue, in zone: Zone, allDayAt: CivilTime) {
        guard let date = new.date, var rule = new.recurrence.flatMap({ try? RecurrenceRule(parsing: $0) }),
            rule.start == nil,
            !Series(rule: rule, anchor: date, zone: zone, allDayAt: allDayAt).contains(start)
        else { return }
        rule.start = start
        new.recurrence = rule.rfcText()
    }

    /// In other programs a rule counts from the deadline, and a date before it keeps its distance. Where `mm`, which counts from
    /// the date, would come to other deadlines, the date becomes an alarm.
    mutating func countFromDeadline(in zone: Zone, allDayAt: CivilTime) {
        guard let date = new.scheduled, let due = new.deadline, date.date < due.date, new.movedFrom == nil,
            let rule = new.recurrence.flatMap({ try? RecurrenceRule(parsing: $0) })
        else { return }
        let days = due.date.daysSinceEpoch - date.date.daysSinceEpoch
        func comes(from anchor: DateValue) -> [Int] {
            Series(rule: rule, anchor: anchor, zone: zone, allDayAt: allDayAt).occurrences().prefix(50)
                .map { $0.nominal.date.daysSinceEpoch }
        }
        if new.anchor != .completion, comes(from: date).map({ $0 + days }) == comes(from: due) { return }
        new.scheduled = nil
        let isSameTime = date.time == due.time
        let moment: AlarmTrigger.Moment =
            isSameTime ? .offset(CivilDuration(days: -days)) : .clock(days: -days, date.time ?? allDayAt)
        new.alarms.append(AlarmTrigger(moment))
    }

    func has(_ name: String) -> Bool { keys.contains { $0.name == name } }

    /// Adds a value to a key, without adding the prefix.
    mutating func keep(plain name: String, _ text: String, _ reading: FieldValue.Item.Reading = .string) {
        if let index = keys.firstIndex(where: { $0.name == name }) {
            keys[index].values.append(.init(text, reading))
        } else {
            keys.append((name, [.init(text, reading)]))
        }
    }

    /// Adds a key that identifies the reminder in a later import.
    mutating func identify(_ property: String, _ text: String) {
        keep(property, text)
        identifiers.insert(name(of: property))
    }

    /// Adds a value to the key named after a property of the other program.
    mutating func keep(_ property: String, _ text: String, _ reading: FieldValue.Item.Reading = .string) {
        let name = name(of: property)
        keep(plain: identifiers.contains(name) ? name + "_" : name, text, reading)
    }

    private func name(of property: String) -> String {
        let letters = property.lowercased().utf8.map { byte in
            Ascii.isDigit(byte) || 0x61...0x7A ~= byte ? Character(Unicode.Scalar(byte)) : "_"
        }
        return prefix + String(letters)
    }

    /// Adds a tag; a text that cannot be a tag is kept in a key.
    mutating func add(tag name: String, from property: String) {
        guard !TagName.trimmed(name).isEmpty else { return }
        guard let tag = try? TagName(validating: name) else {
            keep(property, name)
            return
        }
        if !new.tags.contains(tag) { new.tags.append(tag) }
    }
}

extension TimeContext {
    /// Whether a date is after today, or a time after now.
    func isAhead(_ date: DateValue, in zone: Zone) -> Bool {
        date.isAllDay ? date.date > local.date : date.instant(in: zone, allDayAt: allDayAt) > now
    }
}
