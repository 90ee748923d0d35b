/// An edit of a folder: what is meant, as a value. Working it out writes nothing.
public protocol FolderEdit: Sendable {
    /// The plan, and what is to be said of it.
    associatedtype Outcome: Sendable

    /// - Throws: a `MemossError` where the edit has no meaning in this folder, or a file that it needs cannot be read.
    func plan(in context: EditContext) throws(MemossError) -> Outcome
}

/// What an edit is worked out on. It needs no directory: `FileValues` will do.
public struct EditContext: Sendable {
    public var snapshot: Snapshot
    /// Read again where they are edited, so that the edit stands on what they say now.
    package var files: any FolderFiles
    /// Those that a value may name.
    public var zones: ZoneDatabase
    package var threads = 1
    package var progress: Progress.Report?

    public init(_ snapshot: Snapshot, files: any FolderFiles, zones: ZoneDatabase) {
        (self.snapshot, self.files, self.zones) = (snapshot, files, zones)
    }

    var registry: TagRegistry { snapshot.registry }

    // MARK: Files

    /// - Throws: a `MemossError` that names the file.
    func contents(of path: String) throws(MemossError) -> FileContents {
        try failing(path) { () throws(SystemError) in try files.contents(of: path) }
    }

    func isInside(_ path: String) throws(MemossError) -> Bool {
        try failing(path) { () throws(SystemError) in try files.isInside(path) }
    }

    func failing<Value>(_ path: String, _ body: () throws(SystemError) -> Value) throws(MemossError) -> Value {
        do throws(SystemError) { return try body() } catch { throw MemossError(.failure, "\(path): \(error.reason)") }
    }

    /// Works out changes of one file that was read.
    ///
    /// - Returns: a plan without edits where the file says so already; a file that cannot be edited is among the skipped.
    func plan(
        _ changes: [FileChange],
        of contents: FileContents,
        at path: String
    ) throws(MemossError) -> EditPlan {
        var plan = EditPlan()
        let after: [UInt8]?
        do throws(EditRefusal) {
            after = try changes.apply(to: contents.bytes, registry: registry)
        } catch {
            plan.skipped.append(SkippedFile(path, error, in: contents.bytes))
            return plan
        }
        guard let after else { return plan }
        if try isInside(path) {
            plan.edits.append(FileEdit(path: path, before: contents, after: after))
            try plan.followLinks(in: files)
        } else {
            plan.skipped.append(SkippedFile(path, MemossError.reason(.outside)))
        }
        return plan
    }

    // MARK: The registry

    /// Entries for the tags that the registry does not know, each with the least used preset.
    ///
    /// - Parameter id: gives a new UUID at each call.
    /// - Throws: a `MemossError` for a registry that cannot be edited.
    func registering(
        _ names: [TagName],
        today: CivilDate,
        id: () -> String
    ) throws(MemossError) -> (edits: [FileEdit], tags: [Tag]) {
        try registry.requireEditable()
        let tags = registry.newEntries(for: names, today: today, id: id)
        return tags.isEmpty ? ([], []) : (try edits(of: .add(tags)), tags)
    }

    func edits(of change: RegistryChange) throws(MemossError) -> [FileEdit] {
        try registryEdits { registry throws(EditRefusal) in try change.apply(to: registry) }
    }

    /// - Returns: none where the registry says so already.
    func registryEdits(
        remedy: Remedy? = nil,
        _ edit: (TagRegistry) throws(EditRefusal) -> [UInt8]?
    ) throws(MemossError) -> [FileEdit] {
        let path = TagRegistry.fileName
        guard try isInside(path) else {
            throw MemossError(.failure, "\(path): \(MemossError.reason(.outside))")
        }
        let contents = try contents(of: path)
        let after: [UInt8]?
        do throws(EditRefusal) {
            after = try edit(TagRegistry(parsing: contents.bytes))
        } catch {
            let place = TextPosition(of: error.offset, in: contents.bytes)
            throw MemossError(.failure, "\(path):\(place.line):\(place.column): \(error.reason)", remedy: remedy)
        }
        guard let after else { return [] }
        return try Replacement(of: contents, at: path, by: after).plan(in: self).edits
    }
}

/// The edit that gives a file the bytes that somebody made of it.
package struct Replacement: FolderEdit {
    package var path: String
    package var before: FileContents
    package var after: [UInt8]

    package init(of before: FileContents, at path: String, by after: [UInt8]) {
        (self.path, self.before, self.after) = (path, before, after)
    }

    /// - Throws: a `MemossError` if it cannot be told where the file is.
    package func plan(in context: EditContext) throws(MemossError) -> EditPlan {
        guard after != before.bytes else { return EditPlan() }
        var plan = EditPlan(edits: [FileEdit(path: path, before: before, after: after)])
        try plan.followLinks(in: context.files)
        return plan
    }
}
