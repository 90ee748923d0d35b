/// Deletes files.
public struct FileDeletion: FolderEdit {
    /// Relative to the root.
    package var paths: [String]
    package var skipsInapplicable: Bool

    /// - Parameters:
    ///   - paths: relative to the root of the folder.
    ///   - skipsInapplicable: whether a file that cannot be read is skipped, and does not stop the others.
    public init(of paths: [String], skipsInapplicable: Bool = false) {
        (self.paths, self.skipsInapplicable) = (paths, skipsInapplicable)
    }

    /// - Returns: a plan that skips symbolic links, whose targets may lie outside the folder, files with several names in
    ///   the folder, and files in conflict, since the other side may still want them.
    /// - Throws: a `MemossError` if a file cannot be read.
    public func plan(in context: EditContext) throws(MemossError) -> EditPlan {
        var plan = EditPlan()
        for path in paths.sorted(by: PathOrder.precedes) {
            do throws(MemossError) {
                plan.edits += try edit(of: path, in: context, &plan.skipped)
            } catch {
                guard skipsInapplicable else { throw error }
                plan.skipped.append(SkippedFile(path, error))
            }
        }
        return plan
    }

    private func edit(
        of path: String,
        in context: EditContext,
        _ skipped: inout [SkippedFile]
    ) throws(MemossError) -> [FileEdit] {
        if try naming(path, try context.files.isLink(path)) {
            skipped.append(SkippedFile(path, MemossError.reason(.link)))
            return []
        }
        // The reminder would stay, under another name.
        let names = context.snapshot.otherNames.hardLinks(of: path).filter { !$0.isSamePath(as: path) }
        guard names.isEmpty else {
            let reason = "it is a hard link to the same file as \(names.joined(separator: ", ")), which would stay"
            skipped.append(SkippedFile(path, reason))
            return []
        }
        let contents = try context.contents(of: path)
        do throws(YAMLDocument.Fault) {
            _ = try FrontMatter.read(contents.bytes)
        } catch  where error.id == .gitConflict {
            skipped.append(SkippedFile(path, EditRefusal(error), in: contents.bytes))
            return []
        } catch {}
        return [FileEdit(path: path, before: contents, after: nil)]
    }
}
