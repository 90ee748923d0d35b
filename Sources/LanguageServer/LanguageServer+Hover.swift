import MemossFiles

extension LanguageServer {
    /// The meaning of the date, rule or tag at a position.
    func hover(_ params: JSON, in surroundings: Surroundings) throws(ResponseError) -> JSON {
        guard let place = try place(params), let folder else { return .null }
        let offset = try offset(params, in: place)
        let text = place.document.text
        if let tag = try tag(params)?.tag {
            return hover(describe(tag.name, in: folder), tag.range, text)
        }
        guard !place.isRegistry,
            case .value(let key, let item) = CursorPlace(at: offset, in: text.bytes, isRegistry: false, names: names)
        else { return .null }
        let (_, time) = context(folder, in: surroundings)
        let value = String(decoding: text.bytes[item.range], as: UTF8.self)
        let reminder = folder.snapshot.reminder(at: place.path)
        if key == "recurrence", let lines = describe(rule: value, of: reminder, time, surroundings) {
            return hover(lines, item.range, text)
        }
        guard let kind = FieldRules.kind(of: key), kind.isDate || kind == .dates,
            let date = try? DateValue(parsing: value)
        else { return .null }
        return hover(["\(date.iso): \(Self.describe(date, of: reminder, time, surroundings))"], item.range, text)
    }

    private func hover(_ lines: [String], _ range: Range<Int>, _ text: DocumentText) -> JSON {
        let isMarkdown = client.takesMarkdown
        return [
            "contents": [
                "kind": isMarkdown ? "markdown" : "plaintext",
                "value": .string(isMarkdown ? Self.markdown(lines) : lines.joined(separator: "\n")),
            ],
            "range": text.json(range),
        ]
    }

    /// Each line is a paragraph, but for the items of a list.
    private static func markdown(_ lines: [String]) -> String {
        var text = ""
        for (index, line) in lines.enumerated() {
            let isInList = index > 0 && line.hasPrefix("- ") && lines[index - 1].hasPrefix("- ")
            text += (index == 0 ? "" : isInList ? "\n" : "\n\n") + line
        }
        return text
    }

    private func describe(_ name: TagName, in folder: ServedFolder) -> [String] {
        let registry = folder.snapshot.registry
        let current = registry.canonical(name)
        let carriers = folder.snapshot.reminders.filter {
            $0.allTags.contains { registry.canonical($0).isAtOrBelow(current) }
        }
        var first = current.text
        if let color = registry.color(of: current) { first += " · \(color.hex)" }
        first += carriers.count == 1 ? " · 1 file" : " · \(carriers.count) files"
        var lines = [first]
        if !current.isSpelled(as: name) { lines.append("the file has '\(name)'") }
        if let tag = registry.tag(named: current) {
            if !tag.aliases.isEmpty { lines.append("formerly " + tag.aliases.map(\.text).joined(separator: ", ")) }
        } else if !registry.knows(current) {
            lines.append("not in the registry")
        }
        let open = carriers.filter { !$0.isCompleted && !$0.isNote }
        lines += open.prefix(5).map { "- \($0.title)" }
        if open.count > 5 { lines.append("and \(open.count - 5) more") }
        return lines
    }

    /// The rule in words, and its next five occurrences.
    private func describe(
        rule text: String,
        of reminder: Reminder?,
        _ time: TimeContext,
        _ surroundings: Surroundings
    ) -> [String]? {
        guard let rule = try? RecurrenceRule(parsing: text) else { return nil }
        let anchor = reminder?.date ?? DateValue(time.local.date)
        let series =
            reminder.flatMap { $0.recurrence == text ? time.series(of: $0) : nil }
            ?? Series(rule: rule, anchor: anchor, zone: time.zone, allDayAt: time.allDayAt)
        let next = series.occurrences(after: time.now).prefix(5).map { occurrence in
            "- "
                + surroundings.distance(
                    occurrence.isAllDay ? DateValue(occurrence.local.date) : DateValue(occurrence.local)
                )
        }
        let isFixed = reminder?.anchor != .completion
        return [rule.displayName(anchor: isFixed ? anchor : nil, surroundings.clock)]
            + (next.isEmpty ? ["no further occurrence"] : next)
    }
}
