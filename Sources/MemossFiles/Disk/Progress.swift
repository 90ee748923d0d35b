internal import Synchronization

/// How far work over many files has come, for whoever waits for it.
package struct Progress: Sendable {
    package enum Stage: Sendable {
        case reading, editing, writing
        /// All is written, and the disk has not got all of it yet; how much it lacks nobody tells.
        case settling
    }

    package var stage: Stage
    /// Files.
    package var done: Int
    package var total: Int

    package init(stage: Stage, done: Int, total: Int) {
        self.stage = stage
        self.done = done
        self.total = total
    }

    /// Gets a report from time to time, on several threads.
    package typealias Report = @Sendable (Progress) -> Void
}

/// Counts what several threads have done.
final class ProgressMeter: Sendable {
    private let stage: Progress.Stage
    private let total: Int
    private let report: Progress.Report?
    private let done = Atomic(0)

    init(_ stage: Progress.Stage, of total: Int, _ report: Progress.Report?) {
        self.stage = stage
        self.total = total
        self.report = report
    }

    func add(_ count: Int) {
        guard let report else { return }
        report(Progress(stage: stage, done: done.add(count, ordering: .relaxed).newValue, total: total))
    }
}
