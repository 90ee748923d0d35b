import MemossFiles

/// A problem or a group of problems, as `mm check` prints it: `path:line:column: severity: message [id]`.
struct ProblemLine {
    private let group: ProblemGroup
    private let label: String
    private let style: Style
    /// The text after the message.
    private let ending: String

    /// - Parameter remedy: the command that fixes all of them.
    init(_ group: ProblemGroup, remedy: String?) {
        let suggestion = group.suggestion.map { "did you mean '\(Printable.line($0))'?" }
        self.group = group
        label = group.example.severity.rawValue
        style =
            switch group.example.severity {
            case .error: .error
            case .warning: .warning
            case .note: .dimmed
            }
        // A question mark ends the sentence, so no separator follows it.
        let advice = [suggestion, remedy].compactMap { $0 }.joined(separator: " ")
        ending = advice.isEmpty ? "" : "; " + advice
    }

    init(fixed group: ProblemGroup) {
        self.group = group
        (label, style) = ("fixed", .today)
        ending = group.suggestion.map { ", now '\(Printable.line($0))'" } ?? ""
    }

    func draw(in console: inout Console) {
        let problem = group.example
        let place = Printable.line(ProblemText.place(problem)) + ": "
        let label = label + ": "
        let id = "[\(problem.name)]"
        let text = Printable.line(problem.advisedMessage) + extent + ending + " " + id
        let lines = text.wrapped(to: console.width, after: CellWidth.of(place + label), indent: 2)
        console.draw { painter, bytes in
            painter.append(place, .heading, to: &bytes)
            // No blank after the label if the first word does not fit on its line.
            let isAlone = lines.count > 1 && lines[0].isEmpty
            painter.append(isAlone ? String(label.dropLast()) : label, style, to: &bytes)
            for (index, line) in lines.enumerated() {
                if index > 0 { painter.append("\n  ", .plain, to: &bytes) }
                let isLast = index == lines.count - 1
                painter.append(String(line.dropLast(isLast ? id.count : 0)), .plain, to: &bytes)
            }
            painter.append(id + "\n", .dimmed, to: &bytes)
        }
    }

    /// The number of places where the problem was found: ` (in 12 files)`, ` (5 times in 3 files)`, ` (and 40 more like
    /// it, in 12 files)`.
    private var extent: String {
        guard group.count > 1 else { return "" }
        let files = group.fileCount > 1 ? "in \(group.fileCount) files" : ""
        guard group.isUniform else {
            return " (and \(group.count - 1) more like it\(files.isEmpty ? "" : ", " + files))"
        }
        if group.count == group.fileCount { return " (\(files))" }
        return " (\(group.count) times\(files.isEmpty ? "" : " " + files))"
    }
}
