internal import Bytes

/// Fixes the problems of a file that have exactly one right answer: a word, time zone or tag in the wrong case, a date
/// without leading zeros, a colour without its `#`. Nothing is guessed.
package struct Fix: Sendable {
    /// The problems of one file.
    let problems: [Problem]

    /// Whether one of them may have a fix.
    var isPossible: Bool { problems.contains { $0.suggestion != nil || Self.isUnsharedCompletion($0) } }

    /// Whether a task is completed by a key that the other program does not read. What is written instead is no spelling of it.
    private static func isUnsharedCompletion(_ problem: Problem) -> Bool {
        problem.id == .foreignKey && problem.key == KnownKey.completed.rawValue
    }

    private static let kinds: Set<ProblemID> = [
        .unknownTimeZone, .invalidValue, .invalidDate, .invalidColor, .tagSpelling,
    ]

    /// Whether the suggestion means the same as the text and differs only in spelling.
    ///
    /// - Parameter text: the text in the file.
    static func isCertain(_ suggestion: String, for text: String) -> Bool {
        guard let date = try? DateValue(parsing: suggestion) else { return words(text) == words(suggestion) }
        let isBasic = date.isAllDay && text == suggestion.filter(\.isNumber)
        return isBasic
            || text.allSatisfy { !$0.isLetter || "TtZz".contains($0) } && numbers(text) == numbers(suggestion)
    }

    /// The words between blanks and punctuation, in lower case.
    private static func words(_ text: String) -> [String] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }

    private static func numbers(_ text: String) -> [Int?] {
        text.split { !$0.isNumber }.map { Int($0) }
    }

    struct Result {
        /// The whole file.
        var bytes: [UInt8]
        var fixed: [Problem]
    }

    /// - Returns: nil if nothing can be fixed.
    /// - Throws: an `EditRefusal` if the fix would affect anything else.
    func apply(to bytes: [UInt8], registry: TagRegistry) throws(EditRefusal) -> Result? {
        let isRegistry = problems.first?.path == TagRegistry.fileName
        let document =
            isRegistry
            ? TagRegistry(parsing: bytes).document
            : (try? FrontMatter.read(bytes, names: registry.settings.names))?.document
        guard let document, document.foreignLineBreak == nil else { return nil }
        var edit = DocumentEditor(document)
        var fixed: [Problem] = []
        var splices: [Splice] = []
        let places = Self.places(in: document)
        for problem in problems where Self.kinds.contains(problem.id) && problem.id != .tagSpelling {
            guard let splice = splice(for: problem, in: document, places) else { continue }
            splices.append(splice)
            fixed.append(problem)
        }
        for problem in problems where problem.id == .foreignKey && problem.key == KnownKey.reminders.rawValue {
            guard let splice = alarmSplice(for: problem, in: document, places) else { continue }
            splices.append(splice)
            fixed.append(problem)
        }
        try edit.apply(splices)
        // If the names in the registry are ambiguous, the right spelling is unknown.
        let spelling =
            registry.isAmbiguous
            ? [] : problems.filter { $0.id == .tagSpelling && isRegistered($0.suggestion, in: registry) }
        var result = edit.document.bytes
        if !spelling.isEmpty, let respelled = try Self.respelling(registry).apply(to: edit.document) {
            result = respelled.bytes
            if respelled.unreachable.isEmpty { fixed += spelling }
        }
        let unshared = problems.filter {
            [.unsharedTask, .unsharedRule].contains($0.id) && $0.suggestion != nil || Self.isUnsharedCompletion($0)
        }
        if !unshared.isEmpty {
            let path = unshared[0].path
            guard let reminder = ReminderDecoder.decode(result, path: path, registry: registry).reminder else {
                return nil
            }
            let places = FieldPlaces(result, names: reminder.names)
            let changes = [FileChange].sharing(reminder, places, solving: Set(unshared.map(\.id)))
            result = try changes.apply(to: result, registry: registry) ?? result
            fixed += unshared
        }
        guard result != bytes else { return nil }
        try check(result, bytes, registry)
        return Result(bytes: result, fixed: problems.filter(Set(fixed).contains))
    }

    /// Verifies that the fix does not introduce another problem.
    private func check(_ result: [UInt8], _ bytes: [UInt8], _ registry: TagRegistry) throws(EditRefusal) {
        let path = problems.first?.path ?? ""
        let isRegistry = path == TagRegistry.fileName
        func all(_ bytes: [UInt8]) -> [Problem] {
            isRegistry
                ? TagRegistry(parsing: bytes).problems
                : ReminderDecoder.decode(bytes, path: path, registry: TagRegistry(sharing: registry.settings.profile))
                    .problems
        }
        let known = Set(all(bytes).map(\.message))
        if let other = all(result).first(where: { !known.contains($0.message) }) {
            throw EditRefusal(reason: "the fix would cause another problem: \(other.message)", offset: 0)
        }
    }

    private func isRegistered(_ suggestion: String?, in registry: TagRegistry) -> Bool {
        // If two files differ in spelling, neither is authoritative; only the registry is.
        suggestion.map { registry.canonical(TagName($0)).isSpelled(as: TagName($0)) } == true
            && suggestion.map { TagName($0).lineage.contains { registry.tag(named: $0) != nil } } == true
    }

    private static func respelling(_ registry: TagRegistry) -> TagRewrite {
        TagRewrite { name in
            let canonical = registry.canonical(name)
            guard canonical == name, !canonical.isSpelled(as: name) else { return nil }
            return .rename(TagRewrite.Renaming(name: canonical))
        }
    }

    /// The scalars of a document that hold a value, by position.
    private static func places(in document: YAMLDocument) -> [TextPosition: Int] {
        var positions = TextPositions()
        var places: [TextPosition: Int] = [:]
        for (index, node) in document.nodes.enumerated() where node.kind == .scalar && !node.contentSpan.isEmpty {
            places[positions.position(of: node.contentSpan.lowerBound, in: document.bytes)] = index
        }
        return places
    }

    private static func node(of problem: Problem, _ places: [TextPosition: Int]) -> Int? {
        guard let line = problem.line, let column = problem.column else { return nil }
        return places[TextPosition(line: line, column: column)]
    }

    /// An alarm in words becomes one that TaskNotes reads, which has a list of them.
    private func alarmSplice(
        for problem: Problem,
        in document: YAMLDocument,
        _ places: [TextPosition: Int]
    ) -> Splice? {
        guard let suggestion = problem.suggestion, let node = Self.node(of: problem, places) else { return nil }
        let isOnly = document.entries.contains { $0.value == node }
        return document.splice(replacing: node, by: FieldValue.Item(isOnly ? "[\(suggestion)]" : suggestion, .verbatim))
    }

    private func splice(
        for problem: Problem,
        in document: YAMLDocument,
        _ places: [TextPosition: Int]
    ) -> Splice? {
        guard let suggestion = problem.suggestion, let node = Self.node(of: problem, places) else { return nil }
        let text = document.text(of: node)
        guard Self.isCertain(suggestion, for: text) else { return nil }
        return document.splice(replacing: node, by: FieldValue.Item(Self.spelled(suggestion, like: text), .notNull))
    }

    /// The date with the separator of the original.
    private static func spelled(_ suggestion: String, like text: String) -> String {
        guard let date = try? DateValue(parsing: suggestion), text.utf8.contains(Ascii.blank) else { return suggestion }
        return DateValue(date.date, date.time, date.offset, .blank, date.showsSeconds).description
    }
}
