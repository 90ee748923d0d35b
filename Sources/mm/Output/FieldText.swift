import MemossFiles

extension FrontMatterField.Value {
    /// One line, for people: the items of a list are separated by commas.
    var text: String {
        switch self {
        case .null: ""
        case .scalar(let text, _): text
        case .list(let items): items.map(\.nested).joined(separator: ", ")
        case .mapping(let entries): entries.map { "\($0.key): \($0.value.nested)" }.joined(separator: ", ")
        case .alias(_, let value) where value != .null: value.text
        case .alias(let name, _): "*\(name)"
        }
    }

    /// Within another value.
    private var nested: String {
        switch self {
        case .list: "[\(text)]"
        case .mapping: "{\(text)}"
        default: text
        }
    }
}

extension JSONWriter {
    /// Writes a key of the front matter and its value. An alias of a list or mapping is written as its name, because the
    /// value is also elsewhere, and expanding it might never end.
    mutating func field(_ field: FrontMatterField) {
        switch field.value {
        case .null: null(field.key)
        case .scalar(let text, let isPlain):
            switch PlainValue(text, isPlain: isPlain) {
            case .bool(let value): self.field(field.key, value)
            case .integer(let value): self.field(field.key, value)
            case .text(let value): self.field(field.key, value)
            }
        case .alias(let name, _): self.field(field.key, "*" + name)
        case .list(let items): array(field.key) { json in for item in items { json.element(item) } }
        case .mapping(let entries): object(field.key) { json in for entry in entries { json.field(entry) } }
        }
    }

    private mutating func element(_ value: FrontMatterField.Value) {
        switch value {
        case .null: null()
        case .scalar(let text, let isPlain):
            switch PlainValue(text, isPlain: isPlain) {
            case .bool(let value): element(value)
            case .integer(let value): element(value)
            case .text(let value): element(value)
            }
        case .alias(let name, _): element("*" + name)
        case .list(let items): array { json in for item in items { json.element(item) } }
        case .mapping(let entries): object { json in for entry in entries { json.field(entry) } }
        }
    }

    /// Plain scalars that YAML 1.2 reads as booleans or integers have these types; everything else is text.
    private enum PlainValue {
        case bool(Bool)
        case integer(Int)
        case text(String)

        init(_ text: String, isPlain: Bool) {
            if isPlain, let value = ["true": true, "false": false][text.lowercased()] {
                self = .bool(value)
            } else if isPlain, let value = Int(text), String(value) == text {
                self = .integer(value)
            } else {
                self = .text(text)
            }
        }
    }
}
