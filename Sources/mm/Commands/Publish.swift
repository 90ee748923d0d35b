import Exchange
import MemossFiles

extension OptionSyntax {
    fileprivate static let state = OptionSyntax("status", help: "show what is known of the calendar, and ask nobody")
    fileprivate static let clear = OptionSyntax("clear", help: "delete everything that this folder has in the calendar")
    fileprivate static let force = OptionSyntax(
        "force",
        help: "write again what was changed or deleted in the calendar, or written by another machine"
    )
}

extension Command {
    static let publish = Command(
        ["publish"],
        summary: "keep a CalDAV calendar that rings the phone, also while this machine is off",
        discussion: """
            Makes the events in a calendar on a CalDAV server equal to the coming occurrences: each is an event that rings at its \
            time and at its alarms, so that the phone needs no connection then. What is new or changed is sent, what is \
            completed, skipped or deleted is deleted there, and nothing else is touched. Nothing is read back. What somebody \
            has changed or deleted in the calendar is told and left as it is; what was deleted is written again once the \
            reminder has another time. The titles are sent, unless the configuration has 'titles: no'. 'mm notify' runs it after \
            each change and once an hour. Needs curl 7.76 or later.
            """,
        options: [.dryRun.with(help: "show what would be sent, and send nothing"), .state, .clear, .force],
        examples: [
            "mm config publish.url https://dav.example.org/me/reminders/": "Say which calendar it is.",
            "mm publish": "Send what has changed, for example from cron.",
            "mm publish --dry-run": "Show what would be sent.",
        ]
    ) { invocation, session throws(MemossError) in
        let ways: [(option: OptionSyntax, mode: PublishRun.Mode)] = [
            (.dryRun, .dry), (.state, .status), (.clear, .clear),
        ]
        let chosen = ways.filter { invocation.flag($0.option) }
        let names = chosen.map(\.option.name) + (invocation.flag(.force) ? [OptionSyntax.force.name] : [])
        if chosen.count > 1 || names.count > 1 && chosen[0].mode == .status {
            throw invocation.usageError("'\(names[0])' and '\(names[1])' cannot be used together")
        }
        let mode = chosen.first?.mode ?? .send
        let run = try PublishRun.perform(mode, isForced: invocation.flag(.force), &session)
        try session.show(run, mode)
        if let trouble = run.trouble { throw trouble }
        return .done
    }
}

extension Session {
    /// An event of a run, as far as it is known: of what is deleted, there is only the id.
    private struct Row {
        var action: String
        var id: String
        var event: PublishedEvent?
    }

    fileprivate mutating func show(_ run: PublishRun, _ mode: PublishRun.Mode) throws(MemossError) {
        let events = Dictionary(run.events.events.map { ($0.id, $0) }) { first, _ in first }
        let rows = run.sent.map { action in
            switch action {
            case .create(let event): Row(action: "create", id: event.id, event: event)
            case .replace(let event, _, _): Row(action: "replace", id: event.id, event: event)
            case .delete(let id, _): Row(action: "delete", id: id, event: events[id])
            }
        }
        let left = run.left.map { Row(action: $0.reason.rawValue, id: $0.id, event: events[$0.id]) }
        let zone = try zone()
        if isJSON { console.write(json(run, rows, left, zone)) } else { draw(rows, zone) }
        for reason in Publication.Reservation.allCases {
            warn(about: left.filter { $0.action == reason.rawValue }, reason)
        }
        if mode == .status, let trouble = run.record.trouble { console.warn(trouble) }
        if isJSON { return }
        if run.trouble == nil { console.info(statement(run, mode, zone)) }
        if let instant = run.events.coveredUntil, mode != .clear {
            console.info("later ones than \(zone.civil(at: instant).text(clock)) did not fit")
        }
    }

    private mutating func draw(_ rows: [Row], _ zone: Zone) {
        let clock = clock
        let cells = rows.map { row in
            [
                Columns.Cell.text(row.action),
                .text(row.event.map { zone.civil(at: $0.start).text(clock) } ?? ""),
                .text(Printable.line(row.event?.title ?? row.id)),
                .text(Printable.line(row.event?.path ?? ""), .dimmed),
            ]
        }
        console.draw(cells, in: Columns(4, yields: [(2, 16), (3, 0)]))
        console.flush()
    }

    private mutating func statement(_ run: PublishRun, _ mode: PublishRun.Mode, _ zone: Zone) -> String {
        let place = run.shownURL
        let count = run.record.entries.count.counted("event")
        switch mode {
        case .send where run.sent.isEmpty && !run.left.isEmpty, .dry where run.sent.isEmpty && !run.left.isEmpty:
            return "nothing else to send to \(place)"
        case .send where run.sent.isEmpty: return "nothing to send: \(place) has what the plan says (\(count))"
        case .dry where run.sent.isEmpty: return "nothing to send: \(place) has what the plan says"
        case .dry: return "\(run.sent.count.counted("request")) would be sent to \(place)"
        case .clear: return "deleted \(run.sent.count.counted("event")) from \(place)"
        case .send: return "sent \(run.sent.count.counted("request")) to \(place), which has \(count) now"
        case .status:
            let clock = clock
            let last = run.record.done.map { ", complete since \(zone.civil(at: $0).text(clock))" } ?? ""
            return "\(count) in \(place)\(last)"
                + (run.sent.isEmpty ? "" : "; \(run.sent.count.counted("change")) to send")
        }
    }

    private mutating func warn(about rows: [Row], _ reason: Publication.Reservation) {
        guard !rows.isEmpty else { return }
        let names = rows.prefix(3).map { "'\(Printable.line($0.event?.title ?? $0.id))'" }.joined(separator: ", ")
        let what = rows.count.counted("event") + (rows.count == 1 ? " was " : " were ")
        let how =
            switch reason {
            case .changed: "changed in the calendar and left so"
            case .deleted: "deleted from the calendar and left so"
            case .other: "written by another machine, whose folder or time zone differs"
            }
        console.warn(
            "\(what)\(how): \(names)\(rows.count > 3 ? " …" : "")",
            hint: "to write \(rows.count == 1 ? "it" : "them") as here: mm publish --force"
        )
    }

    private func json(_ run: PublishRun, _ rows: [Row], _ left: [Row], _ zone: Zone) -> [UInt8] {
        func write(_ row: Row, _ key: String, to json: inout JSONWriter) {
            json.field(key, row.action)
            json.field("id", row.id)
            json.field("path", row.event?.path)
            json.field("title", row.event?.title)
            json.field("local", row.event.map { zone.civil(at: $0.start).description })
            json.field("instant", row.event?.start.description)
        }
        return JSONWriter.document { json in
            json.field("now", run.now.description)
            json.field("calendar", run.url)
            json.objects("requests", rows) { write($0, "action", to: &$1) }
            json.objects("left", left) { write($0, "reason", to: &$1) }
            json.field("unchanged", run.unchanged)
            json.field("known", run.record.entries.count)
            json.field("coveredUntil", run.events.coveredUntil?.description)
            json.field("complete", run.record.done?.description)
            json.field("problem", run.trouble?.message ?? run.record.trouble)
        }
    }
}
