import TestSupport
import Testing

@testable import MemossFiles
@testable import Text

@Suite struct ConflictMarkersTests {
    struct Shape: CustomTestStringConvertible, Sendable {
        var name: String
        var file: String
        /// Nil for a file without a conflict in its front matter.
        var versions: [String]?
        /// From 1.
        var line = 3

        init(_ name: String, line: Int = 3, _ file: String, _ versions: [String]?) {
            (self.name, self.line, self.file, self.versions) = (name, line, file, versions)
        }

        var testDescription: String { name }
    }

    private static let a = "---\ntitle: T\nscheduled: 2026-11-22\n---\nBody\n"
    private static let b = "---\ntitle: T\nscheduled: 2026-11-23\n---\nBody\n"

    static let shapes = [
        Shape(
            "two sides",
            "---\ntitle: T\n<<<<<<< HEAD\nscheduled: 2026-11-22\n=======\nscheduled: 2026-11-23\n>>>>>>> theirs\n---\nBody\n",
            [a, b]
        ),
        Shape(
            "markers without labels",
            "---\ntitle: T\n<<<<<<<\nscheduled: 2026-11-22\n=======\nscheduled: 2026-11-23\n>>>>>>>\n---\nBody\n",
            [a, b]
        ),
        Shape(
            "a label that reads as a key",
            "---\ntitle: T\n<<<<<<< working copy: 1a2b3c\nscheduled: 2026-11-22\n---\nBody\n=======\n"
                + "scheduled: 2026-11-23\n---\nBody\n>>>>>>> merge rev: 4d5e6f\n",
            [a, b]
        ),
        Shape(
            "the style diff3",
            "---\ntitle: T\n<<<<<<< HEAD\nscheduled: 2026-11-22\n||||||| base\nscheduled: 2026-11-21\n=======\n"
                + "scheduled: 2026-11-23\n>>>>>>> theirs\n---\nBody\n",
            [a, b]
        ),
        Shape(
            "diff3 with an empty base",
            "---\ntitle: T\n<<<<<<< HEAD\nscheduled: 2026-11-22\n|||||||\n=======\n"
                + "scheduled: 2026-11-23\n>>>>>>> theirs\n---\nBody\n",
            [a, b]
        ),
        Shape(
            "longer markers, and lines of the usual length between them",
            "---\ntitle: T\n<<<<<<<<< HEAD\n======= # a\n=========\n>>>>>>> b\n>>>>>>>>> theirs\n---\n",
            ["---\ntitle: T\n======= # a\n---\n", "---\ntitle: T\n>>>>>>> b\n---\n"]
        ),
        Shape(
            "CR LF",
            "---\r\ntitle: T\r\n<<<<<<< HEAD\r\nscheduled: 2026-11-22\r\n=======\r\nscheduled: 2026-11-23\r\n>>>>>>> x\r\n---\r\n",
            [
                "---\r\ntitle: T\r\nscheduled: 2026-11-22\r\n---\r\n",
                "---\r\ntitle: T\r\nscheduled: 2026-11-23\r\n---\r\n",
            ]
        ),
        Shape(
            "several conflicts",
            line: 2,
            "---\n<<<<<<< HEAD\ntitle: A\n=======\ntitle: B\n>>>>>>> x\nid: 1\n<<<<<<< HEAD\ntags: a\n=======\n>>>>>>> x\n---\n",
            ["---\ntitle: A\nid: 1\ntags: a\n---\n", "---\ntitle: B\nid: 1\n---\n"]
        ),
        Shape(
            "the closing mark in both sides",
            "---\ntitle: T\n<<<<<<< HEAD\nscheduled: 2026-11-22\n---\nBody\n=======\nscheduled: 2026-11-23\n---\nBody\n>>>>>>> x\n",
            [a, b]
        ),
        Shape(
            "the closing mark in one side, and as a rule in the body of the other",
            "---\ntitle: T\n<<<<<<< HEAD\n---\n=======\nscheduled: 2026-11-23\n---\n\n---\n>>>>>>> x\nBody\n",
            ["---\ntitle: T\n---\nBody\n", "---\ntitle: T\nscheduled: 2026-11-23\n---\n\n---\nBody\n"]
        ),
        Shape(
            "the opening mark, of a file that both sides added",
            line: 1,
            "<<<<<<< HEAD\n---\ntitle: A\n---\n=======\n---\ntitle: B\n---\n>>>>>>> x\n",
            ["---\ntitle: A\n---\n", "---\ntitle: B\n---\n"]
        ),
        Shape(
            "a byte order mark in one side",
            line: 1,
            "<<<<<<< HEAD\n\u{FEFF}---\n=======\n---\n>>>>>>> x\ntitle: A\n---\n",
            ["\u{FEFF}---\ntitle: A\n---\n", "---\ntitle: A\n---\n"]
        ),
        Shape(
            "a byte order mark before the first marker",
            line: 1,
            "\u{FEFF}<<<<<<< HEAD\n---\ntitle: A\n---\n=======\n---\ntitle: B\n---\n>>>>>>> x\n",
            ["\u{FEFF}---\ntitle: A\n---\n", "\u{FEFF}---\ntitle: B\n---\n"]
        ),
        Shape(
            "front matter in one side only",
            line: 1,
            "<<<<<<< HEAD\n---\ntitle: A\n---\n=======\n>>>>>>> x\nBody\n",
            ["---\ntitle: A\n---\nBody\n", "Body\n"]
        ),
        Shape(
            "a side that deleted the file's front matter up to its end",
            line: 1,
            "<<<<<<< HEAD\n=======\n---\ntitle: A\n>>>>>>> x\n---\nBody\n",
            ["---\nBody\n", "---\ntitle: A\n---\nBody\n"]
        ),
        Shape(
            "inside the brackets of a list, where it is valid YAML",
            "---\ntags: [a,\n<<<<<<< HEAD\n  b\n=======\n  c\n>>>>>>> x\n  ]\n---\n",
            ["---\ntags: [a,\n  b\n  ]\n---\n", "---\ntags: [a,\n  c\n  ]\n---\n"]
        ),
        Shape(
            "inside quotes, where it is valid YAML",
            "---\nscheduled: \"2026-11-\n<<<<<<< HEAD\n  22\n=======\n  23\n>>>>>>> x\n  \"\n---\n",
            ["---\nscheduled: \"2026-11-\n  22\n  \"\n---\n", "---\nscheduled: \"2026-11-\n  23\n  \"\n---\n"]
        ),
        Shape(
            "inside a block scalar",
            line: 4,
            "---\ntitle: T\nnote: |\n<<<<<<< HEAD\n  a\n=======\n  b\n>>>>>>> x\n---\n",
            ["---\ntitle: T\nnote: |\n  a\n---\n", "---\ntitle: T\nnote: |\n  b\n---\n"]
        ),
        // A merge of merges: git marks the conflict between the common ancestors with longer markers.
        Shape(
            "a conflict inside the base",
            "---\ntitle: T\n<<<<<<< HEAD\nscheduled: 2026-11-22\n||||||| merged common ancestors\n"
                + "<<<<<<<<< Temporary merge branch 1\nscheduled: 2026-11-01\n||||||||| 5d1e\n=========\n"
                + "scheduled: 2026-11-02\n>>>>>>>>> Temporary merge branch 2\n=======\n"
                + "scheduled: 2026-11-23\n>>>>>>> theirs\n---\nBody\n",
            [a, b]
        ),
        Shape(
            "a conflict inside a side",
            line: 2,
            "---\n<<<<<<< HEAD\n<<<<<<<<< one\ntitle: A\n=========\ntitle: B\n>>>>>>>>> two\n=======\ntitle: C\n>>>>>>> x\n---\n",
            ["---\ntitle: A\n---\n", "---\ntitle: B\n---\n", "---\ntitle: C\n---\n", "---\ntitle: C\n---\n"]
        ),
        Shape(
            "a conflict inside a side, with markers of one length",
            line: 2,
            "---\n<<<<<<< HEAD\n<<<<<<< one\ntitle: A\n=======\ntitle: B\n>>>>>>> two\n=======\ntitle: C\n>>>>>>> x\n---\n",
            ["---\ntitle: A\n---\n", "---\ntitle: B\n---\n", "---\ntitle: C\n---\n", "---\ntitle: C\n---\n"]
        ),
        // It is unclear which of three lines of `=======` is the separator, so the text after any of them may be the
        // second side.
        Shape(
            "headings in the bodies of both sides",
            "---\ntitle: T\n<<<<<<< HEAD\nscheduled: 2026-11-22\n---\nHead\n=======\nBody\n=======\n"
                + "scheduled: 2026-11-23\n---\nHead\n=======\nBody\n>>>>>>> x\n",
            [
                "---\ntitle: T\nscheduled: 2026-11-22\n---\nHead\n",
                "---\ntitle: T\nBody\n=======\nscheduled: 2026-11-23\n---\nHead\n=======\nBody\n",
                "---\ntitle: T\nscheduled: 2026-11-23\n---\nHead\n=======\nBody\n",
                "---\ntitle: T\nBody\n",
            ]
        ),
        Shape(
            "no end",
            "---\ntitle: T\n<<<<<<< HEAD\nscheduled: 2026-11-22\n=======\nscheduled: 2026-11-23\n---\nBody\n",
            [a, b]
        ),
        Shape(
            "no end, of a file that both sides added",
            line: 1,
            "<<<<<<< HEAD\n---\ntitle: A\n---\n=======\n---\ntitle: B\n---\n",
            ["---\ntitle: A\n---\n---\ntitle: B\n---\n", "---\ntitle: B\n---\n"]
        ),
        Shape("the first marker alone", "---\ntitle: T\n<<<<<<< HEAD\nscheduled: 2026-11-22\n---\nBody\n", [a]),
        Shape("the last marker alone", line: 4, "---\ntitle: T\nscheduled: 2026-11-22\n>>>>>>> x\n---\nBody\n", [a]),
        Shape(
            "no separator",
            "---\ntitle: T\n<<<<<<< HEAD\nscheduled: 2026-11-22\n>>>>>>> x\n---\nBody\n",
            [a]
        ),
        Shape(
            "no first marker",
            line: 4,
            "---\ntitle: T\nscheduled: 2026-11-22\n=======\ndue: 2026-11-23\n>>>>>>> x\n---\nBody\n",
            [a, "---\ntitle: T\nscheduled: 2026-11-22\ndue: 2026-11-23\n---\nBody\n"]
        ),
        Shape(
            "no closing mark anywhere",
            "---\ntitle: T\n<<<<<<< HEAD\ntags: a\n=======\ntags: b\n>>>>>>> x\n",
            ["---\ntitle: T\ntags: a\n", "---\ntitle: T\ntags: b\n"]
        ),
        Shape(
            "Jujutsu's difference to one side",
            "---\ntitle: T\n<<<<<<< conflict 1 of 1\n%%%%%%% diff from: base\n\\\\\\\\\\\\\\        to: side #1\n"
                + "-scheduled: 2026-11-21\n+scheduled: 2026-11-22\n+++++++ side #2\nscheduled: 2026-11-23\n"
                + ">>>>>>> conflict 1 of 1 ends\n---\nBody\n",
            [a, b]
        ),
        Shape(
            "Jujutsu's difference with a line that stays, and one without its space",
            line: 2,
            "---\n<<<<<<< Conflict 1 of 1\n+++++++ Contents of side #1\ntitle: A\n%%%%%%% Changes from base to side #2\n"
                + " title: B\n-due: 1\n\n>>>>>>> Conflict 1 of 1 ends\n---\n",
            ["---\ntitle: A\n---\n", "---\ntitle: B\n\n---\n"]
        ),
        Shape(
            "Jujutsu's snapshots of three sides",
            line: 2,
            "---\n<<<<<<< Conflict 1 of 2\n+++++++ Contents of side #1\ntitle: A\n------- Contents of base #1\ntitle: O\n"
                + "+++++++ Contents of side #2\ntitle: B\n------- Contents of base #2\n+++++++ Contents of side #3\n"
                + "title: C\n>>>>>>> Conflict 1 of 2 ends\n<<<<<<< Conflict 2 of 2\n+++++++ one\nid: 1\n+++++++ two\nid: 2\n"
                + ">>>>>>> Conflict 2 of 2 ends\n---\n",
            ["---\ntitle: A\nid: 1\n---\n", "---\ntitle: B\nid: 2\n---\n", "---\ntitle: C\nid: 2\n---\n"]
        ),
        Shape(
            "a conflict of the front matter, then one of the body",
            "---\ntitle: T\n<<<<<<< HEAD\nscheduled: 2026-11-22\n=======\nscheduled: 2026-11-23\n>>>>>>> x\n---\n"
                + "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\n",
            [
                "---\ntitle: T\nscheduled: 2026-11-22\n---\na\n", "---\ntitle: T\nscheduled: 2026-11-23\n---\nb\n",
            ]
        ),

        // Not conflicts in the front matter.
        Shape("a conflict in the body", a + "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\n", nil),
        Shape("a heading in the body", "---\ntitle: T\n---\nHeading\n=======\n", nil),
        Shape("a note that begins with a conflict", "<<<<<<< HEAD\n# A\n=======\n# B\n>>>>>>> x\n", nil),
        Shape("quotation marks of a mail", "---\ntitle: T\n---\n>>>>>>> x\n", nil),
        Shape(
            "markers in a block scalar",
            "---\ntitle: T\nnote: |\n  <<<<<<< HEAD\n  =======\n  >>>>>>> x\n---\n",
            nil
        ),
        Shape("six signs", "---\ntitle: \"a\n<<<<<< b\n\"\n---\n", nil),
        Shape("signs with letters right behind them", "---\ntitle: \"a\n<<<<<<<b\n\"\n---\n", nil),
        Shape("a quoted text with the last marker alone", "---\ntitle: \"a\n>>>>>>> b\n\"\n---\n", nil),
    ]

    @Test(arguments: shapes)
    func `the versions of a file are found between its conflict markers`(shape: Shape) throws {
        let bytes = [UInt8](shape.file)
        do throws(YAMLDocument.Fault) {
            _ = try FrontMatter.read(bytes)
            #expect(shape.versions == nil, "not found")
        } catch {
            let expected = try #require(shape.versions, "\(error)")
            #expect(error.id == .gitConflict)
            let place = TextPosition(of: error.offset, in: bytes)
            #expect(place.line == shape.line && place.column == 1)
            let markers = try #require(ConflictMarkers(in: bytes, front: bytes.indices))
            let versions = markers.versions.map { String(decoding: $0.bytes, as: UTF8.self) }
            // Compares bytes, because CR LF is one Character.
            #expect(versions.elementsEqual(expected) { $0.utf8.elementsEqual($1.utf8) }, "\(versions)")
        }
    }

    @Test func `a version has the label of its side`() throws {
        func labels(_ file: String) throws -> [String?] {
            let markers = try #require(ConflictMarkers(in: [UInt8](file), front: 0..<7))
            return markers.versions.map(\.label)
        }
        #expect(try labels("<<<<<<< HEAD\na\n=======\nb\n>>>>>>>  my branch \r\n") == ["HEAD", "my branch"])
        #expect(try labels("<<<<<<<\na\n=======\nb\n>>>>>>>\n") == [nil, nil])
        #expect(try labels("<<<<<<< 1 of 1\n+++++++ side #1\n+++++++ side #2\n>>>>>>>\n") == ["side #1", "side #2"])
    }

    /// Markers nested a hundred thousand deep, or as many sides, must not use much stack or time.
    @Test func `hostile markers take linear time`() {
        let nested = [UInt8]("---\n" + String(repeating: "<<<<<<< a\n", count: 100_000) + "---\n")
        let many = [UInt8]("---\n<<<<<<< a\n" + String(repeating: "=======\n", count: 100_000) + ">>>>>>> a\n---\n")
        for bytes in [nested, many] {
            let versions = ConflictMarkers(in: bytes, front: bytes.indices)?.versions.map(\.bytes.count) ?? []
            #expect((1...16).contains(versions.count))
            #expect(versions.allSatisfy { $0 <= bytes.count })
        }
    }
}
