import MemossFiles

extension Dashboard {
    var json: [UInt8] {
        JSONWriter.document { json in
            let writer = ReminderJSON(text)
            for section in sections {
                json.array(section.key) { json in
                    for (reminder, items) in listed(in: section) {
                        json.object { json in
                            writer.fields(of: reminder, in: &json)
                            if ![Self.overdue, Self.today, Self.upcoming].contains(section.key) { return }
                            json.objects("items", items) { $0.fields(in: &$1) }
                        }
                    }
                    guard section.key == Self.completed else { return }
                    for series in kept {
                        json.object { json in
                            writer.fields(of: series.reminder, in: &json)
                            json.field("occurrences", series.occurrences.map(\.iso))
                        }
                    }
                }
            }
            json.skipped(text.unread, besides: sections.flatMap(\.reminders))
        }
    }

    /// The reminders of a section and those of its items, each once, as the text lists them.
    private func listed(in section: Section) -> [(reminder: Reminder, items: [Agenda.Item])] {
        let all = items(of: section)
        let items = Dictionary(grouping: all) { PathKey($0.reminder.path) }
        var seen = Set(section.reminders.map { PathKey($0.path) })
        let others = all.map(\.reminder).filter { seen.insert(PathKey($0.path)).inserted }
        return (section.reminders + others).map { ($0, items[PathKey($0.path)] ?? []) }
    }

    /// What a section lists of its reminders and of others, as in the agenda.
    private func items(of section: Section) -> [Agenda.Item] {
        let today = coming.agenda.days[0].items
        switch section.key {
        case Self.overdue: return today.filter { $0.kind == .overdue }
        case Self.today:
            let overdue = sections.first { $0.key == Self.overdue }?.reminders ?? []
            let late = Set(overdue.map { PathKey($0.path) })
            return today.filter { item in
                item.kind != .overdue && !(item.isCurrent && late.contains(PathKey(item.reminder.path)))
            }
        case Self.upcoming: return coming.agenda.days.dropFirst().flatMap(\.items)
        default: return []
        }
    }
}
