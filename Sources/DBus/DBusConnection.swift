/// The D-Bus protocol without the socket: received bytes go in; messages and bytes to send come out.
///
/// The connection authenticates with the user id (SASL EXTERNAL, "Authentication Protocol").
public struct DBusConnection: Sendable {
    /// Why the connection ended.
    public enum Failure: Error, Sendable, Hashable {
        /// The bus rejected this user, with its reply.
        case rejected(String)
        /// The received bytes are not a valid message.
        case malformed
    }

    /// The globally unique id of the bus; nil until authentication has succeeded.
    public private(set) var guid: String?
    private var input: [UInt8] = []
    private var output: [UInt8]
    private var lastSerial: UInt32 = 0
    /// The size of the incomplete message received so far.
    var pendingByteCount: Int { input.count }
    /// Messages to send after authentication.
    private var unsent: [UInt8] = []

    /// The number of bytes of an oversized message that still have to be discarded.
    private var bytesToSkip = 0

    private static let maximumLineLength = 16_384
    /// Far more than a bus or a notification server needs.
    static let maximumMessageSize = 1 << 16

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

    /// - Parameter make: receives the serial of the message.
    /// - Returns: the serial, which the reply will carry.
    @discardableResult
    public mutating func send(_ make: (UInt32) -> DBusMessage) -> UInt32 {
        lastSerial = lastSerial == .max ? 1 : lastSerial + 1
        let bytes = make(lastSerial).bytes
        if guid == nil { unsent += bytes } else { output += bytes }
        return lastSerial
    }

    // MARK: Receiving

    /// The complete and wanted messages received so far.
    ///
    /// Any client on the bus can send to any other. An unwanted or oversized message costs only the parsing of its
    /// header.
    ///
    /// - Parameter wants: receives the message without its body.
    /// - Throws: a `Failure`, after which the connection can no longer be used.
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
            let discarded = min(bytesToSkip, input.count - start)
            (start, bytesToSkip) = (start + discarded, bytesToSkip - discarded)
            let rest = input[start...]
            guard let length = try lengthOfMessage(rest) else { return messages }
            if length > Self.maximumMessageSize {
                bytesToSkip = length
            } else if length <= rest.count {
                start += length
                // The length of a malformed message is still known, so only that message is lost.
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
        guard let header = try DBusMessage.readHeader(bytes), wants(header.message) else { return nil }
        return try header.withBody()
    }

    /// Returns whether authentication has succeeded.
    private mutating func authenticate() throws(Failure) -> Bool {
        guard let end = input.firstIndex(of: 0x0A) else {
            if input.count > Self.maximumLineLength { throw .malformed }
            return false
        }
        let line = String(decoding: input[..<end].filter { $0 != 0x0D }, as: UTF8.self)
        input.removeFirst(end + 1)
        let words = line.split(separator: " ")
        guard words.first == "OK", words.count >= 2 else { throw .rejected(line) }
        guid = String(words[1])
        output += Array("BEGIN\r\n".utf8) + unsent
        unsent = []
        return true
    }
}
