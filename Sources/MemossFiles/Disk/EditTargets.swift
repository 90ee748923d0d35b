#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Where the paths of an edit really lead: a link stays a link, and nothing outside the folder is written.
struct EditTargets: Sendable {
    let place: WorkingPlace
    /// Real paths of the directories that were met, as most files share theirs.
    private var known: [String: String] = [:]
    /// Of these, those that are known to take new files.
    private var writable: Set<String> = []
    /// From the root: directories that are missing and wanted, outermost first.
    private(set) var missing: [String] = []

    init(_ place: WorkingPlace) { self.place = place }

    enum Failure: Error, Sendable, Hashable {
        case system(SystemError)
        /// The file is not as it was read.
        case conflict
        /// The path or the link leads out of the folder.
        case outside
        /// The path or the link leads to a place that begins with a dot.
        case hidden
        /// A link is not deleted: it is not the file.
        case link
        /// The new file could not be given the owner of the old one.
        case owner
    }

    /// The path from the root without links.
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
        // Replacing a file needs no right to write it, but who took that right away means it.
        try system { () throws(SystemError) in try place.disk.checkWritable(place.absolute(target)) }
        try checkWritable(Self.split(target).parent)
        return target
    }

    /// Of a directory from the root: a new file is made beside the old one. One that is to be made yet counts as the one
    /// that it is made in.
    private mutating func checkWritable(_ directory: String) throws(Failure) {
        guard !missing.contains(directory) else { return try checkWritable(Self.split(directory).parent) }
        guard !writable.contains(directory) else { return }
        try system { () throws(SystemError) in try place.disk.checkWritable(place.absolute(directory)) }
        writable.insert(directory)
    }

    /// Why the file could not be given the owner and the group that it shall have, or not come back once it is deleted;
    /// nil if it can. Only a guess where the process has rights that neither its user nor its groups tell.
    func ownership(_ operation: Transaction.Operation, at path: String) -> Failure? {
        let user = geteuid()
        guard user != 0, let stamp = operation.before?.stamp ?? operation.model else { return nil }
        guard stamp.owner == user else { return .owner }
        guard operation.after != nil else { return nil }
        // A new file may have the group of its directory without anybody's doing.
        let directory = try? place.disk.status(at: place.absolute(Self.split(path).parent))
        return ProcessGroups.contain(stamp.group) || directory?.st_gid == stamp.group ? nil : .owner
    }

    private func system<Value>(_ body: () throws(SystemError) -> Value) throws(Failure) -> Value {
        do throws(SystemError) { return try body() } catch { throw .system(error) }
    }

    /// A directory from the root, without links.
    private mutating func directory(_ path: String, isNew: Bool) throws(Failure) -> String {
        if let known = known[path] { return known }
        let real: String
        do throws(SystemError) {
            real = try place.disk.realPath(place.absolute(path))
        } catch {
            // What was read is gone: that is no reason to write the other files of the edit.
            guard !error.isMissing || isNew else { throw .conflict }
            guard error.isMissing, !path.isEmpty else { throw .system(error) }
            let (parent, name) = Self.split(path)
            guard !name.isEmpty, name != ".", name != ".." else { throw .outside }
            let above = try directory(parent, isNew: true)
            let found = above.isEmpty ? name : "\(above)/\(name)"
            // A link that leads nowhere is no place for a directory.
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

    /// From the root; our own place counts as outside.
    private func inside(_ real: String) throws(Failure) -> String {
        if real == place.root { return "" }
        let prefix = place.root == "/" ? "/" : place.root + "/"
        guard real.utf8.starts(with: prefix.utf8) else { throw .outside }
        let path = String(decoding: real.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
        guard path != WorkingPlace.name, !path.utf8.starts(with: (WorkingPlace.name + "/").utf8) else { throw .outside }
        return path
    }

    /// Whether a name on the way begins with a dot: what stands there belongs to other programs, and is never read.
    static func isHidden(_ path: String) -> Bool {
        path.utf8.split(separator: Ascii.slash).contains { $0.first == Ascii.dot }
    }

    static func split(_ path: String) -> (parent: String, name: String) {
        guard let slash = path.utf8.lastIndex(of: Ascii.slash) else { return ("", path) }
        return (String(path[..<slash]), String(path[path.utf8.index(after: slash)...]))
    }
}

/// The groups that this process may give a file to.
private enum ProcessGroups {
    static func contain(_ group: gid_t) -> Bool {
        if group == getegid() { return true }
        let count = getgroups(0, nil)
        guard count > 0 else { return false }
        var groups = [gid_t](repeating: 0, count: Int(count))
        return groups.prefix(Int(max(0, getgroups(count, &groups)))).contains(group)
    }
}
