import MemossFiles

extension Command {
    static let dashboard = Command(
        syntax: CommandSyntax(
            [],
            summary: "reminders and notes in plain text",
            discussion: """
                Without a command, mm shows the dashboard: open reminders in sections, and what was completed in \
                the last seven days.
                """,
            examples: [CommandSyntax.Example("mm", "Show what is overdue, due today and upcoming.")]
        )
    ) { _, session throws(MemossError) in
        let (snapshot, time) = try session.read()
        let dashboard = Dashboard(snapshot, time, session.clock)
        if session.isJSON {
            session.console.write(dashboard.json)
        } else {
            dashboard.draw(in: &session.console)
        }
        return .done
    }
}

/// The sections of the dashboard.
struct Dashboard {
    private struct Section {
        var name: String
        var heading: Style
        var reminders: [Reminder]
    }

    private let text: ReminderText
    private let sections: [(key: String, section: Section)]
    private let hasReminders: Bool

    init(_ snapshot: Snapshot, _ time: TimeContext, _ clock: Clock) {
        text = ReminderText(snapshot, time, clock)
        var byStatus: [TimeContext.Status: [Reminder]] = [:]
        for reminder in ReminderOrder.scheduled.sorted(snapshot.reminders, in: time) + snapshot.unreadable {
            byStatus[time.status(reminder), default: []].append(reminder)
        }
        let recentlyCompleted = Self.recentlyCompleted(byStatus[.completed] ?? [], time)
        sections = [
            ("broken", Section(name: "Needs attention", heading: .overdueHeading, reminders: byStatus[.broken] ?? [])),
            ("overdue", Section(name: "Overdue", heading: .overdueHeading, reminders: byStatus[.overdue] ?? [])),
            ("today", Section(name: "Today", heading: .todayHeading, reminders: byStatus[.today] ?? [])),
            ("upcoming", Section(name: "Upcoming", heading: .heading, reminders: byStatus[.upcoming] ?? [])),
            ("undated", Section(name: "Someday", heading: .heading, reminders: byStatus[.undated] ?? [])),
            ("completed", Section(name: "Recently completed", heading: .dimmed, reminders: recentlyCompleted)),
        ]
        hasReminders = snapshot.reminders.contains { !$0.isNote }
    }

    /// The reminders completed in the last seven days, latest first.
    private static func recentlyCompleted(_ completed: [Reminder], _ time: TimeContext) -> [Reminder] {
        let first = time.local.date.adding(days: -6)
        let dated = completed.compactMap { reminder -> (CivilDateTime, Reminder)? in
            guard case .on(let value) = reminder.completed else { return nil }
            let clock = value.clock(in: time.zone(of: reminder), allDayAt: .midnight)
            return clock.date >= first ? (clock, reminder) : nil
        }
        return dated.sorted { $0.0 > $1.0 }.map(\.1)
    }

    func draw(in console: inout Console) {
        let rows = sections.map { key, section in
            section.reminders.map { key == "broken" ? text.problemRow($0) : text.row($0) }
        }
        let width = console.width
        let columns = Columns.reminders.layout(of: Array(rows.dropFirst().joined()), width: width)
        var isFirst = true
        for ((key, section), rows) in zip(sections, rows) where !rows.isEmpty {
            let layout = key == "broken" ? Columns.problems.layout(of: rows, width: width) : columns
            if !isFirst { console.line() }
            isFirst = false
            console.line("\(section.name) (\(rows.count))", section.heading)
            console.draw { painter, bytes in
                for row in rows { layout.append(row, painter: &painter, to: &bytes) }
            }
        }
        if isFirst {
            console.info(
                hasReminders ? "no open reminders" : "No reminders yet. Add one: mm add Buy milk --scheduled tomorrow"
            )
        }
    }

    var json: [UInt8] {
        JSONWriter.document { json in
            for (key, section) in sections {
                json.array(key) { json in
                    for reminder in section.reminders {
                        json.object { ReminderJSON(text).fields(of: reminder, in: &$0) }
                    }
                }
            }
        }
    }
}
