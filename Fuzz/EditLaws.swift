@testable import Bytes
@testable import Folder
@testable import MemossFiles
@testable import Text

/// Laws of every edit, for any bytes and any request. The numbers are those in CONTRIBUTING.md.
enum EditLaws {
    // MARK: Fields

    static func set(key: String, to text: String, in bytes: [UInt8]) {
        guard let edit = try? FieldChange(setting: key, to: text, zones: FuzzMoment.zones) else { return }
        guard let result = check(edit, bytes) else { return }
        let document = (try? FrontMatter.read(result))?.document
        law("the set key is present", document?.entry(key) != nil)
        guard case .text(let item)? = edit.value, !FieldRules.dates.contains(key), !FieldRules.lists.contains(key),
            let document, let node = document.entry(key)?.value
        else { return }
        law("the set value is as intended", document.text(of: document.resolved(node)) == item.text, item.text)
    }

    static func unset(_ key: String, in bytes: [UInt8]) {
        guard let edit = try? FieldChange(unsetting: key), let result = check(edit, bytes) else { return }
        law("the unset key is absent", (try? FrontMatter.read(result))?.document.entry(key) == nil)
    }

    /// - Returns: the bytes after the edit, if there is one.
    private static func check(_ edit: FieldChange, _ bytes: [UInt8]) -> [UInt8]? {
        guard let result = try? edit.apply(to: bytes) else { return nil }
        law("law 1: an edit changes something", result != bytes)
        let splices = FileEdit(path: "a.md", before: FileContents(bytes: bytes), after: result).splices
        law("law 4: the inverse restores", (try? SpliceSet(splices))?.inverse(on: bytes).applied(to: result) == bytes)
        law("law 6: repeating it changes nothing", isDone(edit, result), shown(bytes, result))
        checkRest(bytes, result, except: [edit.key])
        return result
    }

    private static func isDone(_ edit: FieldChange, _ bytes: [UInt8]) -> Bool {
        do throws(EditRefusal) {
            return try edit.apply(to: bytes) == nil
        } catch {
            return false
        }
    }

    // MARK: Tags

    static func rename(_ old: String, to new: String, in bytes: [UInt8]) {
        guard let old = try? TagName(validating: old), let new = try? TagName(validating: new),
            let document = (try? FrontMatter.read(bytes))?.document
        else { return }
        let rewrite = TagRewrite.renaming(old, to: new)
        guard let result = try? rewrite.apply(to: document), result.bytes != bytes else { return }
        checkRest(bytes, result.bytes, except: ["tags"])
        let isDescent = new != old && new.isAtOrBelow(old)
        let isConcerned = { (tag: TagName) in tag.isAtOrBelow(old) && !(isDescent && tag.isAtOrBelow(new)) }
        let intended = tags(bytes).map { isConcerned($0) ? $0.replacing(old, by: new) ?? $0 : $0 }
        guard result.unreachable.isEmpty else { return }
        law(
            "law 3: the tags are as intended",
            Set(tags(result.bytes)) == Set(intended),
            shown(bytes, result.bytes)
        )
        guard !isDescent, let again = (try? FrontMatter.read(result.bytes))?.document else { return }
        let second = try? rewrite.apply(to: again)
        law(
            "law 6: repeating it changes nothing",
            second.map { $0.bytes == result.bytes } ?? true,
            shown(bytes, result.bytes)
        )
    }

    static func renameInRegistry(_ old: String, to new: String, in bytes: [UInt8]) {
        guard let old = try? TagName(validating: old), let new = try? TagName(validating: new) else { return }
        let registry = TagRegistry(parsing: bytes)
        guard registry.document != nil, !registry.isAmbiguous else { return }
        for keepsAlias in [true, false] {
            let fresh = keepsAlias ? Tag(name: new, color: .black, id: nil, created: "2026-11-22", aliases: [old]) : nil
            let rename = RegistryRename(old: old, new: new, keepsAlias: keepsAlias, fresh: fresh)
            guard let after = try? rename.apply(to: registry) else { continue }
            let edited = TagRegistry(parsing: after)
            law("the registry can be read", edited.document != nil && !edited.isAmbiguous, shown(bytes, after))
            guard !new.isAtOrBelow(old) else { continue }
            law("the old name is gone", edited.tag(named: old) == nil, shown(bytes, after))
            let isRefused: Bool
            var second: [UInt8]?
            do throws(EditRefusal) {
                (second, isRefused) = (try rename.apply(to: edited), false)
            } catch {
                isRefused = true
            }
            law("law 6: repeating it changes nothing", second == nil && !isRefused, shown(bytes, after))
        }
    }

    /// The tags to remove and to add, each separated by commas.
    static func tags(removing: String, adding: String, in bytes: [UInt8]) {
        func names(_ text: String) -> [TagName] {
            text.split(separator: ",").compactMap { try? TagName(validating: String($0)) }
        }
        let edit = TagsChange(removing: names(removing), adding: names(adding))
        guard let result = try? edit.apply(to: bytes, registry: TagRegistry()) else { return }
        checkRest(bytes, result, except: ["tags"])
        let carried = Set(tags(result))
        law("the added tag is present", carried.isSuperset(of: edit.adding), shown(bytes, result))
        law(
            "the removed tag is absent",
            carried.isDisjoint(with: Set(edit.removing).subtracting(edit.adding)),
            shown(bytes, result)
        )
        let kept = Set(tags(bytes)).subtracting(edit.removing).union(edit.adding)
        law("law 3: the tags are as intended", carried == kept, shown(bytes, result))
        var isRefused = false
        var second: [UInt8]?
        do throws(EditRefusal) { second = try edit.apply(to: result, registry: TagRegistry()) } catch {
            isRefused = true
        }
        law("law 6: repeating it changes nothing", second == nil && !isRefused, shown(bytes, result))
    }

    static func tags(_ bytes: [UInt8]) -> [TagName] {
        (try? FrontMatter.read(bytes)).map { TagItems(of: $0.document).items.map(\.name) } ?? []
    }

    // MARK: Diffs

    /// Applying a patch gives the new bytes.
    static func patch(from old: [UInt8], to new: [UInt8]) {
        let patch = UnifiedDiff.patch(path: "a.md", before: old, after: new)
        law("equal files have no patch", patch.isEmpty == (old == new))
        var taken = (old: [UInt8](), new: [UInt8]())
        var isHunk = false
        let lines = patch.split(separator: Ascii.lineFeed, omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            if line.starts(with: "@@ ".utf8) { isHunk = true }
            guard isHunk, !line.starts(with: "@@ ".utf8), let mark = line.first, mark != UInt8(ascii: "\\") else {
                continue
            }
            let isOpen = index + 1 < lines.count && lines[index + 1].first == UInt8(ascii: "\\")
            let text = line.dropFirst() + (isOpen ? [] : [Ascii.lineFeed])
            if mark != UInt8(ascii: "+") { taken.old += text }
            if mark != UInt8(ascii: "-") { taken.new += text }
        }
        // The hunks of a short file contain all its lines.
        guard old.count(where: { $0 == Ascii.lineFeed }) < 4, new.count(where: { $0 == Ascii.lineFeed }) < 4, old != new
        else { return }
        law("a patch removes the old lines", taken.old == old)
        law("a patch adds the new lines", taken.new == new)
    }

    // MARK: The rest

    /// Laws 2 and 3: outside the values of the keys, every byte of front matter, delimiters and body stays, except for
    /// line endings.
    static func checkRest(_ before: [UInt8], _ after: [UInt8], except keys: Set<String>) {
        let read = try? FrontMatter.read(after)
        law("law 3: the result can be read", read != nil, shown(before, after))
        guard let to = read, let from = try? FrontMatter.read(before) else { return }
        let tails = (before[from.delimiters.closing.lowerBound...], after[to.delimiters.closing.lowerBound...])
        law("law 2: the body stays", tails.0 == tails.1, shown(before, after))
        let isOther = { (entry: YAMLDocument.Entry, document: YAMLDocument) in
            document.nodes[entry.key].kind != .scalar || !keys.contains(document.text(of: entry.key))
        }
        let (a, b) = (from.document, to.document)
        let others = (a.entries.filter { isOther($0, a) }, b.entries.filter { isOther($0, b) })
        law("law 2: the other keys stay", others.0.count == others.1.count, shown(before, after))
        for (mine, theirs) in zip(others.0, others.1) {
            law(
                "law 2: a key stays",
                before[a.nodes[mine.key].span] == after[b.nodes[theirs.key].span],
                shown(before, after)
            )
            law(
                "law 2: a value stays",
                before[a.nodes[mine.value].span] == after[b.nodes[theirs.value].span],
                shown(before, after)
            )
        }
        law(
            "law 2: comments stay",
            comments(a) == comments(b) || keys.contains { a.entry($0) != nil },
            shown(before, after)
        )
    }

    /// The number of full-line comments, all of which stay when a key is added.
    private static func comments(_ document: YAMLDocument) -> Int {
        document.bytes[document.range].split(separator: Ascii.lineFeed).count {
            $0.first { !Ascii.isBlank($0) } == Ascii.hash
        }
    }

    static func shown(_ before: [UInt8], _ after: [UInt8]) -> String {
        "\n\(String(decoding: before, as: UTF8.self).debugDescription)\n\(String(decoding: after, as: UTF8.self).debugDescription)"
    }
}
