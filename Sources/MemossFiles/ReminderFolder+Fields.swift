extension ReminderFolder {
    /// The keys of a file's front matter, in the order in which they stand.
    ///
    /// - Throws: a `MemossError` if the file cannot be read.
    public func keys(of path: String) throws(MemossError) -> [String] {
        let contents = try contents(of: path)
        guard let document = (try? FrontMatter.read(contents.bytes))?.document else { return [] }
        return document.entries.map { document.text(of: $0.key) }
    }

    /// A reminder or note as its file says it now, as far as the file can be read.
    ///
    /// - Throws: a `MemossError` if the file cannot be read at all.
    public func reminder(at path: String) throws(MemossError) -> Reminder? {
        ReminderDecoder.decode(try contents(of: path).bytes, path: path).reminder
    }

    /// Another value for a key, checked.
    ///
    /// - Throws: a `ParseError` for a value that the key cannot have.
    public func setting(_ key: String, to text: String) throws(ParseError) -> FieldEdit {
        try FieldEdit(setting: key, to: text, zones: zones)
    }

    /// Works out an edit of some fields of one file, with entries for tags that the registry does not know. Nothing is
    /// written.
    ///
    /// - Parameters:
    ///   - today: when tags are made.
    ///   - id: gives a new UUID at each call.
    /// - Throws: a `MemossError` for a value that its key cannot have, and as for any changes.
    public func plan(
        _ edit: ReminderEdit,
        at path: String,
        registry: TagRegistry,
        today: CivilDate,
        id: () -> String
    ) throws(MemossError) -> EditPlan {
        let contents = try contents(of: path)
        let changes: [FileChange]
        do throws(ParseError) {
            changes = try edit.changes(of: contents.bytes, zones: zones)
        } catch {
            throw MemossError(.failure, error)
        }
        if changes.contains(where: \.needsRegistry) { try registry.requireEditable() }
        var plan = try plan(changes, of: contents, at: path, registry: registry)
        guard !edit.tags.adding.isEmpty, plan.skipped.isEmpty else { return plan }
        plan.edits += try registering(edit.tags.adding, besides: registry, today: today, id: id).edits
        plan.isWhole = true
        plan.edits.sort { PathOrder.precedes($0.path, $1.path) }
        return plan
    }

    /// Works out changes of one file. Nothing is written.
    ///
    /// - Parameter path: of the file, from the root.
    /// - Returns: a plan without edits where the file says so already; a file that cannot be edited is among the skipped.
    /// - Throws: a `MemossError` if the file cannot be read, or the registry for an edit of tags.
    public func plan(_ changes: [FileChange], at path: String, registry: TagRegistry) throws(MemossError) -> EditPlan {
        if changes.contains(where: \.needsRegistry) { try registry.requireEditable() }
        return try plan(changes, of: try contents(of: path), at: path, registry: registry)
    }

    /// The same for a file that was read.
    func plan(
        _ changes: [FileChange],
        of contents: FileContents,
        at path: String,
        registry: TagRegistry
    ) throws(MemossError) -> EditPlan {
        var plan = EditPlan()
        let after: [UInt8]?
        do throws(EditRefusal) {
            after = try changes.apply(to: contents.bytes, registry: registry)
        } catch {
            plan.skipped.append(SkippedFile(path, error.reason, at: error.offset, in: contents.bytes))
            return plan
        }
        guard let after else { return plan }
        if try isInside(path) {
            plan.edits.append(FileEdit(path: path, before: contents, after: after))
            try plan.followLinks(in: place)
        } else {
            plan.skipped.append(SkippedFile(path, MemossError.reason(.outside)))
        }
        return plan
    }
}
