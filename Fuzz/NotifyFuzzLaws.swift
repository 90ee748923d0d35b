// Compiled by Scripts/fuzz into one module with the library.

/// What a bus sends, and what a state file may have become.
enum NotifyFuzzLaws {
    static func message(_ bytes: [UInt8]) {
        if let message = try? DBusMessage.read(bytes[...]) {
            let again = try? DBusMessage.read(message.bytes[...])
            law("a message is written as it was read", again?.bytes == message.bytes)
            law("its length is told by its head", (try? DBusMessage.length(of: bytes[...])) == bytes.count)
        }
        // In pieces it says what it says as a whole, or breaks off as that does.
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
        law("a state is written as it was read", again == state)
        var pruned = state
        pruned.prune(at: FuzzMoment.context.now)
        law(
            "what stands on a screen is not forgotten",
            pruned.records(.shown, .waiting, .sending) == state.records(.shown, .waiting, .sending)
        )
    }
}
