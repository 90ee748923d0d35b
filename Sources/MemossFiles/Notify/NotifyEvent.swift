/// What the world tells the engine.
package enum NotifyEvent: Sendable {
    /// The folder was read.
    case folder(NotifyFolder)
    /// Time has passed, or the clock was set.
    case tick
    /// The notification server that is there, nil for none: another name is another server, which knows nothing of what
    /// was shown before. Where it has room for a few only, another one takes the oldest down, as if its time were over.
    case server(String?, room: Int? = nil)
    /// The server's number for what was posted.
    case posted(token: Int, number: UInt32)
    /// The server did not take what was posted, or did not answer.
    case refused(token: Int, reason: String)
    /// The server took a notification down: why, as the Desktop Notifications Specification counts reasons.
    case closed(number: UInt32, reason: UInt32)
    /// A button was pressed.
    case pressed(number: UInt32, action: String)
    /// The edit that a button stands for was made, or why it was not.
    case edited(key: String, NotifyAction, failure: String?)
    /// Hook and bell are done with these.
    case told(keys: [String])
    /// From now on there is a hook or a bell, or none.
    case tells(Bool)
}

/// What the engine has the world do, in this order.
package enum NotifyEffect: Sendable, Hashable {
    /// Put the state on the disk before anything that follows.
    case save
    case post(NotifyPost)
    /// Take the notification of this number down.
    case withdraw(UInt32)
    /// For hook and bell.
    case tell(Telling)
    case edit(NotifyAction, Delivery)
    /// Something for the log, a sentence.
    case say(String)
}

/// The buttons of a notification.
package enum NotifyAction: String, Sendable, Hashable, CaseIterable {
    case complete = "done"
    case snooze

    package static let snoozeMinutes = 15

    package var label: String {
        switch self {
        case .complete: "Mark Complete"
        case .snooze: "Snooze (\(Self.snoozeMinutes) min)"
        }
    }
}

/// A notification for the screen.
package struct NotifyPost: Sendable, Hashable {
    /// Names it in the answer.
    package var token: Int
    /// The number of the notification in whose place it comes; 0 for none.
    package var replaces: UInt32 = 0
    /// Some servers fold notifications of the same tag.
    package var tag: String
    package var title: String
    package var body: String
    package var hasActions = true
}

/// What a hook or a bell is told.
package struct Telling: Sendable, Hashable {
    package enum Event: String, Sendable {
        case due
        /// Due, and late by more than a minute.
        case missed
        case snoozed, withdrawn
        /// The file needs attention: when the reminder is due cannot be read.
        case broken
        /// So many more that are not told one by one.
        case summary
    }

    package var event: Event
    /// To be given back when it was told; empty where nobody waits for that.
    package var keys: [String] = []
    /// Nil for a summary, and for what is gone.
    package var delivery: Delivery?
    /// Of the reminder that is gone.
    package var reminder: String?
    package var path: String?
    /// Of a summary.
    package var title: String?
    package var count: Int?
}

/// What the engine needs of a folder, as it was read once.
package struct NotifyFolder: Sendable {
    var reminders: [String: [Reminder]] = [:]
    /// Those that need attention, and files that cannot be read, in path order.
    private(set) var broken: [Reminder]
    /// Their paths: what they said before may be true all the same.
    private var doubtful: Set<String>
    /// Directories that could not be listed completely; `.` for the root.
    var unseen: [String]
    var paths: Set<String>
    /// The zones; its moment is not looked at.
    package var context: TimeContext

    package init(_ snapshot: Snapshot, in context: TimeContext) {
        self.init(
            snapshot.reminders,
            unreadable: snapshot.unreadable,
            unseen: snapshot.incomplete.map(\.path),
            in: context
        )
    }

    init(
        _ reminders: [Reminder],
        unreadable: [Reminder] = [],
        unseen: [String] = [],
        in context: TimeContext
    ) {
        self.reminders = Dictionary(grouping: reminders.withOwnIDs, by: \.id)
        paths = Set(reminders.map(\.path))
        broken = reminders.filter(\.isBroken) + unreadable
        doubtful = Set(broken.map(\.path))
        self.unseen = unseen
        self.context = context
    }

    /// With what is known of the reminders that were not seen this time: they stay as they were.
    mutating func keep(_ old: NotifyFolder) {
        guard !unseen.isEmpty else { return }
        broken += old.broken.filter { !paths.contains($0.path) && !doubtful.contains($0.path) && isUnseen($0.path) }
        doubtful.formUnion(broken.map(\.path))
        for reminder in old.reminders.values.joined()
        where reminders[reminder.id] == nil && !paths.contains(reminder.path) && isUnseen(reminder.path) {
            reminders[reminder.id] = [reminder]
            paths.insert(reminder.path)
            if let name = reminder.timezone, context.zones[name] == nil {
                context.zones[name] = old.context.zones[name]
            }
        }
    }

    private func isUnseen(_ path: String) -> Bool {
        unseen.contains { $0 == "." || path.utf8.starts(with: ($0 + "/").utf8) }
    }

    /// Whether what stood at a path cannot be seen now, which says nothing about it: the file or a directory above it.
    func hides(_ path: String) -> Bool {
        isUnseen(path)
            || doubtful.contains { $0.utf8.elementsEqual(path.utf8) || path.utf8.starts(with: ($0 + "/").utf8) }
    }

    func standing(_ record: DeliveryRecord) -> Delivery? {
        if record.isAttention {
            return broken.lazy.filter { $0.id == record.reminder }
                .compactMap { Delivery(attentionTo: $0, at: record.due, in: context) }.first { $0.key == record.key }
        }
        for reminder in reminders[record.reminder] ?? [] {
            if let found = Delivery.standing(record.key, due: record.due, of: reminder, in: context) { return found }
        }
        return nil
    }
}
