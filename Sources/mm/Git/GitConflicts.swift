import MemossFiles

/// The state of a stopped merge, according to git.
struct GitConflicts {
    let git: GitProgram

    /// Nil if the directory is not in a repository, or git is not installed.
    ///
    /// - Throws: a `MemossError` if git cannot tell.
    init?(root: String, isWriting: Bool = false) throws(MemossError) {
        git = GitProgram(directory: root, isWriting: isWriting)
        guard try git.isInRepository() else { return nil }
    }

    /// A file with several versions in the index.
    struct Unmerged {
        /// Relative to the folder.
        var path: String
        /// The names of the versions: the common ancestor, ours and theirs; nil where the file does not exist.
        var base: String?
        var ours: String?
        var theirs: String?
        /// Whether every version is a regular file.
        var isFile = true
        /// Whether the name is UTF-8. If not, `path` is only for display.
        var isNameText = true
    }

    /// The unmerged files of the repository. Paths outside the folder begin with `../`.
    func unmerged() throws(MemossError) -> [Unmerged] {
        Self.unmerged(in: try git.data(["ls-files", "-u", "-z", "--", ":/"]).split(separator: 0))
    }

    /// - Parameter records: `MODE OBJECT STAGE`, a tab and the path.
    static func unmerged(in records: [ArraySlice<UInt8>]) -> [Unmerged] {
        var files: [Unmerged] = []
        for record in records {
            guard let tab = record.firstIndex(of: 0x09) else { continue }
            let words = String(decoding: record[..<tab], as: UTF8.self).split(separator: " ").map(String.init)
            let path = String(decoding: record[(tab + 1)...], as: UTF8.self)
            guard words.count == 3 else { continue }
            if files.last?.path.isSamePath(as: path) != true {
                files.append(Unmerged(path: path, isNameText: path.utf8.elementsEqual(record[(tab + 1)...])))
            }
            let last = files.count - 1
            if !words[0].hasPrefix("100") { files[last].isFile = false }
            switch words[2] {
            case "1": files[last].base = words[1]
            case "2": files[last].ours = words[1]
            default: files[last].theirs = words[1]
            }
        }
        return files
    }

    /// Git's name for a file as the last merge left it, with markers; nil if the path cannot be part of such a name.
    static func leftBehind(_ path: String) -> String? {
        path.utf8.contains(0x0A) ? nil : "AUTO_MERGE:./\(path)"
    }

    /// The given files that are in the index.
    func tracked(_ paths: [String]) throws(MemossError) -> [String] {
        guard !paths.isEmpty else { return [] }
        let listing = try git.data(["--literal-pathspecs", "ls-files", "-z", "--"] + paths)
        return listing.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The given files whose version in the index is in no commit, and that are not unmerged.
    func staged(_ paths: [String]) throws(MemossError) -> [String] {
        guard !paths.isEmpty, try git.hasCommits() else { return [] }
        let options = ["diff", "--cached", "--name-only", "--diff-filter=u", "--no-renames", "--relative", "-z", "--"]
        let listing = try git.data(["--literal-pathspecs"] + options + paths)
        return listing.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Stages files or their deletion.
    func add(_ paths: [String]) throws(MemossError) {
        guard !paths.isEmpty else { return }
        do throws(MemossError) {
            _ = try git.data(["--literal-pathspecs", "add", "-A", "--"] + paths)
        } catch {
            let words = paths.map(\.shellWord).joined(separator: " ")
            throw MemossError(
                error.kind,
                error.message,
                hints: ["the files are resolved, but not staged; stage them with: git add -A -- \(words)"]
            )
        }
    }

    /// How to go on with what git was doing; nil while anything is unmerged.
    func ending(of operation: GitOperation?) throws(MemossError) -> String? {
        guard let operation, try unmerged().isEmpty else { return nil }
        if try GitOperation.isMergingBySync(git) { return "to go on: mm sync" }
        if let skip = operation.skip,
            try git.run(["diff", "--cached", "--quiet", "--ignore-submodules=none", "--", ":/"]).status == 0
        {
            return "nothing is left to commit, because the result is what HEAD has already; go on with: \(skip)"
        }
        return "to go on: \(operation.end)"
    }

    /// The committed versions of a file, newest first.
    ///
    /// - Parameter moment: in nanoseconds since 1970; later commits are ignored.
    func committedVersions(of path: String, until moment: Int64) throws(MemossError) -> [[UInt8]] {
        guard !path.utf8.contains(0x0A), try git.hasCommits() else { return [] }
        let log = try git.data(["--literal-pathspecs", "log", "--format=%ct %H", "--", path])
        let names = log.split(separator: 0x0A).compactMap { line -> String? in
            let words = String(decoding: line, as: UTF8.self).split(separator: " ")
            guard words.count == 2, let time = Int64(words[0]), time <= moment / 1_000_000_000 else { return nil }
            return "\(words[1]):./\(path)"
        }
        return try files(names.map { ($0, path) }).compactMap(\.self)
    }

    /// The contents of objects; nil for those that do not exist or are not files.
    func files(_ names: [String]) throws(MemossError) -> [[UInt8]?] {
        try GitObjects(names.map { Array($0.utf8) }, from: git).files
    }

    /// The contents of objects as git writes them to the files at these paths.
    func files(_ objects: [(name: String, path: String)]) throws(MemossError) -> [[UInt8]?] {
        var found = try files(objects.map(\.name))
        let filtered = Set(try git.filtered(Set(objects.map(\.path)).sorted()))
        let places = objects.indices.filter { filtered.contains(objects[$0].path) }
        let bytes = try git.checkedOut(places.map { (objects[$0].name, objects[$0].path) })
        for (place, bytes) in zip(places, bytes) { found[place] = bytes }
        return found
    }

    // MARK: Sides

    /// The names of the sides of the merge.
    struct Sides {
        var ours: String?
        var theirs: String?
        /// In a rebase, 'ours' is the branch that the commits are applied to.
        var isRebase = false
    }

    func sides() throws(MemossError) -> Sides {
        let directory = try git.repository()
        func line(_ name: String) -> String? {
            guard let bytes = try? FileContents.read("\(directory)/\(name)", limit: 4_096).bytes else { return nil }
            let line = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
            return line.isEmpty ? nil : line
        }
        for state in ["rebase-merge", "rebase-apply"] {
            guard let onto = line("\(state)/onto") else { continue }
            let commit = line("REBASE_HEAD") ?? line("\(state)/stopped-sha") ?? line("\(state)/original-commit")
            return Sides(ours: name(of: onto), theirs: commit.flatMap(title), isRebase: true)
        }
        let branch = text(["symbolic-ref", "-q", "--short", "HEAD"])
        if let commit = line("MERGE_HEAD") { return Sides(ours: branch, theirs: name(of: commit)) }
        if let commit = line("CHERRY_PICK_HEAD") { return Sides(ours: branch, theirs: title(of: commit)) }
        if let commit = line("REVERT_HEAD") {
            return Sides(ours: branch, theirs: title(of: commit).map { "without \($0)" })
        }
        return Sides()
    }

    /// A branch that points to the commit, or the commit's subject.
    private func name(of commit: String) -> String? {
        let format = ["--points-at=\(commit)", "--format=%(refname:short)"]
        let branches = text(["for-each-ref"] + format + ["refs/heads", "refs/remotes"])?.split(separator: "\n")
        return branches?.first { $0.contains("/HEAD") == false && $0 != "origin" }.map(String.init) ?? title(of: commit)
    }

    private func title(of commit: String) -> String? { text(["log", "-1", "--format=%h %s", commit, "--"]) }

    private func text(_ arguments: [String]) -> String? {
        guard let output = try? git.run(arguments, capturesErrors: false), output.status == 0, !output.text.isEmpty
        else { return nil }
        return output.text
    }
}
