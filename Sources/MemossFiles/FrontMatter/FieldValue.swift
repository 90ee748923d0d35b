internal import Bytes

/// The value to set for a key: one line of text, or a list of them.
package enum FieldValue: Sendable, Hashable {
    case text(Item)
    case list([Item])

    /// One line of text.
    package struct Item: Sendable, Hashable {
        /// How the text must be read back; it is quoted if a plain scalar would be read differently.
        package enum Reading: Sendable {
            /// As YAML resolves it: dates, numbers and booleans are written plain.
            case any
            /// Not as null, and not as a YAML 1.1 type without a value, which would prevent other programs from loading
            /// the file.
            case notNull
            /// As a string by every loader: it was entered in quotes, or is a text that `mm` writes, such as a title or a tag.
            case string
            /// As it stands, such as a mapping, or a time that keeps its seconds.
            case verbatim
        }

        package var text: String
        package var reading: Reading

        package init(_ text: String, _ reading: Reading = .any) {
            self.text = text
            self.reading = reading
        }
    }

    /// Parses a value as typed by the user: a flow sequence of scalars is a list, and everything else is text.
    ///
    /// - Throws: a `ParseError` if a list item is itself a list or a mapping. `[[Note]]`, an Obsidian link, is text.
    package init(parsing text: String) throws(ParseError) {
        self = try FieldValue.items(text).map(FieldValue.list) ?? .text(Item(text))
    }

    private static func items(_ text: String) throws(ParseError) -> [Item]? {
        guard text.utf8.first == Ascii.openBracket, text.utf8.last == Ascii.closeBracket else { return nil }
        let bytes = Array("k: \(text)\n".utf8)
        guard let document = try? YAMLDocument.parseWithLibYAML(bytes, range: 0..<bytes.count),
            document.entries.count == 1, let value = document.entries.first?.value,
            document.nodes[value].kind == .sequence, document.nodes[value].span.upperBound == bytes.count - 1
        else { return nil }
        let children = Array(document.children(of: value))
        if children.count == 1, document.nodes[children[0]].kind == .sequence { return nil }
        var items: [Item] = []
        for child in children {
            guard document.nodes[child].kind == .scalar, document.properties(of: child) == nil else {
                let message = "an item of the list is not a single value: quote text that contains brackets or braces"
                throw ParseError(message, offset: document.nodes[child].span.lowerBound - 3)
            }
            items.append(Item(document.text(of: child), document.nodes[child].style.isQuoted ? .string : .any))
        }
        return items
    }

    /// The YAML for the value of a new key.
    var written: String {
        switch self {
        case .text(let item): ScalarText.written(item, inFlow: false)
        case .list(let items): "[" + items.map { ScalarText.written($0, inFlow: true) }.joined(separator: ", ") + "]"
        }
    }
}

extension ScalarText {
    /// A scalar that reads back as `item`: in `style` if possible, otherwise in double quotes.
    package static func written(_ item: FieldValue.Item, as style: Node.Style = .plain, inFlow: Bool) -> String {
        if item.reading == .verbatim { return item.text }
        return switch style {
        // Unlike libyaml, PyYAML does not allow tabs in plain scalars.
        case .plain where isPlainSafe(item.text, inFlow: inFlow) && !item.text.utf8.contains(Ascii.tab) && isRead(item):
            item.text
        case .singleQuoted where !item.text.unicodeScalars.contains(where: needsEscape):
            quoted(item.text, .singleQuoted)
        default: quoted(item.text, .doubleQuoted)
        }
    }

    /// Whether the plain scalar is read back as intended.
    private static func isRead(_ item: FieldValue.Item) -> Bool {
        switch item.reading {
        // PyYAML cannot load a file that contains one of these.
        case .any: !["=", "<<"].contains(item.text)
        case .notNull: !hasNoValue(item.text) && !["~", "null", "Null", "NULL"].contains(item.text)
        case .string: isPlainString(item.text)
        case .verbatim: true
        }
    }
}
