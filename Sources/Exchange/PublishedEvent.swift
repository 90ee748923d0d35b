package import MemossFiles

/// An event of a calendar that rings for one occurrence of a reminder: an object of a CalDAV collection.
package struct PublishedEvent: Sendable, Hashable {
    /// The UID, and the name of the object without `.ics`: `mm-` and 32 hexadecimal digits. It is the same on every machine that has
    /// the folder, and after every change of the reminder.
    package let id: String
    /// When it begins. It has no duration.
    package var start: Instant
    package var title: String
    /// When it rings, in seconds from its start: never after it, which Outlook and Android do not know.
    package var alarms: [Int64]
    /// The file of the reminder, relative to the root.
    package var path: String
    /// When that file was last changed.
    package var modified: Instant

    package init(
        id: String,
        start: Instant,
        title: String,
        alarms: [Int64] = [0],
        path: String = "",
        modified: Instant = Instant(secondsSince1970: 0)
    ) {
        (self.id, self.start, self.path, self.modified) = (id, start, path, modified)
        self.alarms = alarms.sorted().suffix(Self.mostAlarms)
        self.title = String(String.UnicodeScalarView(title.unicodeScalars.prefix(Self.longestTitle)))
    }

    // An object stays below 50,000 bytes, which a request may have.
    private static let longestTitle = 250
    private static let mostAlarms = 40

    /// What is recorded of it once the server has it.
    package func entry(tag: String?) -> PublishedRecord.Entry {
        .init(tag: tag, digest: digest, source: PublishedRecord.source(path), start: start)
    }

    /// The name of its object in the collection.
    package var name: String { Self.name(of: id) }
    package static func name(of id: String) -> String { id + ".ics" }

    /// The id of an object with this name; nil if it is none of ours.
    package static func id(named name: String) -> String? {
        guard name.hasPrefix(prefix), name.hasSuffix(".ics") else { return nil }
        let id = String(name.dropLast(4))
        let digits = id.dropFirst(prefix.utf8.count)
        return digits.utf8.count == 32 && digits.allSatisfy(\.isHexDigit) ? id : nil
    }

    /// - Parameters:
    ///   - subject: what identifies the reminder wherever its folder is.
    ///   - occurrence: that of a series, as a plan names it.
    ///   - part: which event of the occurrence it is.
    static func id(of subject: String, _ occurrence: String, _ part: String) -> String {
        let text = [subject, occurrence, part].joined(separator: "\n")
        return prefix + SHA256.hex(Array(text.utf8)).prefix(32)
    }

    private static let prefix = "mm-"

    // MARK: Bytes

    /// The object. Its times are in UTC, which needs no rules of a zone and means the same in every program.
    package var bytes: [UInt8] {
        var calendar = CalendarWriter()
        calendar.begin("VCALENDAR")
        calendar.add("VERSION", "2.0")
        calendar.add("PRODID", "-//memoss//mm//EN")
        calendar.begin("VEVENT")
        calendar.add("UID", text: id)
        // Both change with the file: an unchanged reminder has the same bytes.
        calendar.add("DTSTAMP", CalendarTime(utc: modified), in: .utc)
        calendar.add("LAST-MODIFIED", CalendarTime(utc: modified), in: .utc)
        calendar.add("DTSTART", CalendarTime(utc: start), in: .utc)
        calendar.add("SUMMARY", text: title)
        calendar.add("TRANSP", "TRANSPARENT")
        calendar.add(Self.digestName, digest)
        for seconds in alarms {
            calendar.begin("VALARM")
            calendar.add("ACTION", "DISPLAY")
            calendar.add("DESCRIPTION", text: title)
            calendar.add("TRIGGER;RELATED=START", CivilDuration(seconds: Int64(seconds)).rfc5545)
            calendar.end("VALARM")
        }
        calendar.end("VEVENT")
        calendar.end("VCALENDAR")
        return calendar.bytes
    }

    /// What it says, whatever the stamps: the same on two machines that have the same folder. The object has it too, so that a
    /// change by a person is told from one by another machine.
    package var digest: String {
        Contents(start: CalendarTime(utc: start).text, title: title, alarms: alarms.map { "\($0)" }).digest
    }

    private static let digestName = "X-MEMOSS-PUBLISHED"

    /// What counts of an object: when it is, what it is called, when it rings, and what a person may have added.
    private struct Contents {
        var start: String
        var title: String
        var alarms: [String]
        var others: [String] = []

        var digest: String {
            // No text has a null character.
            let lines = [start, title, alarms.joined(separator: ",")] + others.sorted()
            return String(SHA256.hex(Array(lines.joined(separator: "\0").utf8)).prefix(32))
        }
    }

    /// An object as a server has it. Servers write objects anew, and programs add properties, above all when an alarm was seen.
    package struct Reading: Sendable, Hashable {
        /// That of what it says now; empty if it is no event.
        package var digest = ""
        /// Whether it says what `mm` has written, on whatever machine.
        package var isIntact = false
        /// Nil if it is not in UTC.
        package var start: Instant?
        /// The modification time of the reminder's file when the event was written; nil if it does not say.
        package var modified: Instant?

        package init(_ bytes: [UInt8]) {
            let components = CalendarParser(bytes).components.flatMap(\.components)
            guard let event = components.first, components.count == 1, event.name == "VEVENT",
                let start = event.first("DTSTART")
            else { return }
            let others = event.lines.filter { PublishedEvent.meaningful.contains($0.name) && !$0.value.isEmpty }
            let alarms = event.components.filter { $0.name == "VALARM" }.map(PublishedEvent.trigger)
            let contents = Contents(
                start: start.value,
                title: event.first("SUMMARY")?.text ?? "",
                alarms: alarms.sorted { (Int64($0) ?? .max) < (Int64($1) ?? .max) },
                others: others.map { "\($0.name):\($0.value)" }
            )
            digest = contents.digest
            isIntact = event.first(PublishedEvent.digestName)?.value == digest
            self.start = Self.instant(start)
            modified = event.first("LAST-MODIFIED").flatMap(Self.instant)
        }

        private static func instant(_ line: CalendarLine) -> Instant? {
            DateValue(calendar: line.value).flatMap {
                $0.offset == nil ? nil : $0.instant(in: .utc, allDayAt: .midnight)
            }
        }
    }

    /// What a person may add to an event, and what `mm` does not write.
    private static let meaningful: Set = [
        "DESCRIPTION", "LOCATION", "RRULE", "RDATE", "EXDATE", "RECURRENCE-ID", "ATTENDEE", "URL",
    ]

    /// Seconds from the start, whatever way a program writes them.
    private static func trigger(_ alarm: CalendarComponent) -> String {
        guard let line = alarm.first("TRIGGER"), line["RELATED"]?.uppercased() != "END",
            let duration = CivilDuration(rfc5545: line.value), duration.months == 0
        else { return alarm.first("TRIGGER")?.value ?? "" }
        return "\(Int64(duration.days) * 86_400 + duration.seconds)"
    }
}
