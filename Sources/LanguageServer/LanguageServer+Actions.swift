internal import Bytes
import MemossFiles

extension LanguageServer {
    // MARK: Actions

    /// The actions at a range: for its problems, for an unknown tag, and for the reminder as a whole.
    mutating func codeActions(_ params: JSON, in surroundings: Surroundings) throws(ResponseError) -> JSON {
        guard let place = try place(params), let folder, let range = place.document.text.range(params["range"]),
            place.document.state != .outdated
        else { return .null }
        let wanted = params["context"]["only"].elements.compactMap(\.string)
        func isWanted(_ kind: String) -> Bool {
            wanted.isEmpty || wanted.contains { kind == $0 || kind.hasPrefix($0 + ".") || $0.isEmpty }
        }
        var actions: [JSON] = []
        let others = place.isRegistry ? [] : try rewritings(at: range.lowerBound, of: place, folder, surroundings)
        if isWanted("quickfix") || isWanted("source.fixAll") {
            let (fixes, all) = try fixes(at: range, of: place, folder, surroundings)
            if isWanted("quickfix") {
                // The others say more about the same edit.
                actions += fixes.filter { fix in !others.contains { $0.edit == fix["edit"] } }
                actions += createActions(at: range, of: place, folder)
                if let quoted = try quoting(at: range, of: place, folder) { actions.append(quoted) }
                if let current = try currentName(at: range, of: place, folder) { actions.append(current) }
            }
            // What is offered for the place already is not offered for the file again.
            let near = isWanted("quickfix") ? fixes : []
            if isWanted("source.fixAll") {
                actions += all.filter { all in !near.contains { $0["edit"] == all["edit"] } }
            }
        }
        if !place.isRegistry {
            for (title, kind, edit) in others where isWanted(kind) { actions.append(action(title, kind, edit)) }
            if isWanted("refactor") { actions += try stepActions(of: place, folder, surroundings) }
        }
        return .array(actions)
    }

    func action(_ title: String, _ kind: String, _ edit: JSON) -> JSON {
        ["title": .string(title), "kind": .string(kind), "edit": edit]
    }

    /// The suggestions of the problems at a range, and the unambiguous fixes in the whole file.
    private mutating func fixes(
        at range: Range<Int>,
        of place: Place,
        _ folder: ServedFolder,
        _ surroundings: Surroundings
    ) throws(ResponseError) -> (near: [JSON], all: [JSON]) {
        let bytes = place.document.text.bytes
        let problems = problems(of: [PathKey(place.path)], in: surroundings)
        let places = ProblemPlaces(place.document.text, isRegistry: place.isRegistry)
        var near: [JSON] = []
        for problem in problems {
            let own = places.bytes(of: problem)
            guard let suggestion = problem.suggestion, own.lowerBound <= range.upperBound,
                range.lowerBound <= own.upperBound
            else { continue }
            // Keep the quotes around the text.
            let quotes = bytes[own].first.map { $0 == Ascii.quote || $0 == Ascii.apostrophe } == true && own.count > 1
            let inner = quotes ? own.lowerBound + 1..<own.upperBound - 1 : own
            let edit = try workspaceEdit(Splice(inner, suggestion), of: place, in: folder)
            near.append(action("Change to '\(suggestion)'", "quickfix", edit))
        }
        let (context, _) = context(folder, in: surroundings)
        guard let (plan, fixed) = try? FolderFix(of: problems).plan(in: context), !fixed.isEmpty else {
            return (near, [])
        }
        let title =
            fixed.count == 1 ? "Fix: \(fixed[0].message)" : "Fix \(fixed.count) problems with only one right answer"
        return (near, [action(title, "source.fixAll", try workspaceEdit(plan, in: folder, at: surroundings.time.now))])
    }

    /// Puts the text of a key in quotes, if the front matter can then be read: `title: Two: things`.
    private func quoting(
        at range: Range<Int>,
        of place: Place,
        _ folder: ServedFolder
    ) throws(ResponseError) -> JSON? {
        let bytes = place.document.text.bytes
        guard !place.isRegistry, (try? FrontMatter.read(bytes)) == nil,
            case .found(let delimiters) = Delimiters.search(bytes), delimiters.content.contains(range.lowerBound),
            let entry = TypedYAML(bytes, delimiters.content, names).entry(at: range.lowerBound)
        else { return nil }
        let line = place.document.text.restOfLine(from: entry.value.lowerBound)
        let value = bytes[line].drop(while: Ascii.isBlank)
        guard let first = value.first, !"'\"[{|>&*!".utf8.contains(first) else { return nil }
        let text = String(decoding: value, as: UTF8.self)
        let splice = Splice(value.indices, "\"\(ScalarText.escaped(text, .doubleQuoted))\"")
        guard let after = (try? SpliceSet([splice]))?.applied(to: bytes), (try? FrontMatter.read(after)) != nil else {
            return nil
        }
        return action("Put the text in quotes", "quickfix", try workspaceEdit(splice, of: place, in: folder))
    }

    /// Writes the current name of a tag instead of a former one.
    private func currentName(
        at range: Range<Int>,
        of place: Place,
        _ folder: ServedFolder
    ) throws(ResponseError) -> JSON? {
        let bytes = place.document.text.bytes
        guard !place.isRegistry, let tag = TagPlace(at: range.lowerBound, in: bytes, isRegistry: false, names: names),
            case .value("tags", let item) = CursorPlace(
                at: range.lowerBound,
                in: bytes,
                isRegistry: false,
                names: names
            )
        else { return nil }
        let current = folder.snapshot.registry.canonical(tag.name)
        // A file that has both names would have one tag twice.
        guard current != tag.name, !TagPlace.tags(of: bytes, names: names).contains(where: { $0.name == current }),
            let written = item.written(current.text, .string)
        else { return nil }
        let edit = try workspaceEdit(Splice(item.range, written), of: place, in: folder)
        return action("Write the current name: \(current)", "quickfix", edit)
    }

    /// Registers an unknown tag, with each of the presets.
    private func createActions(at range: Range<Int>, of place: Place, _ folder: ServedFolder) -> [JSON] {
        guard !place.isRegistry,
            let tag = TagPlace(
                at: range.lowerBound,
                in: place.document.text.bytes,
                isRegistry: false,
                names: names
            ),
            !folder.snapshot.registry.knows(tag.name)
        else { return [] }
        let name = JSON.string(tag.name.text)
        let plain: JSON = ["title": "Create the tag", "command": .string(Self.createTag), "arguments": [name]]
        let colored = TagColor.Preset.allCases.map { preset -> JSON in
            let title = "Create the tag '\(tag.name)' in \(preset.rawValue)"
            let command: JSON = [
                "title": .string(title), "command": .string(Self.createTag),
                "arguments": [name, .string(preset.rawValue)],
            ]
            return ["title": .string(title), "kind": "quickfix", "command": command]
        }
        return [["title": "Create the tag '\(tag.name)'", "kind": "quickfix", "command": plain]] + colored
    }
}
