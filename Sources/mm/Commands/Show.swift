import MemossFiles

extension Command {
    static let show = Command(
        ["show"],
        summary: "show everything about one reminder",
        discussion: "Includes its next five occurrences, and whether and why it is in the notification plan.",
        takesRevision: true,
        arguments: [.selector],
        examples: ["mm show dentist": "Find the reminder by a word of its title."]
    ) { invocation, session throws(MemossError) in
        let (snapshot, time) = try session.read()
        let reminder = try session.resolve(invocation, in: (snapshot, time))
        let plan = NotificationPlan(snapshot, in: time)
        let text = ReminderText(snapshot, time, session.clock)
        let (fields, body, missing) = try session.folder().excerpt(of: reminder.path, isWhole: session.isJSON)
        let standing = plan.standing(of: reminder, in: time)
        let card = ReminderCard(reminder, in: snapshot, text, standing, fields: fields, body: body, missing: missing)
        if session.isJSON {
            session.console.write(card.json)
        } else {
            card.draw(in: &session.console)
        }
        return .done
    }
}
