import CLibrary
import MemossFiles
import TestSupport
import Testing

@testable import Folder
@testable import Text
@testable import mm

/// The reports of a watch suffice to keep a snapshot up to date.
@Suite(.enabled(if: hasEventDescriptors), .serialized) struct FolderWatchTests {
    private let root: String
    private let folder: ReminderFolder

    init() throws {
        root = try Directory.realPath("/tmp") + "/mm-watch-\(getpid())-\(UInt32.random(in: 0 ... .max))"
        try Directory.create("\(root)/home")
        folder = ReminderFolder(root: root)
        write("tags.yaml", "")
        write("a.md", Self.text("A"))
        write("home/b.md", Self.text("B"))
    }

    private static func text(_ title: String) -> String { "---\ntitle: \(title)\nscheduled: 2026-11-23\n---\n" }

    private func write(_ path: String, _ text: String) {
        // Closed in child processes, which would delay the event of the last close.
        guard let file = fopen("\(root)/\(path)", "we") else { return }
        fputs(text, file)
        fclose(file)
    }

    private func remove() { _ = system("rm -rf '\(root)'") }

    private func watch() -> FolderWatch {
        var watch = FolderWatch(folder, configuration: nil)
        watch.prepare(at: 0)
        return watch
    }

    @Test func `written, replaced, renamed and deleted files are reported`() {
        defer { remove() }
        var watch = watch()
        #expect(watch.due == .max)
        write("a.md", Self.text("new"))
        write("home/.b.md.tmp", "")
        rename("\(root)/home/.b.md.tmp", "\(root)/home/b.md")
        rename("\(root)/home/b.md", "\(root)/c.md")
        watch.readEvents(at: 1)
        #expect(watch.due < 1_000)
        #expect(watch.takeChangedFiles(at: 1) == ["a.md", "home/b.md", "c.md"])
        #expect(watch.due == .max)
        unlink("\(root)/c.md")
        watch.readEvents(at: 2)
        #expect(watch.takeChangedFiles(at: 2) == ["c.md"])
    }

    @Test func `a configuration is seen when the first of its missing directories appears`() throws {
        defer { remove() }
        let elsewhere = root + "-elsewhere"
        try Directory.create(elsewhere)
        defer { _ = system("rm -rf '\(elsewhere)'") }
        var watch = FolderWatch(folder, configuration: "\(elsewhere)/config/mm/config.yaml")
        watch.prepare(at: 0)
        watch.didList(isComplete: true)
        #expect(watch.due == .max)
        try Directory.create("\(elsewhere)/config")
        watch.readEvents(at: 1)
        #expect(watch.due < 1_000)
        // Nothing of this path is there, up to the root.
        var lost = FolderWatch(folder, configuration: "/mm-none-\(getpid())/config/mm/config.yaml")
        lost.prepare(at: 0)
        lost.didList(isComplete: true)
        #expect(lost.due == .max)
    }

    @Test func `a socket is seen when it appears or disappears, and nothing beside it`() throws {
        defer { remove() }
        let elsewhere = root + "-elsewhere"
        try Directory.create(elsewhere)
        defer { _ = system("rm -rf '\(elsewhere)'") }
        let socket = "\(elsewhere)/bus"
        var watch = FolderWatch(folder, configuration: nil, sockets: [socket])
        func isQuiet() -> Bool {
            var waited = pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0)
            return poll(&waited, 1, 0) == 0
        }
        func begin() {
            watch.prepare(at: 0)
            watch.didList(isComplete: true)
        }
        func hasChanged() -> Bool {
            watch.readEvents(at: 1)
            return watch.takeOutsideChange()
        }
        begin()
        #expect(!hasChanged())
        // Any file stands for it.
        close(open(socket, O_CREAT | O_WRONLY, 0o600))
        #expect(hasChanged())
        #expect(!hasChanged())
        // Watched anew by a process that starts now, it wakes nobody.
        watch.close()
        watch = FolderWatch(folder, configuration: nil, sockets: [socket])
        begin()
        close(open("\(elsewhere)/other", O_CREAT | O_WRONLY, 0o600))
        #expect(isQuiet())
        unlink(socket)
        #expect(hasChanged())
        begin()
        close(open(socket, O_CREAT | O_WRONLY, 0o600))
        #expect(hasChanged())
    }

    @Test func `a folder that is watched while it is read reports every change after that`() throws {
        defer { remove() }
        try Directory.create("\(root)/home/deep/deeper")
        symlink("\(root)/home/b.md", "\(root)/home/deep/link.md")
        var watch = FolderWatch(folder, configuration: nil)
        watch.begin(at: 0)
        let read = try folder.read(keeping: .none, keys: .none, observing: &watch)
        #expect(read.snapshot.reminders == (try folder.read().snapshot.reminders))
        #expect(watch.due == .max && watch.trouble == nil)
        write("home/deep/deeper/c.md", Self.text("C"))
        watch.readEvents(at: 1)
        #expect(watch.takeChangedFiles(at: 1) == ["home/deep/deeper/c.md"])
        // The target of a link may be anywhere.
        write("home/b.md", Self.text("new"))
        watch.readEvents(at: 2)
        #expect(watch.hasChanges)
    }

    @Test func `the time zone and the directory of the configuration are watched, and not what is beside them`() throws
    {
        defer { remove() }
        try Directory.create("\(root)/etc/mm")
        let (zone, configuration) = ("\(root)/etc/localtime", "\(root)/etc/mm/config.yaml")
        symlink("Europe/Paris", zone)
        var watch = FolderWatch(ReminderFolder(root: "\(root)/home"), configuration: configuration, zone: zone)
        func isSeen(_ change: () -> Void) -> Bool {
            watch.prepare(at: 0)
            change()
            watch.readEvents(at: 1)
            return watch.hasChanges
        }
        #expect(!isSeen { write("etc/passwd", "") })
        #expect(!isSeen { write("etc/mm/other.yaml", "") })
        #expect(isSeen { write("etc/mm/config.yaml", "clock: 12") })
        for place in ["Asia/Tokyo", "UTC"] {
            let isReplaced = isSeen {
                symlink(place, zone + "~")
                rename(zone + "~", zone)
            }
            #expect(isReplaced)
        }
        #expect(isSeen { unlink(zone) })
        #expect(isSeen { symlink("UTC", zone) })
        #expect(isSeen { rename("\(root)/etc/mm", "\(root)/etc/mm.old") })
        #expect(isSeen { rename("\(root)/etc/mm.old", "\(root)/etc/mm") })
        #expect(isSeen { write("etc/mm/config.yaml", "") })
    }

    @Test func `a folder that cannot be read is looked for`() throws {
        remove()
        var watch = FolderWatch(folder, configuration: nil)
        watch.begin(at: 0)
        #expect(throws: MemossError.self) {
            try folder.read(keeping: .none, keys: .none, observing: &watch)
        }
        #expect(watch.due < 10_000)
    }

    @Test
    func `a new directory, a schedule, a change elsewhere or too many changes require reading the whole folder`()
        throws
    {
        defer { remove() }
        var watch = watch()
        let causes: [(inout FolderWatch) throws -> Void] = [
            { _ in try Directory.create("\(root)/new") },
            { _ in rename("\(root)/new", "\(root)/newer") },
            { $0.scheduleRead(at: 5) },
            { $0.markChanged(at: 5) },
            { _ in for number in 0..<300 { write("\(number).md", "") } },
        ]
        for cause in causes {
            write("a.md", "x")
            watch.readEvents(at: 1)
            try cause(&watch)
            watch.readEvents(at: 1)
            #expect(watch.takeChangedFiles(at: 1) == nil)
            watch.prepare(at: 1)
            write("a.md", "y")
            watch.readEvents(at: 1)
            #expect(watch.takeChangedFiles(at: 1) == ["a.md"])
        }
    }

    @Test func `if the root or a directory above it is renamed, the whole folder must be read`() throws {
        defer { remove() }
        try Directory.create("\(root)/above/folder")
        let folder = ReminderFolder(root: "\(root)/above/folder")
        write("above/folder/x.md", "x")
        var watch = FolderWatch(folder, configuration: nil)
        watch.prepare(at: 0)
        for replaces in [false, true] {
            rename("\(root)/above", "\(root)/away")
            if replaces { try Directory.create("\(root)/above/folder") }
            write("away/folder/x.md", "y")
            watch.readEvents(at: 1)
            #expect(watch.takeChangedFiles(at: 1) == nil)
            watch.prepare(at: 1)
            // If there is no folder, it is looked for until there is one.
            #expect(replaces || watch.due < 10_000)
            _ = system("rm -rf '\(root)/above'")
            rename("\(root)/away", "\(root)/above")
            watch.prepare(at: 2)
            write("above/folder/x.md", "z")
            watch.readEvents(at: 3)
            #expect(watch.takeChangedFiles(at: 3) == ["x.md"])
        }
    }

    @Test func `targets of a registry and an ignore file that are links are watched`() throws {
        defer { remove() }
        try Directory.create("\(root)-elsewhere")
        defer { _ = system("rm -rf '\(root)-elsewhere'") }
        for name in ["tags.yaml", ".mmignore"] {
            write("../\(FilePath.name(of: root))-elsewhere/\(name)", "")
            unlink("\(root)/\(name)")
            symlink("\(root)-elsewhere/\(name)", "\(root)/\(name)")
            var watch = watch()
            write("../\(FilePath.name(of: root))-elsewhere/\(name)", "# new")
            watch.readEvents(at: 1)
            #expect(watch.due < 1_000)
            #expect(watch.takeChangedFiles(at: 1) == nil)
        }
    }

    @Test func `two directories whose names differ only in normalization are both watched`() throws {
        defer { remove() }
        for name in ["Zo\u{E9}", "Zoe\u{301}"] { try Directory.create("\(root)/\(name)") }
        var watch = watch()
        for name in ["Zo\u{E9}", "Zoe\u{301}"] {
            write("\(name)/x.md", "x")
            watch.readEvents(at: 1)
            #expect(watch.takeChangedFiles(at: 1)?.first == PathKey("\(name)/x.md"))
        }
    }

    @Test func `while files cannot be read, the folder is read every minute`() {
        defer { remove() }
        var watch = watch()
        watch.hasUnreadableFiles = true
        #expect(watch.due == 60_000)
    }

    @Test func `if the queue overflows, the whole folder must be read`() {
        defer { remove() }
        var watch = watch()
        // Consecutive equal events are merged, so two files take turns. The limit of the queue is 16,384 by default.
        for _ in 0..<20_000 {
            chmod("\(root)/a.md", 0o644)
            chmod("\(root)/tags.yaml", 0o644)
        }
        watch.readEvents(at: 1)
        #expect(watch.takeChangedFiles(at: 1) == nil)
    }

    @Test func `after any changes, refreshing the reported files gives the current folder`() throws {
        defer { remove() }
        var random = Random(seed: 11)
        func pick<Value>(_ values: [Value]) -> Value { values[Int(random.next() % UInt64(values.count))] }
        let names = ["a.md", "b.md", "c.md", "d.txt"]
        // Conflict copies come late, because with them the whole folder is read.
        let versions = ["b.variant-1f2e.md", "a.sync-conflict-20261121-080000-ABCDEFG.md", "b.md"]
        let places = ["", "home/", "new/"]
        let texts = [Self.text("A"), Self.text("B"), "# A note\n", "---\ntitle: [\n---\n", ""]
        var watch = watch()
        var (snapshot, zones) = try folder.read(keeping: .firstLine)
        var refreshed = 0
        for round in 0..<500 {
            for _ in 0..<(1 + random.next() % 3) {
                let path = pick(places) + pick(round < 400 ? names : names + versions)
                switch random.next() % 20 {
                case 0: try Directory.create("\(root)/new")
                case 1: _ = system("rm -rf '\(root)/new'")
                case 2: symlink("\(root)/a.md", "\(root)/\(path)")
                case 3: link("\(root)/b.md", "\(root)/\(path)")
                case 4:
                    write(".mmignore", pick(["b.md\n", "home\n"]))
                    if random.next() % 2 == 0 { unlink("\(root)/.mmignore") }
                case 5..<8: unlink("\(root)/\(path)")
                case 8..<11: rename("\(root)/\(path)", "\(root)/\(pick(places) + pick(names))")
                default:
                    // Nobody sees what is written to a file under a name that is not watched.
                    let isSeen = path.hasSuffix(".md") && access("\(root)/.mmignore", F_OK) != 0
                    if !isSeen { unlink("\(root)/\(path)") }
                    write(path, pick(texts))
                }
            }
            watch.readEvents(at: 1)
            guard watch.due != .max else { continue }
            let paths = watch.takeChangedFiles(at: 1)
            if let paths, let found = folder.refresh(snapshot, zones, changed: paths, keeping: .firstLine) {
                (snapshot, zones) = found
                refreshed += 1
            } else {
                watch.prepare(at: 1)
                (snapshot, zones) = try folder.read(keeping: .firstLine)
            }
            let fresh = try folder.read(keeping: .firstLine).snapshot
            #expect(snapshot.reminders == fresh.reminders && snapshot.unreadable == fresh.unreadable)
            #expect(Set(snapshot.problems) == Set(fresh.problems))
        }
        #expect(refreshed > 100)
    }
}
