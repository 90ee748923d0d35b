/// Fixes the problems that have exactly one right answer.
package struct FolderFix: FolderEdit {
    /// Sorted so that the problems of one file are adjacent.
    package var problems: [Problem]

    package init(of problems: [Problem]) { self.problems = problems }

    /// - Returns: the plan, and the problems that it fixes.
    /// - Throws: a `MemossError` if a file cannot be read, or the folder was not read completely.
    package func plan(in context: EditContext) throws(MemossError) -> (plan: EditPlan, fixed: [Problem]) {
        try context.snapshot.requireComplete()
        var plan = EditPlan()
        var fixed: [Problem] = []
        var start = problems.startIndex
        while start < problems.endIndex {
            let path = problems[start].path
            let end = problems[start...].firstIndex { !$0.path.isSamePath(as: path) } ?? problems.endIndex
            let fix = Fix(problems: Array(problems[start..<end]))
            start = end
            guard fix.isPossible else { continue }
            let contents = try context.contents(of: path)
            let result: Fix.Result?
            do throws(EditRefusal) {
                result = try fix.apply(to: contents.bytes, registry: context.registry)
            } catch {
                plan.skipped.append(SkippedFile(path, error, in: contents.bytes))
                continue
            }
            guard let result else { continue }
            let edit = FileEdit(path: path, before: contents, after: result.bytes)
            if try naming(path, try plan.add(edit, in: context.files)) { fixed += result.fixed }
        }
        try plan.followLinks(in: context.files)
        return (plan, fixed)
    }
}
