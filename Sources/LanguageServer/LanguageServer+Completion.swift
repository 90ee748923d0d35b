internal import Bytes
import MemossFiles

extension LanguageServer {
    /// The completions at a position; empty where nothing can be offered, such as in a body without `#tags`.
    mutating func completion(_ params: JSON, in surroundings: Surroundings) throws(ResponseError) -> JSON {
        guard let place = try place(params), var folder else { return .null }
        let offset = try offset(params, in: place)
        let text = place.document.text
        let (profile, names) = (folder.snapshot.registry.settings.profile, names)
        guard let cursor = CursorPlace(at: offset, in: text.bytes, isRegistry: place.isRegistry, names: names) else {
            return .null
        }
        let (_, time) = context(folder, in: surroundings)
        var list = CompletionList(text, cursor: offset, names)
        list.isPart = folder.isPart
        switch cursor {
        case .key(let range, let hasColon):
            guard place.isRegistry else {
                list.offerKeys(range, hasColon: hasColon, besides: profile == nil ? [] : [.status])
                break
            }
            self.folder = nil
            let suggestions = folder.suggestions(for: place.path, today: time.local.date)
            self.folder = folder
            list.offerUnregistered(suggestions, range, hasColon: hasColon)
        case .value("tags", let item):
            self.folder = nil
            let suggestions = folder.suggestions(for: place.path, today: time.local.date)
            self.folder = folder
            list.offerTags(suggestions, item, others: otherTags(at: offset, in: text.bytes, names))
        case .value(let key, let item):
            let part = FieldRules.kind(of: key)?.isList == true ? list.split(item).typed : item
            if key == "status", let profile {
                list.offerStatuses(profile, part)
                break
            }
            list.isTask = folder.snapshot.reminder(at: place.path)?.isTask == true
            let saved = SavedDate(key, at: place.path, surroundings.files, sharing: profile)
            list.offerValues(of: key, part, time, surroundings) { splice, date in
                edits(besides: splice, setting: date, from: saved, of: place, folder, time, surroundings)
            }
        case .entryKey(let range, let hasColon): list.offerEntryKeys(range, hasColon: hasColon)
        case .color(let item): list.offerColors(item)
        case .textTag(let range):
            self.folder = nil
            let suggestions = folder.suggestions(for: place.path, today: time.local.date)
            self.folder = folder
            list.offerTextTags(suggestions, range)
        }
        return list.json
    }

    /// The other tags of the front matter in which the cursor is.
    private func otherTags(at cursor: Int, in bytes: [UInt8], _ names: KeyNames) -> [TagName] {
        guard let content = CursorPlace.content(of: bytes, around: cursor, isRegistry: false, names: names) else {
            return []
        }
        let typed = TypedYAML(bytes, content, names)
        guard let entry = typed.entry(of: "tags") else { return [] }
        return typed.items(of: entry, splitsCommas: true, at: cursor).items.map { item in
            TagName(TagName.withoutMark(String(decoding: bytes[item.range], as: UTF8.self)))
        }
    }
}

/// The items of an answer to `textDocument/completion`.
struct CompletionList {
    private let text: DocumentText
    private let cursor: Int
    /// What the keys are called in the file.
    private let names: KeyNames
    private var items: [JSON] = []
    /// Whether the file is a task of the program that the folder is shared with, which reads no rules in words.
    var isTask = false
    /// Whether only the first files of the folder are known: a tag that none of them has may exist, and nothing is counted.
    var isPart = false

    /// More than fits on a screen. The list is marked incomplete, so the client asks again as the user types.
    private static let maximum = 200

    /// LSP completion item kinds, which determine the icons.
    private enum Kind: Int {
        case property = 10
        case value = 12
        case enumMember = 20
        case color = 16
        case event = 23
    }

    init(_ text: DocumentText, cursor: Int, _ names: KeyNames) {
        (self.text, self.cursor, self.names) = (text, cursor, names)
    }

    private func typedYAML(isRegistry: Bool = false) -> TypedYAML? {
        CursorPlace.content(of: text.bytes, around: cursor, isRegistry: isRegistry, names: names)
            .map { TypedYAML(text.bytes, $0, names) }
    }

    var json: JSON { ["isIncomplete": true, "items": .array(items)] }

    /// - Parameters:
    ///   - range: the bytes that are replaced.
    ///   - new: what replaces them.
    ///   - filter: what the client compares with the typed text; nil to use the typed text itself, so the item always
    ///     matches.
    ///   - others: edits of other places that belong to it.
    private mutating func add(
        _ label: String,
        _ kind: Kind,
        detail: String?,
        documentation: String? = nil,
        replacing range: Range<Int>,
        by new: String,
        filter: String?,
        command: JSON? = nil,
        besides others: [JSON] = []
    ) {
        guard items.count < Self.maximum else { return }
        let rank = String(items.count)
        var item: JSON = [
            "label": .string(label),
            "kind": .integer(kind.rawValue),
            "sortText": .string(String(repeating: "0", count: 4 - rank.utf8.count) + rank),
            "filterText": .string(filter ?? typed(range)),
            "textEdit": ["range": text.json(range), "newText": .string(new)],
        ]
        item.add("detail", detail.map(JSON.string))
        item.add("documentation", documentation.map(JSON.string))
        item.add("command", command)
        item.add("additionalTextEdits", others.isEmpty ? nil : .array(others))
        items.append(item)
    }

    /// The name with its beginning replaced by the typed text, so that `gar` finds `Garden` in clients that compare
    /// case.
    private func filter(_ name: String, _ typed: String) -> String { typed + name.dropFirst(typed.count) }

    /// The text from the start of a range to the cursor.
    private func typed(_ range: Range<Int>) -> String {
        String(decoding: text.bytes[range.lowerBound..<max(range.lowerBound, cursor)], as: UTF8.self)
    }

    /// An item of a list up to the cursor, and what is behind the cursor. The latter may be another item, whose comma is still
    /// missing, and stays.
    func split(_ item: TypedItem) -> (typed: TypedItem, rest: ArraySlice<UInt8>) {
        var typed = item
        typed.range = item.range.lowerBound..<min(max(cursor, item.range.lowerBound), item.range.upperBound)
        return (typed, text.bytes[typed.range.upperBound..<item.range.upperBound])
    }

    // MARK: Tags

    private static func tag(_ bytes: ArraySlice<UInt8>) -> TagName {
        TagName(TagName.withoutMark(String(decoding: bytes, as: UTF8.self)))
    }

    private func count(_ suggestion: TagSuggestions.Suggestion) -> String? {
        isPart ? nil : suggestion.count == 1 ? "1 file" : "\(suggestion.count) files"
    }

    mutating func offerTags(_ suggestions: TagSuggestions, _ item: TypedItem, others: [TagName]) {
        let (part, rest) = split(item)
        let typed = typed(item.range)
        let mark = typed.utf8.first == Ascii.hash ? "#" : ""
        let whole = Self.tag(text.bytes[item.range])
        // Blanks between the tag and the one behind it stay as well.
        let gap = rest.isEmpty ? "" : String(typed.reversed().prefix { $0 == " " })
        for suggestion in suggestions.suggestions(for: typed, excluding: others + [Self.tag(rest)]) {
            let name = suggestion.name.text
            guard let written = item.written(name, .string) else { continue }
            let isNew = suggestion.kind == .create
            // In the middle of a word, the new tag would not be what is then in the file.
            if isNew, let next = rest.first, !Ascii.isBlank(next) { continue }
            if isNew, isPart { continue }
            let isPrefix = suggestion.match <= .prefix && !isNew
            var details = [suggestion.color?.hex].compactMap(\.self)
            if !isNew { details += [count(suggestion)].compactMap(\.self) }
            let command: JSON? =
                isNew
                ? [
                    "title": "Create the tag", "command": .string(LanguageServer.createTag),
                    "arguments": [.string(name)],
                ] : nil
            // `Gar|den` is one name, but `ga| Work` is a new one in front of another.
            let isWhole = suggestion.name == whole
            add(
                isNew ? "Create tag \"\(name)\"" : name,
                .color,
                detail: details.isEmpty ? nil : details.joined(separator: " · "),
                documentation: suggestion.color?.hex,
                replacing: isWhole ? item.range : part.range,
                by: isWhole ? written : written + gap,
                filter: isPrefix ? filter(mark + name, typed) : nil,
                command: command
            )
        }
    }

    /// Offers tags for the body, where a tag begins with `#` and has no blanks.
    mutating func offerTextTags(_ suggestions: TagSuggestions, _ range: Range<Int>) {
        for suggestion in suggestions.suggestions(for: typed(range)) where suggestion.kind == .existing {
            let name = suggestion.name.text
            guard name.utf8.allSatisfy(ForeignReading.isTagByte) else { continue }
            add(
                "#" + name,
                .color,
                detail: suggestion.color?.hex,
                replacing: range,
                by: "#" + name,
                filter: suggestion.match <= .prefix ? filter("#" + name, typed(range)) : nil
            )
        }
    }

    /// In the registry, the tags that files have and that it has not.
    mutating func offerUnregistered(
        _ suggestions: TagSuggestions,
        _ range: Range<Int>,
        hasColon: Bool
    ) {
        guard let yaml = typedYAML(isRegistry: true) else { return }
        // While a name is typed, the registry cannot be parsed.
        let present = Set(yaml.entries.map { TagName(yaml.name(of: $0)) })
        for suggestion in suggestions.suggestions(for: typed(range))
        where suggestion.kind == .existing && !suggestion.name.lineage.contains(where: present.contains) {
            let name = suggestion.name.text
            let written = ScalarText.written(FieldValue.Item(name, .string), inFlow: false)
            add(
                name,
                .color,
                detail: count(suggestion),
                replacing: range,
                by: written + (hasColon ? "" : ": "),
                filter: suggestion.match <= .prefix ? filter(name, typed(range)) : nil
            )
        }
    }

    // MARK: Keys

    mutating func offerKeys(_ range: Range<Int>, hasColon: Bool, besides others: [KnownKey]) {
        guard let typed = typedYAML() else { return }
        let own = typed.entry(at: cursor).flatMap { $0.key == range ? typed.name(of: $0) : nil }
        let present = Set(typed.entries.filter { typed.name(of: $0) != own }.compactMap(typed.key))
        let word = self.typed(range)
        let keys = (Self.keys + others).filter { !present.contains($0.rawValue) }
            .map { (name: names.written($0.rawValue), meaning: $0.spec.meaning) }
        // Only if none begins with it, the client may look for the letters anywhere.
        let near = keys.filter { $0.name.hasPrefix(word) }
        for (name, meaning) in near.isEmpty ? keys : near {
            add(name, .property, detail: meaning, replacing: range, by: name + (hasColon ? "" : ": "), filter: name)
        }
    }

    /// The keys of a reminder, the most used first. Those that only TaskNotes writes are not offered.
    private static let keys = KnownKey.allCases.filter { $0 != .status && $0 != .completedDate }

    mutating func offerEntryKeys(_ range: Range<Int>, hasColon: Bool) {
        let keys = [
            ("color", "the colour: a preset, or #RRGGBB in quotes"), ("aliases", "former names"),
            ("created", "the creation date"), ("id", "a UUID"),
        ]
        for (key, meaning) in keys {
            add(key, .property, detail: meaning, replacing: range, by: key + (hasColon ? "" : ": "), filter: key)
        }
    }

    mutating func offerColors(_ item: TypedItem) {
        for preset in TagColor.Preset.allCases {
            guard let written = item.written(preset.rawValue, .string) else { continue }
            let hex = preset.color.hex
            add(
                preset.rawValue,
                .color,
                detail: hex,
                documentation: hex,
                replacing: item.range,
                by: written,
                filter: preset.rawValue
            )
        }
    }

    // MARK: Values

    /// - Parameter besides: the edits that belong to a splice that writes a date.
    mutating func offerValues(
        of key: String,
        _ item: TypedItem,
        _ time: TimeContext,
        _ surroundings: LanguageServer.Surroundings,
        besides: (Splice, DateValue) -> [JSON]
    ) {
        switch FieldRules.kind(of: key) {
        case .dates: offerDates(item, ["today", "yesterday"], time, surroundings, besides)
        case .date:
            offerDates(item, key == "created" ? ["today", "yesterday"] : Self.usualDates, time, surroundings, besides)
        case .completion:
            offerWords(["true", "false"], item, .any)
            offerDates(item, ["now", "today", "yesterday"], time, surroundings, besides)
        case .rule: offerRules(item, time, from: typedDate ?? DateValue(time.local.date))
        case .word(let words): offerWords(words, item, .any)
        case .alarms:
            let phrases = Self.phrases(typed(item.range), Self.usualAlarms, PhraseKind.alarm.continuations)
            if isTask { offerSharedAlarms(phrases, item) } else { offerWords(phrases, item, .any) }
        case .zone:
            let typed = typed(item.range).lowercased()
            // There are hundreds of zones, so wait for a first letter.
            guard !typed.isEmpty else { return offerWords([time.zone.name, "UTC"], item, .any) }
            offerWords(surroundings.zones.names().filter { TextSearch.contains($0, typed) }, item, .any)
        case .id, .text, .status, .names, nil: break
        }
    }

    private static let usualDates = [
        "today", "tomorrow", "tomorrow 9am", "in 2 hours", "saturday", "monday", "next week", "next month",
    ]

    private static let usualAlarms = [
        "15 min before", "1 hour before", "1 day before", "1 week before", "1 day before due",
        "the day before at 18:00",
    ]

    mutating func offerStatuses(_ profile: Profile, _ item: TypedItem) { offerWords(profile.statuses, item, .string) }

    private mutating func offerWords(_ words: [String], _ item: TypedItem, _ reading: FieldValue.Item.Reading) {
        for word in words {
            guard let written = item.written(word, reading) else { continue }
            add(word, .enumMember, detail: nil, replacing: item.range, by: written, filter: word)
        }
    }

    /// Offers alarms, written as TaskNotes reads them.
    private mutating func offerSharedAlarms(_ phrases: [String], _ item: TypedItem) {
        let base = typedYAML()?.entry(of: "scheduled") == nil ? "due" : "scheduled"
        let line = text.bytes[..<item.range.lowerBound].split(separator: Ascii.lineFeed).last ?? []
        let isInList = item.isInFlow || line.first.map { Ascii.isBlank($0) || $0 == Ascii.dash } == true
        for phrase in phrases {
            let alarm = Alarm.sharedItem(FieldValue.Item(phrase), countingFrom: base)
            guard alarm.reading == .verbatim, item.style == .plain, !item.isSegment else {
                offerWords([phrase], item, .any)
                continue
            }
            let new = (item.needsBlank ? " " : "") + (isInList ? alarm.text : "[\(alarm.text)]")
            add(phrase, .enumMember, detail: nil, replacing: item.range, by: new, filter: phrase)
        }
    }

    /// Dates in words, each with the date as it is written in a file.
    ///
    /// - Parameter usual: what is offered when nothing was typed yet.
    private mutating func offerDates(
        _ item: TypedItem,
        _ usual: [String],
        _ time: TimeContext,
        _ surroundings: LanguageServer.Surroundings,
        _ besides: (Splice, DateValue) -> [JSON]
    ) {
        let typed = typed(item.range)
        for phrase in Self.phrases(typed, usual, PhraseKind.when.continuations) {
            guard let value = (try? time.when(phrase))?.value else { continue }
            let iso = value.iso
            guard let written = item.written(iso, .any) else { continue }
            let detail = surroundings.distance(value)
            add(
                phrase,
                .event,
                detail: phrase == iso ? detail : "\(iso) · \(detail)",
                replacing: item.range,
                by: written,
                filter: phrase,
                besides: besides(Splice(item.range, written), value)
            )
        }
    }

    /// The date of the reminder, in a file that may not parse yet.
    private var typedDate: DateValue? {
        guard let typed = typedYAML() else { return nil }
        let items = ["scheduled", "due"].compactMap(typed.entry(of:)).compactMap { entry in
            typed.items(of: entry, splitsCommas: false, at: nil).items.first
        }
        return items.lazy.compactMap { try? DateValue(parsing: text.bytes[$0.range]) }.first
    }

    /// Offers rules in words, each with its next dates.
    private mutating func offerRules(_ item: TypedItem, _ time: TimeContext, from anchor: DateValue) {
        var usual = ["daily", "weekdays", "weekly", "every 2 weeks", "monthly", "last day of month", "yearly"]
        let typed = typed(item.range)
        if !typed.isEmpty {
            usual += ["every day", "every week", "every month", "every weekday", "every year"]
            usual += ["monthly on the last day", "monthly on the last friday", "monthly on 1", "monthly on 15"]
        }
        for phrase in Self.phrases(typed, usual, PhraseKind.rule.continuations) {
            // A start or an end belongs in other keys.
            guard let rule = try? RulePhrase(parsing: phrase, now: time.local, times: time.times), let text = rule.text,
                rule.time == nil, rule.end == nil, rule.start == nil, !rule.countsFromCompletion,
                let read = try? RecurrenceRule(parsing: text),
                let text = isTask ? try? read.sharedText(from: typedDate, until: nil) : text,
                let written = item.written(text, .any)
            else { continue }
            let series = Series(rule: read, anchor: anchor, zone: time.zone, allDayAt: time.allDayAt)
            let dates = series.occurrences(after: time.now).prefix(3).map { occurrence in
                occurrence.isAllDay ? "\(occurrence.local.date)" : "\(occurrence.local)"
            }
            add(
                phrase,
                .event,
                detail: read.displayName(anchor: anchor) + (dates.isEmpty ? "" : ": " + dates.joined(separator: ", ")),
                replacing: item.range,
                by: written,
                filter: phrase
            )
        }
    }

    /// The typed text and its possible continuations; if nothing was typed, common phrases.
    private static func phrases(_ typed: String, _ usual: [String], _ continuations: (String) -> [String]) -> [String] {
        guard !typed.trimmingBlanks.isEmpty else { return usual }
        // The start of the word that is being typed.
        let start = typed.utf8.lastIndex(of: Ascii.blank).map { typed.utf8.index(after: $0) } ?? typed.startIndex
        let before = String(typed[..<start])
        var phrases = [typed.trimmingBlanks]
        let longer = continuations(typed).map { before + $0 }
        // If the last word is complete, the words that can follow it.
        let isComplete = typed.utf8.last != Ascii.blank && !longer.contains { $0.lowercased() != typed.lowercased() }
        let further = isComplete ? continuations(typed + " ").map { "\(typed) \($0)" } : []
        for phrase in usual.filter({ $0.hasPrefix(typed.lowercased()) }) + longer + further
        where !phrases.contains(phrase) {
            // `every mondays` is `every monday`.
            let isPlural = phrase.utf8.last == UInt8(ascii: "s") && phrases.contains(String(phrase.dropLast()))
            if !isPlural { phrases.append(phrase) }
        }
        return phrases
    }
}
