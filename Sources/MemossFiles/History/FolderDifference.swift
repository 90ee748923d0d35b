/// The changes in a folder between two states, in terms of reminders and tags.
package struct FolderDifference: Sendable, Hashable {
    /// A file whose bytes may differ. Nil contents mean that it does not exist.
    package struct ChangedFile: Sendable {
        /// Relative to the root of the folder.
        let path: String
        let before: [UInt8]?
        let after: [UInt8]?
        /// Whether it is executable now; nil if that has not changed.
        let executable: Bool?

        package init(_ path: String, before: [UInt8]?, after: [UInt8]?, executable: Bool? = nil) {
            (self.path, self.before, self.after, self.executable) = (path, before, after, executable)
        }

        var isChanged: Bool { before != after || executable != nil }
        var isEmptied: Bool { before?.contains { $0 != 0 } == true && after?.contains { $0 != 0 } == false }
    }

    /// In path order.
    package private(set) var reminders: [ReminderDifference] = []
    /// In the order of the registry.
    package private(set) var tags: [TagDifference] = []
    /// Other changed files.
    package private(set) var others: [String] = []

    /// Reminders, and the registry, that had contents and are now empty or have only NUL bytes, as a power failure leaves
    /// files that were not on the disk yet.
    package private(set) var emptied: [String] = []

    package var isEmpty: Bool { reminders.isEmpty && tags.isEmpty && others.isEmpty }

    /// Nothing changed.
    package init() {}

    /// - Parameters:
    ///   - files: each path once; all other files are unchanged.
    ///   - others: paths of changes to anything but files, such as symbolic links.
    ///   - ignored: the ignore list of the second state.
    ///   - formerly: the ignore list of the first state; nil if it is the same.
    ///   - registry: gives the former names of the tag `task`.
    package init(
        _ files: [ChangedFile],
        others: [String] = [],
        ignoring ignored: IgnoreList,
        before formerly: IgnoreList? = nil,
        registry: TagRegistry = TagRegistry()
    ) {
        self.others = others
        var (old, new) = ([Side](), [Side]())
        for file in files {
            if file.isEmptied, file.path.isSamePath(as: TagRegistry.fileName) || ignored.reads(file.path) {
                emptied.append(file.path)
            }
            let wasRead = file.before != nil && (formerly ?? ignored).reads(file.path)
            let isRead = file.after != nil && ignored.reads(file.path)
            if file.path.isSamePath(as: TagRegistry.fileName), file.before != file.after {
                tags = TagDifference.all(from: file.before, to: file.after)
            } else if wasRead || isRead, file.isChanged || wasRead != isRead {
                if let before = file.before { old.append(Side(file, before, registry, isRead: wasRead)) }
                if let after = file.after { new.append(Side(file, after, registry, isRead: isRead)) }
            } else if file.isChanged {
                self.others.append(file.path)
            }
        }
        for (before, after) in Self.matched(old, new) {
            guard before?.isRead == true || after?.isRead == true else {
                // Its partner was found elsewhere.
                self.others += [after ?? before].compactMap { $0?.file.path }
                continue
            }
            let difference = ReminderDifference(
                from: before?.state,
                to: after?.state,
                executable: after?.file.executable,
                ignored: before?.isRead == false ? .before : after?.isRead == false ? .after : nil
            )
            if let difference { reminders.append(difference) }
        }
        self.others.sort(by: PathOrder.precedes)
        reminders.sort { PathOrder.precedes($0.reminder.path, $1.reminder.path) }
    }

    /// The changes that another difference does not include in the same form.
    package func besides(_ other: FolderDifference) -> FolderDifference {
        var rest = self
        let known = Dictionary(other.reminders.map { (PathKey($0.reminder.path), $0) }) { first, _ in first }
        rest.reminders = reminders.compactMap { mine in
            known[PathKey(mine.reminder.path)].map(mine.besides) ?? mine
        }
        rest.tags = tags.filter { !other.tags.contains($0) }
        return rest
    }

    /// The changes that are not in another difference to the same state, which may be a deletion or an addition.
    package func without(_ other: FolderDifference) -> FolderDifference {
        var rest = besides(other)
        let known = Set(other.reminders.lazy.filter { $0.kind != .changed }.map { PathKey($0.reminder.path) })
        rest.reminders.removeAll { $0.kind != .changed && known.contains(PathKey($0.reminder.path)) }
        let paths = Set(other.others.map { PathKey($0) })
        rest.others.removeAll { paths.contains(PathKey($0)) }
        return rest
    }

    /// The changes that the second state has relative to another first state too. If the first states are the parents
    /// of a merge, these are the changes made by the merge itself.
    package func common(with other: FolderDifference) -> FolderDifference {
        var both = FolderDifference()
        let theirs = Dictionary(other.reminders.map { (PathKey($0.reminder.path), $0) }) { first, _ in first }
        both.reminders = reminders.compactMap { mine in theirs[PathKey(mine.reminder.path)].flatMap(mine.common) }
        both.tags = tags.filter(Set(other.tags).contains)
        let paths = Set(other.others.map { PathKey($0) })
        both.others = others.filter { paths.contains(PathKey($0)) }
        return both
    }
}

// MARK: - Matching

extension FolderDifference {
    /// A reminder file in one of the two states.
    private struct Side {
        let file: ChangedFile
        let path: PathKey
        let bytes: [UInt8]
        /// Whether the folder reads it.
        let isRead: Bool
        let state: ReminderDifference.State

        init(_ file: ChangedFile, _ bytes: [UInt8], _ registry: TagRegistry, isRead: Bool) {
            let path = file.path
            (self.file, self.path, self.bytes, self.isRead) = (file, PathKey(path), bytes, isRead)
            let decoded = ReminderDecoder.decode(bytes, path: path, keeping: .whole, keys: .all, registry: registry)
            let name = FilePath.name(of: path)
            state =
                decoded.reminder.map { .reminder($0) }
                ?? .unreadable(decoded.unreadable ?? Reminder(path: path, title: name))
        }

        /// Nil if the file has no id or cannot be read.
        var id: String? { if case .reminder(let reminder) = state { reminder.writtenID } else { nil } }

        /// Nil if the file has an id, or no title except its name.
        var title: String? {
            guard case .reminder(let reminder) = state, reminder.writtenID == nil,
                reminder.title != ReminderDecoder.stem(of: reminder.path)
            else { return nil }
            return reminder.title
        }
    }

    /// Pairs the files of the two states: by path, else by id, else by identical bytes, and for files without an id, by
    /// title. A file with a different id at the same path is a replacement, not a change.
    private static func matched(_ old: [Side], _ new: [Side]) -> [(before: Side?, after: Side?)] {
        var partners = [Int?](repeating: nil, count: new.count)
        var isTaken = [Bool](repeating: false, count: old.count)
        func match<Key: Hashable>(_ key: (Side) -> Key?, where fits: (Side, Side) -> Bool = { _, _ in true }) {
            var places: [Key: Int] = [:]
            for index in old.indices.reversed() where !isTaken[index] {
                if let key = key(old[index]) { places[key] = index }
            }
            for index in new.indices where partners[index] == nil {
                guard let key = key(new[index]), let place = places[key], !isTaken[place], fits(old[place], new[index])
                else { continue }
                (partners[index], isTaken[place]) = (place, true)
            }
        }
        match(\.path) { before, after in before.id == nil || after.id == nil || before.id == after.id }
        match(\.id)
        match { $0.bytes }
        match(\.title)
        match(\.path)
        let pairs = new.indices.map { (partners[$0].map { old[$0] }, Optional(new[$0])) }
        return pairs + old.indices.filter { !isTaken[$0] }.map { (old[$0], nil) }
    }
}
