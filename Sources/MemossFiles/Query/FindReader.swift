/// Reads files for a text search: files that `ReminderReader` does not rule out are searched line by line.
struct FindReader {
    private let finder: TextFinder
    private var reader: ReminderReader

    /// The results for some of the files, in path order.
    struct Part: Sendable {
        var snapshot: Snapshot.Part
        var files: [FoundFile] = []
    }

    init(_ finder: TextFinder, registry: TagRegistry) {
        self.finder = finder
        reader = ReminderReader(
            body: .whole,
            keys: .all,
            matcher: QueryMatcher(finder.query, registry: registry),
            registry: registry
        )
    }

    mutating func read(_ run: FileRun, limit: Int) -> Part {
        var part = Part(snapshot: Snapshot.Part(of: run.count))
        reader.begin(run)
        run.forEachFile(limit: limit, whole: true) { file, contents in
            let (known, unreadable) = (part.snapshot.reminders.count, part.snapshot.unreadable.count)
            guard reader.read(file, contents, into: &part.snapshot) else { return false }
            guard case .success(let bytes) = contents else { return true }
            let found = part.snapshot.reminders[known...] + part.snapshot.unreadable[unreadable...]
            part.files += found.compactMap { finder.matches(in: $0, Array(bytes)) }
            return true
        }
        return part
    }
}
