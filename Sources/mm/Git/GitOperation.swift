import MemossFiles

/// An operation of git that has stopped for the user.
struct GitOperation {
    let name: String
    let end: String
    let abort: String
    /// How to go on if the step that stopped changes nothing any more; nil if `end` does that too.
    var skip: String?
    /// What git keeps in its directory meanwhile.
    private let mark: String

    private static let all = [
        GitOperation(name: "merge", end: "git commit --no-edit", abort: "git merge --abort", mark: "MERGE_HEAD"),
        GitOperation(name: "rebase", end: "git rebase --continue", abort: "git rebase --abort", mark: "rebase-merge"),
        GitOperation(
            name: "git am",
            end: "git am --continue",
            abort: "git am --abort",
            skip: "git am --skip",
            mark: "rebase-apply/applying"
        ),
        GitOperation(
            name: "rebase",
            end: "git rebase --continue",
            abort: "git rebase --abort",
            skip: "git rebase --skip",
            mark: "rebase-apply"
        ),
        GitOperation(
            name: "cherry-pick",
            end: "git cherry-pick --continue",
            abort: "git cherry-pick --abort",
            skip: "git cherry-pick --skip",
            mark: "CHERRY_PICK_HEAD"
        ),
        GitOperation(
            name: "revert",
            end: "git revert --continue",
            abort: "git revert --abort",
            skip: "git revert --skip",
            mark: "REVERT_HEAD"
        ),
    ]

    /// The operation that is in progress in a repository; nil if there is none.
    init?(_ git: GitProgram) throws(MemossError) {
        let directory = try git.repository()
        for operation in Self.all where try Self.holds(operation.mark, directory) {
            self = operation
            return
        }
        return nil
    }

    /// Whether a merge has not been committed yet.
    static func isMerging(_ git: GitProgram) throws(MemossError) -> Bool {
        try holds("MERGE_HEAD", try git.repository())
    }

    /// Whether a merge by `mm sync` has not been committed yet.
    static func isMergingBySync(_ git: GitProgram) throws(MemossError) -> Bool {
        guard try isMerging(git) else { return false }
        let path = "\(try git.repository())/MERGE_MSG"
        let message = try naming(path, try Directory.contents(of: path))?.bytes ?? []
        return message.starts(with: GitSync.mergeMessage.utf8)
    }

    private init(name: String, end: String, abort: String, skip: String? = nil, mark: String) {
        (self.name, self.end, self.abort, self.skip, self.mark) = (name, end, abort, skip, mark)
    }

    private static func holds(_ name: String, _ directory: String) throws(MemossError) -> Bool {
        try naming("\(directory)/\(name)", try Directory.holds(name, in: directory))
    }
}
