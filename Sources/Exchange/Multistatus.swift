internal import Bytes

/// The answer of a WebDAV server about the members of a collection (RFC 4918, section 14.16), as far as it is needed here.
package struct Multistatus: Sendable, Hashable {
    package struct Member: Sendable, Hashable {
        /// As the server writes it: a path or a whole address, percent-encoded.
        package var address: String
        /// Without the mark of a weak one, which no condition of a request matches (RFC 9110, section 13.1.1).
        package var tag: String?
        /// What is in it, if it was asked for.
        package var content: [UInt8]?
        /// Whether the server has it.
        package var isThere = true
        /// Whether it is a collection of calendar objects.
        package var isCalendar = false

        /// Without the server.
        fileprivate var path: Substring.UTF8View {
            guard let end = address.firstRange(of: "://")?.upperBound else { return address[...].utf8 }
            return address[end...].drop { $0 != "/" }.utf8
        }

        /// The last part of the address, decoded; empty for a collection.
        package var name: String {
            Self.decoded(address.split(separator: "/", omittingEmptySubsequences: false).last ?? "")
        }
    }

    package var members: [Member] = []

    /// The collection itself: the addresses of its members begin with its own.
    package var collection: Member? { members.filter(\.isThere).min { $0.path.count < $1.path.count } }

    /// Nil if it is none.
    package init?(parsing bytes: [UInt8]) {
        var reader = XMLReader(bytes)
        var path: [XMLReader.Name] = []
        var member = Member(address: "")
        var (text, found) = ("", Found())
        do throws(XMLReader.Malformed) {
            while let event = try reader.next() {
                switch event {
                case .start(let name):
                    path.append(name)
                    text = ""
                    if path == [Self.root, Self.response] { member = Member(address: "") }
                    if name == Self.propertyStatus { found = Found() }
                    guard path.first == Self.root else { return nil }
                case .text(let part): text += part
                case .end:
                    // The last names are enough: what a server adds elsewhere is not read.
                    switch path.suffix(2) {
                    case [Self.response, Self.dav("href")]: member.address = Self.trimmed(text)
                    case [Self.response, Self.dav("status")]: member.isThere = Self.isSuccess(text)
                    case [Self.propertyStatus, Self.dav("status")]: found.isSuccess = Self.isSuccess(text)
                    case [Self.dav("prop"), Self.dav("getetag")]: found.tag = Self.strong(Self.trimmed(text))
                    case [Self.dav("prop"), Self.data]: found.content = Array(text.utf8)
                    case [Self.dav("resourcetype"), Self.calendar]: found.isCalendar = true
                    case [Self.response, Self.propertyStatus] where found.isSuccess:
                        member.tag = found.tag ?? member.tag
                        member.content = found.content ?? member.content
                        member.isCalendar = found.isCalendar || member.isCalendar
                    case [Self.root, Self.response]: members.append(member)
                    default: break
                    }
                    path.removeLast()
                    text = ""
                }
            }
        } catch {
            return nil
        }
    }

    /// The properties with one status.
    private struct Found {
        var isSuccess = true
        var tag: String?
        var content: [UInt8]?
        var isCalendar = false
    }

    private static let caldav = "urn:ietf:params:xml:ns:caldav"
    private static let root = dav("multistatus")
    private static let response = dav("response")
    private static let propertyStatus = dav("propstat")
    private static let data = XMLReader.Name(space: caldav, local: "calendar-data")
    private static let calendar = XMLReader.Name(space: caldav, local: "calendar")

    private static func dav(_ local: String) -> XMLReader.Name { XMLReader.Name(space: "DAV:", local: local) }

    private static func trimmed(_ text: String) -> String { String(decoding: Array(text.utf8).trimmed, as: UTF8.self) }

    /// `HTTP/1.1 200 OK`
    private static func isSuccess(_ status: String) -> Bool {
        let words = status.split(whereSeparator: \.isWhitespace)
        return words.count > 1 && words[1].utf8.count == 3 && words[1].hasPrefix("2")
    }

    /// An entity tag without the mark that it is weak; nil if it is none.
    package static func strong(_ tag: String) -> String? {
        let strong = tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : tag
        return strong.isEmpty || !strong.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F } ? nil : strong
    }

    /// What asks a server for the members of a collection.
    package static let listing = Array(
        #"<?xml version="1.0" encoding="utf-8"?><propfind xmlns="DAV:"><prop><resourcetype/><getetag/></prop></propfind>"#
            .utf8
    )

    /// What asks a server for some of them, by the addresses that it gave.
    package static func question(about addresses: [String]) -> [UInt8] {
        let names = addresses.map { "<D:href>\($0.escapedForXML)</D:href>" }.joined()
        let properties = "<D:prop><D:getetag/><C:calendar-data/></D:prop>"
        let spaces = #"xmlns:D="DAV:" xmlns:C="\#(caldav)""#
        return Array(
            #"<?xml version="1.0" encoding="utf-8"?><C:calendar-multiget \#(spaces)>\#(properties)\#(names)</C:calendar-multiget>"#
                .utf8
        )
    }
}

extension Multistatus.Member {
    /// Without the percent-encoding of RFC 3986, section 2.1. What is no encoding stays.
    private static func decoded(_ text: Substring) -> String {
        var (bytes, rest) = ([UInt8](), Array(text.utf8)[...])
        while let byte = rest.popFirst() {
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            if byte == UInt8(ascii: "%"), digits.utf8.count == 2, digits.utf8.allSatisfy(Ascii.isAlphanumeric),
                let value = UInt8(digits, radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension String {
    fileprivate var escapedForXML: String {
        replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
