/// A reminder from another program's file.
package struct ImportedReminder: Sendable {
    package var new: NewReminder
    /// Its id in the other program, which `identity(of:)` finds again in the imported file.
    package var identity: String

    /// The occurrence that it replaces: the identity of the series, and the date.
    var replaced: (series: String, date: DateValue)?

    /// The identity without the part that distinguishes the occurrences of a series.
    package var id: String { String(identity.prefix { $0 != "\n" }) }

    init(new: NewReminder, identity: String, replacing replaced: (series: String, date: DateValue)? = nil) {
        (self.new, self.identity, self.replaced) = (new, identity, replaced)
    }

    /// A fault in a file to import. If there is one, nothing is imported.
    package struct Fault: Error, Sendable, Hashable {
        /// The line number, from 1.
        package var line: Int
        /// Says what was found and what was expected.
        package var message: String

        init(_ line: Int, _ message: String) { (self.line, self.message) = (line, message) }
    }
}

/// Everything that an import depends on besides the file.
package struct ImportContext {
    package var time: TimeContext
    /// Returns the zone with a name; nil if there is none.
    package var zone: (String) -> Zone?
    /// Returns a new UUID at each call.
    package var freshID: () -> String
    /// The identities of everything imported before.
    package var known: Set<String>

    package init(
        _ time: TimeContext,
        zone: @escaping (String) -> Zone?,
        freshID: @escaping () -> String,
        known: Set<String> = []
    ) {
        (self.time, self.zone, self.freshID, self.known) = (time, zone, freshID, known)
    }

    /// The zone in which instants are written. Its name must mean the same on every machine.
    var home: Zone { zone(time.zone.name) == nil ? .utc : time.zone }
}

/// A format from which reminders are imported.
package enum ImportFormat: String, Sendable, CaseIterable {
    case calendar = "ics"
    case taskwarrior
    case todoText = "todotxt"

    /// The keys that hold the id of the other program.
    package var identityKeys: [String] {
        switch self {
        case .calendar: ["ics_uid", "ics_recurrence_id"]
        case .taskwarrior: ["taskwarrior_uuid"]
        case .todoText: ["todotxt_line", "todotxt_copy"]
        }
    }

    /// The other program's id for a file in the folder.
    ///
    /// - Parameter reminder: read with `identityKeys`.
    package func identity(of reminder: Reminder) -> String? {
        let values = identityKeys.map { key in
            reminder.frontMatter?.lazy.compactMap { field -> String? in
                guard field.key == key, case .scalar(let text, _) = field.value else { return nil }
                return text
            }.first
        }
        guard let id = values.first ?? nil else { return nil }
        let name = self == .todoText ? TodoLine(id).identity : id
        return Self.identity(name, values.count > 1 ? values[1] : nil)
    }

    static func identity(_ id: String, _ part: String?) -> String { part.map { id + "\n" + $0 } ?? id }

    /// Reads the reminders in a file, or else all of its faults.
    package func read(
        _ bytes: [UInt8],
        in context: ImportContext
    ) -> (reminders: [ImportedReminder], faults: [ImportedReminder.Fault]) {
        switch self {
        case .calendar:
            var reader = CalendarImport(context)
            reader.read(bytes)
            return (reader.reminders, reader.faults.sorted { $0.line < $1.line })
        case .taskwarrior:
            var reader = TaskwarriorImport(context)
            reader.read(bytes)
            return (reader.reminders, reader.faults.sorted { $0.line < $1.line })
        case .todoText:
            var reader = TodoTextImport(context)
            reader.read(bytes)
            return (reader.reminders, reader.faults)
        }
    }
}
