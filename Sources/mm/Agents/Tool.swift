import CBuild
import MemossFiles

/// A command as an agent calls it. Its arguments and their schema come from the declaration of the command, and the schema of
/// its answer from docs/schema.
struct Tool: Sendable {
    let command: Command
    /// The schema of the JSON that the command prints.
    let output: String
    /// What it does, if the summary of the command is about more.
    var summary: String?
    /// Which paragraphs of the discussion are for agents too.
    var paragraphs: Set<Int> = []
    var isDestructive = false
    var isIdempotent = false
    /// An argument whose words are taken literally: they stand behind `--`.
    var literal: (name: String, help: String, isRequired: Bool)?

    static let all = [
        Tool(command: .list, output: "list", paragraphs: [0, 1, 2]),
        Tool(command: .find, output: "find", paragraphs: [0]),
        Tool(command: .show, output: "show", paragraphs: [0]),
        Tool(command: .agenda, output: "agenda", paragraphs: [0, 1]),
        Tool(command: .plan, output: "plan", paragraphs: [0]),
        Tool(command: .tagList, output: "tag-list", paragraphs: [0]),
        Tool(command: .add, output: "edit", paragraphs: [0], literal: ("title", "the title, literally", true)),
        Tool(
            command: .edit,
            output: "edit",
            summary: "set fields of reminders and notes",
            paragraphs: [2],
            isDestructive: true,
            isIdempotent: true
        ),
        Tool(command: .done, output: "step", paragraphs: [0, 1]),
        Tool(
            command: .snooze,
            output: "step",
            literal: ("until", "a duration such as 15m or 2h, or a date such as tomorrow 9am (default: 15m)", false)
        ),
        Tool(command: .tagRename, output: "edit", paragraphs: [0], isDestructive: true),
        Tool(command: .undo, output: "edit", paragraphs: [0], isDestructive: true),
        Tool(command: .redo, output: "edit", paragraphs: [0], isDestructive: true),
    ]

    private var syntax: CommandSyntax { command.syntax }

    /// `tag_rename`.
    var name: String { syntax.path.joined(separator: "_") }

    var isReading: Bool { !syntax.declares(.dryRun) }
}

// MARK: - Arguments

extension Tool {
    struct Parameter: Sendable {
        enum Kind: Sendable {
            case flag, integer, text, texts
            case choice([String])
            /// Keys of the file and their values.
            case values
        }

        enum Place: Sendable {
            /// The index of the argument.
            case argument(Int, isSplit: Bool)
            case option(OptionSyntax)
            case literal
            case assignments
        }

        let name: String
        let kind: Kind
        let place: Place
        let help: String
        var isRequired = false

        fileprivate var schema: JSON {
            var schema: JSON =
                switch kind {
                case .flag: ["type": "boolean"]
                case .integer: ["type": "integer", "minimum": 0]
                case .text: ["type": "string", "maxLength": .integer(Tool.longestText)]
                case .texts:
                    ["type": "array", "items": ["type": "string"], "maxItems": .integer(Tool.mostTexts)]
                case .choice(let choices): ["type": "string", "enum": .array(choices.map(JSON.string))]
                case .values: ["type": "object", "additionalProperties": ["type": ["string", "number", "boolean"]]]
                }
            // What is left out is for people.
            let clauses = help.split(separator: "; ").filter { clause in
                !["standard input", "terminal", "DURATION"].contains { clause.contains($0) }
            }
            schema.add("description", .string(Tool.spoken(clauses.joined(separator: "; ").sentence)))
            return schema
        }
    }

    static let longestText = 100_000
    static let mostTexts = 200

    /// What needs a person, a terminal, standard input or a text format.
    private static let hidden: Set = [
        "--yes", "--interactive", "--edit", "--skip-invalid", "--list", "--skip", "--columns A,B", "--tsv",
    ]

    var parameters: [Parameter] {
        let arguments = syntax.arguments.enumerated().compactMap { index, argument -> Parameter? in
            // The title of a new reminder is literal.
            guard literal == nil || argument.isVariadic && argument.arity == .some else { return nil }
            let isList = argument.alternative != nil || syntax.path == ["find"]
            let name = argument.name.lowercased().replacing("|", with: "_or_") + (isList ? "s" : "")
            let isRequired = argument.isRequired
            return Parameter(
                name: name,
                kind: isList ? .texts : .text,
                // A date, and the terms of a query.
                place: .argument(index, isSplit: argument.name.contains("|")),
                help: argument.help + (argument.alternative.map { "; or give \($0.name)" } ?? ""),
                isRequired: isRequired
            )
        }
        let options = syntax.options.filter { !Self.hidden.contains($0.usage) }.map { option in
            let kind: Parameter.Kind =
                if let choices = option.choices {
                    .choice(choices)
                } else {
                    !option.takesValue
                        ? .flag
                        : option.isRepeatable ? .texts : ["N", "NUMBER"].contains(option.value) ? .integer : .text
                }
            let notation = option.notation.map { " (\($0.written))" } ?? ""
            let help = option.long == OptionSyntax.dryRun.long ? "write nothing, and answer with a diff" : option.help
            return Parameter(name: Self.spoken(option.name), kind: kind, place: .option(option), help: help + notation)
        }
        let literals = literal.map { literal in
            [
                Parameter(
                    name: literal.name,
                    kind: .text,
                    place: .literal,
                    help: literal.help,
                    isRequired: literal.isRequired
                )
            ]
        }
        let values =
            syntax.path == ["edit"]
            ? [Parameter(name: "fields", kind: .values, place: .assignments, help: "sets any other key of the file")]
            : []
        return arguments + (literals ?? []) + options + values
    }

    /// The invocation of the command.
    ///
    /// - Throws: a usage error that names what could have been given.
    func invocation(_ given: JSON, _ globals: OptionValues) throws(MemossError) -> Invocation {
        guard case .object(let members) = given == .null ? [:] : given else {
            throw MemossError(.usage, "the arguments have to be an object")
        }
        let parameters = parameters
        var words = syntax.arguments.map { _ in [String]() }
        var (options, literal, assignments): (OptionValues, [String]?, [String]) = (OptionValues(), nil, [])
        var seen: Set<String> = []
        for member in members where member.value != .null {
            guard let parameter = parameters.first(where: { $0.name == member.key }) else {
                let names = parameters.map(\.name)
                let near = Spelling.nearest(to: member.key, among: names).map { "did you mean '\($0)'?" }
                throw MemossError(
                    .usage,
                    "'\(name)' has no argument '\(member.key)'",
                    hints: near + ["its arguments are \(names.listed("and"))"]
                )
            }
            guard seen.insert(member.key).inserted else {
                throw MemossError(.usage, "'\(member.key)' is given twice")
            }
            let values = try parameter.values(of: member.value)
            switch parameter.place {
            case .argument(let index, let isSplit):
                words[index] = isSplit ? values.flatMap { $0.split(separator: " ").map(String.init) } : values
            case .literal: literal = values
            case .assignments: assignments = values
            case .option(let option): for value in values { options.add(option.reads(value), for: option) }
            }
        }
        if let missing = parameters.first(where: { $0.isRequired && !seen.contains($0.name) }) {
            throw MemossError(.usage, "'\(name)' needs '\(missing.name)': \(missing.help)")
        }
        if syntax.declares(.yes) {
            // A number that is known is the confirmation.
            guard !options.flag(.whereQuery) || options.flag(.expect) || options.flag(.dryRun) else {
                throw MemossError(
                    .usage,
                    "'where' needs 'expect': how many reminders may change",
                    hints: ["to find out, call it with dry_run: true"]
                )
            }
            options.add("", for: .yes)
        }
        if !assignments.isEmpty, words[0].isEmpty, !options.flag(.whereQuery) {
            throw MemossError(.usage, "'\(name)' needs 'selectors' or 'where'")
        }
        words.indices.first.map { words[$0] += assignments }
        let separator = literal.map { _ in words[0].count }
        if let literal { words[0] += literal }
        return Invocation(command: syntax, arguments: words, separator: separator, options: options, globals: globals)
    }
}

extension Tool.Parameter {
    /// The words for the value.
    fileprivate func values(of json: JSON) throws(MemossError) -> [String] {
        switch (kind, json) {
        case (.flag, .bool(let isOn)): return isOn ? [""] : []
        case (.integer, _): if let number = json.int, number >= 0 { return [String(number)] }
        case (.text, .string(let text)): return [try checked(text)]
        case (.texts, .string(let text)): return [try checked(text)]
        case (.texts, .array(let elements)) where elements.count <= Tool.mostTexts:
            var texts: [String] = []
            for element in elements {
                guard let text = element.string else { throw wrongType }
                texts.append(try checked(text))
            }
            return texts
        case (.choice(let choices), .string(let text)):
            if choices.contains(text) { return [text] }
            throw MemossError(.usage, "'\(name)' cannot be '\(text)'", hints: ["it is \(choices.listed("or"))"])
        case (.values, .object(let members)):
            var words: [String] = []
            for member in members { words.append(try assignment(member)) }
            return words
        default: break
        }
        throw wrongType
    }

    private func assignment(_ member: JSON.Member) throws(MemossError) -> String {
        let value: String? =
            switch member.value {
            case .string(let text): text
            case .bool, .integer, .number: String(decoding: member.value.bytes, as: UTF8.self)
            default: nil
            }
        guard let value, let word = KeyAndValue("\(member.key)=\(value)"), word.key == member.key else {
            throw MemossError(
                .usage,
                "'\(name)': '\(member.key)' needs a name, and a text, a number or a boolean as value"
            )
        }
        return "\(word.key)=\(try checked(word.value))"
    }

    /// No command line has other control characters, or as much.
    private func checked(_ text: String) throws(MemossError) -> String {
        guard text.utf8.count <= Tool.longestText else {
            throw MemossError(.usage, "'\(name)' is longer than \(Tool.longestText) bytes")
        }
        guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x0A || $0 == 0x09 }) else {
            throw MemossError(.usage, "'\(name)' has a control character")
        }
        return text
    }

    private var wrongType: MemossError {
        let type =
            switch kind {
            case .flag: "true or false"
            case .integer: "a whole number from 0 up"
            case .text, .choice: "a text"
            case .texts: "a list of at most \(Tool.mostTexts) texts"
            case .values: "an object"
            }
        return MemossError(.usage, "'\(name)' has to be \(type)", hints: [help])
    }
}

extension OptionSyntax {
    /// The value for the command line, where a body of `-` alone means standard input.
    fileprivate func reads(_ value: String) -> String { long == OptionSyntax.body.long && value == "-" ? "-\n" : value }
}

extension Notation {
    fileprivate var written: String {
        self == .rule
            ? "daily, weekly on monday, monthly on 31, or an RFC 5545 rule"
            : "2026-12-24, 2026-12-24T09:00, tomorrow 9am, friday, in 3 days"
    }
}

// MARK: - Description

extension Tool {
    var json: JSON {
        let hints: JSON = [
            "readOnlyHint": .bool(isReading), "destructiveHint": .bool(isDestructive),
            "idempotentHint": .bool(isReading || isIdempotent), "openWorldHint": false,
        ]
        return [
            "name": .string(name), "title": .string(title), "description": .string(description),
            "inputSchema": inputSchema, "outputSchema": outputSchema, "annotations": hints,
        ]
    }

    private var title: String { (summary ?? syntax.summary).sentence }

    private var description: String {
        let parts = syntax.discussion.split(separator: "\n\n").enumerated().filter { paragraphs.contains($0.offset) }
        return ([title] + parts.map { Self.spoken(String($0.element)) }).joined(separator: "\n\n")
    }

    private var inputSchema: JSON {
        let parameters = parameters
        var schema: JSON = [
            "type": "object",
            "properties": .object(parameters.map { JSON.Member(key: $0.name, value: $0.schema) }),
            "additionalProperties": false,
        ]
        let required = parameters.filter(\.isRequired).map { JSON.string($0.name) }
        if !required.isEmpty { schema.add("required", .array(required)) }
        return schema
    }

    /// The answer around the JSON of the command.
    private var outputSchema: JSON {
        let data = Self.schema(output).without(["$schema", "title"])
        let texts: JSON = ["type": "array", "items": ["type": "string"]]
        var properties: JSON = [
            "note": ["const": .string(ToolAnswer.note)], "data": data, "messages": texts,
            "cut": ["type": "object", "description": "How many elements these lists have in all."],
        ]
        if !isReading {
            properties.add("diff", ["type": "string", "description": "With dry_run: what would change."])
            properties.add("undo", ["type": "object", "description": "The call that reverts this edit."])
        }
        return [
            "type": "object", "properties": properties, "required": ["note", "messages"],
            "$defs": Self.definitions(for: data),
        ]
    }

    private static func schema(_ name: String) -> JSON {
        let text = mm_schema(name).map { String(cString: $0) } ?? ""
        return ((try? JSON(parsing: Array(text.utf8))) ?? [:]).withLocalReferences
    }

    /// The definitions that a schema needs.
    private static func definitions(for schema: JSON) -> JSON {
        let all = Self.schema("definitions")["$defs"]
        var (needed, waiting): (Set<String>, [JSON]) = ([], [schema])
        while let next = waiting.popLast() {
            for name in next.references where needed.insert(name).inserted { waiting.append(all[name]) }
        }
        guard case .object(let members) = all else { return [:] }
        return .object(members.filter { needed.contains($0.key) })
    }

    /// A text about options, with the names of arguments: `dry_run` for `--dry-run`.
    static func spoken(_ text: String) -> String {
        text.replacing(#/(^|[^\w-])--([a-z][a-z-]*)/#) { "\($0.1)\($0.2.replacing("-", with: "_"))" }
    }
}

extension JSON {
    private static let local = "#/$defs/"

    func without(_ keys: Set<String>) -> JSON {
        guard case .object(let members) = self else { return self }
        return .object(members.filter { !keys.contains($0.key) })
    }

    /// The same value with other texts.
    ///
    /// - Parameter key: the key of the value; it is passed on with each text of it.
    func mapStrings(of key: String = "", _ change: (_ key: String, String) -> String) -> JSON {
        switch self {
        case .string(let text): .string(change(key, text))
        case .array(let elements): .array(elements.map { $0.mapStrings(of: key, change) })
        case .object(let members):
            .object(
                members.map {
                    Member(key: change("", $0.key), value: $0.value.mapStrings(of: $0.key, change))
                }
            )
        default: self
        }
    }

    fileprivate var withLocalReferences: JSON {
        mapStrings { key, text in key == "$ref" ? text.replacing("definitions.json#", with: "#") : text }
    }

    /// The names of the definitions that it refers to.
    fileprivate var references: [String] {
        switch self {
        case .array(let elements): elements.flatMap(\.references)
        case .object(let members):
            members.flatMap { member in
                if member.key == "$ref", let text = member.value.string, text.hasPrefix(Self.local) {
                    return [String(text.dropFirst(Self.local.count))]
                }
                return member.value.references
            }
        default: []
        }
    }
}
