package import MemossFiles

/// The engine's view of a folder: its reminders as they are delivered, and when each is due next.
///
/// The cost of an event depends only on what it changes: only changed and due reminders are examined.
package struct NotifyFolder: Sendable {
    private struct File: Sendable {
        var reminder: Reminder
        /// The next delivery; nil if there is none, or until the reminder has been examined.
        var next: Instant?
    }

    /// The next delivery of the file at a path. Outdated as soon as the file has another one.
    private struct Upcoming: Comparable, Sendable {
        var instant: Instant
        var path: String

        static func < (a: Upcoming, b: Upcoming) -> Bool { a.instant < b.instant }
    }

    /// Reminders and notes, in path order.
    private var files: [File]
    /// By id, in path order. A group has several reminders if they share an id.
    private var groups: [String: [Reminder]]
    /// The files that are not delivered, each with the path of its original (`Snapshot.copies`).
    private var silent: [PathKey: String]
    private var upcoming = Heap<Upcoming>()
    /// The paths of changed files, which have to be examined; nil for all files.
    private var changed: [String]?
    /// Reminders that need attention and unreadable files, in path order.
    private(set) var broken: [Reminder]
    /// The broken files that have not been examined yet.
    private var newlyBroken: [Reminder]
    /// Directories that could not be listed completely; `.` for the root.
    private var unseen: [String]
    /// Supplies the time zones; its current time is not used.
    package private(set) var context: TimeContext

    package init(_ snapshot: Snapshot, in context: TimeContext) {
        self.init(
            snapshot.reminders.map { $0.canonical(in: snapshot.registry) },
            unreadable: snapshot.unreadable,
            unseen: snapshot.incomplete.map(\.path),
            silent: snapshot.copies,
            in: context
        )
    }

    /// A folder with only the files at some paths.
    package init(_ snapshot: Snapshot, only paths: Set<PathKey>, in context: TimeContext) {
        self.init(
            paths.compactMap { snapshot.reminder(at: $0.path)?.canonical(in: snapshot.registry) },
            unreadable: snapshot.unreadable.filter { paths.contains(PathKey($0.path)) },
            silent: snapshot.copies,
            in: context
        )
    }

    init(
        _ reminders: [Reminder],
        unreadable: [Reminder] = [],
        unseen: [String] = [],
        silent: [PathKey: String] = [:],
        in context: TimeContext
    ) {
        let reminders = reminders.sorted { PathOrder.precedes($0.path, $1.path) }
        files = reminders.map { File(reminder: $0) }
        groups = Dictionary(grouping: reminders, by: \.id)
        self.silent = silent
        broken = (reminders.filter(\.isBroken) + unreadable).sorted { PathOrder.precedes($0.path, $1.path) }
        newlyBroken = broken
        self.unseen = unseen
        self.context = context
    }

    // MARK: Changes

    /// Replaces the files at some paths.
    ///
    /// - Parameter found: the files that exist, and which of all files are silent.
    mutating func replace(_ paths: Set<PathKey>, by found: NotifyFolder) {
        if found.context.zone != context.zone || found.context.allDayAt != context.allDayAt { changed = nil }
        let zones = context.zones.merging(found.context.zones) { $1 }
        context = found.context
        context.zones = zones
        let freed = Set(silent.keys).union(found.silent.keys).filter { silent[$0] != found.silent[$0] }
        silent = found.silent
        for file in paths { put(found.file(at: file.path), at: file.path) }
        for freed in freed {
            let group = file(at: freed.path).flatMap { groups[$0.id] } ?? []
            changed?.append(contentsOf: group.map(\.path))
        }
        broken.removeAll { paths.contains(PathKey($0.path)) }
        broken = (broken + found.broken).sorted { PathOrder.precedes($0.path, $1.path) }
        newlyBroken += found.broken
    }

    /// Carries over the state of reminders that could not be read this time.
    mutating func keep(_ old: NotifyFolder) {
        guard !unseen.isEmpty else { return }
        let known = Set(broken.map { PathKey($0.path) })
        broken += old.broken.filter {
            file(at: $0.path) == nil && !known.contains(PathKey($0.path)) && isUnseen($0.path)
        }
        for reminder in old.delivered
        where groups[reminder.id] == nil && file(at: reminder.path) == nil && isUnseen(reminder.path) {
            put(old.file(at: reminder.path), at: reminder.path)
            if let name = reminder.timezone, context.zones[name] == nil {
                context.zones[name] = old.context.zones[name]
            }
        }
    }

    /// Replaces one file. Files that share its id may be delivered under different ids from now on.
    private mutating func put(_ reminder: Reminder?, at path: String) {
        let place = place(of: path)
        let old = files[place].first?.reminder
        files.replaceSubrange(place, with: reminder.map { [File(reminder: $0)] } ?? [])
        for id in Set([old, reminder].compactMap { $0?.id }) {
            var group = groups[id, default: []]
            group.removeAll { $0.path.isSamePath(as: path) }
            if let reminder, reminder.id == id {
                group.append(reminder)
                group.sort { PathOrder.precedes($0.path, $1.path) }
            }
            groups[id] = group.isEmpty ? nil : group
            changed?.append(contentsOf: group.map(\.path))
        }
    }

    // MARK: Look-up

    private func place(of path: String) -> Range<Int> { PathOrder.range(of: path, in: files) { $0.reminder.path } }

    private func file(at path: String) -> Reminder? { files[place(of: path)].first?.reminder }

    /// All reminders as they are delivered.
    var delivered: [Reminder] { files.map(\.reminder).distinct(besides: silent).reminders }

    /// The reminder at a path as it is delivered; nil for a copy.
    private func delivered(at path: String) -> Reminder? {
        guard let file = file(at: path) else { return nil }
        return delivered(of: file.id).first { $0.path.isSamePath(as: path) }
    }

    /// The reminders of the files with an id as they are delivered, without copies.
    private func delivered(of id: String) -> [Reminder] {
        guard let group = groups[id] else { return [] }
        return group.distinct(besides: silent).reminders
    }

    /// Whether an open reminder is delivered under an id.
    func hasOpen(_ id: String) -> Bool { delivered(of: id).contains { !$0.isNote && !$0.isCompleted } }

    /// The reminders that are delivered under the id of a record.
    func reminders(of record: DeliveryRecord) -> [Reminder] {
        // If files share an id, all but the first are delivered under the ids of their paths.
        let ids = Set([record.reminder, file(at: record.path)?.id].compactMap(\.self))
        return ids.flatMap(delivered(of:)).filter { $0.id == record.reminder }
    }

    func standing(_ record: DeliveryRecord) -> Delivery? {
        if record.isAttention {
            return broken.lazy.filter { $0.id == record.reminder }
                .compactMap { Delivery(attentionTo: $0, at: record.due, in: context) }.first { $0.key == record.key }
        }
        return reminders(of: record).lazy.compactMap { reminder in
            Delivery.standing(record.key, due: record.due, of: reminder, in: context)
        }.first
    }

    /// The key of the same delivery, if its date was written in another way; nil if there is none. A series names its occurrences itself.
    func newKey(of record: DeliveryRecord) -> String? {
        guard !record.isAttention else { return nil }
        return reminders(of: record).lazy.filter { !$0.recurs }.compactMap {
            Delivery.of($0, like: record, in: context)?.key
        }.first
    }

    /// Whether the delivery is of an event on a day before the current one.
    func isOver(_ record: DeliveryRecord, at now: Instant) -> Bool {
        let events = reminders(of: record)
        return !record.isAttention && !events.isEmpty
            && events.allSatisfy { event in
                let zone = context.zone(of: event)
                return event.expires && zone.civil(at: record.due).date < zone.civil(at: now).date
            }
    }

    /// The files to examine; nil for all.
    var changedPaths: Set<PathKey>? { changed.map { Set($0.map { PathKey($0) }) } }

    /// Whether all directories could be listed.
    var isComplete: Bool { unseen.isEmpty }

    private func isUnseen(_ path: String) -> Bool {
        unseen.contains { $0 == "." || path.utf8.starts(with: ($0 + "/").utf8) }
    }

    /// Whether a path cannot be examined now because the file or a directory above it is unreadable, so its absence
    /// means nothing. The earlier contents of a broken file may still be valid.
    func hides(_ path: String) -> Bool {
        isUnseen(path)
            || broken.contains { $0.path.isSamePath(as: path) || path.utf8.starts(with: ($0.path + "/").utf8) }
    }

    // MARK: Times

    /// The instant of the next delivery of all reminders, once they have been examined.
    var nextDue: Instant? { upcoming.first?.instant }

    /// Marks every reminder to be examined again.
    mutating func forgetTimes() { (changed, newlyBroken) = (nil, broken) }

    /// The reminders to examine, as they are delivered: those that are due, those whose file has changed, and files that
    /// have come to need attention. Pass each of the first two to `schedule`.
    mutating func takeDue(through now: Instant) -> (due: [Reminder], changed: [Reminder], broken: [Reminder]) {
        var found: (due: [Reminder], changed: [Reminder], broken: [Reminder]) = ([], [], newlyBroken)
        if let paths = changed {
            for path in paths { schedule(path, at: nil) }
            found.changed = paths.compactMap { delivered(at: $0) }
        } else {
            for index in files.indices { files[index].next = nil }
            upcoming = Heap()
            found.changed = delivered
        }
        (changed, newlyBroken) = ([], [])
        dropOutdated()
        while let first = upcoming.first, first.instant <= now {
            if let reminder = delivered(at: first.path) { found.due.append(reminder) }
            schedule(first.path, at: nil)
        }
        return found
    }

    /// - Parameter next: the instant of the reminder's next delivery.
    mutating func schedule(_ reminder: Reminder, at next: Instant?) { schedule(reminder.path, at: next) }

    private mutating func schedule(_ path: String, at next: Instant?) {
        guard let index = place(of: path).first, files[index].next != next else { return }
        let isReplaced = files[index].next != nil
        files[index].next = next
        if let next { upcoming.push(Upcoming(instant: next, path: path)) }
        if isReplaced { dropOutdated() }
    }

    /// Drops outdated entries, so that the first is valid and they do not pile up.
    private mutating func dropOutdated() {
        while let first = upcoming.first, files[place(of: first.path)].first?.next != first.instant {
            _ = upcoming.pop()
        }
        guard upcoming.count > 2 * files.count + 64 else { return }
        upcoming = Heap()
        for file in files {
            if let next = file.next { upcoming.push(Upcoming(instant: next, path: file.reminder.path)) }
        }
    }
}

extension Reminder {
    /// The reminder with the current names of its tags.
    fileprivate func canonical(in registry: TagRegistry) -> Reminder {
        guard !self.tags.isEmpty else { return self }
        var reminder = self
        reminder.tags = registry.canonical(self.tags)
        return reminder
    }
}
