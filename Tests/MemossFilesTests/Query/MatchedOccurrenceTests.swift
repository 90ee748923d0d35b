import Testing

@testable import CivilTime
@testable import MemossFiles
@testable import Text

/// A selection by a period is about the occurrences of the period, not about those that were missed before it.
@Suite struct MatchedOccurrenceTests {
    private static let pill = "title: Pill\nscheduled: 2026-11-19T09:00\nrecurrence: daily"
    private static let drops = "title: Drops\nscheduled: 2026-11-20T09:00\nrecurrence: daily at 9:00, 14:00 and 20:00"

    private func occurrence(_ front: String, _ query: String) throws -> MatchedOccurrence? {
        let folder = try Folder(["a.md": front])
        let parsed = try Query(parsing: query, now: folder.context.local)
        let matcher = QueryMatcher(parsed, registry: folder.snapshot.registry, context: folder.context)
        return matcher.matches(folder["a.md"]) ? matcher.occurrence(of: folder["a.md"]) : nil
    }

    @Test(arguments: [
        (
            pill, "is:today",
            MatchedOccurrence.later(
                DateValue(CivilDateTime(CivilDate(unchecked: 2026, 11, 22), CivilTime(unchecked: 9 * 3_600)))
            )
        ),
        (pill, "is:today OR title:pill", .current), (pill, "is:overdue", .current), (pill, "title:pill", .current),
        (
            pill, "is:today is:recurring",
            .later(DateValue(CivilDateTime(CivilDate(unchecked: 2026, 11, 22), CivilTime(unchecked: 9 * 3_600))))
        ),
        (pill, "-is:upcoming", .current), (pill, "scheduled:2026-11-19", .current),
        (pill.replacingFirst("19T", "22T"), "is:today", .current),
        ("title: Once\nscheduled: 2026-11-22", "is:today", .current),
    ]) func `a query is about the current occurrence unless only another one matches`(
        front: String,
        query: String,
        expected: MatchedOccurrence
    ) throws {
        #expect(try occurrence(front, query) == expected)
    }

    @Test func `several occurrences of today are unclear`() throws {
        guard case .unclear(let days)? = try occurrence(Self.drops, "is:today") else {
            Issue.record("several occurrences are of today, and one of them is chosen")
            return
        }
        #expect(days.map(\.description) == ["2026-11-22T09:00", "2026-11-22T14:00", "2026-11-22T20:00"])
    }

    @Test func `a step completes the occurrence that was selected, or refuses`() throws {
        let folder = try Folder(["pill.md": Self.pill, "drops.md": Self.drops])
        let query = try Query(parsing: "is:today", now: folder.context.local)
        let matcher = QueryMatcher(query, registry: folder.snapshot.registry, context: folder.context)
        var files = [
            "pill.md": Array("---\n\(Self.pill)\n---\n".utf8), "drops.md": Array("---\n\(Self.drops)\n---\n".utf8),
        ]
        func outcome(_ path: String, _ step: ReminderStep) throws -> StepOutcome? {
            let context = EditContext(Snapshot(files: files), files: FileValues(files), zones: ZoneDatabase())
            var batch = StepBatch(step, of: [folder[path]], at: folder.context)
            batch.occurrences = [PathKey(path): matcher.occurrence(of: folder[path])]
            return try batch.plan(in: context).outcomes.first
        }
        let done = try #require(try outcome("pill.md", .complete(on: nil, catchesUp: false)))
        #expect(done.occurrence?.description == "2026-11-22" && done.isAside)
        let skipped = try #require(try outcome("pill.md", .skip(on: nil)))
        #expect(skipped.occurrence?.description == "2026-11-22")
        let caughtUp = try #require(try outcome("pill.md", .complete(on: nil, catchesUp: true)))
        #expect(caughtUp.occurrence?.description == "2026-11-22" && caughtUp.passed == 3)
        // A series that passes over what was missed does so from there too.
        files["pill.md"] = Array("---\n\(Self.pill)\nmissed: skip\n---\n".utf8)
        let passing = try #require(try outcome("pill.md", .complete(on: nil, catchesUp: false)))
        #expect(passing.occurrence?.description == "2026-11-22" && passing.passed == 3 && !passing.isAside)
        files["pill.md"] = Array("---\n\(Self.pill)\n---\n".utf8)
        // What is named is what is meant.
        let named = try #require(
            try outcome("pill.md", .complete(on: DateValue(parsing: "2026-11-20"), catchesUp: false))
        )
        #expect(named.occurrence?.description == "2026-11-20")
        #expect(try outcome("pill.md", .endSnooze) != nil)
        #expect(throws: MemossError.self) { try outcome("pill.md", .snooze(CivilDuration(days: 1))) }
        #expect(throws: MemossError.self) { try outcome("drops.md", .complete(on: nil, catchesUp: false)) }
    }

    @Test func `over random folders, what is selected by is:today comes up today`() throws {
        var (current, later, unclear) = (0, 0, 0)
        for folder in try VectorFolder.load("agendas.tsv") {
            let (context, reminders) = (try folder.context(), try folder.reminders())
            let today = context.local.date
            let matcher = QueryMatcher(.term(.state(.today)), registry: TagRegistry(), context: context)
            for reminder in reminders where matcher.matches(reminder) {
                let items = Agenda([reminder], from: today, days: 1, in: context).days[0].items
                    .filter { $0.kind != .overdue || $0.date.date >= today }
                switch matcher.occurrence(of: reminder) {
                case .current: current += 1
                case .later(let day):
                    #expect(
                        items.contains { $0.occurrence == day } && !items.contains(where: \.isCurrent),
                        "\(reminder.path)"
                    )
                    later += 1
                case .unclear(let days):
                    #expect(Set(items.compactMap(\.occurrence)).isSuperset(of: days) && days.count != 1)
                    unclear += 1
                }
            }
        }
        #expect(current > 100 && later > 30, "\(current) \(later) \(unclear)")
    }
}

extension String {
    fileprivate func replacingFirst(_ old: String, _ new: String) -> String {
        guard let range = firstRange(of: old) else { return self }
        return replacingCharacters(of: range, with: new)
    }

    private func replacingCharacters(of range: Range<Index>, with new: String) -> String {
        String(self[..<range.lowerBound]) + new + self[range.upperBound...]
    }
}
