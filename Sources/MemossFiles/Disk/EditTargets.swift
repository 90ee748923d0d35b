internal import CLibrary

/// Resolves the paths of an edit: a symbolic link stays a link, and nothing outside the folder is written.
struct EditTargets: Sendable {
    let place: WorkingPlace
    /// Real paths of directories resolved so far, since most files share one.
    private var known: [String: String] = [:]
    /// The directories among them that are known to be writable.
    private var writable: Set<String> = []
    /// The directories to create, relative to the root, outermost first.
    private(set) var missing: [String] = []

    init(_ place: WorkingPlace) { self.place = place }

    enum Failure: Error, Sendable, Hashable {
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
    mutating func resolve(_ operation: Transaction.Operation) throws(Failure) -> String {
        let (parent, name) = Self.split(operation.path)
        guard !name.isEmpty, name != ".", name != ".." else { throw .outside }
        let directory = try self.directory(parent, isNew: operation.before == nil)
        let path = directory.isEmpty ? name : "\(directory)/\(name)"
        let status = try system { () throws(SystemError) in try place.disk.status(at: place.absolute(path)) }
        guard operation.before != nil else {
            if status != nil { throw .conflict }
            guard !Self.isHidden(path) else { throw .hidden }
            try checkWritable(directory)
            return path
        }
        guard let status else { throw .conflict }
        var target = path
        if status.st_mode & S_IFMT == S_IFLNK {
            guard operation.after != nil else { throw .link }
            let real = try system { () throws(SystemError) in try place.disk.realPath(place.absolute(path)) }
            target = try inside(real)
        }
        guard !Self.isHidden(target) else { throw .hidden }
        // Replacing a file does not require write permission on it, but a read-only file is meant to stay unchanged.
        try system { () throws(SystemError) in try place.disk.checkWritable(place.absolute(target)) }
        try checkWritable(Self.split(target).parent)
        return target
    }

    /// Checks a directory relative to the root, because a new file is created beside the old one. For a directory that is
    /// yet to be created, checks its parent.
    private mutating func checkWritable(_ directory: String) throws(Failure) {
        guard !missing.contains(directory) else { return try checkWritable(Self.split(directory).parent) }
        guard !writable.contains(directory) else { return }
        try system { () throws(SystemError) in try place.disk.checkWritable(place.absolute(directory)) }
        writable.insert(directory)
    }

    /// Why the owner and group of the file cannot be set, or could not be restored after a deletion; nil if they can.
    /// Only a guess if the process has capabilities that its user and groups do not show.
    func ownership(_ operation: Transaction.Operation, at path: String) -> Failure? {
        let user = geteuid()
        guard user != 0, let stamp = operation.before?.stamp ?? operation.model else { return nil }
        guard stamp.owner == user else { return .owner }
        guard operation.after != nil else { return nil }
        // In a setgid directory, a new file gets the group anyway.
        let directory = try? place.disk.status(at: place.absolute(Self.split(path).parent))
        return ProcessGroups.contain(stamp.group) || directory?.st_gid == stamp.group ? nil : .owner
    }

    private func system<Value>(_ body: () throws(SystemError) -> Value) throws(Failure) -> Value {
        do throws(SystemError) { return try body() } catch { throw .system(error) }
    }

    /// A directory relative to the root, with symbolic links resolved.
    private mutating func directory(_ path: String, isNew: Bool) throws(Failure) -> String {
        if let known = known[path] { return known }
        let real: String
        do throws(SystemError) {
            real = try place.disk.realPath(place.absolute(path))
        } catch {
            // The file was deleted since it was read: a conflict, so the other files of the edit must not be written
            // either.
            guard !error.isMissing || isNew else { throw .conflict }
            guard error.isMissing, !path.isEmpty else { throw .system(error) }
            let (parent, name) = Self.split(path)
            guard !name.isEmpty, name != ".", name != ".." else { throw .outside }
            let above = try directory(parent, isNew: true)
            let found = above.isEmpty ? name : "\(above)/\(name)"
            // A dangling symbolic link cannot be replaced by a directory.
            let isTaken = try system { () throws(SystemError) in try place.disk.exists(place.absolute(found)) }
            guard !isTaken else { throw .system(error) }
            guard found != WorkingPlace.name else { throw .outside }
            missing.append(found)
            known[path] = found
            return found
        }
        let found = try inside(real)
        known[path] = found
        return found
    }

    /// A path relative to the root; `.memoss` counts as outside.
    private func inside(_ real: String) throws(Failure) -> String {
        if real == place.root { return "" }
        let prefix = place.root == "/" ? "/" : place.root + "/"
        guard real.utf8.starts(with: prefix.utf8) else { throw .outside }
        let path = String(decoding: real.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
        guard path != WorkingPlace.name, !path.utf8.starts(with: (WorkingPlace.name + "/").utf8) else { throw .outside }
        return path
    }

    /// Whether a component of the path begins with a dot: such files belong to other programs and are never read.
    static func isHidden(_ path: String) -> Bool {
        path.utf8.split(separator: Ascii.slash).contains { $0.first == Ascii.dot }
    }

    static func split(_ path: String) -> (parent: String, name: String) {
        guard let slash = path.utf8.lastIndex(of: Ascii.slash) else { return ("", path) }
        return (String(path[..<slash]), String(path[path.utf8.index(after: slash)...]))
    }
}

/// The groups that this process may set on a file.
private enum ProcessGroups {
    static func contain(_ group: gid_t) -> Bool {
        if group == getegid() { return true }
        let count = getgroups(0, nil)
        guard count > 0 else { return false }
        var groups = [gid_t](repeating: 0, count: Int(count))
        return groups.prefix(Int(max(0, getgroups(count, &groups)))).contains(group)
    }
}
