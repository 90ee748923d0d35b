import TestSupport
import Testing

@testable import mm

/// Nothing outside the folder is ever written, created or deleted, whatever links and paths point there.
@Suite struct OutsideTests {
    /// Links out of the folder, in every place where `mm` might follow one.
    enum Way: String, CaseIterable, Sendable {
        case files, registry, ownPlace, undoStore, images, lock, journal, danglingRegistry, danglingPlace, ignoreList

        /// Run in the folder.
        var make: String {
            switch self {
            case .files: ":"
            case .registry: "mv tags.yaml ../outside/; ln -s ../outside/tags.yaml tags.yaml"
            case .danglingRegistry: "rm tags.yaml; ln -s ../outside/none.yaml tags.yaml"
            case .ownPlace: "mkdir ../outside/place; rm -rf .memoss; ln -s ../outside/place .memoss"
            case .danglingPlace: "rm -rf .memoss; ln -s ../outside/none .memoss"
            case .undoStore: "mv .memoss/undo ../outside/; ln -s ../../outside/undo .memoss/undo"
            case .images: "mv .memoss/undo/1 ../outside/images; ln -s ../../../outside/images .memoss/undo/1"
            case .lock: "rm .memoss/lock; ln -s ../../outside/lock .memoss/lock"
            case .journal: "printf 'memoss 1\\n' > ../outside/j; ln -s ../../outside/j .memoss/journal"
            case .ignoreList: "ln -s ../outside/ignored .mmignore"
            }
        }
    }

    private static let make = """
        mkdir ../outside ../outside/dir sub
        for f in ../outside/file.md ../outside/dir/x.md inside.md sub/deep.md done.md; do
          printf -- '---\\nid: %s\\ntitle: %s\\ntags: [Work, Home]\\nscheduled: 2026-11-20\\n---\\n' $f $f > $f
        done
        printf 'Work: blue\\nHome: pink\\nUnused: red\\n' > tags.yaml
        mm -q tag rename Home House --no-alias
        ln -s ../outside/file.md out.md
        ln -s ../outside/dir out
        ln -s "$(cd ..; pwd)/outside/file.md" absolute.md
        ln -s ../outside/new.md dangling.md
        ln -s ../../outside/dir sub/out
        ln -s inside.md alias.md
        """

    /// Prints the names, types, inodes, sizes, change times and contents of everything outside the folder.
    private static let look = """
        cd .. && find . -path ./work -prune -o -path ./reminders -prune -o -printf '%p %y %i %s %m %T@ %l\\n' | grep -v '^[.] ' | sort
        find . -path ./work -prune -o -path ./reminders -prune -o -type f -print | sort | xargs cksum
        """

    @Sendable private static func words(_ completion: Completion) -> [String] {
        switch completion {
        case .tag: ["Work", "House", "../../x", "New", "Unused"]
        case .reminder:
            [
                "out.md", "absolute.md", "dangling.md", "out/x.md", "../outside/file.md", "file.md", "alias.md",
                "sub/out/x.md",
            ]
        case .query: ["tag:Work", "title:x"]
        case .file, .directory:
            ["../outside/n.md", "out/n.md", "dangling.md", "../../etc/passwd", "sub/out/deeper/n.md", "new.md"]
        case .timezone: ["Europe/Paris", "../../x"]
        case .configurationKey: ["directory", "aliases.a"]
        case .words(let words), .keys(let words): words
        case .none, .capture, .queryName:
            ["title", "../../etc/passwd", "../outside/n.md", "out/n", "2026-11-22", "blue", "/tmp/../tmp/x", "1"]
        }
    }

    private static let commands = EveryCommand(words: words, globals: [[]])

    /// A folder from somebody else can contain a journal with a valid digest and arbitrary paths.
    @Test(arguments: [
        "../outside/file.md", "out/x.md", "/tmp/mm-x.md", "sub/../../outside/file.md", ".memoss/undo/1/manifest",
    ])
    func `a forged journal changes nothing outside`(path: String) throws {
        let stage = try TranscriptStage.with("empty")
        _ = try stage.run(Self.make)
        let target = path.hasPrefix("/") ? path : "./\(path)"
        let temporary = path.split(separator: "/").last.map { ".\($0).mm-7-1-0" } ?? ""
        let directory = target.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        let journal = """
            printf evil > \(directory)/\(temporary)
            old=$( (sha256sum \(target) 2>/dev/null || shasum -a 256 \(target) 2>/dev/null) | cut -c1-64); [ -e \(target) ] || old=-
            new=$( (sha256sum \(directory)/\(temporary) || shasum -a 256 \(directory)/\(temporary)) | cut -c1-64)
            printf 'memoss 1\\nnumber 7\\ndirection edit\\nwhen 1795248000\\nwhat x\\nsuffix mm-7-1\\nfile 0 %s %s %s\\n' \
              $old $new \(path) > j
            printf 'end %s\\ncommit\\n' $( (sha256sum j || shasum -a 256 j) | cut -c1-64) >> j
            mkdir .memoss/undo/7; mv j .memoss/journal; cat \(target) > seen 2>/dev/null
            mm list 2>&1 >/dev/null | grep -c 'from another version of mm'
            mm -q tag rename Work Job 2>/dev/null && echo edited
            cat \(target) 2>/dev/null | cmp - seen
            rm -f \(directory)/\(temporary)
            """
        #expect(try stage.run(journal) == ["1"])
    }

    #if os(Linux)
        @Test(arguments: Way.allCases)
        func `no command writes outside the folder`(way: Way) throws {
            let stage = try TranscriptStage.with("empty")
            let made = try stage.run(Self.make + "\n" + way.make)
            #expect(made.isEmpty)
            var before = try stage.run(Self.look)
            #expect(before.count > 5)
            var isWritten = false
            for (number, command) in Command.all.enumerated() {
                let syntax = command.syntax
                // `init` turns the named directory into a folder of its own.
                guard syntax.path != ["init"] else { continue }
                // The location of our own files does not depend on the arguments.
                let all = Self.commands.invocations(of: syntax)
                let step = (way == .files ? 1 : 6) * (Rounds.areAll ? 1 : 6)
                let some = all.enumerated().filter { ($0.offset + number).isMultiple(of: step) }.map(\.element)
                let lines = some.map { words in
                    "fresh; mm \(words.map(EveryCommand.quoted).joined(separator: " ")) >/dev/null 2>&1"
                        + " </dev/null; cmp -s inside.md ../reminders/inside.md || echo changed >> ../work-log"
                }
                let script = """
                    fresh() { cd ../reminders; rm -rf ../work; cp -a . ../work; cd ../work; }
                    export EDITOR='sed -i s/inside/INSIDE/' VISUAL=
                    export XDG_STATE_HOME=$HOME/work/.state XDG_CONFIG_HOME=$HOME/work/.config
                    \(lines.joined(separator: "\n"))
                    cd ../reminders; if [ -e ../work-log ]; then rm ../work-log; echo yes; fi
                    """
                let said = try stage.run(script)
                isWritten = isWritten || said.contains("yes")
                let after = try stage.run(Self.look)
                let changed = Set(before).symmetricDifference(after).sorted()
                #expect(changed.isEmpty, "\(syntax.name): \(changed)")
                before = after
            }
            // Otherwise the test would pass even if nothing worked.
            #expect(isWritten || way != .files)
        }
    #endif
}
