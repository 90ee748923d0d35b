package import MemossFiles

/// What has to be sent so that a collection has exactly the events of a folder: the fewest requests.
///
/// Only objects that this machine has written, or would write just so, are touched. What a person has changed on the server stays
/// until it is forced; what was deleted stays away, unless the reminder gets another time, title or alarm here. Another machine of
/// the same user is told from a person by the digest in the object: of two machines, the one whose folder has changed since its
/// last run writes; if both have changed, the one whose file is newer. The other one leaves the object, and also further dates of
/// the same reminder that come within reach.
package struct Publication: Sendable {
    package enum Action: Sendable, Hashable {
        /// Only if there is no such object.
        case create(PublishedEvent)
        /// Only if the object still has this tag. `over` is the digest of what it replaces.
        case replace(PublishedEvent, tag: String, over: String)
        case delete(id: String, tag: String)

        package var id: String {
            switch self {
            case .create(let event), .replace(let event, _, _): event.id
            case .delete(let id, _): id
            }
        }
    }

    /// What is left as it is.
    package enum Reservation: String, Sendable, CaseIterable {
        /// A person or a program has changed it.
        case changed
        /// Somebody has deleted it.
        case deleted
        /// Another machine has written another version.
        case other
    }

    /// Deletions first, then what rings first.
    package private(set) var actions: [Action] = []
    package private(set) var left: [(id: String, reason: Reservation)] = []
    package private(set) var unchanged = 0
    /// The record with what is known now.
    package private(set) var record: PublishedRecord

    /// The ids of the objects whose contents decide.
    ///
    /// - Parameters:
    ///   - wanted: the events that should be there.
    ///   - there: the tags of the objects on the server, by id; nil for one without a tag.
    package static func unclear(
        _ wanted: [PublishedEvent],
        _ record: PublishedRecord,
        there: [String: String?]
    ) -> [String] {
        let ids = Set(wanted.map(\.id)).union(record.entries.keys)
        return ids.filter { id in
            let known = record.entries[id]
            return there[id].map { $0 == nil || $0 != known?.tag || known?.seen != nil } ?? false
        }.sorted()
    }

    /// - Parameters:
    ///   - contents: the objects of the unclear ids, each with its tag; what is missing is left for the next run.
    ///   - held: the sources of files that cannot be read now: what they have there stays.
    ///   - isForced: whether what others have changed or deleted is written anew.
    package init(
        _ wanted: [PublishedEvent],
        _ record: PublishedRecord,
        there: [String: String?],
        contents: [String: (tag: String, reading: PublishedEvent.Reading)],
        held: Set<String> = [],
        isForced: Bool,
        at now: Instant
    ) {
        self.record = record
        let events = Dictionary(wanted.map { ($0.id, $0) }) { first, _ in first }
        for (id, entry) in record.entries.sorted(by: { $0.key < $1.key })
        where events[id] == nil && !held.contains(entry.source) {
            remove(id, there[id], contents[id], isForced, now)
        }
        let gone = isForced ? [] : Self.gone(wanted, record, there, contents, now)
        for event in wanted {
            if record.entries[event.id] == nil, there[event.id] == nil, gone.contains(event.entry(tag: nil).source) {
                left.append((event.id, .deleted))
            } else {
                write(event, there[event.id], contents[event.id], isForced, now)
            }
        }
    }

    /// The sources of which nothing that was written and is to come is there as it was, although nothing has changed here.
    private static func gone(
        _ wanted: [PublishedEvent],
        _ record: PublishedRecord,
        _ there: [String: String?],
        _ contents: [String: Content],
        _ now: Instant
    ) -> Set<String> {
        var (gone, kept): (Set<String>, Set<String>) = ([], [])
        for event in wanted where event.start >= now {
            guard let known = record.entries[event.id], let tag = known.tag else { continue }
            let isChanged = there[event.id].map {
                known.seen != nil || $0 != tag && contents[event.id]?.reading.digest != known.digest
            }
            if isChanged ?? true, known.digest == event.digest {
                gone.insert(known.source)
            } else {
                kept.insert(known.source)
            }
        }
        return gone.subtracting(kept)
    }

    private typealias Content = (tag: String, reading: PublishedEvent.Reading)

    private mutating func remove(_ id: String, _ tag: String??, _ content: Content?, _ isForced: Bool, _ now: Instant) {
        guard let tag else {
            record.entries[id] = nil
            return
        }
        if let tag, let known = record.entries[id], known.tag == tag, known.seen == nil {
            return actions.append(.delete(id: id, tag: tag))
        }
        guard let content else { return }
        if !isForced, content.reading.isIntact, let known = record.entries[id],
            ![known.digest, known.tag == nil ? known.seen : nil].contains(content.reading.digest),
            let own = known.start, own < now,
            let start = content.reading.start, start > now
        {
            // Another machine has given it a later time, while here it has only passed.
            record.entries[id] = nil
            return
        }
        if content.reading.isIntact || isForced { return actions.append(.delete(id: id, tag: content.tag)) }
        // What a person has made of it is theirs once it has passed.
        if content.reading.start ?? now < now { record.entries[id] = nil } else { left.append((id, .changed)) }
    }

    private mutating func write(
        _ event: PublishedEvent,
        _ tag: String??,
        _ content: Content?,
        _ isForced: Bool,
        _ now: Instant
    ) {
        let known = record.entries[event.id]
        guard let tag else {
            // Without a tag, it is not known to have been there.
            if known?.tag == nil || isForced { return actions.append(.create(event)) }
            // Another machine has let it pass.
            guard event.start >= now else { return }
            // The reminder has changed here since the event was deleted.
            let isNew = known?.digest != event.digest
            if isNew { actions.append(.create(event)) } else { left.append((event.id, .deleted)) }
            return
        }
        if let tag, let known, known.tag == tag, known.seen == nil {
            guard known.digest == event.digest else {
                return actions.append(.replace(event, tag: tag, over: known.digest))
            }
            record.entries[event.id] = event.entry(tag: tag)
            unchanged += 1
            return
        }
        guard let content else { return }
        if content.reading.digest == event.digest {
            record.entries[event.id] = event.entry(tag: content.tag)
            unchanged += 1
        } else if isForced || content.reading.isIntact && (known?.isOutdated(content.reading, event) ?? false) {
            actions.append(.replace(event, tag: content.tag, over: content.reading.digest))
        } else if content.reading.isIntact {
            record.entries[event.id] = event.entry(tag: content.tag)
            record.entries[event.id]?.seen = content.reading.digest
            left.append((event.id, .other))
        } else {
            left.append((event.id, .changed))
        }
    }

    /// The record to save before anything is sent: whatever is interrupted, the next run looks at these objects, and they are ours.
    package var intended: PublishedRecord {
        var intended = record
        for action in actions { Self.note(action, tag: nil, isDone: false, in: &intended) }
        return intended
    }

    /// What is known after the server has done it.
    ///
    /// - Parameter tag: what the answer says; nil if it says nothing, and then the next run asks.
    package static func note(_ action: Action, tag: String?, isDone: Bool = true, in record: inout PublishedRecord) {
        switch action {
        case .create(let event): record.entries[event.id] = event.entry(tag: tag)
        case .replace(let event, _, let old):
            record.entries[event.id] = event.entry(tag: tag)
            if !isDone { record.entries[event.id]?.seen = old }
        case .delete(let id, _): if isDone { record.entries[id] = nil } else { record.entries[id]?.tag = nil }
        }
    }
}

extension PublishedRecord.Entry {
    /// Whether this machine has to write anew what the server has instead.
    fileprivate func isOutdated(_ there: PublishedEvent.Reading, _ event: PublishedEvent) -> Bool {
        let isNew = ![digest, seen].contains(there.digest)
        // It was about to do so.
        if tag == nil, !isNew { return true }
        guard digest != event.digest else { return false }
        // If another machine has written it since this one looked, both folders have changed.
        return !isNew || there.modified.map { $0 <= event.modified } ?? true
    }
}
