package import MemossFiles

/// A field for the tags of a reminder: chips, a text, and suggestions below. Events in, effects out.
///
/// - Return or a comma takes the highlighted suggestion, and Tab completes the text to it. Text that equals no tag is
///   offered as a new tag. Pasted text with commas or line breaks becomes one tag per item.
/// - With no text, Backspace highlights the last chip, then removes it. Removing a chip never deletes the tag itself.
/// - With no text, Return finishes. Escape discards all changes.
package struct TagField: Sendable {
    package enum Effect: Sendable, Hashable {
        /// A tag that exists neither in a file nor in the registry, with the colour to register it with; nil if it
        /// inherits its parent's.
        case create(TagName, TagColor?)
        case select(TagName)
        /// Removed from this reminder only.
        case remove(TagName)
        case done, cancelled
    }

    package enum Mode: Sendable, Hashable {
        /// The cursor is in the text.
        case text
        /// A chip is highlighted: an index into `selected`.
        case chip(Int)
        /// The colour of a new tag is being chosen.
        case color(TagName, ColorField)
    }

    /// Why the text cannot become a tag.
    package enum Refusal: Sendable, Hashable {
        case selected(TagName)
        case invalid(ParseError)
    }

    package private(set) var selected: [TagName]
    package private(set) var text = TextField()
    package private(set) var mode = Mode.text
    /// The suggestions for the text, best match first; a new tag comes last.
    package private(set) var suggestions: [TagSuggestions.Suggestion] = []
    /// An index into `suggestions`.
    package private(set) var highlight: Int?
    package private(set) var refusal: Refusal?
    /// The colours of the tags created here and still selected.
    package private(set) var created: [TagName: TagColor] = [:]

    /// Whether a pasted list is arriving as if it were typed.
    private var isInPastedList = false
    /// How many suggestions `pageUp` and `pageDown` move by.
    private static let page = 7
    /// The maximum length of a name, in bytes.
    private static let longest = 1_000

    private let original: [TagName]
    private let source: TagSuggestions

    /// - Parameter selected: the reminder's current tags.
    package init(_ selected: [TagName], from source: TagSuggestions) {
        (self.selected, original, self.source) = (selected, selected, source)
        suggest()
    }

    /// The change to the initial tags.
    package var change: TagsChange {
        let (old, new) = (Set(original.map(source.registry.canonical)), Set(selected.map(source.registry.canonical)))
        var change = TagsChange(
            removing: original.filter { !new.contains(source.registry.canonical($0)) },
            adding: selected.filter { !old.contains(source.registry.canonical($0)) }
        )
        change.colors = created
        return change
    }

    package func color(of name: TagName) -> TagColor? {
        source.registry.color(of: name) ?? name.lineage.lazy.compactMap { created[$0] }.first
    }

    // MARK: Events

    package mutating func handle(_ event: FieldEvent) -> [Effect] {
        if case .color(let name, let colors) = mode { return choose(event, for: name, colors) }
        switch event {
        case .text(.insert(let text)): return insert(text)
        case .text(let edit): return self.edit(edit)
        case .up: move(by: -1)
        case .down: move(by: 1)
        case .pageUp: page(by: -Self.page)
        case .pageDown: page(by: highlight == nil ? 1 : Self.page)
        case .confirm: return confirm()
        case .cancel: return [.cancelled]
        case .complete:
            let highlighted = highlight.map { suggestions[$0] }.flatMap { $0.kind == .existing ? $0 : nil }
            let row = highlighted ?? (text.isEmpty ? nil : suggestions.first { $0.kind == .existing })
            if let row { setText(row.name.text) }
        }
        return []
    }

    private mutating func insert(_ inserted: String) -> [Effect] {
        mode = .text
        if inserted == "," { return confirm(asksForColor: false, finishes: false) }
        guard inserted.contains(where: { $0 == "," || $0.isNewline }) else {
            text.handle(.insert(inserted))
            suggest()
            return []
        }
        let items = (text.before + inserted + text.after).split { $0 == "," || $0.isNewline }
        var known = Set(selected.map(source.registry.canonical))
        var presets = PresetSupply(source.registry)
        for color in created.values { presets.count(color) }
        var effects: [Effect] = []
        var refused: [Substring] = []
        var reason: Refusal?
        for item in items where !item.allSatisfy(\.isWhitespace) {
            do throws(ParseError) {
                let name = source.registry.canonical(try TagName(validating: name(String(item))))
                if known.insert(name).inserted {
                    effects.append(add(exactly: name, &presets))
                } else {
                    reason = .selected(name)
                }
            } catch {
                reason = .invalid(error)
                refused.append(item)
            }
        }
        // Keep items that cannot be tags in the text, so nothing pasted is lost.
        setText(refused.joined(separator: " "))
        refusal = reason
        return effects
    }

    private mutating func edit(_ event: TextField.Event) -> [Effect] {
        switch (mode, event) {
        case (.chip(let index), .deleteBackward), (.chip(let index), .deleteForward):
            let effects = remove(selected[index])
            mode = index < selected.count ? .chip(index) : .text
            return effects
        case (.chip(let index), .left): mode = .chip(max(0, index - 1))
        case (.chip(let index), .right): mode = index + 1 < selected.count ? .chip(index + 1) : .text
        case (.chip, .start): mode = .chip(0)
        case (.chip, .end): mode = .text
        case (.text, .left) where text.before.isEmpty, (.text, .deleteBackward) where text.isEmpty:
            if !selected.isEmpty { mode = .chip(selected.count - 1) }
        default:
            mode = .text
            let old = text.text
            text.handle(event)
            if text.text != old { suggest() }
        }
        return []
    }

    /// Moves through the rows and the text, wrapping around.
    private mutating func move(by step: Int) {
        mode = .text
        guard !suggestions.isEmpty else { return }
        let places = suggestions.count + (text.isEmpty ? 1 : 0)
        let place = highlight ?? (text.isEmpty ? suggestions.count : -step)
        let next = (place + step + places) % places
        highlight = next < suggestions.count ? next : nil
    }

    private mutating func page(by step: Int) {
        mode = .text
        guard let last = suggestions.indices.last else { return }
        highlight = max(0, min(last, (highlight ?? -1) + step))
    }

    /// Highlights the row that creates a new tag, if there is one.
    package mutating func highlightNewTag() {
        if suggestions.last?.kind == .create { highlight = suggestions.indices.last }
    }

    /// Return with more input directly after it: the end of a line in a list that was pasted on a terminal that does
    /// not mark pastes. With no text it finishes, unless it follows an earlier line of the list.
    package mutating func endPastedLine() -> [Effect] {
        if case .color = mode { return handle(.confirm) }
        let isBlank = text.text.allSatisfy(\.isWhitespace)
        guard !isBlank || isInPastedList else { return handle(.confirm) }
        isInPastedList = true
        return isBlank ? [] : insert("\n")
    }

    private mutating func confirm(asksForColor: Bool = true, finishes: Bool = true) -> [Effect] {
        let asksForColor = asksForColor && !isInPastedList
        if finishes { isInPastedList = false }
        guard let highlight else {
            if case .selected = refusal, !text.isEmpty {
                setText("")
                return []
            }
            return finishes && text.text.allSatisfy(\.isWhitespace) ? [.done] : []
        }
        let row = suggestions[highlight]
        guard row.kind == .create, asksForColor, isRegisteredWhenNew(row.name) else { return add(row) }
        mode = .color(row.name, ColorField(row.color))
        return []
    }

    private mutating func choose(_ event: FieldEvent, for name: TagName, _ colors: ColorField) -> [Effect] {
        switch event {
        case .confirm:
            mode = .text
            return attach(name, color: colors.choice.color, .create(name, colors.choice.color))
        case .cancel: mode = .text
        default:
            var colors = colors
            colors.handle(event)
            mode = .color(name, colors)
        }
        return []
    }

    // MARK: Tags

    package mutating func remove(_ name: TagName) -> [Effect] {
        guard let index = selected.firstIndex(of: name) else { return [] }
        selected.remove(at: index)
        (created[name], mode) = (nil, .text)
        suggest()
        return [.remove(name)]
    }

    private mutating func add(_ row: TagSuggestions.Suggestion) -> [Effect] {
        guard row.kind == .create else { return attach(row.name, .select(row.name)) }
        let color = isRegisteredWhenNew(row.name) ? row.color : nil
        return attach(row.name, color: color, .create(row.name, color))
    }

    /// Adds the tag with exactly this name, or creates it, ignoring similar tags.
    private mutating func add(exactly name: TagName, _ presets: inout PresetSupply) -> Effect {
        selected.append(name)
        guard !source.hasTag(name) else { return .select(name) }
        let color = isRegisteredWhenNew(name) ? presets.next() : nil
        created[name] = color
        return .create(name, color)
    }

    private mutating func attach(_ name: TagName, color: TagColor? = nil, _ effect: Effect) -> [Effect] {
        selected.append(name)
        created[name] = color
        setText("")
        return [effect]
    }

    /// A tag nested in a registered one inherits its colour and gets no entry of its own.
    private func isRegisteredWhenNew(_ name: TagName) -> Bool {
        !source.registry.knows(name) && !name.lineage.contains { created[$0] != nil }
    }

    private mutating func setText(_ new: String) {
        text = TextField(new)
        suggest()
    }

    /// A name as a user types it, without `#`, or the `+` that precedes a tag in a line, unless a tag has that in its name.
    private func name(_ typed: String) -> String {
        let name = TagName.withoutMark(typed)
        return name.hasPrefix("+") && !source.hasTag(TagName(name)) ? String(name.dropFirst()) : name
    }

    /// The known tag that a new one nearly is.
    package func lookalike(of name: TagName) -> TagName? { source.registry.lookalike(of: name) }

    private mutating func suggest() {
        let typed = name(text.text)
        let name = TagName(typed)
        (highlight, refusal) = (nil, nil)
        guard typed.utf8.count <= Self.longest else {
            suggestions = []
            do throws(ParseError) { _ = try TagName(validating: typed) } catch { refusal = .invalid(error) }
            return
        }
        suggestions = source.suggestions(for: typed, excluding: selected, after: created.values)
        guard !typed.allSatisfy(\.isWhitespace) else { return }
        if Set(selected.map(source.registry.canonical)).contains(source.registry.canonical(name)) {
            (suggestions, refusal) = ([], .selected(name))
            return
        }
        // Return on a new name must not choose a tag that is merely similar.
        let isNew = suggestions.last?.kind == .create
        highlight =
            isNew && suggestions.first?.match.isLoose != false ? suggestions.indices.last : suggestions.indices.first
        do throws(ParseError) { _ = try TagName(validating: name.text) } catch { refusal = .invalid(error) }
    }
}
