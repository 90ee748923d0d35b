/// The input of a plan. It does not need a directory: the bytes of the files suffice.
public struct EditContext: Sendable {
    /// The folder as it was read.
    package var snapshot: Snapshot
    /// Files are read again when they are edited, so that the edit is based on their current contents.
    package var files: any FolderFiles
    /// The time zones that a value may name.
    package var zones: ZoneDatabase
    package var threads = 1
    package var progress: Progress.Report?

    /// Files in memory: the buffers of an editor, or the sides of a merge.
    ///
    /// - Parameters:
    ///   - snapshot: made from the same files.
    ///   - files: path relative to the root, to bytes.
    ///   - zones: the database for the names of time zones.
    public init(_ snapshot: Snapshot, files: [String: [UInt8]], zones: ZoneDatabase) {
        self.init(snapshot, files: FileValues(files), zones: zones)
    }

    /// - Parameters:
    ///   - snapshot: the folder as it was read.
    ///   - files: the files that the edit is based on.
    ///   - zones: the database for the names of time zones.
    package init(_ snapshot: Snapshot, files: any FolderFiles, zones: ZoneDatabase) {
        (self.snapshot, self.files, self.zones) = (snapshot, files, zones)
    }

    package var registry: TagRegistry { snapshot.registry }

    // MARK: Files

    /// - Throws: a `MemossError` that names the file.
    package func contents(of path: String) throws(MemossError) -> FileContents {
        try naming(path, try files.contents(of: path))
    }

    /// Plans changes to one file that has been read.
    ///
    /// - Parameter again: the changes to other bytes of the file; nil if there are none.
    /// - Returns: a plan without edits if nothing changes; a file that cannot be edited is among the skipped.
    func plan(
        _ changes: [FileChange],
        of contents: FileContents,
        at path: String,
        again: @escaping @Sendable (_ bytes: [UInt8]) -> [FileChange]?
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
        var edit = FileEdit(path: path, before: contents, after: after)
        edit.again = Replanning { [registry, before = contents.bytes] now in
            guard again(now) == changes, changes.replacesSame(in: now, as: before, names: registry.settings.names)
            else { return nil }
            return (try? changes.apply(to: now, registry: registry)) ?? nil
        }
        _ = try naming(path, try plan.add(edit, in: files))
        try plan.followLinks(in: files)
        return plan
    }

    /// Plans changes to several files as one edit. Each file is read again.
    ///
    /// - Parameters:
    ///   - skipsInapplicable: whether a file that `changes` throws for is skipped, and does not stop the edit.
    ///   - changes: the changes to the file with these bytes.
    func plan(
        filesAt paths: [String],
        skipsInapplicable: Bool,
        _ changes: @escaping @Sendable (_ path: String, _ bytes: [UInt8]) throws(MemossError) -> [FileChange]
    ) throws(MemossError) -> EditPlan {
        try plan(filesAt: paths, skipsInapplicable: skipsInapplicable) { path, bytes throws(MemossError) in
            (try changes(path, bytes), ())
        }.plan
    }

    /// The same, with what the caller reports about each file.
    func plan<Report>(
        filesAt paths: [String],
        skipsInapplicable: Bool,
        _ changes: @escaping @Sendable (String, [UInt8]) throws(MemossError) -> (changes: [FileChange], report: Report)
    ) throws(MemossError) -> (plan: EditPlan, reports: [Report]) {
        var plan = EditPlan()
        var reports: [Report] = []
        let meter = ProgressMeter(.editing, of: paths.count, progress)
        for path in paths.sorted(by: PathOrder.precedes) {
            defer { meter.add(1) }
            do throws(MemossError) {
                let contents = try contents(of: path)
                let found = try changes(path, contents.bytes)
                reports.append(found.report)
                let own = try self.plan(found.changes, of: contents, at: path) { bytes in
                    (try? changes(path, bytes))?.changes
                }
                plan.edits += own.edits
                plan.skipped += own.skipped
            } catch {
                guard skipsInapplicable else { throw error }
                plan.skipped.append(SkippedFile(path, error))
            }
        }
        try plan.followLinks(in: files)
        return (plan, reports)
    }

    // MARK: The registry

    /// Registers the tags that the registry does not have, each with the least used preset.
    ///
    /// - Parameter id: returns a new UUID at each call.
    /// - Throws: a `MemossError` if the registry cannot be edited.
    func registering(
        _ names: [TagName],
        colors: [TagName: TagColor] = [:],
        today: CivilDate,
        id: () -> String
    ) throws(MemossError) -> (edits: [FileEdit], tags: [Tag]) {
        try registry.requireEditable()
        let tags = registry.newEntries(for: names, colors: colors, today: today, id: id)
        return tags.isEmpty ? ([], []) : (try edits(of: .add(tags)), tags)
    }

    func edits(of change: RegistryChange) throws(MemossError) -> [FileEdit] {
        try registryEdits { registry throws(EditRefusal) in try change.apply(to: registry) }
    }

    /// - Returns: an empty array if the registry does not change.
    func registryEdits(
        remedy: Remedy? = nil,
        _ edit: @escaping @Sendable (TagRegistry) throws(EditRefusal) -> [UInt8]?
    ) throws(MemossError) -> [FileEdit] {
        let path = TagRegistry.fileName
        guard try naming(path, try files.isInside(path)) else {
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
        var plan = try FileReplacement(of: contents, at: path, by: after).plan(in: self)
        for index in plan.edits.indices {
            plan.edits[index].again = Replanning { now in (try? edit(TagRegistry(parsing: now))) ?? nil }
        }
        return plan.edits
    }
}
