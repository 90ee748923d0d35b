internal import CLibrary

/// Who may write in `.memoss`: whoever may write in the folder, as git does it with `core.sharedRepository=group`. What
/// is created follows the directory above: its group and its permissions for the group, and root gives it to the owner.
extension MemossDirectory {
    /// Creates a directory in `.memoss`, or `.memoss` itself; it may exist already.
    func makeDirectory(_ path: String) throws(SystemError) {
        guard try disk.makeDirectory(path) else { return }
        try share(try disk.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW), path)
    }

    /// Creates a file in `.memoss`, which must not exist; it is synced if `isDurable`.
    func create(_ path: String, _ bytes: [UInt8], isDurable: Bool) throws(SystemError) {
        let file = try disk.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o666)
        try share(file, path)
        try disk.write(bytes, to: file, path)
        if isDurable { try disk.sync(file, path) }
    }

    func createIfMissing(_ path: String) throws(SystemError) {
        guard try !disk.exists(path) else { return }
        do throws(SystemError) {
            try create(path, [], isDurable: false)
        } catch {
            if error.code != EEXIST { throw error }
        }
    }

    /// The directory that decides about an entry: the folder for `.memoss` itself, and `.memoss` for what is in it.
    private func above(_ path: String) -> String { path == self.path ? root : self.path }

    private func share(_ file: borrowing FileDescriptor, _ path: String) throws(SystemError) {
        let above = above(path)
        guard let model = try disk.status(at: above) else { return }
        let own = try disk.status(file, path)
        let user = disk.calls.user()
        let isShared = model.st_mode & S_IWGRP != 0
        guard isShared || user == 0 else { return }
        let owner = user == 0 ? model.st_uid : own.st_uid
        let group = user == 0 ? model.st_gid : try commonGroup(model, above) ?? own.st_gid
        if (owner, group) != (own.st_uid, own.st_gid) {
            try disk.unlessRefused(.chown, path, try disk.calls.changeOwner(file.raw, owner, group))
        }
        guard isShared else { return }
        let isDirectory = FileKind(own) == .directory
        // Where everybody may write, strangers do not get at the journal.
        let mode = (model.st_mode & 0o775 | 0o700) & (isDirectory ? 0o777 : 0o666) | (isDirectory ? S_ISGID : 0)
        if own.st_mode & 0o7777 != mode {
            try disk.unlessRefused(.chmod, path, try disk.calls.changeMode(file.raw, mode))
        }
    }

    /// A group of this user that may write in a directory, the directory's own if possible.
    private func commonGroup(_ status: stat, _ path: String) throws(SystemError) -> gid_t? {
        let groups = try disk.call(.chown, path, try disk.calls.groups())
        return try writers(status, path).groups.first(where: groups.contains)
    }

    // MARK: Trust

    /// Whether an entry was created by somebody whom the owner of the directory above lets write there.
    func isOfWriter(_ entry: stat, _ path: String) throws(SystemError) -> Bool {
        let above = above(path)
        guard let status = try disk.status(at: above), status.st_mode & S_IWGRP != 0 else { return false }
        // A directory may give its own group to what anybody creates there.
        guard status.st_mode & S_IWOTH == 0 || status.st_mode & S_ISGID == 0 else { return false }
        let writers = try writers(status, above)
        return writers.groups.contains(entry.st_gid) || writers.users.contains(entry.st_uid)
    }

    /// The groups and further users that may write in a directory, by its mode or its access control list.
    private func writers(_ status: stat, _ path: String) throws(SystemError) -> (groups: [gid_t], users: [uid_t]) {
        guard status.st_mode & S_IWGRP != 0 else { return ([], []) }
        guard let list = try AccessList(of: path, on: disk) else { return ([status.st_gid], []) }
        let own = list.entries.contains { $0.tag == .owningGroup && $0.permissions & 2 != 0 } ? [status.st_gid] : []
        func named(_ tag: AccessList.Tag) -> [UInt32] {
            list.entries.filter { $0.tag == tag && $0.permissions & 2 != 0 }.map(\.id)
        }
        return (own + named(.group), named(.user))
    }
}

/// The access control list of a file, as Linux stores it (`linux/posix_acl_xattr.h`).
private struct AccessList {
    enum Tag: UInt16 {
        case owner = 0x01
        case user = 0x02
        case owningGroup = 0x04
        case group = 0x08
        case mask = 0x10
        case others = 0x20
    }

    struct Entry {
        var tag: Tag
        /// 4 to read, 2 to write, 1 to enter.
        var permissions: UInt16
        var id: UInt32
    }

    private(set) var entries: [Entry] = []

    /// Nil if the file has none, or it cannot be read.
    init?(of path: String, on disk: Disk) throws(SystemError) {
        let bytes: [UInt8]
        do throws(SystemError) {
            let file = try disk.open(path, O_RDONLY | O_NOFOLLOW)
            bytes = try disk.call(.attributes, path, try disk.calls.attribute("system.posix_acl_access", of: file.raw))
        } catch {
            if error.isDiskFailure { throw error }
            return nil
        }
        guard bytes.count >= 4, (bytes.count - 4).isMultiple(of: 8), bytes.starts(with: [2, 0, 0, 0]) else {
            return nil
        }
        for start in stride(from: 4, to: bytes.count, by: 8) {
            func number(_ offset: Int) -> UInt32 {
                UInt32(bytes[start + offset]) | UInt32(bytes[start + offset + 1]) << 8
            }
            guard let tag = Tag(rawValue: UInt16(number(0))) else { return nil }
            entries.append(Entry(tag: tag, permissions: UInt16(number(2)), id: number(4) | number(6) << 16))
        }
    }
}
