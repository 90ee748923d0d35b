import CBuild
import MemossFiles

/// A command as an agent calls it. Its arguments and their schema come from the declaration of the command, and the schema of
/// its answer from docs/schema.
struct Tool: Sendable {
    let command: Command
    /// The schema of the JSON that the command prints.
    var output = "edit"
    /// What it does, if the summary of the command is about more.
    var summary: String?
    /// Which paragraphs of the discussion are for agents too.
    var paragraphs: Set<Int> = []
    var isDestructive = false
    var isIdempotent = false
    /// What the command takes behind `--`; if they are several, fields and their values.
    var other: ArgumentSyntax?

    static let all = [
        Tool(command: .list, output: "list", paragraphs: [0, 1, 2]),
        Tool(command: .find, output: "find", paragraphs: [0]),
        Tool(command: .show, output: "show", paragraphs: [0]),
        Tool(command: .agenda, output: "agenda", paragraphs: [0, 1]),
        Tool(command: .plan, output: "plan", paragraphs: [0]),
        Tool(command: .tagList, output: "tag-list", paragraphs: [0]),
        Tool(command: .add, paragraphs: [0], other: ArgumentSyntax("TITLE", help: "the title, literally")),
        Tool(
            command: .edit,
            summary: "set fields of reminders and notes",
            paragraphs: [2],
            isDestructive: true,
            isIdempotent: true,
            other: ArgumentSyntax("FIELDS", .many, help: "sets any other key of the file")
        ),
        Tool(command: .done, output: "step", paragraphs: [0, 1]),
        Tool(
            command: .snooze,
            output: "step",
            other: ArgumentSyntax(
                "UNTIL",
                .optional,
                help: "a duration such as 15m or 2h, or a date such as tomorrow 9am (default: 15m)"
            )
        ),
        Tool(command: .tagRename, paragraphs: [0], isDestructive: true),
        Tool(command: .undo, paragraphs: [0], isDestructive: true),
        Tool(command: .redo, paragraphs: [0], isDestructive: true),
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
            case argument(Int)
            case option(OptionSyntax)
        }

        let name: String
        let kind: Kind
        let place: Place
        let help: String
        var isRequired = false

        /// What a value has to be, as a schema and in words.
        fileprivate var type: (schema: JSON, words: String) {
            switch kind {
            case .flag: (["type": "boolean"], "true or false")
            case .integer: (["type": "integer", "minimum": 0], "a whole number from 0 up")
            case .text: (["type": "string", "maxLength": .integer(Tool.longestText)], "a text")
            case .texts:
                (
                    ["type": "array", "items": ["type": "string"], "maxItems": .integer(Tool.mostTexts)],
                    "a list of at most \(Tool.mostTexts) texts"
                )
            case .choice(let choices):
                (["type": "string", "enum": .array(choices.map(JSON.string))], choices.listed("or"))
            case .values:
                (["type": "object", "additionalProperties": ["type": ["string", "number", "boolean"]]], "an object")
            }
        }

        /// The help without what is for people.
        fileprivate var meaning: String {
            let clauses = help.split(separator: "; ").filter { !$0.contains(#/standard input|terminal|DURATION/#) }
            return Tool.spoken(clauses.joined(separator: "; "))
        }

        fileprivate var schema: JSON {
            var schema = type.schema
            schema.add("description", .string(meaning.sentence))
            return schema
        }
    }

    static let longestText = 100_000
    static let mostTexts = 200

    /// What needs a person, a terminal, standard input or a text format.
    private static let hidden: Set = [
        "--yes", "--interactive", "--edit", "--skip-invalid", "--list", "--skip", "--columns A,B", "--tsv", "[TITLE…]",
    ]

    private var arguments: [ArgumentSyntax] { syntax.arguments + [other].compactMap(\.self) }

    var parameters: [Parameter] {
        let shown = arguments.enumerated().filter { !Self.hidden.contains($0.element.usage) }
        let words = shown.map { index, argument in
            let isList = argument.alternative != nil || syntax.path == ["find"]
            return Parameter(
                name: argument.name.lowercased().replacing("|", with: "_or_") + (isList ? "s" : ""),
                kind: argument == other && argument.isVariadic ? .values : isList ? .texts : .text,
                place: .argument(index),
                help: argument.help + (argument.alternative.map { "; or give \($0.name)" } ?? ""),
                isRequired: argument.isRequired
            )
        }
        let options = syntax.options.filter { !Self.hidden.contains($0.usage) }.map { option in
            let isNumber = ["N", "NUMBER"].contains(option.value)
            let value: Parameter.Kind = isNumber ? .integer : option.isRepeatable ? .texts : .text
            let kind = option.choices.map(Parameter.Kind.choice) ?? (option.takesValue ? value : .flag)
            let notation = option.notation.map { " (\($0.written))" } ?? ""
            let (name, help) = (Self.spoken(option.name), option.help + notation)
            return Parameter(name: name, kind: kind, place: .option(option), help: help)
        }
        return words + options
    }

    /// The invocation of the command. It is made of its parts, so that no value can be read as another part.
    ///
    /// - Throws: a usage error that names what could have been given.
    func invocation(_ given: JSON, _ globals: OptionValues) throws(MemossError) -> Invocation {
        guard case .object(let members) = given == .null ? [:] : given else {
            throw MemossError(.usage, "the arguments have to be an object")
        }
        let (parameters, arguments) = (parameters, arguments)
        var (words, options) = (arguments.map { _ in [String]() }, OptionValues())
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
            case .argument(let index): words[index] = values
            case .option(let option): for value in values { options.add(value, for: option) }
            }
        }
        let missing = parameters.first { parameter in
            guard case .argument(let index) = parameter.place, words[index].isEmpty else { return false }
            return arguments[index].isRequired(besides: options)
        }
        if let missing { throw MemossError(.usage, "'\(name)' needs '\(missing.name)': \(missing.meaning)") }
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
        let behind = other == nil ? [] : words.removeLast()
        let separator = words.first?.count ?? 0
        let fields = other?.isVariadic == true ? behind.compactMap { KeyAndValue($0) } : []
        if fields.isEmpty, !behind.isEmpty { words[0] += behind }
        return Invocation(
            command: syntax,
            arguments: words,
            separator: separator,
            assignments: fields,
            options: options,
            globals: globals
        )
    }

    /// The value for the command, where a body of `-` alone means standard input.
    fileprivate static func literal(_ value: String, for option: String) -> String {
        option == OptionSyntax.body.long && value == "-" ? "-\n" : value
    }
}

extension Tool.Parameter {
    /// The words for the value.
    fileprivate func values(of json: JSON) throws(MemossError) -> [String] {
        let texts: [String?]? =
            switch (kind, json) {
            case (.flag, .bool(let isOn)): isOn ? [""] : []
            case (.integer, _): json.int.map { $0 < 0 ? [nil] : [String($0)] }
            case (.choice(let choices), .string(let text)): [choices.first { $0 == text }]
            case (.text, .string(let text)), (.texts, .string(let text)): [text]
            case (.texts, .array(let elements)) where elements.count <= Tool.mostTexts: elements.map(\.string)
            case (.values, .object(let members)): try members.map(assignment)
            default: nil
            }
        return try (texts ?? [nil]).map { (text) throws(MemossError) in
            guard let text else { throw MemossError(.usage, "'\(name)' has to be \(type.words)", hints: [meaning]) }
            // No command line has other control characters, or as much.
            let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x0A || $0 == 0x09 }
            guard isPlain, text.utf8.count <= Tool.longestText else {
                let fault = isPlain ? "is longer than \(Tool.longestText) bytes" : "has a control character"
                throw MemossError(.usage, "'\(name)' \(fault)")
            }
            return Tool.literal(text, for: name)
        }
    }

    private func assignment(_ member: JSON.Member) throws(MemossError) -> String {
        let value: String? =
            switch member.value {
            case .string(let text): text
            case .null, .array, .object: nil
            default: member.value.text
            }
        guard let value, let word = KeyAndValue("\(member.key)=\(value)"), word.key == member.key else {
            throw MemossError(.usage, "'\(name)': '\(member.key)' has to be a name with a text, a number or a boolean")
        }
        return "\(word.key)=\(Tool.literal(word.value, for: word.option))"
    }
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
        return [
            "type": "object",
            "properties": .object(parameters.map { JSON.Member(key: $0.name, value: $0.schema) }),
            "required": .array(parameters.filter(\.isRequired).map { .string($0.name) }), "additionalProperties": false,
        ]
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
        let text = mm_schema(name).map { String(cString: $0).replacing("definitions.json#", with: "#") } ?? ""
        return (try? JSON(parsing: Array(text.utf8))) ?? [:]
    }

    /// The definitions that a schema needs.
    private static func definitions(for schema: JSON) -> JSON {
        let all = Self.schema("definitions")["$defs"]
        var (needed, waiting): (JSON, [JSON]) = ([:], [schema])
        while let next = waiting.popLast() {
            for reference in next.text.matches(of: #/"#/\$defs/(\w+)"/#) {
                let name = String(reference.1)
                guard needed.member(name) == nil else { continue }
                needed.add(name, all[name])
                waiting.append(all[name])
            }
        }
        return needed
    }

    /// A text about options, with the names of arguments: `dry_run` for `--dry-run`.
    static func spoken(_ text: String) -> String {
        text.replacing(#/(^|[^\w-])--([a-z][a-z-]*)/#) { "\($0.1)\($0.2.replacing("-", with: "_"))" }
    }
}

extension JSON {
    func without(_ keys: Set<String>) -> JSON {
        guard case .object(let members) = self else { return self }
        return .object(members.filter { !keys.contains($0.key) })
    }
}
