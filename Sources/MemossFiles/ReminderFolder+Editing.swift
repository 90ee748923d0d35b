extension ReminderFolder {
    /// A file as it stands, and a copy of it for an editor to work on.
    ///
    /// - Parameter name: of a directory for the copy, which nobody else has.
    /// - Throws: a `MemossError` if the file cannot be read or written, or the copy cannot be made.
    public func workingCopy(
        of path: String,
        named name: String
    ) throws(MemossError) -> (contents: FileContents, copy: WorkingCopy) {
        guard Directory.isInside(root + "/" + path, root: root) else {
            throw MemossError(.failure, "\(path): \(MemossError.reason(.outside))")
        }
        let contents = try contents(of: path)
        do throws(SystemError) {
            try disk.checkWritable(root + "/" + path)
            return (contents, try WorkingCopy(of: path, contents, in: place, named: name))
        } catch {
            throw MemossError(.failure, "\(path): cannot be edited: \(error.reason)")
        }
    }

    /// The edit that gives a file the bytes that somebody made of it.
    public func plan(replacing contents: FileContents, at path: String, by bytes: [UInt8]) -> EditPlan {
        guard bytes != contents.bytes else { return EditPlan() }
        var plan = EditPlan(edits: [FileEdit(path: path, before: contents, after: bytes)])
        plan.followLinks(root: root)
        return plan
    }
}
