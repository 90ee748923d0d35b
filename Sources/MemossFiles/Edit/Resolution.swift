/// Writes merged files, deletes those that were merged into them, and creates those that were apart, as one edit: all of it or nothing.
package struct Resolution: FolderEdit {
    package var replacements: [FileReplacement] = []
    /// Relative to the root, with the contents that were merged.
    package var deletions: [(path: String, contents: FileContents)] = []
    /// The second of two reminders that were at one path. Relative to the root; there are no such files.
    package var additions: [(path: String, bytes: [UInt8])] = []

    package init() {}

    package var isEmpty: Bool { replacements.isEmpty && deletions.isEmpty && additions.isEmpty }

    /// - Throws: a `MemossError` if a file is outside the folder, or a file to be deleted is a symbolic link.
    package func plan(in context: EditContext) throws(MemossError) -> EditPlan {
        var plan = EditPlan()
        for replacement in replacements { plan.add(try replacement.plan(in: context).edits) }
        for (path, contents) in deletions {
            if try naming(path, try context.files.isLink(path)) {
                throw MemossError(.failure, "\(path): \(MemossError.reason(.link)); nothing was changed")
            }
            plan.add([FileEdit(path: path, before: contents, after: nil)])
        }
        plan.add(additions.map { FileEdit(path: $0.path, before: nil, after: $0.bytes) })
        return plan
    }
}
