internal import CLibrary
internal import Text

/// Resolves the paths of an edit: a symbolic link stays a link, and nothing outside the folder is written.
package struct EditTargets: Sendable {
    package let memoss: MemossDirectory
    /// Real paths of directories resolved so far, since most files share one.
    private var known: [PathKey: String] = [:]
    /// The directories among them that are known to be writable.
    private var writable: Set<PathKey> = []
    /// The directories to create, relative to the root, outermost first.
    private(set) var missing: [String] = []

    package init(_ memoss: MemossDirectory) { self.memoss = memoss }

    package enum Failure: Error, Sendable, Hashable {
        case system(SystemError)
        /// The file has changed since it was read.
        case conflict
        /// The path or the symbolic link leads out of the folder.
        case outside
        /// The path or the symbolic link leads to a name that begins with a dot.
        case hidden
        /// Symbolic links are not deleted, since the link is not the file.
        case link
        /// The owner of the old file cannot be given to the new one.
        case owner
    }

    /// The path relative to the root, with symbolic links resolved.
    mutating func resolve(_ file: FileEdit) throws(Failure) -> String {
        let name = try Self.name(of: file.path)
        let directory = try self.directory(FilePath.parent(of: file.path), isNew: file.before == nil)
        let path = directory.isEmpty ? name : "\(directory)/\(name)"
        let status = try system(try memoss.disk.status(at: memoss.absolute(path)))
        guard file.before != nil else {
            if status != nil { throw .conflict }
            guard !FilePath.isHidden(path) else { throw .hidden }
            try checkWritable(directory)
            return path
        }
        guard let status else { throw .conflict }
        var target = path
        if FileKind(status) == .link {
            guard file.after != nil else { throw .link }
            let real = try system(try memoss.disk.realPath(memoss.absolute(path)))
            target = try inside(real)
        }
        guard !FilePath.isHidden(target) else { throw .hidden }
        // Replacing a file does not require write permission on it, but a read-only file is meant to stay unchanged.
        try system(try memoss.disk.checkWritable(memoss.absolute(target)))
        try checkWritable(FilePath.parent(of: target))
        return target
    }

    /// Checks a directory relative to the root, because a new file is created next to the old one. For a directory that
    /// is yet to be created, checks its parent.
    private mutating func checkWritable(_ directory: String) throws(Failure) {
        guard !missing.contains(where: directory.isSamePath) else {
            return try checkWritable(FilePath.parent(of: directory))
        }
        guard !writable.contains(PathKey(directory)) else { return }
        try system(try memoss.disk.checkWritable(memoss.absolute(directory)))
        writable.insert(PathKey(directory))
    }

    /// Why the owner and group of the file cannot be kept, or could not be restored after a deletion; nil if they can. A
    /// process may have capabilities beyond those of its user and groups; then the answer is only a guess.
    func ownership(_ file: FileEdit, at path: String) -> Failure? {
        let (disk, user) = (memoss.disk, memoss.disk.calls.user())
        guard user != 0, let stamp = file.before?.stamp ?? file.model else { return nil }
        do throws(SystemError) {
            guard try disk.canReplace(stamp) else { return .owner }
            guard file.after != nil else { return nil }
            if try disk.call(.chown, path, try disk.calls.groups()).contains(stamp.group) { return nil }
            // In a setgid directory, a new file gets the group anyway.
            let directory = try disk.status(at: memoss.absolute(FilePath.parent(of: path)))
            return directory?.st_gid == stamp.group ? nil : .owner
        } catch {
            return .system(error)
        }
    }

    private func system<Value>(_ body: @autoclosure () throws(SystemError) -> Value) throws(Failure) -> Value {
        do throws(SystemError) { return try body() } catch { throw .system(error) }
    }

    /// A directory relative to the root, with symbolic links resolved.
    private mutating func directory(_ path: String, isNew: Bool) throws(Failure) -> String {
        if let known = known[PathKey(path)] { return known }
        let real: String
        do throws(SystemError) {
            real = try memoss.disk.realPath(memoss.absolute(path))
        } catch {
            // The file was deleted since it was read: a conflict, so the other files of the edit must not be written
            // either.
            guard !error.isMissing || isNew else { throw .conflict }
            guard error.isMissing, !path.isEmpty else { throw .system(error) }
            let name = try Self.name(of: path)
            let above = try directory(FilePath.parent(of: path), isNew: true)
            let found = above.isEmpty ? name : "\(above)/\(name)"
            // A dangling symbolic link cannot be replaced by a directory.
            let isTaken = try system(try memoss.disk.exists(memoss.absolute(found)))
            guard !isTaken else { throw .system(error) }
            guard found != MemossDirectory.name else { throw .outside }
            missing.append(found)
            known[PathKey(path)] = found
            return found
        }
        let found = try inside(real)
        known[PathKey(path)] = found
        return found
    }

    /// A path relative to the root; `.memoss` counts as outside.
    private func inside(_ real: String) throws(Failure) -> String {
        guard let path = memoss.relative(real), path != MemossDirectory.name,
            !path.utf8.starts(with: (MemossDirectory.name + "/").utf8)
        else { throw .outside }
        return path
    }

    private static func name(of path: String) throws(Failure) -> String {
        let name = FilePath.name(of: path)
        guard !["", ".", ".."].contains(name) else { throw .outside }
        return name
    }
}
