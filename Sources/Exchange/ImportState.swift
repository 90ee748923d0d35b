import MemossFiles

/// What another program says about a reminder: one digest for each part that can change independently.
///
/// The digests do not depend on the time or place of the import. If one differs from that of the last import, the other program has
/// changed this part, whatever was done here since.
package struct ImportState: Sendable, Hashable {
    package enum Part: String, CaseIterable, Sendable {
        case title, text, tags, dates, completed, skipped, ending, keys, alarms
    }

    /// In the order of the parts.
    private var digests: [Substring]

    /// What a reminder says.
    ///
    /// - Parameters:
    ///   - reminder: read with its text and all keys.
    ///   - ending: how it ended in the other program.
    init(of reminder: Reminder, ending: ImportedReminder.Ending?, in format: ImportFormat) {
        func list(_ values: [some CustomStringConvertible]) -> String {
            values.map(\.description).sorted().joined(separator: "\n")
        }
        digests = Part.allCases.map { part in
            let text =
                switch part {
                case .title: reminder.title
                case .text: String(decoding: reminder.body, as: UTF8.self)
                case .tags: list(reminder.tags.map(\.text))
                case .dates: reminder.datesText
                case .completed: list(reminder.completeInstances)
                case .skipped: list(reminder.skippedInstances)
                case .ending: ending.map { "\($0)" } ?? ""
                case .keys:
                    list(
                        (reminder.frontMatter ?? []).compactMap { field in
                            let key = reminder.names.own(field.key) ?? field.key
                            return format.takes(key) ? "\(key): \(field.value.texts.joined(separator: "\n"))" : nil
                        }
                    )
                case .alarms: list(reminder.alarms.map(\.trigger))
                }
            return Self.digest(text)
        }
    }

    /// What an imported reminder says; nil if it cannot be written.
    init?(of item: ImportedReminder, in format: ImportFormat) {
        guard let contents = try? item.new.contents(),
            let reminder = ReminderDecoder.decode(contents, path: "", keeping: .whole, keys: .all).reminder
        else { return nil }
        self.init(of: reminder, ending: item.ending, in: format)
    }

    init?(_ text: some StringProtocol) {
        digests = text.split(separator: " ").map { Substring($0) }
        if digests.count == Part.allCases.count - 1 { digests.append("-") }
        if digests.count != Part.allCases.count { return nil }
    }

    /// The state of a reminder that the other program no longer has.
    static let nothing = ImportState(digests: Part.allCases.map { _ in "-" })

    private init(digests: [Substring]) { self.digests = digests }

    /// The same state, for a series that skips occurrences which became reminders of their own and which the other program no
    /// longer has. Once the user has deleted these reminders, the skipped occurrences are compared again.
    var awaiting: ImportState {
        ImportState(digests: zip(Part.allCases, digests).map { $0 == .skipped ? Self.mark : $1 })
    }

    /// The state of a series and of those of its occurrences that were only moved: whether one of them is the date of the series
    /// depends on the time of the import.
    func with(moved: [ImportState]) -> ImportState {
        let text = ([self] + moved).map { $0[.dates] }.sorted().joined(separator: "\n")
        return ImportState(digests: zip(Part.allCases, digests).map { $0 == .dates ? Self.digest(text) : $1 })
    }

    /// Whether the other state is `awaiting` and both are otherwise equal.
    func isAwaited(by other: ImportState) -> Bool { other.digests.contains(Self.mark) && awaiting == other }

    private static let mark: Substring = "+"

    /// Without alarms as before there were any, when they had no digest.
    var text: String { (digests.last == "-" ? digests.dropLast() : digests[...]).joined(separator: " ") }

    /// The digest of a part.
    subscript(part: Part) -> Substring {
        zip(Part.allCases, digests).first { $0.0 == part }?.1 ?? ""
    }

    /// The parts that differ from an earlier state.
    func changes(since other: ImportState) -> Set<Part> {
        Set(zip(Part.allCases, zip(digests, other.digests)).filter { $1.0 != $1.1 }.map(\.0))
    }

    fileprivate static func digest(_ text: String) -> Substring {
        text.isEmpty ? "-" : SHA1.hex(Array(text.utf8)).prefix(6)
    }
}

/// What a file records about its last import.
package struct ImportBase: Sendable, Hashable {
    /// What the other program said.
    var said: ImportState
    /// A digest of the dates as the import wrote them; nil if the file then had other dates than the other program.
    var dates: String?
    /// The digests of parts as the import wrote them, where they differ from what was said: a text may have times in a zone.
    var written: [ImportState.Part: Substring] = [:]

    init(_ said: ImportState, leaving dates: String?) { (self.said, self.dates) = (said, dates) }

    /// - Parameter reminder: as the import wrote it, with its text and all keys.
    init(_ said: ImportState, writing reminder: Reminder, in format: ImportFormat) {
        self.init(said, leaving: Self.dates(of: reminder))
        let state = ImportState(of: reminder, ending: nil, in: format)
        for part in Self.partsOfText where state[part] != said[part] { written[part] = state[part] }
    }

    init?(_ text: String) {
        let words = text.split(separator: " ")
        let plain = words.prefix { !$0.contains("=") }
        guard let dates = plain.last, let said = ImportState(plain.dropLast().joined(separator: " ")) else {
            return nil
        }
        self.init(said, leaving: dates == "-" ? nil : String(dates))
        for word in words[plain.count...] {
            let pair = word.split(separator: "=")
            if pair.count == 2, let part = ImportState.Part(rawValue: String(pair[0])) { written[part] = pair[1] }
        }
    }

    var text: String {
        let rest = Self.partsOfText.compactMap { part in written[part].map { "\(part.rawValue)=\($0)" } }
        return ([said.text, dates ?? "-"] + rest).joined(separator: " ")
    }

    /// The parts that are as the other program has them until somebody edits them.
    static let partsOfText: [ImportState.Part] = [.title, .text, .tags, .keys, .alarms]

    /// The parts of a reminder that were edited since the import.
    func edits(in reminder: Reminder, _ format: ImportFormat) -> Set<ImportState.Part> {
        let state = ImportState(of: reminder, ending: nil, in: format)
        return Set(ImportState.Part.allCases.filter { state[$0] != written[$0] ?? said[$0] })
    }

    /// Whether the dates of a reminder are as the import left them.
    func isUntouched(_ reminder: Reminder) -> Bool { dates == Self.dates(of: reminder) }

    /// A digest of everything that completing, skipping, moving or snoozing a reminder changes.
    static func dates(of reminder: Reminder) -> String {
        let lists = [reminder.completeInstances, reminder.skippedInstances].map { "\($0)" }
        let state = "\(reminder.completed) \(reminder.snoozed?.description ?? "")"
        return String(ImportState.digest(([reminder.datesText, state] + lists).joined(separator: "\n")))
    }
}

extension Reminder {
    /// Everything that determines when the reminder is due.
    fileprivate var datesText: String {
        let dates = [self.scheduled, self.deadline, self.until, self.movedFrom].map { $0?.description ?? "" }
        let others = [self.timezone ?? "", self.recurrence ?? "", self.anchor.rawValue]
        return (dates + others).allSatisfy { $0.isEmpty || $0 == RecurrenceAnchor.scheduled.rawValue }
            ? "" : (dates + others).joined(separator: "\n")
    }
}

extension ImportFormat {
    /// The key with the record of the last import; nil if another key serves as the record.
    package var baseKey: String? { self == .todoText ? nil : rawValue + "_imported" }

    /// The keys that identify a file at the next import, and the key with the record of the last one.
    package var ownKeys: [String] { identityKeys + [baseKey].compactMap(\.self) }

    /// Whether the other program has a value for this key.
    func takes(_ key: String) -> Bool {
        key.hasPrefix(rawValue + "_") ? !isBookkeeping(key) : ["location", "url", "priority", "project"].contains(key)
    }

    /// Whether a key holds no text of the user.
    private func isBookkeeping(_ key: String) -> Bool {
        ownKeys.contains(key)
            || [
                "ics_last_modified", "ics_sequence", "ics_dtstamp", "ics_percent_complete", "ics_x_moz_lastack",
                "ics_x_moz_generation", "ics_status", "taskwarrior_modified", "taskwarrior_instances",
                "taskwarrior_mask", "taskwarrior_status", "taskwarrior_rtype", "taskwarrior_last", "todotxt_t",
                "todotxt_rec",
            ].contains(key)
    }

    /// Whether a file may lack finished items that an earlier one had: people export only what is pending.
    var leavesOut: Bool { self != .calendar }

    /// The record of the last import; nil if there is none, as in a reminder that this folder exported.
    ///
    /// - Parameter reminder: read with `ownKeys`.
    func base(of reminder: Reminder) -> ImportBase? {
        guard let baseKey else {
            // The line is both the identity and the record of what the other program said.
            guard let line = text(of: "todotxt_line", in: reminder) else { return nil }
            func state(_ line: String) -> ImportState? { states(Array(line.utf8)).values.first }
            return state(line).map { said in
                let words = TodoLine(line)
                // A series whose line has no date began on the day of the import.
                let isDated = words.date("due") != nil || words.date("t") != nil
                let first = isDated ? nil : text(of: "todotxt_t", in: reminder)
                let written = first.flatMap { state("\(line) t:\($0)") } ?? said
                let isMoved = ImportState(of: reminder, ending: nil, in: self)[.dates] != written[.dates]
                let isDone = reminder.isCompleted != words.isCompleted || reminder.snoozed != nil
                // A line has no history: what was done before its date is no change.
                let isAhead = (reminder.completeInstances + reminder.skippedInstances).contains { done in
                    reminder.date.map { done.date >= $0.date } ?? true
                }
                let isChanged = isDone || isMoved || isAhead
                return ImportBase(said, leaving: isChanged ? nil : ImportBase.dates(of: reminder))
            }
        }
        return text(of: baseKey, in: reminder).flatMap(ImportBase.init)
    }

    func text(of key: String, in reminder: Reminder) -> String? {
        reminder.frontMatter?.lazy.compactMap { field -> String? in
            guard field.key == key, case .scalar(let text, _) = field.value else { return nil }
            return text
        }.first
    }
}
