/// Removes unused tags from the registry.
package struct TagPruning: TagEdit {
    package init() {}

    /// - Throws: a `MemossError` if the registry cannot be edited.
    package func plan(in context: EditContext) throws(MemossError) -> TagPlan {
        try context.snapshot.requireEditableTags()
        let (tags, skipped) = unused(in: context)
        let edits = tags.isEmpty ? [] : try context.edits(of: .remove(Set(tags.map(\.name))))
        let names = Set(tags.flatMap { [$0.name] + $0.aliases })
        let sweep = TagSweep(rewrite: TagRewrite { names.contains($0) ? .remove : nil }, names: Array(names))
        return TagPlan(
            plan: EditPlan(edits: edits, skipped: skipped),
            tags: tags.map(\.name),
            sweep: tags.isEmpty ? nil : sweep
        )
    }

    /// The tags that no file uses. A tag that an unreadable file may use is kept, and the file is reported as skipped.
    private func unused(in context: EditContext) -> (tags: [Tag], skipped: [SkippedFile]) {
        let snapshot = context.snapshot
        let index = TagIndex(snapshot.reminders, registry: snapshot.registry)
        let unreadable = UnreadableFiles(in: context)
        let bases = context.bases()
        let unreadableBases = bases.compactMap { $0.bytes == nil ? SkippedFile($0.path, "cannot be read") : nil }
        var tags: [Tag] = []
        var kept: [PathKey: (file: SkippedFile, names: [TagName])] = [:]
        for tag in snapshot.registry.tags where index.count(of: tag.name) == 0 {
            let names = [tag.name] + tag.aliases
            let rewrite = TagRewrite { names.contains($0) ? .remove : nil }
            if bases.contains(where: { $0.bytes.map { rewrite.mayApply(toBase: $0) } ?? false }) { continue }
            let carriers = unreadable.carriers(of: names) + unreadableBases
            if carriers.isEmpty { tags.append(tag) }
            for file in carriers { kept[PathKey(file.path), default: (file, [])].names.append(tag.name) }
        }
        let skipped = kept.values.sorted { PathOrder.precedes($0.file.path, $1.file.path) }.map { file, names in
            var file = file
            let shown = names.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
            let more = names.count > 3 ? " and \(names.count - 3) more" : ""
            let kept = names.count == 1 ? "that tag is" : "those tags are"
            file.reason += "; it may use \(shown)\(more), so \(kept) kept"
            return file
        }
        return (tags, skipped)
    }
}
