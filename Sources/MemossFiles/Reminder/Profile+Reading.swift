internal import Bytes

/// The settings of TaskNotes. They lie in the folder, so nobody can trust them: names are checked, and nothing else is taken.
extension Profile.Values {
    /// Takes what the settings of the plugin say.
    ///
    /// - Parameter bytes: of `data.json`.
    /// - Returns: what could not be read, without a path.
    mutating func read(plugin bytes: [UInt8]) -> [String] {
        let json: JSON
        do throws(ParseError) { json = try JSON(parsing: bytes) } catch { return [error.message] }
        guard case .object = json else { return ["found no object, expected the settings of TaskNotes"] }
        var problems: [String] = []
        var mapping: [String: String] = [:]
        if case .object(let members) = json["fieldMapping"] {
            for member in members { mapping[member.key] = member.value.string }
        }
        take(mapping, &problems)
        if let tag = mapping["archiveTag"] { take(archiveTag: tag, &problems) }
        if let stores = json["storeTitleInFilename"].bool { namesFilesByTitle = stores }
        if json["taskIdentificationMethod"].string == "property" {
            let (key, value) = (json["taskPropertyName"].string ?? "", json["taskPropertyValue"].string ?? "")
            take(property: key, value, &problems)
        } else if let tag = json["taskTag"].string {
            take(taskTag: tag, &problems)
        }
        let statuses = json["customStatuses"].elements.compactMap { status in
            status["value"].string.map { (value: $0, isCompleted: status["isCompleted"].bool ?? false) }
        }
        if !statuses.isEmpty {
            let completed = statuses.filter(\.isCompleted).map(\.value)
            take(statuses: statuses.map(\.value), completed: completed, skipped: [], &problems)
        }
        if let status = json["defaultTaskStatus"].string { take(defaultStatus: status) }
        return problems
    }

    /// Takes what a type definition of mdbase says.
    ///
    /// - Parameter bytes: of `_types/task.md`.
    /// - Returns: what could not be read; nil if the type does not implement tasks.
    mutating func read(type bytes: [UInt8]) -> [String]? {
        let document: YAMLDocument
        do throws(YAMLDocument.Fault) {
            guard let read = try FrontMatter.read(bytes)?.document else { return nil }
            document = read
        } catch {
            return [error.message]
        }
        let tree = YAMLTree(document)
        guard let type = tree["implements"].items.first(where: { $0["contract"].text == "tasknotes.task" }) else {
            return nil
        }
        var problems: [String] = []
        var mapping: [String: String] = [:]
        for (key, value) in type["fields"].members { mapping[key] = value.text }
        take(mapping, &problems)
        let binding = type["binding"]
        if let storage = binding["title"]["storage"].text { namesFilesByTitle = storage == "filename" }
        let status = binding["status"]
        let values = status["values"].items.compactMap(\.text)
        if !values.isEmpty {
            take(
                statuses: values,
                completed: status["completed_values"].items.compactMap(\.text),
                skipped: status["skipped_values"].items.compactMap(\.text),
                &problems
            )
        }
        if let status = status["default"].text { take(defaultStatus: status) }
        if let tag = binding["archive"]["archived_tag"].text { take(archiveTag: tag, &problems) }
        for (key, condition) in tree["match"]["where"].members {
            if names.own(key) == "tags", let tag = condition["contains"].text {
                take(taskTag: tag, &problems)
            } else if let value = condition["eq"].text {
                take(property: key, value, &problems)
            }
        }
        return problems
    }

    // MARK: Values

    private static let longestName = 100
    private static let mostStatuses = 100

    private static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= longestName && text == TagName.trimmed(text)
            && !text.unicodeScalars.contains(where: ScalarText.isBreakOrControl)
    }

    private mutating func take(_ mapping: [String: String], _ problems: inout [String]) {
        var taken: [String: String] = [:]
        var usable: [String: String] = [:]
        for role in TaskNotesField.roles {
            guard let name = mapping[role] else { continue }
            guard Self.isName(name) else {
                problems.append("the name of the field '\(role)' is no key")
                continue
            }
            if let other = taken[name] {
                problems.append("the fields '\(other)' and '\(role)' have the same name '\(name)'")
                continue
            }
            taken[name] = role
            usable[role] = name
        }
        names = KeyNames(rows: TaskNotesField.rows(of: usable))
    }

    private mutating func take(taskTag text: String, _ problems: inout [String]) {
        do throws(ParseError) {
            (taskTag, property) = (try TagName(validating: TagName.withoutMark(text)), nil)
        } catch {
            problems.append("the task tag: \(error.message)")
        }
    }

    private mutating func take(archiveTag text: String, _ problems: inout [String]) {
        do throws(ParseError) {
            archiveTag = try TagName(validating: TagName.withoutMark(text))
        } catch {
            problems.append("the archive tag: \(error.message)")
        }
    }

    private mutating func take(property key: String, _ value: String, _ problems: inout [String]) {
        guard Self.isName(key), Self.isName(value) else {
            problems.append("the property that identifies a task has no key or no value")
            return
        }
        (taskTag, property) = (nil, Profile.Property(key: key, value: value))
    }

    private mutating func take(
        statuses values: [String],
        completed: [String],
        skipped: [String],
        _ problems: inout [String]
    ) {
        let known = values.filter(Self.isName)
        guard known.count == values.count, known.count <= Self.mostStatuses else {
            problems.append("a status is no word")
            return
        }
        statuses = known
        completedStatuses = completed.filter(known.contains)
        skippedStatuses = skipped.filter(known.contains)
        if completedStatuses.isEmpty { problems.append("no status completes a task") }
        take(defaultStatus: defaultStatus)
    }

    /// A default that is no status, or closes a task, would silence new reminders.
    private mutating func take(defaultStatus status: String) {
        func isOpen(_ status: String) -> Bool { !(completedStatuses + skippedStatuses).contains(status) }
        if statuses.contains(status), isOpen(status) {
            defaultStatus = status
        } else if !statuses.contains(defaultStatus) || !isOpen(defaultStatus) {
            defaultStatus = statuses.first(where: isOpen) ?? "open"
        }
    }
}

/// A value of a YAML document, for looking something up in nested mappings. What is not there is empty.
struct YAMLTree {
    private let document: YAMLDocument
    /// Nil for what is not there.
    private let node: Int?

    init(_ document: YAMLDocument) { (self.document, node) = (document, document.nodes.isEmpty ? nil : 0) }

    private init(_ document: YAMLDocument, _ node: Int?) {
        (self.document, self.node) = (document, node.map(document.resolved))
    }

    subscript(key: String) -> YAMLTree {
        guard let node, document.nodes[node].kind == .mapping else { return YAMLTree(document, nil) }
        return YAMLTree(document, document.entry(key, in: document.entries(of: node))?.value)
    }

    var members: [(key: String, value: YAMLTree)] {
        guard let node, document.nodes[node].kind == .mapping else { return [] }
        return document.entries(of: node).map { (document.text(of: $0.key), YAMLTree(document, $0.value)) }
    }

    var items: [YAMLTree] {
        guard let node, document.nodes[node].kind == .sequence else { return [] }
        return document.children(of: node).map { YAMLTree(document, $0) }
    }

    /// The text of a scalar.
    var text: String? {
        guard let node, document.nodes[node].kind == .scalar, !document.isNull(node) else { return nil }
        return document.text(of: node)
    }
}
