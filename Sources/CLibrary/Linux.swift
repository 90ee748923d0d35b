#if os(Linux)
    // MARK: Files

    package typealias DirectoryHandle = OpaquePointer

    package let hasSyncfs = true

    @_silgen_name("syncfs") package func syncfs(_ file: Int32) -> Int32

    /// Writes a file to the medium.
    package func syncToMedium(_ file: Int32) -> Int32 { fsync(file) }

    #if canImport(Glibc)
        @_silgen_name("renameat2")
        private func renameat2(
            _ directory: Int32,
            _ path: UnsafePointer<CChar>,
            _ otherDirectory: Int32,
            _ other: UnsafePointer<CChar>,
            _ flags: UInt32
        ) -> Int32
    #endif

    /// Atomically exchanges two files.
    package func exchange(_ path: UnsafePointer<CChar>, _ other: UnsafePointer<CChar>) -> Int32 {
        #if canImport(Glibc)
            return renameat2(AT_FDCWD, path, AT_FDCWD, other, 2)  // RENAME_EXCHANGE
        #else
            // Older versions of Musl do not have the call.
            errno = ENOSYS
            return -1
        #endif
    }

    // MARK: Extended attributes

    /// Whether an extended attribute belongs to the user. Others are managed by security modules and file systems.
    package func isUserAttribute(_ name: String) -> Bool {
        name.hasPrefix("user.") || name == "system.posix_acl_access"
    }

    @_silgen_name("llistxattr")
    package func llistxattr(_ path: UnsafePointer<CChar>, _ list: UnsafeMutableRawPointer?, _ size: Int) -> Int

    @_silgen_name("flistxattr")
    package func flistxattr(_ file: Int32, _ list: UnsafeMutableRawPointer?, _ size: Int) -> Int

    @_silgen_name("lgetxattr")
    package func lgetxattr(
        _ path: UnsafePointer<CChar>,
        _ name: UnsafePointer<CChar>,
        _ value: UnsafeMutableRawPointer?,
        _ size: Int
    ) -> Int

    @_silgen_name("fsetxattr")
    package func fsetxattr(
        _ file: Int32,
        _ name: UnsafePointer<CChar>,
        _ value: UnsafeRawPointer?,
        _ size: Int,
        _ flags: Int32
    ) -> Int32

    @_silgen_name("fremovexattr")
    package func fremovexattr(_ file: Int32, _ name: UnsafePointer<CChar>) -> Int32

    // MARK: Threads and processes

    package typealias ThreadArgument = UnsafeMutableRawPointer?

    /// `pthread_create` with default attributes; nil if it fails.
    package func createThread(
        _ body: @escaping @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?,
        _ argument: UnsafeMutableRawPointer
    ) -> pthread_t? {
        var thread = pthread_t()
        return pthread_create(&thread, nil, body, argument) == 0 ? thread : nil
    }

    package func emptySpawnActions() -> posix_spawn_file_actions_t { posix_spawn_file_actions_t() }
    package func emptySpawnAttributes() -> posix_spawnattr_t { posix_spawnattr_t() }
#endif
