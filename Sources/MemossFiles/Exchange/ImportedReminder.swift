/// A reminder from a file of another program.
package struct ImportedReminder: Sendable {
    package var new: NewReminder
    /// Its id in the other program, as `identity(of:)` finds it in a file that was imported.
    package var identity: String

    /// Without the part that tells one of its occurrences from the others.
    package var id: String { String(identity.prefix { $0 != "\n" }) }

    /// A fault in a file to import. Nothing of such a file is imported.
    package struct Fault: Error, Sendable, Hashable {
        /// From 1.
        package var line: Int
        /// What was found, and what was expected.
        package var message: String

        init(_ line: Int, _ message: String) { (self.line, self.message) = (line, message) }
    }
}

/// A format of another program that reminders are imported from.
package enum ImportFormat: String, Sendable, CaseIterable {
    case calendar = "ics"

    /// The keys that hold the id in the other program.
    package var identityKeys: [String] {
        switch self {
        case .calendar: ["ics_uid", "ics_recurrence_id"]
        }
    }

    /// The id that a file of the folder has in the other program.
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
        return Self.identity(id, values.count > 1 ? values[1] : nil)
    }

    static func identity(_ id: String, _ part: String?) -> String { part.map { id + "\n" + $0 } ?? id }

    /// - Parameters:
    ///   - bytes: the file.
    ///   - zone: the zone of a name; nil if there is none.
    ///   - freshID: returns a new UUID at each call.
    /// - Returns: the reminders, or everything that is wrong with the file.
    package func read(
        _ bytes: [UInt8],
        in context: TimeContext,
        zone: @escaping (String) -> Zone?,
        freshID: @escaping () -> String
    ) -> (reminders: [ImportedReminder], faults: [ImportedReminder.Fault]) {
        switch self {
        case .calendar:
            var reader = CalendarImport(context, zone: zone, freshID: freshID)
            reader.read(bytes)
            return (reader.reminders, reader.faults.sorted { $0.line < $1.line })
        }
    }
}
