/// The list of reminders that fills a screen. Events in, effects out.
///
/// It has the rows of a view, the cursor, marks and what is being typed, and knows nothing of files: whoever owns it
/// performs the effects, and answers with new rows and messages.
package struct Browser: Sendable {
    package enum View: Int, Sendable, Hashable, CaseIterable {
        case dashboard = 1
        case agenda, calendar, habits, notes
    }

    /// A line that stands for a reminder, for one occurrence of a series, or for a file that cannot be read.
    package struct Row: Sendable, Hashable {
        /// What tells two rows of one reminder apart, such as the day.
        package var section: Int
        package var path: PathKey
        /// The occurrence of a series that an edit of this row is about; nil for the current one.
        package var occurrence: DateValue?
        package var isCompleted: Bool

        package init(section: Int, path: PathKey, occurrence: DateValue? = nil, isCompleted: Bool = false) {
            (self.section, self.path, self.occurrence, self.isCompleted) = (section, path, occurrence, isCompleted)
        }

        package var mark: Mark { Mark(path: path, occurrence: occurrence, isCompleted: isCompleted) }

        fileprivate func isSame(as other: Row) -> Bool {
            section == other.section && occurrence == other.occurrence && path == other.path
        }
    }

    /// What was marked. A mark follows its row, wherever that is shown.
    package struct Mark: Sendable, Hashable {
        package var path: PathKey
        var occurrence: DateValue?
        var isCompleted: Bool
    }

    /// What is typed in a line.
    package enum Input: Sendable, Hashable {
        /// With the filter that was in effect before.
        case filter(before: String)
        case addition
        case snooze([PathKey])
        /// Another date, as in `mm edit --scheduled`.
        case move([PathKey])
        case command
    }

    package enum Mode: Sendable {
        case list
        case input(Input, TextField)
        case tags(TagField, of: [PathKey])
        /// Whether to delete these is being asked.
        case deletion([PathKey])
        /// Whether to act on marks that the list does not show is being asked.
        case hiddenMarks(Action)
        /// A text is shown instead of the list, from this line on.
        case text(offset: Int, count: Int)
    }

    package struct Message: Sendable, Hashable {
        package enum Kind: Sendable, Hashable {
            case information, warning, error, hint
        }

        package var kind: Kind
        package var text: String

        package init(_ kind: Kind, _ text: String) { (self.kind, self.text) = (kind, text) }
    }

    /// What a key means while the list or a text is shown.
    package enum Action: Sendable, Hashable {
        case up, down, pageUp, pageDown, first, last
        /// The week or month before or after the one that is shown.
        case previous, next
        case check, open, edit, show, tags, snooze, snoozeUntil, skip, move, delete
        case add, filter, command, help
        case view(View)
        case mark, markAll
        case undo, redo
        case redraw, suspend, cancel, quit
        /// A click on a row, and whether it was on its check.
        case click(Int, isCheck: Bool)
    }

    package enum Event: Sendable {
        case action(Action)
        /// While something is typed or chosen.
        case field(FieldEvent)
        /// Return, with more input right behind it.
        case pastedLineEnd
        /// The rows of the view, whether they changed by an edit of ours or of another program.
        case rows([Row])
        /// A text to show, of this many lines.
        case text(count: Int)
        /// The field for the tags of these reminders.
        case tags(TagField, of: [PathKey])
        /// What may replace the last characters before the cursor.
        case candidates(replacing: Int, [String])
        case messages([Message])
        /// An edit has ended; what it changed comes as rows.
        case edited(Effect, isDone: Bool)
        /// How many lines the list has on the screen.
        case height(Int)
    }

    package enum Effect: Sendable, Hashable {
        case complete([PathKey], on: DateValue?)
        /// - Parameter on: an occurrence of a series; nil for the last one that was completed.
        case reopen([PathKey], on: DateValue? = nil)
        case skip([PathKey], on: DateValue?)
        /// - Parameter to: a date as it was typed.
        case move([PathKey], to: String)
        /// - Parameter until: as it was typed; nil for the usual time.
        case snooze([PathKey], until: String?)
        case delete([PathKey])
        case keep
        case change([PathKey], TagsChange)
        /// One line, or several that are a reminder each.
        case add(String)
        case run(String)
        case undo, redo
        /// The form of a reminder.
        case open(PathKey)
        /// The user's editor.
        case edit(PathKey)
        case show(PathKey)
        case help
        /// Answered with `Event.tags`.
        case pickTags([PathKey])
        /// Answered with `Event.candidates`.
        case suggest(Input, before: String)
        /// The view, its page or the filter has changed. Answered with `Event.rows`.
        case read
        case redraw, suspend, quit

        var actsOnMarks: Bool {
            switch self {
            case .complete, .reopen, .skip, .move, .snooze, .delete, .change: true
            default: false
            }
        }

        /// Whether a person has looked at this reminder alone, and expects to find it again.
        fileprivate var isAboutOne: Bool {
            switch self {
            case .open, .edit: true
            default: false
            }
        }

        /// Whether it changes files, and is answered with `Event.edited`.
        package var isEdit: Bool {
            switch self {
            case .complete, .reopen, .skip, .move, .snooze, .delete, .change, .add, .run, .undo, .redo, .edit, .open:
                true
            case .keep, .show, .help, .pickTags, .suggest, .read, .redraw, .suspend, .quit: false
            }
        }
    }

    /// The candidates for what is being typed, of which each Tab takes the next.
    package struct Completion: Sendable, Hashable {
        /// The text before what is replaced.
        var kept: String
        package var candidates: [String]
        /// Nil before the first Tab.
        package var index: Int?
    }

    package internal(set) var view = View.dashboard
    /// How many weeks or months the view is after the current one.
    package internal(set) var page = 0
    package internal(set) var rows: [Row] = []
    /// An index into `rows`; 0 if there are none.
    package internal(set) var cursor = 0
    package internal(set) var marks: Set<Mark> = []
    /// As it was typed.
    package internal(set) var filter = ""
    package internal(set) var mode = Mode.list
    package internal(set) var messages: [Message] = []
    package internal(set) var completion: Completion?
    /// The commands that were entered.
    var history = InputHistory()
    var height = 20
    /// Whether the next rows are the result of an edit of ours: the cursor then stays in place, and does not follow a
    /// reminder that has moved to another section.
    var isEditing = false
    /// Whether the next rows are those of another filter that is being typed.
    var isFiltering = false
    /// The row that a person chose before typing a filter, or meanwhile.
    var chosen: Row?

    package init() {}

    package var current: Row? { rows.indices.contains(cursor) ? rows[cursor] : nil }

    package mutating func handle(_ event: Event) -> [Effect] {
        switch event {
        case .action(let action): return act(action)
        case .field(let event): return fill(event)
        case .pastedLineEnd: return endPastedLine()
        case .rows(let rows): show(rows)
        case .text(let count):
            let offset = if case .text(let old, _) = mode { old } else { 0 }
            mode = .text(offset: 0, count: count)
            scroll(to: offset)
        case .tags(let field, let paths): mode = .tags(field, of: paths)
        case .candidates(let count, let candidates): return offer(candidates, replacing: count)
        case .messages(let new): messages += new
        case .edited(let effect, let isDone):
            // After a failure, marks stay for another attempt.
            if isDone { removeMarks(after: effect) }
            isEditing = isDone && !effect.isAboutOne
        case .height(let height):
            self.height = max(1, height)
            if case .text(let offset, _) = mode { scroll(to: offset) }
        }
        return []
    }

    package mutating func removeMarks() { marks = [] }

    /// Removes marks of files that no longer exist.
    package mutating func keepMarks(where exists: (PathKey) -> Bool) {
        if !marks.isEmpty { marks = marks.filter { exists($0.path) } }
    }

    /// The marked reminders in the order of the rows, those without a row last, or else that of the cursor.
    package var targets: [PathKey] {
        guard !marks.isEmpty else { return current.map { [$0.path] } ?? [] }
        var seen: Set<PathKey> = []
        return orderedMarks.map(\.path).filter { seen.insert($0).inserted }
    }

    func scrolled(_ offset: Int, of count: Int) -> Int { max(0, min(offset, count - height)) }

    mutating func scroll(to offset: Int) {
        guard case .text(_, let count) = mode else { return }
        mode = .text(offset: scrolled(offset, of: count), count: count)
    }

    // MARK: Rows

    /// The cursor stays on its row. If that is gone, it goes to where another program has moved the reminder to, or
    /// after an edit of ours to the next row that is still there.
    private mutating func show(_ new: [Row]) {
        let old = rows
        let place = cursor
        let follows = !isEditing
        (rows, isEditing) = (new, false)
        renewMarks()
        if isFiltering {
            isFiltering = false
            // What a person did not choose is not what the next key is for: the first row is.
            cursor = new.firstIndex { row in chosen.map(row.isSame) ?? false } ?? 0
            return
        }
        guard old.indices.contains(place), !new.isEmpty else { return cursor = 0 }
        let row = old[place]
        if new.indices.contains(place), new[place].isSame(as: row) { return }
        if let same = new.firstIndex(where: { $0.isSame(as: row) }) { return cursor = same }
        let own = new.indices.filter { new[$0].path == row.path }
        if let near = own.first(where: { new[$0].section == row.section }) ?? (follows ? own.first : nil) {
            return cursor = near
        }
        var places: [Row: Int] = [:]
        for (index, row) in new.enumerated() { places[row.identity] = index }
        let next = old[(place + 1)...].lazy.compactMap { places[$0.identity] }.first
        let previous = old[..<place].reversed().lazy.compactMap { places[$0.identity] }.first
        cursor = next ?? previous.map { $0 + 1 } ?? place
        cursor = max(0, min(cursor, new.count - 1))
    }
}

extension Browser.Row {
    fileprivate var identity: Browser.Row {
        Browser.Row(section: section, path: path, occurrence: occurrence)
    }
}
