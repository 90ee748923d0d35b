import Delivery
import MemossFiles

extension Notifier {
    /// Completes or snoozes, as `mm done` and `mm snooze` do.
    ///
    /// - Returns: why the edit failed; nil if it succeeded.
    mutating func edit(_ action: NotifyAction, _ delivery: Delivery) -> String? {
        let notification = delivery.notification
        do throws(MemossError) {
            let folder = try session.folderToEdit()
            defer { session.unlock() }
            let (snapshot, zones) = try folder.read()
            try snapshot.requireComplete()
            var time = try session.time(zones)
            time.now = now
            guard let reminder = snapshot.reminder(at: notification.path),
                reminder.isDelivered(as: notification.reminder)
            else {
                return "the file no longer exists"
            }
            let step: ReminderStep
            switch action {
            case .complete: step = .complete(on: delivery.occurrence(of: reminder, in: time), catchesUp: false)
            case .snooze: step = .snooze(try duration("\(NotifyAction.snoozeMinutes)m"))
            }
            let (plan, _) = try folder.plan(StepBatch(step, of: [reminder], at: time), in: snapshot)
            let what = "\(action == .complete ? ReminderStep.completing : "snooze") \(reminder.path)"
            return try folder.commit(plan, as: what, at: time.now).skipped.first?.reason
        } catch {
            return error.message
        }
    }

    private func duration(_ text: String) throws(MemossError) -> CivilDuration {
        do throws(ParseError) {
            return try CivilDuration(parsing: text)
        } catch {
            throw MemossError(.failure, error)
        }
    }
}
