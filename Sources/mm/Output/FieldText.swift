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
    mutating func fields(_ name: String, _ fields: [FrontMatterField]) { object(name) { $0.fields(fields) } }

    /// A repeated key, which is a problem of the file, is written once, with an object that has all its values: most
    /// readers of JSON take only one of two equal keys.
    private mutating func fields(_ fields: [FrontMatterField]) {
        let values = Dictionary(grouping: fields) { Array($0.key.utf8) }
        guard values.count < fields.count else {
            for field in fields { self.field(field.key, field.value) }
            return
        }
        var written: Set<[UInt8]> = []
        for field in fields {
            let key = Array(field.key.utf8)
            guard written.insert(key).inserted else { continue }
            let all = values[key, default: []]
            if all.count == 1 {
                self.field(field.key, field.value)
            } else {
                object(field.key) { $0.array("repeated") { json in for field in all { json.element(field.value) } } }
            }
        }
    }

    /// Writes a key of the front matter and its value. An alias of a list or mapping is written as that list or mapping; within
    /// another value, where expanding it might never end, as an object with the name.
    mutating func field(_ key: String, _ value: FrontMatterField.Value) {
        switch value {
        case .null: null(key)
        case .scalar(let text, let isPlain):
            write(key, Self.scalar(text, isPlain: isPlain))
        case .alias(let name, .null): object(key) { $0.field("*", name) }
        case .alias(_, let value): field(key, value)
        case .list(let items): array(key) { json in for item in items { json.element(item) } }
        case .mapping(let entries): fields(key, entries)
        }
    }

    private mutating func element(_ value: FrontMatterField.Value) {
        switch value {
        case .null: null()
        case .scalar(let text, let isPlain):
            write(nil, Self.scalar(text, isPlain: isPlain))
        case .alias(let name, .null): object { $0.field("*", name) }
        case .alias(_, let value): element(value)
        case .list(let items): array { json in for item in items { json.element(item) } }
        case .mapping(let entries): object { $0.fields(entries) }
        }
    }

    /// - Parameter key: nil for an element of an array.
    private mutating func write(_ key: String?, _ value: some JSONScalar) {
        if let key { field(key, value) } else { element(value) }
    }

    /// Plain scalars that YAML 1.2 reads as booleans or integers have these types; everything else is text.
    private static func scalar(_ text: String, isPlain: Bool) -> any JSONScalar {
        if isPlain, let value = ["true": true, "false": false][text.lowercased()] { return value }
        if isPlain, let value = Int(text), String(value) == text { return value }
        return text
    }
}
