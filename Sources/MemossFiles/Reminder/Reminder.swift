/// A file of the folder: a reminder, or a note, which has no date and is not to be done.
///
/// A value that is cheap to copy: folders hold many, and listings pass them about.
@dynamicMemberLookup
public struct Reminder: Sendable, Hashable {
    private var storage: Storage

    private final class Storage: Sendable, Hashable {
        let fields: Fields
        init(_ fields: Fields) { self.fields = fields }
        static func == (a: Storage, b: Storage) -> Bool { a === b || a.fields == b.fields }
        func hash(into hasher: inout Hasher) { hasher.combine(fields) }
    }

    init(_ fields: Fields) { storage = Storage(fields) }

    public init(path: String, title: String) { self.init(Fields(path: path, title: title)) }

    public subscript<Value>(dynamicMember field: WritableKeyPath<Fields, Value>) -> Value {
        get { storage.fields[keyPath: field] }
        set {
            var fields = storage.fields
            fields[keyPath: field] = newValue
            storage = Storage(fields)
        }
    }

    /// What a file says.
    public struct Fields: Sendable, Hashable {
        /// From the folder's root.
        public var path: String
        /// The `id` of the file; nil where it has none.
        public var writtenID: String? {
            get { storedID?.text }
            set { storedID = newValue.map(StoredID.init) }
        }
        private var storedID: StoredID?
        public var title: String
        /// As the file spells them, in its order; the registry's spelling is `TagRegistry.canonical`.
        public var tags: [TagName] = []
        /// Whether the front matter has none of `scheduled`, `due` and `completed`, and the file does not carry the tag
        /// `task`. What only a reminder has is not read in a note.
        public var isNote = true
        package var attention: Attention?
        public var scheduled: DateValue?
        /// The key `due`.
        public var deadline: DateValue?
        /// The zone of the dates, an IANA name; nil for the system's.
        public var timezone: String?
        /// As in the file.
        public var recurrence: String?
        public var until: DateValue?
        public var anchor: RecurrenceAnchor = .scheduled
        public var missed: MissedOccurrences = .keep
        public var completed: Completion = .open
        /// Occurrences of a series that were completed, and those that were left out.
        public var completeInstances: [DateValue] = []
        public var skippedInstances: [DateValue] = []
        public var snoozed: DateValue?
        public var created: DateValue?
        /// As much of the body as was asked to be kept.
        public var body: [UInt8] = []

        init(path: String, title: String) {
            self.path = path
            self.title = title
        }

        /// What a note has of it: the other keys may be another tool's, and mean something else.
        var note: Fields {
            var note = Fields(path: path, title: title)
            note.storedID = storedID
            note.tags = tags
            note.created = created
            return note
        }
    }

    /// What the next occurrence is counted from.
    public enum RecurrenceAnchor: String, Sendable, CaseIterable {
        case scheduled, completion
    }

    /// Whether completing an overdue series steps one occurrence, or to the first one that lies ahead.
    public enum MissedOccurrences: String, Sendable, CaseIterable {
        case keep, skip
    }

    public enum Completion: Sendable, Hashable {
        case open
        /// Completed, on a day that the file does not say.
        case completed
        case on(DateValue)
    }

    /// `scheduled`, else the deadline: by this date a reminder is delivered and listed, and a series moves on.
    public var date: DateValue? { storage.fields.scheduled ?? storage.fields.deadline }

    /// The key that holds `date`, or that would hold one.
    public var dateKey: String { self.scheduled == nil && self.deadline != nil ? "due" : "scheduled" }

    /// The deadline of a reminder that is delivered and listed at another date.
    public var separateDeadline: DateValue? { self.scheduled == nil ? nil : self.deadline }

    public var isCompleted: Bool { self.completed != .open }

    /// Whether a status of TaskNotes means completed, in any case; any other means open.
    static func isCompleted(status: some Collection<UInt8>) -> Bool {
        guard 4...9 ~= status.count else { return false }
        return completedStatuses.contains { word in
            word.utf8.elementsEqual(status) { $0 == ($1 &- UInt8(ascii: "A") < 26 ? $1 | 0x20 : $1) }
        }
    }

    static let completedStatuses = ["done", "completed", "complete", "closed", "cancelled", "canceled", "true"]

    /// The rule of a series.
    public var rule: RecurrenceRule? { self.recurrence.flatMap { try? RecurrenceRule(parsing: $0) } }

    /// The written id, else the UUIDv5 (RFC 9562), in the URL namespace, of `memoss:` and the path.
    public var id: String { self.writtenID ?? UUID5(url: "memoss:" + self.path).description }

    /// The first line of the body that says something, without blanks around it.
    public var bodyFirstLine: String? {
        for line in self.body.split(separator: Ascii.lineFeed) {
            let text = TagName.trimmed(String(decoding: line, as: UTF8.self))
            if !text.isEmpty { return text }
        }
        return nil
    }
}
