internal import Bytes

/// A file of the folder: a reminder, or a note, which has no date and cannot be completed.
///
/// Copying is cheap (one reference): folders hold many, and listings pass them around.
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

    /// A note with this title and no other key.
    package init(path: String, title: String) { self.init(Fields(path: path, title: title)) }

    /// The fields of the file.
    public subscript<Value>(dynamicMember field: WritableKeyPath<Fields, Value>) -> Value {
        get { storage.fields[keyPath: field] }
        set {
            var fields = storage.fields
            fields[keyPath: field] = newValue
            storage = Storage(fields)
        }
    }

    // The properties that listings read of every reminder. Another module cannot inline the subscript, and a key path costs
    // it more than everything else that it does with a reminder. Programs outside the package read them by the subscript.

    /// Relative to the root of the folder.
    public var path: String {
        get { storage.fields.path }
        set { self[dynamicMember: \.path] = newValue }
    }

    /// Whether it is a note: its front matter has none of `scheduled`, `due` and `completed`, and it does not have the tag
    /// `task`. The keys of a reminder are not read in a note.
    public var isNote: Bool {
        get { storage.fields.isNote }
        set { self[dynamicMember: \.isNote] = newValue }
    }

    /// The completed occurrences of a series.
    public var completeInstances: [DateValue] {
        get { storage.fields.completeInstances }
        set { self[dynamicMember: \.completeInstances] = newValue }
    }

    /// One line; the file name if the file has no title.
    package var title: String {
        get { storage.fields.title }
        set { self[dynamicMember: \.title] = newValue }
    }

    /// In the order and spelling of the file.
    package var tags: [TagName] {
        get { storage.fields.tags }
        set { self[dynamicMember: \.tags] = newValue }
    }

    /// The `#tags` of the body, if they were asked for: each once, in the order and spelling of the text.
    package var textTags: [TagName] {
        get { storage.fields.textTags }
        set { self[dynamicMember: \.textTags] = newValue }
    }

    /// The part of the body that the caller asked to keep.
    package var body: [UInt8] {
        get { storage.fields.body }
        set { self[dynamicMember: \.body] = newValue }
    }

    /// The tags of the front matter, and those of the body if they were asked for.
    package var allTags: [TagName] {
        storage.fields.textTags.isEmpty ? storage.fields.tags : storage.fields.tags + storage.fields.textTags
    }

    /// Why it needs attention; nil if it does not.
    package var attention: Attention? {
        get { storage.fields.attention }
        set { self[dynamicMember: \.attention] = newValue }
    }

    /// When it is due; for a series, the current occurrence.
    package var scheduled: DateValue? {
        get { storage.fields.scheduled }
        set { self[dynamicMember: \.scheduled] = newValue }
    }

    /// The value of `due`.
    package var deadline: DateValue? {
        get { storage.fields.deadline }
        set { self[dynamicMember: \.deadline] = newValue }
    }

    /// The time zone of the dates, an IANA name; nil for the system's.
    package var timezone: String? {
        get { storage.fields.timezone }
        set { self[dynamicMember: \.timezone] = newValue }
    }

    /// The last day or time of the series.
    package var until: DateValue? {
        get { storage.fields.until }
        set { self[dynamicMember: \.until] = newValue }
    }

    /// Whether it is completed; a series is open until it ends.
    package var completed: Completion {
        get { storage.fields.completed }
        set { self[dynamicMember: \.completed] = newValue }
    }

    /// Until when it is snoozed.
    package var snoozed: DateValue? {
        get { storage.fields.snoozed }
        set { self[dynamicMember: \.snoozed] = newValue }
    }

    /// When else it rings.
    package var alarms: [Alarm] {
        get { storage.fields.alarms }
        set { self[dynamicMember: \.alarms] = newValue }
    }

    /// How the program that the folder is shared with reads and writes it; nil without one.
    package var profile: Profile? { storage.fields.profile }

    /// What the keys of its file are called.
    package var names: KeyNames { storage.fields.profile?.values.names ?? .standard }

    /// The kept values of a key, compared without case, under any name that it has in the folder.
    package func values(of key: String) -> [FrontMatterField.Value] {
        let names = (profile?.names.all(key) ?? [key]).map(FoldedText.init)
        return (self.frontMatter ?? []).filter { field in names.contains { $0.equals(field.key) } }.map(\.value)
    }

    /// What only that program has; nil if the file has none of it.
    package var task: TaskKeys? { storage.fields.task }

    /// Whether the program that the folder is shared with lists it.
    package var isTask: Bool {
        get { storage.fields.isTask }
        set { self[dynamicMember: \.isTask] = newValue }
    }

    /// Whether it is put away: it is silent, and only listed on request.
    package var isArchived: Bool { storage.fields.isArchived }

    /// Whether it is an event: it passes without being completed. One whose rule cannot be read does not: nobody knows when it is over.
    package var expires: Bool {
        let fields = storage.fields
        return fields.words.expires && fields.attention?.rule == nil
            && (fields.storedRule == nil || fields.storedRule?.rule != nil)
    }

    /// The contents of a file.
    public struct Fields: Sendable, Hashable {
        /// Relative to the root of the folder.
        package var path: String
        /// Further names of the file: symbolic and hard links.
        package var otherNames: [String] = []
        /// The `id` key of the file; nil if absent.
        package var writtenID: String? {
            get { storedID?.text }
            set { storedID = newValue.map(StoredID.init) }
        }
        package var storedID: StoredID?
        /// One line; the file name if the file has no title.
        public var title: String
        /// In the order and spelling of the file; `TagRegistry.canonical` gives the registered spelling.
        public var tags: [TagName] = []
        /// The `#tags` of the body, if they were asked for: each once, in the order and spelling of the text.
        package var textTags: [TagName] = []
        /// Whether the front matter has none of `scheduled`, `due` and `completed`, and the file does not have the tag
        /// `task`. Keys that apply only to reminders are not read in a note.
        package var isNote = true
        package var attention: Attention?
        /// When it is due; for a series, the current occurrence.
        public var scheduled: DateValue?
        /// The value of `due`.
        public var deadline: DateValue?
        /// The time zone of the dates, an IANA name; nil for the system's.
        public var timezone: String?
        /// The rule as spelled in the file.
        public var recurrence: String? {
            get { storedRule?.text }
            set { storedRule = newValue.map { StoredRule($0) } }
        }
        var storedRule: StoredRule?
        /// The last day or time of the series.
        public var until: DateValue?
        /// The values that are one of some words.
        package var words = KeyWords()
        /// What the next occurrence is counted from.
        public var anchor: RecurrenceAnchor {
            get { words[.anchor].flatMap(RecurrenceAnchor.init) ?? .scheduled }
            set { words[.anchor] = newValue == .scheduled ? nil : newValue.rawValue }
        }
        /// What completing an overdue series does.
        package var missed: MissedOccurrences {
            get { words[.missed].flatMap(MissedOccurrences.init) ?? .keep }
            set { words[.missed] = newValue == .keep ? nil : newValue.rawValue }
        }
        /// Whether it is completed; a series is open until it ends.
        public var completed: Completion = .open
        /// The completed occurrences of a series.
        package var completeInstances: [DateValue] = []
        /// The skipped occurrences of a series.
        public var skippedInstances: [DateValue] = []
        /// When else it rings.
        package var alarms: [Alarm] = []
        /// Until when it is snoozed.
        public var snoozed: DateValue?
        /// The occurrence of the rule that the date stands for, if it was moved.
        package var movedFrom: DateValue?
        /// When the file was created.
        public var created: DateValue?
        /// The part of the body that the caller asked to keep.
        public var body: [UInt8] = []
        /// The keys of the front matter that the caller asked to keep, in file order; nil if it asked for none.
        package var frontMatter: [FrontMatterField]?

        /// How the program that the folder is shared with reads and writes it; nil without one.
        var profile: Profile?
        /// What only that program has.
        var task: TaskKeys?
        package internal(set) var isArchived = false
        /// Whether it has what makes a file a task for the other program.
        package internal(set) var isTask = false
        /// Whether a series has no date but those of its rule. It is due on the last open one up to now.
        package internal(set) var isDatedByRule = false
        /// Whether it waits for another task.
        package internal(set) var isBlocked = false

        init(path: String, title: String) {
            self.path = path
            self.title = title
        }

        /// The fields that apply to a note. The other keys may belong to another tool and mean something else.
        var note: Fields {
            var note = Fields(path: path, title: title)
            note.storedID = storedID
            note.tags = tags
            note.created = created
            note.profile = profile
            return note
        }
    }

    /// What the next occurrence is counted from.
    public enum RecurrenceAnchor: String, Sendable, CaseIterable {
        /// The scheduled date.
        case scheduled
        /// The day of completion.
        case completion
    }

    /// Whether completing an overdue series advances by one occurrence or to the first one in the future.
    package enum MissedOccurrences: String, Sendable, CaseIterable {
        /// Advance by one occurrence.
        case keep
        /// Advance to the first occurrence in the future.
        case skip
    }

    /// Whether a reminder is completed.
    public enum Completion: Sendable, Hashable {
        /// Not completed.
        case open
        /// Completed on an unspecified day.
        case completed
        /// Completed on this day or at this time.
        case on(DateValue)
    }

    /// `scheduled`, or the deadline if there is none: the date for delivery, for sorting and for the next occurrence.
    public var date: DateValue? { storage.fields.scheduled ?? storage.fields.deadline }

    /// The key that holds `date`, or that a new date would be written to.
    package var dateKey: String { self.scheduled == nil && self.deadline != nil ? "due" : "scheduled" }

    /// The deadline, if the reminder also has a `scheduled` date.
    package var separateDeadline: DateValue? { self.scheduled == nil ? nil : self.deadline }

    /// Whether it is completed or put away; false for a series that continues.
    public var isCompleted: Bool { self.completed != .open || isArchived }

    /// Whether a TaskNotes status means completed, compared without case; every other value means open.
    package static func isCompleted(status: some Collection<UInt8>) -> Bool {
        guard 4...9 ~= status.count else { return false }
        return completedStatuses.contains { word in
            word.utf8.elementsEqual(status) { $0 == ($1 &- UInt8(ascii: "A") < 26 ? $1 | 0x20 : $1) }
        }
    }

    static let completedStatuses = ["done", "completed", "complete", "closed", "cancelled", "canceled", "true"]

    /// The rule of a series.
    public var rule: RecurrenceRule? { storage.fields.storedRule?.rule }

    /// The `id` key, or the UUIDv5 (RFC 9562) of `memoss:` and the path in the URL namespace.
    public var id: String { self.writtenID ?? Self.derivedID(at: self.path).description }

    /// The id of a file without one.
    static func derivedID(at path: String) -> UUID5 { UUID5(url: "memoss:" + path) }

    /// Whether it is the same reminder as one at the same path, and not another file that has taken its place.
    package func isSameReminder(as other: Reminder) -> Bool {
        self.writtenID == other.writtenID && (self.writtenID != nil || self.title == other.title)
    }

    /// Whether its state depends on the current day, although nobody edits it.
    var passes: Bool { self.expires || self.isDatedByRule }

    /// The first line of the body that is not blank, trimmed.
    package var bodyFirstLine: String? {
        for line in self.body.split(separator: Ascii.lineFeed) {
            let text = TagName.trimmed(String(decoding: line, as: UTF8.self))
            if !text.isEmpty { return text }
        }
        return nil
    }
}
