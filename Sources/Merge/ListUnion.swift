internal import Bytes
import MemossFiles

/// Merges lists as sets: whatever either side removed is removed, and whatever either side added is added.
enum ListUnion {
    /// Keeps the order of the base and inserts additions in chronological order. A day that one side added covers the times
    /// of that day that the other side added: both recorded the same occurrence.
    static func dates(_ lists: Versions<[DateValue]>) -> [DateValue] {
        let moments = lists.map { Set($0.map(DateValue.Moment.init)) }
        var merged = lists.base.filter {
            let moment = DateValue.Moment($0)
            return moments.ours.contains(moment) && moments.theirs.contains(moment)
        }
        let new = lists.map { list in list.filter { !moments.base.contains(DateValue.Moment($0)) } }
        let days = new.map { list in Set(list.filter(\.isAllDay).map(\.date)) }
        let added = MergeSide.allCases.flatMap { side in
            new[side].filter { date in
                date.isAllDay || !days[side.other].contains(date.date) || days[side].contains(date.date)
            }
        }
        var known = Set(merged.map(DateValue.Moment.init))
        var place = merged.startIndex
        for date in added.sorted(by: { $0.precedes($1) }) where known.insert(DateValue.Moment(date)).inserted {
            // The dates ascend, so each goes after the previous one.
            place = merged[place...].firstIndex { date.precedes($0) } ?? merged.endIndex
            merged.insert(date, at: place)
        }
        return merged
    }

    /// Keeps the order of the base and appends the additions, in the same order on both clones.
    static func texts(_ lists: Versions<[String]>) -> [String] {
        var merged = lists.base.filter { lists.ours.contains($0) && lists.theirs.contains($0) }
        let added = (lists.ours + lists.theirs).filter { !lists.base.contains($0) }.sorted(by: ByteOrder.precedes)
        for text in added where !merged.contains(text) { merged.append(text) }
        return merged
    }

    /// Keeps the order of the base and appends the additions, sorted by name. A renamed tag keeps its place.
    ///
    /// - Parameter followsRenames: whether tags that the other side nested in a renamed one are renamed too.
    static func names(_ lists: Versions<[TagName]>, followsRenames: Bool) -> [TagName] {
        let lists = lists.map(unique)
        let sets = lists.map { Set($0) }
        let spellings = lists.map { Dictionary($0.map { ($0, $0) }) { first, _ in first } }
        let renames = Versions(nil, rename(lists.base, lists.ours), rename(lists.base, lists.theirs))
        var added: [TagName] = []
        for side in MergeSide.allCases {
            let rename = followsRenames ? renames[side.other] : nil
            for name in lists[side] where !sets.base.contains(name) {
                added.append(rename.flatMap { name.renamed(from: $0.old, to: $0.new) } ?? name)
            }
        }
        // Both clones choose the same spelling.
        added.sort { $0.key == $1.key ? ByteOrder.precedes($0.text, $1.text) : ByteOrder.precedes($0.key, $1.key) }
        added = unique(added)
        var merged: [TagName] = []
        for name in lists.base {
            if sets.ours.contains(name), sets.theirs.contains(name) {
                merged.append(spelling(of: name, spellings))
            } else if let new = replacement(of: name, renames), let index = added.firstIndex(of: new) {
                merged.append(added.remove(at: index))
            }
        }
        return unique(merged + added)
    }

    private static func unique(_ names: [TagName]) -> [TagName] {
        var seen: Set<TagName> = []
        return names.filter { seen.insert($0).inserted }
    }

    private static func spelling(of name: TagName, _ known: Versions<[TagName: TagName]>) -> TagName {
        let spelled = known.map { Array(($0[name] ?? name).text.utf8) }
        let text = spelled.settled ?? min(spelled.ours, spelled.theirs) { $0.lexicographicallyPrecedes($1) }
        return TagName(String(ordering: text[...]))
    }

    private static func min(_ a: [UInt8], _ b: [UInt8], by precedes: ([UInt8], [UInt8]) -> Bool) -> [UInt8] {
        precedes(b, a) ? b : a
    }

    /// A tag and the name that replaced it.
    private struct Rename {
        var old: TagName
        var new: TagName
    }

    /// The one tag that a side renamed in place, including all tags nested in it; nil if it changed anything else.
    private static func rename(_ base: [TagName], _ side: [TagName]) -> Rename? {
        let (before, after) = (Set(base), Set(side))
        let gone = base.filter { !after.contains($0) }
        let new = side.filter { !before.contains($0) }
        guard let old = gone.min(by: { $0.text.utf8.count < $1.text.utf8.count }), gone.count == new.count,
            let place = gone.firstIndex(of: old)
        else { return nil }
        let name = new[place]
        for (was, now) in zip(gone, new) where was.renamed(from: old, to: name) != now { return nil }
        // Everything else must be unchanged and in its place.
        let replaced = base.map { after.contains($0) ? $0 : $0.renamed(from: old, to: name) ?? $0 }
        return replaced == side ? Rename(old: old, new: name) : nil
    }

    /// The name that replaces a removed one; nil if the sides disagree.
    private static func replacement(of name: TagName, _ renames: Versions<Rename?>) -> TagName? {
        let names = renames.map { rename in rename.flatMap { name.renamed(from: $0.old, to: $0.new) } }
        guard let ours = names.ours, let theirs = names.theirs else { return names.ours ?? names.theirs }
        return ours == theirs ? ours : nil
    }
}
