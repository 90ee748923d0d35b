/// Adds imported reminders, skips the occurrences that they replace in series imported earlier, and completes what was completed
/// in the other program since.
package struct ImportAddition: FolderEdit {
    /// What becomes of the reminders that were imported before.
    package struct Revised: Sendable {
        /// How many occurrences are skipped.
        package var skipped = 0
        /// Each with its occurrences; none for a one-time reminder.
        package var completed: [(path: String, occurrences: [DateValue])] = []
        package var differences: [ImportDifference] = []
    }

    /// The paths are relative to the root, distinct, and must not exist yet.
    package var files: [(imported: ImportedReminder, path: String)]
    private var known: [ImportMatch.Known]
    package var format: ImportFormat
    package var time: TimeContext
    /// Returns a new UUID at each call.
    package var freshID: @Sendable () -> String

    package init(
        of files: [(imported: ImportedReminder, path: String)],
        knowing match: ImportMatch,
        from format: ImportFormat,
        at time: TimeContext,
        freshID: @escaping @Sendable () -> String
    ) {
        (self.files, self.format, self.time, self.freshID) = (files, format, time, freshID)
        known = match.known
    }

    package func plan(in context: EditContext) throws(MemossError) -> (plan: EditPlan, revised: Revised) {
        let addition = ReminderAddition(
            of: files.map { ($0.imported.new, $0.path) },
            today: time.local.date,
            freshID: freshID
        )
        var (plan, _) = try addition.plan(in: context)
        var revised = Revised()
        var replaced: [String: [[DateValue]]] = [:]
        for case let (series, dates)? in files.map(\.imported.replaced) { replaced[series, default: []].append(dates) }
        let known = Dictionary(known.map { (PathKey($0.path), $0) }) { first, _ in first }
        for reminder in context.snapshot.reminders {
            guard let id = format.identity(of: reminder) else { continue }
            let (dates, known) = (replaced[id] ?? [], known[PathKey(reminder.path)])
            if dates.isEmpty, known == nil { continue }
            let contents = try context.contents(of: reminder.path)
            var bytes = contents.bytes
            if let known {
                var revision = ImportRevision(of: reminder.path, bytes, from: format, at: time, in: context)
                revision.take(known, skipping: dates.flatMap(\.self))
                bytes = revision.bytes
                revised.differences += revision.differences
                if !revision.completed.isEmpty {
                    revised.completed.append((reminder.path, revision.completed.compactMap(\.self)))
                }
            }
            let (after, count) = skipping(dates, of: reminder.path, bytes, in: context)
            revised.skipped += count
            plan.edits += try FileReplacement(of: contents, at: reminder.path, by: after).plan(in: context).edits
        }
        plan.edits.sort { PathOrder.precedes($0.path, $1.path) }
        return (plan, revised)
    }

    /// The file after the steps, and the number of steps that were possible: the user may have completed an occurrence, or
    /// changed the rule.
    ///
    /// - Parameter occurrences: the dates that each may have.
    private func skipping(
        _ occurrences: [[DateValue]],
        of path: String,
        _ bytes: [UInt8],
        in context: EditContext
    ) -> (bytes: [UInt8], count: Int) {
        var (bytes, count) = (bytes, 0)
        for dates in occurrences {
            guard let reminder = ReminderDecoder.decode(bytes, path: path, registry: context.registry).reminder else {
                break
            }
            var time = time
            if let name = reminder.timezone { time.zones[name] = try? context.zones.zone(named: name) }
            let zone = time.zone(of: reminder)
            for date in dates {
                let day = date.offset == nil ? date : zone.date(at: date.instant(in: zone, allDayAt: .midnight))
                guard let outcome = try? StepOutcome(.skip(on: day), of: reminder, in: bytes, context: time),
                    let after = try? outcome.changes.apply(to: bytes, registry: context.registry)
                else { continue }
                (bytes, count) = (after, count + 1)
                break
            }
        }
        return (bytes, count)
    }
}
