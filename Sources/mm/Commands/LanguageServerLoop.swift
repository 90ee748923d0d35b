import CLibrary
internal import Interaction
import LanguageServer
import MemossFiles

/// Connects a language server with standard input and output, the disk and the clock. One thread waits for a message, a
/// change in the folder, or the time to publish problems.
struct LanguageServerLoop {
    private var server = LanguageServer(version: MM.version)
    private var session: Session
    private var folder: ReminderFolder?
    private var watch: FolderWatch?
    /// The rest of a large folder, while it is being read; nil once it is.
    private var reading: Background<FolderReading>?
    private var time: TimeContext
    /// The current day, as last sent to the editor.
    private var day: CivilDate
    /// When the published problems became outdated; nil if they are current.
    private var newsSince: Int64?
    /// Whether the client's process was seen. In a container it may have another number here.
    private var knowsClient = false
    /// Readable once the client's process has ended; -1 if the system cannot tell.
    private var client: Int32 = -1
    /// Fires at midnight, and when the clock is set.
    private let timer = WallTimer()
    /// Why changes of files are not reported, as the editor was told.
    private var saidTrouble: String?

    /// Problems are published once nothing has been typed for `quietPeriod` milliseconds, and after `maximumDelay` at
    /// the latest.
    private static let quietPeriod: Int64 = 15
    private static let maximumDelay: Int64 = 40
    /// How often to look whether the client's process is still there, in milliseconds: a child of it may keep our input open.
    private static let clientPeriod: Int64 = 30_000

    /// - Throws: a `MemossError` if the time or the time zone is unknown.
    init(_ session: Session) throws(MemossError) {
        self.session = session
        time = try self.session.time()
        day = time.local.date
    }

    mutating func run() -> ExitStatus {
        while true {
            while server.hasMessages {
                let effects = server.next(in: surroundings())
                // Look before the client gets the answer, because it may end as soon as it has it.
                seeClient()
                if let status = perform(effects) { return status }
            }
            followChanges()
            followDay()
            if publishIfDue() { continue }
            // Nobody reads the answers any more.
            if session.console.failure != nil || isUnread { return .failure }
            if isClientGone { return perform(server.end()) ?? .negative }
            guard wait() else { continue }
            guard let bytes = received() else { return perform(server.end()) ?? .negative }
            server.receive(bytes)
        }
    }

    // MARK: Streams

    /// - Returns: whether there is something to read.
    private func wait() -> Bool {
        var waited = [pollfd(fd: 0, events: Int16(POLLIN), revents: 0)]
        let other = reading?.descriptor ?? watch?.descriptor ?? -1
        waited.append(pollfd(fd: other, events: Int16(POLLIN), revents: 0))
        waited.append(pollfd(fd: 1, events: 0, revents: 0))
        waited.append(pollfd(fd: client, events: Int16(POLLIN), revents: 0))
        waited.append(pollfd(fd: timer.descriptor, events: Int16(POLLIN), revents: 0))
        timer.arm(at: Environment.now().secondsSince1970 + untilMidnight)
        let pause = pause
        let count = poll(&waited, nfds_t(waited.count), pause == .max ? -1 : Int32(max(0, min(pause, 3_600_000))))
        if count > 0, waited[4].revents != 0 { _ = timer.hasFired() }
        return count > 0 && waited[0].revents != 0
    }

    private var pause: Int64 {
        let now = Uptime.milliseconds()
        let news = newsSince.map { min(Self.quietPeriod, $0 + Self.maximumDelay - now) } ?? .max
        let due = reading.map { $0.hasValue ? now : .max } ?? watch?.due ?? .max
        let midnight = timer.descriptor < 0 ? untilMidnight * 1_000 : .max
        let isAsked = knowsClient && client < 0
        return min(news, due == .max ? .max : due - now, midnight, isAsked ? Self.clientPeriod : .max)
    }

    private mutating func seeClient() {
        guard !knowsClient, isClientThere else { return }
        knowsClient = true
        client = server.clientProcess.flatMap { pid_t(exactly: $0) }.map(processDescriptor) ?? -1
    }

    /// Whether the client's process has ended.
    private var isClientGone: Bool { knowsClient && !isClientThere }

    private var isClientThere: Bool {
        guard let process = server.clientProcess.flatMap({ pid_t(exactly: $0) }), process > 0 else { return false }
        return kill(process, 0) == 0 || errno == EPERM
    }

    /// In seconds.
    private var untilMidnight: Int64 {
        let clock = time.local.time
        return Int64(86_400 - 3_600 * clock.hour - 60 * clock.minute - clock.second)
    }

    /// The hints that editors show next to dates change at midnight.
    private mutating func followDay() {
        updateTime()
        guard time.local.date != day else { return }
        day = time.local.date
        _ = perform(server.dayHasChanged())
    }

    private mutating func updateTime() {
        do throws(MemossError) { time = try session.time() } catch { session.console.warnOnce(error.message) }
    }

    /// The bytes that can be read without waiting; nil at the end of the stream.
    private func received() -> [UInt8]? {
        var bytes: [UInt8] = []
        repeat {
            // The next call reports the end.
            guard let part = StandardInput.part(of: 0), !part.isEmpty else { return bytes.isEmpty ? nil : bytes }
            bytes += part
        } while bytes.count < 1 << 20 && hasInput
        return bytes
    }

    private var hasInput: Bool {
        var waited = [pollfd(fd: 0, events: Int16(POLLIN), revents: 0)]
        return poll(&waited, 1, 0) > 0
    }

    /// Whether the other end of standard output is closed. Only then does a poll for nothing report an error.
    private var isUnread: Bool {
        var output = [pollfd(fd: 1, events: 0, revents: 0)]
        return poll(&output, 1, 0) > 0 && output[0].revents & Int16(POLLERR) != 0
    }

    // MARK: Effects

    private mutating func surroundings() -> LanguageServer.Surroundings {
        updateTime()
        var surroundings = LanguageServer.Surroundings(
            time: time,
            files: folder?.files ?? FileValues([:]),
            zones: session.zones,
            // If the path cannot be resolved, it cannot be read either.
            realPath: { try? Directory.realPath($0) },
            freshID: { Environment.randomUUID() }
        )
        let (clock, today) = (session.clock, time.local.date)
        surroundings.clock = clock
        surroundings.advice = \.lines
        surroundings.distance = { RelativeDay($0, from: today, clock).text }
        surroundings.away = { RelativeDay($0, from: today, clock).distance }
        return surroundings
    }

    /// - Returns: the exit status, if an effect ends the server.
    private mutating func perform(_ effects: [LanguageServer.Effect]) -> ExitStatus? {
        for effect in effects {
            switch effect {
            case .send(let message):
                session.console.write(MessageFraming.framed(message))
                session.console.flush()
                if session.console.failure != nil { return .failure }
            case .findFolder(let places): findFolder(near: places)
            case .readFolder:
                do throws(MemossError) { try readFolder() } catch { session.console.warnOnce(error.message) }
            case .runCommand(let name, let arguments, let request):
                let answer = run(name, arguments)
                if let status = perform(server.answer(request, answer)) { return status }
            case .exit(let isClean): return isClean ? .done : .negative
            }
        }
        return nil
    }

    /// Publishes problems if it is time to.
    private mutating func publishIfDue() -> Bool {
        guard server.hasNews else {
            newsSince = nil
            return false
        }
        let now = Uptime.milliseconds()
        let since = newsSince ?? now
        guard newsSince != nil, now - since >= Self.maximumDelay || !hasInput && now - since >= Self.quietPeriod else {
            newsSince = since
            return false
        }
        newsSince = nil
        _ = perform(server.publishNews(in: surroundings()))
        return true
    }

    /// Runs a command that prints JSON.
    private func run(_ name: String, _ arguments: [String]) -> Result<JSON, ResponseError> {
        guard let folder else { return .failure(ResponseError(.requestFailed, "no folder of reminders is open")) }
        let given = [OptionSyntax.now, .timezone].flatMap { option in
            session.globals.option(option).map { [option.name, $0] } ?? []
        }
        let words = [name, "--json", "--directory", folder.root] + given + arguments
        do throws(MemossError) {
            guard case .run(let invocation) = try Grammar.mm.parse(words) else { return .success(.null) }
            let run = MM.record(invocation)
            if run.status == .done, let json = try? JSON(parsing: run.output) { return .success(json) }
            return .failure(ResponseError(.requestFailed, run.messages.map(\.text).joined(separator: "\n")))
        } catch {
            return .failure(ResponseError(.invalidParams, error.message))
        }
    }

    // MARK: Folder

    /// Errors go to standard error, which editors log. Without a folder, the server runs but offers nothing.
    private mutating func findFolder(near places: [String]) {
        guard folder == nil else { return }
        do throws(MemossError) {
            guard let found = try session.folder(near: places) else { return }
            folder = found
            var watch = FolderWatch(found, configuration: Environment.configurationPath, quietPeriod: 50)
            watch.begin(at: Uptime.milliseconds())
            self.watch = watch
            let reading = FolderReading.start(found, watch)
            switch reading.next() {
            case .beginning(let snapshot, let zones):
                self.reading = reading
                open(snapshot, zones, of: found, isPart: true)
            case .whole(let read, let watch): try take(read, watch)
            case nil: try readFolder()
            }
        } catch {
            // The same for each document that is outside.
            session.console.warnOnce(error.message)
            (folder, watch) = (nil, nil)
        }
    }

    private mutating func readFolder() throws(MemossError) {
        guard let folder, var watch else { return }
        reading = nil
        watch.begin(at: Uptime.milliseconds())
        let read: Result<FolderReading.Read, MemossError>
        do throws(MemossError) {
            read = .success(try folder.read(keeping: .none, keys: .none, observing: &watch))
        } catch {
            read = .failure(error)
        }
        try take(read, watch)
    }

    /// Serves the whole folder.
    private mutating func take(_ read: Result<FolderReading.Read, MemossError>, _ new: FolderWatch) throws(MemossError)
    {
        guard let folder else { return }
        var watch = new
        defer { self.watch = watch }
        do throws(MemossError) {
            let (snapshot, zones) = try read.get()
            watch.hasUnreadableFiles = snapshot.problems.contains { $0.id == .unreadableFile }
            open(snapshot, zones, of: folder)
            if let trouble = watch.trouble, trouble != saidTrouble {
                saidTrouble = trouble
                _ = perform(server.warn("\(trouble): the folder is read every minute instead"))
            }
        } catch {
            watch.scheduleRead(at: Uptime.milliseconds() + 5_000)
            throw error
        }
    }

    /// - Parameter isPart: whether the snapshot has only the first files of the folder.
    private mutating func open(
        _ snapshot: Snapshot,
        _ zones: [String: Zone],
        of folder: ReminderFolder,
        isPart: Bool = false
    ) {
        let read = ServedFolder(
            root: folder.root,
            snapshot,
            zones,
            ignored: folder.ignored,
            otherProblems: folder.unfinishedEdits(),
            isPart: isPart
        )
        _ = perform(server.open(read, in: surroundings()))
    }

    /// Serves the whole folder as soon as it is read.
    private mutating func followReading(_ reading: Background<FolderReading>) {
        guard reading.hasValue, case .whole(let read, let watch) = reading.next() else { return }
        self.reading = nil
        do throws(MemossError) { try take(read, watch) } catch { session.console.warnOnce(error.message) }
    }

    private mutating func followChanges() {
        if let reading { return followReading(reading) }
        guard var watch else { return }
        let now = Uptime.milliseconds()
        watch.readEvents(at: now)
        let isDue = watch.due <= now
        let paths = isDue ? watch.takeChangedFiles(at: now) : nil
        self.watch = watch
        guard isDue, let folder, server.folder != nil else { return }
        let changed = paths.map { server.changesOnDisk($0, in: surroundings()) }
        if let paths = changed, let served = server.folder {
            // What the client saves is known, whatever the size of the folder.
            let now = (served.snapshot, served.zones)
            if let (snapshot, zones) = paths.isEmpty ? now : folder.refresh(now.0, now.1, changed: paths) {
                return server.follow(snapshot, zones, changed: paths, otherProblems: folder.unfinishedEdits())
            }
        }
        do throws(MemossError) {
            _ = session.rereadConfiguration(acceptsMissing: true)
            try readFolder()
        } catch {
            session.console.warnOnce(error.message)
        }
    }
}
