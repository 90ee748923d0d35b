/// Adds imported reminders, and skips the occurrences that they replace in series imported earlier.
package struct ImportAddition: FolderEdit {
    /// The paths are relative to the root, distinct, and must not exist yet.
    package var files: [(imported: ImportedReminder, path: String)]
    package var format: ImportFormat
    package var time: TimeContext
    /// Returns a new UUID at each call.
    package var freshID: @Sendable () -> String

    package init(
        of files: [(imported: ImportedReminder, path: String)],
        from format: ImportFormat,
        at time: TimeContext,
        freshID: @escaping @Sendable () -> String
    ) {
        (self.files, self.format, self.time, self.freshID) = (files, format, time, freshID)
    }

    /// - Returns: the plan, and the number of occurrences that are skipped in the folder's series.
    package func plan(in context: EditContext) throws(MemossError) -> (plan: EditPlan, skipped: Int) {
        let addition = ReminderAddition(
            of: files.map { ($0.imported.new, $0.path) },
            today: time.local.date,
            freshID: freshID
        )
        var (plan, _) = try addition.plan(in: context)
        var replaced: [String: [[DateValue]]] = [:]
        for case let (series, dates)? in files.map(\.imported.replaced) { replaced[series, default: []].append(dates) }
        guard !replaced.isEmpty else { return (plan, 0) }
        var skipped = 0
        for reminder in context.snapshot.reminders {
            guard let id = format.identity(of: reminder), let dates = replaced[id] else { continue }
            let contents = try context.contents(of: reminder.path)
            let (bytes, count) = skipping(dates, of: reminder.path, contents.bytes, in: context)
            guard count > 0 else { continue }
            skipped += count
            plan.edits += try FileReplacement(of: contents, at: reminder.path, by: bytes).plan(in: context).edits
        }
        plan.edits.sort { PathOrder.precedes($0.path, $1.path) }
        return (plan, skipped)
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
