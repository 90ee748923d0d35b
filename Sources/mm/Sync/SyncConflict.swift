import MemossFiles
internal import Merge

/// A file with a conflict at which the merge stopped.
struct SyncConflict {
    /// Relative to the folder.
    let path: String
    /// In words.
    let reasons: [String]
    /// The keys that both sides changed; nil stands for the body.
    var keys: [String?] = []

    static func all(in session: inout Session) throws(MemossError) -> [SyncConflict] {
        let folder = try session.folder()
        let paths = (try GitConflicts(root: folder.root)?.unmerged() ?? []).map(\.path)
        let requested = Set(paths.map { PathKey($0) })
        var finder = try ConflictFinder(folder, try folder.read().snapshot, requested: requested, isWriting: true)
        let tasks = try finder.tasks()
        return tasks.map(SyncConflict.init)
            + finder.others.map { SyncConflict(path: $0, reasons: ["git cannot merge it: see 'git status'"]) }
    }

    private init(path: String, reasons: [String]) { (self.path, self.reasons) = (path, reasons) }

    private init(_ task: ConflictTask) {
        path = task.path
        switch task {
        case .merge(let task):
            // Git also stops at a file that it takes for binary.
            reasons = task.merge.isClean ? ["git did not merge it, but 'mm resolve' can"] : task.merge.descriptions
            keys = task.merge.conflicts
        case .deletion: reasons = ["one side deleted the file, and the other changed it"]
        case .two: reasons = ["each side created a reminder with this file name"]
        case .left(let left): reasons = [left.reason]
        case .copies, .settled: reasons = ["both sides changed it"]
        }
    }
}
