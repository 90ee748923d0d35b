import Delivery
import MemossFiles

extension OptionSyntax {
    fileprivate static let dry = OptionSyntax("dry-run", help: "print what would be sent, and send nothing")
    fileprivate static let pending = OptionSyntax("status", help: "show what the server will ring, and send nothing")
    fileprivate static let clear = OptionSyntax("clear", help: "withdraw everything that this folder has on the server")
}

extension Command {
    static let push = Command(
        ["push"],
        summary: "have an ntfy server ring the phone, also while this machine is off",
        discussion: """
            Makes the pending messages of an ntfy server (2.16 or later) equal to the plan of the next days: what is new or \
            changed is sent, what is gone is withdrawn, and nothing else is touched. Without 'titles: yes' in the \
            configuration, the phone shows 'Reminder' and the time. The buttons Done and Snooze on the phone work as \
            'mm done' and 'mm snooze' the next time this runs. 'mm notify' runs it after each change and once an \
            hour. Needs curl 7.76 or later.
            """,
        options: [.dry, .pending, .clear],
        examples: [
            "mm push": "Send what has changed, for example from cron.",
            "mm push --dry-run": "Show what would be sent.",
            "mm push --status": "Show what is pending on the server.",
        ]
    ) { invocation, session throws(MemossError) in
        let ways: [(option: OptionSyntax, mode: PushRun.Mode)] = [
            (.dryRun, .dry), (.pending, .status), (.clear, .clear),
        ]
        let chosen = ways.filter { invocation.flag($0.option) }
        if chosen.count > 1 {
            throw invocation.usageError(
                "'\(chosen[0].option.name)' and '\(chosen[1].option.name)' cannot be used together"
            )
        }
        let mode = chosen.first?.mode ?? .send
        let run = try PushRun.perform(mode, &session)
        if session.isJSON {
            session.console.write(try run.json(&session))
        } else {
            try run.draw(mode, &session)
        }
        if let trouble = run.trouble { throw MemossError(.failure, trouble) }
        return .done
    }
}

extension PushRun {
    /// A message with the reminder that it is of, if that is known.
    private struct Row {
        var action: String
        var sequence: String
        var at: Instant
        var title: String
        var path: String?
    }

    private func row(_ step: PushEngine.Step) -> Row {
        switch step {
        case .send(let ring, let sequence, let at, let isReplacement):
            Row(
                action: isReplacement ? "replace" : "send",
                sequence: sequence,
                at: at,
                title: ring.title,
                path: ring.path
            )
        case .withdraw(_, let message): row(message, nil, "withdraw")
        }
    }

    private func row(_ message: PushView.Message, _ ring: PushRing?, _ action: String) -> Row {
        let path = ring?.path ?? path(of: message.sequence)
        return Row(action: action, sequence: message.sequence, at: message.at, title: message.title, path: path)
    }

    // MARK: Output

    fileprivate func draw(_ mode: Mode, _ session: inout Session) throws(MemossError) {
        if mode == .status {
            let rows = pending.map { row($0.message, $0.ring, "pending") }
            try draw(rows, &session)
            let last = try completed.map { instant throws(MemossError) in
                ", complete since \(try session.zone().civil(at: instant).text(session.clock))"
            }
            session.console.info(
                "\(rows.count.counted("message")) pending on \(Printable.line(place))\(last ?? ""); "
                    + "\(sentToday) of 250 requests sent today"
            )
        } else {
            for answer in answers {
                session.console.line(Printable.line("\(answer.action.rawValue) on the phone  \(answer.path)"))
            }
            try draw(steps.map(row), &session)
            if steps.isEmpty, left.isEmpty, answers.isEmpty {
                let why = isEmpty ? ": nothing rings in the next days" : ": the server has what the plan says"
                session.console.info(
                    mode == .clear
                        ? "nothing to withdraw: the server has nothing of this folder"
                        : "nothing to send" + (leftToOthers == 0 ? why : "")
                )
            }
            if leftToOthers > 0 {
                let one = leftToOthers == 1
                session.console.info(
                    "\(leftToOthers.counted("alarm")) \(one ? "is" : "are") otherwise on the server: another machine has changed or "
                        + "withdrawn \(one ? "it" : "them") since this one sent \(one ? "it" : "them"); sync the folder"
                )
            }
        }
        if !left.isEmpty {
            let requests = left.count.counted("request")
            session.console.info(
                trouble == nil ? "\(requests) did not fit and will be sent the next time" : "\(requests) not sent"
            )
        }
        if omitted > 0 { session.console.info("\(omitted.counted("reminder")) did not fit") }
    }

    private func draw(_ rows: [Row], _ session: inout Session) throws(MemossError) {
        let (zone, clock) = (try session.zone(), session.clock)
        let cells = rows.map { row in
            [
                Columns.Cell.text(row.action),
                .text(zone.civil(at: row.at).text(clock)),
                .text(Printable.line(row.title)),
                .text(Printable.line(row.path ?? ""), .dimmed),
            ]
        }
        session.console.draw(cells, in: Columns(4, yields: [(2, 16), (3, 0)]))
        session.console.flush()
    }

    fileprivate func json(_ session: inout Session) throws(MemossError) -> [UInt8] {
        let zone = try session.zone()
        func write(_ row: Row, to json: inout JSONWriter) {
            json.field("action", row.action)
            json.field("id", row.sequence)
            json.field("path", row.path)
            json.field("title", row.title)
            json.field("local", zone.civil(at: row.at).description)
            json.field("instant", row.at.description)
        }
        return JSONWriter.document { json in
            json.field("now", now.description)
            json.field("topic", place)
            json.objects("requests", steps.map(row)) { write($0, to: &$1) }
            json.objects("answers", answers) { answer, json in
                json.field("action", answer.action.rawValue)
                json.field("path", answer.path)
            }
            json.objects("pending", pending.map { row($0.message, $0.ring, "pending") }) { write($0, to: &$1) }
            json.objects("left", left.map(row)) { write($0, to: &$1) }
            json.field("omitted", omitted)
            json.field("sentToday", sentToday)
            json.field("complete", completed?.description)
            json.field("problem", trouble)
        }
    }
}
