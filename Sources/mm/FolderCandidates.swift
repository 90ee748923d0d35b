import MemossFiles

/// Replies to a shell's completion requests, adding tags and reminders from the folder where the command line takes
/// them.
enum FolderCandidates {
    static func reply(to request: CompletionRequest) -> String {
        var place = Completer(.withAliases).place(in: request.words)
        if [.tag, .query, .reminder].contains(place.wanted) {
            offerFolder(to: &place)
        } else {
            offerOthers(to: &place)
        }
        if place.keyEnd != nil { place.offer(keys: keys(at: place)) }
        return place.reply(to: request)
    }

    private static func keys(at place: CompletionPlace) -> [String] {
        var session = Session(place.globals)
        session.recovers = false
        guard let folder = try? session.folder() else { return [] }
        return (try? folder.keyNames()) ?? []
    }

    /// Adds the values of the wanted kind, for a front end that has read the folder.
    static func offer(to place: inout CompletionPlace, in snapshot: Snapshot, today: CivilDate) {
        switch place.wanted {
        case .tag, .query, .reminder:
            let owner = try? Selector(place.owner).resolve(in: snapshot, from: "")
            offer(to: &place, in: snapshot, owner: owner, today: today)
        default: offerOthers(to: &place)
        }
    }

    private static func offerOthers(to place: inout CompletionPlace) {
        switch place.wanted {
        case .queryName: place.offer(Session.savedConfiguration.queries.map { Candidate("@" + $0.name, help: $0.text) })
        case .configurationKey:
            place.offer(Session.savedConfiguration.settings.map { Candidate($0.key, help: $0.value ?? "") })
            place.offer(["aliases.", "queries."].map { Candidate($0, help: "NAME", isComplete: false) })
        case .timezone: place.offer(Environment.zones.names().map { Candidate($0) })
        default: break
        }
    }

    /// If the folder cannot be read, offers nothing, because an error would disturb the user's typing.
    private static func offerFolder(to place: inout CompletionPlace) {
        var session = Session(place.globals)
        session.recovers = false
        guard let folder = try? session.folder(), let snapshot = try? folder.read().snapshot else { return }
        let owner = place.owner.isEmpty ? nil : try? session.resolve(Selector(place.owner), in: snapshot)
        let today = (try? session.time())?.local.date ?? CivilDate(daysSinceEpoch: 0)
        offer(to: &place, in: snapshot, owner: owner, today: today)
    }

    private static func offer(
        to place: inout CompletionPlace,
        in snapshot: Snapshot,
        owner: Reminder?,
        today: CivilDate
    ) {
        if place.wanted == .reminder {
            let reminders = snapshot.reminders.filter(place.preference.includes)
            place.offer(words(of: reminders, in: snapshot))
            place.offer(titleWords(of: reminders, at: place))
        } else {
            offerTags(of: snapshot, to: &place, owner: owner, today: today)
        }
    }

    /// Offers the most frequent tags first, except those already given or attached. For a removal, offers only attached
    /// ones.
    private static func offerTags(
        of snapshot: Snapshot,
        to place: inout CompletionPlace,
        owner: Reminder?,
        today: CivilDate
    ) {
        let registry = snapshot.registry
        let given = place.givenTags.map { TagName(TagName.withoutMark($0)) }
        let attached = owner.map(\.tags) ?? []
        let unwanted = place.isRemoval ? given : given + attached
        let all = TagSuggestions(snapshot, today: today).suggestions(for: "", excluding: unwanted)
        let removable = Set(attached.map(registry.canonical))
        let isWhole = !place.isRemoval || owner == nil
        let offered = all.filter {
            $0.kind == .existing && (isWhole || removable.contains(registry.canonical($0.name)))
        }
        place.offer(
            offered.map { Candidate($0.name.text, help: $0.count.counted("file")) }
        )
    }

    /// Offers each reminder by its path, or by its handle if the path has control or invisible characters.
    private static func words(of reminders: [Reminder], in snapshot: Snapshot) -> [Candidate] {
        let handles = AbbreviatedIDs(snapshot)
        return reminders.map { reminder in
            guard !Printable.isPlain(reminder.path) else {
                // A path that begins with a dash would be read as an option.
                return Candidate(
                    reminder.path.hasPrefix("-") ? "./" + reminder.path : reminder.path,
                    help: reminder.title
                )
            }
            return Candidate(handles.handle(of: reminder), help: "\(reminder.title) (\(reminder.path))")
        }
    }

    /// Words in titles that complete the typed text. After other words, only from titles that contain all of those.
    private static func titleWords(of reminders: [Reminder], at place: CompletionPlace) -> [Candidate] {
        let before = place.selectors.map(CaseFolding.folded)
        let sought = SoughtWords(place.selectors)
        let titled = reminders.filter { sought.closeness(to: $0.title) != nil }
        let typed = CaseFolding.folded(place.prefix)
        func words(of reminders: [Reminder]) -> (words: [String], titles: [String: [String]]) {
            var titles: [String: [String]] = [:]
            var words: [String] = []
            for reminder in reminders {
                var own = Set(before)
                for word in reminder.title.lowercased().split(whereSeparator: \.isWhitespace) {
                    let word = word.trimming { !$0.isLetter && !$0.isNumber }
                    let folded = CaseFolding.folded(word)
                    guard word.count > 2, folded.hasPrefix(typed), own.insert(folded).inserted else { continue }
                    if titles[word] == nil { words.append(word) }
                    titles[word, default: []].append(reminder.title)
                }
            }
            return (words, titles)
        }
        var (found, titles) = words(of: titled)
        // The word may also begin another SELECTOR.
        if found.isEmpty, !typed.isEmpty { (found, titles) = words(of: reminders) }
        return found.compactMap { word in
            let found = titles[word] ?? []
            // A number alone selects only the single title that has it.
            if before.isEmpty, found.count > 1, word.allSatisfy(\.isNumber) { return nil }
            let help = found.count == 1 ? found[0] : "\(found.count) reminders"
            // Keep the case of the typed letters, because some shells compare it, and the final `ς` of `οδηγίες`.
            let isSpelt = CaseFolding.folded(String(word.prefix(typed.count))) == typed
            return Candidate(
                place.prefix + (isSpelt ? word : CaseFolding.folded(word)).dropFirst(typed.count),
                help: help
            )
        }
    }
}

extension Substring {
    /// The text without such characters at its start and end.
    func trimming(_ isUnwanted: (Character) -> Bool) -> String {
        var text = drop(while: isUnwanted)
        while let last = text.last, isUnwanted(last) { text.removeLast() }
        return String(text)
    }
}
