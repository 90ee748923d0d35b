import TestSupport

@testable import Bytes
@testable import MemossFiles
@testable import Merge
@testable import Text

/// What must be true of every merge. Each law gives a message if it is broken.
enum MergeLaw {
    static func fault(of triple: MergeTriple) -> String? {
        trivial(triple) ?? readable(triple) ?? symmetric(triple) ?? complete(triple)
    }

    /// A merge with one side unchanged gives the other side, byte for byte, also without the shortcut for it.
    private static func trivial(_ triple: MergeTriple) -> String? {
        for (base, side) in [(triple.base, triple.ours), (triple.base, triple.theirs)] {
            guard MergeTriple(base, side, base).merge().bytes == side,
                MergeTriple(base, base, side).merge().bytes == side,
                MergeTriple(base, side, side).merge().bytes == side
            else { return "a merge with an unchanged side is not the other side" }
            for versions in [Versions(base, side, base), Versions(base, base, side), Versions(base, side, side)] {
                guard let pieces = ReminderMerge(versions)?.pieces else { continue }
                if !pieces.isClean || pieces.text(of: .ours) != side {
                    return
                        "key by key, a merge with an unchanged side is not the other side:\n\(pieces.text(of: .ours).shown)"
                }
            }
        }
        return nil
    }

    private static func read(_ bytes: [UInt8]) -> FrontMatter? {
        do throws(YAMLDocument.Fault) { return try FrontMatter.read(bytes) } catch { return nil }
    }

    private static func isSound(_ bytes: [UInt8]) -> Bool {
        do throws(YAMLDocument.Fault) {
            return try FrontMatter.read(bytes)?.document.duplicateEntries.isEmpty ?? true
        } catch {
            return false
        }
    }

    /// If all versions can be read, so can the result, unless it has markers.
    private static func readable(_ triple: MergeTriple) -> String? {
        let merge = triple.merge()
        guard [triple.base, triple.ours, triple.theirs].allSatisfy(isSound) else { return nil }
        if merge.isClean, !isSound(merge.bytes) {
            return "the result cannot be read"
        }
        guard !merge.isClean else { return nil }
        let marked = merge.bytes.split(separator: 0x0A).contains { $0.starts(with: "<<<<<<< ours".utf8) }
        return marked ? nil : "a conflict has no markers"
    }

    /// Exchanging the sides gives the same bytes, or the same conflicts.
    private static func symmetric(_ triple: MergeTriple) -> String? {
        let (one, other) = (triple.merge(), triple.swapped.merge())
        let names = [one, other].map { $0.conflicts.map { $0 ?? "" }.sorted() }
        // What is merged by lines depends on the order, as in git.
        guard ReminderMerge(Versions(triple.base, triple.ours, triple.theirs))?.pieces != nil else { return nil }
        if names[0].filter({ !$0.isEmpty }) != names[1].filter({ !$0.isEmpty }) {
            return "the conflicts depend on the order of the sides: \(names)"
        }
        guard one.isClean, other.isClean else { return nil }
        return one.bytes == other.bytes ? nil : "the result depends on the order of the sides:\n\(other.bytes.shown)"
    }

    /// The values by key, as `mm` understands them.
    private static func values(_ file: FrontMatter) -> [String: MergeValue] {
        var values: [String: MergeValue] = [:]
        for entry in file.document.entries {
            let key = file.document.text(of: entry.key)
            var value = MergeValue(entry.value, in: file.document)
            if key == "tags" {
                let names = TagItems(of: entry.value, in: file.document).items.map(\.name.text)
                value = .list(names.map { .scalar(Array($0.utf8), tag: nil) }, tag: nil)
            } else if let dates = value.dates, value != .null {
                value = .list(dates.map { .scalar(Array($0.iso.utf8), tag: nil) }, tag: nil)
            }
            values[key] = value
        }
        return values
    }

    /// What one side changed and the other did not is as that side has it; lists have what both sides added; comments and
    /// the text stay.
    private static func complete(_ triple: MergeTriple) -> String? {
        let merge = triple.merge()
        guard let ours = read(triple.ours), let theirs = read(triple.theirs),
            ReminderMerge(Versions(triple.base, triple.ours, triple.theirs))?.pieces != nil
        else { return nil }
        let base = read(triple.base)
        let before = base.map(values) ?? [:]
        let conflicts = Set(merge.conflicts.compactMap(\.self))
        let result = read(merge.bytes).map(values)
        for (side, other) in [(values(ours), values(theirs)), (values(theirs), values(ours))] {
            for key in Set(side.keys).union(before.keys) where !conflicts.contains(key) && key != "snoozed" {
                guard let result else { continue }
                if other[key] == before[key], result[key] != side[key] { return "the change of '\(key)' is lost" }
                guard ["tags", "complete_instances", "skipped_instances"].contains(key) else { continue }
                let removed = Set(items(before[key])).subtracting(items(other[key]))
                let lost = Set(items(side[key])).subtracting(removed).subtracting(items(result[key]))
                if !lost.isEmpty, !isRenamed(lost, before[key], other[key]) {
                    return "an item of '\(key)' is lost: \(lost)"
                }
            }
        }
        return lostLines(triple, merge)
    }

    private static func items(_ value: MergeValue?) -> [String] {
        guard case .list(let items, _)? = value else { return [] }
        return items.map { TagName(String(decoding: $0.text ?? [], as: UTF8.self)).key }
    }

    /// A tag nested in one that the other side renamed has a new name.
    private static func isRenamed(_ lost: Set<String>, _ before: MergeValue?, _ other: MergeValue?) -> Bool {
        let gone = Set(items(before)).subtracting(items(other))
        return lost.allSatisfy { tag in gone.contains { tag.hasPrefix($0 + "/") } }
    }

    /// Every line that a side added to the text is in the result, and so is every comment.
    private static func lostLines(_ triple: MergeTriple, _ merge: FileMerge) -> String? {
        let isText = { (line: ArraySlice<UInt8>) in
            line.trimmed.first == Ascii.hash || line.starts(with: "Another".utf8)
        }
        let lines = { (bytes: [UInt8]) -> Set<[UInt8]> in
            // The mark at the beginning of a file is not part of its first line.
            let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
            return Set(text.split(separator: Ascii.lineFeed).filter(isText).map { Array($0.trimmed) })
        }
        let (before, after) = (lines(triple.base), lines(merge.bytes))
        for (side, other) in [(triple.ours, triple.theirs), (triple.theirs, triple.ours)] {
            let added = lines(side).subtracting(before)
            let kept = lines(side).intersection(before).intersection(lines(other))
            let lost = added.union(kept).subtracting(after)
            if let line = lost.first { return "a line is lost: \(line.shown)" }
        }
        return nil
    }

    // MARK: A guessed ancestor

    /// Keys whose new value a recorded occurrence or completion proves.
    private static let steps: Set = [
        "scheduled", "due", "recurrence", "completed", "completedDate", "status", "snoozed",
    ]

    /// Whatever the guess: if our side is chosen wherever there is a question, all that our side has is in the result.
    static func lossByGuess(of triple: MergeTriple, guess: [UInt8]) -> String? {
        let merge = FileMerge(
            base: guess,
            ours: triple.ours,
            theirs: triple.theirs,
            kind: .reminder,
            isBaseCertain: false
        )
        let result = merge.choosing(merge.differences.map { _ in .ours }).bytes
        let lines = { (bytes: [UInt8]) in
            let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
            let isText = { (line: ArraySlice<UInt8>) in line.contains { $0 > 0x20 } }
            return Set(text.split(separator: Ascii.lineFeed).filter(isText).map { Array($0.trimmed) })
        }
        let after = lines(result)
        guard let ours = read(triple.ours), let kept = read(result),
            ReminderMerge(Versions(guess, triple.ours, triple.theirs), isBaseCertain: false)?.pieces != nil
        else { return lines(triple.ours).subtracting(after).first.map { "a line is lost: \($0.shown)" } }
        let (before, now) = (values(ours), values(kept))
        for (key, value) in before where !steps.contains(key) {
            let isList = ["tags", "complete_instances", "skipped_instances"].contains(key)
            let isKept = isList ? Set(items(value)).isSubset(of: items(now[key])) : now[key] == value
            if !isKept { return "the value of '\(key)' is lost" }
        }
        let body = lines(Array(triple.ours[ours.delimiters.closing.upperBound...]))
        return body.subtracting(after).first.map { "a line of the text is lost: \($0.shown)" }
    }

    // MARK: Commands

    static func conflict(of triple: MergeTriple) -> String? {
        let merge = triple.merge()
        guard isSound(triple.base), read(triple.base)?.document.isMergeable != false else { return nil }
        if let key = merge.conflicts.first { return "commands conflict in \(key ?? "the text")" }
        return nil
    }

    // MARK: The registry

    /// A registry that both sides can read is one that can be read, also with one side of every conflict.
    private static func inconsistency(of triple: MergeTriple, _ merge: FileMerge) -> String? {
        let sides = [triple.ours, triple.theirs].map(TagRegistry.init(parsing:))
        guard sides.allSatisfy(\.isConsistent) else { return nil }
        for side in MergeSide.allCases {
            let registry = TagRegistry(parsing: merge.choosing(merge.conflicts.map { _ in side }).bytes)
            if merge.isClean || RegistryMerge(Versions(triple.base, triple.ours, triple.theirs))?.pieces != nil {
                if !registry.isConsistent { return "the result is ambiguous:\n\(merge.bytes.shown)" }
            }
            if merge.isClean, sides.allSatisfy(\.hasUniqueIDs), !registry.hasUniqueIDs {
                return "two tags have one id:\n\(merge.bytes.shown)"
            }
        }
        return nil
    }

    static func registryFault(of triple: MergeTriple) -> String? {
        let (one, other) = (triple.merge(.registry), triple.swapped.merge(.registry))
        if let fault = inconsistency(of: triple, one) { return fault }
        let versions = Versions(triple.base, triple.ours, triple.theirs)
        for side in [triple.ours, triple.theirs] {
            for versions in [Versions(triple.base, side, triple.base), Versions(triple.base, triple.base, side)] {
                guard let pieces = RegistryMerge(versions)?.pieces else { continue }
                if !pieces.isClean || pieces.text(of: .ours) != side {
                    return "a merge with an unchanged side is not the other side"
                }
            }
        }
        guard RegistryMerge(versions)?.pieces != nil else { return nil }
        if one.conflicts.map({ $0 ?? "" }).sorted() != other.conflicts.map({ $0 ?? "" }).sorted() {
            return "the conflicts depend on the order: \(one.conflicts) \(other.conflicts)"
        }
        guard one.isClean else { return nil }
        let registries = [one.bytes, other.bytes, triple.base, triple.ours, triple.theirs].map(
            TagRegistry.init(parsing:)
        )
        guard registries[0].document != nil else { return "the result cannot be read:\n\(one.bytes.shown)" }
        if Set(registries[0].tags) != Set(registries[1].tags) {
            return "the result depends on the order:\n\(one.bytes.shown)"
        }
        // No tag vanishes: one that a side added or kept is there, by its name or as a former name.
        for (side, against) in [(registries[3], registries[4]), (registries[4], registries[3])] {
            for tag in side.tags where registries[2].tag(named: tag.name) == nil || against.tag(named: tag.name) != nil
            {
                let found = registries[0].tag(named: tag.name) ?? registries[0].tag(alias: tag.name)
                guard let found else { return "the tag '\(tag.name)' is lost:\n\(one.bytes.shown)" }
                // A renamed tag may have a colour from the other side.
                guard let old = registries[2].tag(named: tag.name) else { continue }
                if old.color != tag.color, against.tag(named: tag.name)?.color == old.color, found.color != tag.color {
                    return "the colour of '\(tag.name)' is lost:\n\(one.bytes.shown)"
                }
            }
        }
        return nil
    }
}
