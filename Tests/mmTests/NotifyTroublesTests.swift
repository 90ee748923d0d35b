import MemossFiles
import Testing

@testable import CivilTime
@testable import mm

@Suite struct NotifyTroublesTests {
    private let now = Instant(secondsSince1970: 1_795_248_000)
    private let later = Instant(secondsSince1970: 1_795_248_060)

    @Test func `a trouble is kept with the time when it was first noticed`() {
        var troubles = NotifyTroubles(parsing: [])
        #expect(!troubles.isNew && troubles.all().isEmpty)
        troubles[.hook, now] = "failed\twith\n7"
        troubles[.hook, later] = "failed\twith\n7"
        troubles[.watch, later] = "none left"
        troubles[.desktop, now] = nil
        #expect(troubles.isNew)
        let read = NotifyTroubles(parsing: troubles.bytes)
        #expect(!read.isNew && read.all().map(\.since) == [later, now])
        #expect(read[.watch, now] == "none left" && read.all([.hook]).count == 1)
        #expect(NotifyTroubles(parsing: read.bytes).all() == read.all())
        troubles[.hook, later] = nil
        troubles[.watch, later] = nil
        #expect(troubles.bytes.isEmpty)
    }

    @Test func `a file with other contents is ignored`() {
        for text in [
            "", "hook", "hook\t1", "hook\tx\ty", "other\t1\tx", "hook\t99999999999999999999\tx", "\u{0}\t\t\n\n",
        ] {
            #expect(NotifyTroubles(parsing: Array(text.utf8)).all().isEmpty, "\(text)")
        }
        let extreme = NotifyTroubles(parsing: Array("hook\t\(Int64.min)\tx".utf8) + [0x0A, 0xFF])
        #expect(extreme.all().first.map { Zone.utc.civil(at: $0.since).date.description } != nil)
    }
}
