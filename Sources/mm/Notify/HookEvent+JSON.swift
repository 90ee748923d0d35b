import MemossFiles

extension HookEvent {
    /// What a hook gets, and `mm notify --once --json` prints.
    func write(to json: inout JSONWriter) {
        let notification = delivery?.notification
        json.field("event", event.rawValue)
        json.field("id", notification?.reminder ?? reminder)
        json.field("title", notification?.title ?? title)
        json.field("body", notification?.body)
        // When a reminder that needs attention is due is not known.
        let timed = event == .broken ? nil : notification
        json.field("due", timed?.instant.description)
        json.field("local", timed?.local.description)
        json.field("occurrence", delivery?.occurrence?.iso)
        json.field("path", notification?.path ?? path)
        json.field("tags", delivery?.tags ?? [])
        json.field("count", count)
    }
}
