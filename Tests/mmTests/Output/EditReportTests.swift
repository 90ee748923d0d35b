import TestSupport
import Testing

@testable import MemossFiles
@testable import mm

@Suite struct EditReportTests {
    private func step(_ path: String) throws -> StepOutcome {
        StepOutcome(.completed, try #require(ReminderDecoder.decode([], path: path).reminder))
    }

    @Test func `nothing is reported as done for a skipped file, and paths are compared as bytes`() throws {
        let steps = try ["a.md", "\u{E9}.md", "e\u{301}.md"].map(step)
        let plan = EditPlan(skipped: [SkippedFile("e\u{301}.md", "x"), SkippedFile("b.md", "x")])
        let report = EditReport(plan, isDryRun: false, verb: "", steps: steps)
        #expect(report.steps.map { Array($0.path.utf8) } == ["a.md", "\u{E9}.md"].map { Array($0.utf8) })
    }

    @Test func `many skipped files do not take quadratic time`() throws {
        let model = try step("a.md")
        let steps = (0..<20_000).map { number in
            var step = model
            step.path = "\(number).md"
            return step
        }
        let plan = EditPlan(skipped: steps.dropFirst().reversed().map { SkippedFile($0.path, "x") })
        let taken = processorTime {
            #expect(EditReport(plan, isDryRun: false, verb: "", steps: steps).steps.map(\.path) == ["0.md"])
        }
        #expect(taken < .seconds(30))
    }
}
