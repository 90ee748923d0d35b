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
        guard let read = try? FrontMatter.read(place.document.text.bytes), read.delimiters.content.contains(offset)
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
            let before = move == nil ? place.document.text.bytes : saved(key, of: place, surroundings)
            guard let change = try? FieldChange(setting: key, to: rewriting.value, zones: surroundings.zones),
                let changes = try? move?.changes(of: before, zones: surroundings.zones) ?? [.field(change)],
                let plan = try? BulkChange(of: place.path, changes).plan(in: context), !plan.isEmpty
            else { continue }
            found.append((rewriting.title, rewriting.kind, try workspaceEdit(plan, in: folder)))
        }
        return found
    }

    /// The text of a document, in which a key has the value that the file has on disk: what an edit of it moves away from.
    private func saved(_ key: String, of place: Place, _ surroundings: Surroundings) -> [UInt8] {
        let text = place.document.text.bytes
        guard let disk = (try? surroundings.files.contents(of: place.path))?.bytes,
            let document = (try? FrontMatter.read(disk))?.document, let node = document.entry(key)?.value,
            document.nodes[node].kind == .scalar
        else { return text }
        let old = FieldChange(key, .text(FieldValue.Item(document.text(of: node))))
        return (try? old.apply(to: text)) ?? text
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
        guard FieldRules.lists.contains(key), text.utf8.first == Ascii.openBracket, text.utf8.last == Ascii.closeBracket
        else { return [] }
        return [Rewriting(title: "Make it a list: \(text)", kind: "quickfix", value: text)]
    }

    private static func rewritings(ofRule text: String, _ reminder: Reminder?, _ time: TimeContext) -> [Rewriting] {
        guard let rule = try? RecurrenceRule(parsing: text) else { return [] }
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
