internal import Bytes

extension Configuration {
    /// A value in effect.
    package struct Setting: Sendable, Hashable {
        /// `clock`, `times.morning`, `queries.urgent`.
        package var key: String
        /// The value; nil if there is none.
        package var value: String?
        /// The line in the file; nil for a default.
        package var line: Int?
    }

    /// All values, in the order of the documentation.
    package var settings: [Setting] {
        let values: [(String, String?)] =
            [
                ("directory", directory), ("all_day_at", allDayAt.description), ("notify_command", notifyCommand),
                ("deadlines", deadlinesRing ? "ring" : "silent"),
                ("times.morning", times.morning.description), ("times.afternoon", times.afternoon.description),
                ("times.evening", times.evening.description), ("clock", clock.rawValue),
            ] + push.settings + publish.settings + aliases.map { ("aliases.\($0.name)", $0.text) }
            + queries.map { ("queries.\($0.name)", $0.text) }
        // An invalid value falls back to the default.
        let faulty = Set(problems.compactMap(\.line))
        return values.map { key, value in
            let line = value == nil ? nil : lines[key].flatMap { faulty.contains($0) ? nil : $0 }
            return Setting(key: key, value: value, line: line)
        }
    }

    /// The file with one value changed or removed; every other byte is kept.
    ///
    /// - Parameters:
    ///   - key: as in `settings`; for a removal, any key in the file.
    ///   - text: nil to remove the key, and also the mapping around it if that becomes empty.
    ///   - taken: names that an alias cannot have.
    /// - Throws: a `ParseError` if the value is invalid for the key, or if the value cannot be changed in this file.
    package static func setting(
        _ key: String,
        to text: String?,
        in bytes: [UInt8],
        taken: [String]
    ) throws(ParseError) -> [UInt8] {
        guard text?.unicodeScalars.contains(where: ScalarText.isBreakOrControl) != true else {
            throw ParseError("the value has a line break or a control character, expected one line")
        }
        let result: [UInt8]
        do {
            let document = try YAMLDocument.parseWithLibYAML(bytes, range: 0..<bytes.count)
            if let offset = document.foreignLineBreak {
                throw EditRefusal(
                    reason: "the file has a line break that YAML and editors read differently",
                    offset: offset
                )
            }
            var editor = DocumentEditor(document)
            if let text {
                try editor.apply(try splices(setting: key, to: text, in: document))
            } else {
                try editor.apply(try splices(removing: key, in: document))
            }
            result = editor.document.bytes
        } catch let refusal as EditRefusal {
            throw ParseError("line \(TextPosition(of: refusal.offset, in: bytes).line): \(refusal.reason)")
        } catch let fault as YAMLDocument.Fault {
            throw ParseError("line \(TextPosition(of: fault.offset, in: bytes).line): \(fault.message)")
        } catch {
            throw ParseError("\(error)")
        }
        let (old, new) = (
            Configuration(parsing: bytes, path: "", taken: taken),
            Configuration(parsing: result, path: "", taken: taken)
        )
        let known = Set(old.problems.map(\.message))
        if let problem = new.problems.first(where: { !known.contains($0.message) }) {
            throw ParseError(problem.message, suggestion: problem.suggestion)
        }
        let values = Dictionary(new.settings.map { ($0.key, $0.value) }) { first, _ in first }
        // A YAML alias repeats the value of its anchor, so the edit may change another key too. The defaults of a mapping are listed only
        // with it.
        if let other = old.settings.first(where: { setting in
            setting.key != key && (values[setting.key].map { $0 != setting.value } ?? (setting.line != nil))
        }) {
            throw ParseError("the edit would change '\(other.key)' too")
        }
        return result
    }

    private static func splices(
        setting key: String,
        to text: String,
        in document: YAMLDocument
    ) throws(EditRefusal) -> [Splice] {
        let parts = key.split(separator: ".", maxSplits: 1).map(String.init)
        let item = FieldValue.Item(text, .notNull)
        guard let entry = document.entry(parts[0]) else {
            let line = parts.count == 1 ? FieldValue.line(key, .text(item)) : nil
            return [
                try lastLine(
                    line ?? "\(parts[0]):",
                    parts.count > 1 ? FieldValue.line(parts[1], .text(item)) : nil,
                    in: document
                )
            ]
        }
        guard parts.count > 1 else { return [try replacement(of: entry, by: item, in: document)] }
        let mapping = entry.value
        guard document.nodes[mapping].kind == .mapping else {
            guard document.isNull(mapping) else { throw refusal(of: mapping, in: document) }
            let name = ScalarText.written(FieldValue.Item(parts[1], .notNull), inFlow: true)
            let flow = "{\(name): \(ScalarText.written(item, inFlow: true))}"
            let span = document.nodes[mapping].contentSpan
            return [Splice(span, (span.isEmpty ? " " : "") + flow)]
        }
        if let entry = document.entries(of: mapping).first(where: { document.text(of: $0.key, equals: parts[1]) }) {
            return [try replacement(of: entry, by: item, in: document)]
        }
        var editor = RegistryEditor(document: document)
        guard document.nodes[mapping].style == .flow else {
            editor.insertField(FieldValue.line(parts[1], .text(item)), below: mapping)
            return editor.splices
        }
        let name = ScalarText.written(FieldValue.Item(parts[1], .notNull), inFlow: true)
        let last = editor.lastChildEnd(of: mapping)
        let end = last ?? document.nodes[mapping].contentSpan.lowerBound + 1
        return [Splice(end..<end, "\(last == nil ? "" : ", ")\(name): \(ScalarText.written(item, inFlow: true))")]
    }

    private static func splices(removing key: String, in document: YAMLDocument) throws(EditRefusal) -> [Splice] {
        let parts = key.split(separator: ".", maxSplits: 1).map(String.init)
        guard let index = document.entries.firstIndex(where: { document.text(of: $0.key, equals: parts[0]) }) else {
            return []
        }
        let mapping = document.entries[index].value
        guard parts.count > 1 else {
            guard document.nodes[mapping].kind != .mapping || document.entries(of: mapping).isEmpty else {
                let reason = "'\(key)' has several values: name one of them, such as \(key).NAME"
                throw EditRefusal(reason: reason, offset: document.nodes[mapping].span.lowerBound)
            }
            return try document.splices(removing: index)
        }
        let entries = document.nodes[mapping].kind == .mapping ? document.entries(of: mapping) : []
        guard let place = entries.firstIndex(where: { document.text(of: $0.key, equals: parts[1]) }) else { return [] }
        if entries.count == 1 { return try document.splices(removing: index) }
        return try document.splices(removing: place, from: mapping)
    }

    private static func replacement(
        of entry: YAMLDocument.Entry,
        by item: FieldValue.Item,
        in document: YAMLDocument
    ) throws(EditRefusal) -> Splice {
        let node = document.nodes[entry.value]
        guard node.kind == .scalar, node.style != .literal, node.style != .folded else {
            throw refusal(of: entry.value, in: document)
        }
        return document.splice(replacing: entry.value, by: item)
    }

    private static func refusal(of node: Int, in document: YAMLDocument) -> EditRefusal {
        EditRefusal(reason: "this value cannot be replaced in place", offset: document.nodes[node].span.lowerBound)
    }

    /// Adds a key, with one nested in it, at the end of the file.
    private static func lastLine(
        _ line: String,
        _ nested: String?,
        in document: YAMLDocument
    ) throws(EditRefusal) -> Splice {
        if let root = document.nodes.first, root.style == .flow {
            throw EditRefusal(
                reason: "the file is written in braces, so a key cannot be added",
                offset: root.span.lowerBound
            )
        }
        let end = document.bytes.count
        let lineEnd = Delimiters.LineEnd(of: document.bytes).text
        let text = [line, nested.map { "  " + $0 }].compactMap(\.self).joined(separator: lineEnd)
        let isOpen = end > 0 && document.bytes.last != Ascii.lineFeed
        return Splice(end..<end, isOpen ? lineEnd + text : text + lineEnd)
    }
}
