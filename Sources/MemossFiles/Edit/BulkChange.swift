/// The same changes to one file or to several.
public struct BulkChange: FolderEdit {
    package var paths: [String]
    package var changes: [FileChange]
    package var skipsInapplicable: Bool

    /// - Parameters:
    ///   - path: relative to the root of the folder.
    ///   - changes: applied in order, each to the result of the previous one.
    public init(of path: String, _ changes: [FileChange]) { self.init(of: [path], changes) }

    /// - Parameters:
    ///   - paths: relative to the root of the folder, each once.
    ///   - changes: applied in order, each to the result of the previous one.
    ///   - skipsInapplicable: whether a file that cannot be read is skipped, and does not stop the others.
    public init(of paths: [String], _ changes: [FileChange], skipsInapplicable: Bool = false) {
        (self.paths, self.changes, self.skipsInapplicable) = (paths, changes, skipsInapplicable)
    }

    /// - Returns: a plan without the files that stay the same; a file that cannot be edited is among the skipped.
    /// - Throws: a `MemossError` if a file cannot be read, or the registry for an edit of tags.
    public func plan(in context: EditContext) throws(MemossError) -> EditPlan {
        if changes.contains(where: \.needsRegistry) { try context.registry.requireEditable() }
        return try context.plan(filesAt: paths, skipsInapplicable: skipsInapplicable) { _, _ in changes }
    }
}
