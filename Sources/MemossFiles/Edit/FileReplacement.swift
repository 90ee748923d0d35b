/// Replaces the contents of a file with bytes that the user has edited.
package struct FileReplacement: FolderEdit {
    package var path: String
    package var before: FileContents
    package var after: [UInt8]

    package init(of before: FileContents, at path: String, by after: [UInt8]) {
        (self.path, self.before, self.after) = (path, before, after)
    }

    /// - Throws: a `MemossError` if the location of the file cannot be determined.
    package func plan(in context: EditContext) throws(MemossError) -> EditPlan {
        guard after != before.bytes else { return EditPlan() }
        var plan = EditPlan(edits: [FileEdit(path: path, before: before, after: after)])
        try plan.followLinks(in: context.files)
        return plan
    }
}
