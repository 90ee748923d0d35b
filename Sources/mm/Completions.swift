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
            offerTags(of: snapshot, to: &place, &session)
        }
    }

    /// The most frequent tags first, without those that are given or attached already; to be removed, only those that are.
    private static func offerTags(of snapshot: Snapshot, to place: inout CompletionPlace, _ session: inout Session) {
        let registry = snapshot.registry
        let owner = place.owner.isEmpty ? nil : try? session.resolve(Selector(place.owner), in: snapshot)
        let given = place.givenTags.map { TagName(TagName.withoutMark($0)) }
        let attached = owner.map(\.tags) ?? []
        let today = (try? session.time())?.local.date ?? CivilDate(daysSinceEpoch: 0)
        let unwanted = place.isRemoval ? given : given + attached
        let all = TagSuggestions(for: "", in: snapshot, excluding: unwanted, today: today).suggestions
        let removable = Set(attached.map(registry.canonical))
        let isWhole = !place.isRemoval || owner == nil
        let offered = all.filter {
            $0.kind == .existing && (isWhole || removable.contains(registry.canonical($0.name)))
        }
        place.offer(
            offered.map { Candidate($0.name.text, help: $0.count == 1 ? "1 file" : "\($0.count) files") }
        )
        let names = Set(offered.map(\.name))
        let former = registry.tags.filter { names.contains($0.name) }.flatMap { tag in
            tag.aliases.filter { !names.contains($0) }.map { Candidate($0.text, help: "formerly, now \(tag.name)") }
        }
        place.offer(former)
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
