internal import Bytes
import MemossFiles

extension LanguageServer {
    /// Another way to write the value at an offset, with the same or the intended meaning.
    private struct Rewriting {
        var title: String
        var kind = "refactor.rewrite"
        /// One line of text, as `mm edit` takes it.
        var value: String
    }

    /// The other ways to write the value of the key at an offset: a date in words as an ISO date, a text in brackets as
    /// a list, a rule in the other notation, or a rule with the day that it takes from the date.
    ///
    /// - Returns: a title, a kind and an edit for each.
    func rewritings(
        at offset: Int,
        of place: Place,
        _ folder: ServedFolder,
        _ surroundings: Surroundings
    ) throws(ResponseError) -> [(title: String, kind: String, edit: JSON)] {
        let (names, profile) = (folder.snapshot.registry.settings.names, folder.snapshot.registry.settings.profile)
        guard let read = try? FrontMatter.read(place.document.text.bytes, names: names),
            read.delimiters.content.contains(offset)
        else {
            return []
        }
        let document = read.document
        guard let entry = document.entries.last(where: { document.nodes[$0.key].span.lowerBound <= offset }),
            document.nodes[entry.key].kind == .scalar, document.nodes[entry.value].kind == .scalar
        else { return [] }
        let (key, text) = (document.text(of: entry.key), document.text(of: entry.value))
        let (context, time) = context(folder, in: surroundings)
        let reminder = folder.snapshot.reminder(at: place.path)
        var found: [(String, String, JSON)] = []
        for rewriting in Self.rewritings(of: text, for: key, reminder, time, surroundings) {
            // Offer only values that are valid for the key and can be written.
            let move = ReminderChange(setting: key, to: rewriting.value, in: reminder.map(time.zone) ?? time.zone)
            let saved = move == nil ? nil : SavedDate(key, at: place.path, surroundings.files, sharing: profile)
            guard let change = try? FieldChange(setting: key, to: rewriting.value, zones: surroundings.zones),
                let changes = try? move.flatMap({
                    try saved?.changes($0, of: place.document.text.bytes, surroundings.zones)
                }) ?? [.field(change)],
                let plan = try? BulkChange(of: place.path, changes).plan(in: context), !plan.isEmpty
            else { continue }
            found.append(
                (rewriting.title, rewriting.kind, try workspaceEdit(plan, in: folder, at: surroundings.time.now))
            )
        }
        return found
    }

    /// What an edit of a date changes besides the date, such as the place of a moved occurrence, for a completion that
    /// writes the date.
    ///
    /// - Parameters:
    ///   - splice: writes the date in the text of the document.
    ///   - saved: what the file on disk has.
    /// - Returns: edits that overlap neither each other nor the splice; none if the text with the date is no front matter
    ///   that can be edited.
    func edits(
        besides splice: Splice,
        setting date: DateValue,
        from saved: SavedDate,
        of place: Place,
        _ folder: ServedFolder,
        _ time: TimeContext,
        _ surroundings: Surroundings
    ) -> [JSON] {
        let (document, zone) = (place.document.text, folder.snapshot.reminder(at: place.path).map(time.zone))
        guard place.document.state != .outdated,
            let move = ReminderChange(setting: saved.key, to: date.iso, in: zone ?? time.zone),
            let after = (try? SpliceSet([splice]))?.applied(to: document.bytes),
            let changes = try? saved.changes(move, of: after, surroundings.zones).filter({ $0.key != saved.key }),
            let whole = try? changes.apply(to: after, registry: folder.snapshot.registry)
        else { return [] }
        let (end, longer) = (splice.range.lowerBound + splice.bytes.count, splice.bytes.count - splice.range.count)
        let others = Splice.changes(from: after, to: whole).map { other in
            guard other.range.lowerBound >= end else { return other }
            return Splice(other.range.lowerBound - longer..<other.range.upperBound - longer, other.bytes)
        }
        return others.contains { $0.range.overlaps(splice.range) } ? [] : document.edits(by: others) ?? []
    }

    private static func rewritings(
        of text: String,
        for key: String,
        _ reminder: Reminder?,
        _ time: TimeContext,
        _ surroundings: Surroundings
    ) -> [Rewriting] {
        if key == "recurrence" { return rewritings(ofRule: text, reminder, time) }
        if FieldRules.isDate(key) {
            guard (try? DateValue(parsing: text)) == nil, let meant = (try? time.when(text))?.value else { return [] }
            let title = "Write the date: \(meant.iso) (\(surroundings.distance(meant)))"
            return [Rewriting(title: title, kind: "quickfix", value: meant.iso)]
        }
        // A list in quotes is a single text.
        guard FieldRules.kind(of: key)?.isList == true, text.utf8.first == Ascii.openBracket,
            text.utf8.last == Ascii.closeBracket
        else { return [] }
        return [Rewriting(title: "Make it a list: \(text)", kind: "quickfix", value: text)]
    }

    private static func rewritings(ofRule text: String, _ reminder: Reminder?, _ time: TimeContext) -> [Rewriting] {
        guard let rule = try? RecurrenceRule(parsing: text) else { return [] }
        if let reminder, reminder.isTask {
            // TaskNotes reads no words.
            guard rule.notation == .friendly,
                let shared = try? rule.sharedText(from: reminder.movedFrom ?? reminder.date, until: nil)
            else { return [] }
            return [Rewriting(title: "Write the rule as TaskNotes reads it: \(shared)", value: shared)]
        }
        var found: [Rewriting] = []
        // A rule that counts from completion takes nothing from the date.
        let series = reminder.flatMap { $0.anchor == .completion ? nil : time.series(of: $0) }
        if let pinned = series.flatMap({ rule.pinned(to: DateValue($0.start)) }) {
            found.append(Rewriting(title: "Pin the day: \(pinned)", value: pinned))
        }
        if let other = rule.inOtherNotation(anchor: series.map { DateValue($0.start) }) {
            let notation = rule.notation == .friendly ? "as RFC 5545" : "in words"
            found.append(Rewriting(title: "Write the rule \(notation): \(other)", value: other))
        }
        return found
    }
}

/// What the file on disk has of a date and its place: where an edit of an unsaved text moves the occurrence from, whatever was
/// typed or completed since.
struct SavedDate {
    let key: String
    /// The text of each key; nil if it has none, or there is no file.
    private let (date, place, rule): (String?, String?, String?)
    private let isFile: Bool
    /// What the folder calls the keys.
    private let registry: TagRegistry

    init(_ key: String, at path: String, _ files: any FolderFiles, sharing profile: Profile?) {
        self.key = key
        registry = TagRegistry(sharing: profile)
        let names = registry.settings.names
        let document = (try? files.contents(of: path)).flatMap { try? FrontMatter.read($0.bytes, names: names) }?
            .document
        isFile = document != nil
        (date, place, rule) = (document?.line(key), document?.line("moved_from"), document?.line("recurrence"))
    }

    /// - Parameter bytes: the unsaved text.
    func changes(_ move: ReminderChange, of bytes: [UInt8], _ zones: ZoneDatabase) throws -> [FileChange] {
        let empty = FieldValue.text(FieldValue.Item(""))
        var old: [FileChange] = [.field(FieldChange(key, date.map { .text(FieldValue.Item($0)) } ?? empty))]
        let document = (try? FrontMatter.read(bytes, names: registry.settings.names))?.document
        var move = move
        move.profile = registry.settings.profile
        // The place belongs to `due` only if that is the date.
        if isFile, key == "scheduled" || document?.entry("scheduled") == nil {
            old.append(.field(FieldChange("moved_from", place.map { .text(FieldValue.Item($0)) })))
        }
        let before = try old.apply(to: bytes, registry: registry) ?? bytes
        let isSameRule = document?.line("recurrence") == rule
        // A COUNT that is not the saved one was typed, or reduced by a move before this one.
        return try old.dropFirst()
            + move.changes(of: before, zones: zones).filter { isSameRule || $0.key != "recurrence" }
    }
}

extension YAMLDocument {
    /// The text of a top-level key; nil if it has no scalar.
    fileprivate func line(_ key: String) -> String? {
        guard let node = entry(key).map({ resolved($0.value) }), nodes[node].kind == .scalar else { return nil }
        return text(of: node)
    }
}
