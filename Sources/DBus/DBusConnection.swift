/// The conversation with a bus, without the socket: bytes that came go in, messages and bytes to send come out.
///
/// It begins with the user's id as the proof of who is there (SASL EXTERNAL, "Authentication Protocol").
public struct DBusConnection: Sendable {
    /// Why the conversation is over.
    public enum Failure: Error, Sendable, Hashable {
        /// The bus does not take this user; what it said.
        case rejected(String)
        /// What came is no message.
        case malformed
    }

    /// The bus's own name for itself, which no other bus has; nil until it has let us in.
    public private(set) var guid: String?
    private var input: [UInt8] = []
    private var output: [UInt8]
    private var lastSerial: UInt32 = 0
    /// How many bytes wait for the rest of their message.
    var heldBack: Int { input.count }
    /// Messages from before the bus let us in.
    private var held: [UInt8] = []

    /// How much of a message that is too long is still to come.
    private var skipped = 0

    private static let longestLine = 16_384
    /// Far more than the bus and notification servers have to say.
    static let longestMessage = 1 << 16

    public init(user: UInt32) {
        let digits = Array("\(user)".utf8).map { String($0, radix: 16) }.joined()
        output = [0] + Array("AUTH EXTERNAL \(digits)\r\n".utf8)
    }

    // MARK: Sending

    /// Bytes for the socket.
    public mutating func takeOutput() -> [UInt8] {
        defer { output = [] }
        return output
    }

    /// - Parameter make: gets the serial.
    /// - Returns: the serial, which the answer names.
    @discardableResult
    public mutating func send(_ make: (UInt32) -> DBusMessage) -> UInt32 {
        lastSerial = lastSerial == .max ? 1 : lastSerial + 1
        let bytes = make(lastSerial).bytes
        if guid == nil { held += bytes } else { output += bytes }
        return lastSerial
    }

    // MARK: Receiving

    /// The whole messages that have come by now and are wanted.
    ///
    /// Anybody on the bus can send to anybody: what is not wanted, or too long to be, costs no more than its head.
    ///
    /// - Parameter wants: gets a message without its body.
    /// - Throws: a `Failure`, after which nothing more is to be had from this connection.
    public mutating func receive(
        _ bytes: some Sequence<UInt8>,
        wanting wants: (DBusMessage) -> Bool = { _ in true }
    ) throws(Failure) -> [DBusMessage] {
        input += bytes
        if guid == nil, try !authenticate() { return [] }
        var messages: [DBusMessage] = []
        var start = 0
        defer { input.removeFirst(start) }
        while true {
            let passed = min(skipped, input.count - start)
            (start, skipped) = (start + passed, skipped - passed)
            let rest = input[start...]
            guard let length = try lengthOfMessage(rest) else { return messages }
            if length > Self.longestMessage {
                skipped = length
            } else if length <= rest.count {
                start += length
                // Of one that is malformed the end is known all the same: it alone is lost.
                if let message = try? Self.message(rest.prefix(length), wants) { messages.append(message) }
            } else {
                return messages
            }
        }
    }

    private func lengthOfMessage(_ bytes: ArraySlice<UInt8>) throws(Failure) -> Int? {
        do throws(DBusDecoder.Malformed) { return try DBusMessage.length(of: bytes) } catch { throw .malformed }
    }

    private static func message(
        _ bytes: ArraySlice<UInt8>,
        _ wants: (DBusMessage) -> Bool
    ) throws(DBusDecoder.Malformed) -> DBusMessage? {
        guard let head = try DBusMessage.readHead(bytes), wants(head.message) else { return nil }
        return try head.whole()
    }

    /// Whether the bus has let us in.
    private mutating func authenticate() throws(Failure) -> Bool {
        guard let end = input.firstIndex(of: 0x0A) else {
            if input.count > Self.longestLine { throw .malformed }
            return false
        }
        let line = String(decoding: input[..<end].filter { $0 != 0x0D }, as: UTF8.self)
        input.removeFirst(end + 1)
        let words = line.split(separator: " ")
        guard words.first == "OK", words.count >= 2 else { throw .rejected(line) }
        guid = String(words[1])
        output += Array("BEGIN\r\n".utf8) + held
        held = []
        return true
    }
}
