import TestSupport
import Testing

@testable import CivilTime
@testable import Exchange
@testable import MemossFiles

/// What is sent to a server: the fewest requests, and nothing that touches what is not ours.
@Suite struct PublicationTests {
    /// A CalDAV server that keeps the conditions of RFC 9110 and writes objects anew, as Radicale and Xandikos do.
    private struct Server {
        var objects: [String: (tag: String, bytes: [UInt8])] = [:]
        var count = 0
        var requests = 0
        var givesTags = true

        mutating func write(_ id: String, _ text: String) -> String {
            count += 1
            let bytes = Array(text.replacing("\r\n ", with: "").replacing("PT0S", with: "P0D").utf8)
            objects[id] = ("\"\(count)\"", bytes)
            return "\"\(count)\""
        }

        /// Nil if a condition does not hold.
        mutating func send(_ action: Publication.Action) -> String?? {
            requests += 1
            switch action {
            case .create(let event):
                guard objects[event.id] == nil else { return nil }
                let tag = write(event.id, String(decoding: event.bytes, as: UTF8.self))
                return .some(givesTags ? tag : nil)
            case .replace(let event, let tag, _):
                guard objects[event.id]?.tag == tag else { return nil }
                let tag = write(event.id, String(decoding: event.bytes, as: UTF8.self))
                return .some(givesTags ? tag : nil)
            case .delete(let id, let tag):
                guard objects[id]?.tag == tag else { return nil }
                objects[id] = nil
                return .some(nil)
            }
        }
    }

    private struct Machine {
        var record = PublishedRecord()

        func plan(_ wanted: [PublishedEvent], _ server: Server, isForced: Bool = false, at now: Instant = Folder.now)
            -> Publication
        {
            let there = server.objects.mapValues { Optional($0.tag) }
            let unclear = Publication.unclear(wanted, record, there: there)
            let contents = server.objects.filter { unclear.contains($0.key) }.mapValues {
                (tag: $0.tag, reading: PublishedEvent.Reading($0.bytes))
            }
            return Publication(wanted, record, there: there, contents: contents, isForced: isForced, at: now)
        }

        /// - Parameter crash: the number of requests after which the machine loses power, before it records the last one.
        @discardableResult
        mutating func run(_ wanted: [PublishedEvent], _ server: inout Server, isForced: Bool = false, crash: Int? = nil)
            -> Publication
        {
            let publication = plan(wanted, server, isForced: isForced)
            record = publication.intended
            for (index, action) in publication.actions.enumerated() {
                if index == crash { break }
                guard let tag = server.send(action) else { continue }
                if index + 1 != crash { Publication.note(action, tag: tag, in: &record) }
            }
            #expect(PublishedRecord(parsing: record.bytes) == record)
            return publication
        }
    }

    private func event(_ number: Int, hour: Int = 9, title: String = "A", of path: String? = nil) -> PublishedEvent {
        let start = Folder.now.adding(seconds: Int64(number * 86_400 + hour * 3_600))
        return PublishedEvent(
            id: PublishedEvent.id(of: "\(number)", "", ""),
            start: start,
            title: title,
            path: path ?? "\(number).md",
            modified: Folder.now
        )
    }

    private func kinds(_ publication: Publication) -> [String] {
        publication.actions.map { action in
            switch action {
            case .create: "create"
            case .replace: "replace"
            case .delete: "delete"
            }
        }
    }

    @Test func `a second run sends nothing, and each change is one request`() {
        var (server, machine) = (Server(), Machine())
        let all = (1...4).map { event($0) }
        #expect(kinds(machine.run(all, &server)) == ["create", "create", "create", "create"])
        #expect(machine.plan(all, server).actions.isEmpty && machine.plan(all, server).unchanged == 4)
        // Moved, renamed, done, and new.
        let next = [event(1, hour: 11), event(2, title: "B"), event(3), event(5)]
        #expect(kinds(machine.run(next, &server)) == ["delete", "replace", "replace", "create"])
        #expect(machine.plan(next, server).actions.isEmpty)
        // A file that was only touched says the same.
        let touched = next.map { event in
            var event = event
            event.modified = Folder.now.adding(seconds: 99)
            return event
        }
        #expect(machine.plan(touched, server).actions.isEmpty)
        #expect(kinds(machine.run([], &server)) == ["delete", "delete", "delete", "delete"] && server.objects.isEmpty)
        #expect(machine.record.entries.isEmpty)
    }

    @Test func `further dates of a series that another machine has deleted or moved are not written`() {
        var (server, one, two) = (Server(), Machine(), Machine())
        func series(_ days: ClosedRange<Int>, hour: Int = 9) -> [PublishedEvent] {
            days.map { event($0, hour: hour, of: "a.md") }
        }
        one.run(series(1...5) + [event(60)], &server)
        two.run(series(1...5) + [event(60)], &server)
        one.run([event(60)], &server)
        let stale = two.run(series(1...8) + [event(60)], &server)
        #expect(stale.actions.isEmpty && stale.left.count == 8 && server.objects.count == 1)
        // As long as one of them is there, the series goes on.
        one.run(series(1...5) + [event(60)], &server)
        _ = two.run(series(1...5) + [event(60)], &server)
        one.run(series(2...5) + [event(60)], &server)
        #expect(kinds(two.run(series(1...8) + [event(60)], &server)) == ["create", "create", "create"])
        // What has another time here is written, too.
        one.run([event(60)], &server)
        let moved = two.run(series(1...9, hour: 10) + [event(60)], &server)
        #expect(kinds(moved) == Array(repeating: "create", count: 5) + ["replace", "replace", "replace", "create"])
        #expect(moved.left.isEmpty)
    }

    @Test func `what was deleted is written again once it says something else here`() {
        var (server, one, two) = (Server(), Machine(), Machine())
        one.run([event(1), event(2)], &server)
        two.run([event(1), event(2)], &server)
        // Snoozed beyond the horizon on one machine, and then to the next day on the other.
        one.run([event(1)], &server)
        func snoozed(_ title: String = "A", hour: Int) -> [PublishedEvent] {
            [event(1), event(2, hour: hour, title: title)]
        }
        #expect(two.run(snoozed(hour: 9), &server).left.map(\.reason) == [.deleted])
        #expect(kinds(two.plan(snoozed("B", hour: 9), server)) == ["create"])
        let again = two.run(snoozed(hour: 10), &server)
        #expect(kinds(again) == ["create"] && again.left.isEmpty)
        #expect(two.plan(snoozed(hour: 10), server).actions.isEmpty)
        // A person deletes it: it stays away until it has another time.
        server.objects[event(2).id] = nil
        #expect(two.run(snoozed(hour: 10), &server).left.map(\.reason) == [.deleted])
        #expect(kinds(two.run(snoozed(hour: 11), &server)) == ["create"])
    }

    @Test func `a machine that was killed in a replacement leaves what another machine has written since`() {
        // Killed before the request, and after it.
        for crash in [0, 1] {
            var (server, one, two) = (Server(), Machine(), Machine())
            one.run([event(1)], &server)
            two.run([event(1)], &server)
            one.run([event(1, hour: 10)], &server, crash: crash)
            #expect(one.record.entries[event(1).id]?.seen == event(1).digest)
            two.run([event(1, hour: 11)], &server)
            let behind = one.run([event(1, hour: 10)], &server)
            #expect(behind.actions.isEmpty && behind.left.map(\.reason) == [.other])
            #expect(contents(server) == [event(1).id: event(1, hour: 11).digest])
            // What it has once the folders are the same.
            #expect(one.run([event(1, hour: 11)], &server).unchanged == 1)
        }
    }

    @Test
    func `of two machines that have both changed a reminder, the later change prevails, and neither writes again`() {
        for isLater in [false, true] {
            var (server, one, two) = (Server(), Machine(), Machine())
            one.run([event(1)], &server)
            two.run([event(1)], &server)
            var (first, second) = (event(1, hour: 10), event(1, hour: 11))
            first.modified = Folder.now.adding(seconds: 60)
            second.modified = Folder.now.adding(seconds: isLater ? 90 : 30)
            one.run([first], &server)
            let last = two.run([second], &server)
            #expect(kinds(last) == (isLater ? ["replace"] : []) && last.left.map(\.reason) == (isLater ? [] : [.other]))
            #expect(two.plan([second], server).actions.isEmpty && one.plan([first], server).actions.isEmpty)
            // What is changed then is newer than what was seen.
            #expect(kinds(two.plan([event(1, hour: 12)], server)) == ["replace"])
        }
    }

    @Test func `what the folder did not want while the server was out of reach is written again`() {
        var (server, one, two) = (Server(), Machine(), Machine())
        one.run([event(1), event(2)], &server)
        two.run([event(1), event(2)], &server)
        // Completed on one machine, synced, seen by the other one without a network, and reopened there.
        one.run([event(1)], &server)
        two.record.release(allBut: [event(1)], held: [])
        #expect(kinds(two.run([event(1), event(2)], &server)) == ["create"])
        // What is there is still its own.
        two.record.release(allBut: [event(1)], held: [PublishedRecord.source("2.md")])
        #expect(two.record.entries[event(2).id]?.tag != nil)
        two.record.release(allBut: [event(1)], held: [])
        #expect(kinds(two.run([event(1)], &server)) == ["delete"])
    }

    @Test func `objects of others are never touched, whatever their names`() {
        var (server, machine) = (Server(), Machine())
        _ = server.write("holiday", "BEGIN:VCALENDAR")
        _ = server.write(event(9).id, String(decoding: event(9).bytes, as: UTF8.self))
        let before = server.objects.mapValues(\.tag)
        machine.run([event(1)], &server, isForced: true)
        machine.run([], &server, isForced: true)
        #expect(server.objects.mapValues(\.tag) == before)
    }

    @Test func `what a person has changed or deleted is told, and written only if it is forced`() throws {
        var (server, machine) = (Server(), Machine())
        let all = (1...3).map { event($0) }
        machine.run(all, &server)
        _ = server.write(
            all[0].id,
            String(decoding: event(1, hour: 15).bytes, as: UTF8.self).replacing(
                event(1, hour: 15).digest,
                with: all[0].digest
            )
        )
        server.objects[all[1].id] = nil
        // An alarm that was seen is no change.
        _ = server.write(
            all[2].id,
            String(decoding: all[2].bytes, as: UTF8.self).replacing(
                "END:VEVENT",
                with: "X-MOZ-LASTACK:20261122T090000Z\r\nEND:VEVENT"
            )
        )
        let told = machine.run(all, &server)
        #expect(told.actions.isEmpty && told.left.map(\.reason) == [.changed, .deleted] && told.unchanged == 1)
        #expect(machine.plan([event(1, hour: 11), all[1], all[2]], server).actions.isEmpty)
        // Completed here, changed there: it stays.
        #expect(
            machine.plan([], server).left.map(\.reason) == [.changed] && kinds(machine.plan([], server)) == ["delete"]
        )
        #expect(kinds(machine.run(all, &server, isForced: true)) == ["replace", "create"])
        #expect(machine.plan(all, server).actions.isEmpty && machine.plan(all, server).left.isEmpty)
        // Once it has passed, what a person has made of it is theirs.
        _ = server.write(
            all[0].id,
            String(decoding: event(1, hour: 15).bytes, as: UTF8.self).replacing("SUMMARY:A", with: "SUMMARY:Z")
        )
        let later = machine.plan([], server, at: Folder.now.adding(seconds: 9 * 86_400))
        #expect(later.left.isEmpty && later.record.entries[all[0].id] == nil && kinds(later) == ["delete", "delete"])
    }

    @Test func `a machine without a record adopts what says the same, and leaves what another machine wrote`() {
        var (server, one, two) = (Server(), Machine(), Machine())
        let all = (1...3).map { event($0) }
        one.run(all, &server)
        #expect(two.run(all, &server).actions.isEmpty && two.record.entries == one.record.entries)
        // Its folder is older: it changes nothing until it has a change of its own.
        var three = Machine()
        let stale = three.run([event(1, hour: 8), all[1]], &server)
        #expect(stale.actions.isEmpty && stale.left.map(\.reason) == [.other])
        // What one has moved, two gets with the folder.
        let moved = [event(1, hour: 12), all[1]]
        #expect(kinds(one.run(moved, &server)) == ["delete", "replace"])
        #expect(two.run(all, &server).actions.isEmpty)
        #expect(two.run(moved, &server).actions.isEmpty && two.plan(moved, server).left.isEmpty)
        // Reopened on the other machine.
        #expect(kinds(two.run(all, &server)) == ["replace", "create"])
        #expect(one.run(all, &server).actions.isEmpty)
    }

    @Test func `a machine whose own date has passed leaves the later one that another machine wrote`() {
        var (server, one, two) = (Server(), Machine(), Machine())
        func rent(_ days: Int) -> PublishedEvent {
            var event = event(1)
            event.start = event.start.adding(seconds: Int64(days) * 86_400)
            return event
        }
        one.run([rent(0)], &server)
        two.run([rent(0)], &server)
        #expect(kinds(two.run([rent(3)], &server)) == ["replace"])
        // Two days later, the first folder has not changed.
        let late = one.plan([], server, at: rent(2).start)
        #expect(late.actions.isEmpty && late.left.isEmpty && late.record.entries.isEmpty)
        // What was completed there before its date is deleted, whoever wrote it last.
        #expect(kinds(one.plan([], server, at: Folder.now)) == ["delete"])
    }

    @Test func `a server that gives no tags is asked in the next run`() {
        var (server, machine) = (Server(), Machine())
        server.givesTags = false
        let all = (1...3).map { event($0) }
        machine.run(all, &server)
        #expect(machine.record.entries.values.allSatisfy { $0.tag == nil })
        #expect(machine.run(all, &server).actions.isEmpty)
        #expect(machine.record.entries.values.allSatisfy { $0.tag != nil })
    }

    @Test func `after any crash, the next run makes the server what the folder says`() {
        var random = Random(seed: 412)
        for _ in 0..<Rounds.of(2_000) {
            var (server, machine) = (Server(), Machine())
            server.givesTags = random.below(4) > 0
            _ = server.write("other", "BEGIN:VCALENDAR")
            for _ in 0..<6 {
                let wanted = Set((0..<random.below(6)).map { _ in random.below(6) }).sorted().map {
                    event($0, hour: 9 + random.below(3))
                }
                machine.run(wanted, &server, crash: random.below(2) == 0 ? random.below(8) : nil)
            }
            let wanted = Set((0..<random.below(6)).map { _ in random.below(6) }).sorted().map {
                event($0, hour: 9 + random.below(3))
            }
            let last = machine.run(wanted, &server)
            #expect(last.left.isEmpty)
            #expect(contents(server) == Dictionary(uniqueKeysWithValues: wanted.map { ($0.id, $0.digest) }))
            server.requests = 0
            machine.run(wanted, &server)
            #expect(server.requests == 0)
        }
    }

    private func contents(_ server: Server) -> [String: String] {
        server.objects.filter { $0.key != "other" }.mapValues { PublishedEvent.Reading($0.bytes).digest }
    }

    @Test func `two machines of one folder converge, whichever is behind and whoever crashes`() {
        var random = Random(seed: 409)
        for _ in 0..<Rounds.of(2_000) {
            var (server, machines) = (Server(), [Machine(), Machine()])
            var folders: [[Int: Int]] = [[:], [:]]
            for _ in 0..<12 {
                let machine = random.below(2)
                switch random.below(5) {
                case 0: folders[1 - machine] = folders[machine]
                case 1: folders[machine][random.below(6)] = nil
                case 2: folders[machine][random.below(6)] = 9 + random.below(3)
                default:
                    machines[machine].run(
                        wanted(folders[machine]),
                        &server,
                        crash: random.below(4) == 0 ? random.below(4) : nil
                    )
                }
            }
            // Both have the same folder now, with a change that neither has published, and each runs until nothing is sent.
            let folder = folders[random.below(2)].mapValues { $0 + 5 }
            for machine in [0, 1, 0, 1] { machines[machine].run(wanted(folder), &server) }
            let found = contents(server)
            for event in wanted(folder) {
                // Only what one of them deleted behind the back of the other is missing, and that is told.
                let isTold = machines.contains { $0.plan(wanted(folder), server).left.contains { $0.id == event.id } }
                #expect(found[event.id] == event.digest || isTold)
            }
            server.requests = 0
            for machine in [0, 1] { machines[machine].run(wanted(folder), &server) }
            #expect(server.requests == 0)
        }
    }

    private func wanted(_ folder: [Int: Int]) -> [PublishedEvent] {
        folder.sorted { $0.key < $1.key }.map { event($0.key, hour: $0.value) }
    }

    @Test func `a record that cannot be read is none`() {
        var machine = Machine()
        var server = Server()
        machine.run((1...3).map { event($0) }, &server)
        machine.record.trouble = "the server\nrefuses"
        machine.record.done = Folder.now
        machine.record.place = "https://dav.example.org/a/"
        let bytes = machine.record.bytes
        #expect(
            PublishedRecord(parsing: bytes)?.trouble == "the server refuses"
                && PublishedRecord(parsing: bytes)?.done == Folder.now
                && PublishedRecord(parsing: bytes)?.place == machine.record.place
        )
        for count in 0..<bytes.count - 1 { #expect(PublishedRecord(parsing: Array(bytes[..<count])) == nil) }
        var random = Random(seed: 3)
        for _ in 0..<Rounds.of(5_000) { _ = PublishedRecord(parsing: random.mutate(bytes)) }
    }
}
