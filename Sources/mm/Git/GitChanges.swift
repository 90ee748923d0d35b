import CLibrary
import MemossFiles

/// A changed file, from git's raw format.
struct GitChange {
    /// Relative to the root of the folder.
    private(set) var path: String
    /// The contents in each earlier state: one, or for a merge one for each parent.
    let before: [Contents]
    let after: Contents
    /// For a merge that kept one side unchanged: the contents in the merge base. The kept side's own changes are listed
    /// with their commits.
    var base: Contents?
    /// For each earlier state: whether the file is executable now, if that has changed.
    let executable: [Bool?]

    enum Contents: Hashable {
        case absent
        case object(String)
        /// The file on disk, which may be missing.
        case file
        /// A symbolic link, a submodule, or a file whose name is not UTF-8.
        case other(String)

        var isOther: Bool { if case .other = self { true } else { false } }
    }

    /// The changes of one commit.
    struct Commit {
        let hash: String
        /// When the change was made, according to its author.
        let moment: Instant
        /// When the commit was made, which is later after a rebase.
        let committed: Instant
        let author: String
        let subject: String
        let parents: Int
        /// For a merge, what differs from every parent.
        var changes: [GitChange] = []
        /// For a merge, what differs from each parent; parents that nothing differs from are left out.
        var sides: [[GitChange]] = []
    }

    /// - Parameters:
    ///   - raw: `:100644 100644 HASH HASH M`, with another colon, mode and hash for each further parent of a merge.
    ///   - isWorkTree: whether the later state is the work tree.
    private init?(_ raw: ArraySlice<UInt8>, path: ArraySlice<UInt8>, isWorkTree: Bool) {
        let parents = raw.prefix { $0 == UInt8(ascii: ":") }.count
        let words = raw.dropFirst(parents).split(separator: UInt8(ascii: " ")).map {
            String(decoding: $0, as: UTF8.self)
        }
        guard parents > 0, words.count == 2 * parents + 3 else { return nil }
        let name = String(validating: path, as: UTF8.self)
        var states = (0...parents).map { Self.contents(mode: words[$0], object: words[parents + 1 + $0]) }
        // A file that was only removed from the index is still on disk.
        if isWorkTree, !states[parents].isOther { states[parents] = .file }
        // A reminder's name is always UTF-8; any other name is only displayed, as far as possible.
        if name == nil { states = words.dropFirst(parents + 1).prefix(parents + 1).map { .other($0) } }
        self.path = name ?? String(decoding: path, as: UTF8.self)
        (before, after) = (Array(states[..<parents]), states[parents])
        executable = words[..<parents].map { mode in
            let both = [mode, words[parents]]
            return Set(both) == ["100644", "100755"] ? words[parents] == "100755" : nil
        }
    }

    /// A file that is equal in all states.
    init(unchanged path: String, _ object: [UInt8], parents: Int) {
        (self.path, after) = (path, .object(String(decoding: object, as: UTF8.self)))
        (before, executable) = (Array(repeating: after, count: parents), Array(repeating: nil, count: parents))
    }

    var isIgnoreList: Bool { path == IgnoreList.fileName }

    /// Whether the registry is new: the folder is, or it was moved there.
    var isNewRegistry: Bool { path == TagRegistry.fileName && before == [.absent] }

    private static func contents(mode: String, object: String) -> Contents {
        switch mode {
        case "000000": .absent
        case "120000", "160000": .other(object)
        default: .object(object)
        }
    }

    /// A change from every parent of a merge, from those from each of them.
    private init(_ sides: [GitChange], _ first: GitChange) {
        (path, after) = (first.path, first.after)
        (before, executable) = (sides.flatMap(\.before), sides.flatMap(\.executable))
    }

    /// The changes of a file that differs from every parent.
    private static func common(_ sides: [[GitChange]]) -> [GitChange] {
        let others = sides.dropFirst().map { side in
            Dictionary(side.map { (PathKey($0.path), $0) }) { first, _ in first }
        }
        return (sides.first ?? []).compactMap { change in
            let all = [change] + others.compactMap { $0[PathKey(change.path)] }
            return all.count == sides.count ? GitChange(all, change) : nil
        }
    }

    /// Options that make `git diff` print what `all(in:isWorkTree:)` reads, whatever the settings are.
    static let rawFormat = [
        "--raw", "-z", "--no-renames", "--no-abbrev", "--no-relative", "--no-ext-diff", "--ignore-submodules=none",
    ]

    /// The output of `git diff --raw -z`.
    static func all(in bytes: [UInt8], isWorkTree: Bool) -> [GitChange] {
        var (changes, raw) = ([GitChange](), Optional<ArraySlice<UInt8>>.none)
        for part in bytes.split(separator: 0) {
            if let known = raw {
                if let change = GitChange(known, path: part, isWorkTree: isWorkTree) { changes.append(change) }
                raw = nil
            } else {
                raw = part
            }
        }
        return changes
    }

    /// The format of `commits(in:)`.
    static let format = "--format=%H %at %ct %P%x00%aN%x00%s"

    /// The output of `git log -m --raw -z` with `format`: its three parts, then the changes. A null byte ends each part,
    /// and a line break precedes the first change. Of a merge there is one such record for each parent.
    static func commits(in bytes: [UInt8]) -> [Commit] {
        var commits: [Commit] = []
        var parts = bytes.split(separator: 0, omittingEmptySubsequences: false)[...]
        func text(_ part: ArraySlice<UInt8>) -> String { String(decoding: part, as: UTF8.self) }
        while let part = parts.popFirst() {
            let line = part.first == UInt8(ascii: "\n") ? part.dropFirst() : part
            if line.isEmpty { continue }
            if line.first == UInt8(ascii: ":") {
                guard let path = parts.popFirst(), let last = commits.indices.last else { break }
                guard let change = GitChange(line, path: path, isWorkTree: false) else { continue }
                commits[last].sides[commits[last].sides.count - 1].append(change)
            } else {
                let words = text(line).split(separator: " ").map(String.init)
                guard let hash = words.first, let author = parts.popFirst(), let subject = parts.popFirst() else {
                    break
                }
                if commits.last?.hash != hash {
                    commits.append(
                        Commit(
                            hash: hash,
                            moment: Instant(secondsSince1970: words.dropFirst().first.flatMap { Int64($0) } ?? 0),
                            committed: Instant(secondsSince1970: words.dropFirst(2).first.flatMap { Int64($0) } ?? 0),
                            author: text(author),
                            subject: text(subject),
                            parents: max(0, words.count - 3)
                        )
                    )
                }
                commits[commits.count - 1].sides.append([])
            }
        }
        for index in commits.indices {
            let sides = commits[index].sides
            if sides.count >= commits[index].parents { commits[index].changes = common(sides) }
            if commits[index].parents < 2 { commits[index].sides = [] }
        }
        return commits
    }
}

/// The contents of changed files. Each object is read once.
struct ChangedContents {
    private let root: String
    private let objects: GitObjects
    private let places: [String: Int]
    /// The output of filters, by path and object.
    private var checkedOut: [String: [String: [UInt8]]] = [:]
    /// The files whose filter failed, so only their stored form is known.
    private(set) var unfiltered: [String] = []

    init(of changes: some Sequence<GitChange>, from git: GitProgram) throws(MemossError) {
        var (names, places, files) = ([[UInt8]](), [String: Int](), [String: Set<String>]())
        for change in changes {
            let states = change.before + [change.after, change.base].compactMap(\.self)
            for case .object(let name) in states {
                files[change.path, default: []].insert(name)
                guard places[name] == nil else { continue }
                places[name] = names.count
                names.append(Array(name.utf8))
            }
        }
        (root, self.places) = (git.directory, places)
        objects = try GitObjects(names, from: git)
        for path in try git.filtered(files.keys.sorted()) {
            let versions = (files[path] ?? []).sorted()
            let found = try git.checkedOut(versions.map { ($0, path) })
            for (object, bytes) in zip(versions, found) { checkedOut[path, default: [:]][object] = bytes }
            if found.contains(nil) { unfiltered.append(path) }
        }
    }

    /// - Returns: nil for anything but a file.
    /// - Throws: a `MemossError` if a file that exists cannot be read.
    private func bytes(of contents: GitChange.Contents, at path: String) throws(MemossError) -> [UInt8]? {
        switch contents {
        case .absent, .other: return nil
        case .object(let name):
            if let bytes = checkedOut[path]?[name] { return bytes }
            guard let place = places[name] else { return nil }
            do throws(GitObjects.Fault) {
                return Array(objects.bytes(at: try objects.contents[place].get()))
            } catch {
                throw MemossError(.failure, "\(path): \(error.reason) (\(name.prefix(7)))")
            }
        case .file:
            do throws(SystemError) {
                return try FileContents.readWhole("\(root)/\(path)").bytes
            } catch {
                // Deleted, or replaced by a directory, whose files are separate changes.
                if error.isMissing || error.code == EISDIR { return nil }
                throw MemossError(.failure, "\(path): \(error.reason)")
            }
        }
    }

    /// Interprets the changes. In a merge, only what differs from every parent counts, because that is what the merge
    /// itself changed.
    func difference(
        _ changes: [GitChange],
        ignoring ignored: IgnoreLists,
        _ registry: TagRegistry
    ) throws(MemossError) -> FolderDifference {
        var result: FolderDifference?
        var told: [FolderDifference.ChangedFile] = []
        for change in changes {
            guard let base = change.base else { continue }
            let (old, new) = (try bytes(of: base, at: change.path), try bytes(of: change.after, at: change.path))
            told.append(.init(change.path, before: old, after: new))
        }
        for parent in 0..<(changes.map(\.before.count).max() ?? 1) {
            var (files, others) = ([FolderDifference.ChangedFile](), [String]())
            for change in changes where parent < change.before.count {
                let before = change.before[parent]
                if before.isOther || change.after.isOther { others.append(change.path) }
                let old = try bytes(of: before, at: change.path)
                let new = try bytes(of: change.after, at: change.path)
                let executable = change.executable[parent]
                files.append(.init(change.path, before: old, after: new, executable: executable))
            }
            let difference = FolderDifference(
                files,
                others: others,
                ignoring: ignored.after,
                before: ignored.before.dropFirst(parent).first,
                registry: registry
            )
            result = result?.common(with: difference) ?? difference
        }
        guard !told.isEmpty else { return result ?? FolderDifference() }
        let known = FolderDifference(told, ignoring: ignored.after, before: ignored.before.first, registry: registry)
        return result?.besides(known) ?? FolderDifference()
    }
}

extension GitHistory {
    /// The changes in the folder between two states.
    ///
    /// - Parameters:
    ///   - new: nil for the files on disk, including untracked files, but not ignored ones.
    func changes(from old: GitCommit, to new: GitCommit?) throws(MemossError) -> [GitChange] {
        let revisions = ["--relative", old.hash] + (new.map { [$0.hash] } ?? [])
        let bytes = try git.data(["--no-optional-locks", "diff"] + GitChange.rawFormat + revisions + ["--"])
        var changes = GitChange.all(in: bytes, isWorkTree: new == nil)
        if changes.contains(where: \.isNewRegistry),
            let former = try formerPrefix(in: old.hash, until: new?.hash)
        {
            guard let new else { return try allFiles(since: tree(of: old.hash, at: former)) }
            return try self.changes(from: "\(old.hash):\(former)", to: "\(new.hash):\(prefix)")
        }
        // The later state may be an older one.
        if let new, changes.contains(where: { $0.path == TagRegistry.fileName && $0.after == .absent }),
            let other = try formerPrefix(in: new.hash, until: old.hash)
        {
            return try self.changes(from: "\(old.hash):\(prefix)", to: "\(new.hash):\(other)")
        }
        guard new == nil else { return changes }
        let known = Set(changes.map { PathKey($0.path) })
        let untracked = try git.data(["ls-files", "-z", "--others", "--exclude-standard"]).split(separator: 0)
        changes += untracked.map { GitChange(untracked: $0) }.filter { !known.contains(PathKey($0.path)) }
        return changes
    }

    /// All files of a tree that was in another place, and all that exist now, even if they are unchanged.
    private func allFiles(since tree: GitTree) throws(MemossError) -> [GitChange] {
        let known = Set(tree.files.map { PathKey($0.path) })
        let names = try git.data(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]).split(separator: 0)
        let new = names.map { GitChange(untracked: $0) }.filter { !known.contains(PathKey($0.path)) }
        return tree.files.map { GitChange($0.path, before: $0.object) } + new
    }

    /// The commits that changed the folder, newest first.
    func commits() throws(MemossError) -> [GitChange.Commit] {
        let boundary = isShallow ? try oldestCommits() : []
        // The changes of these commits are unknown: git shows all of their files as new.
        var commits = try log(of: ".")
        var place = prefix
        // The folder may have been moved several times.
        while let index = commits.lastIndex(where: { $0.changes.contains(where: \.isNewRegistry) }) {
            let (parent, hash) = ("\(commits[index].hash)^", commits[index].hash)
            let hasParent =
                try git.run(["rev-parse", "--verify", "--quiet", parent], capturesErrors: false).status == 0
            guard hasParent, let former = try otherPrefix(in: parent, than: place, in: hash) else { break }
            let known = Set(commits.map(\.hash))
            commits[index].changes = try changes(from: "\(parent):\(former)", to: "\(hash):\(place)")
            var older = try log(of: former.isEmpty ? "." : former, since: parent, in: former)
            for place in older.indices { older[place].sides = [] }
            if commits[index].changes.isEmpty { commits.remove(at: index) }
            commits += older.filter { !known.contains($0.hash) }
            place = former
        }
        return commits.filter { !boundary.contains($0.hash) }
    }

    /// The changes between two trees.
    private func changes(from old: String, to new: String) throws(MemossError) -> [GitChange] {
        GitChange.all(in: try git.data(["diff"] + GitChange.rawFormat + [old, new, "--"]), isWorkTree: false)
    }

    /// - Parameters:
    ///   - path: the folder.
    ///   - revision: the newest commit.
    ///   - place: where the folder was, from the top of the repository; nil for where it is.
    private func log(
        of path: String,
        since revision: String = "HEAD",
        in place: String? = nil
    ) throws(MemossError) -> [GitChange.Commit] {
        // `-m` shows the changes from each parent of a merge, unless a setting says otherwise.
        let settings = [
            "-c", "log.showSignature=false", "-c", "log.showRoot=true", "-c", "i18n.logOutputEncoding=UTF-8",
            "-c", "log.diffMerges=separate", "--literal-pathspecs",
        ]
        let relative = place.map { $0.isEmpty ? [] : ["--relative=\($0)"] } ?? ["--relative"]
        let options =
            GitChange.rawFormat + relative + ["--full-history", "--date-order", "--root", "-m", GitChange.format]
        return GitChange.commits(
            in: try (place == nil ? git : top).data(settings + ["log"] + options + [revision, "--", path])
        )
    }

    /// The commits of a shallow clone whose parents are missing.
    private func oldestCommits() throws(MemossError) -> Set<String> {
        let found =
            try git.data(["rev-parse", "--git-path", "shallow"]).split(separator: UInt8(ascii: "\n")).first ?? []
        let path = String(decoding: found, as: UTF8.self)
        let place = path.hasPrefix("/") ? path : "\(git.directory)/\(path)"
        let bytes = try naming(path, try FileContents.readWhole(place).bytes)
        return Set(String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init))
    }
}

extension GitChange {
    /// A file that may have changed.
    fileprivate init(_ path: String, before object: [UInt8]) {
        (self.path, before) = (path, [.object(String(decoding: object, as: UTF8.self))])
        (after, executable) = (.file, [nil])
    }

    /// - Parameter path: ends with a slash if it is a nested repository.
    fileprivate init(untracked path: ArraySlice<UInt8>) {
        let name = String(validating: path, as: UTF8.self)
        self.path = name ?? String(decoding: path, as: UTF8.self)
        let isFile = name != nil && path.last != UInt8(ascii: "/")
        (before, after, executable) = ([.absent], isFile ? .file : .other(""), [nil])
    }
}
