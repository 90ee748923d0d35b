import TestSupport
import Testing

@testable import CivilTime
@testable import MemossFiles
@testable import Text

@Suite struct ConfigurationTests {
    private func read(_ text: String) -> Configuration {
        Configuration(parsing: [UInt8](text), path: "config.yaml")
    }

    @Test func `every key is read, and none is required`() {
        let configuration = read("directory: ~/notes\nall_day_at: 07:30\nnotify_command: ntfy send\n")
        #expect(configuration.directory == "~/notes")
        #expect(configuration.allDayAt.description == "07:30")
        #expect(configuration.notifyCommand == "ntfy send")
        #expect(configuration.problems.isEmpty)
        #expect(read("").allDayAt.description == "09:00")
        #expect(read("directory: ~\n").directory == nil)
    }

    @Test(
        arguments: [
            ("push: {server: http://10.0.0.5, topic: t, token_file: f}", "push.server"),
            ("push: {server: http://127.0.0.1.example.org, topic: t, token_file: f}", "push.server"),
            ("publish: {url: http://dav.example.org/, user: anna}", "publish.url"),
            ("push: {server: https://ntfy.sh, topic: t, token_file: f}", nil),
            ("push: {server: http://10.0.0.5, topic: t}", nil),
            ("push: {server: 'http://[::1]:80', topic: t, token_file: f}", nil),
            ("publish: {url: http://localhost:5232/a/, user: anna}", nil),
            ("publish: {url: http://127.0.0.1/a/, user: anna}", nil), ("publish: {url: http://dav.example.org/}", nil),
        ] as [(String, String?)]
    ) func `a secret that others can read on the way is told`(text: String, key: String?) {
        let risks = read("clock: 24\n" + text).risks
        #expect(
            risks.count == (key == nil ? 0 : 1) && risks.allSatisfy { $0.message.contains(key ?? "-") && $0.line == 2 }
        )
        #expect(read(text).problems.isEmpty)
    }

    @Test(arguments: [
        "push: {server: 'https://ann:secret@ntfy.sh'}", "push: {server: 'http://localhost:80@a/'}",
        "publish: {url: 'https://ann@dav.example.org/'}", "push: {topic: my topic}", "push: {topic: \"\"}",
    ]) func `an address has no user, and a topic is one that ntfy knows`(text: String) {
        let configuration = read(text)
        #expect(configuration.problems.count == 1)
        #expect(configuration.push.server == nil && configuration.push.topic == nil && configuration.publish.url == nil)
    }

    @Test func `times of day are read in common notations`() {
        let configuration = read("times: {morning: 7:30, evening: 9pm}\nclock: 12\nall_day_at: 8am\n")
        #expect(configuration.problems.isEmpty)
        #expect(configuration.times.morning.description == "07:30")
        #expect(configuration.times.afternoon == PartsOfDay.usual.afternoon)
        #expect(configuration.times.evening.description == "21:00")
        #expect(configuration.clock == .hours12 && configuration.allDayAt.description == "08:00")
        #expect(read("").clock == .hours24 && read("").times == .usual)
    }

    @Test(arguments: [
        ("clock: 13", "found '13' for 'clock', expected 12 or 24", nil),
        ("clock: [12]", "'clock' needs a single value", nil),
        ("times: 9", "'times' needs times of day, such as {morning: 09:00}", nil),
        ("times: {morning: tomorrow 9am}", "found 'tomorrow 9am' for 'morning', expected a time such as 09:00", nil),
        ("times: {mornin: 9:00}", "unknown key 'mornin'", "morning"),
    ]) func `an invalid time of day is reported`(text: String, message: String, suggestion: String?) {
        let configuration = read(text)
        #expect(configuration.problems.map(\.message) == [message])
        #expect(configuration.problems.first?.suggestion == suggestion)
        #expect(configuration.times == .usual && configuration.clock == .hours24)
    }

    @Test func `an invalid value keeps the default and is reported`() {
        let configuration = read("direktory: x\nall_day_at: nine\nnotify_command: [a]\n")
        #expect(configuration.allDayAt.description == "09:00")
        #expect(configuration.notifyCommand == nil)
        let expected = [
            Problem(
                path: "config.yaml",
                line: 1,
                column: 1,
                id: .unknownKey,
                message: "unknown key 'direktory'",
                suggestion: "directory"
            ),
            Problem(
                path: "config.yaml",
                line: 2,
                column: 13,
                id: .invalidValue,
                message: "found 'nine' for 'all_day_at', expected a time such as 09:00"
            ),
            Problem(
                path: "config.yaml",
                line: 3,
                column: 17,
                id: .invalidValue,
                message: "'notify_command' needs a single value"
            ),
        ]
        #expect(configuration.problems == expected)
        #expect(expected[0].severity == .warning)
    }

    // MARK: - Aliases and queries

    @Test func `aliases and queries are read in file order, and what is wrong is reported`() {
        let text =
            "aliases: {wk: list scheduled:week, list: x, sh: '!date', none: ' ', x y: z}\nqueries: {late: '@b is:overdue', b: tag:b, bad: is:overdu, self: '@self', l: [a]}\n"
        let configuration = Configuration(parsing: [UInt8](text.utf8), path: "c", taken: ["list"])
        #expect(configuration.aliases == [Configuration.Named(name: "wk", text: "list scheduled:week")])
        #expect(configuration.queries.map(\.name) == ["late", "b", "bad", "self"])
        let messages = configuration.problems.map(\.message)
        #expect(messages.count == 7)
        #expect(messages[0] == "'list': this is a command, which an alias cannot replace")
        #expect(messages[1] == "'sh': an alias cannot run a program" && messages[2] == "'none': the alias is empty")
        #expect(messages[3] == "'x y' is not a name: expected a word of letters, digits and dashes")
        #expect(messages[4] == "'l' needs a single value")
        #expect(messages[5].hasPrefix("in '@bad': unknown state 'is:overdu'"))
        #expect(messages[6] == "in '@self': the query '@self' refers to itself")
        #expect(read("aliases: list\n").problems.map(\.message).first?.hasPrefix("'aliases' needs names") == true)
    }

    @Test func `a named query means the same as its text in parentheses`() throws {
        let now = CivilDateTime(CivilDate(unchecked: 2026, 11, 21))
        let named = ["a": "tag:x OR is:today", "b": "@a -tag:y", "c": "", "d": "@e", "e": "(@d)"]
        func query(_ text: String) throws -> Query { try Query(parsing: text, now: now, times: .usual, named: named) }
        #expect(try query("@a") == query("(tag:x OR is:today)"))
        #expect(try query("@a milk") == query("(tag:x OR is:today) milk"))
        #expect(try query("-@b OR z") == query("-((tag:x OR is:today) -tag:y) OR z"))
        // It would match everything.
        #expect(throws: ParseError("the query '@c' is empty", offset: 0)) { try query("@c") }
        #expect(try query("@a").listed == query("tag:x OR is:today").listed)
        #expect(try query("\"@a\"") == .term(.text("@a")) && query("@") == .term(.text("@")))
        #expect(throws: ParseError("in '@d': in '@e': the query '@d' refers to itself", offset: 2)) {
            try query("x @d")
        }
        do throws(ParseError) {
            _ = try Query(parsing: "x @aa", now: now, times: .usual, named: named)
            Issue.record("there is no query @aa")
        } catch {
            #expect(error.message.hasPrefix("there is no query named '@aa': the queries are @a, @b, @c, @d, @e;"))
            #expect(error.offset == 2 && error.suggestion == "@a")
        }
    }

    // MARK: - Setting

    private static let files = [
        "", "# only a comment", "clock: 24 # c\n", "clock: '24'\r\ntimes: {morning: 9:00} # t\r\n",
        "times:\n    evening:  8pm\n# end\n\n",
        "aliases: {}\nqueries:\n", "aliases:\n  a: list  # one\nall_day_at: 8:00", "queries: {q: \"tag:a\", r: x}\n",
        "unknown: 1\nclock: 13\n",
    ]
    private static let values = [
        ("clock", "12"), ("directory", "~/a b: #c"), ("all_day_at", "07:30"), ("times.morning", "08:00"),
        ("times.evening", "21:30"), ("aliases.a", "list 'x: y' # z"), ("aliases.new", "list {is:today}, [a]"),
        ("queries.q", "-tag:a"), ("queries.new", "@ is:open"), ("notify_command", "yes"),
        ("push.server", "https://ntfy.example.org"), ("push.titles", "yes"),
        ("publish.url", "https://dav.example.org/me/%C3%A9/"), ("publish.titles", "no"), ("publish.days", "90"),
    ]

    /// The lines of `text` without those that `other` has too.
    private func lines(of text: [UInt8], without other: [UInt8]) -> Int {
        let known = Set(other.split(separator: 0x0A).map { Array($0) })
        return text.split(separator: 0x0A).count { !known.contains(Array($0)) }
    }

    @Test(arguments: files, values)
    func `setting a value changes that value and the line it is in`(file: String, value: (key: String, text: String))
        throws
    {
        let bytes = [UInt8](file.utf8)
        let before = Configuration(parsing: bytes, path: "")
        let result = try Configuration.setting(value.key, to: value.text, in: bytes, taken: ["list"])
        let after = Configuration(parsing: result, path: "")
        #expect(
            after.settings.first { $0.key == value.key }?.value == value.text,
            "\(String(decoding: result, as: UTF8.self))"
        )
        for setting in before.settings where setting.key != value.key {
            #expect(after.settings.first { $0.key == setting.key }?.value == setting.value, "\(setting.key)")
        }
        #expect(lines(of: bytes, without: result) <= 1)
        #expect(lines(of: result, without: bytes) <= 2)
        // Setting it again changes nothing.
        #expect(try Configuration.setting(value.key, to: value.text, in: result, taken: ["list"]) == result)
    }

    @Test(arguments: files, values)
    func `unsetting a value gives the file as before it was set, except for an empty mapping`(
        file: String,
        value: (key: String, text: String)
    ) throws {
        let (bytes, none) = ([UInt8](file.utf8), Configuration())
        let set = try Configuration.setting(value.key, to: value.text, in: bytes, taken: [])
        let result = try Configuration.setting(value.key, to: nil, in: set, taken: [])
        let (before, after) = (Configuration(parsing: bytes, path: ""), Configuration(parsing: result, path: ""))
        let standard = none.settings.first { $0.key == value.key }?.value
        #expect(
            after.settings.first { $0.key == value.key }?.value == standard,
            "\(String(decoding: result, as: UTF8.self))"
        )
        for setting in before.settings where setting.key != value.key {
            #expect(after.settings.first { $0.key == setting.key }?.value == setting.value, "\(setting.key)")
        }
        // Only the line of the key is gone, and that of its mapping if it was the only one in it.
        #expect(lines(of: set, without: result) <= 2 && lines(of: result, without: set) <= 1)
        #expect(try Configuration.setting(value.key, to: nil, in: result, taken: []) == result)
    }

    @Test(arguments: [
        ("# a\nclock: 12 # b\n# c\n", "clock", "# a\n# c\n"), ("colck: 12\nclock: 12", "colck", "clock: 12"),
        ("times: {morning: 8:00, evening: 20:00}\n", "times.morning", "times: {evening: 20:00}\n"),
        ("times: {morning: 8:00, evening: 20:00}\n", "times.evening", "times: {morning: 8:00}\n"),
        ("queries:\n  a: x # one\n  b: y\n", "queries.a", "queries:\n  b: y\n"),
        ("clock: 12\nqueries:\n  a: x\n", "queries.a", "clock: 12\n"), ("{clock: 12}\n", "clock", "{}\n"),
        ("times:\n", "times", ""), ("notify_command: |\n  a\n  b\nclock: 12\n", "notify_command", "clock: 12\n"),
        ("a: b\n", "times.morning", "a: b\n"), ("times: 9\n", "times.morning", "times: 9\n"),
    ]) func `unsetting a key removes its lines`(file: String, key: String, result: String) throws {
        let found = try Configuration.setting(key, to: nil, in: [UInt8](file.utf8), taken: [])
        #expect(String(decoding: found, as: UTF8.self) == result)
    }

    @Test(arguments: [
        ("times: {morning: 8:00}\n", "times"), ("directory: &d ~/x\nnotify_command: *d\n", "directory"),
        ("clock: [\n", "clock"),
    ]) func `a key that holds more than its value is not unset`(file: String, key: String) {
        #expect(throws: ParseError.self) {
            try Configuration.setting(key, to: nil, in: [UInt8](file.utf8), taken: [])
        }
    }

    @Test
    func `queries that double at each step, or name each other without end, are problems that name them`() {
        let doubling = (0..<30).map { "  q\($0): '@q\($0 + 1) @q\($0 + 1)'\n" }.joined()
        let chain = (0..<40).map { "  c\($0): '@c\($0 + 1)'\n" }.joined()
        let wide = "  w: '@v'\n  v: '\(String(repeating: "a ", count: 3_000))'\n"
        let text = "queries:\n" + doubling + "  q30: x\n" + chain + "  c40: x\n" + wide + "  z: tag:a OR @q30\n"
        let configuration = Configuration(parsing: [UInt8](text.utf8), path: "")
        let messages = configuration.problems.map(\.message)
        #expect(messages.contains { $0.hasPrefix("in '@q0': ") } && messages.contains { $0.hasPrefix("in '@c0': ") })
        #expect(messages.contains { $0.hasPrefix("in '@w': ") } && messages.allSatisfy { $0.utf8.count < 400 })
        let fine = ["q30", "q29", "q25", "c40", "c35", "z"]
        #expect(fine.allSatisfy { name in !messages.contains { $0.hasPrefix("in '@\(name)': ") } })
        let short = ["a": "@b @b", "b": "@c @c", "c": "x"]
        #expect(
            (try? Query(parsing: "@a", now: CivilDateTime(CivilDate(daysSinceEpoch: 0)), times: .usual, named: short))
                != nil
        )
    }

    @Test(arguments: [
        ("clock: 24\n", "clock", "25"), ("", "klock", "12"), ("", "aliases.list", "x"), ("", "queries.a", "is:nothing"),
        ("", "times.noon", "12:00"),
        ("", "times", "9:00"), ("{clock: 12}\n", "directory", "x"), ("clock: [\n", "clock", "12"),
        ("", "directory", "a\nb"),
        ("notify_command: |\n  a\n", "notify_command", "b"), ("times: 9\n", "times.morning", "8:00"),
        ("", "aliases.a b", "x"), ("", "push.server", "ntfy.sh"), ("", "push.days", "4"), ("", "push.tokn", "x"),
        ("", "publish.url", "dav.example.org"), ("", "publish.days", "0"), ("", "publish.password", "x"),
        ("", "publish.titles", "maybe"),
        ("directory: &d ~/x\nnotify_command: *d\n", "directory", "y"),
        ("directory: &d ~/x\nnotify_command: *d\n", "notify_command", "y"),
    ]) func `a value that is wrong, or that cannot be written, is refused`(file: String, key: String, text: String) {
        #expect(throws: ParseError.self) {
            try Configuration.setting(key, to: text, in: [UInt8](file.utf8), taken: ["list"])
        }
    }

    @Test(arguments: [
        ("https://ann:s3cret@dav.example.org/a@b/", "https://…@dav.example.org/a@b/"),
        ("http://s3cret@x@h", "http://…@h"),
    ]) func `a message does not show the user and the password of an address`(text: String, shown: String) throws {
        let file = [UInt8]("publish:\n  url: \"\(text)\"\n".utf8)
        let problem = try #require(Configuration(parsing: file, path: "config.yaml").problems.first)
        #expect(problem.message.hasPrefix("found '\(shown)' for 'url', expected "))
    }
}
