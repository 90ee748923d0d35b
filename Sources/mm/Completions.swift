import MemossFiles

/// Replies to completion requests of a shell, with the tags and reminders of the folder where the command line takes
/// them.
enum Completions {
    static func reply(to request: CompletionRequest) -> String {
        var place = Completer(.mm).place(in: request.words)
        switch place.wanted {
        case .tag, .query, .reminder: offerFolder(to: &place)
        case .timezone: place.offer(ZoneDatabase().names().map { Candidate($0) })
        default: break
        }
        return place.reply(to: request)
    }

    /// If the folder cannot be read, nothing is offered: an error would disturb somebody who is typing.
    private static func offerFolder(to place: inout CompletionPlace) {
        var session = Session(place.globals)
        session.recovers = false
        guard let folder = try? session.folder(), let snapshot = try? folder.read().snapshot else { return }
        if place.wanted == .reminder {
            place.offer(words(of: snapshot))
        } else {
            let index = TagIndex(snapshot.reminders, registry: snapshot.registry)
            var names = snapshot.registry.tags.map(\.name)
            let known = Set(names)
            names += index.carried.filter { !known.contains($0) }
            place.offer(
                names.map { name in
                    let count = index.count(of: name)
                    return Candidate(name.text, help: count == 1 ? "1 file" : "\(count) files")
                }
            )
            let former = snapshot.registry.tags.flatMap { tag in
                tag.aliases.filter { !known.contains($0) }.map { Candidate($0.text, help: "formerly, now \(tag.name)") }
            }
            place.offer(former)
        }
    }

    /// Offers each reminder by its path, or by its handle if the path has control or invisible characters.
    private static func words(of snapshot: Snapshot) -> [Candidate] {
        let handles = AbbreviatedIDs(snapshot)
        return snapshot.reminders.map { reminder in
            guard !Printable.isPlain(reminder.path) else {
                // A path that begins with a dash would be read as an option.
                return Candidate(
                    reminder.path.hasPrefix("-") ? "./" + reminder.path : reminder.path,
                    help: reminder.title
                )
            }
            return Candidate(handles.handle(of: reminder.id), help: "\(reminder.title) (\(reminder.path))")
        }
    }
}
