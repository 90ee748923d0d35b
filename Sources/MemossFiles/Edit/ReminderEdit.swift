/// What is set at once in one reminder or note.
public struct ReminderEdit: Sendable, Hashable {
    public enum Setting<Value: Sendable & Hashable>: Sendable, Hashable {
        case kept
        case set(Value)
        case removed
    }

    public var title: String?
    /// Rescheduling ends a snooze, which stands for the occurrence as it was scheduled.
    public var scheduled = Setting<DateValue>.kept
    public var timezone = Setting<String>.kept
    public var recurrence = Setting<String>.kept
    public var until = Setting<DateValue>.kept
    public var tags = TagsEdit()
    /// Markdown; empty takes the body out.
    public var body: [UInt8]?

    public init() {}

    /// The changes of a file, in the order in which new keys stand in it.
    ///
    /// - Parameter bytes: the whole file.
    /// - Throws: a `ParseError` for a value that its key cannot have.
    func changes(of bytes: [UInt8], zones: ZoneDatabase) throws(ParseError) -> [FileChange] {
        var changes: [FileChange] = []
        func add(_ key: String, _ setting: Setting<String>) throws(ParseError) {
            switch setting {
            case .kept: break
            case .set(let text): changes.append(.field(try FieldEdit(setting: key, to: text, zones: zones)))
            case .removed: changes.append(.field(try FieldEdit(unsetting: key)))
            }
        }
        if let title { try add("title", .set(title)) }
        if tags != TagsEdit() { changes.append(.tags(tags)) }
        try add("scheduled", scheduled.map(\.description))
        try add("timezone", timezone)
        try add("recurrence", recurrence)
        try add("until", until.map(\.description))
        let document = (try? FrontMatter.read(bytes))?.document
        let keys = ["completed", "status"].contains { document?.entry($0) != nil }
        if scheduled == .removed, !keys, document?.entry("scheduled") != nil {
            // Without a date it stays a reminder.
            try add("completed", .set("false"))
        }
        if try isRescheduled(bytes, zones: zones) { try add("snoozed", .removed) }
        if let body { changes.append(.body(BodyEdit(body))) }
        return changes
    }

    private func isRescheduled(_ bytes: [UInt8], zones: ZoneDatabase) throws(ParseError) -> Bool {
        let edit: FieldEdit
        switch scheduled {
        case .kept: return false
        case .set(let date): edit = try FieldEdit(setting: "scheduled", to: date.description, zones: zones)
        case .removed: edit = try FieldEdit(unsetting: "scheduled")
        }
        return (try? edit.apply(to: bytes)) != nil
    }
}

extension ReminderEdit.Setting {
    func map<Other>(_ transform: (Value) -> Other) -> ReminderEdit.Setting<Other> {
        switch self {
        case .kept: .kept
        case .set(let value): .set(transform(value))
        case .removed: .removed
        }
    }
}
