import CLibrary
import MemossFiles

/// Undoes the changes of an interrupted merge.
struct GitMergeRollback {
    /// Git at the top of the repository.
    private let git: GitProgram
    /// The last commit.
    private let ours: String
    /// The files that differ between the commit and the result of the merge.
    private let changes: [GitChange]

    /// - Parameter result: the files that the merge was going to write, as a commit or a tree.
    init(_ ours: String, _ result: String, in git: GitProgram) throws(MemossError) {
        let raw = try git.data(["diff"] + GitChange.rawFormat + [ours, result, "--"])
        (self.git, self.ours, changes) = (git, ours, GitChange.all(in: raw, isWorkTree: false))
    }

    /// Restores files that are missing, truncated, or exactly as the merge wrote them. Such files are deleted if the
    /// commit does not have them. Resets the index.
    ///
    /// - Returns: the number of restored and deleted files.
    func run() throws(MemossError) -> Int {
        try succeed(["reset", "-q"])
        let states = try changes.map { change throws(MemossError) in (change, try state(of: change.path)) }
        let hashes = try hashes(of: states.filter { if case .file = $1 { true } else { false } }.map(\.0.path))
        let originals = try Originals(changes, git)
        var (restored, deleted) = ([String](), [String]())
        for (change, state) in states {
            let before = change.before.first ?? .absent
            switch state {
            case .missing where before != .absent: restored.append(change.path)
            case .file(let bytes):
                guard let hash = hashes[change.path], .object(hash) != before else { continue }
                let isMerged = .object(hash) == change.after
                guard isMerged || originals.isCutOff(bytes, of: [before, change.after]) else { continue }
                if before == .absent { deleted.append(change.path) } else { restored.append(change.path) }
            case .missing, .other: continue
            }
        }
        if !restored.isEmpty {
            let list = Array(restored.joined(separator: "\0").utf8)
            let options = ["--pathspec-from-file=-", "--pathspec-file-nul"]
            try succeed(["--literal-pathspecs", "checkout", "-q", ours] + options, input: list)
        }
        for path in deleted {
            try naming(path, try Directory.removeFile("\(git.directory)/\(path)"))
        }
        return restored.count + deleted.count
    }

    private func succeed(_ arguments: [String], input: [UInt8] = []) throws(MemossError) {
        let done = try git.run(arguments, input: input)
        guard done.status == 0 else { throw GitProgram.failed(arguments, done) }
    }

    private enum State {
        case missing
        case file([UInt8])
        /// Anything else, which is left alone.
        case other
    }

    private func state(of path: String) throws(MemossError) -> State {
        // The name is not UTF-8.
        if path.unicodeScalars.contains("\u{FFFD}") { return .other }
        let place = "\(git.directory)/\(path)"
        do throws(SystemError) {
            if try Directory.isSymbolicLink(place) { return .other }
            return try Directory.contents(of: place).map { .file($0.bytes) } ?? .missing
        } catch {
            if error.code == EISDIR { return .other }
            throw MemossError(.failure, "\(path): \(error.reason)")
        }
    }

    /// The object names that git would give the files.
    private func hashes(of paths: [String]) throws(MemossError) -> [String: String] {
        let paths = paths.filter { !$0.utf8.contains(0x0A) }
        guard !paths.isEmpty else { return [:] }
        let input = Array((paths.joined(separator: "\n") + "\n").utf8)
        let names = try git.data(["hash-object", "--stdin-paths"], input: input).split(separator: 0x0A)
        return Dictionary(zip(paths, names.map { String(decoding: $0, as: UTF8.self) })) { first, _ in first }
    }

    /// The contents of the files before and after the merge.
    private struct Originals {
        private let objects: GitObjects
        private let places: [String: Int]

        init(_ changes: [GitChange], _ git: GitProgram) throws(MemossError) {
            var names: [String] = []
            for change in changes {
                for case .object(let name) in change.before + [change.after] { names.append(name) }
            }
            places = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
            objects = try GitObjects(names.map { Array($0.utf8) }, from: git)
        }

        /// Whether a file is a truncated copy of one of the contents. A program that is killed, or that finds the disk
        /// full, stops at a disk block boundary.
        func isCutOff(_ bytes: [UInt8], of contents: [GitChange.Contents]) -> Bool {
            guard bytes.count % 512 == 0 else { return false }
            return contents.contains { contents in
                guard case .object(let name) = contents, let place = places[name],
                    case .success(let found) = objects.contents[place]
                else { return false }
                return found.range.count > bytes.count && objects.bytes(at: found).starts(with: bytes)
            }
        }
    }
}
