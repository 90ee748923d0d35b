import Testing

@testable import MemossFiles
@testable import Text

/// Files of which a file system that ignores case keeps one (issue 33).
@Suite struct PathCaseTests {
    // Two Unicode forms of one name are in the transcript unicode-names: a dictionary of files cannot have both.
    @Test(arguments: [
        ("PAN.md", "pan.md", "case"), ("a/PAN.md", "A/pan.md", "case"), ("stra\u{DF}e.md", "STRASSE.md", "case"),
        ("\u{3A3}\u{3C3}.md", "\u{3C3}\u{3C2}.md", "case"),
        ("CAF\u{C9}.md", "cafe\u{301}.md", "case"), ("\u{FB01}n.md", "FIN.md", "case"),
    ])
    func `paths that are equal but for case or form are noted once`(one: String, other: String, what: String) throws {
        let folder = try Folder([one: "title: One", other: "title: Other", "third.md": "title: Third"])
        let found = folder.problems.filter { $0.id == .pathCase }
        #expect(found.count == 1 && found.allSatisfy { $0.severity == .note && $0.message.contains("only in \(what)") })
    }

    @Test(arguments: [
        ("pan.md", "pans.md"), ("PAN.md", "a/pan.md"), ("a/x.md", "A/y.md"), ("ı.md", "i.md"), ("e.md", "é.md"),
    ])
    func `other paths are not`(one: String, other: String) throws {
        let folder = try Folder([one: "title: One", other: "title: Other"])
        #expect(!folder.problems.contains { $0.id == .pathCase })
    }

    @Test(arguments: [("title: One", "title: ["), ("title: [", "title: One"), ("title: [", "tags: [")])
    func `so are files that cannot be read, also by a server that checks one file`(one: String, other: String) throws {
        let directory = try TemporaryDirectory()
        try directory.write("PAN.md", "---\n\(one)\n---\n")
        try directory.write("pan.md", "---\n\(other)\n---\n")
        try directory.write("third.md", "---\ntitle: Third\n---\n")
        let snapshot = try ReminderFolder(root: directory.path).read().snapshot
        var peers = CheckPeers(snapshot)
        for path in [nil, "PAN.md", "pan.md"] {
            let paths = path.map { Set([PathKey($0)]) }
            let seen = paths.map { peers.snapshot(of: $0, in: snapshot) } ?? snapshot
            let context = TimeContext(now: Folder.now, zone: .utc, zones: [:], allDayAt: .noon)
            let found = FolderCheck.problems(of: seen, in: context, only: paths) { directory.read($0) ?? [] }
            let noted = found.filter { $0.id == .pathCase }.map(\.path)
            #expect(noted == (path == "PAN.md" ? [] : ["pan.md"]))
        }
    }
}
