/// The files on which the check of another file depends: those with the same id, and the first ones with its path, if case
/// does not count, and with its unregistered tags.
///
/// A check of a whole folder finds them by itself. This index is for a server that checks the same few files after every
/// keystroke: it is updated file by file.
package struct CheckPeers: Sendable {
    private let registry: TagRegistry
    /// The paths of the files, in path order.
    private var ids: [String: [String]] = [:]
    /// Likewise, by the folded path.
    private var names: [String: [String]] = [:]
    /// Likewise, for unregistered tags.
    private var tags: [TagName: [String]] = [:]
    /// Whether the tags looked up so far are registered.
    private var known: [TagName: Bool] = [:]

    package init(_ snapshot: Snapshot) {
        registry = snapshot.registry
        for reminder in snapshot.reminders { add(reminder) { $0.append($1) } }
    }

    /// Updates the index after a change to a file.
    package mutating func replace(_ old: Reminder?, by new: Reminder?) {
        if let old { remove(old) }
        guard let new else { return }
        add(new) { paths, path in paths.replaceSubrange(PathOrder.range(of: path, in: paths, by: \.self), with: [path])
        }
    }

    private mutating func add(_ reminder: Reminder, to insert: (inout [String], String) -> Void) {
        if let id = reminder.writtenID { insert(&ids[id, default: []], reminder.path) }
        insert(&names[CaseFolding.folded(reminder.path), default: []], reminder.path)
        for tag in unregisteredTags(of: reminder) { insert(&tags[tag, default: []], reminder.path) }
    }

    private mutating func remove(_ reminder: Reminder) {
        func without(_ paths: [String]?) -> [String]? {
            var paths = paths ?? []
            paths.removeSubrange(PathOrder.range(of: reminder.path, in: paths, by: \.self))
            return paths.isEmpty ? nil : paths
        }
        if let id = reminder.writtenID { ids[id] = without(ids[id]) }
        let name = CaseFolding.folded(reminder.path)
        names[name] = without(names[name])
        for tag in unregisteredTags(of: reminder) { tags[tag] = without(tags[tag]) }
    }

    private mutating func unregisteredTags(of reminder: Reminder) -> Set<TagName> {
        // The tags of a file in conflict are not checked.
        guard !reminder.isInConflict, !reminder.isMisplaced else { return [] }
        var found: Set<TagName> = []
        for tag in reminder.tags where !isKnown(tag) { found.insert(tag) }
        return found
    }

    private mutating func isKnown(_ tag: TagName) -> Bool {
        if let isKnown = known[tag] { return isKnown }
        let isKnown = registry.knows(tag)
        known[tag] = isKnown
        return isKnown
    }

    /// A smaller snapshot, in which a check finds the same problems for these files.
    ///
    /// - Parameter snapshot: the snapshot that was indexed.
    package mutating func snapshot(of paths: Set<PathKey>, in snapshot: Snapshot) -> Snapshot {
        // With so many tags, all files are needed to decide which tags get a suggestion.
        guard tags.count <= FolderCheck.mostSuggestions else { return snapshot }
        var needed = paths
        for file in paths {
            let name = CaseFolding.folded(file.path)
            if let path = names[name]?.first { needed.insert(PathKey(path)) }
            for other in snapshot.unreadable where CaseFolding.folded(other.path) == name {
                needed.insert(PathKey(other.path))
            }
        }
        for reminder in paths.compactMap({ snapshot.reminder(at: $0.path) }) {
            for path in reminder.writtenID.flatMap({ ids[$0] }) ?? [] { needed.insert(PathKey(path)) }
            for path in ConflictCopyName.originals(of: reminder.path) { needed.insert(PathKey(path)) }
            for path in unregisteredTags(of: reminder).compactMap({ tags[$0]?.first }) { needed.insert(PathKey(path)) }
        }
        return snapshot.limited(to: needed)
    }
}
