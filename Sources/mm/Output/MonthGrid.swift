import MemossFiles

/// A month of an agenda as a grid of weeks.
struct MonthGrid {
    static let mostMonths = 120

    private struct Day {
        var date: CivilDate
        /// Each reminder once, overdue ones first.
        var reminders: [Reminder] = []
        var isOverdue = false
    }

    private let days: [Day]
    /// Reminders that have been overdue since before the first day of the agenda.
    let earlier: [Reminder]
    private let registry: TagRegistry
    private let today: CivilDate

    /// - Parameter days: the days of the month.
    init(_ days: [Agenda.Day], _ snapshot: Snapshot, _ time: TimeContext) {
        registry = snapshot.registry
        today = time.local.date
        func reminders(_ items: [Agenda.Item]) -> [Reminder] {
            var seen: Set<PathKey> = []
            return items.map(\.reminder).filter { seen.insert(PathKey($0.path)).inserted }
        }
        /// The agenda lists such an item under today.
        func isEarlier(_ item: Agenda.Item, _ day: Agenda.Day) -> Bool {
            item.kind == .overdue && item.date.date < day.date
        }
        earlier = reminders(days.flatMap { day in day.items.filter { isEarlier($0, day) } })
        self.days = days.map { day in
            let items = day.items.filter { !isEarlier($0, day) }
            return Day(
                date: day.date,
                reminders: reminders(items),
                isOverdue: items.contains { $0.kind == .overdue }
            )
        }
    }

    /// A day in a month, from a WHEN or from a text for `month`.
    static func day(in text: String, time: TimeContext) throws(ParseError) -> CivilDate {
        if text.isEmpty { return time.local.date }
        if let first = year(in: text) ?? month(text, time: time, isNearest: true) { return first }
        do {
            return try time.when(text).value.date
        } catch {
            let message = "'\(text)' is not a month: write one like 'december', '2026-12' or 'next month'"
            throw ParseError(message, suggestion: error.suggestion)
        }
    }

    /// The first day of a year such as `2027`; nil for other texts.
    static func year(in text: String) -> CivilDate? {
        guard text.utf8.count == 4, let year = Int(text), year > 999 else { return nil }
        return CivilDate(year: year, month: 1, day: 1)
    }

    /// The first day of a month: `december`, `feb 2027`, `2027-02`, `next month`. A month without a year is this one or
    /// the next of that name. Nil if the text is not a month.
    ///
    /// - Parameter isNearest: whether a month without a year may also be the last of that name, if that is nearer.
    static func month(_ text: String, time: TimeContext, isNearest: Bool = false) -> CivilDate? {
        let today = time.local.date
        let words = text.lowercased().split(separator: " ").map(String.init)
        if words == ["this", "month"] { return today.adding(days: 1 - today.day) }
        if words == ["next", "month"] { return today.adding(days: 1 - today.day).adding(months: 1) }
        if words.count == 1, words[0].utf8.count == 7, let day = try? DateValue(parsing: words[0] + "-01") {
            return day.date
        }
        let others = words.filter { Month(name: $0) == nil }
        guard words.count == others.count + 1, others.count < 2,
            let month = words.lazy.compactMap({ Month(name: $0) }).first
        else { return nil }
        // In December, November was a month ago.
        let distance = (month.number - today.month + 12) % 12
        let ahead = isNearest && distance > 6 ? distance - 12 : distance
        let year = others.isEmpty ? today.adding(months: ahead).year : others[0].utf8.count == 4 ? Int(others[0]) : nil
        return year.flatMap { CivilDate(year: $0, month: month.number, day: 1) }
    }

    // MARK: Text

    /// From this width on, each day has room for dots.
    private static let roomy = 76
    private static let roomyCell = 11
    private static let mostDots = 3

    /// `November 2026`.
    var title: String {
        guard let first = days.first?.date, let month = Month(rawValue: Int8(first.month)) else { return "" }
        return "\(month.name) \(first.year)"
    }

    /// How many titles fit below each day on a terminal: none on a narrow one.
    func titleLines(in width: Int, _ height: Int) -> Int {
        guard width >= 7 * Self.titleCell, let first = days.first?.date else { return 0 }
        let weeks = (first.weekday.number - 1 + days.count + 6) / 7
        // The month, the weekdays, two legends and a blank line.
        return max(0, min((height - weeks - 5) / weeks, Self.mostTitles))
    }

    private static let titleCell = 16
    private static let mostTitles = 4

    /// - Parameters:
    ///   - highlighted: a day to highlight in addition to today.
    ///   - titles: how many lines below each day have titles.
    func draw(in console: inout Console, highlighting highlighted: CivilDate? = nil, titles: Int = 0) {
        guard let first = days.first?.date else { return }
        let isRoomy = console.width ?? Self.roomy >= Self.roomy
        let cell = titles > 0 ? (console.width ?? 0) / 7 : isRoomy ? Self.roomyCell : 5
        console.line(String(repeating: " ", count: max(0, (7 * cell - title.utf8.count) / 2)) + title, .heading)
        let names = Weekday.allCases.map { " \($0.shortName)".padded(to: cell) }
        console.line(trimmed(names.joined()), .dimmed)
        var used: Set<String> = []
        let blanks = first.weekday.number - 1
        for start in stride(from: -blanks, to: days.count, by: 7) {
            console.draw { painter, bytes in
                var owed = 0
                for index in start..<min(start + 7, days.count) {
                    guard days.indices.contains(index) else {
                        owed += cell
                        continue
                    }
                    bytes.append(contentsOf: repeatElement(0x20, count: owed))
                    let isHighlighted = days[index].date == highlighted
                    let cells = append(
                        days[index],
                        isRoomy: isRoomy,
                        isHighlighted: isHighlighted,
                        &used,
                        &painter,
                        &bytes
                    )
                    // A seven-digit number takes more.
                    owed = max(0, cell - cells)
                }
                bytes.append(0x0A)
            }
            let week = days[max(0, start)..<min(start + 7, days.count)]
            for line in 0..<min(titles, week.map(\.reminders.count).max() ?? 0) {
                console.draw { painter, bytes in
                    var owed = 0
                    for index in start..<min(start + 7, days.count) {
                        owed += 1
                        let (text, style) =
                            days.indices.contains(index) ? title(line, of: titles, days[index], cell - 2) : ("", .plain)
                        if !text.isEmpty {
                            bytes.append(contentsOf: repeatElement(0x20, count: owed))
                            painter.append(text, style, to: &bytes)
                            owed = 0
                        }
                        owed += cell - 1 - CellWidth.of(text)
                    }
                    bytes.append(0x0A)
                }
            }
        }
        if isRoomy, used.contains("•") { drawLegend(in: &console, width: console.width) }
        let meanings = Self.marks.map { ($0.mark, $0.meaning) }
        for line in HabitCalendar.legend(of: used, among: meanings, width: console.width) {
            console.line(line, .dimmed)
        }
        if !earlier.isEmpty { console.prose("+\(earlier.count) overdue from before: mm list is:overdue", .overdue) }
    }

    /// The title on one of the lines below a day; the last says how many more there are.
    private func title(_ line: Int, of count: Int, _ day: Day, _ width: Int) -> (text: String, style: Style) {
        guard day.reminders.indices.contains(line) else { return ("", .plain) }
        let rest = day.reminders.count - line
        if line == count - 1, rest > 1 { return ("+\(rest) more", .dimmed) }
        let text = Printable.line(day.reminders[line].title).truncated(to: width)
        return (text, day.isOverdue ? .overdue : day.date < today ? .dimmed : .plain)
    }

    /// - Returns: the number of cells written.
    private func append(
        _ day: Day,
        isRoomy: Bool,
        isHighlighted: Bool,
        _ used: inout Set<String>,
        _ painter: inout Painter,
        _ bytes: inout [UInt8]
    ) -> Int {
        let number = (day.date.day < 10 ? " " : "") + "\(day.date.day)"
        let isToday = day.date == today
        // A number of six digits leaves no room for the bracket.
        let isHuge = isRoomy && isToday && day.isOverdue && day.reminders.count > 99_999
        let (start, end) = isToday ? ("[", isHuge ? "!" : "]") : isHighlighted ? (">", "") : (" ", "")
        var style = style(of: day)
        style.isReversed = isHighlighted
        painter.append(start + number + end, style, to: &bytes)
        let count = day.reminders.count
        if isToday { used.insert("[ ]") }
        // Distinguishable without colour.
        if day.isOverdue { used.insert("!") }
        if count == 0 { return isToday ? 4 : 3 }
        if isToday, day.isOverdue, !isRoomy {
            // There is no room for how many.
            painter.append("!", self.style(of: day), to: &bytes)
            return 5
        }
        if !isToday || day.isOverdue && !isHuge {
            painter.append(day.isOverdue ? "!" : " ", self.style(of: day), to: &bytes)
        }
        let lead = isToday && day.isOverdue && !isHuge ? 5 : 4
        guard isRoomy else {
            let mark = Self.marks.last { count >= $0.least }?.mark ?? ""
            used.insert(mark)
            painter.append(mark, self.style(of: day), to: &bytes)
            return 5
        }
        // A long number leaves room for fewer dots.
        var dots = min(count, Self.mostDots)
        var more: String { count > dots ? "+\(count - dots)" : "" }
        while dots > 0, lead + dots + more.utf8.count > Self.roomyCell { dots -= 1 }
        used.formUnion(count > dots ? ["•", "+N"] : ["•"])
        for reminder in day.reminders.prefix(dots) {
            painter.appendDot(colored(reminder).flatMap { registry.color(of: $0) }, to: &bytes)
        }
        painter.append(more, .dimmed, to: &bytes)
        return lead + dots + more.utf8.count
    }

    /// The tags whose colours the dots have, as far as they fit on a line.
    private func drawLegend(in console: inout Console, width: Int?) {
        var names: [TagName] = []
        for name in days.flatMap(\.reminders).compactMap(colored) where !names.contains(name) { names.append(name) }
        names.sort { NaturalOrder.precedes($0.text, $1.text) }
        guard !names.isEmpty, console.painter.depth != .none else { return }
        console.draw { painter, bytes in
            var cells = 0
            for name in names {
                let text = " " + Printable.line(name.text)
                let needed = (cells == 0 ? 0 : 2) + 1 + CellWidth.of(text)
                guard cells + needed <= width ?? .max else { break }
                if cells > 0 { bytes += Array("  ".utf8) }
                painter.appendDot(registry.color(of: name), to: &bytes)
                painter.append(text, .dimmed, to: &bytes)
                cells += needed
            }
            bytes.append(0x0A)
        }
    }

    /// The first tag of a reminder that has a colour.
    private func colored(_ reminder: Reminder) -> TagName? {
        registry.canonical(reminder.tags).first { registry.color(of: $0) != nil }
    }

    /// The meaning of the marks. `least` is the smallest number of reminders that a mark stands for.
    private static let marks: [(mark: String, least: Int, meaning: String)] = [
        ("•", .max, "one reminder"), ("+N", .max, "more"), (".", 1, "one or two due"), (":", 3, "three to five"),
        ("#", 6, "six or more"), ("!", .max, "overdue"), ("[ ]", .max, "today"),
    ]

    private func style(of day: Day) -> Style {
        if day.isOverdue { return .overdue }
        if day.date == today { return .todayHeading }
        switch day.reminders.count {
        case 0: return .dimmed
        case ..<3: return .plain
        case ..<6: return Style(ink: .blue)
        default: return Style(ink: .magenta, isBold: true)
        }
    }

    private func trimmed(_ text: String) -> String {
        var text = text
        while text.last == " " { text.removeLast() }
        return text
    }

    // MARK: JSON

    static func json(_ months: [MonthGrid], unread: [SkippedFile]) -> [UInt8] {
        JSONWriter.document { json in
            json.objects("days", months.flatMap(\.days)) { day, json in
                json.field("date", day.date.description)
                json.field("count", day.reminders.count)
                json.field("overdue", day.isOverdue)
                json.field("paths", day.reminders.map(\.path))
            }
            json.field("earlier", months.flatMap(\.earlier).map(\.path))
            json.skipped(unread)
        }
    }
}
