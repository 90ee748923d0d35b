import Testing

@testable import MemossFiles

/// Compares the plans of hundreds of random folders with plans computed independently: see `Scripts/make-plan-vectors`.
@Suite struct PlanVectorTests {
    @Test func `every folder gets the expected plan`() throws {
        let folders = try VectorFolder.load("plans.tsv")
        var wrong: [String] = []
        for folder in folders {
            let reminders = try folder.reminders()
            var context = try folder.context()
            // The vectors are older than the notification of deadlines.
            context.deadlinesRing = false
            let limit = try #require(Int(folder.header[3]))
            let reserve = try #require(Int(folder.header[4]))
            let plan = NotificationPlan(
                reminders,
                in: context,
                budget: .init(limit: limit, reserve: reserve),
                until: folder.header[5] == "-" ? nil : try moment(folder.header[5])
            )
            let places = plan.notifications.map { place in
                "\(place.identifier) \(place.instant) \(place.local) \(place.index.map(String.init) ?? "-")"
            }
            let end = "\(plan.coveredUntil.map(\.description) ?? "-") \(plan.omitted)"
            if let difference = folder.difference(from: places + [end]) { wrong.append(difference) }
            // Conditions for every plan.
            #expect(plan.notifications.count <= limit)
            #expect(plan.notifications.allSatisfy { $0.instant > context.now && $0.body == "Body of \($0.path)" })
            for one in plan.notifications { #expect(one.isRecurring == (one.index != nil)) }
        }
        let failures = wrong.count
        #expect(failures == 0, "\(failures) of \(folders.count):\n\(wrong.prefix(3).joined(separator: "\n"))")
        #expect(folders.count >= 300)
    }
}
