import Delivery
import MemossFiles

extension PushRun {
    /// Does what was pressed on the phone, as `mm done` and `mm snooze` do. What fails is tried again the next time.
    mutating func take(
        _ result: Result<HTTPAnswer, HTTPTrouble>,
        _ key: [UInt8],
        _ session: inout Session
    ) throws(MemossError) {
        let answer: HTTPAnswer
        do throws(NtfyTopic.Refusal) {
            answer = try topic.check(result)
        } catch {
            session.console.warn("the buttons on the phone cannot be read: \(text(of: error))")
            return
        }
        guard let new = PushAnswer.new(in: answer.body, record, key: key) else {
            session.console.warn("the buttons on the phone cannot be read: \(text(of: .stranger))")
            return
        }
        var isComplete = true
        for (answer, entry) in new {
            if let failure = session.edit(answer.action, entry) {
                session.console.warn("\(entry.path): '\(answer.action.rawValue)' on the phone: \(failure.text)")
                isComplete = isComplete && !failure.isTemporary
                if failure.isTemporary { continue }
            }
            record.note(answer: answer.action.rawValue, to: answer.sequence)
            answers.append((answer.action, entry.path))
        }
        if isComplete { record.answered = now }
        if !new.isEmpty { try store.save(record) }
    }
}

extension Session {
    fileprivate struct Failure {
        var text: String
        /// Whether it may succeed later.
        var isTemporary: Bool
    }

    /// - Returns: why the edit failed; nil if it succeeded.
    fileprivate mutating func edit(_ action: PushAnswer.Action, _ entry: PushRecord.Entry) -> Failure? {
        do throws(MemossError) {
            let folder = try folderToEdit()
            defer { unlock() }
            let (snapshot, zones) = try folder.read()
            try snapshot.requireComplete()
            let time = try time(zones)
            let found = snapshot.reminders.filter { $0.isDelivered(as: entry.reminder) }
            guard let reminder = found.first(where: { $0.path.isSamePath(as: entry.path) }) ?? found.first else {
                return Failure(text: "the file no longer exists", isTemporary: false)
            }
            if reminder.isCompleted { return nil }
            let step: ReminderStep
            switch action {
            case .done:
                let occurrence = entry.occurrence.flatMap { try? DateValue(parsing: $0) }
                step = .complete(on: Delivery.completed(occurrence, of: reminder, in: time), catchesUp: false)
            case .snooze:
                step = .snooze(CivilDuration(seconds: Int64(NotifyAction.snoozeMinutes * 60)))
            }
            let (plan, _) = try folder.plan(StepBatch(step, of: [reminder], at: time), in: snapshot)
            let what = "\(action == .done ? ReminderStep.completing : "snooze") \(reminder.path)"
            let skipped = try folder.commit(plan, as: what, at: time.now).skipped.first?.reason
            return skipped.map { Failure(text: $0, isTemporary: true) }
        } catch {
            return Failure(text: error.message, isTemporary: error.kind != .usage && error.kind != .notFound)
        }
    }
}
