import Interaction
import MemossFiles

extension Session {
    /// Shows an empty form and writes its values as a new reminder. If that fails, shows the form again with the
    /// reason.
    mutating func addInForm(_ invocation: Invocation) throws(MemossError) -> ExitStatus {
        let shown: [OptionSyntax] = [
            .scheduled, .due, .tag, .recurrence, .until, .remind, .body, .path, .editAfter, .dryRun,
        ]
        if let other = invocation.command.options.first(where: { option in
            invocation.hasAny(of: [option]) && !shown.contains { $0.long == option.long }
        }) {
            throw invocation.usageError("'\(other.name)' needs a TITLE: the form does not have it")
        }
        if invocation.flag(.editAfter) { try checkEditor(invocation) }
        let (snapshot, time) = try read()
        var form = ReminderForm(
            tags: snapshot.registry.canonical(try invocation.tags(.tag)),
            from: TagSuggestions(snapshot, today: time.local.date),
            at: time
        )
        if let text = invocation.option(.scheduled) { form.set(.day, to: text) }
        if let text = invocation.option(.due) { form.set(.deadline, to: text) }
        if let text = invocation.option(.recurrence) { form.set(.repeats, to: text) }
        if let text = invocation.option(.until) { form.set(.end, to: text) }
        let alarms = invocation.options(.remind)
        if !alarms.isEmpty { form.set(.alarms, to: alarms.joined(separator: ", ")) }
        if let body = try invocation.body() { form.set(.note, to: String(decoding: body, as: UTF8.self)) }
        var notice: String?
        while true {
            let view = FormView(form, Interpretation(time, clock), clock, notice: notice)
            guard case .done(let answer) = ask(view) else {
                console.info("nothing was added")
                return .negative
            }
            form = answer.form
            guard let new = form.reminder(id: Environment.randomUUID(), created: time.local) else { return .failure }
            var isEdited = invocation.flag(.editAfter)
            if case .editor = answer { isEdited = true }
            let paths: [String]
            do throws(MemossError) {
                if isEdited { try checkEditor(invocation) }
                paths = try add([new], at: time, invocation)
            } catch {
                unlock()
                notice = error.message
                continue
            }
            return try edit(paths[0], if: isEdited, invocation, time)
        }
    }
}
