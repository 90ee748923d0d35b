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
    /// Messages from before the bus let us in.
    private var held: [UInt8] = []

    private static let longestLine = 16_384

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

    /// The whole messages that have come by now.
    ///
    /// - Throws: a `Failure`, after which nothing more is to be had from this connection.
    public mutating func receive(_ bytes: some Sequence<UInt8>) throws(Failure) -> [DBusMessage] {
        input += bytes
        if guid == nil, try !authenticate() { return [] }
        var messages: [DBusMessage] = []
        var start = 0
        defer { input.removeFirst(start) }
        do throws(DBusDecoder.Malformed) {
            while let length = try DBusMessage.length(of: input[start...]), length <= input.count - start {
                if let message = try DBusMessage.read(input[start..<start + length]) { messages.append(message) }
                start += length
            }
        } catch {
            throw .malformed
        }
        return messages
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
