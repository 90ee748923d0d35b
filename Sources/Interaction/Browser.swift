package import MemossFiles

/// The full-screen list of reminders. Events in, effects out.
///
/// It holds the rows of a view, the cursor, marks and typed text, and knows nothing about files. Its owner performs the
/// effects, and answers with new rows and messages.
package struct Browser: Sendable {
    package enum View: Int, Sendable, Hashable, CaseIterable {
        case dashboard = 1
        case agenda, calendar, habits, notes
    }

    /// A line for a reminder, for one occurrence of a series, or for a file that cannot be read.
    package struct Row: Sendable, Hashable {
        /// Distinguishes rows of the same reminder, for instance by day.
        package var section: Int
        package var path: PathKey
        /// The occurrence that an edit of this row applies to; nil for the current one.
        package var occurrence: DateValue?
        package var isCompleted: Bool
        /// Whether its time is still to come.
        package var isAhead: Bool
        /// The day that a reminder added here is proposed to have.
        package var dayOfAddition: CivilDate?

        package init(
            section: Int,
            path: PathKey,
            occurrence: DateValue? = nil,
            isCompleted: Bool = false,
            isAhead: Bool = false
        ) {
            (self.section, self.path, self.occurrence) = (section, path, occurrence)
            (self.isCompleted, self.isAhead) = (isCompleted, isAhead)
        }

        /// A line for a day without reminders, so that the cursor can go there.
        package init(freeDay section: Int) { self.init(section: section, path: PathKey("")) }

        package var isFree: Bool { path.path.isEmpty }

        package var mark: Mark { Mark(path: path, occurrence: occurrence, isCompleted: isCompleted) }

        /// Whether it is an occurrence, or a reminder, that was marked as a completed one.
        fileprivate func isReopened(_ mark: Mark) -> Bool {
            mark.isCompleted && mark.path == path && mark.occurrence == occurrence
        }

        fileprivate func isSame(as other: Row) -> Bool {
            section == other.section && occurrence == other.occurrence && path == other.path
        }
    }

    /// A marked row. The mark follows the row into other views.
    package struct Mark: Sendable, Hashable {
        package var path: PathKey
        package var occurrence: DateValue?
        var isCompleted: Bool

        package init(path: PathKey, occurrence: DateValue? = nil, isCompleted: Bool = false) {
            (self.path, self.occurrence, self.isCompleted) = (path, occurrence, isCompleted)
        }
    }

    /// The purpose of an input line.
    package enum Input: Sendable, Hashable {
        /// A filter, with the previous one.
        case filter(before: String)
        case addition
        case snooze([PathKey])
        /// A new date, as in `mm edit --scheduled`.
        case move([PathKey])
        /// A line with a box in the text of a reminder.
        case tick(PathKey)
        case command

        /// The purpose without what it is about.
        enum Kind: Sendable, Hashable { case filter, addition, snooze, move, tick, command }

        var kind: Kind {
            switch self {
            case .filter: .filter
            case .addition: .addition
            case .snooze: .snooze
            case .move: .move
            case .tick: .tick
            case .command: .command
            }
        }
    }

    package enum Mode: Sendable {
        case list
        case input(Input, TextField)
        case tags(TagField, of: [PathKey])
        /// Asking whether to delete these.
        case deletion([PathKey])
        /// Asking whether to act on hidden marks, or on many.
        case confirmation(Action)
        /// Showing why a key was refused. Text that is typed meanwhile is ignored, so that it does not act as keys.
        case refusal
        /// Showing a text instead of the list, from this line on.
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

    /// The meaning of a key while the list or a text is shown.
    package enum Action: Sendable, Hashable {
        case up, down, pageUp, pageDown, first, last
        /// The previous or next week, or day of a month, or the one of today.
        case previous, next, today
        case check, tick, open, edit, show, tags, snooze, snoozeUntil, skip, catchUp, move, delete
        case add, filter, command, help
        case view(View)
        case mark, markAll
        case undo, redo
        case redraw, suspend, cancel, quit
        /// A click on a row, and whether it hit the check mark.
        case click(Int, isCheck: Bool)
    }

    package enum Event: Sendable {
        case action(Action)
        /// An event for the field in which something is typed or chosen.
        case field(FieldEvent)
        /// Return with more input directly after it.
        case pastedLineEnd
        /// The rows of the view, whether changed by our own edit or by another program. If they are cut, all of them
        /// follow.
        case rows([Row], isCut: Bool = false)
        /// A text to show, with this many lines.
        case text(count: Int)
        /// The field for editing the tags of these reminders.
        case tags(TagField, of: [PathKey])
        /// Completions that may replace the last characters before the cursor.
        case candidates(replacing: Int, [String])
        case messages([Message])
        /// An edit has finished. Its changes arrive as rows.
        ///
        /// - Parameter of: the reminders that a command without a selector was about.
        case edited(Effect, of: [PathKey] = [], isDone: Bool)
        /// The height of the list on the screen, in lines.
        case height(Int)
        /// The cursor goes to a row.
        case place(Int)
    }

    package enum Effect: Sendable, Hashable {
        package enum Step: Sendable, Hashable {
            case complete, reopen, skip
        }

        /// One edit of reminders and occurrences. Without an occurrence, `reopen` applies to the one completed last.
        case steps(Step, [Mark])
        /// Passes over all missed occurrences.
        case catchUp([PathKey])
        /// - Parameter to: the date as typed.
        case move([PathKey], to: String)
        /// - Parameter until: the time as typed; nil for the default.
        case snooze([PathKey], until: String?)
        /// Ticks or unticks a line in the text of a reminder, as typed; the first open one without words.
        case tick(PathKey, String)
        case delete([PathKey])
        case keep
        case change([PathKey], TagsChange)
        /// One or more lines, each a reminder.
        case add(String)
        case run(String)
        case undo, redo
        /// Open the form of a reminder.
        case open(PathKey)
        /// Open the user's editor.
        case edit(PathKey)
        case show(PathKey)
        case help
        /// Answered with `Event.tags`.
        case pickTags([PathKey])
        /// Answered with `Event.candidates`.
        case suggest(Input, before: String)
        /// The view, its page or the filter has changed. Answered with `Event.rows`.
        case read
        /// As `read`, and the cursor goes to the first row from today on.
        case readToday
        case redraw, suspend, quit

        /// The reminders that it edits, unless the browser does not know them.
        package var paths: [PathKey] {
            switch self {
            case .steps(_, let marks): marks.map(\.path)
            case .catchUp(let paths), .move(let paths, _), .snooze(let paths, _), .delete(let paths),
                .change(let paths, _):
                paths
            default: []
            }
        }
    }

    /// Completions for the typed text. Each Tab takes the next one.
    package struct Completion: Sendable, Hashable {
        /// The text before the part that is replaced.
        var kept: String
        package var candidates: [String]
        /// Nil before the first Tab.
        package var index: Int?
    }

    package internal(set) var view = View.dashboard
    /// The number of weeks or months from the current one to the one in view.
    package internal(set) var page = 0
    package internal(set) var rows: [Row] = []
    /// An index into `rows`; 0 if there are none.
    package internal(set) var cursor = 0
    package internal(set) var marks: Set<Mark> = []
    /// The filter as typed.
    package internal(set) var filter = ""
    package internal(set) var mode = Mode.list
    package internal(set) var messages: [Message] = []
    package internal(set) var completion: Completion?
    /// Whether the filter was opened again and nothing was typed yet: the first letter then replaces it, as in a form.
    package internal(set) var isFresh = false
    /// What was typed at each prompt, including cancelled text.
    var histories: [Input.Kind: InputHistory] = [:]
    var height = 20
    /// Whether the next rows result from our own edit. The cursor then stays in place and does not follow a reminder to
    /// another section.
    var isEditing = false
    /// The reminders of that edit.
    var editedPaths: Set<PathKey> = []
    /// The occurrences that it completed, reopened or skipped; empty if it was about whole reminders.
    var steppedMarks: Set<Mark> = []
    /// The series of which that edit completed or skipped an occurrence.
    var advanced: Set<PathKey> = []
    /// The next occurrence of one of them, if it has taken the place at the cursor.
    var successor: Mark?
    /// Whether the next rows result from typing a filter.
    var isFiltering = false
    /// The row that the user chose before or while typing a filter.
    var chosen: Row?
    /// The section to which the cursor goes in the next rows.
    var goal: Int?
    /// Whether the cursor has just walked to a day, which is then shown from its beginning.
    package internal(set) var hasWalked = false

    package init(_ view: View = .dashboard, filter: String = "") { (self.view, self.filter) = (view, filter) }

    /// The row at the cursor; nil for a free day.
    package var current: Row? { rows.indices.contains(cursor) && !rows[cursor].isFree ? rows[cursor] : nil }

    package mutating func handle(_ event: Event) -> [Effect] {
        switch event {
        case .action(let action): return act(action)
        case .field(let event): return fill(event)
        case .pastedLineEnd: return endPastedLine()
        case .rows(let rows, let isCut): show(rows, isCut: isCut)
        case .text(let count):
            let offset = if case .text(let old, _) = mode { old } else { 0 }
            mode = .text(offset: 0, count: count)
            scroll(to: offset)
        case .tags(let field, let paths): mode = .tags(field, of: paths)
        case .candidates(let count, let candidates): return offer(candidates, replacing: count)
        case .messages(let new): messages += new
        case .edited(let effect, let paths, let isDone):
            // After a failure, keep the marks for another attempt.
            if isDone { removeMarks(after: effect) }
            // Whoever opened a single reminder expects the cursor to return to it.
            let (isAboutOne, advances) =
                switch effect {
                case .open, .edit: (true, false)
                // Another occurrence of a series may be at the cursor afterwards.
                case .steps, .catchUp: (false, true)
                default: (false, false)
                }
            isEditing = isDone && !isAboutOne
            editedPaths = isEditing ? Set(effect.paths + paths) : []
            steppedMarks = if isEditing, case .steps(_, let marks) = effect { Set(marks) } else { [] }
            (advanced, successor) = (isEditing && advances ? editedPaths : [], nil)
        case .place(let index):
            guard rows.indices.contains(index) else { return [] }
            (cursor, hasWalked) = (index, view == .calendar)
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

    /// The marked reminders in row order, those without a row last; if there are none, the one at the cursor.
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

    /// Keeps the cursor on its row. If the row is gone, the cursor follows the reminder after another program's edit,
    /// and moves to the next remaining row after our own: it never jumps to another occurrence of what was edited, on
    /// which the next key would act.
    private mutating func show(_ new: [Row], isCut: Bool) {
        let old = rows
        let place = cursor
        let follows = !isEditing
        let (edited, stepped) = (editedPaths, steppedMarks)
        (rows, isEditing, editedPaths, steppedMarks) = (new, false, [], [])
        let advanced = advanced
        self.advanced = []
        defer {
            // What was just reopened may be completed again.
            if let row = current, advanced.contains(row.path), !stepped.contains(where: row.isReopened) {
                successor = row.mark
            }
        }
        renewMarks()
        if let goal {
            self.goal = nil
            return cursor = new.firstIndex { $0.section == goal } ?? 0
        }
        if isFiltering {
            // The chosen row may be among those that follow.
            isFiltering = isCut
            // Unless the user chose a row, move to the first, so that the next key does not act on an arbitrary row.
            cursor = new.firstIndex { row in chosen.map(row.isSame) ?? false } ?? 0
            return
        }
        guard old.indices.contains(place), !new.isEmpty else { return cursor = 0 }
        let row = old[place]
        if new.indices.contains(place), new[place].isSame(as: row) { return }
        // What was reopened may be completed again, so the cursor follows it.
        if stepped.count == 1, let mark = stepped.first, mark.isCompleted {
            let open = new.indices.filter { new[$0].path == mark.path && !new[$0].isCompleted }
            let same = open.first { new[$0].occurrence == mark.occurrence } ?? open.first { new[$0].occurrence == nil }
            if let same { return cursor = same }
        }
        // A row between the marks is not edited, even if it is of the same series.
        if edited.contains(row.path), stepped.isEmpty || stepped.contains(row.mark) {
            // The same reminder in the same place: its next occurrence, or the one that was completed.
            if new.indices.contains(place), new[place].path == row.path, new[place].section == row.section { return }
        } else {
            if let same = new.firstIndex(where: { $0.isSame(as: row) }) { return cursor = same }
            let own = new.indices.filter { new[$0].path == row.path }
            if let near = own.first(where: { new[$0].section == row.section }) ?? (follows ? own.first : nil) {
                return cursor = near
            }
        }
        var places: [Row: Int] = [:]
        for (index, row) in new.enumerated() { places[row.identity] = index }
        func found(_ row: Row) -> Int? { edited.contains(row.path) ? nil : places[row.identity] }
        let next = old[(place + 1)...].lazy.compactMap(found).first
        let previous = old[..<place].reversed().lazy.compactMap(found).first
        cursor = next ?? previous.map { $0 + 1 } ?? place
        cursor = max(0, min(cursor, new.count - 1))
    }
}

extension Browser.Row {
    fileprivate var identity: Browser.Row {
        Browser.Row(section: section, path: path, occurrence: occurrence)
    }
}
