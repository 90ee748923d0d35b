import MemossFiles

extension OptionSyntax {
    fileprivate static let limit = OptionSyntax("limit", value: "N", help: "the number of notifications (default: 64)")
    fileprivate static let reserve = OptionSyntax(
        "reserve",
        value: "N",
        help: "slots for one-time reminders (default: 14, or none with --limit)"
    )
    fileprivate static let horizon = OptionSyntax("horizon", value: "DATE", help: "plan nothing after this day")
}

extension Command {
    static let plan = Command(
        ["plan"],
        summary: "print the notification plan",
        discussion: """
            The reserved slots go to the soonest one-time reminders, the others to the soonest occurrences of \
            series. Slots that one kind does not use go to the other. With --limit alone, nothing is reserved: it prints \
            the next notifications.
            """,
        takesRevision: true,
        options: [.limit, .reserve, .horizon],
        examples: [
            "mm plan --limit 1": "Print the next notification.",
            "mm plan --horizon friday": "Print the notifications up to Friday.",
        ]
    ) { invocation, session throws(MemossError) in
        let limit = try invocation.integer(.limit, atMost: Session.mostOccurrences)
        let reserve = try invocation.integer(.reserve, atMost: Session.mostOccurrences)
        var budget = limit.map(NotificationPlan.Budget.init(next:)) ?? NotificationPlan.Budget()
        if let reserve {
            guard budget.limit >= reserve else {
                throw invocation.usageError("'--limit \(budget.limit)' is less than '--reserve \(reserve)'")
            }
            budget.reserve = reserve
        }
        let moment = try session.time()
        let day = try invocation.option(.horizon) { (text: String) throws(ParseError) in
            try moment.when(text).value
        }
        if let day, moment.end(of: day) <= moment.now {
            throw invocation.usageError("'--horizon \(day)' is in the past: a plan begins now")
        }
        let (snapshot, time) = try session.read(keeping: .firstLine, for: .open)
        let plan = NotificationPlan(
            snapshot,
            in: time,
            budget: budget,
            until: day.map { moment.end(of: $0) }
        )
        let text = ReminderText(snapshot, time, session.clock)
        session.warn(about: text.handles)
        if session.isJSON {
            session.console.write(plan.json(unread: text.unread))
        } else {
            plan.draw(snapshot, text, in: &session.console)
        }
        return .done
    }
}

extension NotificationPlan {
    fileprivate func json(unread: [SkippedFile]) -> [UInt8] {
        JSONWriter.document { json in
            json.field("now", now.description)
            json.field("limit", budget.limit)
            json.field("reserve", budget.reserve)
            json.field("coveredUntil", coveredUntil?.description)
            json.field("omitted", omitted)
            json.objects("notifications", notifications) { notification, json in
                json.field("identifier", notification.identifier)
                json.field("reminder", notification.reminder)
                json.field("path", notification.path)
                json.field("title", notification.title)
                json.field("body", notification.body)
                json.field("local", notification.local.description)
                json.field("instant", notification.instant.description)
                json.field("recurring", notification.isRecurring)
                json.field("index", notification.index)
                json.field("provisional", notification.isProvisional)
                if let alarm = notification.alarm { json.field("alarm", alarm.text) }
            }
            json.skipped(unread)
        }
    }

    /// Prints one line per notification.
    fileprivate func draw(_ snapshot: Snapshot, _ text: ReminderText, in console: inout Console) {
        let columns = Columns(5, yields: [(3, 24), (4, 0), (3, 8)])
        let rows = notifications.map { notification in
            // A selector uses the id in the file, even if it is shared.
            let handle = snapshot.reminder(at: notification.path).map(text.handle) ?? notification.reminder
            let shown = DateValue(text.time.zone.civil(at: notification.instant))
            let day = text.relative(shown)
            let when = day.text + text.offset(of: shown, at: notification.instant)
            return [
                Columns.Cell.text(handle, .handle),
                .text(when, day.days == 0 ? .today : .plain),
                .text(
                    [notification.alarm?.text, notification.isProvisional ? "if still open" : nil]
                        .compactMap(\.self).joined(separator: ", "),
                    .dimmed
                ),
                .text(Printable.line(notification.title)),
                .text(Printable.line(notification.body ?? ""), .dimmed),
            ]
        }
        console.draw(rows, in: columns)
        console.flush()
        // A plan has one slot for a reminder or an occurrence.
        let paths = Set(notifications.map { PathKey($0.path) })
        let early = snapshot.reminders.filter { paths.contains(PathKey($0.path)) && text.time.hasEarlySnooze($0) }
        for reminder in early.prefix(3) {
            let when = reminder.date.map { text.relative(text.time.shown($0, of: reminder)).text } ?? ""
            console.info("'\(reminder.title)' is delivered again after its snooze, at its own time: \(when)")
        }
        if early.count > 3 { console.info("and so are \((early.count - 3).counted("other reminder"))") }
        let count = notifications.count.counted("notification")
        let reach = coveredUntil.map { instant in
            ", covering everything until " + text.relative(DateValue(text.time.zone.civil(at: instant))).text
        }
        let reserve = budget.reserve.flatMap { $0 == Budget().reserve ? nil : ", reserve \($0)" } ?? ""
        let left = omitted == 0 ? "" : "; \(omitted.counted("reminder")) did not fit"
        console.info(
            "\(count) (limit \(budget.limit)\(reserve))\(reach ?? (text.unread.isEmpty ? ", covering everything" : ""))\(left)"
        )
    }
}
