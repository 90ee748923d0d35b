/// The same changes to one file or to several.
public struct BulkChange: FolderEdit {
    package var paths: [String]
    package var changes: [FileChange]
    package var skipsInapplicable: Bool
    /// The time zone of reminders without their own, if a date that moves an occurrence off its rule also writes its place.
    package var movingIn: Zone?
    /// The day on which a status completes a task of the program that the folder is shared with; nil to write a status or a rule as it
    /// is.
    package var today: CivilDate?

    /// Sets a key of the front matter.
    ///
    /// - Parameters:
    ///   - paths: relative to the root of the folder, each once.
    ///   - key: a top-level key, also one that no tool knows.
    ///   - text: the value on one line; `[a, b]` is a list if the key accepts one.
    ///   - zones: validates the value of `timezone`.
    /// - Throws: a `ParseError` if the value is invalid for the key.
    public init(of paths: [String], setting key: String, to text: String, zones: ZoneDatabase) throws(ParseError) {
        self.init(of: paths, [.field(try FieldChange(setting: key, to: text, zones: zones))])
    }

    /// Removes a key of the front matter.
    ///
    /// - Parameters:
    ///   - paths: relative to the root of the folder, each once.
    ///   - key: a top-level key.
    /// - Throws: a `ParseError` if the key may not be removed.
    public init(of paths: [String], unsetting key: String) throws(ParseError) {
        self.init(of: paths, [.field(try FieldChange(unsetting: key))])
    }

    /// - Parameters:
    ///   - path: relative to the root of the folder.
    ///   - changes: applied in order, each to the result of the previous one.
    package init(of path: String, _ changes: [FileChange]) { self.init(of: [path], changes) }

    /// - Parameters:
    ///   - paths: relative to the root of the folder, each once.
    ///   - changes: applied in order, each to the result of the previous one.
    ///   - skipsInapplicable: whether a file that cannot be read is skipped, and does not stop the others.
    package init(of paths: [String], _ changes: [FileChange], skipsInapplicable: Bool = false) {
        (self.paths, self.changes, self.skipsInapplicable) = (paths, changes, skipsInapplicable)
    }

    /// - Returns: a plan without the files that stay the same; a file that cannot be edited is among the skipped.
    /// - Throws: a `MemossError` if a file cannot be read, or the registry for an edit of tags.
    public func plan(in context: EditContext) throws(MemossError) -> EditPlan {
        if changes.contains(where: \.needsRegistry) { try context.registry.requireEditable() }
        return try context.plan(filesAt: paths, skipsInapplicable: skipsInapplicable) {
            path,
            bytes throws(MemossError) in
            let registry = context.registry
            var own = changes
            if let today {
                do throws(ParseError) {
                    own = try own.withRule(of: bytes, registry.settings.profile)
                } catch {
                    throw MemossError(.failure, "\(path): \(error.message)", outcome: MemossError.unchanged)
                }
                own = try own.withStatus(of: bytes, at: path, registry, today: today)
            }
            return own + entailed(by: changes, in: bytes, zones: context.zones, registry.settings.profile)
        }
    }

    private func entailed(by changes: [FileChange], in bytes: [UInt8], zones: ZoneDatabase, _ profile: Profile?)
        -> [FileChange]
    {
        guard let zone = movingIn else { return [] }
        return changes.flatMap { change in
            guard case .field(let field) = change, case .text(let item)? = field.value else { return [FileChange]() }
            var change = ReminderChange(setting: profile?.names.own(field.key) ?? field.key, to: item.text, in: zone)
            change?.profile = profile
            return change?.entailed(in: bytes, zones: zones) ?? []
        }
    }
}
