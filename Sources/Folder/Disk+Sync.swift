internal import CLibrary

/// Makes data and names durable, with fsync(2).
extension Disk {
    func sync(_ file: borrowing FileDescriptor, _ path: String) throws(SystemError) {
        try call(.sync, path, try calls.sync(file.raw))
    }

    func sync(directory path: String) throws(SystemError) {
        do throws(SystemError) {
            try sync(try open(path, O_RDONLY | O_DIRECTORY), path)
        } catch {
            // Some network and removable file systems do not support fsync on directories.
            if error.operation != .sync || ![EINVAL, ENOTSUP, EOPNOTSUPP, ENOSYS].contains(error.code) { throw error }
        }
    }

    /// Syncs the whole file system of a directory.
    func syncFileSystem(of directory: String) throws(SystemError) {
        let file = try open(directory, O_RDONLY | O_DIRECTORY)
        try call(.sync, directory, try calls.syncFileSystem(file.raw))
    }
}
