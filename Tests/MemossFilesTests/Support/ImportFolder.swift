import Testing

@testable import Exchange
@testable import MemossFiles

/// A folder in memory into which files of other programs are imported, again and again. In Paris, on 28 November 2026.
struct ImportFolder {
    /// What an import says and does.
    struct Outcome: Equatable {
        var added: [String] = []
        /// The paths that it completes, changes or skips something of.
        var changed: Set<String> = []
        /// The paths that it names, and what of them.
        var named: [String] = []
        /// The reminders that new ones have the titles of.
        var twins: [String] = []
        /// What TaskNotes cannot read: the line of each item, and the reason.
        var leftOut: [String] = []
        var isSilent: Bool { added.isEmpty && changed.isEmpty && named.isEmpty && leftOut.isEmpty }
    }

    private(set) var files: [String: [UInt8]] = ["tags.yaml": []]
    let format: ImportFormat
    var time: TimeContext
    private let zones = ZoneDatabase()

    init(_ format: ImportFormat) throws {
        self.format = format
        let now = Instant(utc: CivilDateTime(CivilDate(unchecked: 2026, 11, 28), CivilTime(unchecked: 8 * 3_600)))
        let names = ["Europe/Paris", "Europe/London", "America/New_York", "Asia/Kolkata", "UTC"]
        let database = ZoneDatabase()
        let known = try names.map { ($0, try database.zone(named: $0)) }
        time = TimeContext(
            now: now,
            zone: try database.zone(named: "Europe/Paris"),
            zones: Dictionary(known) { first, _ in first },
            allDayAt: CivilTime(unchecked: 32_400)
        )
    }

    /// A reminder that is in the folder already.
    mutating func add(_ path: String, _ text: String) { files[path] = Array(text.utf8) }

    /// Makes the value of a key an alias, which no edit replaces.
    mutating func alias(_ key: String, _ path: String) throws {
        let text = String(decoding: try #require(files[path]), as: UTF8.self)
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix(key + ":") })
        add(path, text.replacing(line, with: "mine: &a\(line.dropFirst(key.count + 1))\n\(key): *a"))
    }

    func reminder(_ path: String) throws -> Reminder {
        let bytes = try #require(files[path], "\(path)")
        return try #require(
            ReminderDecoder.decode(bytes, path: path, keeping: .whole, keys: .all, registry: registry).reminder
        )
    }

    func text(_ path: String) -> String { String(decoding: files[path] ?? [], as: UTF8.self) }

    private var registry: TagRegistry { context.registry }

    var reminders: [Reminder] {
        get throws { try files.keys.filter { $0.hasSuffix(".md") }.sorted().map(reminder) }
    }

    private var context: EditContext {
        EditContext(Snapshot(files: files), files: FileValues(files), zones: zones)
    }

    mutating func take(_ text: String) throws -> Outcome {
        let known = try reminders
        let reading = ImportContext(
            time,
            zone: { [zones] in try? zones.zone(named: $0) },
            freshID: { "00000000-0000-4000-8000-000000000000" },
            known: Set(known.compactMap(format.identity))
        )
        let (found, faults) = format.read(Array(text.utf8), in: reading)
        #expect(faults.allSatisfy { $0.extent == .nothing }, "\(faults)\n\(text)")
        let match = ImportMatch(
            found,
            of: format,
            among: known,
            sharing: registry.settings.profile,
            in: time,
            zone: reading.zone
        )
        let paths = match.fresh.indices.map { "\(known.count + $0 + 1).md" }
        let addition = ImportAddition(
            of: Array(zip(match.fresh, paths)).map { (imported: $0, path: $1) },
            knowing: match,
            from: format,
            at: time,
            freshID: { "00000000-0000-4000-8000-000000000001" }
        )
        let (plan, revised) = try addition.plan(in: context)
        for edit in plan.edits { files[edit.path] = edit.after }
        let changed = revised.completed.map(\.path) + revised.changed.map(\.path)
        let named = revised.differences.map { "\($0.path): \($0.subject): \($0.here ?? "-"), \($0.there ?? "-")" }
        let leftOut = match.faults.map { "\($0.line): \($0.message)" }
        return Outcome(
            added: paths,
            changed: Set(changed),
            named: named,
            twins: match.twins.map(\.path),
            leftOut: leftOut
        )
    }

    mutating func step(_ step: ReminderStep, _ path: String) throws {
        let reminder = try reminder(path)
        let outcome = try StepOutcome(step, of: reminder, in: files[path] ?? [], context: time)
        files[path] = try outcome.changes.apply(to: files[path] ?? [], registry: registry)
    }

    mutating func set(_ key: String, _ text: String, _ path: String) throws {
        files[path] = try FieldChange(setting: key, to: text, zones: zones).apply(to: files[path] ?? []) ?? files[path]
    }

    /// The coming dates of a series as local times.
    func dates(_ path: String) throws -> [String] {
        let reminder = try reminder(path)
        let zone = time.zone(of: reminder)
        let coming = ComingDates(reminder, in: time)?.instants ?? []
        return coming.map {
            reminder.date?.isAllDay == true ? "\(zone.civil(at: $0).date)" : zone.date(at: $0).description
        }
    }

    /// What is in the folder, without what only this import has: titles, tags, texts and open dates.
    func contents() throws -> [String] {
        try reminders.map { reminder in
            let coming = ComingDates(reminder, in: time)?.instants.prefix(40).map(\.description) ?? []
            let date = reminder.isCompleted ? "done" : coming.isEmpty ? reminder.date?.description ?? "none" : ""
            let tags = reminder.tags.map(\.text).sorted()
            return "\(reminder.title) \(tags) \(String(decoding: reminder.body, as: UTF8.self)) \(date) \(coming)"
        }.sorted()
    }
}
