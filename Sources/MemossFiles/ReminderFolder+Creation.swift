internal import Bytes

extension ReminderFolder {
    /// The four tags of a new folder.
    static let defaultTags: [(name: String, color: TagColor.Preset)] = [
        ("Health", .pink), ("Personal", .moss), ("Shopping", .orange), ("Work", .blue),
    ]

    /// The result of turning a directory into a folder.
    package struct Creation: Sendable {
        package var folder: ReminderFolder
        /// The report on an interrupted edit that was recovered first.
        package var recovered: String?
        /// Nil if the registry existed already; nothing was then changed.
        package var made: Made?
    }

    /// The new registry and what it was derived from.
    package struct Made: Sendable {
        package var tags: [TagName]
        /// Whether there were Markdown files: the tags are then those of the files, otherwise the four defaults.
        package var isAdopted: Bool
        package var reminders: Int
        package var notes: Int
        /// Tags that cannot be registered.
        package var skipped: [SkippedFile]
        /// The number of files and directories that could not be read and whose tags are unknown.
        package var unreadable: Int
    }

    /// Turns a directory into a folder: creates the directory if it is missing, and a registry with the tags of its
    /// Markdown files. No other file is changed.
    ///
    /// After a crash at any point, the directory has either the whole registry or none. The edit cannot be undone: the
    /// history of the folder begins with it.
    ///
    /// - Parameters:
    ///   - moment: the creation time, in the user's time zone.
    ///   - id: returns a new UUID at each call.
    /// - Throws: a `MemossError` if the directory cannot be created, read or written.
    package static func create(
        at path: String,
        _ moment: TimeContext,
        id: @escaping @Sendable () -> String
    ) throws(MemossError) -> Creation {
        try create(at: path, moment, on: .system, id: id)
    }

    static func create(
        at path: String,
        _ moment: TimeContext,
        on disk: Disk,
        id: @escaping @Sendable () -> String
    ) throws(MemossError) -> Creation {
        var folder: ReminderFolder
        do throws(SystemError) {
            try disk.makeDirectories(path)
            folder = ReminderFolder(root: try disk.realPath(path), disk: disk)
        } catch {
            throw MemossError(.failure, "\(error.path): \(error.reason)")
        }
        // Do not create anything if the folder exists already.
        if try folder.holdsRegistry() { return Creation(folder: folder, recovered: folder.recover()) }
        folder = try folder.locked(creating: true)
        // The result does not hold the lock: callers do not need it.
        var creation = Creation(folder: folder.unlocked(), recovered: folder.recover())
        // Another process, or the recovery, may have created it.
        if try folder.holdsRegistry() { return creation }
        let (plan, made) = try folder.beginning(today: moment.local.date.description, id: id)
        _ = try folder.commit(plan, as: "make the folder", at: moment.now)
        creation.made = made
        return creation
    }

    private func holdsRegistry() throws(MemossError) -> Bool {
        let path = "\(root)/\(TagRegistry.fileName)"
        do throws(SystemError) {
            guard try disk.exists(path) else { return false }
            _ = try disk.realPath(path)
            return true
        } catch {
            let reason = error.isMissing ? "the symbolic link is broken" : error.reason
            throw MemossError(.failure, "\(path): \(reason)", outcome: MemossError.unchanged)
        }
    }

    /// The registry to create in the directory.
    private func beginning(
        today: String,
        id: @escaping @Sendable () -> String
    ) throws(MemossError) -> (plan: EditPlan, made: Made) {
        var empty = TagRegistry(parsing: [])
        empty.settings = settings()
        let snapshot = try read(registry: empty).snapshot
        try snapshot.requireEditableTags()
        let files = snapshot.reminders
        let isAdopted = !files.isEmpty || !snapshot.unreadable.isEmpty
        var skipped: [SkippedFile] = []
        var tags: [Tag] = []
        if isAdopted {
            (tags, skipped) = TagAdoption(today: today, freshID: id).entries(in: snapshot)
        } else {
            tags = Self.defaultTags.map { tag in
                Tag(name: TagName(tag.name), color: tag.color.color, id: id(), created: today)
            }
        }
        let bytes: [UInt8]
        do throws(EditRefusal) {
            bytes = try RegistryChange.add(tags).apply(to: snapshot.registry) ?? []
        } catch {
            throw MemossError(.failure, "\(TagRegistry.fileName): \(error.reason)")
        }
        let made = Made(
            tags: tags.map(\.name),
            isAdopted: isAdopted,
            reminders: files.count { !$0.isNote },
            notes: files.count { $0.isNote },
            skipped: skipped,
            unreadable: snapshot.unreadable.count
        )
        return (EditPlan(edits: [FileEdit(path: TagRegistry.fileName, before: nil, after: bytes)]), made)
    }

    // MARK: Nested folders

    /// The enclosing folder whose commands also read the files of this one; nil if there is none, or if it ignores this
    /// one.
    ///
    /// - Returns: that folder, and the path of this one relative to it.
    package func enclosing() -> (folder: ReminderFolder, path: String)? {
        guard let slash = root.utf8.lastIndex(of: Ascii.slash), slash > root.startIndex,
            let outer = try? ReminderFolder.nearest(to: String(root[..<slash])), let path = outer.relative(root)
        else { return nil }
        var above = ""
        for name in path.split(separator: "/").map(String.init) {
            above += above.isEmpty ? name : "/" + name
            let isIgnored = outer.ignoreList().0.matches(name: name, path: above, isDirectory: true)
            if isIgnored || name.hasPrefix(".") || name == DirectoryListing.ignoredName { return nil }
        }
        return (outer, path)
    }

    /// The folders inside this one whose files its commands also read, without those inside another of them.
    ///
    /// - Returns: their paths, each with a slash at the end.
    package func enclosed() -> [String] {
        var walked = WalkedDirectories()
        observePlaces(&walked)
        var found: [String] = []
        for directory in walked.paths.sorted(by: ByteOrder.precedes) where !directory.isEmpty {
            if found.last.map(directory.hasPrefix) == true { continue }
            if (try? disk.exists(absolute(directory + TagRegistry.fileName))) == true { found.append(directory) }
        }
        return found
    }
}

private struct WalkedDirectories: PlaceObserver {
    private(set) var paths: [String] = []

    mutating func willList(_ directories: [String]) { paths += directories }
    mutating func willRead(links: [String]) {}
    mutating func didList(isComplete: Bool) {}
}
