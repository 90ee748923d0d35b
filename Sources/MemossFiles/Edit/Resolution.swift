/// Writes merged files, deletes the copies merged into them, and creates files for separate reminders, as one edit: all
/// or nothing.
package struct Resolution: FolderEdit {
    package var replacements: [FileReplacement] = []
    /// Relative to the root, with the contents that were merged.
    package var deletions: [(path: String, contents: FileContents)] = []
    /// New files for the second of two reminders that shared a path. The paths are relative to the root and do not
    /// exist yet.
    package var additions: [(path: String, bytes: [UInt8])] = []

    package init() {}

    /// - Throws: a `MemossError` if a file is outside the folder, or a file to be deleted is a symbolic link.
    package func plan(in context: EditContext) throws(MemossError) -> EditPlan {
        var edits: [FileEdit] = []
        for replacement in replacements { edits += try replacement.plan(in: context).edits }
        for (path, contents) in deletions {
            if try naming(path, try context.files.isLink(path)) {
                throw MemossError(.failure, "\(path): \(MemossError.reason(.link))", outcome: MemossError.unchanged)
            }
            edits.append(FileEdit(path: path, before: contents, after: nil))
        }
        edits += additions.map { FileEdit(path: $0.path, before: nil, after: $0.bytes) }
        var plan = EditPlan()
        plan.add(edits)
        return plan
    }
}
