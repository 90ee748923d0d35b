import CLibrary
import TestSupport
import Testing

@testable import Folder
@testable import MemossFiles
@testable import Text

/// Which files of a directory are read and which are ignored.
@Suite struct FolderWalkTests {
    private struct Found {
        var paths: [String] = []
        var problems: [Problem] = []
    }

    private func walk(_ root: String, ignoring: String = "", threads: Int = 1) throws -> Found {
        let walk = FolderWalk(root: root, ignored: IgnoreList(parsing: [UInt8](ignoring)), threads: threads)
        var observer = NoObserver()
        let outcome = try walk.readFiles(observing: &observer, with: {}) { (_: inout Void, run) in
            var paths: [String] = []
            run.forEachFile(limit: 1 << 20) { file, contents in
                if case .failure(let error) = contents {
                    paths.append("\(file.path): \(error.reason)")
                } else {
                    paths.append(file.path)
                }
                return true
            }
            return paths
        }
        return Found(paths: outcome.parts.flatMap { $0 }, problems: outcome.problems)
    }

    @Test func `files ending in .md are read in path order`() throws {
        let directory = try TemporaryDirectory()
        for name in [
            "b.md", "a/z.md", "a.md", "a-b.md", "a/b/c.md", "B.MD", "x.Md", "x.mD", "a b.md", "é.md", "a/a.md",
        ] {
            try directory.write(name, "x")
        }
        for name in ["c.txt", "md", "xmd", "d.mdx", "e.md~", "f.markdown", "tags.yaml"] {
            try directory.write(name, "x")
        }
        let found = try walk(directory.path)
        #expect(
            found.paths == [
                "B.MD", "a/a.md", "a/b/c.md", "a/z.md", "a b.md", "a-b.md", "a.md", "b.md", "x.Md", "x.mD", "é.md",
            ]
        )
        #expect(found.problems.isEmpty)
    }

    @Test(arguments: [1, 4])
    func `the first files of a large folder are there before the others`(threads: Int) throws {
        let directory = try TemporaryDirectory(isFast: true)
        let count = FolderWalk.filesWorthBeginning
        for number in 1..<count { try directory.write("\(number % 3)/\(number).md", "x") }
        let walk = FolderWalk(root: directory.path, ignored: IgnoreList(), threads: threads)
        func read() throws -> (beginnings: [[String]], all: [String]) {
            var beginnings: [[String]] = []
            var observer = NoObserver()
            let found = try walk.readFiles(
                observing: &observer,
                beginning: { beginnings.append($0.parts.flatMap(\.self)) },
                with: {}
            ) { (_: inout Void, run) in
                var paths: [String] = []
                run.forEachFile(limit: 1) { file, _ in
                    paths.append(file.path)
                    return true
                }
                return paths
            }
            return (beginnings, found.parts.flatMap(\.self))
        }
        #expect(try read().beginnings == [])
        try directory.write("0/0.md", "x")
        let (beginnings, all) = try read()
        #expect(beginnings.count == 1 && all.count == count && Set(all).count == count)
        #expect(all == (try self.walk(directory.path).paths))
        #expect(all.starts(with: beginnings[0]) && (500..<count).contains(beginnings[0].count))
    }

    @Test func `hidden files, node_modules and conflict copies are ignored`() throws {
        let directory = try TemporaryDirectory()
        for name in [
            ".md", ".x.md", ".git/a.md", ".memoss/b.md", "node_modules/c.md", "d/node_modules/e.md", "d/.f.md", "g.md",
            "node_modules.md", "x.md", "y.md", "z.md",
        ] { try directory.write(name, "x") }
        let copies = [
            "x.sync-conflict-20261121-080000-ABCDEFG.md", "y (conflicted copy 2026-11-21).md",
            "z_conflict-20261121-080000.md",
        ]
        for name in copies { try directory.write(name, "x") }
        let found = try walk(directory.path)
        #expect(found.paths == ["g.md", "node_modules.md", "x.md", "y.md", "z.md"])
        #expect(found.problems.map(\.path) == copies)
        #expect(found.problems.allSatisfy { $0.id == .conflictCopy && $0.severity == .warning })
    }

    @Test func `only regular files are opened`() throws {
        let directory = try TemporaryDirectory()
        try directory.fifo("x.md")
        try directory.write("y.md/inside.md", "x")
        try directory.link("fifo-link.md", to: "x.md")
        try directory.link("null.md", to: "/dev/null")
        try directory.link("directory.md", to: "y.md")
        let found = try walk(directory.path)
        #expect(found.paths == ["y.md/inside.md"])
        #expect(found.problems.map(\.path) == ["fifo-link.md", "null.md", "x.md"])
        let message = "ignored, because it is not a regular file (a FIFO, a socket or a device)"
        #expect(found.problems.allSatisfy { $0.id == .unreadableFile && $0.message == message })
        #expect(throws: SystemError.self) { try FileContents.read(directory.path + "/x.md") }
    }

    @Test func `links to files are read, and links to directories are not followed`() throws {
        let outside = try TemporaryDirectory()
        try outside.write("far.md", "x")
        let directory = try TemporaryDirectory()
        try directory.write("a/real.md", "x")
        try directory.link("link.md", to: "a/real.md")
        try directory.link("far.md", to: outside.path + "/far.md")
        try directory.link("linked", to: "a")
        try directory.link("self", to: ".")
        try directory.link("gone.md", to: "nowhere.md")
        try directory.link("loop.md", to: "loop2.md")
        try directory.link("loop2.md", to: "loop.md")
        let found = try walk(directory.path)
        // The link to a file that is read is a further name of that.
        #expect(found.paths == ["a/real.md", "far.md"])
        let messages = found.problems.map { "\($0.path): \($0.message)" }
        #expect(
            messages == [
                "gone.md: the symbolic link is broken: No such file or directory",
                "loop.md: the symbolic link is broken: Too many levels of symbolic links",
                "loop2.md: the symbolic link is broken: Too many levels of symbolic links",
            ]
        )
        #expect(found.problems.allSatisfy { $0.id == .unreadableFile })
    }

    @Test func `any UTF-8 name is read, and other names are reported`() throws {
        let directory = try TemporaryDirectory()
        let names = ["new\nline.md", "esc\u{1B}[31m.md", "tab\t.md", "ta\u{301}.md", "\u{202E}rtl.md", "quote'\".md"]
        for name in names { try directory.write(name, "x") }
        let bad =
            Array(directory.path.utf8) + [UInt8]("/bad\u{0}".utf8).dropLast() + [0xFF, 0xFE] + [UInt8](".md") + [0]
        let file = open(bad.map { CChar(bitPattern: $0) }, O_CREAT | O_WRONLY, 0o644)
        if file >= 0 { close(file) }
        let found = try walk(directory.path)
        #expect(Set(found.paths) == Set(names))
        #expect(found.problems.count == 1 && found.problems.first?.id == .unreadableFile || file < 0)
    }

    @Test func `globs exclude names, paths and directories`() throws {
        let directory = try TemporaryDirectory()
        for name in [
            "a.md", "b.md", "draft-1.md", "x/draft-2.md", "x/a.md", "x/y/a.md", "old/a.md", "x/old/a.md", "[z].md",
        ] {
            try directory.write(name, "x")
        }
        for (globs, left) in [
            ("draft-*", ["[z].md", "a.md", "b.md", "old/a.md", "x/a.md", "x/old/a.md", "x/y/a.md"]),
            ("old/", ["[z].md", "a.md", "b.md", "draft-1.md", "x/a.md", "x/draft-2.md", "x/y/a.md"]),
            ("x/*.md\n", ["[z].md", "a.md", "b.md", "draft-1.md", "old/a.md", "x/old/a.md", "x/y/a.md"]),
            (
                "/a.md\r\n",
                ["[z].md", "b.md", "draft-1.md", "old/a.md", "x/a.md", "x/draft-2.md", "x/old/a.md", "x/y/a.md"]
            ),
            ("# draft-*\n\n  \nx\nold\n?.md", ["[z].md", "draft-1.md"]),
            ("[ab].md\nx", ["[z].md", "draft-1.md"]),
            ("\\[z\\].md\nx/\nold\n?.md", ["draft-1.md"]),
            ("*", []),
        ] {
            #expect(try walk(directory.path, ignoring: globs).paths == left, "\(globs.debugDescription)")
        }
    }

    @Test func `the order is that of the paths, however the threads are scheduled`() throws {
        let directory = try TemporaryDirectory()
        var names: [String] = []
        for number in 0..<2_000 { names.append("d\(number % 7)/s\(number % 3)/n\(number).md") }
        for name in names { try directory.write(name, "x") }
        let one = try walk(directory.path).paths
        #expect(one.count == 2_000 && Set(one) == Set(names))
        #expect(one == names.sorted(by: PathOrder.precedes))
        for threads in [2, 4, 9] { #expect(try walk(directory.path, threads: threads).paths == one) }
    }

    @Test func `an unreadable file or directory is reported, and the rest is read`() throws {
        let directory = try TemporaryDirectory()
        try directory.write("a.md", "x")
        try directory.write("locked.md", "x")
        try directory.write("dir/b.md", "x")
        try directory.mode("locked.md", 0)
        try directory.mode("dir", 0)
        defer { try? directory.mode("dir", 0o755) }
        // Root can read everything, so there is nothing to test.
        guard geteuid() != 0 else { return }
        let found = try walk(directory.path)
        #expect(found.paths == ["a.md", "locked.md: Permission denied"])
        #expect(found.problems.map(\.path) == ["dir"])
    }

    @Test func `thousands of nested directories are at worst a problem`() throws {
        let directory = try TemporaryDirectory()
        let start = open(".", O_RDONLY)
        defer { close(start) }
        var current = open(directory.path, O_RDONLY | O_DIRECTORY)
        var levels = 0
        while levels < 3_000, mkdirat(current, "d", 0o755) == 0 {
            let next = openat(current, "d", O_RDONLY | O_DIRECTORY)
            close(current)
            current = next
            levels += 1
        }
        let file = openat(current, "deep.md", O_CREAT | O_WRONLY, 0o644)
        if file >= 0 { close(file) }
        close(current)
        try directory.write("a.md", "x")
        let found = try walk(directory.path)
        #expect(found.paths.first == "a.md")
        // A path has at most 4,095 bytes.
        #expect(found.paths.count == 2 || found.problems.contains { $0.id == .unreadableFile }, "\(levels) levels")
    }

    @Test func `an invalid root is an error`() {
        #expect(throws: SystemError.self) { try walk("/nonexistent/folder") }
    }
}
