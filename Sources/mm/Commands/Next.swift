import MemossFiles

extension Command {
    static let next = Command(
        ["next"],
        summary: "print the next occurrences of one reminder",
        takesRevision: true,
        arguments: [.selector],
        options: [.count],
        examples: ["mm next vitamins --count 3": "Print the next three occurrences."]
    ) { invocation, session throws(MemossError) in
        let count = try invocation.integer(.count, atMost: Session.mostOccurrences) ?? 10
        let (snapshot, time) = try session.read()
        let reminder: Reminder
        do throws(MemossError) {
            reminder = try session.resolve(invocation, in: (snapshot, time))
        } catch {
            let words = invocation.arguments(.selector).joined(separator: " ")
            guard error.kind == .notFound, PhraseKind.rule.isPhrase(words) else { throw error }
            var error = error
            error.hints.append("for a rule: mm occurrences \(words.shellWord) --start today")
            throw error
        }
        let occurrences = Array(reminder.timesAhead(in: time).prefix(count))
        session.show(occurrences, in: time.zone(of: reminder))
        session.console.flush()
        if reminder.recurs, !reminder.isCompleted, reminder.anchor == .completion, count > occurrences.count {
            let others = occurrences.isEmpty ? "the next occurrence is" : "the others are"
            session.console.info("\(others) counted from the completion of the current one")
            session.console.info("until it is completed, it is notified again by its rule: mm plan")
            return .done
        }
        var coming = reminder.isCompleted ? nil : ComingOccurrences(reminder, in: time)
        _ = occurrences.count < count ? coming?.next(count) : []
        let reason = coming?.ending.map { ": \($0.reason)" } ?? ""
        if occurrences.isEmpty, count > 0 {
            session.console.info("'\(reminder.title)' has no more occurrences\(reason)")
        } else if !reason.isEmpty {
            session.console.info("no more occurrences\(reason)")
        }
        return .done
    }
}
