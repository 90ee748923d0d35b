package import MemossFiles

/// A reminder from another program's file.
package struct ImportedReminder: Sendable {
    package var new: NewReminder
    /// Its id in the other program, which `identity(of:)` finds again in the imported file.
    package var identity: String
    /// Where it begins in the file.
    let line: Int

    /// The occurrence of a series that it takes the place of: the identity of the series, and the dates that it may have there,
    /// the likeliest first.
    var replaced: (series: String, dates: [DateValue])?

    /// The moved occurrence that became the date of the series, for a series that was imported before it was moved.
    package var apart: [ImportedReminder] = []

    /// The series without the moved occurrence, where `apart` has it.
    var unsettled: NewReminder?

    /// The digests of what the other program says; nil if the reminder cannot be written.
    var said: ImportState?

    /// Whether it is unchanged since `mm` exported it; nil if it has no digest of an export.
    var isAsExported: Bool?

    /// How it ended there. What is over by itself, such as an event, has no ending.
    package enum Ending: Sendable { case completed, dropped }
    package var ending: Ending?

    /// Whether the other program gives it no id, so that one that was edited there looks new.
    var isKnownByText = false

    /// Whether it says nothing that its series does not say.
    var isAsSeries = false

    /// Whether it is one occurrence of the series that has its identity.
    var isInstance = false

    /// What it does not mean any more.
    package var note: Fault?

    /// The identity without the part that distinguishes the occurrences of a series.
    package var id: String { String(identity.prefix { $0 != "\n" }) }

    init(new: NewReminder, identity: String, line: Int) {
        (self.new, self.identity, self.line) = (new, identity, line)
    }

    init(_ draft: ImportDraft, identity: String, replacing replaced: (series: String, dates: [DateValue])? = nil) {
        self.init(new: draft.reminder, identity: identity, line: draft.line)
        self.replaced = replaced
    }

    /// What is wrong with a file to import.
    package struct Fault: Error, Sendable, Hashable {
        package enum Extent: Sendable {
            /// Nothing of the file can be imported: it is not what it should be, or contradicts itself.
            case file
            /// One of its items is left out.
            case item
            /// One of its items is left out, and nothing is lost.
            case nothing
        }

        /// From 1.
        package var line: Int
        /// Says what was found and what was expected.
        package var message: String
        package var extent: Extent

        init(_ line: Int, _ message: String, _ extent: Extent = .item) {
            (self.line, self.message, self.extent) = (line, message, extent)
        }
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
        let values = identityKeys.map { text(of: $0, in: reminder) }
        guard let id = values.first ?? nil else { return nil }
        let name = self == .todoText ? TodoLine(id).identity : id
        return Self.identity(name, values.count > 1 ? values[1] : nil)
    }

    static func identity(_ id: String, _ part: String?) -> String { part.map { id + "\n" + $0 } ?? id }

    /// The reminders in a file, and everything that is wrong with it.
    package func read(
        _ bytes: [UInt8],
        in context: ImportContext
    ) -> (reminders: [ImportedReminder], faults: [ImportedReminder.Fault]) {
        var (reminders, faults) = found(in: bytes, context)
        let said = states(bytes, zone: context.zone, known: self == .taskwarrior ? context.known : [])
        for index in reminders.indices {
            reminders[index].said = said[reminders[index].identity]
            for part in reminders[index].apart.indices {
                reminders[index].apart[part].said = said[reminders[index].apart[part].identity]
            }
        }
        return (reminders, faults)
    }

    /// What a file says about each identity. It is read as of a fixed time in UTC, so that two readings can be compared.
    func states(
        _ bytes: [UInt8],
        zone: @escaping (String) -> Zone? = { _ in nil },
        known: Set<String> = []
    ) -> [String: ImportState] {
        let now = Instant(utc: CivilDateTime(CivilDate(unchecked: 1900, 1, 1)))
        let time = TimeContext(now: now, zone: .utc, allDayAt: .midnight)
        let id = UUID5(url: rawValue).description
        let items = found(in: bytes, ImportContext(time, zone: zone, freshID: { id }, known: known)).reminders
        let pairs = (items + items.flatMap(\.apart)).compactMap { item in
            ImportState(of: item, in: self).map { (item.identity, $0) }
        }
        var states = Dictionary(pairs) { first, _ in first }
        let series = Dictionary(items.map { ($0.identity, $0.new) }) { first, _ in first }
        let moved = items.filter { item in
            item.replaced.flatMap { series[$0.series] }.map { item.new.differsOnlyInTime(from: $0) } == true
        }
        for (id, items) in Dictionary(grouping: moved, by: \.id) {
            states[id] = states[id]?.with(moved: items.compactMap { states[$0.identity] })
        }
        return states
    }

    private func found(
        in bytes: [UInt8],
        _ context: ImportContext
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
