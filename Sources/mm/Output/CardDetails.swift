import MemossFiles

/// The details that a listing shows below each card: the keys of the file, its body, or both.
struct CardDetails: Sendable {
    var showsFields = false
    var showsBody = false

    private static let indent = String(repeating: " ", count: 6)

    func append(_ reminder: Reminder, width: Int?, _ painter: inout Painter, to bytes: inout [UInt8]) {
        if showsFields {
            for field in reminder.frontMatter ?? [] {
                let key = Printable.line(field.key) + ":"
                let used = Self.indent.count + CellWidth.of(key) + 1
                let value = Printable.line(field.value.text)
                painter.append(Self.indent + key, .dimmed, to: &bytes)
                for (index, line) in value.wrapped(to: width, after: used, indent: 8).enumerated() where !value.isEmpty
                {
                    painter.append(index == 0 ? " " + line : "\n  \(Self.indent)\(line)", .plain, to: &bytes)
                }
                bytes.append(0x0A)
            }
        }
        guard showsBody else { return }
        for line in Printable.text(reminder.body).inkedLines {
            painter.append((line.isEmpty ? "" : Self.indent) + line + "\n", .plain, to: &bytes)
        }
    }

    func write(_ reminder: Reminder, in json: inout JSONWriter) {
        if showsBody { json.field("body", String(decoding: reminder.body, as: UTF8.self)) }
        if showsFields { json.fields("fields", reminder.frontMatter ?? []) }
    }
}

extension String {
    /// The lines without empty ones at the start and end.
    var inkedLines: ArraySlice<Substring> {
        let lines = lines
        guard let first = lines.firstIndex(where: { !$0.isEmpty }), let last = lines.lastIndex(where: { !$0.isEmpty })
        else { return [] }
        return lines[first...last]
    }
}
