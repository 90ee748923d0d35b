@testable import Delivery
@testable import MemossFiles

/// Laws of messages from a bus and of damaged state files.
enum NotifyFuzzLaws {
    static func message(_ bytes: [UInt8]) {
        if let message = try? DBusMessage.read(bytes[...]) {
            let again = try? DBusMessage.read(message.bytes[...])
            law("a written message reads as the same message", again?.bytes == message.bytes)
            law("its header gives its length", (try? DBusMessage.length(of: bytes[...])) == bytes.count)
        }
        // Input in pieces gives the same messages, or the same failure, as input at once.
        func heard(_ pieces: [ArraySlice<UInt8>]) -> (messages: [DBusMessage], failure: DBusConnection.Failure?) {
            var connection = DBusConnection(user: 0)
            var messages: [DBusMessage] = []
            do throws(DBusConnection.Failure) {
                _ = try connection.receive(Array("OK 00\r\n".utf8))
                for piece in pieces { messages += try connection.receive(piece) }
            } catch {
                return (messages, error)
            }
            return (messages, nil)
        }
        let whole = heard([bytes[...]])
        let halves = heard([bytes.prefix(bytes.count / 2), bytes.dropFirst(bytes.count / 2)])
        if whole.failure == nil {
            law(
                "pieces say what the whole says",
                halves.failure == nil && halves.messages.count == whole.messages.count
            )
        }
        var fresh = DBusConnection(user: 0)
        _ = try? fresh.receive(bytes)
        _ = DBusAddress.list(String(decoding: bytes, as: UTF8.self))
    }

    static func state(_ bytes: [UInt8]) {
        guard let state = try? DeliveryState(parsing: bytes) else { return }
        let again = try? DeliveryState(parsing: state.bytes)
        law("a written state reads as the same state", again == state)
        var pruned = state
        pruned.prune(at: FuzzMoment.context.now)
        law(
            "what stands on a screen is not forgotten",
            pruned.records(.shown, .waiting, .sending) == state.records(.shown, .waiting, .sending)
        )
        live(state)
    }

    /// Runs a process that starts with this state.
    private static func live(_ state: DeliveryState) {
        let context = FuzzMoment.context
        let folder = NotifyFolder(Array(reminders), in: context)
        for announces in [false, true] {
            var engine = NotifyEngine(state, announces: announces, at: context.now)
            for event: NotifyEvent in [
                .folder(folder), .server("3f46 :1.7"), .tick, .closed(notificationID: 1, reason: 2),
            ] {
                _ = engine.handle(event, at: NotifyEngine.Moment(now: context.now, uptime: 0))
            }
            _ = engine.wake(after: NotifyEngine.Moment(now: context.now, uptime: 0))
            let saved = try? DeliveryState(parsing: engine.state.bytes)
            law("the engine's state can be read again", saved == engine.state)
            for record in engine.state.records.values { _ = context.zone.civil(at: record.due).date.description }
        }
    }

    /// One reminder of each kind, with the ids used in the seeds.
    private static let reminders = ["", "recurrence: daily\n", "snoozed: 2026-11-22T11:30\n"].compactMap { more in
        let text = "---\nid: 1e4a7f2c\ntitle: Bins\nscheduled: 2026-11-22T11:00\n\(more)---\nBody\n"
        return ReminderDecoder.decode(Array(text.utf8), path: "bins.md", keeping: .firstLine).reminder
    }
}
