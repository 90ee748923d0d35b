/// A folder as it was read once: immutable, in path order.
public struct Snapshot: Sendable {
    /// Reminders and notes that can be relied on.
    public private(set) var reminders: [Reminder]
    /// Files whose front matter can be read but for the value of a known key: left out of answers, though a rename still
    /// reaches them.
    public private(set) var faulty: [Reminder]
    /// Paths of files that cannot be read at all.
    public private(set) var unreadable: [String]
    /// By path, line and column; those of the registry first.
    public private(set) var problems: [Problem]
    public let registry: TagRegistry

    /// - Parameter outputs: of all files, in path order.
    init(outputs: [ReminderDecoder.Output], problems: [Problem], registry: TagRegistry) {
        self.registry = registry
        self.problems = registry.problems + problems
        var outputs = outputs
        reminders = []
        faulty = []
        unreadable = []
        reminders.reserveCapacity(outputs.count)
        for index in outputs.indices {
            self.problems += outputs[index].problems
            let isReadable = outputs[index].isReadable
            if let reminder = outputs[index].reminder.take() {
                if isReadable { reminders.append(reminder) } else { faulty.append(reminder) }
            } else if let path = outputs[index].problems.first?.path {
                unreadable.append(path)
            }
        }
    }

    /// How many files a query had to leave out.
    public var leftOutCount: Int { faulty.count + unreadable.count }

    /// The names of the zones that the files ask for.
    public var timezones: Set<String> { Set(reminders.compactMap(\.timezone)) }

    /// Takes out the reminders of a zone that is not to be had: when they are due cannot be known.
    mutating func leaveOut(timezone name: String, _ error: ParseError) {
        for reminder in reminders where reminder.timezone == name {
            faulty.append(reminder)
            let id = ProblemID.unknownTimeZone
            problems.append(
                Problem(path: reminder.path, id: id, message: error.message, suggestion: error.suggestion)
            )
        }
        reminders.removeAll { $0.timezone == name }
    }

    // MARK: Look-up

    /// The reminder or note at a path from the root.
    public func reminder(at path: String) -> Reminder? {
        let index = reminders.partitioningIndex { !PathOrder.precedes($0.path, path) }
        guard index < reminders.count, reminders[index].path.utf8.elementsEqual(path.utf8) else { return nil }
        return reminders[index]
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
