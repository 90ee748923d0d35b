internal import Bytes
import MemossFiles

extension CalendarImport {
    /// The parameters and the value of a line, as they are written.
    private static func raw(_ line: CalendarLine) -> String {
        line.written.isEmpty ? line.value : "\(line.written):\(line.value)"
    }

    /// The properties that `read` interprets.
    private static let known: Set = [
        "UID", "SUMMARY", "DESCRIPTION", "CATEGORIES", "DTSTART", "DUE", "RRULE", "EXDATE", "RDATE", "RECURRENCE-ID",
        "CREATED",
        "COMPLETED", "STATUS", CalendarSeries.ownRuleName, CalendarDigest.name,
        CalendarFeed.eventName,
    ]
    /// Properties that become plain keys, which other programs also use.
    private static let plain = ["LOCATION": "location", "URL": "url"]
    /// The words of a PRIORITY (RFC 5545, 3.8.1.9), of which 1 is the highest; 0 is none.
    private static let priorities =
        ["1", "2", "3", "4"].map { ($0, "high") } + [("5", "normal")]
        + ["6", "7", "8", "9"].map { ($0, "low") }

    /// When an alarm rings; nil if it is no alarm on a screen, or not understood, and for what the feed writes itself.
    private func trigger(_ alarm: CalendarComponent, of item: CalendarComponent, in zone: Zone) -> AlarmTrigger? {
        let action = alarm.first("ACTION")?.value.uppercased()
        guard let line = alarm.first("TRIGGER"), action != "EMAIL", action != "NONE" else { return nil }
        if line["VALUE"]?.uppercased() == "DATE-TIME" {
            // The end of a snooze is one too.
            guard let time = try? time(line) else { return nil }
            return AlarmTrigger(.exact(date(time, in: zone)))
        }
        guard let start = try? time(item.first("DTSTART") ?? item.first("DUE")),
            var span = CivilDuration(rfc5545: line.value)
        else { return nil }
        let isAfterEnd = line["RELATED"]?.uppercased() == "END" && item.first("DTSTART") != nil
        let isOfEnd = isAfterEnd && item.first("DUE") != nil
        if isAfterEnd, !isOfEnd {
            // An event has an end, but a reminder has none.
            guard let length = try? length(of: item, from: start) else { return nil }
            // An event on a day lasts for it (RFC 5545, 3.6.1).
            if start.kind == .day { span.days += max(1, length) } else { span.seconds += Int64(length) }
        }
        // Alarms in words have whole minutes: rather earlier than later.
        span.seconds -= span.seconds.modulo(60)
        let base: AlarmTrigger.Base? = isOfEnd ? .due : nil
        guard start.kind == .day, span.months == 0 else { return AlarmTrigger(.offset(span), from: base) }
        // From the midnight at which the day begins.
        let seconds = Int(span.seconds)
        let days = Int((Double(seconds) / 86_400).rounded(.down))
        let clock = CivilTime(unchecked: seconds - days * 86_400)
        return AlarmTrigger(.clock(days: span.days + days, clock), from: base)
    }

    /// Whether an alarm says nothing but when.
    private static func isPlain(_ alarm: CalendarComponent, titled title: String) -> Bool {
        alarm.lines.allSatisfy { line in
            switch line.name {
            case "TRIGGER", "UID", "ACKNOWLEDGED": true
            case "ACTION": ["DISPLAY", "AUDIO"].contains(line.value.uppercased())
            case "DESCRIPTION": line.text == title || line.value.isEmpty
            default: line.name.hasPrefix("X-")
            }
        }
    }

    /// Imports everything except the dates.
    ///
    /// - Parameter zone: that of the dates.
    func base(
        of item: CalendarComponent,
        id: String,
        in zone: Zone
    ) throws(ImportedReminder.Fault) -> ImportDraft {
        let title = item.first("SUMMARY")?.text ?? ""
        let created = try time(item.first("CREATED")).map { date($0, in: time.zone).clock }
        var new = try ImportDraft(title, prefix: "ics_", line: item.number, created: created, in: context)
        new[\.body] = Array((item.first("DESCRIPTION")?.text ?? "").utf8)
        new.identify("uid", id)
        // A task that was exported as an event is still a task.
        if item.name == CalendarFeed.Kind.event.rawValue,
            !exported.contains(id) || item.first(CalendarFeed.eventName) != nil
        {
            new[\.words][.expires] = "true"
        }
        for line in item.lines {
            switch line.name {
            case "CATEGORIES":
                // khal writes two categories as one with a comma, which no tag has.
                for name in line.texts.flatMap({ $0.split(separator: ",") }) {
                    new.add(tag: String(name), from: line.name)
                }
            case "STATUS":
                let isDone = ["COMPLETED", "CANCELLED"].contains(line.value.uppercased())
                if isDone, new[\.completed] == .open { new[\.completed] = .completed }
                if !["COMPLETED", "NEEDS-ACTION"].contains(line.value.uppercased()) { new.keep(line.name, line.value) }
            case "COMPLETED": if let time = try time(line) { new[\.completed] = .on(date(time, in: zone)) }
            // A period has an end too.
            case "RDATE" where line["VALUE"]?.uppercased() == "PERIOD": new.keep(line.name, Self.raw(line))
            case let name where Self.known.contains(name): break
            case "PRIORITY":
                let word = Self.priorities.first { $0.0 == line.value }?.1
                if let word, !new.has("priority") { new.keep(plain: "priority", word) }
                new.keep(line.name, Self.raw(line), .any)
            default:
                if let name = Self.plain[line.name], line.written.isEmpty, !new.has(name) {
                    new.keep(plain: name, line.text)
                } else {
                    new.keep(line.name, Self.raw(line))
                }
            }
            // Keep other parameters, such as a language or a reference to a longer text.
            let ignored = ["VALUE", "TZID"]
            if Self.known.contains(line.name), line.name != "RECURRENCE-ID",
                line.parameters.contains(where: { !ignored.contains($0.name) })
            {
                new.keep(line.name + "_parameters", line.written)
            }
        }
        for alarm in item.components {
            guard alarm.name == "VALARM", alarm.components.isEmpty else {
                throw .init(alarm.number, "a \(alarm.name) in a \(item.name) cannot be imported")
            }
            if let trigger = self.trigger(alarm, of: item, in: zone) {
                // The feed also writes one for the date, one for the deadline and one for the end of a snooze.
                let isOwn =
                    exported.contains(id) && !trigger.isBefore && alarm.first(CalendarFeed.alarmName) == nil
                if !isOwn, !new[\.alarms].contains(trigger) { new[\.alarms].append(trigger) }
                if !isOwn, Self.isPlain(alarm, titled: title) { continue }
            }
            new.keep(
                "alarm",
                alarm.lines.map { "\($0.name)\($0.written.isEmpty ? ":" : ";")\(Self.raw($0))" }.joined(separator: "\n")
            )
        }
        // It rings at its date anyway.
        new[\.alarms].removeAll { $0.moment == .offset(CivilDuration()) || $0.moment == .clock(days: 0, time.allDayAt) }
        for line in item.lines
        where line.name == "SUMMARY" && new.reminder.title != TagName.trimmed(title) && !title.isEmpty {
            new.keep("summary", Self.raw(line))
        }
        return new
    }
}
