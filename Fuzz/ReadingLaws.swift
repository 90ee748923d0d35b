@testable import Bytes
@testable import CivilTime
@testable import Folder
@testable import MemossFiles
@testable import Text

/// Laws of reading, for any bytes.
enum ReadingLaws {
    // MARK: Files

    /// The plain scanner gives the nodes of libyaml, and every node lies within its parent.
    static func frontMatter(_ bytes: [UInt8]) {
        agree(bytes, 0..<bytes.count)
        if case .found(let delimiters) = Delimiters.search(bytes) { agree(bytes, delimiters.content) }
        conflict(bytes)
        guard let read = try? FrontMatter.read(bytes) else { return }
        let document = read.document
        for (index, node) in document.nodes.enumerated() {
            law(
                "a node has a place in its document",
                document.range.lowerBound <= node.start && node.start <= node.content
            )
            law("a node ends in its document", node.content <= node.end && node.end <= document.range.upperBound)
            law("nodes nest", node.subtreeEnd > index && node.subtreeEnd <= document.nodes.count)
        }
        _ = document.duplicateEntries
        _ = document.foreignLineBreak
    }

    /// The versions between conflict markers consist of the file's lines, in order. Jujutsu puts a mark before some of
    /// them.
    private static func conflict(_ bytes: [UInt8]) {
        guard let markers = ConflictMarkers(in: bytes, front: bytes.indices) else { return }
        let before = markers.offset > 0 ? bytes[markers.offset - 1] : Ascii.lineFeed
        law("a marker begins a line", before == Ascii.lineFeed || markers.offset == 3)
        let lines = bytes.split(separator: Ascii.lineFeed, omittingEmptySubsequences: false)
        for version in markers.versions {
            var rest = lines[...]
            for line in version.bytes.split(separator: Ascii.lineFeed, omittingEmptySubsequences: false) {
                let index = rest.firstIndex { $0 == line || $0.dropFirst() == line }
                law("a version consists of the file's lines", index != nil || line.isEmpty)
                if let index { rest = rest[(index + 1)...] }
            }
        }
    }

    private static func agree(_ bytes: [UInt8], _ range: Range<Int>) {
        guard let scanned = PlainScanner.scan(bytes, range: range) else { return }
        // A caller that uses it does not look for conflict markers.
        let isInConflict = ConflictScanner.holdsMarker(bytes, range, unlessParsed: false)
        law("the plain scanner reads no conflict marker", !isInConflict)
        let parsed = try? YAMLDocument.parseWithLibYAML(bytes, range: range)
        law("the plain scanner agrees with libyaml", scanned == parsed)
    }

    /// The front matter is read independently of the body, and every problem has a position in the file.
    static func reminder(_ bytes: [UInt8]) {
        let output = ReminderDecoder.decode(bytes, path: "a/b.md", keeping: .whole)
        let lines = bytes.count { $0 == Ascii.lineFeed } + bytes.count { $0 == Ascii.carriageReturn } + 1
        for problem in output.problems {
            law("a problem has a line", (1...lines).contains(problem.line ?? 1), "\(problem)")
            law("a problem has a column", (1...bytes.count + 1).contains(problem.column ?? 1), "\(problem)")
        }
        law("there are at most two problems for each byte", output.problems.count <= 2 * bytes.count + 1)
        guard let read = try? FrontMatter.read(bytes), let reminder = output.reminder else { return }
        _ = reminder.rule
        _ = reminder.id
        let head = Array(bytes[..<read.delimiters.closing.upperBound])
        let other = ReminderDecoder.decode(head + Array("\n# Other\n---\ntags: [x]\n---\n".utf8), path: "a/b.md")
        // Without a title in the front matter, a heading in the body is used.
        let title = read.document.entry("title").map { read.document.resolved($0.value) }
        let isTitled = title.map { TagName.trimmed(read.document.text(of: $0)) == reminder.title } ?? false
        law("the body has no effect", other.reminder.map { same($0, reminder, titles: isTitled) } ?? false)
    }

    private static func same(_ a: Reminder, _ b: Reminder, titles: Bool) -> Bool {
        var (a, b) = (a, b)
        (a.body, b.body) = ([], [])
        if !titles { b.title = a.title }
        return a == b
    }

    static func registry(_ bytes: [UInt8]) {
        let registry = TagRegistry(parsing: bytes)
        for tag in registry.tags {
            law("a tag is found by its name", registry.tag(named: tag.name) == tag)
            law("a current name maps to itself", registry.canonical(tag.name).isSpelled(as: tag.name))
        }
    }

    /// The files of `mm` itself, which other programs can also write.
    static func ownFiles(_ bytes: [UInt8]) {
        _ = Journal.read(bytes)
        _ = Configuration(parsing: bytes, path: "config.toml")
        let list = IgnoreList(parsing: bytes)
        for name in ["a.md", ".git", "notes", "x~"] {
            _ = list.matches(name: name, path: "sub/" + name, isDirectory: false)
            _ = list.matches(name: name, path: name, isDirectory: true)
        }
    }

    // MARK: Texts

    private static func check(_ error: ParseError, in text: String) {
        law(
            "an error has a place",
            (0...text.utf8.count).contains(error.offset),
            "\(error) in \(text.debugDescription)"
        )
    }

    private static let sample: [Reminder] = [
        "---\ntags: [work/a, Home]\nscheduled: 2026-11-22T09:00\nrecurrence: daily\n---\ntext",
        "---\ntags: x\n---\n# a note", "---\nscheduled: 2026-11-21\ncompleted: true\ntitle: Done\n---\n", "plain",
        "---\nscheduled: 2027-01-01\ntimezone: Asia/Tokyo\n---\n",
        "---\nscheduled: 2026-11-20\ndue: 2026-11-21T18:00\n---\n", "---\ndue: 2026-11-24\n---\n",
    ].compactMap { ReminderDecoder.decode(Array($0.utf8), path: "a/b.md", keeping: .whole).reminder }

    private static let tags = TagRegistry(parsing: Array("Work:\n  aliases: [job]\nHome: blue\n".utf8))

    /// The prefilter never drops a match before the time is known.
    static func query(_ text: String) {
        do throws(ParseError) {
            let query = try Query(parsing: text, now: FuzzMoment.clock)
            for query in [query, query.listed] {
                let early = QueryMatcher(query, registry: tags)
                let matcher = QueryMatcher(query, registry: tags, context: FuzzMoment.context)
                for reminder in sample where matcher.matches(reminder) {
                    law("the prefilter keeps every match", early.mayMatch(reminder) && matcher.mayMatch(reminder), text)
                }
            }
        } catch {
            check(error, in: text)
        }
    }

    /// Parsing the written form gives the same value.
    static func dates(_ text: String) {
        do throws(ParseError) {
            let date = try DateValue(parsing: text)
            law("a written date reads as the same date", (try? DateValue(parsing: date.description)) == date, text)
            law("its ISO form is the same instant", (try? DateValue(parsing: date.iso))?.clock == date.clock, text)
            _ = date.instant(in: FuzzMoment.zone, allDayAt: .noon)
        } catch {
            check(error, in: text)
        }
        do throws(ParseError) {
            let date = try DateValue(when: text, now: FuzzMoment.clock)
            law("an instant can be written", (try? DateValue(parsing: date.description)) == date, text)
            law(
                "what is printed is read",
                (try? DateValue(when: date.description, now: FuzzMoment.clock)) == date,
                text
            )
        } catch {
            check(error, in: text)
        }
        phrase(text)
        do throws(ParseError) {
            let duration = try CivilDuration(parsing: text)
            law(
                "a duration reads as it is written",
                (try? CivilDuration(parsing: duration.description)) == duration,
                text
            )
            _ = FuzzMoment.clock.adding(duration)
        } catch {
            check(error, in: text)
        }
        _ = try? TagColor(parsing: text)
    }

    /// The canonical spelling of what is read means the same, and what a refusal proposes is read.
    private static func phrase(_ text: String) {
        let clock = FuzzMoment.clock
        if let when = try? WhenPhrase(parsing: text, now: clock) {
            let again = try? WhenPhrase(parsing: when.spelling, now: clock)
            law("a date reads as it is spelled", again?.spelling == when.spelling, text)
        }
        for alternative in PhraseKind.when.refusal(of: text)?.alternatives ?? [] {
            law("what is proposed is read", PhraseKind.when.refusal(of: alternative) == nil, "\(text): \(alternative)")
        }
        if let rule = try? RulePhrase(parsing: text, now: clock), let written = rule.text {
            law("a rule can be written", (try? RecurrenceRule(parsing: written)) == rule.rule, text)
        }
        let line = CaptureLine(parsing: text, now: clock)
        for fault in line.faults {
            let isInside = fault.offset >= 0 && fault.offset + fault.length <= text.utf8.count
            law("a fault is in the line", isInside, text)
        }
    }

    /// Parsing a written rule gives the same rule, and its occurrences ascend from any starting point.
    static func rule(_ text: String) {
        let rule: RecurrenceRule
        do throws(ParseError) {
            rule = try RecurrenceRule(parsing: text)
        } catch {
            return check(error, in: text)
        }
        law("a written rule reads as the same rule", (try? RecurrenceRule(parsing: rule.description)) == rule, text)
        if let friendly = rule.friendlyText { _ = try? RecurrenceRule(parsing: friendly) }
        let anchor = DateValue(CivilDateTime(CivilDate(unchecked: 2026, 10, 24), CivilTime(unchecked: 9_000)))
        let series = Series(rule: rule, anchor: anchor, zone: FuzzMoment.zone, allDayAt: .noon)
        try? series.check()
        let first = Array(series.occurrences().prefix(20))
        for (earlier, later) in zip(first, first.dropFirst()) {
            law("occurrences ascend", earlier.instant < later.instant, text)
            let next = series.next(after: earlier.instant)
            law(
                "the next is the next",
                next?.instant == later.instant,
                "\(text): \(earlier) \(later) \(String(describing: next))"
            )
        }
    }

    static func zone(_ bytes: [UInt8]) {
        let texts = [try? Zone(name: "X/Y", tzif: bytes), try? Zone(posix: String(decoding: bytes, as: UTF8.self))]
        for zone in texts.compactMap(\.self) {
            for seconds: Int64 in [.min, -5_000_000_000, 0, 1_774_746_000, 1_792_890_000, 250_000_000_000, .max] {
                let instant = Instant(secondsSince1970: seconds)
                _ = zone.offset(at: instant)
                _ = zone.resolve(zone.civil(at: instant))
            }
        }
    }
}
