package import MemossFiles

/// Marked rows, on which the keys act.
extension Browser {
    package func isMarked(_ row: Row) -> Bool { marks.contains(row.mark) }

    mutating func toggleMark(of row: Row) {
        if marks.remove(row.mark) == nil { marks.insert(row.mark) }
    }

    /// Marks the first row of every open reminder shown, or unmarks them if all are marked. Completed ones only count if no
    /// other is shown: most keys do not act on them.
    mutating func toggleAllMarks() {
        let all = rows.filter { !$0.isFree }
        let open = all.filter { !$0.isCompleted }
        let rows = open.isEmpty ? all : open
        let shown = Set(rows.map(\.path))
        var marked = Set(marks.map(\.path))
        if shown.isSubset(of: marked) {
            marks = marks.filter { !shown.contains($0.path) }
        } else {
            for row in rows where marked.insert(row.path).inserted { marks.insert(row.mark) }
        }
    }

    /// The marks in row order, those without a row last.
    var orderedMarks: [Mark] {
        var rest = marks
        let shown = rows.compactMap { rest.remove($0.mark) }
        let day = { (mark: Mark) in mark.occurrence?.iso ?? "" }
        let hidden = rest.sorted {
            $0.path == $1.path ? day($0) < day($1) : PathOrder.precedes($0.path.path, $1.path.path)
        }
        return shown + hidden
    }

    /// Marks without a row, because of the filter or the view.
    package var hiddenMarks: Set<Mark> { marks.isEmpty ? [] : marks.subtracting(rows.map(\.mark)) }

    /// The targets of an edit of occurrences: the marks, or else the row at the cursor.
    private var edited: [Mark] { marks.isEmpty ? current.map { [$0.mark] } ?? [] : orderedMarks }

    /// Whether `check` completes; otherwise it reopens.
    package var completes: Bool { edited.contains { !$0.isCompleted } }

    /// Completes the open targets, or reopens them all if none is open.
    func checkMarks() -> [Effect] {
        let open = edited.filter { !$0.isCompleted }
        return open.isEmpty ? steps(.reopen, edited) : steps(.complete, open)
    }

    func skipMarks() -> [Effect] { steps(.skip, edited.filter { !$0.isCompleted }) }

    /// One edit for all marks. The current occurrences come first, because completing others does not move them.
    private func steps(_ step: Effect.Step, _ marks: [Mark]) -> [Effect] {
        let ordered = marks.filter { $0.occurrence == nil } + marks.filter { $0.occurrence != nil }
        return ordered.isEmpty ? [] : [.steps(step, ordered)]
    }

    mutating func removeMarks(after effect: Effect) {
        switch effect {
        case .steps(let step, let done):
            marks.subtract(done)
            // The step did not apply to completed ones.
            if step != .reopen { marks = marks.filter { !$0.isCompleted } }
        default: if !effect.paths.isEmpty { marks = [] }
        }
    }

    /// The occurrence that all targets share; `.some(nil)` for the current ones.
    ///
    /// - Returns: nil if they differ, so no single command can handle them.
    package var targetOccurrence: DateValue?? {
        let days = Set(edited.map(\.occurrence))
        return days.count > 1 ? nil : .some(days.first ?? nil)
    }

    /// Updates marks to the current state of rows that another program has completed or reopened.
    mutating func renewMarks() {
        if marks.isEmpty { return }
        let shown = Set(rows.map(\.mark))
        for mark in marks.subtracting(shown) {
            var other = mark
            other.isCompleted.toggle()
            guard shown.contains(other) else { continue }
            marks.remove(mark)
            marks.insert(other)
        }
    }
}
