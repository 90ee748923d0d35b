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
        let excluded = json["excludedFolders"]
        take(excludedFolders: excluded.string.map(Self.items) ?? excluded.elements.compactMap(\.string))
        readsTypes = json["enableMdbaseSpec"].bool ?? false
        let statuses = json["customStatuses"].elements.compactMap { status in
            status["value"].string.map {
                (
                    value: $0, label: status["label"].string ?? $0, isCompleted: status["isCompleted"].bool ?? false,
                    isSkipped: status["isSkipped"].bool ?? false
                )
            }
        }
        if !statuses.isEmpty {
            let completed = statuses.filter(\.isCompleted).map(\.value)
            let skipped = statuses.filter(\.isSkipped).map(\.value)
            take(statuses: statuses.map(\.value), completed: completed, skipped: skipped, &problems)
            if self.statuses.count == statuses.count { labels = statuses.map(\.label) }
        }
        if let status = json["defaultTaskStatus"].string { take(defaultStatus: status, &problems) }
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
        if values.isEmpty, statuses == Self().statuses { completedStatuses = ["done", "cancelled"] }
        if status["completed_values"].isEmptyList { problems.append("no status completes a task") }
        if let status = status["default"].text { take(defaultStatus: status, &problems) }
        if let tag = binding["archive"]["archived_tag"].text { take(archiveTag: tag, &problems) }
        take(conditions: tree["match"]["where"].members, &problems)
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
        // A field that is not renamed has its usual name.
        var taken = TaskNotesField.usualNames.filter { mapping[$0.value] == nil }
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

    /// Takes what a file needs to be a task; all of it, if there are several conditions.
    private mutating func take(conditions: [(key: String, value: YAMLTree)], _ problems: inout [String]) {
        var (tag, mark): (TagName?, Profile.Property?) = (nil, nil)
        for (key, condition) in conditions {
            if names.own(key) == "tags", let text = condition["contains"].text {
                take(taskTag: text, &problems)
                tag = taskTag
            } else if let value = condition.text ?? condition["eq"].text {
                take(property: key, value, &problems)
                mark = property
            } else if condition["exists"].text == "true" {
                take(property: key, "", &problems)
                mark = property
            }
        }
        if tag != nil || mark != nil { (taskTag, property) = (tag, mark) }
    }

    /// Takes the excluded directories as they are seen from a directory of the vault.
    ///
    /// - Parameter root: that directory, relative to the vault, with a slash at the end unless empty.
    mutating func excludeFolders(below root: String) {
        excludedFolders = excludedFolders.compactMap { folder in
            folder.hasPrefix(root) ? String(folder.dropFirst(root.count)) : root.hasPrefix(folder) ? "" : nil
        }
    }

    private static func items(of text: String) -> [String] {
        text.utf8.split(separator: UInt8(ascii: ",")).map { String(Substring($0)) }
    }

    /// Takes directories as the plugin does: with slashes of either kind, around them too.
    private mutating func take(excludedFolders folders: [String]) {
        excludedFolders = folders.compactMap { folder in
            let parts = folder.split { $0 == "/" || $0 == "\\" }.map { TagName.trimmed(String($0)) }
            let name = parts.filter { !$0.isEmpty }.joined(separator: "/")
            return Self.isName(name) ? name + "/" : nil
        }
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
        guard Self.isName(key), value.isEmpty || Self.isName(value) else {
            problems.append("the property that identifies a task has no key, or a value that is none")
            return
        }
        // A list of tags has the value among others.
        if !value.isEmpty, names.own(key) == "tags" { return take(taskTag: value, &problems) }
        (taskTag, property) = (nil, Profile.Property(key: key, value: value.isEmpty ? nil : value))
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
        (statuses, labels) = (known, known)
        completedStatuses = completed.filter(known.contains)
        skippedStatuses = skipped.filter(known.contains)
        if completedStatuses.isEmpty {
            // The words that complete a reminder anywhere.
            let usual = known.filter { Reminder.isCompleted(status: $0.utf8) }
            if usual.isEmpty { problems.append("no status completes a task") }
            completedStatuses = usual.isEmpty ? ["done", "cancelled"] : usual
        }
        if !statuses.contains(defaultStatus) || !isOpen(defaultStatus) {
            defaultStatus = statuses.first(where: isOpen) ?? "open"
        }
    }

    private func isOpen(_ status: String) -> Bool { !(completedStatuses + skippedStatuses).contains(status) }

    /// A default that is no status, or closes a task, would silence new reminders.
    private mutating func take(defaultStatus status: String, _ problems: inout [String]) {
        guard statuses.contains(status), isOpen(status) else {
            problems.append("the default status '\(status)' is not one of the open statuses")
            return
        }
        defaultStatus = status
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

    var isEmptyList: Bool { node.map { document.nodes[$0].kind == .sequence } == true && items.isEmpty }

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
