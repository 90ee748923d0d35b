import MemossFiles

/// A commit of the repository that holds a folder.
struct GitCommit: Sendable, Hashable {
    let hash: String
    /// The committer date.
    let moment: Instant
    /// The first line of its message.
    let subject: String

    var shortHash: String { String(hash.prefix(7)) }
}

/// The history of a folder, read with the user's `git` without checking anything out.
struct GitHistory {
    let git: GitProgram
    /// The path of the folder in the work tree, with a trailing slash; empty at the top.
    let prefix: String
    /// Whether older commits are missing from this clone.
    let isShallow: Bool

    static let shallowHint = "this clone has only the last commits; get the others: git fetch --unshallow"

    /// - Throws: a `MemossError` if the folder is not in a repository, or git cannot run.
    init(of folder: ReminderFolder, isWriting: Bool = false) throws(MemossError) {
        var git = GitProgram(directory: folder.root, isWriting: isWriting)
        let options = isWriting ? GitPlace.options : ["--show-prefix"]
        let found = try git.run(["rev-parse", "--is-shallow-repository"] + options)
        guard found.status == 0 else {
            guard !found.text.contains("not a git repository") else {
                throw MemossError(
                    .failure,
                    "\(folder.root) is not in a git repository, so it has no history",
                    hints: ["create one with: git init"]
                )
            }
            throw GitProgram.failed(["rev-parse"], found)
        }
        let lines = found.text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        isShallow = lines.first == "true"
        let rest = lines.count > 1 ? String(lines[1]) : ""
        if isWriting { git.place = try GitPlace(rest, git) }
        (prefix, self.git) = (git.place?.prefix ?? rest, git)
    }

    // MARK: Commits

    /// The commit with this name; nil if git does not know the name.
    ///
    /// - Throws: a `MemossError` if the name refers to something else, such as a file in a commit.
    func commit(named name: String) throws(MemossError) -> GitCommit? {
        // A leading dash would be read as an option, and a leading `^` excludes a commit.
        guard let first = name.first, first != "-", first != "^" else { return nil }
        let found = try git.run(["rev-parse", "--verify", "--quiet", name], capturesErrors: false)
        guard found.status == 0, found.text.utf8.allSatisfy(Self.isHexadecimal), !found.text.isEmpty else { return nil }
        if let commit = try newest(["--no-walk", found.text]) { return commit }
        throw MemossError(.failure, "'\(name)' is not a commit")
    }

    /// The last commit up to a moment, following only the first parents from the current branch.
    ///
    /// - Returns: the commit; `later` is an ancestor of it that is dated after the moment, because a clock was wrong.
    func commit(at moment: Instant) throws(MemossError) -> (commit: GitCommit, later: GitCommit?)? {
        // `SECONDS HASH`, newest first.
        let listing = try git.data(["rev-list", "--first-parent", "--timestamp", "HEAD", "--"])
        let line = listing.split(separator: UInt8(ascii: "\n")).map { line in
            let words = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
            return (seconds: Int64(words.first ?? "") ?? 0, hash: words.last ?? "")
        }
        guard let place = line.firstIndex(where: { $0.seconds <= moment.secondsSince1970 }),
            let commit = try newest(["--no-walk", line[place].hash])
        else { return nil }
        let later = line[place...].filter { $0.seconds > moment.secondsSince1970 }.max { $0.seconds < $1.seconds }
        return (commit, try later.flatMap { late throws(MemossError) in try newest(["--no-walk", late.hash]) })
    }

    private func newest(_ selection: [String]) throws(MemossError) -> GitCommit? {
        let format = ["-c", "i18n.logOutputEncoding=UTF-8", "rev-list", "--max-count=1", "--format=%ct %s"]
        let found = try git.run(format + selection + ["--"], capturesErrors: false)
        // `commit HASH`, then the format.
        let lines = found.text.split(separator: "\n", maxSplits: 1).map { $0.split(separator: " ", maxSplits: 1) }
        guard found.status == 0, lines.count == 2, let hash = lines[0].last,
            let time = lines[1].first.flatMap({ Int64($0) })
        else { return nil }
        let subject = lines[1].count > 1 ? String(lines[1][1]) : ""
        return GitCommit(hash: String(hash), moment: Instant(secondsSince1970: time), subject: subject)
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool { 48...57 ~= byte || 97...102 ~= byte }

    // MARK: Files

    /// The files of the folder in a commit.
    ///
    /// - Parameter former: the folder's path at that time, if it has moved since.
    func tree(of commit: String, at former: String? = nil) throws(MemossError) -> GitTree {
        // In a subdirectory, git lists only what is below it.
        let place = former.map { ["--full-tree", "\(commit):\($0)"] } ?? [commit]
        return GitTree(try git.data(["ls-tree", "-r", "-z"] + place))
    }

    /// The path of the folder in a commit, with a trailing slash, if it has moved within the repository since. It has
    /// moved if its registry is the only new one, and exactly one other registry is gone.
    ///
    /// - Parameter new: the later state; nil for the files on disk.
    func formerPrefix(in commit: String, until new: String?) throws(MemossError) -> String? {
        try otherPrefix(in: commit, than: prefix, in: new)
    }

    /// The path of the folder in a commit, if it is not the one that it has in the other state.
    func otherPrefix(
        in commit: String,
        than prefix: String,
        in new: String?
    ) throws(MemossError) -> String? {
        let name = TagRegistry.fileName
        func registries(_ command: [String]) throws(MemossError) -> Set<String> {
            let paths = try top.data(command).split(separator: 0).compactMap { String(validating: $0, as: UTF8.self) }
            return Set(paths.filter { FilePath.name(of: $0) == name })
        }
        let tree = ["ls-tree", "-r", "-z", "--name-only", "--full-tree"]
        let before = try registries(tree + [commit])
        let after: Set<String>
        if let new {
            after = try registries(tree + [new])
        } else {
            let known = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", ":(top,glob)**/\(name)"]
            after = try registries(known).filter { (try? Directory.isTaken("\(top.directory)/\($0)")) == true }
        }
        let gone = before.subtracting(after)
        guard after.subtracting(before) == [prefix + name], gone.count == 1, let path = gone.first else { return nil }
        return String(path.dropLast(name.count))
    }

    /// Git at the top of the repository, to which the paths in commits are relative.
    var top: GitProgram {
        let levels = prefix.utf8.count { $0 == UInt8(ascii: "/") }
        var top = GitProgram(
            directory: git.directory + String(repeating: "/..", count: levels),
            isWriting: git.isWriting
        )
        top.place = git.place
        top.place?.prefix = ""
        return top
    }

    /// The contents of the folder's files in a commit.
    ///
    /// - Returns: the files, the submodules, whose files are in other repositories, and the files whose filter failed.
    func files(
        at commit: GitCommit
    ) throws(MemossError) -> (files: RecordedFiles, submodules: [String], filtered: [String]) {
        var (tree, place) = (try tree(of: commit.hash), prefix)
        if !tree.files.contains(where: { $0.path == TagRegistry.fileName }),
            let former = try formerPrefix(in: commit.hash, until: nil)
        {
            (tree, place) = (try self.tree(of: commit.hash, at: former), former)
        }
        let links = tree.links.map(\.path).filter { !$0.contains("\n") }
        let names = tree.files.map(\.object) + links.map { Array("\(commit.hash):\(place)\($0)".utf8) }
        let objects = try GitObjects(names, from: git, followingLinks: !links.isEmpty)
        var contents = objects.contents
        var parts = objects.parts
        let filtered = try checkOut(tree.files, &contents, &parts)
        var files: [RecordedFiles.File] = []
        files.reserveCapacity(names.count)
        var unreadable = tree.links.map(\.path).filter { $0.contains("\n") }.map { path in
            (path: path, reason: "the symbolic link cannot be followed: its name has several lines")
        }
        for (path, contents) in zip(tree.files.map(\.path) + links, contents) {
            switch contents {
            case .success(let place): files.append(RecordedFiles.File(path, place))
            case .failure(.notFile): continue
            case .failure(let fault): unreadable.append((path, fault.reason))
            }
        }
        let needed = [TagRegistry.fileName, IgnoreList.fileName]
        if let fault = unreadable.first(where: { needed.contains($0.path) }) {
            throw MemossError(.failure, "\(fault.path) in \(commit.shortHash): \(fault.reason)")
        }
        let recorded = RecordedFiles(
            files,
            in: parts,
            unreadable: unreadable,
            links: try targets(of: tree.links, below: place),
            invalidNames: tree.invalidNames
        )
        return (recorded, tree.submodules, filtered)
    }

    /// Symbolic links by what they finally lead to, relative to the folder if it is there.
    private func targets(
        of links: [(path: String, object: [UInt8])],
        below place: String
    ) throws(MemossError) -> [String: [String]] {
        guard !links.isEmpty else { return [:] }
        let texts = try GitObjects(links.map(\.object), from: git).files
        let known = Dictionary(zip(links, texts).map { (PathKey(place + $0.path), $1) }) { first, _ in first }
        var targets: [String: [String]] = [:]
        for link in links {
            var target = place + link.path
            // The kernel follows at most 40.
            for _ in 0..<40 {
                guard let text = known[PathKey(target)]?.map({ String(decoding: $0, as: UTF8.self) }),
                    let next = FilePath.normalized(FilePath.parent(of: target) + "/" + text)
                else { break }
                target = next
            }
            let isInside = target.utf8.starts(with: place.utf8)
            targets[isInside ? String(target.dropFirst(place.count)) : "/" + target, default: []].append(link.path)
        }
        return targets
    }

    /// Replaces the stored form of filtered files with the contents of the files.
    ///
    /// - Returns: the files whose filter failed.
    private func checkOut(
        _ files: [(path: String, object: [UInt8])],
        _ contents: inout [Result<RecordedFiles.Place, GitObjects.Fault>],
        _ parts: inout [[UInt8]]
    ) throws(MemossError) -> [String] {
        let filtered = Set(try git.filtered(files.map(\.path)))
        let places = filtered.isEmpty ? [] : files.indices.filter { filtered.contains(files[$0].path) }
        let found = try git.checkedOut(
            places.map { (String(decoding: files[$0].object, as: UTF8.self), files[$0].path) }
        )
        var failed: [String] = []
        for (place, file) in zip(places, found) {
            guard let file else {
                failed.append(files[place].path)
                continue
            }
            contents[place] = .success(RecordedFiles.Place(part: parts.count, file.indices))
            parts.append(file)
        }
        return failed
    }
}
