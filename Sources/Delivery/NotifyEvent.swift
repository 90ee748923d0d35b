package import MemossFiles

/// Input of the engine.
package enum NotifyEvent: Sendable {
    /// The whole folder was read.
    case folder(NotifyFolder)
    /// Only the files at these paths were read; `found` holds those that exist.
    case files(Set<PathKey>, found: NotifyFolder)
    /// Time has passed, or the clock was set.
    case tick
    /// The current notification server; nil for none. A different name is a different server, which knows nothing of
    /// earlier notifications. A server with limited `room` closes the oldest notification when another arrives, as if it
    /// had expired.
    case server(String?, room: Int? = nil)
    /// The server's id for a posted notification.
    case posted(token: Int, notificationID: UInt32)
    /// The server refused a post or did not answer. A server that is full refuses what is new, and what replaces a notification
    /// too, until one closes.
    case refused(token: Int, reason: String, isFull: Bool = false)
    /// The server closed a notification, with the reason code of the Desktop Notifications Specification.
    case closed(notificationID: UInt32, reason: UInt32)
    /// A button was pressed.
    case pressed(notificationID: UInt32, action: String)
    /// The edit that a button requested was applied, or failed for this reason.
    case edited(key: String, NotifyAction, failure: String?)
    /// The hook and the bell have finished with these, or were not told of them any more.
    case announced(keys: [String], isTold: Bool = true)
    /// The hook has failed with these.
    case notAnnounced(keys: [String])
    /// Whether there is a hook or a bell from now on.
    case announces(Bool)
}

/// Output of the engine, to be performed in order.
package enum NotifyEffect: Sendable, Hashable {
    /// Save the state durably before performing the effects that follow.
    case save
    case post(NotifyPost)
    /// Close the notification with this id.
    case withdraw(UInt32)
    /// Run the hook and ring the bell.
    case announce(HookEvent)
    case edit(NotifyAction, Delivery)
    /// A sentence for the log.
    case log(String)
}

/// A notification to show.
package struct NotifyPost: Sendable, Hashable {
    /// Identifies the post in the answer.
    package var token: Int
    /// The id of the notification to replace; 0 for none.
    package var replaces: UInt32 = 0
    /// Some servers group notifications with the same tag.
    package var tag: String
    package var title: String
    package var body: String
    package var hasActions = true
}

/// A report for the hook or the bell.
package struct HookEvent: Sendable, Hashable {
    package enum Event: String, Sendable {
        case due
        /// Due, but more than a minute late.
        case missed
        case snoozed, withdrawn
        /// The file needs attention: its due time cannot be read.
        case broken
        /// A summary of further reminders that are not reported individually.
        case summary
    }

    package var event: Event
    /// The keys to return when the report is finished; empty if nothing waits for it.
    package var keys: [String] = []
    /// Nil for a summary and for a deleted reminder.
    package var delivery: Delivery?
    /// The id that the hook knows: of a deleted reminder, or from before its file was renamed.
    package var reminder: String?
    package var path: String?
    /// Whether the hook has failed to tell it before. The bell has rung then.
    package var isAgain = false
    /// The title of a summary.
    package var title: String?
    package var count: Int?

    /// A notification that is no longer valid.
    static func withdrawn(_ record: DeliveryRecord) -> HookEvent {
        var hookEvent = HookEvent(event: .withdrawn)
        (hookEvent.reminder, hookEvent.path) = (record.toldAs ?? record.reminder, record.path)
        return hookEvent
    }

    /// The id of the reminder; nil for a summary.
    package var subject: String? { reminder ?? delivery?.notification.reminder }
}

extension [NotifyEffect] {
    /// The effects without withdrawals of what a later one reports again: a hook that withdraws by id, whenever it runs,
    /// would delete the new message.
    func withoutOvertakenWithdrawals() -> [NotifyEffect] {
        var reported: Set<String> = []
        let kept = reversed().filter { effect in
            guard case .announce(let event) = effect, let subject = event.subject else { return true }
            switch event.event {
            case .due, .missed, .broken, .snoozed:
                reported.insert(subject)
                return true
            case .withdrawn: return !reported.contains(subject)
            case .summary: return true
            }
        }
        return kept.reversed()
    }
}
