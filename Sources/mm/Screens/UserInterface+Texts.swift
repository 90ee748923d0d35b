import Interaction
import MemossFiles

/// Texts that are shown in place of the list.
extension UserInterface {
    /// Whether the text describes the row at the cursor, so that keys can act on that row.
    var isShowingCurrent: Bool {
        guard case .text = browser.mode, case .show(let path)? = page?.kind else { return false }
        return browser.current?.path == path && browser.marks.isEmpty
    }

    mutating func open(_ kind: TextPage.Kind) {
        var new = TextPage(kind: kind)
        switch kind {
        case .help: new.lines = helpLines()
        case .output(let bytes, let messages):
            new.lines = Frame.wrappedLines(bytes, width: size.width) + lines(of: messages)
        case .show(let path):
            guard let lines = card(of: path.path) else { return }
            new.lines = lines
        }
        if page?.kind != kind, case .text = browser.mode { _ = browser.handle(.action(.cancel)) }
        page = new
        _ = browser.handle(.text(count: new.lines.count))
    }

    private mutating func card(of path: String) -> [[Frame.Cell]]? {
        guard
            let reminder = snapshot.reminder(at: path)
                ?? snapshot.unreadable.first(where: { $0.path.isSamePath(as: path) })
        else {
            tell(.error, "\(path) does not exist any more")
            return nil
        }
        do throws(MemossError) {
            let plan = NotificationPlan(snapshot, in: time)
            let text = ReminderText(snapshot, time, session.clock)
            let (fields, body, missing) = try session.folder().excerpt(of: path, isWhole: false)
            let standing = plan.standing(of: reminder, in: time)
            let card = ReminderCard(
                reminder,
                in: snapshot,
                text,
                standing,
                fields: fields,
                body: body,
                missing: missing
            )
            var console = Console(recordingFor: size, painter)
            card.draw(in: &console)
            console.flush()
            return Frame.wrappedLines(console.recording?.output ?? [], width: size.width)
        } catch {
            tell(.error, error.message)
            return nil
        }
    }
}

extension Browser.Action {
    /// Whether it acts on the reminder shown in full. Space does not; it scrolls there.
    var isAboutShown: Bool { isForMarks && self != .check || self == .edit || self == .tick }
}
