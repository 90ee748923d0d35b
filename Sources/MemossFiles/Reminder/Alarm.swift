internal import Bytes

/// An alarm of a reminder: an item of the key `reminders`.
///
/// It is a text in words (`AlarmTrigger`), or a map as TaskNotes 5 writes it: `id`, `type` (`relative` or `absolute`),
/// `relatedTo` (`scheduled` or `due`), `offset` (a duration of RFC 5545 section 3.3.6), `absoluteTime`, `description`.
package struct Alarm: Sendable, Hashable {
    package var trigger: AlarmTrigger
    /// Identifies the item of a map, also after its time was changed.
    package var id: String?
    /// What to say instead of the title.
    package var note: String?

    package init(_ trigger: AlarmTrigger, id: String? = nil, note: String? = nil) {
        (self.trigger, self.id, self.note) = (trigger, id, note)
    }

    /// Distinguishes the alarms of a reminder: eight hexadecimal digits of its id, or else of its time.
    package var name: String { Self.digest(id.map { "#" + $0 } ?? trigger.description) }

    static func digest(_ text: String) -> String { String(SHA256.hex(Array(text.utf8)).prefix(8)) }
}

extension Alarm {
    /// An item of the list as a document has it.
    ///
    /// - Throws: a `ParseError` that says what is missing or wrong.
    init(_ item: Int, in document: YAMLDocument) throws(ParseError) {
        let node = document.resolved(item)
        switch document.nodes[node].kind {
        case .scalar: self.init(try AlarmTrigger(parsing: document.text(of: node)))
        case .mapping: try self.init(mapping: node, in: document)
        default: throw ParseError("found a list, expected an alarm such as '1 day before'")
        }
    }

    /// An item in words as the map that TaskNotes reads; as it is if TaskNotes has nothing like it, as for a time of day.
    ///
    /// - Parameter base: the key that an alarm counts from that does not say so.
    package static func sharedItem(_ item: FieldValue.Item, countingFrom base: String) -> FieldValue.Item {
        guard item.reading != .verbatim, let trigger = try? AlarmTrigger(parsing: item.text) else { return item }
        let time: String
        switch trigger.moment {
        case .offset(let span):
            time = "type: relative, relatedTo: \(trigger.base == .due ? "due" : base), offset: \(span.rfc5545)"
        case .exact(let date) where !date.isAllDay: time = "type: absolute, absoluteTime: \(date.iso)"
        case .exact, .clock: return item
        }
        // The same alarm has the same name wherever it is added.
        return FieldValue.Item("{id: rem_\(digest(trigger.description)), \(time)}", .verbatim)
    }

    private init(mapping: Int, in document: YAMLDocument) throws(ParseError) {
        var fields: [String: String] = [:]
        for entry in document.entries(of: mapping) {
            let value = document.resolved(entry.value)
            guard document.nodes[value].kind == .scalar, !document.isNull(value) else { continue }
            fields[document.text(of: entry.key)] = document.text(of: value)
        }
        let isAbsolute = fields["type"].map { $0 == "absolute" } ?? (fields["offset"] == nil)
        let trigger: AlarmTrigger
        if isAbsolute {
            guard let time = fields["absoluteTime"] else {
                throw ParseError("an alarm has no time: write 'absoluteTime', or 'offset' and 'relatedTo'")
            }
            trigger = AlarmTrigger(.exact(try DateValue(parsing: time)))
        } else {
            guard let text = fields["offset"] else {
                throw ParseError("a relative alarm has no 'offset', such as -PT15M")
            }
            guard let offset = CivilDuration(rfc5545: text) else {
                throw ParseError("'\(text)' is not a duration, such as -PT15M or -P1D")
            }
            trigger = AlarmTrigger(.offset(offset), from: fields["relatedTo"] == "due" ? .due : nil)
        }
        let note = fields["description"].map(TagName.trimmed)
        self.init(trigger, id: fields["id"], note: note?.isEmpty == false ? note : nil)
    }
}
