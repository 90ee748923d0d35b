/// A folder as it was read once: immutable, in path order.
public struct Snapshot: Sendable {
    /// Reminders and notes. One with a key that cannot be read is among them, without what depends on that key.
    public internal(set) var reminders: [Reminder]
    /// Files, and directories, of which nothing can be read.
    public internal(set) var unreadable: [Reminder]
    /// By path, line and column; those of the registry first.
    public internal(set) var problems: [Problem]
    public let registry: TagRegistry
    /// The beginnings of the ids of all reminders, those that were not asked for too: what handles are made of.
    var idHeads: [TextHead]

    /// What became of some files, in path order.
    struct Part: Sendable, Hashable {
        private(set) var reminders: [Reminder] = []
        private(set) var unreadable: [Reminder] = []
        private(set) var problems: [Problem] = []
        private(set) var idHeads: [TextHead] = []

        /// - Parameter count: how many files there are.
        init(of count: Int = 1) { idHeads.reserveCapacity(count) }

        /// A file that has no problem, and was not asked for.
        mutating func leaveOut(_ idHead: TextHead) { idHeads.append(idHead) }

        /// - Parameter filter: a reminder that does not pass is left out. One that names its zone always passes, since
        ///   whether that zone is to be had must be told in any case.
        mutating func add(_ output: ReminderDecoder.Output, where filter: (Reminder) -> Bool = { _ in true }) {
            if !output.problems.isEmpty { problems += output.problems }
            if let file = output.unreadable { unreadable.append(file) }
            guard let reminder = output.reminder else { return }
            idHeads.append(TextHead(reminder.id))
            if reminder.timezone != nil || filter(reminder) { reminders.append(reminder) }
        }
    }

    /// - Parameter found: what became of all files.
    init(_ found: FolderWalk.Outcome<Part>, registry: TagRegistry) {
        self.registry = registry
        reminders = found.all(\.reminders)
        unreadable = found.all(\.unreadable)
        unreadable += found.problems.filter { $0.id == .unreadableFile }.map { problem in
            Reminder(unreadable: problem, in: problem.message.utf8)
        }
        problems = registry.problems + found.problems + found.all(\.problems)
        idHeads = found.all(\.idHeads)
    }

    /// A folder without files.
    package init(registry: TagRegistry) { self.init(Part(), registry: registry) }

    /// A folder whose files are values: the same as of a directory with these files.
    ///
    /// - Parameters:
    ///   - files: path from the root to bytes, the registry and `.mmignore` among them. What is no reminder's file, and what
    ///     is ignored, counts as little as in a directory.
    ///   - body: how much of the bodies is kept.
    ///   - explains: whether what other tools read otherwise is among the problems.
    public init(
        files: [String: [UInt8]],
        keeping body: ReminderDecoder.Body = .none,
        explaining explains: Bool = false
    ) {
        let registry = files[TagRegistry.fileName].map { TagRegistry(parsing: $0) } ?? TagRegistry()
        let ignored = files[IgnoreList.fileName].map { IgnoreList(parsing: $0) } ?? IgnoreList()
        var part = Part(of: files.count)
        for path in files.keys.sorted(by: PathOrder.precedes) {
            guard let bytes = files[path], FolderWalk.readsFile(at: path, ignoring: ignored) else { continue }
            part.add(ReminderDecoder.decode(bytes, path: path, keeping: body, explaining: explains, registry: registry))
        }
        self.init(part, registry: registry)
        problems = registry.problems + problems
    }

    private init(_ part: Part, registry: TagRegistry) {
        self.registry = registry
        (reminders, unreadable) = (part.reminders, part.unreadable)
        (problems, idHeads) = (part.problems, part.idHeads)
    }

    /// One file as if it were the whole folder.
    init(_ file: ReminderDecoder.Output, registry: TagRegistry) {
        var part = Part()
        part.add(file)
        self.init(part, registry: registry)
    }

    /// What keeps an edit from standing on this snapshot: directories that could not be listed completely. In what was
    /// not seen there may be more to edit, or another reminder of the same name.
    package var incomplete: [Problem] { problems.filter { $0.id == .incompleteListing } }

    /// - Throws: a `MemossError` that names the directory where the folder was not read completely.
    public func requireComplete() throws(MemossError) {
        guard let problem = incomplete.first else { return }
        throw MemossError(.failure, "\(problem.path): \(problem.message): nothing was changed")
    }

    /// How many files have a key that cannot be read. They are listed all the same.
    package var faultyCount: Int {
        let others = Set(unreadable.map(\.path) + incomplete.map(\.path) + [TagRegistry.fileName])
        return Set(problems.lazy.filter { $0.severity == .error }.map(\.path)).subtracting(others).count
    }

    /// The names of the zones that the files ask for.
    package var timezones: Set<String> {
        var names: Set<String> = []
        for reminder in reminders {
            if let name = reminder.timezone { names.insert(name) }
            for version in reminder.versions {
                if let name = version.reminder.timezone { names.insert(name) }
            }
        }
        return names
    }

    /// When reminders of zones that there are not are due is not certain: they count in the zone of the system.
    ///
    /// - Parameter paths: of the files that are looked at; nil for all.
    mutating func distrust(timezones unknown: [String: ParseError], in paths: Set<String>? = nil) {
        for index in reminders.indices {
            let reminder = reminders[index]
            if let paths, !paths.contains(reminder.path) { continue }
            guard let name = reminder.timezone, let error = unknown[name] else { continue }
            let problem = Problem(
                path: reminder.path,
                id: .unknownTimeZone,
                message: error.message,
                suggestion: error.suggestion,
                key: "timezone"
            )
            problems.append(problem)
            if reminder.attention == nil {
                let source = "\(name) \(reminder.scheduled?.description ?? "")"
                reminders[index].attention = Attention(problem, in: source.utf8)
            }
        }
    }

    // MARK: Look-up

    /// The reminder or note at a path from the root.
    public func reminder(at path: String) -> Reminder? {
        let index = reminders.partitioningIndex { !PathOrder.precedes($0.path, path) }
        guard index < reminders.count, reminders[index].path.utf8.elementsEqual(path.utf8) else { return nil }
        return reminders[index]
    }

    /// Whether there is a file at a path from the root, readable or not.
    package func holds(_ path: String) -> Bool {
        let isSame = { (other: String) in other.utf8.elementsEqual(path.utf8) }
        return reminder(at: path) != nil || unreadable.contains { isSame($0.path) }
    }
}

extension FolderWalk.Outcome<Snapshot.Part> {
    /// What all parts hold of one kind, copied once.
    fileprivate func all<Element>(_ kind: (Snapshot.Part) -> [Element]) -> [Element] {
        var all: [Element] = []
        all.reserveCapacity(parts.reduce(0) { $0 + kind($1).count })
        for part in parts { all += kind(part) }
        return all
    }
}

/// The order of paths: name by name, so that a directory's files stay together.
enum PathOrder {
    static func precedes(_ a: String, _ b: String) -> Bool {
        a.utf8.lexicographicallyPrecedes(b.utf8) { rank($0) < rank($1) }
    }

    private static func rank(_ byte: UInt8) -> UInt8 { byte == Ascii.slash ? 0 : byte }
}
