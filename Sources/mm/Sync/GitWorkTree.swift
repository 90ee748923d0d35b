import MemossFiles

/// The branch, the index and the files of a repository, as git saw them at one moment. It is in a state in which the
/// files of the folder can be committed.
struct GitWorkTree {
    let branch: String
    /// The last commit; nil if there is none yet.
    let head: String?
    /// Whether files of the folder differ from the last commit.
    let hasChanges: Bool
    /// Nested repositories, which the commit leaves out. Their paths are relative to the top of the repository.
    let modules: [String]

    /// - Throws: a `MemossError` if no branch is checked out, if a merge or rebase is in progress, or if changes
    ///   outside the folder are staged.
    init(_ history: GitHistory) throws(MemossError) {
        let git = history.git
        try Self.checkNothingIsGoingOn(git)
        let options = [
            "--porcelain=v2", "--branch", "-z", "--no-renames", "--untracked-files=all", "--ignore-submodules=none",
        ]
        let status = Status(try git.data(["--no-optional-locks", "status"] + options + ["--", "."]))
        guard let branch = status.branch else {
            throw MemossError(
                .failure,
                "no branch is checked out, so there is nothing to sync with",
                hints: ["check one out: git switch BRANCH"]
            )
        }
        if let path = status.unmerged {
            throw MemossError(
                .failure,
                "\(Printable.line(path)): git lists it as unmerged",
                hints: ["resolve it: mm resolve --add"]
            )
        }
        if let path = try Self.stagedOutside(history) {
            throw MemossError(
                .failure,
                "\(Printable.line(path)) is staged, but outside of this folder, and mm sync commits only files of the folder",
                hints: ["commit it, or unstage it: git restore --staged :/\(Printable.line(path))"]
            )
        }
        (self.branch, head) = (branch, status.head)
        (hasChanges, modules) = (status.hasChanges, status.modules)
    }

    /// What git and its merge driver leave behind if they are killed while they merge, or if the disk is full: copies of files
    /// under these names.
    static let leftover = ":(exclude,glob)**/.merge_file_??????*"

    private static func isLeftover(_ path: String) -> Bool {
        let name = FilePath.name(of: path)
        return name.hasPrefix(".merge_file_") && name.utf8.count >= 18
    }

    /// The output of `git status --porcelain=v2 --branch -z`.
    private struct Status {
        var branch: String?
        var head: String?
        var unmerged: String?
        var hasChanges = false
        var modules: [String] = []

        init(_ bytes: [UInt8]) {
            for part in bytes.split(separator: 0) {
                let words = part.split(separator: UInt8(ascii: " "), maxSplits: 10).map {
                    String(decoding: $0, as: UTF8.self)
                }
                switch words.first {
                case "#": if words.count == 3 { header(words[1], words[2]) }
                case "?": untracked(String(decoding: part.dropFirst(2), as: UTF8.self))
                case "u": unmerged = unmerged ?? words.last
                case "1" where words.count > 8: changed(words[1], module: words[2], words.dropFirst(8))
                default: hasChanges = true
                }
            }
        }

        private mutating func header(_ name: String, _ value: String) {
            // `(null)` is a HEAD that is not a branch.
            if name == "branch.head", !["(detached)", "(null)"].contains(value) { branch = value }
            if name == "branch.oid", value != "(initial)" { head = value }
        }

        private mutating func untracked(_ path: String) {
            guard !GitWorkTree.isLeftover(path) else { return }
            // A nested repository: git would record only the commit that is checked out there.
            if path.hasSuffix("/") { modules.append(String(path.dropLast())) } else { hasChanges = true }
        }

        private mutating func changed(_ state: String, module: String, _ path: ArraySlice<String>) {
            guard module.hasPrefix("S") else { return hasChanges = true }
            if !state.hasPrefix(".") { hasChanges = true }
            if module.hasPrefix("SC") { modules.append(path.joined(separator: " ")) }
        }
    }

    /// A staged or unmerged file outside the folder, relative to the top of the repository.
    private static func stagedOutside(_ history: GitHistory) throws(MemossError) -> String? {
        guard !history.prefix.isEmpty else { return nil }
        let paths = [":/", ":(top,exclude,literal)\(history.prefix.dropLast())"]
        let options = ["--cached", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--ignore-submodules=none"]
        let found = try history.git.data(["--no-optional-locks", "diff"] + options + ["--"] + paths)
        return found.split(separator: 0).first.map { String(decoding: $0, as: UTF8.self) }
    }

    private static func checkNothingIsGoingOn(_ git: GitProgram) throws(MemossError) {
        guard let operation = try GitOperation(git) else { return }
        let isResolved = try GitConflicts(root: git.directory)?.unmerged().isEmpty == true
        throw MemossError(
            .failure,
            "a \(operation.name) is in progress in this repository; finish or abort it first",
            hints: (isResolved ? [] : ["resolve the conflicts: mm resolve --add"]) + [
                (isResolved ? "finish it: " : "then finish it: ") + operation.end, "or abort it: \(operation.abort)",
            ]
        )
    }
}
