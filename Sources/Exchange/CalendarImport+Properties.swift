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
            new.keep(
                "alarm",
                alarm.lines.map { "\($0.name)\($0.written.isEmpty ? ":" : ";")\(Self.raw($0))" }.joined(separator: "\n")
            )
        }
        for line in item.lines
        where line.name == "SUMMARY" && new.reminder.title != TagName.trimmed(title) && !title.isEmpty {
            new.keep("summary", Self.raw(line))
        }
        return new
    }
}
