import TestSupport
import Testing

@testable import MemossFiles
@testable import Text

/// The commonest mistakes are named where they are, with what to write, and what is written then can be read.
struct YAMLMistakeTests {
    struct Row: Sendable {
        var front: String
        var line: Int
        var column: Int
        var message: String

        init(_ front: String, _ line: Int, _ column: Int, _ message: String) {
            (self.front, self.line, self.column, self.message) = (front, line, column, message)
        }
    }

    static let rows = [
        Row(
            "title:\u{A0}A\nscheduled: 2026-12-01",
            2,
            7,
            "U+00A0 stands where a plain blank belongs: write 'title: A'"
        ),
        Row(
            "title: Milk\u{2028}and bread\nscheduled: 2026-12-01",
            2,
            12,
            "U+2028 stands where a plain blank belongs: write 'title: Milk and bread'"
        ),
        Row(
            "x: y\ntitle: Milk\u{85}and bread\nscheduled: 2026-12-01",
            3,
            12,
            "U+0085 stands where a plain blank belongs: write 'title: Milk and bread'"
        ),
        Row("a: b\ntitle:\u{200A}A\nx: y", 3, 7, "U+200A stands where a plain blank belongs: write 'title: A'"),
        Row("title: A\n// to do\ndue: 2026-12-01", 3, 1, "a comment begins with '#': write '# to do'"),
        Row("title: A\n<!-- to do -->\ndue: 2026-12-01", 3, 1, "a comment begins with '#': write '# to do -->'"),
        Row("\ttitle: x", 2, 1, "a tab cannot indent, only blanks can: write 'title: x'"),
        Row("tags:\n\t- a\n\t- b", 3, 1, "a tab cannot indent, only blanks can: write '- a'"),
        Row(
            "tags:\n\u{2013} a\n\u{2013} b\nx: y",
            3,
            1,
            "'\u{2013}' (U+2013) is not the hyphen of a list item: write '- a'"
        ),
        Row("tags:\n\u{2022} a\nx: y", 3, 1, "'\u{2022}' (U+2022) is not the hyphen of a list item: write '- a'"),
        Row("tags:\n-a\n-b\nx: y", 3, 1, "a blank is missing after the hyphen: write '- a'"),
        Row(
            "title: A\nscheduled:2026-12-01",
            3,
            10,
            "a blank is missing after the colon: write 'scheduled: 2026-12-01'"
        ),
        Row(
            "scheduled:2026-12-01\ntitle: A",
            2,
            10,
            "a blank is missing after the colon: write 'scheduled: 2026-12-01'"
        ),
        Row(
            "due\u{FF1A}2026-12-01\ntitle: A",
            2,
            4,
            "'\u{FF1A}' stands where a colon and a blank belong: write 'due: 2026-12-01'"
        ),
        Row(
            "title: A\nscheduled= 2026-12-01",
            3,
            10,
            "'=' stands where a colon and a blank belong: write 'scheduled: 2026-12-01'"
        ),
        Row(
            "title: A\nscheduled = 2026-12-01\nrecurrence: daily",
            3,
            11,
            "'=' stands where a colon and a blank belong: write 'scheduled: 2026-12-01'"
        ),
        Row(
            "scheduled; 2026-12-01 09:00\nrecurrence: daily",
            2,
            10,
            "';' stands where a colon and a blank belong: write 'scheduled: 2026-12-01 09:00'"
        ),
        Row("title: A\n\t\ndue: 2026-12-01", 3, 1, "a line of blanks and tabs has to be empty"),
        Row(
            "\"title\": A\n\"tags\": [Home],\n\"due\": 2026-12-01",
            3,
            15,
            "the comma at the end of the line belongs to JSON, not to YAML: write '\"tags\": [Home]'"
        ),
        Row(
            "\"title\": \"A\",\n\"due\": \"2026-12-01\",",
            2,
            13,
            "the comma at the end of the line belongs to JSON, not to YAML: write '\"title\": \"A\"'"
        ),
        Row(
            "title: A\nscheduled:\n2026-12-01",
            4,
            1,
            "the value is on a line of its own that is not indented: write 'scheduled: 2026-12-01'"
        ),
        Row(
            "title:\nPay the rent\ndue: 2026-12-01",
            3,
            1,
            "the value is on a line of its own that is not indented: write 'title: Pay the rent'"
        ),
        Row("tags: [Home,, Work]", 2, 13, "this comma in the list is one too many: write 'tags: [Home, Work]'"),
        Row("tags: [Home, , Work,, x]", 2, 13, "this comma in the list is one too many: write 'tags: [Home, Work, x]'"),
        Row("tags: - Home", 2, 7, "a list on the line of its key stands in brackets: write 'tags: [Home]'"),
        Row("tags: [, Home]", 2, 8, "this comma in the list is one too many: write 'tags: [Home]'"),
        Row(
            "due: 2026-12-01\ncomplete_instances: [2026-11-20,, 2026-11-21]",
            3,
            33,
            "this comma in the list is one too many: write 'complete_instances: [2026-11-20, 2026-11-21]'"
        ),
        Row("tags: [Home] Garden", 2, 14, "there is text behind the list: write 'tags: [Home, Garden]'"),
        Row("tags: [Home, x], Garden", 2, 18, "there is text behind the list: write 'tags: [Home, x, Garden]'"),
        Row("title: A\ntags:\n  - Home\n - Work", 5, 2, "put as many blanks before this item as before the one above"),
        Row(
            "title: A\ndue: 2026-12-01\n- Home",
            4,
            1,
            "this item has no key: write the key of the list, such as 'tags:', on the line above"
        ),
        Row("due: 2026-12-01 09:00:", 2, 22, "this colon is one too many: write 'due: 2026-12-01 09:00'"),
        Row("due: : 2026-12-01", 2, 6, "this colon is one too many: write 'due: 2026-12-01'"),
        Row(
            "title: \"a\" and \"b\"",
            2,
            10,
            "there is text after the closing quote: write 'title: \"\\\"a\\\" and \\\"b\\\"\"'"
        ),
        Row(
            "due: 2026-12-01\nrecurrence: x: y",
            3,
            14,
            "the value has a second colon with a blank, or nothing, behind it"
        ),
        Row("due: @2026-12-01", 2, 6, "the value begins with a character that has a meaning of its own in YAML"),
        Row(
            "tags: [#a, #b]\nscheduled: 2026-12-01",
            2,
            8,
            "an item that begins with '#' needs quotes: write 'tags: [\"#a\", \"#b\"]'"
        ),
        Row("tags: [x, @home]", 2, 11, "an item that begins with '@' needs quotes: write 'tags: [x, \"@home\"]'"),
        Row(
            "title: \"Pay\nscheduled: 2026-12-01",
            2,
            8,
            "the quote that begins here is not closed: write 'title: \"Pay\"'"
        ),
        Row("é: it's\ntags: ['a, b]\nx: y", 3, 8, "the quote that begins here is not closed"),
        Row("\"title: A\nx: y", 2, 1, "the quote that begins here is not closed: write '\"title\": A'"),
        Row("tags: [a\nx: y", 2, 7, "the bracket that opens here is not closed: write 'tags: [a]'"),
        Row("tags: [a # b\nx: y", 2, 7, "the bracket that opens here is not closed: write 'tags: [a] # b'"),
        Row("x: {a: [1\ny: 2", 2, 4, "the bracket that opens here is not closed: write 'x: {a: [1]}'"),
        Row("tags: [a, b}", 2, 12, "'}' does not close the bracket that is open here: write 'tags: [a, b]'"),
        Row("x: {a: 1]", 2, 9, "']' does not close the bracket that is open here: write 'x: {a: 1}'"),
        Row("tags: [a]]", 2, 10, "this bracket closes nothing: write 'tags: [a]'"),
        Row("title: \"Q\" text", 2, 10, "there is text after the closing quote: write 'title: \"\\\"Q\\\" text\"'"),
        Row("title: 'it's'", 2, 11, "there is text after the closing quote: write 'title: \"it's\"'"),
        Row(
            "title: \"C:\\x\"",
            2,
            11,
            "a backslash in double quotes needs another one, or single quotes around the text: write 'title: 'C:\\x''"
        ),
        Row("title: a: b", 2, 9, "a value with a colon and a blank needs quotes: write 'title: \"a: b\"'"),
        Row(
            "x: y\ntitle: a: b # c\nz: w",
            3,
            9,
            "a value with a colon and a blank needs quotes: write 'title: \"a: b\" # c'"
        ),
        Row("title: @x", 2, 8, "a value that begins with '@' needs quotes: write 'title: \"@x\"'"),
        Row(
            "title: [draft] Report",
            2,
            8,
            "a value that begins with '[' needs quotes: write 'title: \"[draft] Report\"'"
        ),
        Row("title: - a", 2, 8, "a value that begins with '-' needs quotes: write 'title: \"- a\"'"),
        Row("title: **b**", 2, 8, "a value that begins with '*' needs quotes: write 'title: \"**b**\"'"),
        Row(
            "title: A\n scheduled: 2026-12-01",
            3,
            2,
            "this line is not indented as the others are: write 'scheduled: 2026-12-01'"
        ),
        Row(" title: A\nscheduled: 2026-12-01", 2, 2, "this line is not indented as the others are: write 'title: A'"),
        Row("*scheduled*: 2026-12-01", 2, 1, "'*' does not belong to the key: write 'scheduled: 2026-12-01'"),
        Row("title: A\n`due`: 2026-12-01", 3, 1, "'`' does not belong to the key: write 'due: 2026-12-01'"),
        Row("@due: 2026-12-01", 2, 1, "'@' does not belong to the key: write 'due: 2026-12-01'"),
        Row("tags:\n  * Home\n  * Work\nx: y", 3, 3, "'*' is not the hyphen of a list item: write '- Home'"),
        Row("title:- A\nx: y", 2, 6, "a blank is missing after the colon: write 'title: A'"),
        Row("tags:- Home\nx: y", 2, 5, "a blank is missing after the colon: write 'tags: Home'"),
        Row(
            "title: A\nnote: a long\ntext that goes on\nx: y",
            4,
            1,
            "this line has no colon after a key, and too few blanks before it to go on with the line above"
        ),
        Row(
            "tags:\n  - Home\n  and Garden\n  - b\nx: y",
            4,
            3,
            "this line has no colon after a key, and too few blanks before it to go on with the line above"
        ),
        Row("location Paris\nx: y", 2, 1, "a colon is missing after the key: write 'location: Paris'"),
        Row("title A\nscheduled: 2026-12-01", 2, 1, "a colon is missing after the key: write 'title: A'"),
    ]

    private func fault(_ front: String, _ lineEnd: String = "\n") -> Problem? {
        let text = "---\n\(front)\n---\nBody\n".replacing("\n", with: lineEnd)
        return ReminderDecoder.decode(Array(text.utf8), path: "a.md").problems.first { $0.id == .invalidYAML }
    }

    @Test(arguments: rows.indices, ["\n", "\r\n"]) func `a mistake is named at its place`(index: Int, lineEnd: String) {
        let row = Self.rows[index]
        let found = fault(row.front, lineEnd)
        #expect(found?.message == "invalid YAML: " + row.message)
        #expect(found?.line == row.line && found?.column == row.column)
    }

    @Test(arguments: rows.indices) func `whoever follows the advice can read the file`(index: Int) throws {
        let row = Self.rows[index]
        var lines = row.front.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        // One line after the other, as a person would.
        for _ in lines {
            let text = "---\n" + lines.joined(separator: "\n") + "\n---\n"
            let problem = ReminderDecoder.decode(Array(text.utf8), path: "a.md").problems.first {
                $0.id == .invalidYAML
            }
            guard let problem, let line = problem.line else { break }
            // Some mistakes are named without the line to write.
            guard problem.message.contains(": write '") else { return }
            let advice = try #require(problem.message.split(separator: ": write '", maxSplits: 1).last).dropLast()
            let old = lines[line - 2]
            // The advice leaves out the indentation.
            let isItem = advice.hasPrefix("- ") && old.hasPrefix("\t")
            lines[line - 2] = (isItem ? "  " : "") + advice
            // The value that the line above takes in.
            if problem.message.contains("on a line of its own") {
                lines[line - 3] = String(advice)
                lines.remove(at: line - 2)
            }
        }
        #expect(fault(lines.joined(separator: "\n")) == nil, "\(lines)")
    }

    @Test func `every mistake of the table is tried`() {
        for (index, mistake) in YAMLMistake.all.enumerated() {
            let isTried = Self.rows.contains { row in
                ["\u{A0}", "\t", "\u{2013}", "#", "@", "[", "-", "*", "\"", "'", "=", ";", "}"].contains { sign in
                    sign.unicodeScalars.first.map { row.message.hasPrefix(mistake.what($0)) } ?? false
                }
            }
            #expect(isTried, "\(index)")
        }
    }

    @Test(arguments: [
        "a: 'b: c'", "a: b:c", "a: \"#x\"", "a: [b, 'c d', \"e\"]", "a: |\n  b: c: d\n  [", "a: >-\n\n  'x",
        "url: http://x.org:80/a",
        "a: b # c: d", "a: {b: [c]}", "a:\n- b\n- c: d", "? a\n: b", "a: it's", "a: [it's, b]", "\"a\": b", "'a:b': c",
        "a: -1",
        "a: --- b", "a: \u{A0}b", "a: \u{2013} b", "a: [\n  b,\n  c\n]", "a: b\n  c\n  d",
    ]) func `valid YAML is none of these`(front: String) { #expect(fault(front) == nil) }

    /// A proposal leaves no problem in the line that it is for: of lines with random mistakes under keys that are read.
    @Test func `what is proposed for a key can be read under that key`() throws {
        var random = Random(seed: 33)
        let starts = [
            "scheduled: 2026-12-01", "due: 2026-12-01 09:00", "tags: [Home, Work]", "tags: Home", "recurrence: daily",
            "complete_instances: [2026-11-20, 2026-11-21]", "title: Pay", "until: 2027-01-01", "completed: false",
            "tags: [\"Home\", 'Work']", "\"title\": \"A\"", "snoozed: 2026-12-01T10:00", "title: [x] 'y'",
        ]
        let pieces = [
            ",", ":", ": ", "[", "]", "\"", "'", " ", "\t", "\n", "=", "@", "#", "{", "}", "-", "\u{A0}", "x",
        ]
        var count = 0
        for _ in 0..<4_000 {
            var line = Array(random.pick(starts).unicodeScalars)
            for _ in 0..<1 + random.below(2) {
                let place = random.below(line.count + 1)
                if random.below(3) == 0, place < line.count { line.remove(at: place) }
                line.insert(contentsOf: random.pick(pieces).unicodeScalars, at: min(place, line.count))
            }
            let text = String(String.UnicodeScalarView(line))
            let front = ["title: T", "due: 2026-12-01", "created: 2026-01-01"].filter {
                random.below(2) == 0 && !text.hasPrefix($0.prefix(3))
            }
            guard let problem = fault((front + [text]).joined(separator: "\n")),
                let write = problem.message.firstRange(of: ": write '")
            else { continue }
            count += 1
            let advice = problem.message[write.upperBound...].dropLast()
            let read = ReminderDecoder.decode(Array("---\ncompleted: false\n\(advice)\n---\n".utf8), path: "a.md")
            // A misspelt key and a missing date are mistakes of their own, which another line may hide.
            let told = read.problems.filter {
                $0.id != .duplicateKey && $0.id != .unknownKey && $0.id != .ruleWithoutDate && $0.line == 3
            }
            // A proposal is one line, and the value may go on below it.
            let isWhole = !text.contains("\n")
            #expect(told.isEmpty || read.unreadable != nil || !isWhole, "\(text.debugDescription): \(advice) \(told)")
        }
        #expect(count > 300)
    }

    @Test func `two mistakes are named one after the other`() {
        #expect(fault("title: a: b\ntags: [x")?.line == 2)
        #expect(fault("title: \"a: b\"\ntags: [x")?.line == 3)
        // Neither correction alone helps libyaml, which looks for the quote until the end.
        #expect(fault("title: \"a\ndue: \"b") != nil)
    }

    @Test func `other mistakes keep the words of libyaml, and a long line is not repeated`() {
        #expect(fault("{a: b}}\n{c")?.message.hasPrefix("invalid YAML: ") == true)
        let long = String(repeating: "x", count: 70)
        #expect(fault("title: \(long): b")?.message == "invalid YAML: a value with a colon and a blank needs quotes")
    }

    @Test func `any bytes give one fault, inside the front matter`() {
        var random = Random(seed: 11)
        let pieces = [
            "a", ": ", ":", "- ", "[", "]", "{", "}", "\"", "'", "\n", "\n", "  ", "\t", "#", " #", "@", "\u{A0}",
            "\u{2013}", ",", "\\", "|", "é",
        ]
        for _ in 0..<3_000 {
            let front = (0..<1 + random.below(14)).map { _ in random.pick(pieces) }.joined()
            let bytes = Array(front.utf8)
            guard let fault = problem(of: bytes) else { continue }
            #expect(0...bytes.count ~= fault.offset, "\(front.debugDescription)")
            #expect(!fault.message.isEmpty)
        }
    }

    private func problem(of bytes: [UInt8]) -> YAMLDocument.Fault? {
        do throws(YAMLDocument.Fault) {
            _ = try YAMLDocument.parse(bytes, range: bytes.indices)
            return nil
        } catch { return error }
    }
}
