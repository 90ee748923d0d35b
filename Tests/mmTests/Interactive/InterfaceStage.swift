import CLibrary
import MemossFiles

@testable import Folder
@testable import Interaction
@testable import mm

/// `mm ui` without a terminal, in a copy of a fixture.
struct InterfaceStage: ~Copyable {
    let root: String
    var interface: UserInterface

    struct Failure: Error, CustomStringConvertible { var description: String }

    /// - Parameter files: besides those of the fixture, by path.
    init(
        width: Int = 80,
        height: Int = 24,
        now: String = "2026-11-22 09:00",
        fixture: String = "sample",
        files: [String: String] = [:],
        painter: Painter = Painter(.none),
        showsBeginning: Bool = false
    ) throws {
        let place = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
        var template = Array("\(place)/mm-ui-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure(description: "mkdtemp: \(errno)") }
        let root = try Directory.realPath(
            String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        )
        let source = "\(TranscriptStage.root)/fixtures/\(fixture)"
        guard system("cp -R '\(source)/.' '\(root)' && chmod -R u+w '\(root)'") == 0 else {
            throw Failure(description: "cannot copy \(source)")
        }
        for (path, text) in files {
            unlink("\(root)/\(path)")
            try Directory.createFile("\(root)/\(path)", Array(text.utf8))
        }
        var globals = OptionValues()
        globals.add(root, for: .directory)
        globals.add(now, for: .now)
        globals.add("Europe/Paris", for: .timezone)
        var interface = try UserInterface(
            globals,
            size: TerminalSize(width: width, height: height),
            painter,
            showsBeginning: showsBeginning
        )
        _ = interface.frame()
        (self.root, self.interface) = (root, interface)
    }

    deinit {
        // A user may not have many watches.
        interface.close()
        _ = system("rm -rf '\(root)'")
    }

    /// Runs a command in the folder.
    ///
    /// - Returns: its messages.
    @discardableResult
    func run(_ words: [String], now: String = "2026-11-22 09:00") throws -> [String] {
        let parsed = try Grammar.mm.parse(
            ["--directory", root, "--now", now, "--timezone", "Europe/Paris"] + words
        )
        guard case .run(let invocation) = parsed else { throw Failure(description: "no command") }
        let console = Console(recordingFor: TerminalSize(width: 80, height: 24), Painter(.none))
        var session = Session(invocation.globals, isEditing: invocation.isEdit, console: console)
        _ = MM.run(invocation, &session)
        return session.console.takeMessages().map(\.text)
    }

    /// Presses keys, and draws after each, as on a terminal.
    ///
    /// - Returns: what the terminal would be needed for.
    @discardableResult
    mutating func press(_ keys: Key...) -> [UserInterface.Request] {
        keys.flatMap { key in
            let requests = interface.handle(key)
            _ = interface.frame()
            return requests
        }
    }

    mutating func type(_ text: String) { for character in text { press(.character(character)) } }

    /// The screen as text.
    var screen: String { mutating get { interface.frame().text } }

    var messages: [String] { interface.browser.messages.map(\.text) }

    /// The title under the cursor.
    var current: String? {
        interface.browser.current.flatMap { interface.snapshot.reminder(at: $0.path.path)?.title }
    }

    /// Reads what other programs have changed, without drawing.
    mutating func follow() {
        let end = Uptime.milliseconds() + 10_000
        repeat {
            interface.followChanges()
            usleep(1_000)
        } while interface.watched.due == .max && Uptime.milliseconds() < end
        while interface.watched.due != .max, Uptime.milliseconds() < end {
            usleep(1_000)
            interface.followChanges()
        }
    }

    /// Moves to the first row of a path.
    mutating func go(to path: String) {
        guard let index = interface.browser.rows.firstIndex(where: { $0.path.path == path }) else { return }
        _ = interface.handle(.action(.click(index, isCheck: false)))
    }

    func bytes(_ path: String) -> [UInt8]? { try? FileContents.read("\(root)/\(path)", limit: 1 << 20).bytes }

    /// The bytes of every file besides those of mm.
    func files() throws -> [String: [UInt8]] {
        let snapshot = try ReminderFolder(root: root).read().snapshot
        let paths = snapshot.reminders.map(\.path) + snapshot.unreadable.map(\.path) + ["tags.yaml"]
        return Dictionary(paths.compactMap { path in bytes(path).map { (path, $0) } }) { first, _ in first }
    }
}
