import MemossFiles

/// The composition root: turns the global options and the environment into a folder, a time and a time zone.
struct Session {
    let globals: OptionValues
    var console: Console
    let zones = Environment.zones

    private let isEditing: Bool
    /// The root of the folder, if it is already known; no other place is searched.
    private let root: String?
    /// Whether part of the folder could not be read. The output may then be incomplete.
    private(set) var isPartial = false
    /// Everything in the folder, once a hint has needed it.
    var whole: Snapshot?

    /// - Parameters:
    ///   - isEditing: whether the command edits, including with `--dry-run`.
    ///   - console: nil for the standard streams.
    ///   - root: the root of the folder, for a front end that has found it. It is an error if that is no longer a
    ///     folder.
    init(_ globals: OptionValues, isEditing: Bool = false, console: Console? = nil, root: String? = nil) {
        self.globals = globals
        self.isEditing = isEditing
        self.root = root
        let color = globals.option(.color).flatMap(ColorDepth.Choice.init) ?? .auto
        self.console = console ?? Console(color: color, isQuiet: globals.flag(.quiet))
    }

    var isJSON: Bool { globals.flag(.json) }

    // MARK: Place

    /// The directory to which paths on the command line are relative.
    var directory: String { globals.option(.directory).map { Directory.spelled(Environment.expandingHome($0)) } ?? "." }

    /// The folder: found upwards from `-C` or the working directory, else in `MM_DIR`, else in the configuration.
    ///
    /// If an edit was interrupted there, it is first completed or rolled back, with a warning.
    mutating func folder() throws(MemossError) -> ReminderFolder {
        if let opened { return opened }
        var folder = try find()
        if let revision = globals.option(.at) {
            folder = try recorded(folder, at: revision)
            folder.readsTexts = readsTexts
            opened = folder
            return folder
        }
        if let line = console.progress { folder.progress = { line.show($0) } }
        folder.readsTexts = readsTexts
        opened = folder
        recover(folder)
        return folder
    }

    /// Whether the tags of texts count, before the folder is opened.
    var readsTexts = false

    /// The folder given with `-C`, or else the one that contains one of these directories, or else the one that
    /// `folder()` finds.
    ///
    /// - Returns:
    mutating func folder(near places: [String]) throws(MemossError) -> ReminderFolder? {
        if opened == nil, globals.option(.directory) == nil {
            for place in places {
                guard let found = try ReminderFolder.nearest(to: place, zones: zones) else { continue }
                opened = found
                recover(found)
                return found
            }
        }
        return try folder()
    }

    private var opened: ReminderFolder?
    /// Whether to recover interrupted edits. Completion does not.
    var recovers = true

    /// The locked folder, so that no other `mm` changes it after it is read.
    ///
    /// - Parameter willWrite: whether something will certainly be written; the lock file is then created if necessary.
    mutating func folderToEdit(willWrite: Bool = false) throws(MemossError) -> ReminderFolder {
        let folder = try folder().locked(creating: willWrite)
        opened = folder
        // The process that held the lock before may have been interrupted.
        recover(folder)
        return folder
    }

    /// Releases the lock, so that other processes do not have to wait for the user.
    mutating func unlock() { opened = opened?.unlocked() }

    private var recovered: String?

    private mutating func recover(_ folder: ReminderFolder) {
        guard recovers, let done = folder.recover(), done != recovered else { return }
        recovered = done
        // What an interrupted edit has left is said once.
        console.warn(done, isEssential: true)
    }

    private mutating func find() throws(MemossError) -> ReminderFolder {
        if let root { return try Self.folder(at: root) }
        if let found = try ReminderFolder.nearest(to: directory, zones: zones) { return found }
        if globals.option(.directory) == nil {
            let configured = configuration().directory.map { ("the configuration's directory", $0) }
            for (source, path) in [Environment.value("MM_DIR").map { ("MM_DIR", $0) }, configured].compactMap({ $0 }) {
                let place = Environment.expandingHome(path)
                do throws(MemossError) {
                    if let found = try ReminderFolder.nearest(to: place, zones: zones) { return found }
                } catch {
                    let hint =
                        source == "MM_DIR"
                        ? "set MM_DIR to another one, or unset it" : "set another one: mm config directory DIR"
                    throw MemossError(.failure, "\(source): \(error.message)", hints: [hint])
                }
                throw noFolder("\(place) (\(source))")
            }
        }
        throw noFolder(globals.option(.directory) ?? "this directory")
    }

    /// - Throws: a `MemossError` if it is no longer a folder. A folder in a parent directory would be a different one.
    static func folder(at root: String) throws(MemossError) -> ReminderFolder {
        guard let found = try ReminderFolder.nearest(to: root, zones: Environment.zones),
            found.root.utf8.elementsEqual(root.utf8)
        else {
            throw MemossError(.failure, "\(root) has no \(TagRegistry.fileName) any more")
        }
        return found
    }

    private func noFolder(_ place: String) -> MemossError {
        MemossError(
            .failure,
            "\(place) is not in a reminder folder: there is no \(TagRegistry.fileName) in it or above it",
            hints: ["make it one: mm init", "or use yours from anywhere: mm config directory DIR"]
        )
    }

    /// The configuration and the bytes of its file, which are empty if there is no file.
    private var loaded: (configuration: Configuration, bytes: [UInt8])?

    mutating func configuration() -> Configuration {
        if let loaded { return loaded.configuration }
        for name in Environment.ignoredBases {
            console.warn(
                "ignoring \(name): it is not an absolute path",
                hint: "use a path that begins with '/'"
            )
        }
        var bytes: [UInt8] = []
        do throws(SystemError) {
            bytes = try Self.configurationBytes()
        } catch {
            console.warn("\(error.path): cannot be read: \(error.reason)", hint: "using the defaults")
        }
        return load(Self.parse(bytes), bytes)
    }

    /// Whether the command itself reports the problems of the configuration.
    var listsConfiguration = false

    private static func parse(_ bytes: [UInt8]) -> Configuration {
        let taken = bytes.isEmpty ? [] : commandNames
        return Configuration(parsing: bytes, path: Environment.configurationPath ?? "", taken: taken)
    }

    /// Names that an alias cannot have.
    static var commandNames: [String] { Command.all.compactMap(\.syntax.path.first) + ["help"] }

    /// The configuration without warnings, for a command line that is not parsed yet; empty if it cannot be read.
    static var savedConfiguration: Configuration { (try? configurationBytes()).map(parse) ?? Configuration() }

    /// Warns about values of the configuration that put a secret at risk, in the commands that send it.
    mutating func warnOfRisks() { warn(about: configuration().risks) }

    private mutating func load(_ configuration: Configuration, _ bytes: [UInt8]) -> Configuration {
        loaded = (configuration, bytes)
        if !listsConfiguration { warn(about: configuration.problems) }
        return configuration
    }

    private static func configurationBytes() throws(SystemError) -> [UInt8] {
        guard let path = Environment.configurationPath else { return [] }
        do throws(SystemError) {
            // One byte more than the parser accepts, so that a larger file is rejected rather than cut.
            return try FileContents.read(path, limit: YAMLDocument.maximumSize + 1).bytes
        } catch {
            if error.isMissing { return [] }
            throw error
        }
    }

    /// Why the configuration cannot be read; nil if it can.
    func brokenConfiguration() -> String? {
        do throws(SystemError) {
            let bytes = try Self.configurationBytes()
            return Self.fault(of: Self.parse(bytes))
        } catch {
            return "\(error.path): \(error.reason)"
        }
    }

    private static func fault(of configuration: Configuration) -> String? {
        guard configuration.isBroken, let problem = configuration.problems.last else { return nil }
        return "\(ProblemText.place(problem)): \(problem.message)"
    }

    /// How the configuration has changed since it was read.
    enum ConfigurationChange {
        case none
        /// It was read again.
        case changed
        /// The file is missing or empty. This also happens for a moment while it is being saved.
        case missing
        /// It cannot be read, for this reason. The old configuration stays in effect.
        case unreadable(String)
    }

    /// Reads the configuration again if the file has changed.
    ///
    /// - Parameter acceptsMissing: whether to accept that the file is missing, because it has had time to reappear.
    mutating func rereadConfiguration(acceptsMissing: Bool) -> ConfigurationChange {
        do throws(SystemError) {
            let bytes = try Self.configurationBytes()
            guard bytes != loaded?.bytes else { return .none }
            if bytes.isEmpty, !acceptsMissing { return .missing }
            let read = Self.parse(bytes)
            if let fault = Self.fault(of: read) { return .unreadable(fault) }
            _ = load(read, bytes)
            return .changed
        } catch {
            return .unreadable("\(error.path): \(error.reason)")
        }
    }

    /// The working directory relative to the root, with a slash at the end; empty at the root or outside the folder.
    func prefix(in folder: ReminderFolder) -> String {
        guard let here = try? Directory.realPath(directory), let path = folder.relative(here), !path.isEmpty else {
            return ""
        }
        return path + "/"
    }

    // MARK: Moment

    private var knownZone: Zone?

    /// Makes the next call of `zone` read the time zone again, because it may change while a process runs.
    mutating func resetZone() { knownZone = nil }

    mutating func zone() throws(MemossError) -> Zone {
        if let knownZone { return knownZone }
        let zone = try readZone()
        knownZone = zone
        return zone
    }

    private func readZone() throws(MemossError) -> Zone {
        if let name = globals.option(.timezone) { return try zone(named: name, OptionSyntax.timezone.name, .usage) }
        if let name = Environment.value("MM_TIMEZONE") { return try zone(named: name, "MM_TIMEZONE", .failure) }
        return try zones.local(variable: Environment.variable("TZ"))
    }

    private func zone(named name: String, _ source: String, _ kind: MemossError.Kind) throws(MemossError) -> Zone {
        do throws(ParseError) {
            return try zones.zone(named: name)
        } catch {
            throw MemossError(kind, error, at: source)
        }
    }

    /// The current time and the time zones.
    mutating func time(_ zones: [String: Zone] = [:]) throws(MemossError) -> TimeContext {
        let zone = try zone()
        let configuration = configuration()
        let now = try now(in: zone, configuration.times)
        var time = TimeContext(now: now, zone: zone, zones: zones, allDayAt: configuration.allDayAt)
        (time.times, time.deadlinesRing) = (configuration.times, configuration.deadlinesRing)
        let (today, clock) = (time.local.date, configuration.clock)
        time.naming = { $0.text(in: today, clock) }
        return time
    }

    /// How times of day are shown.
    var clock: Clock {
        mutating get { configuration().clock }
    }

    private func now(in zone: Zone, _ times: PartsOfDay) throws(MemossError) -> Instant {
        // `--now 'tomorrow 9am'` is relative to MM_NOW.
        var now = Environment.now()
        for (source, text, kind) in [
            ("MM_NOW", Environment.value("MM_NOW"), MemossError.Kind.failure),
            (OptionSyntax.now.name, globals.option(.now), .usage),
        ] {
            guard let text else { continue }
            do throws(ParseError) {
                let when = try WhenPhrase(parsing: text, now: zone.civil(at: now), times: times)
                now = when.elapsing(from: now, in: zone).value.instant(in: zone, allDayAt: .midnight)
            } catch {
                throw MemossError(kind, error, at: source)
            }
        }
        return now
    }

    // MARK: Reading

    /// What the rows of a list show of the bodies.
    var keptOfLists: KeptBody { isJSON ? .none : .checklist }

    /// Reads the folder and the current time. Warns about files that could not be read.
    mutating func read(
        keeping body: KeptBody = .none,
        keys: KeptKeys = .none,
        for matcher: QueryMatcher? = nil,
        registry: TagRegistry? = nil
    ) throws(MemossError) -> (snapshot: Snapshot, time: TimeContext) {
        try prepared(folder().read(keeping: body, keys: keys, for: matcher, registry: registry))
    }

    /// Reads the files that a tag edit depends on. Warns like `read`.
    mutating func read(toEdit edit: some TagEdit) throws(MemossError) -> (snapshot: Snapshot, time: TimeContext) {
        try prepared(folder().read(toEdit: edit, countsMentions: !isJSON && !globals.flag(.quiet)))
    }

    /// The same, and tells an observer which places it depends on.
    mutating func read(
        keeping body: KeptBody = .none,
        keys: KeptKeys = .none,
        observing observer: inout some PlaceObserver
    ) throws(MemossError) -> (snapshot: Snapshot, time: TimeContext) {
        try prepared(folder().read(keeping: body, keys: keys, observing: &observer))
    }

    /// What was read at the current time, with its warnings.
    mutating func prepared(
        _ read: (snapshot: Snapshot, zones: [String: Zone])
    ) throws(MemossError) -> (snapshot: Snapshot, time: TimeContext) {
        let time = try time(read.zones)
        let snapshot = read.snapshot.lapsed(in: time)
        try warn(about: snapshot)
        // A process that records for a screen keeps running and needs the memory again.
        if console.recording == nil { Retained<Snapshot>.forever(snapshot) }
        return (snapshot, time)
    }

    /// Searches the folder for texts. Warns as `read` does.
    mutating func find(
        _ texts: [String]
    ) throws(MemossError) -> (files: [FoundFile], snapshot: Snapshot, time: TimeContext) {
        let folder = try folder()
        let (files, found, zones) = try folder.find(texts, registry: folder.registry())
        let time = try time(zones)
        let snapshot = found.lapsed(in: time)
        try warn(about: snapshot)
        return (files, snapshot, time)
    }

    /// Keeps a value until the process exits: freeing all reminders of a folder one by one takes longer than computing a
    /// plan.
    final class Retained<Value> {
        private let value: Value
        private init(_ value: Value) { self.value = value }
        static func forever(_ value: Value) { _ = Unmanaged.passRetained(Retained(value)) }
    }

    /// Counts the tags of the folder, which does not depend on the time. An unknown time zone in the environment does not
    /// stop that, but `--now` and `--timezone` are still validated.
    mutating func countTags() throws(MemossError) -> (
        tags: TagCounts, texts: TagCounts, snapshot: Snapshot, leavesTexts: Bool
    ) {
        if globals.option(.now) != nil || globals.option(.timezone) != nil { _ = try time() }
        let counted = try folder().countTags()
        try warn(about: counted.snapshot)
        return counted
    }

    private mutating func warn(about snapshot: Snapshot) throws(MemossError) {
        if isEditing { try snapshot.requireComplete() }
        reportUnlisted(in: snapshot)
        if let problem = snapshot.registry.problems.first(where: { $0.severity == .error }) {
            let (text, hint) = ProblemText.warning(problem)
            console.warnOnce(text, hint: hint)
        }
        for case let text? in ProblemText.summary(of: snapshot) { console.warnOnce(text) }
    }

    /// Reports the directories that could not be listed completely.
    mutating func reportUnlisted(in snapshot: Snapshot) {
        guard !isPartial else { return }
        for problem in snapshot.incomplete {
            isPartial = true
            let hint = "reminders in it may be missing from the output"
            console.report(MemossError(.failure, "\(problem.path): \(problem.message)", hints: [hint]))
        }
    }

    // MARK: Talking

    mutating func warn(about problems: [Problem]) {
        for problem in problems {
            let (text, hint) = ProblemText.warning(problem)
            console.warn(text, hint: hint)
        }
    }
}
