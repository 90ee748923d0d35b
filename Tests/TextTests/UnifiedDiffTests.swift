import TestSupport
import Testing

@testable import Text

@Suite struct UnifiedDiffTests {
    private func patch(_ before: String?, _ after: String?, path: String = "x.md") -> String {
        let patch = UnifiedDiff.patch(
            path: path,
            before: before.map { Array($0.utf8) },
            after: after.map { Array($0.utf8) }
        )
        return String(decoding: patch, as: UTF8.self)
    }

    private func numbered(_ range: ClosedRange<Int>, except changed: [Int: String] = [:]) -> String {
        range.map { (changed[$0] ?? "\($0)") + "\n" }.joined()
    }

    @Test func `a changed line has three lines of context on each side`() {
        let expected = """
            diff --git a/x.md b/x.md
            --- a/x.md
            +++ b/x.md
            @@ -2,7 +2,7 @@
             2
             3
             4
            -5
            +five
             6
             7
             8

            """
        #expect(patch(numbered(1...9), numbered(1...9, except: [5: "five"])) == expected)
    }

    @Test func `equal files have no patch`() {
        #expect(patch("a\n", "a\n").isEmpty)
        #expect(patch("", "").isEmpty)
        #expect(patch(nil, nil).isEmpty)
    }

    @Test func `changes six lines apart share a hunk, and changes seven lines apart do not`() {
        let six = patch(numbered(1...20), numbered(1...20, except: [5: "a", 12: "b"]))
        let seven = patch(numbered(1...20), numbered(1...20, except: [5: "a", 13: "b"]))
        #expect(six.contains("@@ -2,14 +2,14 @@"))
        #expect(seven.contains("@@ -2,7 +2,7 @@") && seven.contains("@@ -10,7 +10,7 @@"))
    }

    @Test func `a missing final line break is marked on the side where it is missing`() {
        let none = "\\ No newline at end of file\n"
        #expect(patch("a\nb", "a\nb\n").hasSuffix("@@ -1,2 +1,2 @@\n a\n-b\n\(none)+b\n"))
        #expect(patch("a\nb\n", "a\nb").hasSuffix("@@ -1,2 +1,2 @@\n a\n-b\n+b\n\(none)"))
        #expect(patch("a\nb", "c\nb").hasSuffix("@@ -1,2 +1,2 @@\n-a\n+c\n b\n\(none)"))
    }

    @Test func `a carriage return is part of its line`() {
        #expect(Array(patch("a\r\nb\r\n", "a\nb\r\n").utf8).suffix(11) == Array("-a\r\n+a\n b\r\n".utf8).suffix(11))
    }

    @Test func `a created or deleted file has a mode line and /dev/null`() {
        #expect(
            patch(nil, "a\n")
                == "diff --git a/x.md b/x.md\nnew file mode 100644\n--- /dev/null\n+++ b/x.md\n@@ -0,0 +1 @@\n+a\n"
        )
        #expect(
            patch("a\n", nil)
                == "diff --git a/x.md b/x.md\ndeleted file mode 100644\n--- a/x.md\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n"
        )
        #expect(patch(nil, "") == "diff --git a/x.md b/x.md\nnew file mode 100644\n")
    }

    @Test func `for a repeated block, the second copy is the added one`() {
        #expect(patch("a\nx\ny\n", "a\nx\na\nx\ny\n").hasSuffix(" a\n x\n+a\n+x\n y\n"))
        #expect(patch("{\n}\n", "{\n}\n{\n}\n").hasSuffix(" {\n }\n+{\n+}\n"))
    }

    @Test(arguments: [
        ("b/x y.md", "b/x y.md"), ("b/a\"b", #""b/a\"b""#), (#"b\c"#, #""b\\c""#),
        ("caf\u{E9}.md", #""caf\303\251.md""#), ("\u{7}\u{8}\t\n\u{B}\u{C}\r", #""\a\b\t\n\v\f\r""#),
        ("\u{1}\u{1B}\u{7F}", #""\001\033\177""#),
    ])
    func `a path is quoted as git quotes it`(path: String, expected: String) {
        #expect(String(decoding: UnifiedDiff.quoted(Array(path.utf8)), as: UTF8.self) == expected)
    }

    @Test func `a name with blanks ends with a tab`() {
        #expect(patch("a\n", "b\n", path: "my file.md").contains("--- a/my file.md\t\n+++ b/my file.md\t\n"))
    }
}
