internal import Bytes

/// The valid values of the keys that `mm` knows.
package enum FieldRules {
    /// The keys that can be set and that `mm` interprets.
    package static let keys = KnownKey.allCases.filter { $0 != .id }.map(\.rawValue).sorted()

    /// Nil for a key that `mm` does not know.
    package static func kind(of key: String) -> KeySpec.Kind? { KnownKey(rawValue: key)?.spec.kind }

    /// Whether the value of the key is a single date.
    package static func isDate(_ key: String) -> Bool { kind(of: key)?.isDate == true }

    /// The key that other programs call so: `scheduled` for `date` and `when`, `recurrence` for `repeat`.
    package static func meaning(of key: String) -> KnownKey? {
        KnownKey(rawValue: key) == nil ? ForeignKey.meaning(of: key) : nil
    }

    /// The nearest known key; nil if the key itself is known.
    package static func nearest(to key: String) -> String? {
        keys.contains(key) ? nil : Spelling.nearest(to: key, among: keys).first
    }

    static func checked(_ key: String) throws(ParseError) -> String {
        if key == "id" { throw ParseError("the key 'id' cannot be changed: it identifies the reminder") }
        guard !key.isEmpty else { throw ParseError("the key is empty") }
        if key.unicodeScalars.contains(where: ScalarText.isBreakOrControl) {
            throw ParseError("a key cannot contain a line break or a control character")
        }
        return key
    }

    static func value(_ text: String, of key: String, zones: ZoneDatabase) throws(ParseError) -> FieldValue {
        guard !text.unicodeScalars.contains(where: ScalarText.isBreak) else {
            throw ParseError("\(key): the value has a line break, expected one line")
        }
        if key == "tags" { return try tags(text) }
        let plain = key == "title" ? try title(text) : text
        let value: FieldValue
        switch kind(of: key) {
        case nil, .names, .dates, .alarms: value = try FieldValue(parsing: text)
        case .date, .completion: value = .text(FieldValue.Item(plain, .notNull))
        // Brackets are text here: `title: "[draft]"`.
        case .id, .text, .zone, .rule, .status, .word: value = .text(FieldValue.Item(plain, .string))
        }
        if let problem = problem(of: value, for: key) { throw problem }
        if key == "timezone", !text.isEmpty { _ = try zones.zone(named: text) }
        return value
    }

    /// A title, trimmed and validated.
    package static func title(_ text: String) throws(ParseError) -> String {
        let trimmed = TagName.trimmed(text)
        guard !trimmed.isEmpty else { throw ParseError("the title is empty") }
        return trimmed
    }

    private static func tags(_ text: String) throws(ParseError) -> FieldValue {
        switch try FieldValue(parsing: text) {
        case .list(let items):
            var names: [FieldValue.Item] = []
            for item in items { names.append(FieldValue.Item(try tag(item.text).text, .string)) }
            return .list(names)
        case .text(let item):
            var names: [String] = []
            for part in item.text.split(separator: ",", omittingEmptySubsequences: false) {
                names.append(try tag(String(part)).text)
            }
            return .text(FieldValue.Item(names.joined(separator: ", "), .string))
        }
    }

    private static func tag(_ text: String) throws(ParseError) -> TagName {
        try TagName(validating: TagName.withoutMark(text))
    }

    /// The problem that `mm check` would report for a file with only this key.
    private static func problem(of value: FieldValue, for key: String) -> ParseError? {
        guard keys.contains(key) else { return nil }
        let quoted =
            switch value {
            case .text(let item): ScalarText.quoted(item.text, .doubleQuoted)
            case .list(let items):
                "[" + items.map { ScalarText.quoted($0.text, .doubleQuoted) }.joined(separator: ", ") + "]"
            }
        if key == "created", case .text(let item) = value {
            // `created` is read in many formats but written in one.
            do throws(ParseError) {
                if !item.text.isEmpty { _ = try DateValue(parsing: item.text) }
            } catch {
                return ParseError("\(key): \(error.message)", suggestion: error.suggestion)
            }
        }
        // In a note, most keys would not be validated.
        let reminder = key == "completed" ? "" : "completed: false\n"
        let bytes = Array("---\n\(reminder)\(key): \(quoted)\n---\n".utf8)
        let problems = ReminderDecoder.decode(bytes, path: "reminder.md").problems
        return problems.first { $0.severity == .error }.map { ParseError($0.message, suggestion: $0.suggestion) }
    }

    // MARK: Existing style

    /// The value in the style of the existing one. A date that is already there keeps its spelling; a new one gets the
    /// separator (blank or `T`), seconds and offset of the first time. Tags keep their `#`.
    static func styled(_ value: FieldValue, of key: String, like node: Int, in document: YAMLDocument) -> FieldValue {
        if key == "tags", case .list(let items) = value {
            let marked = Set(document.itemTexts(of: document.resolved(node)).compactMap { $0 })
            return .list(
                items.map { marked.contains("#" + $0.text) ? FieldValue.Item("#" + $0.text, .string) : $0 }
            )
        }
        guard let kind = kind(of: key), kind.isDate || kind == .dates else { return value }
        let node = document.resolved(node)
        let isList = document.nodes[node].kind == .sequence
        let texts = isList ? document.itemTexts(of: node).compactMap { $0 } : [document.text(of: node)]
        let model = texts.lazy.compactMap { try? DateValue(parsing: $0) }.first { !$0.isAllDay }
        guard let model else { return value }
        let spellings = document.dateSpellings(in: isList ? Array(document.children(of: node)) : [node])
        func styled(_ item: FieldValue.Item) -> FieldValue.Item {
            guard item.reading != .verbatim, let date = try? DateValue(parsing: item.text) else { return item }
            return FieldValue.Item(spellings[date.iso] ?? date.spelled(like: model).description, item.reading)
        }
        switch value {
        case .text(let item): return .text(styled(item))
        case .list(let items): return .list(items.map(styled))
        }
    }
}

extension DateValue {
    /// This date in the format of `other`. `Z` is not just a spelling, so it is kept.
    func spelled(like other: DateValue) -> DateValue {
        guard time != nil, other.time != nil else { return self }
        var offset = offset
        if let mine = offset, let theirs = other.offset, mine.spelling != .zulu, theirs.spelling != .zulu {
            offset = UTCOffset(seconds: mine.seconds, spelling: theirs.spelling)
        }
        return DateValue(date, time, offset, other.separator, other.showsSeconds)
    }
}

extension YAMLDocument {
    /// The dates among nodes as they are spelled, such as with a fraction of a second, by `DateValue.iso`.
    package func dateSpellings(in nodes: some Sequence<Int>) -> [String: String] {
        let dates = nodes.filter { self.nodes[$0].kind == .scalar }.compactMap { node in
            (try? DateValue(parsing: valueBytes(of: node))).map { ($0.iso, text(of: node)) }
        }
        return Dictionary(dates) { first, _ in first }
    }
}
