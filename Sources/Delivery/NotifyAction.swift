import MemossFiles

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
