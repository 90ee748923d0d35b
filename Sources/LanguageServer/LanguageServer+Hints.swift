import MemossFiles

extension LanguageServer {
    // MARK: Hints

    /// Shows how far away each date is, after the date.
    func inlayHints(_ params: JSON, in surroundings: Surroundings) throws(ResponseError) -> JSON {
        guard let place = try place(params), let folder, !place.isRegistry else { return .null }
        let text = place.document.text
        guard case .found(let delimiters) = Delimiters.search(text.bytes) else { return [] }
        let range = text.range(params["range"]) ?? 0..<text.bytes.count
        let (_, time) = context(folder, in: surroundings)
        let reminder = folder.snapshot.reminder(at: place.path)
        let typed = TypedYAML(text.bytes, delimiters.content, names)
        return .array(
            typed.entries.compactMap { entry -> JSON? in
                guard ["scheduled", "due", "until", "snoozed", "moved_from"].contains(typed.key(of: entry)),
                    let item = typed.items(of: entry, splitsCommas: false, at: nil).items.first,
                    range.lowerBound <= item.range.upperBound, item.range.lowerBound <= range.upperBound,
                    let date = try? DateValue(parsing: text.bytes[item.range])
                else { return nil }
                return [
                    "position": text.position(of: text.restOfLine(from: item.range.lowerBound).upperBound).json,
                    "label": .string(Self.describe(date, of: reminder, time, surroundings)), "paddingLeft": true,
                ]
            }
        )
    }

    /// `Saturday, in 7 days`; for a time in another zone, the local time as well.
    static func describe(
        _ date: DateValue,
        of reminder: Reminder?,
        _ time: TimeContext,
        _ surroundings: Surroundings
    ) -> String {
        let shown = reminder.map { time.shown(date, of: $0) } ?? date
        let isElsewhere = (shown.date, shown.time) != (date.date, date.time)
        let day = isElsewhere ? "\(surroundings.distance(shown)) here" : shown.date.weekday.name
        let away = surroundings.away(shown)
        // `yesterday 15:00 here` says it already.
        return day.hasPrefix(away) ? day : "\(day), \(away)"
    }

    // MARK: Colours

    /// The colours in the registry, and next to the tags of a reminder if the client wants them there.
    func documentColors(_ params: JSON) throws(ResponseError) -> JSON {
        guard let place = try place(params), let folder else { return [] }
        let text = place.document.text
        guard place.isRegistry else {
            guard client.wantsTagColors else { return [] }
            let registry = folder.snapshot.registry
            return .array(
                TagPlace.tags(of: text.bytes, names: names, inTexts: readsTexts).compactMap { tag in
                    registry.color(of: registry.canonical(tag.name)).map { Self.json($0, at: text.json(tag.range)) }
                }
            )
        }
        guard let document = TagRegistry(parsing: text.bytes).document else { return [] }
        var colors: [JSON] = []
        func add(_ node: Int) {
            guard document.nodes[node].kind == .scalar, let color = try? TagColor(parsing: document.text(of: node))
            else {
                return
            }
            colors.append(Self.json(color, at: text.json(document.nodes[node].contentSpan)))
        }
        for entry in document.entries {
            guard document.nodes[entry.value].kind == .mapping else {
                add(entry.value)
                continue
            }
            for field in document.entries(of: entry.value) where document.text(of: field.key, equals: "color") {
                add(field.value)
            }
        }
        return .array(colors)
    }

    private static func json(_ color: TagColor, at range: JSON) -> JSON {
        let parts = [("red", color.red), ("green", color.green), ("blue", color.blue)]
        let members = parts.map { JSON.Member(key: $0.0, value: .number(Double($0.1) / 255)) }
        return ["range": range, "color": .object(members + [JSON.Member(key: "alpha", value: 1)])]
    }

    /// The spelling of a picked colour: the name of a preset if it equals one, or hexadecimal digits.
    func colorPresentations(_ params: JSON) throws(ResponseError) -> JSON {
        guard let place = try place(params), place.isRegistry, place.document.text.range(params["range"]) != nil else {
            return []
        }
        func part(_ name: String) -> UInt8 {
            let value = params["color"][name]
            let number = if case .number(let number) = value { number } else { Double(value.int ?? 0) }
            return UInt8((min(max(number, 0), 1) * 255).rounded())
        }
        let color = TagColor(red: part("red"), green: part("green"), blue: part("blue"))
        let preset = TagColor.Preset.allCases.first { $0.color == color }?.rawValue
        return .array(
            [preset, "\"\(color.hex)\""].compactMap(\.self).map { text in
                ["label": .string(text), "textEdit": ["range": params["range"], "newText": .string(text)]]
            }
        )
    }
}
