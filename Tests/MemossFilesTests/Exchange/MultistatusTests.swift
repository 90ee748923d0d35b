import TestSupport
import Testing

@testable import Exchange

/// What servers answer to PROPFIND and REPORT, and what hostile ones could.
@Suite struct MultistatusTests {
    private static let radicale = """
        <?xml version='1.0' encoding='utf-8'?>
        <multistatus xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><response><href>/user/te%20st/</href><propstat><prop><resourcetype>\
        <C:calendar /><collection /></resourcetype><getetag>"45"</getetag></prop><status>HTTP/1.1 200 OK</status></propstat></response>\
        <response><href>/user/te%20st/mm-1.ics</href><propstat><prop><resourcetype /><getetag>"0e"</getetag>\
        <C:calendar-data>BEGIN:VCALENDAR
        SUMMARY:a\\, b é&amp;&lt;&#13;&#x1F375;
        </C:calendar-data></prop><status>HTTP/1.1 200 OK</status></propstat></response><response><href>/user/te%20st/none.ics</href>\
        <status>HTTP/1.1 404 Not Found</status></response></multistatus>
        """
    private static let xandikos = """
        <ns0:multistatus xmlns:ns0="DAV:" xmlns:ns1="urn:ietf:params:xml:ns:caldav"><ns0:response>\
        <ns0:href>http://127.0.0.1:8000/user/calendars/te%20st/</ns0:href><ns0:propstat><ns0:status>HTTP/1.1 200 OK</ns0:status><ns0:prop>\
        <ns0:resourcetype><ns0:collection /><ns1:calendar /></ns0:resourcetype></ns0:prop></ns0:propstat></ns0:response><ns0:response>\
        <ns0:href>/user/calendars/te%20st/mm%2D1.ics</ns0:href><ns0:propstat><ns0:status>HTTP/1.1 200 OK</ns0:status><ns0:prop>\
        <ns0:getetag>W/"1f"</ns0:getetag></ns0:prop></ns0:propstat><ns0:propstat><ns0:status>HTTP/1.1 404 Not Found</ns0:status><ns0:prop>\
        <ns1:calendar-data>no</ns1:calendar-data></ns0:prop></ns0:propstat></ns0:response></ns0:multistatus>
        """

    private func read(_ text: String) -> Multistatus? { Multistatus(parsing: Array(text.utf8)) }

    @Test func `what Radicale and Xandikos answer is read, whatever prefixes they use`() throws {
        let radicale = try #require(read(Self.radicale))
        #expect(radicale.members.map(\.name) == ["", "mm-1.ics", "none.ics"])
        #expect(radicale.members.map(\.tag) == ["\"45\"", "\"0e\"", nil])
        #expect(radicale.members.map(\.isThere) == [true, true, false])
        #expect(radicale.collection?.isCalendar == true && radicale.members[1].isCalendar == false)
        let content = String(decoding: try #require(radicale.members[1].content), as: UTF8.self)
        #expect(content == "BEGIN:VCALENDAR\nSUMMARY:a\\, b é&<\r🍵\n")
        let xandikos = try #require(read(Self.xandikos))
        #expect(xandikos.members.map(\.name) == ["", "mm-1.ics"])
        // A weak tag is compared as a strong one; what has another status than 200 is not there.
        #expect(xandikos.members[1].tag == "\"1f\"" && xandikos.members[1].content == nil)
        #expect(xandikos.collection?.isCalendar == true)
    }

    @Test(arguments: [
        "", " ", "Not found", "<html><body>It works!</body></html>", "<!DOCTYPE html><html/>",
        "<!DOCTYPE m [<!ENTITY a \"b\">]><multistatus xmlns=\"DAV:\">&a;</multistatus>",
        "<multistatus xmlns=\"DAV:\"/><a/>",
        "<multistatus xmlns=\"DAV:\">", "<multistatus xmlns=\"DAV:\"></response>", "<multistatus/>", "<D:multistatus/>",
        "<multistatus xmlns=\"DAV:\" xmlns=\"DAV:\"/>", "<multistatus xmlns=\"DAV:\">&nbsp;</multistatus>",
        "text<multistatus xmlns=\"DAV:\"/>",
        "<multistatus xmlns=\"DAV:\">&#xD800;</multistatus>", "<multistatus xmlns=\"DAV:\">&#99999999;</multistatus>",
        "<?xml version=\"1.0\" encoding=\"UTF-16\"?><multistatus xmlns=\"DAV:\"/>",
        "<multistatus xmlns=\"DAV:\"><!-- </multistatus>",
        "<multistatus xmlns='DAV:' a='<'/>", "<multistatus xmlns=\"http://DAV:\"/>",
        "<multistatus xmlns=\"DAV:\"><![CDATA[</multistatus>",
    ])
    func `what is no answer of WebDAV, or not well formed, is not read`(text: String) {
        #expect(read(text) == nil)
    }

    @Test func `comments, instructions, CDATA and a byte order mark are read as XML has them`() throws {
        let text =
            "\u{FEFF}<?xml version=\"1.0\"?><!-- a --><m:multistatus xmlns:m='DAV:'><m:response><m:href> /<![CDATA[a&b]]></m:href\n></m:response>"
            + "<?php x ?></m:multistatus>\n<!-- b -->"
        #expect(try #require(read(text)).members.map(\.name) == ["a&b"])
        // The prefix is scoped to its element.
        #expect(read("<a:multistatus xmlns:a='DAV:'><b xmlns:c='x'/><c:d/></a:multistatus>") == nil)
    }

    @Test func `deep nesting ends the reading`() {
        let deep = 10_000
        let text =
            "<multistatus xmlns='DAV:'>" + String(repeating: "<a>", count: deep)
            + String(repeating: "</a>", count: deep)
        #expect(read(text + "</multistatus>") == nil)
    }

    @Test func `changed and truncated answers are read or refused, and never crash`() {
        var random = Random(seed: 4_918)
        let texts = [Self.radicale, Self.xandikos].map { Array($0.utf8) }
        for round in 0..<Rounds.of(20_000) {
            var bytes = random.mutate(random.pick(texts))
            if round.isMultiple(of: 3) { bytes = Array(bytes.prefix(random.below(bytes.count))) }
            for member in Multistatus(parsing: bytes)?.members ?? [] {
                #expect(member.tag?.utf8.contains { $0 <= 0x20 } != true)
                _ = (member.name, PublishedEvent.Reading(member.content ?? []))
            }
        }
    }

    @Test func `a question about objects names them as the server did`() {
        let text = String(decoding: Multistatus.question(about: ["/a%20b/x&y.ics"]), as: UTF8.self)
        #expect(text.contains("<D:href>/a%20b/x&amp;y.ics</D:href>") && text.contains("calendar-multiget"))
    }
}
