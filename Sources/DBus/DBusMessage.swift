/// A message ("Message Protocol").
public struct DBusMessage: Sendable, Hashable {
    public enum Kind: UInt8, Sendable {
        case call = 1
        case reply, error, signal
    }

    public var kind: Kind
    public var serial: UInt32
    /// For a reply or an error, the serial of the call.
    public var replySerial: UInt32?
    public var path: String?
    public var interface: String?
    public var member: String?
    public var errorName: String?
    public var destination: String?
    public var sender: String?
    public var wantsReply = true
    /// Whether the bus may start the program that owns the destination.
    public var startsReceiver = false
    public var body: [DBusValue] = []

    public init(_ kind: Kind, serial: UInt32) { (self.kind, self.serial) = (kind, serial) }

    public static func call(
        _ member: String,
        on destination: String,
        path: String,
        interface: String,
        _ body: [DBusValue] = [],
        serial: UInt32
    ) -> DBusMessage {
        var message = DBusMessage(.call, serial: serial)
        message.destination = destination
        message.path = path
        message.interface = interface
        message.member = member
        message.body = body
        return message
    }

    private enum Flag {
        static let noReply: UInt8 = 1
        static let noAutoStart: UInt8 = 2
    }

    // MARK: Writing

    public var bytes: [UInt8] {
        var encoder = DBusEncoder()
        let flags = (wantsReply ? 0 : Flag.noReply) | (startsReceiver ? 0 : Flag.noAutoStart)
        for byte in [UInt8(ascii: "l"), kind.rawValue, flags, 1] { encoder.append(.byte(byte)) }
        encoder.append(.uint32(0))
        encoder.append(.uint32(serial))
        var fields: [(UInt8, DBusValue)] = []
        if let path { fields.append((1, .objectPath(path))) }
        if let interface { fields.append((2, .string(interface))) }
        if let member { fields.append((3, .string(member))) }
        if let errorName { fields.append((4, .string(errorName))) }
        if let replySerial { fields.append((5, .uint32(replySerial))) }
        if let destination { fields.append((6, .string(destination))) }
        if let sender { fields.append((7, .string(sender))) }
        if !body.isEmpty { fields.append((8, .signature(body.map(\.type.code).joined()))) }
        encoder.append(
            .array(.structure([.byte, .variant]), fields.map { .structure([.byte($0.0), .variant($0.1)]) })
        )
        encoder.align(to: 8)
        let start = encoder.bytes.count
        for value in body { encoder.append(value) }
        encoder.overwrite(at: 4, UInt32(truncatingIfNeeded: encoder.bytes.count - start))
        return encoder.bytes
    }

    // MARK: Reading

    static let maximumSize = 1 << 27

    /// The length of the message that begins here, in bytes; nil if too few bytes have arrived to know it.
    static func length(of bytes: ArraySlice<UInt8>) throws(DBusDecoder.Malformed) -> Int? {
        guard bytes.count >= 16 else { return nil }
        var decoder = try header(bytes)
        guard let body = try decoder.value(of: .uint32).number, try decoder.value(of: .uint32).number != nil,
            let fields = try decoder.value(of: .uint32).number
        else { throw DBusDecoder.Malformed() }
        let length = (16 + Int(fields) + 7) / 8 * 8 + Int(body)
        guard length <= maximumSize else { throw DBusDecoder.Malformed() }
        return length
    }

    private static func header(_ bytes: ArraySlice<UInt8>) throws(DBusDecoder.Malformed) -> DBusDecoder {
        let start = bytes.startIndex
        guard bytes.count >= 4, bytes[start] == UInt8(ascii: "l") || bytes[start] == UInt8(ascii: "B"),
            bytes[start + 3] == 1
        else { throw DBusDecoder.Malformed() }
        return DBusDecoder(bytes, offset: 4, isBigEndian: bytes[start] == UInt8(ascii: "B"))
    }

    /// Everything before the body.
    struct Header {
        /// The message without its body.
        var message: DBusMessage
        fileprivate var signature: [DBusType]
        fileprivate var decoder: DBusDecoder
    }

    /// Decodes only the header. `bytes` must be exactly one message. Nil if the specification does not define its kind.
    static func readHeader(_ bytes: ArraySlice<UInt8>) throws(DBusDecoder.Malformed) -> Header? {
        var decoder = try header(bytes)
        guard let size = try decoder.value(of: .uint32).number, let serial = try decoder.value(of: .uint32).number,
            serial != 0
        else { throw DBusDecoder.Malformed() }
        guard case .array(_, let fields) = try decoder.value(of: .array(.structure([.byte, .variant]))) else {
            throw DBusDecoder.Malformed()
        }
        try decoder.align(to: 8)
        guard decoder.offset + Int(size) == bytes.count else { throw DBusDecoder.Malformed() }
        let start = bytes.startIndex
        guard let kind = Kind(rawValue: bytes[start + 1]) else { return nil }
        var message = DBusMessage(kind, serial: serial)
        message.wantsReply = bytes[start + 2] & Flag.noReply == 0
        message.startsReceiver = bytes[start + 2] & Flag.noAutoStart == 0
        var signature = ""
        for case .structure(let field) in fields {
            guard case .byte(let code) = field[0], case .variant(let value) = field[1] else { continue }
            switch (code, value) {
            case (1, .objectPath(let text)): message.path = text
            case (2, .string(let text)): message.interface = text
            case (3, .string(let text)): message.member = text
            case (4, .string(let text)): message.errorName = text
            case (5, .uint32(let number)): message.replySerial = number
            case (6, .string(let text)): message.destination = text
            case (7, .string(let text)): message.sender = text
            case (8, .signature(let text)): signature = text
            case (0...8, _): throw DBusDecoder.Malformed()
            default: break
            }
        }
        guard let types = DBusType.list(signature) else { throw DBusDecoder.Malformed() }
        return Header(message: message, signature: types, decoder: decoder)
    }

    /// Decodes exactly one message; nil if the specification does not define its kind.
    static func read(_ bytes: ArraySlice<UInt8>) throws(DBusDecoder.Malformed) -> DBusMessage? {
        guard let header = try readHeader(bytes) else { return nil }
        return try header.withBody()
    }
}

extension DBusMessage.Header {
    /// The message with its body.
    func withBody() throws(DBusDecoder.Malformed) -> DBusMessage {
        var (message, decoder) = (message, decoder)
        for type in signature { message.body.append(try decoder.value(of: type)) }
        guard decoder.isAtEnd else { throw DBusDecoder.Malformed() }
        return message
    }
}
