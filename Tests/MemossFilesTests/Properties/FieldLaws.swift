import TestSupport
import Testing

@testable import Folder
@testable import MemossFiles
@testable import Text

/// The laws of an edit for one key, over the front matter of all rename cases and sample files and of mutations of
/// them.
@Suite struct FieldLaws {
    private static func inputs() throws -> [[UInt8]] {
        var seen: Set<[UInt8]> = []
        return try RenameCase.all.get().map(\.before).filter { $0.count < 1_024 && seen.insert($0).inserted }
    }

    private static let values = [
        "plain", "a: b", "x #y", "- x", "it's", "say \"hi\"", "c:\\x", "", "  ", "*x", "&x", "!x", "%x", "@x", "`x",
        "? x",
        "null", "~", "yes", "12", "2026-11-22", "2026-11-22 09:00", "#x", "x#", "x:", "[", "]", "{a}", ",", "…", "宿題",
        "tab\there", "\u{85}x".replacing("\u{85}", with: "\u{A0}"), "[a, b]", "[a, 'b c', \"d\"]", "[]", "[[Note]]",
        "---",
        "...", "--- x", "<<", "=", "|", ">", "| x", "\u{FEFF}x", "\u{7F}",
    ]
    private static let keys = ["note", "a b", "x: y", "tags2", "weird#key", "-", "true", "ключ"]

    /// The meaning of a value: a text or a list of texts.
    private enum Meaning: Equatable {
        case absent
        case text([UInt8])
        case list([[UInt8]])
        case other
    }

    private func meaning(of key: String, in bytes: [UInt8]) throws -> Meaning {
        guard let document = try FrontMatter.read(bytes)?.document, let entry = document.entry(key) else {
            return .absent
        }
        let node = document.resolved(entry.value)
        switch document.nodes[node].kind {
        case .scalar: return .text(Array(document.valueBytes(of: node)))
        case .sequence:
            var texts: [[UInt8]] = []
            for child in document.children(of: node) {
                guard document.nodes[document.resolved(child)].kind == .scalar else { return .other }
                texts.append(Array(document.valueBytes(of: document.resolved(child))))
            }
            return .list(texts)
        case .mapping, .alias: return .other
        }
    }

    private func intended(_ value: FieldValue) -> Meaning {
        switch value {
        case .text(let item): .text(Array(item.text.utf8))
        case .list(let items): .list(items.map { Array($0.text.utf8) })
        }
    }

    private func apply(_ edit: FieldChange, _ bytes: [UInt8]) -> [UInt8]?? {
        do throws(EditRefusal) {
            return .some(try edit.apply(to: bytes))
        } catch {
            return nil
        }
    }

    /// Law 2 without splices: the lines of all other keys, the delimiters and the body keep their bytes.
    private func checkRest(_ key: String, _ before: [UInt8], _ after: [UInt8], _ place: () -> String) throws {
        guard let old = try FrontMatter.read(before) else {
            let start = before.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
            #expect(after.suffix(before.count - start) == before[start...], "\(place())")
            return
        }
        let new = try #require(try FrontMatter.read(after), "\(place())")
        #expect(
            before[old.delimiters.closing.lowerBound...] == after[new.delimiters.closing.lowerBound...],
            "\(place())"
        )
        #expect(
            before[..<old.delimiters.content.lowerBound] == after[..<new.delimiters.content.lowerBound],
            "\(place())"
        )
        let others = { (document: YAMLDocument) in
            document.entries.filter { !document.text(of: $0.key, equals: key) }
                .map {
                    Array(document.bytes[document.nodes[$0.key].span]) + [0]
                        + document.bytes[document.nodes[$0.value].span]
                }
        }
        #expect(others(old.document) == others(new.document), "\(place())")
    }

    /// - Returns: whether there was an edit.
    private func check(_ bytes: [UInt8], _ key: String, _ value: String, zones: ZoneDatabase) throws -> Bool {
        let set: FieldChange
        do throws(ParseError) {
            set = try FieldChange(setting: key, to: value, zones: zones)
        } catch {
            return false
        }
        guard let outcome = apply(set, bytes), let after = outcome else { return false }
        func place() -> String { "\(key) = \(value)\n\(bytes.shown)\n= \(after.shown)" }
        // Law 3: it has the intended value.
        let wanted = try #require(set.value)
        #expect(try meaning(of: key, in: after) == intended(wanted), "\(place())")
        try checkRest(key, bytes, after, place)
        // Law 6: repeating it plans nothing.
        #expect(apply(set, after) == .some(nil), "\(place())")
        try checkInverse(bytes, after, place)
        // A new key can be removed without a trace.
        let unset = try FieldChange(unsetting: key)
        if try meaning(of: key, in: bytes) == .absent, try FrontMatter.read(bytes) != nil {
            #expect(apply(unset, after) == .some(bytes), "\(place())")
        }
        return true
    }

    /// Law 4: the inverse of its splices restores the file.
    private func checkInverse(_ bytes: [UInt8], _ after: [UInt8], _ place: () -> String) throws {
        let edit = FileEdit(path: "a.md", before: FileContents(bytes: bytes), after: after)
        let splices = try SpliceSet(edit.splices)
        #expect(splices.applied(to: bytes) == after, "\(place())")
        #expect(splices.inverse(on: bytes).applied(to: after) == bytes, "\(place())")
    }

    @Test func `setting a key to any value gives that value and changes nothing else`() throws {
        let zones = ZoneDatabase()
        var random = Random(seed: 21)
        var edits = 0
        for bytes in try Self.inputs() {
            let document = try? FrontMatter.read(bytes)?.document
            let present = document.map { document in document.entries.map { document.text(of: $0.key) } } ?? []
            let key = random.pick(Self.keys + present + present)
            for _ in 0..<3 where try check(bytes, key, random.pick(Self.values), zones: zones) { edits += 1 }
        }
        #expect(edits > 1_500, "only \(edits) edits")
    }

    @Test func `the laws hold for mutated files`() throws {
        let zones = ZoneDatabase()
        var random = Random(seed: 22)
        var edits = 0
        for bytes in try Self.inputs() {
            let key = random.pick(Self.keys + ["tags", "tags", "title"])
            if try check(random.mutate(bytes), key, random.pick(Self.values), zones: zones) { edits += 1 }
        }
        #expect(edits > 300, "only \(edits) edits")
    }

    @Test func `unsetting a key removes it and nothing else`() throws {
        var edits = 0
        for bytes in try Self.inputs() {
            guard let document = try? FrontMatter.read(bytes)?.document else { continue }
            for entry in document.entries where document.nodes[entry.key].kind == .scalar {
                let key = document.text(of: entry.key)
                guard key != "id", let unset = try? FieldChange(unsetting: key), let outcome = apply(unset, bytes),
                    let after = outcome
                else { continue }
                func place() -> String { "\(key)\n\(bytes.shown)\n= \(after.shown)" }
                edits += 1
                #expect(try meaning(of: key, in: after) == .absent, "\(place())")
                try checkRest(key, bytes, after, place)
                #expect(apply(unset, after) == .some(nil), "\(place())")
                try checkInverse(bytes, after, place)
            }
        }
        #expect(edits > 1_500, "only \(edits) edits")
    }
}
