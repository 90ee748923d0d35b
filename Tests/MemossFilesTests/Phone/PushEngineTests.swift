import TestSupport
import Testing

@testable import CivilTime
@testable import Delivery
@testable import MemossFiles
@testable import Text

/// An ntfy server as far as the engine sees it.
private struct Server {
    var messages: [(sequence: String, id: String, at: Instant, title: String, isSent: Bool)] = []
    var withdrawn: [(sequence: String, at: Instant)] = []
    var rings: [String] = []
    private var count = 0
    /// For how long it knows what is over.
    private let memory: Int64 = 12 * 3_600

    /// - Returns: the id of the answer.
    mutating func take(_ step: PushEngine.Step, at now: Instant) -> String {
        count += 1
        messages.removeAll { $0.sequence == step.sequence && !$0.isSent }
        switch step {
        case .send(let ring, let sequence, let at, _):
            messages.append((sequence, "m\(count)", at, ring.title, false))
        case .withdraw: withdrawn.append((step.sequence, now))
        }
        return "m\(count)"
    }

    mutating func loseAll() { (messages, withdrawn) = ([], []) }

    mutating func advance(to now: Instant) {
        for index in messages.indices where !messages[index].isSent && messages[index].at <= now {
            messages[index].isSent = true
            rings.append("\(messages[index].title) \(messages[index].at)")
        }
    }

    func view(at now: Instant) throws -> PushView {
        let first = now.adding(seconds: -memory)
        var lines = messages.filter { $0.at > first }.map { message in
            """
            {"id":"\(message.id)","event":"message","time":\(message.at.secondsSince1970),"topic":"t","title":"\(message.title)",\
            "message":"m","sequence_id":"\(message.sequence)"}
            """
        }
        lines += withdrawn.filter { $0.at > first }.enumerated().map { index, one in
            """
            {"id":"d\(index)","event":"message_delete","time":\(one.at.secondsSince1970),"topic":"t",\
            "sequence_id":"\(one.sequence)"}
            """
        }
        lines.append(#"{"id":"x","event":"message","time":99999999999,"topic":"t","message":"of somebody else"}"#)
        return try #require(PushView(parsing: Array(lines.joined(separator: "\n").utf8), now: now))
    }

    var pending: [String] { messages.filter { !$0.isSent }.map { "\($0.title) \($0.at)" }.sorted() }
}

private struct Machine {
    /// Titles, which are also the ids, with their times.
    var folder: [String: Instant] = [:]
    /// When each was changed.
    var modified: [String: Instant] = [:]
    var record = PushRecord(place: "t")

    mutating func set(_ title: String, _ at: Instant?, at now: Instant) {
        (folder[title], modified[title]) = (at, now)
    }

    mutating func copy(_ other: Machine) { (folder, modified) = (other.folder, other.modified) }

    /// Titles such as `a1` and `a2` are of one reminder, `a`.
    func rings(at now: Instant) -> [PushRing] {
        let latest = now.adding(seconds: 3 * 86_400)
        return folder.filter { $0.value > now && $0.value < latest }.map { title, at in
            var ring = PushEngineTests.ring(title, at: at)
            (ring.reminder, ring.modified) = (String(title.prefix(1)), modified[title])
            return ring
        }.sorted { $0.at < $1.at }
    }

    /// - Parameter last: the process is killed after this many requests; nil if it ends well.
    /// - Returns: the number of requests.
    mutating func push(to server: inout Server, at now: Instant, last: Int? = nil) throws -> Int {
        var engine = PushEngine(rings(at: now), try server.view(at: now), record, now: now)
        record = engine.record
        for (index, step) in engine.steps.enumerated() {
            if index == last { return index }
            engine.finish(step, id: server.take(step, at: now), at: now)
        }
        if last == nil {
            engine.complete()
            record = engine.record
        }
        return engine.steps.count
    }
}

@Suite struct PushEngineTests {
    private static let start = Instant(secondsSince1970: 1_795_000_000)
    private static func time(_ minutes: Int) -> Instant { start.adding(seconds: Int64(minutes) * 60) }

    fileprivate static func ring(_ title: String, at instant: Instant) -> PushRing {
        PushRing(
            key: String(SHA256.hex(Array(title.utf8)).prefix(32)),
            at: instant,
            title: title,
            message: "m",
            reminder: title,
            path: "\(title).md"
        )
    }

    /// Machines that edit, synchronise, push, are killed, and see time pass.
    @Test func `machines with the same folder converge, and nothing rings twice or when it is gone`() throws {
        var random = Random(seed: Rounds.seed(40))
        for round in 0..<Rounds.of(4_000) {
            var (server, machines, minute) = (Server(), [Machine(), Machine()], 0)
            for step in 1...20 {
                let (index, now) = (
                    Int.random(in: 0...1, using: &random), Self.time(minute).adding(seconds: Int64(step))
                )
                let title = ["a", "b", "c"].randomElement(using: &random) ?? "a"
                switch Int.random(in: 0..<33, using: &random) {
                case 0..<8: machines[index].set(title, Self.time(minute + .random(in: 1...60, using: &random)), at: now)
                case 8..<12: machines[index].set(title, nil, at: now)
                case 12..<16: machines[index].copy(machines[1 - index])
                case 16..<20:
                    let last = Int.random(in: 0...2, using: &random)
                    _ = try machines[index].push(to: &server, at: now, last: last)
                case 20..<24:
                    minute += .random(in: 1...20, using: &random)
                    server.advance(to: Self.time(minute))
                case 32: server.loseAll()
                default:
                    _ = try machines[index].push(to: &server, at: now)
                    let again = try machines[index].push(to: &server, at: now)
                    #expect(again == 0, "round \(round)")
                }
            }
            // In peace: both have the folder of one.
            let (winner, now) = (Int.random(in: 0...1, using: &random), Self.time(minute).adding(seconds: 21))
            machines[1 - winner].copy(machines[winner])
            for index in [winner, 1 - winner] { _ = try machines[index].push(to: &server, at: now) }
            let wanted = machines[winner].rings(at: now).map { "\($0.title) \($0.at)" }.sorted()
            #expect(server.pending == wanted, "round \(round)")
            for index in [winner, 1 - winner] { #expect(try machines[index].push(to: &server, at: now) == 0) }
            #expect(Set(server.rings).count == server.rings.count, "round \(round): \(server.rings)")
            #expect(PushRecord(parsing: machines[0].record.bytes) == machines[0].record)
        }
    }

    /// A laptop that was not synced is awake, for a day and a half after the other one has withdrawn something.
    @Test(arguments: [0, 11, 13, 36]) func `what another machine has withdrawn stays away, however long ago it was`(
        hours: Int
    ) throws {
        var (server, a, b) = (Server(), Machine(), Machine())
        a.set("a", Self.time(60 * 60), at: Self.start)
        a.set("b", Self.time(60 * 65), at: Self.start)
        b.copy(a)
        for _ in 0..<2 { _ = (try a.push(to: &server, at: Self.start), try b.push(to: &server, at: Self.start)) }
        a.set("a", nil, at: Self.time(1))
        _ = try a.push(to: &server, at: Self.time(1))
        // It has slept, and looks every hour then.
        for hour in hours..<59 {
            #expect(try b.push(to: &server, at: Self.time(60 * hour + 2)) == 0, "after \(hour) hours")
        }
        // What was written since then is sent.
        b.set("a", Self.time(60 * 60), at: Self.time(60 * 59))
        #expect(try b.push(to: &server, at: Self.time(60 * 59 + 1)) == 1)
        // A server that has lost everything is told all of it.
        var (other, c) = (Server(), Machine())
        c.set("a", Self.time(60 * 60), at: Self.start)
        c.set("b", Self.time(60 * 65), at: Self.start)
        _ = try c.push(to: &other, at: Self.start)
        other.loseAll()
        #expect(try c.push(to: &other, at: Self.time(60 * hours + 1)) == 2)
    }

    @Test(arguments: [1, 11, 13, 36, 47]) func `further dates of a series that another machine has deleted stay away`(
        hours: Int
    ) throws {
        var (server, a, b) = (Server(), Machine(), Machine())
        for day in 1...9 { a.set("a\(day)", Self.time(60 * 24 * day), at: Self.start) }
        a.set("b", Self.time(60 * 71), at: Self.start)
        b.copy(a)
        for _ in 0..<2 { _ = (try a.push(to: &server, at: Self.start), try b.push(to: &server, at: Self.start)) }
        for day in 1...9 { a.folder["a\(day)"] = nil }
        _ = try a.push(to: &server, at: Self.time(1))
        for hour in hours..<150 {
            server.advance(to: Self.time(60 * hour + 2))
            #expect(try b.push(to: &server, at: Self.time(60 * hour + 2)) == 0, "after \(hour) hours")
        }
        #expect(server.rings.map { $0.prefix(1) } == ["b"])
        // It is there again, on either side.
        a.copy(b)
        _ = try a.push(to: &server, at: Self.time(60 * 150 + 3))
        _ = try b.push(to: &server, at: Self.time(60 * 150 + 4))
        #expect(server.pending.map { String($0.prefix(2)) } == ["a7", "a8", "a9"])
    }

    /// A laptop that never had a date within reach until the other one had deleted it.
    @Test(arguments: [0, 11, 13]) func `a date that another machine has withdrawn while this one was away stays away`(
        hours: Int
    ) throws {
        var (server, a, b) = (Server(), Machine(), Machine())
        let (later, deleted) = (60 * 24 * 2, 60 * 24 * 2 + 30)
        a.set("a", Self.time(60 * 24 * 4), at: Self.start)
        b.copy(a)
        _ = (try a.push(to: &server, at: Self.start), try b.push(to: &server, at: Self.start))
        #expect(try a.push(to: &server, at: Self.time(later)) == 1)
        a.set("a", nil, at: Self.time(deleted))
        #expect(try a.push(to: &server, at: Self.time(deleted)) == 1)
        // After a longer sleep than the server remembers, it cannot know.
        let isKnown = hours < 12
        #expect(try b.push(to: &server, at: Self.time(deleted + 60 * hours + 1)) == (isKnown ? 0 : 1))
        guard isKnown else { return }
        for hour in hours..<90 {
            #expect(try b.push(to: &server, at: Self.time(deleted + 60 * hour + 2)) == 0, "after \(hour) hours")
        }
        // What is written there since, is sent.
        b.set("a", Self.time(deleted + 60 * 100), at: Self.time(deleted + 60 * 91))
        #expect(try b.push(to: &server, at: Self.time(deleted + 60 * 92)) == 1)
    }

    /// Its file is older than the withdrawal, but this machine has agreed to that.
    @Test(arguments: [false, true])
    func `what was withdrawn before this one last looked is sent again when it is planned`(
        byOther: Bool
    ) throws {
        var (server, a, b) = (Server(), Machine(), Machine())
        a.set("a", Self.time(60 * 24), at: Self.start)
        if byOther { b.copy(a) }
        _ = (try a.push(to: &server, at: Self.start), try b.push(to: &server, at: Self.start))
        let there = a.folder
        (a.folder, b.folder) = ([:], [:])
        #expect(try a.push(to: &server, at: Self.time(1)) == 1)
        #expect(try b.push(to: &server, at: Self.time(2)) == 0)
        // A folder that was moved away is there again, as it was.
        (a.folder, b.folder, b.modified) = (there, there, a.modified)
        #expect(try (byOther ? b.push(to: &server, at: Self.time(3)) : a.push(to: &server, at: Self.time(3))) == 1)
        #expect(server.pending.count == 1)
    }

    /// A series in two files with one id, of which one was moved here and the other renamed there, and then both are everywhere.
    @Test func `what this machine itself has withdrawn is sent again, although another has changed that reminder`()
        throws
    {
        var (server, a, b) = (Server(), Machine(), Machine())
        for number in 1...4 { a.set("a\(number)", Self.time(60 * number), at: Self.start) }
        b.copy(a)
        for _ in 0..<2 { _ = (try a.push(to: &server, at: Self.start), try b.push(to: &server, at: Self.start)) }
        a.folder["a4"] = nil
        _ = try a.push(to: &server, at: Self.time(1))
        // Its folder still has the deleted date, and loses two others.
        for number in 1...2 { b.folder["a\(number)"] = nil }
        #expect(try b.push(to: &server, at: Self.time(2)) == 2)
        for number in 1...2 { b.set("a\(number)", Self.time(60 * number), at: Self.start) }
        #expect(try b.push(to: &server, at: Self.time(3)) == 2)
        #expect(server.pending.map { String($0.prefix(2)) } == ["a1", "a2", "a3"])
    }

    @Test func `a date that another machine has completed keeps the next ones of the series`() throws {
        var (server, a, b) = (Server(), Machine(), Machine())
        for day in 1...5 { a.set("a\(day)", Self.time(60 * 24 * day), at: Self.start) }
        b.copy(a)
        for _ in 0..<2 { _ = (try a.push(to: &server, at: Self.start), try b.push(to: &server, at: Self.start)) }
        a.folder["a1"] = nil
        _ = try a.push(to: &server, at: Self.time(1))
        #expect(try b.push(to: &server, at: Self.time(60 * 40)) == 1)
        #expect(server.pending.map { String($0.prefix(2)) } == ["a2", "a3", "a4"])
    }

    @Test func `no more is sent than the server takes, soonest first`() throws {
        let rings = (0..<70).map { Self.ring("r\($0)", at: Self.time(70 - $0)) }
        var limits = PushEngine.Limits()
        (limits.atOnce, limits.aDay) = (50, 60)
        var engine = PushEngine(
            rings,
            try Server().view(at: Self.start),
            PushRecord(place: "t"),
            now: Self.start,
            limits: limits
        )
        #expect(engine.steps.count == 50 && engine.left.count == 20)
        #expect(engine.steps.map(\.at) == (1...50).map(Self.time))
        for step in engine.steps { engine.finish(step, id: nil) }
        let next = PushEngine(rings, try Server().view(at: Self.start), engine.record, now: Self.start, limits: limits)
        #expect(next.steps.count == 10 && next.steps.first?.at == Self.time(1))
        let tomorrow = Self.start.adding(seconds: 86_400)
        let later = rings.map { Self.ring($0.title, at: $0.at.adding(seconds: 86_400)) }
        #expect(
            PushEngine(later, try Server().view(at: tomorrow), engine.record, now: tomorrow, limits: limits).steps.count
                == 50
        )
        // Not yet: the server refuses what is more than three days ahead.
        let far = [Self.ring("far", at: Self.start.adding(seconds: 3 * 86_400 + 1))]
        #expect(
            PushEngine(far, try Server().view(at: Self.start), PushRecord(place: "t"), now: Self.start).steps.isEmpty
        )
    }

    @Test func `what has rung rings again under another id, and what has not keeps its id`() throws {
        var (server, machine) = (Server(), Machine())
        machine.folder["a"] = Self.time(10)
        _ = try machine.push(to: &server, at: Self.start)
        let first = server.messages.map(\.sequence)
        machine.folder["a"] = Self.time(20)
        _ = try machine.push(to: &server, at: Self.start)
        #expect(server.messages.map(\.sequence) == first)
        server.advance(to: Self.time(21))
        machine.folder["a"] = Self.time(40)
        _ = try machine.push(to: &server, at: Self.time(21))
        #expect(server.messages.count == 2 && Set(server.messages.map(\.sequence)).count == 2)
        // It was moved to ring earlier, and rings again at the time that its id has.
        var (again, other) = (Server(), Machine())
        other.folder["a"] = Self.time(40)
        _ = try other.push(to: &again, at: Self.start)
        other.folder["a"] = Self.time(10)
        _ = try other.push(to: &again, at: Self.start)
        again.advance(to: Self.time(11))
        other.folder["a"] = Self.time(40)
        _ = try other.push(to: &again, at: Self.time(11))
        #expect(again.messages.count == 2 && Set(again.messages.map(\.sequence)).count == 2)
        for sequence in server.messages.map(\.sequence) {
            #expect(sequence.wholeMatch(of: /[-_A-Za-z0-9]{1,64}/) != nil && PushRing.key(ofSequence: sequence) != nil)
        }
    }

    @Test(arguments: ["<html></html>", "{}", "[1]", #"{"event":1}"#, #"{"event":"message","time":"x"}"# + "\nx"])
    func `what ntfy does not send is not read`(text: String) {
        #expect(PushView(parsing: Array(text.utf8), now: Self.start) == nil)
    }

    @Test(arguments: [
        "", "{}", #"{"version":2,"place":"t","day":1,"count":1}"#, "\u{0}", #"{"version":1,"place":"t"}"#,
    ])
    func `a record that cannot be read is none`(text: String) {
        #expect(PushRecord(parsing: Array(text.utf8)) == nil)
    }
}

@Suite struct PushAnswerTests {
    private let entry = PushRecord.Entry(
        sequence: "mm-0123456789abcdef0123456789abcdef-1795000000",
        at: Instant(secondsSince1970: 1_795_000_000),
        reminder: "id",
        path: "a.md",
        occurrence: "2026-11-22T09:00",
        text: ""
    )
    private let key = [UInt8](repeating: 7, count: 32)

    private func new(_ texts: [String], key: [UInt8]? = nil, answers: [String] = []) -> [PushAnswer.Action]? {
        var (record, entry) = (PushRecord(place: "t"), entry)
        entry.answers = answers
        record.rung[entry.sequence] = entry
        let lines = texts.map { #"{"event":"message","message":"\#($0)"}"# + "\n" }
        return PushAnswer.new(in: Array(lines.joined().utf8), record, key: key ?? self.key)?.map(\.answer.action)
    }

    @Test func `a button works once, and nobody can make one without the key`() {
        let done = PushAnswer(.done, to: entry.sequence, of: "id", entry.occurrence, key: key).text
        let snooze = PushAnswer(.snooze, to: entry.sequence, of: "id", entry.occurrence, key: key).text
        #expect(new([done, done, snooze]) == [.done, .snooze])
        #expect(new([done], answers: ["done"]) == [] && new([done], key: [UInt8](repeating: 8, count: 32)) == [])
        for forged in [
            done.replacing("done", with: "snooze"), done.replacing("1795000000", with: "1795000001"),
            String(done.dropLast()),
            done + "0", "mm1 done \(entry.sequence) ", "",
            PushAnswer(.done, to: entry.sequence, of: "id", nil, key: key).text,
            PushAnswer(.done, to: entry.sequence, of: "other", entry.occurrence, key: key).text,
        ] { #expect(new([forged]) == [], "\(forged)") }
        #expect(new(["\u{22}"]) == nil)
    }

    /// RFC 4231, test cases 1, 2, 3 and 6.
    @Test(arguments: [
        ([UInt8](repeating: 0x0B, count: 20), Array("Hi There".utf8), "b0344c61d8db38535ca8afceaf0bf12b"),
        (Array("Jefe".utf8), Array("what do ya want for nothing?".utf8), "5bdcc146bf60754e6a042426089575c7"),
        ([UInt8](repeating: 0xAA, count: 20), [UInt8](repeating: 0xDD, count: 50), "773ea91e36800e46854db8ebd09181a7"),
        (
            [UInt8](repeating: 0xAA, count: 131), Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            "60e431591ee0b67f0d8a26aacbf5b77f"
        ),
    ]) func `the proof is HMAC-SHA256`(key: [UInt8], message: [UInt8], digest: String) {
        let found = SHA256.authentication(of: message, key: key).prefix(16).map {
            ($0 < 16 ? "0" : "") + String($0, radix: 16)
        }
        #expect(found.joined() == digest)
    }
}

@Suite struct NtfyTopicTests {
    @Test(
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sun, 06 Nov 1994 08:49:37 CET", nil), ("", nil),
            ("x", nil),
            ("Sun, 06 Nov 1994 25:49:37 GMT", nil), ("Sun, 31 Feb 1994 08:49:37 GMT", nil),
        ] as [(String, Int64?)]
    ) func `the clock of a server is read`(text: String, seconds: Int64?) {
        #expect(HTTPAnswer(200, [HTTPRequest.Field("date", text)]).date?.secondsSince1970 == seconds)
    }

    @Test func `a topic needs a name that ntfy takes, and its address has no slash too many`() {
        #expect(NtfyTopic(server: "https://a/", topic: "a b", credentials: nil) == nil)
        #expect(NtfyTopic(server: "https://a/", topic: "", credentials: nil) == nil)
        #expect(NtfyTopic(server: "https://a/", topic: String(repeating: "a", count: 59), credentials: nil) == nil)
        #expect(NtfyTopic(server: "https://a//", topic: "t", credentials: nil)?.place == "https://a/t")
    }
}
