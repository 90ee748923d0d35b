#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// New bytes for a file that was read: written beside it first, then put in its place in one step.
///
/// The parts of a transaction: `prepare` every file, `verify` every file, then `commit` each; `discard` what was not
/// committed.
struct AtomicReplace: Sendable {
    /// What the path leads to: a link stays a link, and its target is replaced.
    let target: String
    let temporary: String
    let directory: String
    let read: FileContents

    /// Why a file is not replaced.
    enum Failure: Error, Sendable, Hashable {
        case system(SystemError)
        /// The file is not as it was read.
        case conflict
        /// The link leads out of the folder.
        case outside
        /// The new file could not be given the owner of the old one.
        case owner
    }

    /// Writes the new bytes to a temporary file with the mode and owner of the target, and to the disk.
    ///
    /// - Parameters:
    ///   - path: of the file that was read.
    ///   - root: the real path of the folder, which nothing is written outside of.
    static func prepare(
        _ path: String,
        with bytes: [UInt8],
        replacing read: FileContents,
        root: String
    ) throws(Failure) -> AtomicReplace {
        let target = try realPath(path)
        guard target.utf8.starts(with: (root == "/" ? "/" : root + "/").utf8) else { throw .outside }
        // Replacing a file needs no right to write it, but who took that right away means it.
        guard access(target, W_OK) == 0 else { throw .system(SystemError("open", path)) }
        let slash = target.utf8.lastIndex(of: Ascii.slash) ?? target.startIndex
        let directory = slash == target.startIndex ? "/" : String(target[..<slash])
        let name = target[target.utf8.index(after: slash)...]
        do throws(SystemError) {
            let created = try TemporaryFile(in: directory, for: name)
            let file = created.descriptor.raw
            let replace = AtomicReplace(target: target, temporary: created.path, directory: directory, read: read)
            do throws(SystemError) {
                // A directory may have given the new file another group than the process has.
                let status = try created.descriptor.status(path)
                if status.st_uid != read.stamp.owner || status.st_gid != read.stamp.group {
                    guard fchown(file, read.stamp.owner, read.stamp.group) == 0 else {
                        throw SystemError("chown", path)
                    }
                }
                guard fchmod(file, mode_t(read.stamp.mode & 0o7777)) == 0 else { throw SystemError("chmod", path) }
                try created.descriptor.writeAll(bytes, path)
                try created.descriptor.synchronize(path)
                return replace
            } catch {
                replace.discard()
                throw error
            }
        } catch {
            throw error.operation == "chown" ? .owner : .system(error)
        }
    }

    /// - Throws: `conflict` if the file is no longer as it was read.
    func verify() throws(Failure) {
        let now: FileContents
        do throws(SystemError) {
            now = try FileContents.read(target)
        } catch {
            throw error.isMissing ? .conflict : .system(error)
        }
        guard now.stamp.inode == read.stamp.inode, now.bytes == read.bytes else { throw .conflict }
    }

    func commit() throws(Failure) {
        guard rename(temporary, target) == 0 else { throw .system(SystemError("rename", target)) }
    }

    func discard() { unlink(temporary) }

    /// Makes the renames in a directory last.
    static func synchronize(directory: String) throws(Failure) {
        do throws(SystemError) {
            try FileDescriptor.open(directory, flags: O_RDONLY | O_DIRECTORY).synchronize(directory)
        } catch {
            throw .system(error)
        }
    }

    private static func realPath(_ path: String) throws(Failure) -> String {
        guard let resolved = realpath(path, nil) else {
            let error = SystemError("open", path)
            // What was read is gone: that is no reason to write the other files of the edit.
            throw error.isMissing ? .conflict : .system(error)
        }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}

/// A new file beside the one it will replace, with a name that the walk leaves out.
private struct TemporaryFile: ~Copyable {
    let path: String
    let descriptor: FileDescriptor

    init(in directory: String, for name: Substring) throws(SystemError) {
        // Names have 255 bytes at the most.
        let stem = String(decoding: name.utf8.prefix(200), as: UTF8.self)
        let prefix = directory == "/" ? "" : directory
        var attempt = 0
        while true {
            let path = "\(prefix)/.\(stem).mm-\(getpid())-\(attempt)"
            let raw = openat(AT_FDCWD, path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600 as mode_t)
            if raw >= 0 {
                self.path = path
                descriptor = FileDescriptor(owning: raw)
                return
            }
            attempt += 1
            if errno != EINTR, errno != EEXIST || attempt > 100 { throw SystemError("create", path) }
        }
    }
}
