extension ReminderFolder {
    /// Works out the deletion of files. Nothing is written.
    ///
    /// - Parameter paths: from the root.
    /// - Returns: a plan in which a symbolic link is skipped: it is not the file, which may lie outside the folder. So is a file
    ///   in conflict: what the other side wants of it is not known.
    /// - Throws: a `MemossError` if a file cannot be read.
    public func plan(deleting paths: [String]) throws(MemossError) -> EditPlan {
        var plan = EditPlan()
        for path in paths.sorted(by: PathOrder.precedes) {
            let isLink = try failing(path) { () throws(SystemError) in try disk.isLink(place.absolute(path)) }
            if isLink {
                plan.skipped.append(SkippedFile(path, MemossError.reason(.link)))
                continue
            }
            let contents = try contents(of: path)
            do throws(YAMLDocument.Fault) {
                _ = try FrontMatter.read(contents.bytes)
            } catch  where error.id == .gitConflict {
                plan.skipped.append(SkippedFile(path, error.message, at: error.offset, in: contents.bytes))
                continue
            } catch {}
            plan.edits.append(FileEdit(path: path, before: contents, after: nil))
        }
        return plan
    }
}
