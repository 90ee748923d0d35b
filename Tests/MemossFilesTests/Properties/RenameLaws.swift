import TestSupport
import Testing

@testable import Folder
@testable import MemossFiles

/// The laws of an edit, over every fixture and mutations of it. The meaning of a rename is defined here a second time,
/// on plain lists of names, without the code under test.
@Suite struct RenameLaws {
    /// The front matter of all rename cases, with their own names, and of the sample folders.
    private static func inputs() throws -> [(bytes: [UInt8], old: String, new: String)] {
        let cases = try RenameCase.all.get().filter { $0.before.count < 1_024 }
        let walk = FolderWalk(root: Fixtures.root + "/fixtures/sample", ignored: IgnoreList(), threads: 1)
        var sample: [(bytes: [UInt8], old: String, new: String)] = []
        var observer = NoObserver()
        let found = try walk.readFiles(observing: &observer, with: {}) { (_: inout Void, run) in run.wholeFiles() }
        let files = found.parts.flatMap { $0 }
        for bytes in files {
            let tags = ReminderDecoder.decode(bytes, path: "a.md").reminder?.tags ?? []
            for tag in tags { sample.append((bytes, tag.text, "Renamed")) }
        }
        guard sample.count > 20 else { throw NoSample() }
        return cases.map { ($0.before, $0.old, $0.new) } + sample
    }

    private struct NoSample: Error {}

    /// The tags of a file as text; nil if it cannot be read.
    private func tags(_ bytes: [UInt8]) -> [String]? {
        ReminderDecoder.decode(bytes, path: "a.md").reminder?.tags.map(\.text)
    }

    private func same(_ a: some StringProtocol, _ b: some StringProtocol) -> Bool { folded(a) == folded(b) }

    /// Full case folding by way of the capitals, but for the dotless i, which has the capital of the other.
    private func folded(_ text: some StringProtocol) -> String {
        text.lowercased().split(separator: "\u{131}", omittingEmptySubsequences: false)
            .map { $0.uppercased().lowercased() }.joined(separator: "\u{131}")
    }

    /// The name of a tag after the rename.
    private func renamed(_ tag: String, _ old: String, _ new: String) -> String {
        func isBelow(_ tag: String, _ other: String) -> String? {
            // Compares part by part, so that `workshop` is not nested in `work`. Parts are split at bytes.
            let parts = tag.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            let count = other.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).count
            guard parts.count >= count else { return nil }
            let head = parts.prefix(count).map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/")
            guard same(head, other) else { return nil }
            return String(decoding: tag.utf8.dropFirst(head.utf8.count), as: UTF8.self)
        }
        guard let rest = isBelow(tag, old) else { return tag }
        // If a tag is moved below itself, tags already there stay.
        if !same(old, new), isBelow(new, old) != nil, isBelow(tag, new) != nil { return tag }
        return new + rest
    }

    /// The tags after the rename. If several become the same, one that already has the name stays, or else the first
    /// old one.
    private func intended(_ before: [String], _ old: String, _ new: String) -> [String] {
        let isConcerned = before.map { renamed($0, old, new) != $0 || same($0, renamed($0, old, new)) && same($0, old) }
        let untouched = zip(before, isConcerned).filter { !$0.1 }.map(\.0)
        var taken: [String] = []
        var result: [String] = []
        for (tag, concerned) in zip(before, isConcerned) {
            let name = renamed(tag, old, new)
            if !concerned {
                result.append(tag)
            } else if !untouched.contains(where: { same($0, name) }), !taken.contains(where: { same($0, name) }) {
                taken.append(name)
                result.append(name)
            }
        }
        return result
    }

    private enum Outcome: Equatable {
        case none, refused
        case changed([UInt8], isWhole: Bool)
    }

    private func rename(_ bytes: [UInt8], _ old: String, _ new: String) -> Outcome {
        do {
            guard let frontMatter = try FrontMatter.read(bytes) else { return .none }
            let rewrite = TagRewrite.renaming(TagName(old), to: TagName(new))
            guard let result = try rewrite.apply(to: frontMatter.document) else { return .none }
            if result.bytes == bytes, result.unreachable.isEmpty { return .none }
            return .changed(result.bytes, isWhole: result.unreachable.isEmpty)
        } catch {
            return .refused
        }
    }

    /// Law 2 without splices: everything before the first line and after the last line of the value of `tags` keeps its
    /// bytes, and all other keys keep their values.
    private func checkRest(_ before: [UInt8], _ after: [UInt8], _ place: () -> String) throws {
        let old = try #require(try FrontMatter.read(before), "\(place())")
        let new = try #require(try FrontMatter.read(after), "\(place())")
        let (from, to) = (old.document, new.document)
        #expect(
            before[old.delimiters.closing.lowerBound...] == after[new.delimiters.closing.lowerBound...],
            "\(place())"
        )
        guard let oldEntry = from.entry("tags"), let newEntry = to.entry("tags") else {
            Issue.record("no tags: \(place())")
            return
        }
        let (start, end) = (from.nodes[oldEntry.key].span.upperBound, from.nodes[oldEntry.value].span.upperBound)
        #expect(before[..<start] == after[..<to.nodes[newEntry.key].span.upperBound], "\(place())")
        let lineEnd = { (bytes: [UInt8], from: Int) in bytes[from...].firstIndex(of: 0x0A) ?? bytes.count }
        let tail = before[lineEnd(before, end)...]
        #expect(after.suffix(tail.count) == tail, "\(place())")
        #expect(from.entries.count == to.entries.count)
        for (a, b) in zip(from.entries, to.entries) where !from.text(of: a.key, equals: "tags") {
            // An alias has the value of its anchor, which may be in the tags.
            guard !before[from.nodes[a.value].span].contains(UInt8(ascii: "*")) else { continue }
            #expect(before[from.nodes[a.key].span] == after[to.nodes[b.key].span], "\(place())")
            #expect(before[from.nodes[a.value].span] == after[to.nodes[b.value].span], "\(place())")
        }
    }

    /// - Returns: whether there was an edit.
    private func check(_ bytes: [UInt8], _ old: String, _ new: String) throws -> Bool {
        // No command renames to what cannot be read back.
        guard (try? TagName(validating: new)) != nil else { return false }
        guard case .changed(let after, let isWhole) = rename(bytes, old, new) else { return false }
        func place() -> String { "\(old) → \(new)\n\(bytes.shown)\n= \(after.shown)" }
        let before = try #require(tags(bytes), "\(place())")
        let result = try #require(tags(after), "\(place())")
        try checkRest(bytes, after, place)
        // Anchors and aliases have different laws, which are covered by the cases.
        let front = try #require(try FrontMatter.read(bytes)).document
        let hasAlias = front.nodes.contains { $0.kind == .alias }
        if isWhole, !hasAlias {
            #expect(result.map { Array($0.utf8) } == intended(before, old, new).map { Array($0.utf8) }, "\(place())")
            // Law 6: repeating it plans nothing.
            let isDescent = TagName(new).isAtOrBelow(TagName(old)) && TagName(new) != TagName(old)
            if !isDescent { #expect(rename(after, old, new) == .none, "\(place())") }
        }
        // Law 4: without a collision, renaming back restores the file, except for quotes that were added.
        let names = before.map { TagName($0) }
        let isSpelledOnce = names.allSatisfy {
            !$0.isAtOrBelow(TagName(old)) || Array($0.text.utf8).starts(with: old.utf8)
        }
        if isWhole, !hasAlias, isSpelledOnce, !names.contains(where: { $0.isAtOrBelow(TagName(new)) }),
            Set(names).count == names.count, case .changed(let back, _) = rename(after, new, old),
            after.count - bytes.count == changedBytes(before, result), lineCount(after) == lineCount(bytes)
        {
            // A name such as `2026` had no quotes, but gets them when it is written.
            #expect(unquoted(back) == unquoted(bytes), "\(place())\n≠ \(back.shown)")
        }
        return true
    }

    private func unquoted(_ bytes: [UInt8]) -> [UInt8] { bytes.filter { $0 != UInt8(ascii: "\"") } }

    /// A name that is folded over two lines is written in one.
    private func lineCount(_ bytes: [UInt8]) -> Int { bytes.count { $0 == 0x0A } }

    /// By how many bytes the names grew. If the file grew by more, quotes or escapes were added.
    private func changedBytes(_ before: [String], _ after: [String]) -> Int {
        after.reduce(0) { $0 + $1.utf8.count } - before.reduce(0) { $0 + $1.utf8.count }
    }

    @Test func `the laws hold for every case`() throws {
        var edits = 0
        for (bytes, old, new) in try Self.inputs() where try check(bytes, old, new) { edits += 1 }
        #expect(edits > 1_500, "only \(edits) edits")
    }

    @Test func `the laws hold for mutations of the cases`() throws {
        var random = Random(seed: 11)
        var edits = 0
        for (bytes, old, new) in try Self.inputs() {
            for _ in 0..<1 where try check(random.mutate(bytes), old, new) { edits += 1 }
        }
        #expect(edits > 400, "only \(edits) edits")
    }

    @Test func `the laws hold for every name in every file`() throws {
        let names = [
            "job", "yes", "12", "a: b", "c#", "[x]", "*x", "ünï", "- y", "work/x", "it's", "say \"hi\"", "x\\y",
        ]
        var random = Random(seed: 12)
        var edits = 0
        for (index, (bytes, _, _)) in try Self.inputs().enumerated() where index % 3 == 0 {
            guard let tags = tags(bytes), let tag = tags.randomElement(using: &random) else { continue }
            if try check(bytes, tag, random.pick(names)) { edits += 1 }
        }
        #expect(edits > 400, "only \(edits) edits")
    }

    @Test func `law 1: an edit that changes nothing gives no bytes`() throws {
        for (index, (bytes, _, _)) in try Self.inputs().enumerated() where index % 8 == 0 {
            #expect(rename(bytes, "no-such-tag-anywhere", "x") == .none || (try? FrontMatter.read(bytes)) == nil)
            for tag in Set(tags(bytes) ?? []) {
                #expect(!isChanged(rename(bytes, tag, tag), bytes) || hasTwice(bytes, tag))
            }
        }
    }

    private func isChanged(_ outcome: Outcome, _ bytes: [UInt8]) -> Bool {
        if case .changed(let after, _) = outcome { return after != bytes }
        return false
    }

    /// A rename to one of several spellings of a tag unites them.
    private func hasTwice(_ bytes: [UInt8], _ tag: String) -> Bool {
        (tags(bytes) ?? []).filter { TagName($0).isAtOrBelow(TagName(tag)) }.count > 1
    }
}

extension FileRun {
    fileprivate func wholeFiles() -> [[UInt8]] {
        var files: [[UInt8]] = []
        forEachFile(limit: 1 << 20) { file, contents in
            guard file.isWhole else { return false }
            if case .success(let bytes) = contents { files.append(Array(bytes)) }
            return true
        }
        return files
    }
}
