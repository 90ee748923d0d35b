/// Deletes files.
public struct FileDeletion: FolderEdit {
    /// Relative to the root.
    package var paths: [String]

    /// - Parameter paths: relative to the root of the folder.
    public init(of paths: [String]) { self.paths = paths }

    /// - Returns: a plan that skips symbolic links, whose targets may lie outside the folder, and files in conflict,
    ///   since the other side may still want them.
    /// - Throws: a `MemossError` if a file cannot be read.
    public func plan(in context: EditContext) throws(MemossError) -> EditPlan {
        var plan = EditPlan()
        for path in paths.sorted(by: PathOrder.precedes) {
            if try naming(path, try context.files.isLink(path)) {
                plan.skipped.append(SkippedFile(path, MemossError.reason(.link)))
                continue
            }
            let contents = try context.contents(of: path)
            do throws(YAMLDocument.Fault) {
                _ = try FrontMatter.read(contents.bytes)
            } catch  where error.id == .gitConflict {
                plan.skipped.append(SkippedFile(path, EditRefusal(error), in: contents.bytes))
                continue
            } catch {}
            plan.edits.append(FileEdit(path: path, before: contents, after: nil))
        }
        return plan
    }
}
