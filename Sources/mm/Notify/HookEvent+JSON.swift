import Delivery
import MemossFiles

extension HookEvent {
    /// The input of a hook, and the output of `mm notify --once --json`.
    func write(to json: inout JSONWriter) {
        let notification = delivery?.notification
        json.field("event", event.rawValue)
        json.field("id", subject)
        json.field("title", title ?? notification?.title)
        json.field("body", notification?.body)
        // The due time of a reminder that needs attention is unknown.
        let timed = event == .broken ? nil : notification
        json.field("at", timed?.instant.description)
        json.field("local", timed?.local.description)
        if let alarm = delivery?.alarm { json.field("alarm", alarm.text) }
        json.field("occurrence", delivery?.occurrence?.iso)
        json.field("path", notification?.path ?? path)
        json.field("tags", delivery?.tags ?? [])
        json.field("count", count)
    }
}
