import Delivery
import Exchange
import MemossFiles

/// One run of `mm publish`: asks what the calendar has, and sends what differs from the plan.
struct PublishRun {
    enum Mode: Sendable {
        case send
        /// Only says what it would send.
        case dry
        /// Asks nobody, and says what is known.
        case status
        /// Deletes everything.
        case clear
    }

    let url: String
    let now: Instant
    let events: PublishedEvents
    private(set) var record: PublishedRecord
    /// What was sent, or would be.
    private(set) var sent: [Publication.Action] = []
    private(set) var left: [(id: String, reason: Publication.Reservation)] = []
    private(set) var unchanged = 0
    private(set) var trouble: MemossError?

    private let settings: Configuration.Publish
    private let credentials: HTTPCredentials?
    private let store: PublishStore
    /// Of files that cannot be read now, nothing is deleted.
    private let held: Set<String>

    static func perform(_ mode: Mode, isForced: Bool, _ session: inout Session) throws(MemossError) -> PublishRun {
        let settings = session.configuration().publish
        guard let url = settings.url else {
            throw MemossError(
                .failure,
                "no calendar is configured to publish to",
                hints: ["mm config publish.url https://SERVER/PATH/OF/THE/CALENDAR/"]
            )
        }
        session.warnOfRisks()
        let store = try PublishStore(try session.folder(), url: url)
        let lock = mode == .status || mode == .dry ? nil : try store.lock()
        defer { withExtendedLifetime(lock) {} }
        var run = try PublishRun(settings, url, store, &session)
        if mode == .status { run.recall() } else { try run.run(mode, isForced: isForced) }
        return run
    }

    private init(
        _ settings: Configuration.Publish,
        _ url: String,
        _ store: PublishStore,
        _ session: inout Session
    ) throws(MemossError) {
        (self.settings, self.url, self.store) = (settings, url, store)
        let folder = try session.folder()
        credentials = try Self.credentials(settings, &session)
        let warning: String?
        (record, warning) = try store.load()
        if let warning { session.console.warn(warning) }
        let (snapshot, time) = try session.read()
        // What could not be listed would be deleted there.
        try snapshot.requireComplete()
        held = Set(
            (snapshot.unreadable + snapshot.reminders.filter(\.isBroken)).map { PublishedRecord.source($0.path) }
        )
        now = time.now
        events = Self.events(of: snapshot, in: folder, time, settings) {
            Directory.modificationTime(of: folder.absolute($0))
        }
    }

    /// What the calendar should have.
    static func events(
        of snapshot: Snapshot,
        in folder: ReminderFolder,
        _ time: TimeContext,
        _ settings: Configuration.Publish,
        modification: (String) -> Instant? = { _ in nil }
    ) -> PublishedEvents {
        var chosen = PublishedEvents.Settings()
        (chosen.days, chosen.hasTitles) = (settings.days, settings.hasTitles)
        let name = folder.root.split(separator: "/").last.map(String.init) ?? ""
        return PublishedEvents(snapshot, folderName: name, settings: chosen, in: time, modification: modification)
    }

    static func wish(
        _ snapshot: Snapshot,
        in folder: ReminderFolder,
        _ time: TimeContext,
        _ settings: Configuration.Publish
    ) -> PhoneChild.Wish {
        PhoneChild.Wish(events(of: snapshot, in: folder, time, settings).events.map { [$0.id, $0.digest] })
    }

    private static func credentials(
        _ settings: Configuration.Publish,
        _ session: inout Session
    ) throws(MemossError) -> HTTPCredentials? {
        guard let user = settings.user else { return nil }
        guard let file = settings.passwordFile else {
            throw MemossError(.failure, "publish.user needs publish.password_file, a file with the password alone")
        }
        return .basic(user: user, password: try session.secret(in: file, "publish.password_file"))
    }

    // MARK: Looking

    /// The tags of our objects on the server, by id, and the contents that decide.
    private var there: [String: String?] = [:]
    private var addresses: [String: String] = [:]
    private var contents: [String: (tag: String, reading: PublishedEvent.Reading)] = [:]

    private mutating func run(_ mode: Mode, isForced: Bool) throws(MemossError) {
        let before = record
        do throws(MemossError) {
            // Once more if somebody else has written in between.
            for _ in 0..<2 {
                try look(mode)
                let publication = decide(mode, isForced: isForced)
                if mode == .dry { return sent = publication.actions }
                if try send(publication) { break }
            }
        } catch {
            guard error.kind == .failure else { throw error }
            trouble = error
            record.release(allBut: wanted(mode), held: held)
        }
        if mode == .dry { return }
        record.trouble = trouble?.message
        if trouble == nil { record.done = now }
        if record != before { try store.save(record) }
    }

    private mutating func decide(_ mode: Mode, isForced: Bool) -> Publication {
        let publication = Publication(
            wanted(mode),
            claimed(mode),
            there: there,
            contents: contents,
            held: held,
            isForced: isForced,
            at: now
        )
        (left, unchanged) = (publication.left, publication.unchanged)
        return publication
    }

    private func wanted(_ mode: Mode) -> [PublishedEvent] { mode == .clear ? [] : events.events }

    /// To clear, what this machine would have written is its own, too.
    private func claimed(_ mode: Mode) -> PublishedRecord {
        guard mode == .clear else { return record }
        var claimed = record
        for event in events.events where claimed.entries[event.id] == nil && there[event.id] != nil {
            claimed.entries[event.id] = event.entry(tag: nil)
        }
        return claimed
    }

    /// Without a question to the server: as it was left.
    private mutating func recall() {
        there = record.entries.mapValues(\.tag)
        sent = decide(.status, isForced: false).actions
    }

    /// Asks what the collection has.
    private mutating func look(_ mode: Mode) throws(MemossError) {
        let answer = try ask("PROPFIND", Multistatus.listing)
        let found = answer.members.filter(\.isThere)
        guard let collection = answer.collection else { throw noCalendar }
        guard collection.isCalendar else {
            let calendars = found.filter(\.isCalendar).map { Printable.line($0.address) }
            throw MemossError(
                .failure,
                "\(shownURL) is not a calendar",
                hints: calendars.prefix(5).map { "there is one at \($0)" }
            )
        }
        (there, addresses, contents) = ([:], [:], [:])
        for member in found {
            guard let id = PublishedEvent.id(named: member.name) else { continue }
            (there[id], addresses[id]) = (.some(member.tag), member.address)
        }
        let unclear = Publication.unclear(wanted(mode), claimed(mode), there: there).compactMap { addresses[$0] }
        for start in stride(from: 0, to: unclear.count, by: 100) {
            let part = unclear[start..<min(start + 100, unclear.count)]
            for member in try ask("REPORT", Multistatus.question(about: Array(part))).members where member.isThere {
                guard let id = PublishedEvent.id(named: member.name), let tag = member.tag, let content = member.content
                else { continue }
                contents[id] = (tag, PublishedEvent.Reading(content))
            }
        }
    }

    private func ask(_ method: String, _ body: [UInt8]) throws(MemossError) -> Multistatus {
        var request = request(method, "", body)
        request.fields = [.init("Depth", "1"), .init("Content-Type", "application/xml; charset=utf-8")]
        var script = CurlScript([request], caFile: caFile)
        (script.limit, script.timeout) = (Self.longestAnswer, 60)
        let answer: HTTPAnswer
        switch Curl.run(script)[0] {
        case .success(let found): answer = found
        case .failure(let trouble): throw MemossError(.failure, trouble.text(shownURL))
        }
        guard answer.status == 207, let read = Multistatus(parsing: answer.body) else { throw refusal(answer) }
        return read
    }

    /// In bytes: enough for a calendar of ten thousand objects.
    private static let longestAnswer = 16 << 20

    private var caFile: String? { settings.caFile.map(Environment.expandingHome) }
    var shownURL: String { Printable.line(url) }

    private func request(_ method: String, _ name: String, _ body: [UInt8]? = nil) -> HTTPRequest {
        HTTPRequest(method, url + name, body: body, credentials: credentials)
    }

    // MARK: Sending

    /// - Returns: false if somebody else has written in between.
    private mutating func send(_ publication: Publication) throws(MemossError) -> Bool {
        let known = publication.record
        // What is under way must be ours if this process ends.
        record = publication.intended
        if !publication.actions.isEmpty { try store.save(record) }
        var isOver = true
        var rest = publication.actions[...]
        while !rest.isEmpty, trouble == nil {
            let part = rest.prefix(Self.requestsAtOnce)
            rest = rest.dropFirst(part.count)
            for (action, result) in zip(part, Curl.run(CurlScript(part.map(request), caFile: caFile))) {
                switch result {
                case .failure(let failure):
                    // A request that failed may have arrived; one that was not sent has not.
                    if failure.kind == .notSent { record.entries[action.id] = known.entries[action.id] }
                    trouble = trouble ?? MemossError(.failure, failure.text(shownURL))
                case .success(let answer) where 200..<300 ~= answer.status || Self.isGone(action, answer):
                    Publication.note(action, tag: answer[field: "ETag"].flatMap(Multistatus.strong), in: &record)
                    sent.append(action)
                case .success(let answer):
                    record.entries[action.id] = known.entries[action.id]
                    if answer.status == 412 { isOver = false } else { refused = refused ?? refusal(answer) }
                    // The server would refuse the others too.
                    if [401, 403, 429].contains(answer.status) || answer.status >= 500 {
                        trouble = trouble ?? refusal(answer)
                    }
                }
            }
            if !rest.isEmpty { try store.save(record) }
        }
        for action in rest { record.entries[action.id] = known.entries[action.id] }
        trouble = trouble ?? refused
        return isOver || trouble != nil
    }

    /// Few enough for the time limit of one call of curl, and for little to be asked again after a crash.
    private static let requestsAtOnce = 50

    /// The first refusal of a single object, which does not stop the others.
    private var refused: MemossError?

    private static func isGone(_ action: Publication.Action, _ answer: HTTPAnswer) -> Bool {
        if case .delete = action { answer.status == 404 || answer.status == 410 } else { false }
    }

    private func request(_ action: Publication.Action) -> HTTPRequest {
        switch action {
        case .create(let event): return put(event, .init("If-None-Match", "*"))
        case .replace(let event, let tag, _): return put(event, .init("If-Match", tag))
        case .delete(let id, let tag):
            var request = request("DELETE", PublishedEvent.name(of: id))
            request.fields = [.init("If-Match", tag)]
            return request
        }
    }

    private func put(_ event: PublishedEvent, _ condition: HTTPRequest.Field) -> HTTPRequest {
        var request = request("PUT", event.name, event.bytes)
        request.fields = [.init("Content-Type", "text/calendar; charset=utf-8"), condition]
        return request
    }

    // MARK: Refusals

    private var noCalendar: MemossError {
        MemossError(.failure, "there is no calendar at \(shownURL)", hints: ["make one there with a calendar program"])
    }

    private func refusal(_ answer: HTTPAnswer) -> MemossError {
        switch answer.status {
        case 401 where credentials == nil:
            MemossError(.failure, "\(shownURL) asks for a user", hints: ["mm config publish.user NAME"])
        case 401: MemossError(.failure, "\(shownURL) refuses the user or the password")
        case 403: MemossError(.failure, "\(shownURL) allows this user no access")
        case 404: noCalendar
        case 207, 200: MemossError(.failure, "\(shownURL) does not answer as a CalDAV server does")
        case 405, 501: MemossError(.failure, "\(shownURL) is no CalDAV server: it answers \(answer.status)")
        case 413: MemossError(.failure, "an event is too large for \(shownURL)")
        case 429: MemossError(.failure, "\(shownURL) takes no more requests for now")
        case 507: MemossError(.failure, "\(shownURL) has no space left")
        default: MemossError(.failure, "\(shownURL) answers \(answer.status)")
        }
    }
}
