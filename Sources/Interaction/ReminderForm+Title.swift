package import MemossFiles

/// Words of the title that a line would read as a date, a deadline, a rule or tags: `Call Bob @fri 9:00 +Work`.
extension ReminderForm {
    /// The title, read as a line that adds a reminder; nil if it is unchanged.
    package var titleLine: CaptureLine? {
        title.text == original?.title ? nil : line(title.text)
    }

    private func line(_ text: String) -> CaptureLine {
        original?.isNote == true
            ? CaptureLine(title: text) : CaptureLine(parsing: text, now: zone.civil(at: time.now), times: time.times)
    }

    /// The phrases in the title that may have been meant for other parts, which are empty. What was in the title before
    /// belongs to it.
    package var misplaced: [CaptureLine.Phrase] {
        guard let line = titleLine, line.fault == nil, !line.title.isEmpty else { return [] }
        let old = original.map { self.line($0.title).phrases.map(\.text) } ?? []
        let areFree = line.phrases.allSatisfy { isFree($0.part) && !old.contains($0.text) }
        return areFree ? line.phrases : []
    }

    private func isFree(_ part: CaptureLine.Part) -> Bool {
        switch part {
        case .date: date.day.isEmpty && date.time.isEmpty
        case .deadline: deadline.isEmpty && !isOnDeadline
        case .rule: !isSeries
        case .alarm: alarms.isEmpty
        case .tag: true
        }
    }

    mutating func answer(_ question: Question, _ answer: String) -> [Effect] {
        switch (question, answer) {
        case (.discard, "y"): return [.cancelled]
        case (.move, "y"): moveMisplaced()
        case (.move, "n"): keptTitle = title.text
        default: return []
        }
        return attempt(asked)
    }

    /// Moves the phrases from the title to their parts.
    private mutating func moveMisplaced() {
        guard let line = titleLine, !misplaced.isEmpty else { return }
        let text = { (part: CaptureLine.Part, lead: Int) in
            line.phrases.filter { $0.part == part }.map { String($0.text.dropFirst(lead)) }.joined(separator: " ")
        }
        title = TextField(line.title)
        if line.date != nil { date.day = TextField(text(.date, 1)) }
        if line.deadline != nil { deadline = TextField(text(.deadline, "@due ".count)) }
        if !line.alarms.isEmpty { alarms = TextField(line.alarms.map(\.description).joined(separator: ", ")) }
        if line.rule != nil { repeats.type(text(.rule, 1)) }
        if !line.tags.isEmpty {
            _ = tags.handle(.text(.insert("," + line.tags.joined(separator: ",") + "\n")))
        }
        read()
    }
}
