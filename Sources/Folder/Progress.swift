internal import Synchronization

/// The progress of an operation on many files, for display.
package struct Progress: Sendable {
    package enum Stage: Sendable {
        case reading, editing, writing
        /// Everything is written, and the disk is being synced; the system does not report how far that is.
        case syncing
    }

    package var stage: Stage
    /// The number of files.
    package var done: Int
    package var total: Int

    package init(stage: Stage, done: Int, total: Int) {
        self.stage = stage
        self.done = done
        self.total = total
    }

    /// Receives progress reports, on several threads.
    package typealias Report = @Sendable (Progress) -> Void
}

/// Counts finished items on several threads.
package final class ProgressMeter: Sendable {
    private let stage: Progress.Stage
    private let total: Int
    private let report: Progress.Report?
    private let done = Atomic(0)

    package init(_ stage: Progress.Stage, of total: Int, _ report: Progress.Report?) {
        self.stage = stage
        self.total = total
        self.report = report
    }

    package func add(_ count: Int) {
        guard let report else { return }
        report(Progress(stage: stage, done: done.add(count, ordering: .relaxed).newValue, total: total))
    }
}
