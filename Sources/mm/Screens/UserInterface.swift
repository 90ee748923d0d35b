import Interaction
import MemossFiles

/// The logic of `mm ui`: keys and folder changes in, frames out. It runs the ordinary commands of `mm`, so the edits
/// and the messages are the same. It needs no terminal, only a caller that lends its own to commands that prompt.
struct UserInterface {
    /// A request to the owner of the terminal.
    enum Request: Hashable {
        /// Give the terminal to `run(_:)` of this effect.
        case lend(Browser.Effect)
        case redraw, suspend, quit
    }

    var browser: Browser
    let globals: OptionValues
    /// The real path of the folder.
    let root: String
    var session: Session
    var snapshot: Snapshot { didSet { matches = nil } }
    var time: TimeContext { didSet { matches = nil } }
    /// What the filter leaves of this folder at this time, which all rows need after the first ones.
    private var matches: BrowserList.Matches?
    var view: BrowserView
    let painter: Painter
    var size: TerminalSize
    /// The rows that each of our edits acted on, the newest edit last. An undo moves the cursor back to them.
    var edited: [[Browser.Mark]] = []
    /// A text shown in place of the list.
    var page: TextPage?
    var watch: FolderWatch
    /// The rest of a large folder, while it is being read and the screen shows its first files; nil once all is read.
    var reading: Background<FolderReading>?
    /// The keys that wait for it.
    var waiting: [(key: Key, isFollowed: Bool)] = []
    /// The folder when the last frame was drawn, or after an edit of ours since.
    private var seen: Snapshot
    /// Whether another program has put something else at the cursor since the last frame.
    var isReplaced = false
    /// Which part of each body was kept when the folder was read.
    private var body = KeptBody.checklist
    private var keys = KeptKeys.none
    /// The parsed filter; nil for none. While the typed text is invalid, the last valid one.
    private var query: Query?
    /// Why the filter is invalid, or matches nothing.
    private(set) var fault: String?
    private var isFilterValid = true
    /// Why the folder can no longer be read; nil if it can. Meanwhile, the old contents are shown, and editing is
    /// disabled.
    var loss: String?
    private var shownView: (view: Browser.View, page: Int)?
    /// The filter of the rows on display; that of the browser is newer while somebody types.
    private(set) var shownFilter = ""
    /// Whether the rows are still those of `shownFilter`, because listing a large folder takes longer than typing a letter.
    private(set) var isListLate = false
    /// When time alone changes the list; nil if that has not been sought since it was made.
    private(set) var nextChange: Instant?
    /// How many reminders are listed; nil if that is not counted yet.
    private var listedCount: Int?

    struct TextPage {
        enum Kind: Hashable { case help, show(PathKey), output([UInt8], [Browser.Message]) }
        var kind: Kind
        var lines: [[Frame.Cell]] = []
    }

    /// - Parameters:
    ///   - globals: the global options for all commands.
    ///   - browser: the first view and filter.
    ///   - showsBeginning: whether to show the first files of a large folder while the others are being read.
    /// - Throws: a `MemossError` if the folder cannot be read.
    init(
        _ globals: OptionValues,
        size: TerminalSize,
        _ painter: Painter,
        browser: Browser = Browser(),
        showsBeginning: Bool = true
    ) throws(MemossError) {
        (self.globals, self.size, self.painter, self.browser) = (globals, size, painter, browser)
        session = Session(globals, console: Console(recordingFor: size, painter))
        let folder = try session.folder()
        root = folder.root
        watch = FolderWatch(folder, configuration: Environment.configurationPath)
        watch.begin(at: Uptime.milliseconds())
        // Other views and filters need the whole folder: the first files do not show which days are empty, or what matches.
        let isForBeginning = showsBeginning && browser.view == .dashboard && browser.filter.isEmpty
        let reading = isForBeginning ? FolderReading.start(folder, watch, keeping: body) : nil
        switch reading?.next() {
        case .beginning(let snapshot, let zones):
            time = try session.time(zones)
            self.snapshot = snapshot.lapsed(in: time)
            self.reading = reading
        case .whole(let read, let watch):
            self.watch = watch
            (snapshot, time) = try session.prepared(read.get())
        case nil: (snapshot, time) = try session.read(keeping: body, observing: &watch)
        }
        seen = snapshot
        view = BrowserView(painter)
        collectMessages()
        listFirst()
    }

    /// Makes only the rows that the next frame needs.
    mutating func listFirst() { list(most: max(BrowserView.measuredRows, size.height)) }

    /// Whether `complete` has something to do.
    var isIncomplete: Bool { !isReading && (isListLate || view.list.isCut) }

    /// Makes the rows that are missing.
    mutating func complete() { if isIncomplete { list() } }

    /// How many reminders are listed; nil if some rows are missing.
    mutating func countListed() -> Int? {
        if isIncomplete { return nil }
        let count = listedCount ?? Set(browser.rows.filter { !$0.isFree }.map(\.path)).count
        listedCount = count
        return count
    }

    var clock: Clock { mutating get { session.clock } }

    /// The descriptor that reports changes, and when to call `followChanges`, on the monotonic clock.
    var watched: (descriptor: Int32, due: Int64) {
        reading.map { ($0.descriptor, $0.hasValue ? 0 : .max) } ?? (watch.descriptor, watch.due)
    }

    /// Stops watching for changes.
    func close() { watch.close() }

    /// Whether the time is fixed by an option.
    var isTimeFixed: Bool { globals.option(.now) != nil || Environment.value("MM_NOW") != nil }

    // MARK: Events

    /// - Parameter isFollowed: whether more input has already arrived, as when text is pasted on a terminal that does
    ///   not mark pastes.
    mutating func handle(_ key: Key, isFollowed: Bool = false) -> [Request] {
        if isReading { return keep(key, isFollowed) }
        // Fast fingers: Esc and the next key arrive together, like a key with Alt.
        if case .alt(let character) = key, !isTyping || FieldEvent(key) == nil {
            return handle(.escape) + handle(.character(character))
        }
        var event: Browser.Event?
        switch browser.mode {
        case .list, .text:
            switch key {
            case .click(let column, let row): event = click(column, row).map { .action($0) }
            case .paste(let text):
                // The letters of pasted text are not keys. Most likely, the user wants to add it.
                guard case .list = browser.mode else { return [] }
                return handle(.action(.add)) + handle(.field(.text(.insert(text))))
            default:
                let action = BrowserKeys.action(of: key)
                // Space scrolls there.
                let acts = action?.isAboutShown == true || key == "x"
                if acts, isShowingCurrent { _ = browser.handle(.action(.cancel)) }
                event = action.map { .action($0) }
            }
        case .input where key == .enter && isFollowed: event = .pastedLineEnd
        case .input, .tags, .deletion, .confirmation, .refusal:
            if key == .control("z") || key == .control("l") {
                event = BrowserKeys.action(of: key).map { .action($0) }
            } else {
                event = FieldEvent(key).map { .field($0) }
            }
        }
        guard let event else { return [] }
        return handle(event)
    }

    /// Whether keys are for a field.
    private var isTyping: Bool {
        switch browser.mode {
        case .list, .text: false
        case .input, .tags, .confirmation, .deletion, .refusal: true
        }
    }

    private func click(_ column: Int, _ row: Int) -> Browser.Action? {
        guard case .list = browser.mode, let index = view.clicked[row - 1] else { return nil }
        return .click(index, isCheck: BrowserView.checkColumns.contains(column))
    }

    mutating func handle(_ event: Browser.Event) -> [Request] {
        if needsRows(event) { complete() }
        let old = browser.mode
        let effects = browser.handle(event)
        // Keep an invalid filter open, so that it can be corrected.
        if !isFilterValid, case .list = browser.mode, case .input(let input, let field) = old,
            case .field(.confirm) = event
        {
            browser.resume(input, field.text)
        }
        return effects.flatMap { perform($0) }
    }

    /// Whether an event depends on rows that may be missing.
    private func needsRows(_ event: Browser.Event) -> Bool {
        switch event {
        case .action(.down): return browser.cursor + 1 >= browser.rows.count
        case .action(.up), .action(.filter), .action(.add), .action(.command), .action(.quit): return false
        case .field(.text), .field(.complete), .field(.cancel), .candidates:
            if case .input(.filter, _) = browser.mode { return false }
            return true
        default: return true
        }
    }

    /// In a folder with more reminders, the rows of a filter are listed when nobody types.
    private static let mostListedAtOnce = 2_000

    /// - Returns: the requests that need the terminal.
    private mutating func perform(_ effect: Browser.Effect) -> [Request] {
        switch effect {
        case .quit: return [.quit]
        case .suspend: return [.suspend]
        case .redraw: return [.redraw]
        case .read:
            if case .input(.filter, _) = browser.mode, snapshot.reminders.count > Self.mostListedAtOnce {
                isListLate = true
            } else {
                list()
            }
        case .readToday:
            list()
            let today = time.local.date
            goTo { BrowserList.isDay($0.section, from: today) }
        case .keep: tell(.information, "nothing was changed")
        case .help: open(.help)
        case .show(let path): open(.show(path))
        case .pickTags(let paths): pickTags(of: paths)
        case .suggest(let input, let before):
            let (count, candidates) = suggestions(for: input, before)
            return handle(.candidates(replacing: count, candidates))
        case .run(let line) where ["q", "q!", "quit", "exit", "x", "wq"].contains(line): return [.quit]
        case .run("w"): tell(.information, "every edit is saved already")
        case .run(let line) where Self.commandWords(line) == Command.tagPick.syntax.path && !browser.targets.isEmpty:
            pickTags(of: browser.targets)
        case .steps, .catchUp, .move, .snooze, .tick, .delete, .change, .add, .run, .undo, .redo, .edit, .open:
            if let text = changed(effect) {
                tell(.error, text)
            } else if needsTerminal(effect) {
                return [.lend(effect)]
            } else {
                run(effect)
                noteSeen()
            }
        }
        return []
    }

    /// Computes when time alone changes the list. A filter that asks for a time of day (`in 2 hours`), or cannot be read now, is
    /// applied each minute.
    mutating func seekChange() {
        guard !isTimeFixed else { return }
        let minute = Instant(secondsSince1970: (time.now.secondsSince1970 / 60 + 1) * 60)
        let isKnown = isFilterValid && query?.asksForMoments != true
        nextChange = isKnown ? snapshot.nextChange(in: time) : minute
    }

    /// To be called when the minute has changed since the list was made.
    mutating func tick() {
        do throws(MemossError) {
            session.resetZone()
            time = try session.time(time.zones)
        } catch {
            tell(.error, error.message)
        }
        if snapshot.hasEvents { snapshot = snapshot.lapsed(in: time) }
        list()
    }

    mutating func resize(to new: TerminalSize) {
        size = new
        drawTextAgain()
    }

    mutating func tell(_ kind: Browser.Message.Kind, _ text: String) {
        _ = browser.handle(.messages([Browser.Message(kind, text)]))
    }

    // MARK: Reading

    /// Reads changed files, if it is time.
    mutating func followChanges() {
        let now = Uptime.milliseconds()
        watch.readEvents(at: now)
        guard watch.due <= now else { return }
        let old = browser.current?.path
        readChanges()
        if old != browser.current?.path { isReplaced = true }
    }

    /// Call this when a frame is drawn: keys then act on what it shows.
    mutating func noteSeen() { (seen, isReplaced) = (snapshot, false) }

    /// Why a key does not act: it was pressed when something else was on the screen. Nil if it may.
    private mutating func changed(_ effect: Browser.Effect) -> String? {
        let paths: [PathKey] =
            switch effect {
            case .open(let path), .edit(let path): [path]
            default: isAboutTargets(effect) ? browser.targets : effect.paths
            }
        guard !paths.isEmpty else { return nil }
        let reason = "has changed meanwhile, and nothing was done: look, and press the key again"
        if isReplaced { return "the list \(reason)" }
        readOwnChanges()
        for path in paths {
            guard snapshot.holds(path.path) else { return "\(path.path) does not exist any more; nothing was changed" }
            guard let old = seen.reminder(at: path.path), let new = snapshot.reminder(at: path.path) else { continue }
            let isSame =
                old.isSameReminder(as: new) && old.date == new.date && old.completed == new.completed
                && old.completeInstances == new.completeInstances && old.skippedInstances == new.skippedInstances
            if !isSame { return "'\(old.title)' \(reason)" }
        }
        return nil
    }

    /// Reads the changes of a finished command, without waiting for further ones.
    mutating func readOwnChanges() {
        watch.readEvents(at: Uptime.milliseconds())
        if watch.hasChanges || watch.trouble != nil || watch.descriptor < 0 { readChanges() }
    }

    private mutating func readChanges() {
        let old = snapshot
        if case .changed = session.rereadConfiguration(acceptsMissing: true) { collectMessages() }
        if let paths = watch.takeChangedFiles(at: Uptime.milliseconds()),
            let folder = try? session.folder(),
            let (new, zones) = folder.refresh(snapshot, time.zones, changed: paths, keeping: body, keys: keys)
        {
            snapshot = new
            time.zones = zones
            tick()
        } else {
            read()
        }
        if old.problems.count != snapshot.problems.count { warnAboutFiles() }
        browser.keepMarks { path in
            guard let before = old.reminder(at: path.path), let after = snapshot.reminder(at: path.path) else {
                return snapshot.holds(path.path)
            }
            return before.isSameReminder(as: after)
        }
        if case .show? = page?.kind { drawTextAgain() }
    }

    private mutating func drawTextAgain() {
        if case .text = browser.mode, let page { open(page.kind) }
    }

    private mutating func warnAboutFiles() {
        for case let text? in ProblemText.summary(of: snapshot) { session.console.warnOnce(text) }
        collectMessages()
    }

    /// Reads the whole folder. If that fails, the old contents stay.
    private mutating func read() {
        watch.begin(at: Uptime.milliseconds())
        session.resetZone()
        do throws(MemossError) {
            // An unmounted or deleted folder must not look empty.
            if globals.option(.at) == nil { _ = try Session.folder(at: root) }
            (snapshot, time) = try session.read(keeping: body, keys: keys, observing: &watch)
            if loss != nil { tell(.information, "the folder is back") }
            loss = nil
        } catch {
            loss = error.message
            watch.scheduleRead(at: Uptime.milliseconds() + Self.retryInterval)
        }
        watch.hasUnreadableFiles = snapshot.problems.contains { $0.id == .unreadableFile }
        collectMessages()
        list()
    }

    /// How long to wait before looking for a missing folder again, in milliseconds.
    static let retryInterval: Int64 = 2_000

    mutating func collectMessages() {
        let messages = session.console.takeMessages()
        if !messages.isEmpty { _ = browser.handle(.messages(messages)) }
    }

    /// Makes the rows of the view.
    ///
    /// - Parameter most: how many are needed, from the first; nil for all.
    mutating func list(most: Int? = nil) {
        parseFilter()
        if let query, matches?.wanted != BrowserList.wanted(by: query, in: browser.view) {
            matches = BrowserList.Matches(query, in: browser.view, of: snapshot, time)
        }
        if query == nil { matches = nil }
        var new = BrowserList(
            browser.view,
            page: browser.page,
            of: snapshot,
            time,
            session.clock,
            query,
            matches,
            most: most,
            isPart: isReading
        )
        if new.rows.isEmpty, fault == nil, let query, let text = hint(for: query) {
            fault = text
            new.explainEmptiness(by: text)
        }
        (shownFilter, isListLate, listedCount, nextChange) = (browser.filter, false, nil, nil)
        let old = browser.cursor
        _ = browser.handle(.rows(new.rows, isCut: new.isCut))
        let isSame = shownView.map { $0 == (browser.view, browser.page) } ?? false
        shownView = (browser.view, browser.page)
        view.show(new, cursors: (old, browser.cursor), isSameView: isSame)
    }

    /// Why no row matches the filter, as far as that is known.
    private mutating func hint(for query: Query) -> String? {
        Explanation(
            text: browser.filter,
            query: query,
            wanted: BrowserList.wanted(by: query, in: browser.view),
            snapshot: snapshot,
            time: time,
            named: session.configuration().queryTexts
        ).line
    }

    /// While the filter is invalid, the last valid one stays in effect.
    private mutating func parseFilter() {
        (fault, isFilterValid) = (nil, true)
        guard !browser.filter.allSatisfy(\.isWhitespace) else { return query = nil }
        let named = session.configuration().queryTexts
        do throws(ParseError) {
            let new = try Query(parsing: browser.filter, now: time.local, times: time.times, named: named)
            query = new
            let needed = QueryMatcher(new, registry: snapshot.registry).keys
            guard new.needsBodies && body != .whole || needed != .none && keys != .all else { return }
            if new.needsBodies { body = .whole }
            if needed != .none { keys = .all }
            do throws(MemossError) {
                (snapshot, time) = try session.read(keeping: body, keys: keys)
            } catch {
                tell(.error, error.message)
            }
            collectMessages()
        } catch {
            (fault, isFilterValid) = (error.message, false)
        }
    }
}
