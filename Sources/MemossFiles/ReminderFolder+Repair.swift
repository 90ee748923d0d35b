extension ReminderFolder {
    /// Works out what mends those problems that have one right answer. Nothing is written.
    ///
    /// - Returns: the plan, and the problems that it mends.
    public func plan(
        mending problems: [Problem],
        in snapshot: Snapshot
    ) throws(MemossError) -> (plan: EditPlan, mended: [Problem]) {
        var plan = EditPlan()
        var mended: [Problem] = []
        var start = problems.startIndex
        while start < problems.endIndex {
            let path = problems[start].path
            let end = problems[start...].firstIndex { $0.path != path } ?? problems.endIndex
            let repair = Repair(problems: Array(problems[start..<end]))
            start = end
            guard repair.problems.contains(where: { $0.suggestion != nil }) else { continue }
            let contents = try contents(of: path)
            do throws(EditRefusal) {
                guard let result = try repair.apply(to: contents.bytes, registry: snapshot.registry) else { continue }
                guard Directory.isInside(root + "/" + path, root: root) else {
                    plan.skipped.append(SkippedFile(path, MemossError.reason(.outside)))
                    continue
                }
                plan.edits.append(FileEdit(path: path, before: contents, after: result.bytes))
                mended += result.mended
            } catch {
                plan.skipped.append(SkippedFile(path, error.reason, at: error.offset, in: contents.bytes))
            }
        }
        plan.followLinks(root: root)
        return (plan, mended)
    }
}
