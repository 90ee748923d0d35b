import TestSupport
import Testing

@testable import DBus
@testable import MemossFiles

@Suite struct DBusTests {
    /// `Notify` with buttons and hints.
    private var notify: DBusMessage {
        .call(
            "Notify",
            on: "org.freedesktop.Notifications",
            path: "/org/freedesktop/Notifications",
            interface: "org.freedesktop.Notifications",
            [
                .string("Memoss"), .uint32(0), .string(""), .string("Größe 📦"), .string("a & b"),
                .strings(["done", "Mark Complete"]), .dictionary([("urgency", .byte(1)), ("tag", .string("k"))]),
                .int32(-1),
            ],
            serial: 7
        )
    }

    // MARK: Messages

    @Test func `the bytes of Hello match the specification`() {
        let hello = DBusMessage.call(
            "Hello",
            on: "org.freedesktop.DBus",
            path: "/org/freedesktop/DBus",
            interface: "org.freedesktop.DBus",
            serial: 1
        )
        let fields: [UInt8] =
            [1, 1, 0x6F, 0, 21, 0, 0, 0] + Array("/org/freedesktop/DBus".utf8) + [0, 0, 0]
            + [2, 1, 0x73, 0, 20, 0, 0, 0] + Array("org.freedesktop.DBus".utf8) + [0, 0, 0, 0]
            + [3, 1, 0x73, 0, 5, 0, 0, 0] + Array("Hello".utf8) + [0, 0, 0]
            + [6, 1, 0x73, 0, 20, 0, 0, 0] + Array("org.freedesktop.DBus".utf8) + [0]
        let head: [UInt8] = [0x6C, 1, 2, 1, 0, 0, 0, 0, 1, 0, 0, 0, UInt8(fields.count), 0, 0, 0]
        #expect(hello.bytes == head + fields + [0, 0, 0])
    }

    @Test func `a decoded message equals the encoded one`() throws {
        #expect(try DBusMessage.read(notify.bytes[...]) == notify)
        #expect(try DBusMessage.length(of: notify.bytes[...]) == notify.bytes.count)
    }

    @Test func `values of every type survive encoding and decoding`() throws {
        var random = Random(seed: 11)
        for _ in 0..<500 {
            var message = notify
            message.body = (0..<random.below(4)).map { _ in Self.value(&random, depth: 0) }
            message.sender = ":1.4"
            #expect(try DBusMessage.read(message.bytes[...]) == message)
        }
    }

    @Test func `big-endian messages are decoded`() throws {
        // The signal `ActionInvoked` (7, "done") from a big-endian bus.
        var bytes: [UInt8] = [0x42, 4, 1, 1, 0, 0, 0, 13, 0, 0, 0, 9, 0, 0, 0, 24]
        bytes += [3, 1, 0x73, 0, 0, 0, 0, 2] + Array("Ab".utf8) + [0] + Array(repeating: 0, count: 5)
        bytes += [8, 1, 0x67, 0, 2, 0x75, 0x73, 0]
        bytes += [0, 0, 0, 7, 0, 0, 0, 4] + Array("done".utf8) + [0]
        let message = try #require(try DBusMessage.read(bytes[...]))
        #expect(message.kind == .signal && message.member == "Ab" && message.serial == 9)
        #expect(message.body == [.uint32(7), .string("done")])
    }

    @Test func `NUL, which a string cannot contain, is replaced`() throws {
        var message = notify
        message.body = [.string("a\u{0}b")]
        #expect(try DBusMessage.read(message.bytes[...])?.body == [.string("a\u{FFFD}b")])
    }

    // MARK: Hostile bytes

    @Test func `truncated or changed bytes never cause a read out of bounds`() throws {
        let bytes = notify.bytes
        for count in 0..<bytes.count {
            #expect(throws: DBusDecoder.Malformed.self) { try DBusMessage.read(bytes.prefix(count)) }
        }
        var random = Random(seed: 3)
        for _ in 0..<20_000 {
            var bytes = random.mutate(bytes)
            if !bytes.isEmpty, random.below(4) == 0 { bytes[random.below(bytes.count)] = UInt8(random.below(256)) }
            _ = try? DBusMessage.read(bytes[...])
            var connection = Self.connected()
            _ = try? connection.receive(bytes)
        }
    }

    @Test func `a message of two gigabytes is rejected at once`() {
        var bytes = notify.bytes
        bytes.replaceSubrange(4..<8, with: [0xFF, 0xFF, 0xFF, 0x7F])
        var connection = Self.connected()
        #expect(throws: DBusConnection.Failure.malformed) { try connection.receive(bytes) }
    }

    @Test func `invalid signatures are rejected`() {
        let deep = String(repeating: "a", count: 33) + "y"
        let structures = String(repeating: "(", count: 33) + "y" + String(repeating: ")", count: 33)
        for code in ["a", "(", ")", "()", "a{vs}", "a{s}", "{sv}", "a{sv", "z", deep, structures, "aa{ya}"] {
            #expect(DBusType.list(code) == nil, "\(code)")
        }
        #expect(DBusType.list(String(repeating: "y", count: 256)) == nil)
        #expect(DBusType.list("")?.isEmpty == true)
        #expect(
            DBusType.list("susssasa{sv}i")
                == [
                    .string, .uint32, .string, .string, .string, .array(.string), .array(.entry(.string, .variant)),
                    .int32,
                ]
        )
    }

    @Test func `the nesting of variants is limited`() {
        var value = DBusValue.byte(1)
        for _ in 0..<100 { value = .variant(value) }
        var message = notify
        message.body = [value]
        #expect(throws: DBusDecoder.Malformed.self) { try DBusMessage.read(message.bytes[...]) }
    }

    @Test func `a boolean of 2, nonzero padding and invalid UTF-8 are rejected`() throws {
        func read(_ code: String, _ bytes: [UInt8]) throws -> DBusValue {
            var decoder = DBusDecoder(bytes[...], isBigEndian: false)
            return try decoder.value(of: try #require(DBusType.list(code)?.first))
        }
        #expect(throws: DBusDecoder.Malformed.self) { try read("b", [2, 0, 0, 0]) }
        #expect(throws: DBusDecoder.Malformed.self) { try read("(yu)", [1, 0, 9, 0, 1, 0, 0, 0]) }
        #expect(throws: DBusDecoder.Malformed.self) { try read("s", [1, 0, 0, 0, 0xFF, 0]) }
        #expect(throws: DBusDecoder.Malformed.self) { try read("s", [1, 0, 0, 0, 0x61, 1]) }
        #expect(throws: DBusDecoder.Malformed.self) { try read("s", [0xFF, 0xFF, 0xFF, 0xFF, 0]) }
        #expect(throws: DBusDecoder.Malformed.self) { try read("au", [3, 0, 0, 0, 1, 0, 0]) }
        #expect(try read("s", [1, 0, 0, 0, 0x61, 0]) == .string("a"))
    }

    // MARK: Connection

    @Test func `messages sent before authentication follow it in order`() throws {
        var connection = DBusConnection(user: 1000)
        #expect(connection.takeOutput() == [0] + Array("AUTH EXTERNAL 31303030\r\n".utf8))
        let notify = notify
        connection.send { _ in notify }
        #expect(connection.takeOutput() == [])
        #expect(try connection.receive(Array("OK 12".utf8)).isEmpty)
        #expect(try connection.receive(Array("34\r\n".utf8) + notify.bytes.prefix(9)).isEmpty)
        #expect(connection.guid == "1234")
        #expect(connection.takeOutput() == Array("BEGIN\r\n".utf8) + notify.bytes)
        #expect(try connection.receive(notify.bytes.dropFirst(9) + notify.bytes) == [notify, notify])
    }

    @Test func `an unwanted message is skipped, and the next one is decoded`() throws {
        var (broken, wanted) = (notify, notify)
        (broken.sender, wanted.sender) = (":1.66", ":1.4")
        var bytes = broken.bytes
        // The length of the last string points beyond the end of the message.
        let place = try #require(bytes.firstIndex(of: UInt8(ascii: "M"))) - 4
        bytes[place] = 0xFF
        var (connection, seen) = (Self.connected(), [String?]())
        let heard = try connection.receive(bytes + wanted.bytes) { message in
            seen.append(message.sender)
            #expect(message.body.isEmpty && message.member == "Notify")
            return message.sender == ":1.4"
        }
        #expect(heard == [wanted] && seen == [":1.66", ":1.4"])
        #expect(try connection.receive(bytes + wanted.bytes) == [wanted], "a malformed body is lost alone")
    }

    @Test func `an oversized message is discarded without buffering it`() throws {
        var long = notify
        long.body = [.string(String(repeating: "x", count: DBusConnection.maximumMessageSize))]
        let bytes = long.bytes + notify.bytes
        for step in [7, 1_000, bytes.count] {
            var connection = Self.connected()
            var heard: [DBusMessage] = []
            for start in stride(from: 0, to: bytes.count, by: step) {
                heard += try connection.receive(bytes[start..<min(start + step, bytes.count)])
                #expect(connection.pendingByteCount < 16 + step || start > bytes.count - 1_000)
            }
            #expect(heard == [notify])
        }
    }

    @Test func `a rejection by the bus is reported`() {
        var connection = DBusConnection(user: 0)
        #expect(throws: DBusConnection.Failure.rejected("REJECTED EXTERNAL")) {
            try connection.receive(Array("REJECTED EXTERNAL\r\n".utf8))
        }
        var endless = DBusConnection(user: 0)
        #expect(throws: DBusConnection.Failure.malformed) {
            try endless.receive([UInt8](repeating: 0x41, count: 20_000))
        }
    }

    @Test func `socket addresses are found among other addresses`() {
        #expect(
            DBusAddress.list("tcp:host=x;unix:path=/run/user/1000/bus,guid=ab;unix:abstract=/tmp/a%20b")
                == [.path("/run/user/1000/bus"), .abstract("/tmp/a b")]
        )
        for text in [
            "", "disabled:", "unix:", "unix:path=", "unix:path=%zz", "unix:path=%00", "unix:path=%+1", "unix:path=/a%4",
            "unix:tmpdir=/tmp",
        ] {
            #expect(DBusAddress.list(text).isEmpty, "\(text)")
        }
    }

    private static func connected() -> DBusConnection {
        var connection = DBusConnection(user: 0)
        _ = try? connection.receive(Array("OK 00\r\n".utf8))
        return connection
    }

    private static func value(_ random: inout Random, depth: Int) -> DBusValue {
        let number = random.next()
        switch random.below(depth < 4 ? 17 : 12) {
        case 0: return .byte(UInt8(truncatingIfNeeded: number))
        case 1: return .boolean(number % 2 == 0)
        case 2: return .int16(Int16(truncatingIfNeeded: number))
        case 3: return .uint16(UInt16(truncatingIfNeeded: number))
        case 4: return .int32(Int32(truncatingIfNeeded: number))
        case 5: return .uint32(UInt32(truncatingIfNeeded: number))
        case 6: return .int64(Int64(truncatingIfNeeded: number))
        case 7: return .uint64(number)
        case 8: return .double(Double(number))
        case 9: return .string(random.pick(["", "a", "Größe", "📦"]))
        case 10: return .objectPath("/a/b")
        case 11: return .signature("a{sv}")
        case 12: return .variant(value(&random, depth: depth + 1))
        case 13: return .structure((0...random.below(3)).map { _ in value(&random, depth: depth + 1) })
        case 14: return .strings((0..<random.below(4)).map { "\($0)" })
        case 15: return .dictionary((0..<random.below(3)).map { ("\($0)", value(&random, depth: depth + 2)) })
        default:
            let element = value(&random, depth: depth + 1)
            return .array(element.type, Array(repeating: element, count: random.below(3)))
        }
    }
}
