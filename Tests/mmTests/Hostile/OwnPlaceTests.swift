import CLibrary
import TestSupport
import Testing

@testable import mm

#if os(Linux)
    /// A folder from somebody else can contain a `.memoss` of its own. Whatever replaces a file of `mm` there, nothing
    /// outside is shown, created, changed or deleted, nothing hangs, reading still works, and an edit that cannot
    /// continue says why.
    @Suite struct OwnPlaceTests {
        /// The files in `.memoss`; `1` is a completed edit, `2` an undone one.
        enum Place: String, CaseIterable, Sendable {
            case all = ""
            case lock = "/lock"
            case journal = "/journal"
            case ignore = "/.gitignore"
            case undo = "/undo"
            case entry = "/undo/1"
            case manifest = "/undo/1/manifest"
            case image = "/undo/1/0.before"
            case editing = "/editing"
            case copies = "/editing/x"
            case record = "/editing/x.of"
            case copy = "/editing/x/a.md"

            /// The commands that have to refuse if this file is not ours.
            var refuses: Set<String> {
                switch self {
                case .all, .lock, .journal, .undo, .entry, .manifest: Self.edits
                case .image: ["undo"]
                case .editing: ["edit"]
                // It is recreated.
                case .ignore: []
                case .copies, .record, .copy: []
                }
            }

            static let edits: Set = ["add", "edit", "undo", "redo", "rename"]
        }

        /// Commands that put something in the place `$p`. Those that need root do nothing for other users.
        private static let kinds = [
            ("a link to a file", "ln -s $o/file $p"), ("a link to a directory", "ln -s $o/dir $p"),
            ("a link that leads nowhere", "ln -s $o/none $p"), ("a link to itself", "ln -s ${p##*/} $p"),
            ("a FIFO", "mkfifo $p"),
            ("a socket", "python3 -c 'import socket, sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])' $p"),
            ("a device", "mknod $p c 1 5 2>/dev/null || mkfifo $p"),
        ]
        private static let others = [
            ("a directory", "mkdir $p"), ("an empty file", ": > $p"),
            ("a file of noise", "head -c 999 /dev/urandom > $p"),
            ("a huge file", "truncate -s 3G $p"),
            (
                "what belongs to another user",
                "mv $p.old $p 2>/dev/null || mkdir $p; chown -R 12345 $p 2>/dev/null || :"
            ),
        ]

        /// Commands that only read come first and share one folder.
        private static let commands = [
            ("list", "mm list --sort path"), ("undo --list", "mm undo --list"), ("check", "mm check"),
            ("add", "mm add New"), ("edit", "EDITOR='sed -i s/k:/K:/' mm edit b.md"), ("undo", "mm undo"),
            ("redo", "mm redo"),
            ("rename", "mm tag rename Work Job"),
        ]

        private static let make = """
            mkdir ../outside ../outside/dir; echo sesame > ../outside/file; echo sesame > ../outside/dir/x; echo 'Work: blue' > tags.yaml
            for f in a b; do printf -- '---\\ntitle: %s\\ntags: [Work]\\nscheduled: 2026-11-22\\nk: 0\\n---\\n' $f > $f.md; done
            mm -q set a.md k 1; mm -q set a.md k 2; mm -q undo
            mkdir -p .memoss/editing/x; echo "$( (sha256sum a.md || shasum -a 256 a.md) 2>/dev/null | cut -c1-64) a.md" > .memoss/editing/x.of
            cp a.md .memoss/editing/x/a.md; echo typed >> .memoss/editing/x/a.md
            """

        /// Returns a line for each command: its name, its status, whether a reminder changed, and its output.
        private func run(
            _ place: Place,
            _ make: String,
            _ commands: [(String, String)] = commands,
            in stage: borrowing TranscriptStage
        ) throws -> [[String]] {
            let lines = commands.map { name, command in
                """
                cd ..; rm -rf work; cp -a reminders work; cd work; p=.memoss\(place.rawValue); o=$HOME/outside
                mv $p $p.old 2>/dev/null; \(make); rm -rf $p.old
                before=$(cat *.md tags.yaml | cksum); set -- timeout -s KILL 20
                PATH="$HOME/bin:$PATH"
                (\(command.replacing("mm ", with: "\"$@\" mm "))) > ../said 2>&1 < /dev/null; s=$?
                [ "$before" = "$(cat *.md tags.yaml | cksum)" ] && c=same || c=changed
                printf '%s\\t%s\\t%s\\t' '\(name)' $s $c; tr '\\n\\t' '  ' < ../said | head -c 4000; echo
                """
            }
            return try stage.run(lines.joined(separator: "\n")).map { line in
                line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            }
        }

        private static let look = """
            cd ../outside && { find . -printf '%p %y %i %s %m %T@ %l\\n' 2>/dev/null || ls -lRa; } | sort; find . -type f -print | sort | xargs cksum
            """

        @Test(arguments: Place.allCases)
        func `whatever replaces a file of mm, nothing outside is touched and reading still works`(
            place: Place
        ) throws {
            let stage = try TranscriptStage.with("empty")
            #expect(try stage.run(Self.make) == [])
            let outside = try stage.run(Self.look)
            let usual = try run(place, "mv $p.old $p 2>/dev/null || :", in: stage)
            #expect(usual.count == Self.commands.count && usual.allSatisfy { $0[1] == "0" }, "\(usual)")
            for (number, (kind, make)) in (Self.kinds + Self.others).enumerated() {
                let some = Rounds.some(of: Array(Self.commands.indices), number + place.rawValue.count)
                let isForeign = Self.kinds.contains { $0.0 == kind } || kind.contains("another user") && geteuid() == 0
                let lines = try run(place, make, some.map { Self.commands[$0] }, in: stage)
                #expect(lines.count == some.count)
                for (line, before) in zip(lines, some.map { usual[$0] }) {
                    let (name, status, change, said) = (line[0], line[1], line[2], line[3...].joined())
                    let cell: Comment = "\(kind) at .memoss\(place.rawValue): mm \(name): \(status) \(said)"
                    #expect(["0", "1", "2"].contains(status), cell)
                    #expect(!said.contains("sesame"), cell)
                    for words in ["Too many levels", "Is a directory", "No such device", "Invalid argument"] {
                        #expect(!said.contains(words), cell)
                    }
                    if status != "0" { #expect(change == "same", cell) }
                    if status == "2" { #expect(said.contains(".memoss") || said.contains("saved contents"), cell) }
                    let isEdit = Place.edits.contains(name)
                    if !isEdit {
                        #expect(status == "0" && change == "same", cell)
                        // The list is complete, whatever the warnings.
                        if name == "list" { #expect(said.contains(before[3]), cell) }
                    }
                    guard isForeign, isEdit else { continue }
                    // An image or a copy belongs to the owner of the reminder.
                    let isOfAnyone = kind.contains("another user") && [.image, .copy].contains(place)
                    let isRefused = place.refuses.contains(name) && !isOfAnyone
                    #expect((status == "2") == isRefused, cell)
                    if !isRefused { #expect(change == before[2], cell) }
                }
                #expect(try stage.run(Self.look) == outside, "\(kind) at .memoss\(place.rawValue)")
            }
        }

        /// The user must get what the question was about: a link in place of a copy, or beside it, is not resumed.
        @Test(arguments: [
            ("rm $c/a.md; ln -s $o/file $c/a.md", false), ("ln -s $o/file $c/.a.md.swp", false),
            ("mkfifo $c/pipe", false),
            ("ln $o/file $c/other.md", false), ("ln -s ann@host.1 $c/.#a.md", true), (":", true),
        ])
        func `an interrupted edit is resumed only where no link leads elsewhere`(
            make: String,
            isOffered: Bool
        ) throws {
            let stage = try TranscriptStage.with("empty")
            let seen = try stage.run(
                Self.make + """

                    o=$HOME/outside; c=.memoss/editing/x; \(make)
                    cat > ask.py <<'END'
                    import os, pty, sys
                    answered = False
                    def read(fd):
                        global answered
                        data = os.read(fd, 1000)
                        if b"/l]" in data and not answered:
                            answered = True
                            os.write(fd, b"r\\nl\\n")
                        return data
                    os.environ["EDITOR"] = "sed -i s/typed/evil/"
                    pty.spawn(["mm", "edit", "a.md"], read, lambda fd: b"")
                    END
                    python3 ask.py | tr -d '\\r' | grep -o 'Resume it' | head -n 1; cat ../outside/file; tail -n 1 a.md
                    """
            )
            #expect(seen == (isOffered ? ["Resume it"] : []) + ["sesame"] + [isOffered ? "evil" : "---"])
        }
    }
#endif
