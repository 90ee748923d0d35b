import MemossFiles

/// Words the changes to a reminder or a tag: `Take vitamin D: completed 2026-11-19; tags + Health`.
struct DifferenceText {
    /// The length, in cells, at which a value is cut.
    private static let longest = 60
    /// If there are more dates than this, only their number is given.
    private static let mostDates = 3

    let line: String
    let style: Style

    init(_ difference: ReminderDifference) {
        let reminder = difference.reminder
        var parts = Self.parts(of: difference)
        switch difference.kind {
        case .added:
            let isDeadline = reminder.scheduled == nil
            let date = reminder.date.map { isDeadline ? ", due \($0)" : " for \($0)" } ?? ""
            parts.insert("added" + (reminder.isNote && parts.isEmpty ? " as a note" : date), at: 0)
        case .deleted: parts.insert("deleted", at: 0)
        case .changed: break
        }
        line = Printable.line("\(reminder.title): \(parts.joined(separator: "; "))")
        style = difference.kind == .added ? .today : difference.kind == .deleted ? .overdue : .plain
    }

    init(_ difference: TagDifference) {
        let text =
            switch difference {
            case .added(let name): "\(name): added"
            case .deleted(let name): "\(name): deleted"
            case .renamed(let old, let new): "\(old): renamed \(new)"
            case .recolored(let name, let before, let after):
                "\(name): colour \(before?.hex ?? "none") → \(after?.hex ?? "none")"
            case .changed(let name): "\(name): edited"
            case .layout: "layout only"
            case .unreadable: "changed, not readable"
            }
        line = Printable.line(difference.isAboutFile ? "\(TagRegistry.fileName): \(text)" : "tag \(text)")
        style = .plain
    }

    private static func parts(of difference: ReminderDifference) -> [String] {
        let isCompletion = difference.parts.contains { part in
            switch part {
            case .completed, .occurrences(.completed, _): true
            default: false
            }
        }
        // A merge may bring the next date of a completion that is told with another commit.
        let isStep =
            isCompletion || difference.parts.contains { if case .occurrences(.skipped, _) = $0 { true } else { false } }
        let texts = difference.parts.compactMap { part -> String? in
            switch part {
            // Moving on to the next occurrence is implied by the completion or skip.
            case .date(_, _, _, isStep: true) where isStep: nil
            case .date(key: "snoozed", _, after: nil, _) where isCompletion: nil
            case .unreadable where difference.kind == .added: "not readable"
            default: text(of: part)
            }
        }
        return texts
    }

    private static func text(of part: ReminderDifference.Part) -> String {
        switch part {
        case .moved(let path): "file renamed from \(path)"
        case .completed(let date): "completed" + (date.map { " \($0)" } ?? "")
        case .reopened: "reopened"
        case .occurrences(let record, let dates): "\(verb(record)) \(list(dates))"
        case .title(let before, let after): "title \(cut(before)) → \(cut(after))"
        case .tags(let added, let removed):
            "tags" + (added.isEmpty ? "" : " + " + added.map(\.text).joined(separator: ", "))
                + (removed.isEmpty ? "" : " − " + removed.map(\.text).joined(separator: ", "))
        case .date(let key, let before, let after, _): date(key, before, after)
        case .key(let key, let before, let after): "\(key) \(cut(before?.text)) → \(cut(after?.text))"
        case .text(let added, let removed):
            "text" + (added == 0 ? "" : " + \(added.counted("line"))")
                + (removed == 0 ? "" : " − \(removed.counted("line"))") + (added + removed == 0 ? " edited" : "")
        case .conflict(let isNow): isNow ? "in conflict" : "conflict resolved"
        case .unreadable(.after): "changed, not readable"
        case .unreadable(.before): "readable again"
        case .unreadable(.both): "changed, still not readable"
        case .executable(let isNow): isNow ? "now executable" : "no longer executable"
        case .ignored(.before): "no longer excluded by \(IgnoreList.fileName)"
        case .ignored: "now excluded by \(IgnoreList.fileName)"
        case .layout: "layout only"
        }
    }

    private static func verb(_ record: ReminderDifference.Record) -> String {
        switch record {
        case .completed, .skipped, .reopened: record.rawValue
        case .unskipped: "no longer skipped"
        }
    }

    private static func list(_ dates: [DateValue]) -> String {
        let shown = dates.prefix(mostDates).map(\.description).joined(separator: ", ")
        return shown + (dates.count > mostDates ? " and \(dates.count - mostDates) more" : "")
    }

    private static func date(_ key: String, _ before: DateValue?, _ after: DateValue?) -> String {
        switch (key, before, after) {
        case ("scheduled", nil, let new?): "scheduled for \(new)"
        case ("scheduled", let old?, let new?): "moved \(old) → \(new)"
        case ("scheduled", let old?, nil): "no longer scheduled for \(old)"
        case ("snoozed", _, let new?): "snoozed until \(new)"
        case ("snoozed", _, nil): "no longer snoozed"
        case ("due", _, _): "deadline \(before?.description ?? "none") → \(after?.description ?? "none")"
        default: "\(key) \(before?.description ?? "none") → \(after?.description ?? "none")"
        }
    }

    private static func cut(_ text: String?) -> String {
        guard let text, !text.isEmpty else { return "none" }
        return Printable.line(text).truncated(to: longest)
    }
}

extension TagDifference {
    fileprivate var isAboutFile: Bool { self == .layout || self == .unreadable }
}

// MARK: - JSON

extension ReminderDifference {
    func fields(in json: inout JSONWriter) {
        json.field("change", kind.rawValue)
        json.field("path", reminder.path)
        json.field("id", reminder.id)
        json.field("title", reminder.title)
        json.objects("parts", parts) { $0.fields(in: &$1) }
    }
}

extension ReminderDifference.Part {
    fileprivate func fields(in json: inout JSONWriter) {
        switch self {
        case .moved(let path):
            json.field("kind", "path")
            json.field("before", path)
        case .completed(let date):
            json.field("kind", "completed")
            json.field("on", date?.iso)
        case .reopened: json.field("kind", "reopened")
        case .occurrences(let record, let dates):
            json.field("kind", "occurrences")
            json.field("event", record.rawValue)
            json.field("dates", dates.map(\.iso))
        case .title(let before, let after):
            json.field("kind", "title")
            json.field("before", before)
            json.field("after", after)
        case .tags(let added, let removed):
            json.field("kind", "tags")
            json.field("added", added.map(\.text))
            json.field("removed", removed.map(\.text))
        case .date(let key, let before, let after, _):
            json.field("kind", "date")
            json.field("key", key)
            json.field("before", before?.iso)
            json.field("after", after?.iso)
        case .key(let key, let before, let after):
            json.field("kind", "key")
            json.field("key", key)
            json.field("before", before ?? .null)
            json.field("after", after ?? .null)
        case .text(let added, let removed):
            json.field("kind", "text")
            json.field("added", added)
            json.field("removed", removed)
        case .conflict(let isNow):
            json.field("kind", "conflict")
            json.field("after", isNow)
        case .unreadable(let moment):
            json.field("kind", "unreadable")
            json.field("moment", moment.rawValue)
        case .executable(let isNow):
            json.field("kind", "executable")
            json.field("after", isNow)
        case .ignored(let moment):
            json.field("kind", "ignored")
            json.field("moment", moment.rawValue)
        case .layout: json.field("kind", "layout")
        }
    }
}

extension TagDifference {
    func fields(in json: inout JSONWriter) {
        switch self {
        case .added(let name): fields("added", name, in: &json)
        case .deleted(let name): fields("deleted", name, in: &json)
        case .renamed(let old, let new):
            fields("renamed", new, in: &json)
            json.field("before", old.text)
        case .recolored(let name, let before, let after):
            fields("recolored", name, in: &json)
            json.field("before", before?.hex)
            json.field("after", after?.hex)
        case .changed(let name): fields("changed", name, in: &json)
        case .layout: fields("layout", nil, in: &json)
        case .unreadable: fields("unreadable", nil, in: &json)
        }
    }

    private func fields(_ change: String, _ name: TagName?, in json: inout JSONWriter) {
        json.field("change", change)
        json.field("name", name?.text)
    }
}
