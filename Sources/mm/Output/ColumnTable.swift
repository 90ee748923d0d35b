import MemossFiles

/// A listing with the columns that the user chose.
struct ColumnTable {
    /// Columns that do not simply show a key as written.
    private enum Kind {
        case handle, title, when, path, tags, status, badge
        case date(@Sendable (Reminder) -> DateValue?)
    }

    private static let kinds: [String: Kind] = [
        "handle": .handle, "title": .title, "when": .when, "path": .path, "tags": .tags, "status": .status,
        "recurrence": .badge, "scheduled": .date { $0.scheduled }, "due": .date { $0.deadline },
        "until": .date { $0.until },
        "snoozed": .date { $0.snoozed }, "created": .date { $0.created },
    ]

    /// The names of the columns that are not keys, or not shown as written.
    static let names = [
        "handle", "title", "when", "scheduled", "due", "recurrence", "until", "snoozed", "created", "tags", "status",
        "path",
    ]

    private let names: [String]
    private let text: ReminderText

    /// - Parameter names: names of columns, or keys in the files.
    init(_ names: [String], _ text: ReminderText) {
        self.names = names
        self.text = text
    }

    /// The columns that are keys in the files, which the reminders must keep.
    static func keys(of names: [String]) -> [String] { names.filter { kinds[$0] == nil } }

    /// - Parameter hasHeader: whether to print a header line.
    func draw(_ reminders: [Reminder], hasHeader: Bool, in console: inout Console) {
        let rows = reminders.map { reminder in names.map { cell($0, reminder) } }
        let header = hasHeader && !rows.isEmpty ? [names.map { Columns.Cell.text(Printable.line($0), .dimmed) }] : []
        let numbers = names.indices.filter { column in
            let texts = reminders.map { value(names[column], $0) }.filter { !$0.isEmpty }
            return !texts.isEmpty && texts.allSatisfy { Double($0) != nil }
        }
        // Shrink titles first, and keep every column readable as long as possible.
        let (all, titles) = (Array(names.indices), names.indices.filter { names[$0] == "title" })
        let yields = [(titles, 36), (all, 24), (titles, 16), (all, 12), (all, 4)].flatMap { columns, cells in
            columns.map { ($0, cells) }
        }
        let columns = Columns(names.count, trailing: numbers, yields: yields)
        if let width = console.width, isCramped(columns, header + rows, width) {
            return drawBlocks(reminders, width, in: &console)
        }
        console.draw(header + rows, in: columns)
    }

    /// The columns of `--tsv` without `--columns`.
    static let tabbed = ["handle", "title", "scheduled", "due", "recurrence", "tags", "status", "path", "timezone"]

    /// Writes a line for each reminder, with its values separated by tabs. A tab or a line break in a value is escaped.
    func writeTabbed(_ reminders: [Reminder], hasHeader: Bool, on console: inout Console) {
        func write(_ values: [String]) { console.line(values.map { Printable.line($0) }.joined(separator: "\t")) }
        if hasHeader { write(names) }
        for reminder in reminders { write(names.map { written($0, reminder) }) }
    }

    private func writtenTags(_ reminder: Reminder) -> String {
        let names = text.names(of: reminder)
        return (names.map(\.text) + text.textNames(of: reminder, besides: names).map { "#\($0.text)" })
            .joined(separator: ",")
    }

    /// A value as it is in the file, where it is.
    private func written(_ name: String, _ reminder: Reminder) -> String {
        switch Self.kinds[name] {
        case .handle: text.handle(of: reminder)
        case .tags: writtenTags(reminder)
        case .badge: reminder.recurrence ?? ""
        case .title: reminder.title
        case .path: reminder.path
        case .date(let date): date(reminder)?.iso ?? ""
        case .when, .status, nil: value(name, reminder)
        }
    }

    /// Whether a table of this width would cut its columns until they are unreadable.
    private func isCramped(_ columns: Columns, _ rows: [[Columns.Cell]], _ width: Int) -> Bool {
        let (natural, cut) = (columns.layout(of: rows, width: nil), columns.layout(of: rows, width: width))
        return names.indices.contains { index in
            cut.widths[index] < min(natural.widths[index], names[index] == "title" ? 20 : 12)
        }
    }

    /// A block of lines for each reminder, each with the name of a column and its value.
    private func drawBlocks(_ reminders: [Reminder], _ width: Int, in console: inout Console) {
        let labels = names.map { Printable.line($0) }
        let longest = min((labels.map(CellWidth.of).max() ?? 0) + 2, width / 2)
        for (number, reminder) in reminders.enumerated() {
            if number > 0 { console.line() }
            for (name, label) in zip(names, labels) {
                let lines = lines(of: cell(name, reminder), width - longest)
                for (index, line) in lines.enumerated() {
                    console.draw { painter, bytes in
                        let label = index == 0 ? label.truncated(to: longest - 2) : ""
                        painter.append(label.padded(to: longest), .dimmed, to: &bytes)
                        line(&painter, &bytes)
                        bytes.append(0x0A)
                    }
                }
            }
        }
    }

    /// The value of a cell on as many lines as it needs; none if it is empty.
    private func lines(of cell: Columns.Cell, _ room: Int) -> [(inout Painter, inout [UInt8]) -> Void] {
        switch cell {
        case .text(let text, let style, _):
            if text.isEmpty { return [] }
            return text.wrapped(to: room).map { line in { painter, bytes in painter.append(line, style, to: &bytes) } }
        case .whole(let texts, let style):
            return texts.prefix(1).map { text in { painter, bytes in painter.append(text, style, to: &bytes) } }
        case .chips(let chips, _):
            return ChipRow.wrapped(chips, cells: room).map { row in
                { painter, bytes in painter.append(row, to: &bytes) }
            }
        }
    }

    private func cell(_ name: String, _ reminder: Reminder) -> Columns.Cell {
        let isMuted = reminder.isCompleted
        switch Self.kinds[name] {
        case .handle: return .text(text.handle(of: reminder), isMuted ? .dimmed : .handle)
        case .tags: return .chips(text.chips(of: reminder, isMuted: isMuted), limit: .max)
        case .badge: return .whole(text.badge(reminder), isMuted ? .dimmed : .badge)
        default: return .text(value(name, reminder), isMuted ? .dimmed : .plain)
        }
    }

    private func value(_ name: String, _ reminder: Reminder) -> String {
        switch Self.kinds[name] {
        case .handle, .tags, .badge: ""
        case .title: text.title(of: reminder)
        case .when: text.when(reminder)
        case .path: Printable.line(reminder.path)
        case .status: Agenda.status(of: reminder, in: text.time).rawValue
        case .date(let date):
            date(reminder).map { text.relative(text.time.shown($0, of: reminder)).text } ?? ""
        case nil:
            Printable.line(reminder.values(of: name).map(\.text).joined(separator: ", "))
        }
    }
}
