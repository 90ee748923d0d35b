internal import Bytes
import MemossFiles

/// A task as `task export` prints it.
struct TaskwarriorTask {
    let members: [JSON.Member]
    let uuid: String
    let description: String
    let line: Int
    /// The number of the first task that is known of its series.
    var firstNumber = 0

    init(_ value: JSON, line: Int) throws(ImportedReminder.Fault) {
        guard case .object(let members) = value else {
            throw .init(line, "expected a task, an object in braces, as 'task export' prints it")
        }
        guard let uuid = value["uuid"].string, !uuid.isEmpty else {
            throw .init(line, "the task has no 'uuid', by which mm would recognise it in a later import")
        }
        (self.members, self.uuid, self.line) = (members, uuid.lowercased(), line)
        description = value["description"].string ?? ""
        var keys: Set<String> = []
        for member in members where !keys.insert(member.key).inserted {
            throw .init(line, "the task has a second \(quoted(member.key))")
        }
    }

    subscript(key: String) -> JSON? { members.first { $0.key == key }?.value }

    func text(_ key: String) -> String? { self[key]?.string }

    /// Every task has one.
    var status: String { text("status") ?? "pending" }
    var isDeleted: Bool { status == "deleted" }
    var isOver: Bool { isDeleted || status == "completed" }
    var ending: ImportedReminder.Ending? { isDeleted ? .dropped : isOver ? .completed : nil }
    /// Whether it is a template for recurring tasks, which is never completed itself.
    var isTemplate: Bool { status == "recurring" || self["recur"] != nil && self["parent"] == nil }

    /// Of a task that was made from a template: which one it is, from 0.
    var number: Int? {
        guard let number = self["imask"]?.int ?? text("imask").flatMap({ Int($0) }), number >= firstNumber else {
            return nil
        }
        return number - firstNumber
    }

    /// The recurring task from which this one was made, as far as this one tells.
    func template() throws(ImportedReminder.Fault) -> TaskwarriorTask {
        let other: Set = ["id", "uuid", "status", "parent", "imask", "end", "start", "urgency"]
        let kept = members.filter { !other.contains($0.key) }
        let own = [("uuid", text("parent") ?? uuid), ("status", "recurring")].map {
            JSON.Member(key: $0, value: .string($1))
        }
        return try TaskwarriorTask(.object(own + kept), line: line)
    }

    func instant(_ key: String) throws(ImportedReminder.Fault) -> Instant? {
        guard let value = self[key], value != .null else { return nil }
        guard let text = value.string, let date = DateValue(calendar: text), date.offset != nil else {
            let found = value.string ?? String(decoding: value.bytes, as: UTF8.self)
            throw .init(line, "\(key): \(quoted(found)) is not a date, expected one such as 20261122T090000Z")
        }
        return Instant(utc: date.clock)
    }

    /// The local time. The first and last second of a day stand for the whole day.
    func date(_ key: String, in zone: Zone) throws(ImportedReminder.Fault) -> DateValue? {
        try dateAndTime(key, in: zone).map {
            [0, 86_399].contains($0.clock.time.secondOfDay) ? DateValue($0.clock.date) : $0
        }
    }

    /// The local time, also where it means the day.
    func dateAndTime(_ key: String, in zone: Zone) throws(ImportedReminder.Fault) -> DateValue? {
        try instant(key).map { zone.date(at: $0) }
    }

    /// The properties that each instance has of its own.
    private static let own: Set = [
        "id", "uuid", "status", "entry", "modified", "end", "start", "mask", "imask", "parent", "due", "wait",
        "scheduled",
        "until", "urgency", "recur", "rtype", "last", "template", "r",
    ]

    /// Whether the user has edited it since it was created from a template.
    func isEdited(since template: TaskwarriorTask) -> Bool {
        func shared(_ task: TaskwarriorTask) -> [String: JSON] {
            let members = task.members.filter { !Self.own.contains($0.key) }
            return Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
        }
        return shared(self) != shared(template)
    }

    /// Whether nothing of it has been changed since it was made, as far as it tells.
    func isAsMade() throws(ImportedReminder.Fault) -> Bool {
        guard let entry = try instant("entry"), let modified = try instant("modified") else { return false }
        return modified <= entry
    }

    /// The properties that differ from its template, as JSON.
    func difference(from template: TaskwarriorTask) -> String {
        let same = Self.computed.union(["parent"])
        let members = members.filter { !same.contains($0.key) && template[$0.key] != $0.value }
        return String(decoding: JSON.object(members).bytes, as: UTF8.self)
    }

    // MARK: What it becomes

    /// The properties that Taskwarrior computes for its output.
    private static let computed: Set = ["id", "urgency"]
    /// The properties that `draft` and the import interpret.
    private static let known: Set = [
        "uuid", "description", "status", "entry", "end", "due", "scheduled", "tags", "annotations", "project",
        "priority",
    ]
    private static let dates: Set = ["modified", "wait", "start", "until", "reviewed"]

    /// Imports everything except the dates.
    func draft(in context: ImportContext) throws(ImportedReminder.Fault) -> ImportDraft {
        let created = try instant("entry").map { context.time.zone.civil(at: $0) }
        var new = try ImportDraft(description, prefix: "taskwarrior_", line: line, created: created, in: context)
        new.identify("uuid", uuid)
        if new.reminder.title != TagName.trimmed(description), !description.isEmpty {
            new.keep("description", description)
        }
        for tag in self["tags"]?.elements ?? [] {
            if let name = tag.string { new.add(tag: name, from: "tags") }
        }
        if let project = text("project") {
            new.add(tag: project.split(separator: ".").joined(separator: "/"), from: "project")
            new.keep(plain: "project", project)
        }
        if let priority = text("priority") { new.keep(plain: "priority", priority) }
        for member in members where !Self.computed.contains(member.key) {
            // Keep a value whose type no version of Taskwarrior writes.
            let isUnread = Self.known.contains(member.key) && !member.hasExpectedType
            if Self.known.contains(member.key), !isUnread { continue }
            if Self.dates.contains(member.key), let instant = try? instant(member.key) {
                new.keep(member.key, DateValue(instant.utc, offset: .zulu).description, .any)
                continue
            }
            let isList = member.key == "depends"
            for text in member.value.texts(splitting: isList) { new.keep(member.key, text) }
        }
        if isDeleted { new.keep("status", status) }
        new[\.body] = try body(in: context.time.zone)
        return new
    }

    /// The annotations as a list.
    private func body(in zone: Zone) throws(ImportedReminder.Fault) -> [UInt8] {
        var text = ""
        for annotation in self["annotations"]?.elements ?? [] {
            guard case .object(let members) = annotation else { continue }
            let one = try TaskwarriorTask(.object(members + [.init(key: "uuid", value: .string(uuid))]), line: line)
            let time =
                try one.instant("entry").map { "\(zone.civil(at: $0).description.replacing("T", with: " ")): " } ?? ""
            text += "- \(time)\(one.description.replacing("\n", with: "\n  "))\n"
        }
        return Array(text.utf8)
    }
}

extension JSON.Member {
    fileprivate var hasExpectedType: Bool {
        switch key {
        case "tags": value.elements.allSatisfy { $0.string != nil } && value.isArray
        case "annotations": value.isArray && value.elements.allSatisfy { if case .object = $0 { true } else { false } }
        default: value.string != nil
        }
    }
}

extension JSON {
    fileprivate var isArray: Bool { if case .array = self { true } else { false } }

    /// The text of a value, or those of an array's elements; anything else as JSON.
    fileprivate func texts(splitting isList: Bool) -> [String] {
        switch self {
        case .string(let text): isList ? text.split(separator: ",").map(String.init) : [text]
        case .array(let elements): elements.flatMap { $0.texts(splitting: false) }
        case .null: []
        default: [text]
        }
    }
}
