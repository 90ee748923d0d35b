internal import Bytes
package import MemossFiles

/// What this machine knows of the events that it has put on a server: the state of one collection. It is saved before anything is
/// sent, so that what a crash interrupts is still ours.
package struct PublishedRecord: Sendable, Hashable {
    package struct Entry: Sendable, Hashable {
        /// The entity tag that the object had when this machine looked last; nil while a request is under way, or has failed.
        package var tag: String?
        /// That of what this machine has written, or would have.
        package var digest: String
        /// Tells from which file it is, without its name.
        package var source: String
        /// When that begins.
        package var start: Instant?
        /// The digest of what was there instead when this machine looked last; nil if there was nothing else.
        package var seen: String?

        package init(tag: String?, digest: String, source: String, start: Instant? = nil, seen: String? = nil) {
            (self.tag, self.digest, self.source, self.start, self.seen) = (tag, digest, source, start, seen)
        }
    }

    /// - Parameter path: of a file, relative to the root.
    package static func source(_ path: String) -> String { String(SHA256.hex(Array(path.utf8)).prefix(16)) }

    /// The address of the collection; nil if an earlier version wrote the record.
    package var place: String?
    /// By the ids of the events.
    package var entries: [String: Entry] = [:]
    /// When everything was last as it should be.
    package var done: Instant?
    /// Why it is not, and since when; a single line.
    package var trouble: String?

    package init() {}

    private static let magic = "mm-publish 1"

    /// One line for each event, with its id, its digest, its source, its tag, its start and what was seen; the last line holds
    /// their number.
    package var bytes: [UInt8] {
        var text = Self.magic + "\n"
        if let place { text += "place\t\(place)\n" }
        if let done { text += "done\t\(done.secondsSince1970)\n" }
        if let trouble { text += "trouble\t\(trouble.map { $0.isNewline ? " " : $0 }.map(String.init).joined())\n" }
        for (id, entry) in entries.sorted(by: { $0.key < $1.key }) {
            let start = entry.start.map { "\($0.secondsSince1970)" } ?? ""
            let fields = [id, entry.digest, entry.source, entry.tag ?? "", start] + (entry.seen.map { [$0] } ?? [])
            text += fields.joined(separator: "\t") + "\n"
        }
        return Array((text + "end \(entries.count)\n").utf8)
    }

    /// Marks every other event as one that the folder no longer has. If the folder has it again later and the server does not,
    /// another machine may have deleted it, and not a person.
    ///
    /// - Parameter held: the sources of files that cannot be read.
    package mutating func release(allBut wanted: [PublishedEvent], held: Set<String>) {
        let ids = Set(wanted.map(\.id))
        for (id, entry) in entries where !ids.contains(id) && !held.contains(entry.source) { entries[id]?.tag = nil }
    }

    /// Nil if it cannot be read.
    package init?(parsing bytes: [UInt8]) {
        var lines = bytes.split(separator: Ascii.lineFeed).map { String(decoding: $0, as: UTF8.self) }[...]
        guard lines.popFirst() == Self.magic, let last = lines.popLast() else { return nil }
        for line in lines {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            switch fields[0] {
            case "place": place = fields.dropFirst().joined(separator: "\t")
            case "done": done = fields.last.flatMap(Int64.init).map(Instant.init(secondsSince1970:))
            case "trouble": trouble = fields.dropFirst().joined(separator: " ")
            default:
                // Earlier versions wrote no start.
                guard 4...6 ~= fields.count, PublishedEvent.id(named: PublishedEvent.name(of: fields[0])) != nil else {
                    return nil
                }
                entries[fields[0]] = Entry(
                    tag: fields[3].isEmpty ? nil : fields[3],
                    digest: fields[1],
                    source: fields[2],
                    start: fields.dropFirst(4).first.flatMap { Int64($0) }.map(Instant.init(secondsSince1970:)),
                    seen: fields.dropFirst(5).first
                )
            }
        }
        guard last == "end \(entries.count)" else { return nil }
    }
}
