import MemossFiles

/// The output of `mm find`: for each file a heading, followed by the matching lines.
struct FindText {
    /// The maximum per file, which may have thousands of matches.
    private static let linesShown = 5
    private static let indent = 2
    private static let numberWidth = 6

    private let text: ReminderText
    private let files: [FoundFile]

    init(_ text: ReminderText, _ files: [FoundFile]) {
        self.text = text
        self.files = files
    }

    // MARK: Text

    func draw(in console: inout Console) {
        let handles = files.map { text.handle(of: $0.reminder) }
        let width = handles.map(CellWidth.of).max() ?? 0
        let cells = console.width
        for (file, handle) in zip(files, handles) {
            let isMuted = file.reminder.isCompleted
            let lines = file.matches.filter { $0.place != .title }
            console.draw { painter, bytes in
                painter.append(handle, isMuted ? .dimmed : .handle, to: &bytes)
                painter.append(String(repeating: " ", count: width - CellWidth.of(handle) + 2), .plain, to: &bytes)
                let place = place(of: file)
                let room = cells.map { $0 - width - 2 }
                appendTitle(of: file, room, &painter, &bytes)
                // Use a line of its own rather than exceed the width.
                let used = CellWidth.of(text.title(of: file.reminder)) + 2 + CellWidth.of(place)
                let fits = room.map { used <= $0 } ?? true
                painter.append(fits ? "  " : "\n" + String(repeating: " ", count: width + 2), .plain, to: &bytes)
                painter.append(place, .dimmed, to: &bytes)
                bytes.append(0x0A)
                for match in lines.prefix(Self.linesShown) { append(match, cells, &painter, &bytes) }
                let more = lines.count - Self.linesShown
                guard more > 0 else { return }
                let blanks = String(repeating: " ", count: Self.indent + Self.numberWidth + 2)
                painter.append("\(blanks)… \(more.counted("more line"))", .dimmed, to: &bytes)
                bytes.append(0x0A)
            }
        }
    }

    private func appendTitle(of file: FoundFile, _ room: Int?, _ painter: inout Painter, _ bytes: inout [UInt8]) {
        let shown = text.title(of: file.reminder)
        let title = Printable.line(file.reminder.title)
        let style: Style = file.reminder.isCompleted ? .dimmed : .plain
        guard let match = file.matches.first(where: { $0.place == .title }), shown.hasSuffix(title) else {
            return painter.append(room.map { shown.truncated(to: $0) } ?? shown, style, to: &bytes)
        }
        // A mark may precede the title.
        let mark = String(shown.dropLast(title.count))
        painter.append(mark, style, to: &bytes)
        let line = match.cut(to: room.map { $0 - CellWidth.of(mark) })
        append(line.text, line.ranges, style, &painter, &bytes)
    }

    /// The path and the line of the first match, in the form that editors and terminals can open.
    private func place(of file: FoundFile) -> String {
        let line = file.matches.first?.line.map { ":\($0)" } ?? ""
        return Printable.line(file.reminder.path) + line
    }

    private func append(_ match: TextMatch, _ width: Int?, _ painter: inout Painter, _ bytes: inout [UInt8]) {
        let number = match.line.map(String.init) ?? ""
        let blanks = String(repeating: " ", count: Self.indent + max(0, Self.numberWidth - number.count))
        painter.append(blanks + number + "  ", .dimmed, to: &bytes)
        let label = match.key.map { Printable.line($0) + ": " } ?? (match.place == .tags ? "tag " : "")
        painter.append(label, .dimmed, to: &bytes)
        let room = width.map { $0 - Self.indent - Self.numberWidth - 2 - CellWidth.of(label) }
        let line = match.cut(to: room)
        append(line.text, line.ranges, .plain, &painter, &bytes)
        bytes.append(0x0A)
    }

    /// Writes text with the given ranges highlighted.
    private func append(
        _ text: String,
        _ ranges: [Range<Int>],
        _ style: Style,
        _ painter: inout Painter,
        _ bytes: inout [UInt8]
    ) {
        let utf8 = Array(text.utf8)
        func part(_ range: Range<Int>) -> String { Printable.line(String(decoding: utf8[range], as: UTF8.self)) }
        var end = 0
        for range in ranges {
            painter.append(part(end..<range.lowerBound), style, to: &bytes)
            painter.append(part(range), .match, to: &bytes)
            end = range.upperBound
        }
        painter.append(part(end..<utf8.count), style, to: &bytes)
    }

    // MARK: JSON

    var json: [UInt8] {
        JSONWriter.document { json in
            json.array("matches") { json in
                for file in files {
                    let isHidden = file.reminder.attention?.hidesFile == true
                    for match in file.matches {
                        json.object { json in
                            json.field("path", file.reminder.path)
                            json.field("id", isHidden ? nil : file.reminder.id)
                            json.field("title", isHidden ? nil : file.reminder.title)
                            json.field("line", match.line)
                            json.field("text", match.text)
                            json.field("in", match.place.rawValue)
                            json.field("key", match.key)
                        }
                    }
                }
            }
            json.skipped(text.unread, besides: files.map(\.reminder))
        }
    }
}

extension TextMatch {
    /// The part of the line around the first match that fits into `cells`; nil for no limit. Blanks before the line are
    /// dropped.
    fileprivate func cut(to cells: Int?) -> (text: String, ranges: [Range<Int>]) {
        let utf8 = Array(text.utf8)
        var start = min(utf8.prefix { $0 == 0x20 || $0 == 0x09 }.count, ranges.first?.lowerBound ?? 0)
        let room = max(8, cells ?? .max)
        var prefix = ""
        if let first = ranges.first,
            CellWidth.of(String(decoding: utf8[start..<first.upperBound], as: UTF8.self)) > room
        {
            // Include some text before the match, up to a third of the line, starting at a word.
            start = max(start, first.lowerBound - room / 3)
            let blank = utf8[start..<first.lowerBound].firstIndex(of: 0x20)
            start = blank.map { $0 + 1 } ?? first.lowerBound
            prefix = "…"
        }
        let whole = prefix + String(decoding: utf8[start...], as: UTF8.self)
        let cut = cells == nil ? whole : whole.truncated(to: room)
        // If the text was cut, its last character is an ellipsis.
        let end = cut.utf8.count - (cut.utf8.count == whole.utf8.count ? 0 : "…".utf8.count)
        let shift = prefix.utf8.count - start
        let shown = ranges.compactMap { range -> Range<Int>? in
            let (lower, upper) = (range.lowerBound + shift, min(range.upperBound + shift, end))
            return lower < upper ? lower..<upper : nil
        }
        return (cut, shown)
    }
}
