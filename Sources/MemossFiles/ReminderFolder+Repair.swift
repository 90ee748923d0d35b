extension ReminderFolder {
    /// Works out what mends those problems that have one right answer. Nothing is written.
    ///
    /// - Returns: the plan, and the problems that it mends.
    /// - Throws: a `MemossError` if a file cannot be read, or the folder was not read completely.
    public func plan(
        mending problems: [Problem],
        in snapshot: Snapshot
    ) throws(MemossError) -> (plan: EditPlan, mended: [Problem]) {
        try snapshot.requireComplete()
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
            let result: Repair.Result?
            do throws(EditRefusal) {
                result = try repair.apply(to: contents.bytes, registry: snapshot.registry)
            } catch {
                plan.skipped.append(SkippedFile(path, error.reason, at: error.offset, in: contents.bytes))
                continue
            }
            guard let result else { continue }
            if try isInside(path) {
                plan.edits.append(FileEdit(path: path, before: contents, after: result.bytes))
                mended += result.mended
            } else {
                plan.skipped.append(SkippedFile(path, MemossError.reason(.outside)))
            }
        }
        try plan.followLinks(in: place)
        return (plan, mended)
    }
}
