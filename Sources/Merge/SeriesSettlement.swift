import MemossFiles

/// Finishes the merge of a series of which each side recorded occurrences that the other does not know.
///
/// Merged key by key, the current occurrence may be one that the other side completed ahead of time, one after the last
/// day that the other side set, or one more than COUNT. The series then passes over it, or is over.
enum SeriesSettlement {
    /// - Parameters:
    ///   - bytes: the merged file, without conflicts.
    ///   - rules: the rules that it was merged by.
    ///   - sides: both sides.
    /// - Returns: nil if nothing is left to do.
    static func settled(_ bytes: [UInt8], by rules: ReminderRules, _ sides: [[UInt8]]) -> [UInt8]? {
        guard rules.goesOn, let steps = steps(of: bytes, rules.profile), !steps.reminder.isCompleted else { return nil }
        let left = rules.left(of: steps.reminder)
        // What one side alone has is what somebody wrote.
        let isNew = !steps.isCurrentOpen && sides.allSatisfy { isSettled($0, rules.profile) }
        guard isNew || left != nil && left != steps.reminder.rule?.count else { return nil }
        let changes = steps.settling(left: left)
        // A file that cannot be edited stays as it was merged: an occurrence then rings once more, and none is silent.
        return (try? changes.apply(to: bytes, registry: TagRegistry(sharing: rules.profile))) ?? nil
    }

    private static func isSettled(_ bytes: [UInt8], _ profile: Profile?) -> Bool {
        guard let steps = steps(of: bytes, profile) else { return false }
        return steps.reminder.isCompleted || steps.isCurrentOpen
    }

    private static func steps(of bytes: [UInt8], _ profile: Profile?) -> SeriesSteps? {
        let output = ReminderDecoder.decode(bytes, path: "", registry: TagRegistry(sharing: profile))
        guard let reminder = output.reminder, reminder.recurrence != nil else { return nil }
        return SeriesSteps(ReminderStepper(reminder, FieldPlaces(bytes, names: reminder.names), .ofLocalTimes))
    }
}
