/// Changes to one file.
public struct FileUpdate: FolderEdit {
    package var path: String
    package var changes: [FileChange]

    /// - Parameters:
    ///   - path: relative to the root of the folder.
    ///   - changes: applied in order, each to the result of the previous one.
    public init(of path: String, _ changes: [FileChange]) { (self.path, self.changes) = (path, changes) }

    /// - Returns: a plan without edits if nothing changes; a file that cannot be edited is among the skipped.
    /// - Throws: a `MemossError` if the file cannot be read, or the registry for an edit of tags.
    public func plan(in context: EditContext) throws(MemossError) -> EditPlan {
        if changes.contains(where: \.needsRegistry) { try context.registry.requireEditable() }
        return try context.plan(changes, of: try context.contents(of: path), at: path)
    }
}
