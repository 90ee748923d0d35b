internal import Bytes
import MemossFiles

/// Turns the lines of a todo.txt file into reminders. The whole line is kept, and identifies the reminder.
struct TodoTextImport {
    private(set) var reminders: [ImportedReminder] = []
    private(set) var faults: [ImportedReminder.Fault] = []

    private let context: ImportContext
    init(_ context: ImportContext) { self.context = context }

    mutating func read(_ bytes: [UInt8]) {
        var lines: [(line: TodoLine, number: Int)] = []
        for (index, piece) in bytes.split(separator: Ascii.lineFeed, omittingEmptySubsequences: false).enumerated() {
            let bytes = piece.last == Ascii.carriageReturn ? piece.dropLast() : piece
            guard let text = String(validating: bytes, as: UTF8.self) else {
                faults.append(.init(index + 1, "the line is not valid UTF-8"))
                continue
            }
            let line = TodoLine(text)
            if !line.words.isEmpty { lines.append((line, index + 1)) }
        }
        // A repeated line is a separate task.
        var counts: [String: Int] = [:]
        func count(_ identity: String) -> (name: String, copy: Int) {
            counts[identity, default: 0] += 1
            return (identity, counts[identity] ?? 1)
        }
        var names: [Int: (name: String, copy: Int)] = [:]
        var copies: [Int: Int] = [:]
        for (line, number) in lines where !line.isCompleted {
            names[number] = count(line.identity)
            copies[number] = names[number]?.copy
        }
        // A line that was open at the last import and is completed now still matches the open one; the next import finds it as it is now.
        var ended: [String: Int] = [:]
        for (line, number) in lines where line.isCompleted {
            let copy = counts[line.openIdentity, default: 0] + 1
            let next = ImportFormat.identity(line.openIdentity, copy > 1 ? String(copy) : nil)
            ended[line.identity, default: 0] += 1
            copies[number] = ended[line.identity]
            let own = ImportFormat.identity(line.identity, ended[line.identity].flatMap { $0 > 1 ? String($0) : nil })
            let isKnown = context.known.contains(next) && !context.known.contains(own)
            names[number] = isKnown ? count(line.openIdentity) : (line.identity, ended[line.identity] ?? 1)
        }
        for (line, number) in lines {
            do throws(ImportedReminder.Fault) {
                let name = names[number] ?? (line.identity, 1)
                reminders.append(try read(line, number: number, as: name, copy: copies[number] ?? 1))
            } catch {
                faults.append(error)
            }
        }
        faults.sort { $0.line < $1.line }
    }

    private func read(
        _ line: TodoLine,
        number: Int,
        as known: (name: String, copy: Int),
        copy: Int
    ) throws(ImportedReminder.Fault) -> ImportedReminder {
        let created = line.created.map { CivilDateTime($0) }
        var new = try ImportDraft(title(of: line), prefix: "todotxt_", line: number, created: created, in: context)
        new.identify("line", line.text)
        if copy > 1 { new.identify("copy", String(copy)) }
        if let priority = line.priority { new.keep(plain: "priority", priority) }
        var pairs: [String: String] = [:]
        for word in line.words {
            if let tag = TodoLine.tag(word) {
                new.add(tag: tag, from: "tag")
            } else if let (key, value) = TodoLine.pair(word) {
                if Self.known.contains(key), pairs.updateValue(value, forKey: key) == nil { continue }
                new.keep(key, value)
            }
        }
        func date(_ key: String) throws(ImportedReminder.Fault) -> DateValue? {
            guard let text = pairs[key] else { return nil }
            guard let date = try? DateValue(parsing: text) else {
                throw .init(number, "\(key): \(quoted(text)) is not a date, expected one such as 2026-11-22")
            }
            return date
        }
        new[\.deadline] = try date("due")
        if let threshold = try date("t") {
            let isBefore = new[\.deadline].map { threshold.isBefore($0, in: context.time.zone) } ?? true
            // It has appeared before today; a series keeps the distance, or begins with it.
            let counts = context.time.isAhead(threshold, in: context.time.zone) || pairs["rec"] != nil
            if isBefore, counts { new[\.scheduled] = threshold } else { new.keep("t", threshold.description, .any) }
        }
        if line.isCompleted { new[\.completed] = line.completed.map { .on($0) } ?? .completed }
        if let rule = pairs["rec"] {
            var series = new
            do throws(ImportedReminder.Fault) {
                try setRule(&series, rule)
                series.countFromDeadline(in: context.time.zone, allDayAt: context.time.allDayAt)
            } catch {
                if !line.isCompleted { throw error }
            }
            if !line.isCompleted {
                new = series
            } else {
                // One that was completed has the date that its series counts from.
                if series[\.scheduled] == nil { new[\.scheduled] = nil }
                new.keep("rec", rule)
            }
        }
        let identity = ImportFormat.identity(known.name, known.copy > 1 ? String(known.copy) : nil)
        var one = ImportedReminder(new, identity: identity)
        one.ending = line.isCompleted ? .completed : nil
        one.isKnownByText = true
        return one
    }

    /// The pairs that become keys of `mm`.
    private static let known: Set = ["due", "t", "rec"]

    /// The words without dates, other pairs and trailing tags. Tags within a sentence lose their sign.
    private func title(of line: TodoLine) -> String {
        let words = line.words.filter { TodoLine.pair($0) == nil }
        let end = words.lastIndex { TodoLine.tag($0) == nil }.map { $0 + 1 } ?? words.count
        return words[..<end].map { TodoLine.tag($0) ?? $0 }.joined(separator: " ")
    }

    /// `1w` counts from completion, `+1w` from the date; `1b` is a weekday.
    private func setRule(_ new: inout ImportDraft, _ text: String) throws(ImportedReminder.Fault) {
        let isStrict = text.utf8.first == UInt8(ascii: "+")
        let amount = text.utf8.dropFirst(isStrict ? 1 : 0)
        let units: [UInt8: ImportedRule.Unit] = [
            UInt8(ascii: "d"): .day, UInt8(ascii: "w"): .week, UInt8(ascii: "m"): .month, UInt8(ascii: "y"): .year,
        ]
        let number = Int(String(decoding: amount.dropLast(), as: UTF8.self)) ?? 0
        let rule: String? =
            switch amount.last {
            case UInt8(ascii: "b") where number == 1: "weekdays"
            case let letter?: units[letter].flatMap { ImportedRule.text(every: number, $0) }
            case nil: nil
            }
        guard let rule, number < 1_000 else {
            throw .init(new.line, "rec: \(quoted(text)) is not a rule, expected one such as 1w, +1m or 1b")
        }
        new[\.recurrence] = rule
        if !isStrict { new[\.anchor] = .completion }
        // A series needs a first date, which is none of the line.
        if new.reminder.date == nil {
            let today = DateValue(context.time.local.date)
            new[\.scheduled] = today
            new.keep("t", today.description, .any)
        }
    }
}
