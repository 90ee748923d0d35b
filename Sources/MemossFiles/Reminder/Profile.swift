/// How another program that uses the folder reads and writes its files. Without one, nothing is different.
///
/// Copying is cheap: every reminder of the folder has it.
@dynamicMemberLookup
package struct Profile: Sendable, Hashable {
    private let storage: Storage

    private final class Storage: Sendable {
        let values: Values
        init(_ values: Values) { self.values = values }
    }

    init(_ values: Values) { storage = Storage(values) }

    package subscript<Value>(dynamicMember value: KeyPath<Values, Value>) -> Value { storage.values[keyPath: value] }

    /// The values, for what is asked of every file: a key path costs more.
    var values: Values { storage.values }

    package static func == (a: Profile, b: Profile) -> Bool {
        a.storage === b.storage || a.storage.values == b.storage.values
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(storage.values.sources) }

    package struct Values: Sendable, Hashable {
        /// The files that say so, relative to the root of the folder.
        package var sources: [String] = []
        package var names = KeyNames(rows: TaskNotesField.rows(of: [:]))
        /// The tag that makes a file a task; nil if a property does. If there are both, a task has both.
        package var taskTag: TagName? = TagName("task")
        /// The key and the value that make a file a task.
        package var property: Property?
        /// Directories without tasks, relative to the folder, each with a slash at the end; an empty one is all of it.
        package var excludedFolders: [String] = []
        /// Whether a new task is named after its title, which it then does not say again.
        package var namesFilesByTitle = true
        /// The values of `status`, in the order in which they are offered.
        package var statuses = ["none", "open", "in-progress", "done"]
        /// What each of them is called, which a file may have too.
        package var labels = ["None", "Open", "In progress", "Done"]
        /// Those that complete a task, the one that is written first.
        package var completedStatuses = ["done"]
        /// Those that pass over an occurrence.
        package var skippedStatuses: [String] = []
        package var defaultStatus = "open"
        /// The tag of a task that is put away.
        package var archiveTag = TagName("archived")
        /// Whether type definitions count: the plugin only writes them, and leaves old ones behind.
        var readsTypes = true
    }

    package struct Property: Sendable, Hashable {
        package var key: String
        /// Nil for any.
        package var value: String?
        /// What a new task gets.
        package var written: String { value ?? "true" }

        fileprivate func isIn(_ document: YAMLDocument) -> Bool {
            // A document with the names of `mm` has them in place of its own.
            let key = document.names?.own(key) ?? key
            guard let value = document.entry(key).map({ document.resolved($0.value) }) else { return false }
            switch document.nodes[value].kind {
            case .scalar: return !document.isNull(value) && isMet(by: document.text(of: value))
            case .sequence: return document.itemTexts(of: value).contains { $0.map(isMet) == true }
            default: return false
            }
        }

        private func isMet(by text: String) -> Bool {
            guard let value else { return true }
            // YAML has `True` and `TRUE` too.
            let isBoolean = ["true", "false"].contains(value.lowercased())
            return text.utf8.elementsEqual(value.utf8) || isBoolean && text.lowercased() == value.lowercased()
        }
    }

    /// Whether a file has the tag and the property that the settings require of a task.
    package func isTask(_ document: YAMLDocument, tags: [TagName]) -> Bool {
        let values = values
        let isTagged = values.taskTag.map { tag in tags.contains { $0.isAtOrBelow(tag) } } ?? true
        return isTagged && (values.property.map { $0.isIn(document) } ?? true)
    }

    /// Whether a file lies where the settings say that there are no tasks.
    func excludes(_ path: String) -> Bool {
        let folders = values.excludedFolders
        return !folders.isEmpty && folders.contains { path.utf8.starts(with: $0.utf8) }
    }

    /// Whether a value of `status` closes a task.
    package func isClosed(status: some Collection<UInt8>) -> Bool {
        let values = values
        // Nearly every file has a status as the settings write it.
        if let known = values.statuses.first(where: { $0.utf8.elementsEqual(status) }) ?? self.status(status) {
            return values.completedStatuses.contains(known) || values.skippedStatuses.contains(known)
        }
        return values.completedStatuses.contains { $0.utf8.elementsEqual(status) }
    }

    /// The status that a text means: by its value or by its label, if only one has it in any case. Nil if there is none.
    func status(_ text: some Collection<UInt8>) -> String? {
        let text = String(decoding: text, as: UTF8.self)
        let values = values
        if values.statuses.contains(text) { return text }
        func only(_ names: [String], _ isSame: (String) -> Bool) -> String? {
            let places = zip(names, values.statuses).filter { isSame($0.0) }.map(\.1)
            return places.count == 1 ? places[0] : nil
        }
        let folded = CaseFolding.folded(TagName.trimmed(text))
        func isFolded(_ name: String) -> Bool { CaseFolding.folded(TagName.trimmed(name)) == folded }
        return only(values.labels) { $0 == text } ?? only(values.statuses, isFolded) ?? only(values.labels, isFolded)
    }

    /// What completing writes.
    var completingStatus: String { values.completedStatuses.first ?? "done" }
}

/// The fields of TaskNotes, by the names that its settings have for them.
enum TaskNotesField {
    /// - `role`: in the settings; `own`: what `mm` calls it, which is what TaskNotes writes unless its settings say otherwise, or
    ///   `usual` says so; `others`: spellings that are read too.
    private static let table: [(role: String, own: String, usual: String?, others: [String])] = [
        ("id", "id", nil, []), ("title", "title", nil, []), ("status", "status", nil, []),
        ("tags", "tags", nil, []), ("due", "due", nil, []), ("scheduled", "scheduled", nil, []),
        ("completedDate", "completedDate", nil, ["completed_date"]),
        ("dateCreated", "created", "dateCreated", ["date_created"]),
        ("recurrence", "recurrence", nil, []), ("reminders", "reminders", nil, []),
        ("recurrenceAnchor", "recurrence_anchor", nil, ["recurrenceAnchor"]),
        ("completeInstances", "complete_instances", nil, ["completeInstances"]),
        ("skippedInstances", "skipped_instances", nil, ["skippedInstances"]),
        (modified, modified, nil, ["date_modified"]),
        ("recurrenceParent", parent, nil, ["recurrenceParent"]),
        ("occurrenceDate", occurrence, nil, ["occurrenceDate"]),
        (blockers, blockers, nil, ["blocked_by"]), (times, times, nil, ["time_entries"]),
        ("priority", "priority", nil, []), ("contexts", "contexts", nil, []), ("projects", "projects", nil, []),
        ("timeEstimate", "timeEstimate", nil, []),
    ]

    static let modified = "dateModified"
    static let parent = "recurrence_parent"
    static let occurrence = "occurrence_date"
    /// How a file says that it is an occurrence of a series, in every folder.
    static let occurrenceKeys: [StaticString] = [
        "recurrence_parent", "recurrenceParent", "occurrence_date", "occurrenceDate",
    ]
    static let blockers = "blockedBy"
    static let times = "timeEntries"
    /// What says how a task stands to others, or that time is recorded for it.
    static let ties = [parent, occurrence, blockers, times]

    static let roles = table.map(\.role)
    /// The field that has a name unless the settings say otherwise.
    static let usualNames = Dictionary(uniqueKeysWithValues: table.map { ($0.usual ?? $0.own, $0.role) })

    /// - Parameter mapping: the names that a folder has for some of the roles.
    static func rows(of mapping: [String: String]) -> [KeyNames.Row] {
        func first(_ field: (role: String, own: String, usual: String?, others: [String])) -> String {
            mapping[field.role] ?? field.usual ?? field.own
        }
        let taken = Set(table.map(first))
        return table.map { field in
            let (own, key) = (field.own, KnownKey(rawValue: field.own))
            let name = first(field)
            // A file that has a field under its usual name only was not written for this folder; a date is read all the same, so
            // that no reminder falls silent. Whatever could silence one is not.
            let isRenamed = mapping[field.role].map { $0 != field.usual ?? own } ?? false
            let others = isRenamed && key?.spec.isOfCompletion == true ? [] : [own] + field.others
            return KeyNames.Row(own: own, names: [name] + others.filter { !taken.contains($0) })
        }
    }
}
