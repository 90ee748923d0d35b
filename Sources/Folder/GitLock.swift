internal import Bytes
internal import CLibrary
internal import Text

/// A lock file of git: it exists for as long as its owner works, or for good if the owner was killed.
package struct GitLock: Sendable {
    package let path: String
    private let disk: Disk

    package enum Holder: Sendable, Hashable {
        case process(Int)
        /// No process on this machine uses it.
        case none
        /// It cannot be told: the file system is that of another machine, or the system does not say.
        case unknown
    }

    /// How long an edit waits for git, in milliseconds.
    package static let timeout = 5_000
    private static let interval = 10

    package init(_ path: String, on disk: Disk) { (self.path, self.disk) = (path, disk) }

    /// The lock of the index of the repository that a directory is in; nil if it is in none.
    package init?(ofIndexAbove root: String, on disk: Disk) {
        var directory = root
        while true {
            let place = (directory == "/" ? "" : directory) + "/.git"
            if let status = try? disk.status(at: place) {
                guard let git = Self.gitDirectory(place, status, in: directory, on: disk) else { return nil }
                self.init(git + "/index.lock", on: disk)
                return
            }
            guard directory != "/", !directory.isEmpty else { return nil }
            directory = FilePath.parent(of: directory)
            if directory.isEmpty { directory = "/" }
        }
    }

    /// In a linked work tree or a submodule, `.git` is a file that names the directory.
    private static func gitDirectory(_ place: String, _ status: stat, in directory: String, on disk: Disk) -> String? {
        guard FileKind(status) == .regular else { return place }
        guard let bytes = try? disk.read(place, limit: 4_096).bytes, bytes.starts(with: "gitdir: ".utf8) else {
            return nil
        }
        let path = String(decoding: bytes.dropFirst(8).prefix { $0 != Ascii.lineFeed }, as: UTF8.self)
        return path.hasPrefix("/") ? path : "\(directory)/\(path)"
    }

    /// The lock files in the directory of a repository: of the index, of the settings and of references.
    package static func all(in directory: String) -> [GitLock] {
        let disk = Disk.system
        var found: [GitLock] = []
        func add(_ directory: String, isDeep: Bool) {
            for name in (try? disk.names(in: directory)) ?? [] {
                let path = "\(directory)/\(name)"
                if name.hasSuffix(".lock") {
                    found.append(GitLock(path, on: disk))
                } else if isDeep || name == "refs", (try? disk.kind(of: path, follows: false)) == .directory {
                    add(path, isDeep: true)
                }
            }
        }
        add(directory, isDeep: false)
        return found
    }

    /// The files at the top of a work tree that git gives to a merge driver. They stay if git is killed.
    package static func mergeFiles(in top: String) -> [GitLock] {
        let disk = Disk.system
        let names = ((try? disk.names(in: top)) ?? []).filter { $0.hasPrefix(".merge_file_") && $0.utf8.count >= 18 }
        return names.map { GitLock("\(top)/\($0)", on: disk) }
    }

    package var exists: Bool { (try? disk.exists(path)) == true }

    /// Whether the lock is at least this old.
    ///
    /// - Parameter now: in seconds since 1970.
    package func isOlder(than seconds: Int64, at now: Int64) -> Bool {
        guard let arrival = try? disk.arrival(of: path) else { return false }
        return arrival / 1_000_000_000 < now - seconds
    }

    /// Who holds the lock.
    ///
    /// - Parameter repository: the directories of the repository and of its files. A git whose working directory is in one
    ///   of them counts too: while its user writes a message, it holds the lock without having it open.
    package func holder(orAnyIn repository: [String] = []) -> Holder {
        guard let status = try? disk.status(at: path) else { return .none }
        guard !isRemote(path), let names = try? disk.names(in: "/proc"), names.contains("self") else { return .unknown }
        let identity = FileStamp(status).identity
        var isHidden = false
        for process in names.compactMap({ Int($0) }) where process != getpid() {
            let place = "/proc/\(process)"
            guard let files = try? disk.names(in: place + "/fd") else {
                // A process of another user.
                if isGit(place) { isHidden = true }
                continue
            }
            for file in files {
                guard let other = try? disk.status(at: "\(place)/fd/\(file)", follows: true) else { continue }
                if FileStamp(other).identity == identity { return .process(process) }
            }
            guard !repository.isEmpty, isGit(place), let directory = try? disk.realPath(place + "/cwd") else {
                continue
            }
            if repository.contains(where: { directory == $0 || directory.hasPrefix($0 + "/") }) {
                return .process(process)
            }
        }
        return isHidden ? .unknown : .none
    }

    private func isGit(_ place: String) -> Bool {
        (try? disk.read(place + "/comm", limit: 64).bytes)?.starts(with: "git".utf8) == true
    }

    /// Waits until no process has the lock open, for a bounded time.
    ///
    /// - Returns: who may still have it open; `none` if nobody has.
    package func wait() -> Holder {
        var waited = 0
        while exists {
            let holder = holder()
            if holder == .none || waited >= Self.timeout { return holder }
            for _ in 0..<10 where exists {
                disk.calls.pause(milliseconds: Self.interval)
                waited += Self.interval
            }
        }
        return .none
    }

    /// Deletes a lock if no process uses it, now and a moment later.
    ///
    /// - Returns: whether it was deleted.
    package func removeIfStale(in repository: [String]) -> Bool {
        guard let status = try? disk.status(at: path), holder(orAnyIn: repository) == .none else { return false }
        disk.calls.pause(milliseconds: 200)
        guard let again = try? disk.status(at: path), FileStamp(again) == FileStamp(status),
            holder(orAnyIn: repository) == .none
        else { return false }
        return (try? disk.remove(path)) != nil
    }
}
