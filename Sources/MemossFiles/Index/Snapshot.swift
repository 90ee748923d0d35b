/// A folder as it was read once: immutable, in path order.
public struct Snapshot: Sendable {
    /// Reminders and notes that can be relied on.
    public private(set) var reminders: [Reminder]
    /// Files whose front matter can be read but for the value of a known key: left out of answers, though a rename still
    /// reaches them.
    public private(set) var faulty: [Reminder]
    /// Paths of files, and of directories, that cannot be read at all.
    public private(set) var unreadable: [String]
    /// By path, line and column; those of the registry first.
    public private(set) var problems: [Problem]
    public let registry: TagRegistry
    /// The beginnings of the ids of all reminders, those that were not asked for too: what handles are made of.
    let idHeads: [IDHead]

    /// What became of one file.
    struct Entry: Sendable {
        /// Nil where the file cannot be read, or was not asked for.
        var reminder: Reminder?
        var problems: [Problem] = []
        /// Nil where there is no id.
        var idHead: IDHead?
        var isReadable = true

        /// A file that has no problem, and was not asked for.
        init(leavingOut idHead: IDHead) { self.idHead = idHead }

        /// - Parameter filter: a reminder that does not pass is left out. One that names its zone always passes, since
        ///   whether that zone is to be had must be told in any case.
        init(_ output: ReminderDecoder.Output, where filter: (Reminder) -> Bool) {
            problems = output.problems
            isReadable = output.isReadable
            guard let reminder = output.reminder else { return }
            idHead = isReadable ? IDHead(reminder.id) : nil
            if !isReadable || reminder.timezone != nil || filter(reminder) { self.reminder = reminder }
        }
    }

    /// - Parameter found: what became of all files.
    init(_ found: FolderWalk.Outcome<Entry>, registry: TagRegistry) {
        self.registry = registry
        var (reminders, faulty): ([Reminder], [Reminder]) = ([], [])
        var (unreadable, problems) = ([String](), registry.problems + found.problems)
        var heads: [IDHead] = []
        heads.reserveCapacity(found.order.count)
        found.forEach { entry in
            if let head = entry.idHead { heads.append(head) }
            if !entry.problems.isEmpty { problems += entry.problems }
            if let reminder = entry.reminder {
                if entry.isReadable { reminders.append(reminder) } else { faulty.append(reminder) }
            } else if !entry.isReadable, let path = entry.problems.first?.path {
                unreadable.append(path)
            }
        }
        unreadable += found.problems.filter { $0.id == .unreadableFile }.map(\.path)
        (self.reminders, self.faulty, self.unreadable, self.problems) = (reminders, faulty, unreadable, problems)
        idHeads = heads
    }

    /// One file as if it were the whole folder.
    init(_ file: ReminderDecoder.Output, registry: TagRegistry) {
        let entry = Entry(file) { _ in true }
        self.registry = registry
        reminders = entry.isReadable ? [entry.reminder].compactMap { $0 } : []
        faulty = entry.isReadable ? [] : [entry.reminder].compactMap { $0 }
        (unreadable, problems) = ([], entry.problems)
        idHeads = [entry.idHead].compactMap { $0 }
    }

    /// How many files a query had to leave out.
    public var leftOutCount: Int { faulty.count + unreadable.count }

    /// The names of the zones that the files ask for.
    public var timezones: Set<String> { Set((reminders + faulty).compactMap(\.timezone)) }

    /// Takes out the reminders of a zone that is not to be had: when they are due cannot be known.
    mutating func leaveOut(timezone name: String, _ error: ParseError) {
        for reminder in reminders + faulty where reminder.timezone == name {
            let id = ProblemID.unknownTimeZone
            problems.append(
                Problem(path: reminder.path, id: id, message: error.message, suggestion: error.suggestion)
            )
        }
        faulty += reminders.filter { $0.timezone == name }
        reminders.removeAll { $0.timezone == name }
    }

    // MARK: Look-up

    /// The reminder or note at a path from the root.
    public func reminder(at path: String) -> Reminder? {
        let index = reminders.partitioningIndex { !PathOrder.precedes($0.path, path) }
        guard index < reminders.count, reminders[index].path.utf8.elementsEqual(path.utf8) else { return nil }
        return reminders[index]
    }

    /// Whether there is a file at a path from the root, readable or not.
    public func holds(_ path: String) -> Bool {
        let isSame = { (other: String) in other.utf8.elementsEqual(path.utf8) }
        return reminder(at: path) != nil || faulty.contains { isSame($0.path) } || unreadable.contains(where: isSame)
    }

    /// Those whose id begins with `prefix`.
    public func reminders(withIDPrefix prefix: String) -> [Reminder] {
        reminders.filter { $0.id.utf8.starts(with: prefix.utf8) }
    }
}

/// The order of paths: name by name, so that a directory's files stay together.
enum PathOrder {
    static func precedes(_ a: String, _ b: String) -> Bool {
        a.utf8.lexicographicallyPrecedes(b.utf8) { rank($0) < rank($1) }
    }

    private static func rank(_ byte: UInt8) -> UInt8 { byte == Ascii.slash ? 0 : byte }
}
