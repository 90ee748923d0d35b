import MemossFiles

extension Command {
    static let show = Command(
        syntax: CommandSyntax(
            ["show"],
            summary: "print everything about one reminder",
            discussion: "With its next five occurrences, and why it is or is not in the notification plan.",
            arguments: [SelectorArgument.one],
            examples: [CommandSyntax.Example("mm show dentist", "by a word of its title")]
        )
    ) { invocation, session throws(MemossError) in
        let (snapshot, time) = try session.read(keeping: .whole)
        let reminder = try session.resolve(invocation, in: snapshot)
        let plan = NotificationPlan(snapshot.reminders, in: time)
        let text = ReminderText(snapshot, time)
        let card = ReminderCard(reminder, text, plan.standing(of: reminder, in: time))
        if session.isJSON {
            let contents = try session.folder().contents(of: reminder.path)
            session.console.write(card.json(contents.bytes))
        } else {
            card.draw(in: &session.console)
        }
        return .done
    }
}
