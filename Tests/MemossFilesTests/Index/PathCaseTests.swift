import Testing

@testable import MemossFiles

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
}
