// An untested port: nobody has built this file yet.
#if canImport(Darwin)
    // MARK: Files

    package typealias DirectoryHandle = UnsafeMutablePointer<DIR>

    package let hasSyncfs = false

    package func isRemote(_ path: String) -> Bool { false }

    package func syncfs(_ file: Int32) -> Int32 {
        errno = ENOSYS
        return -1
    }

    /// Writes a file to the medium: fsync(2) does not flush the drive's cache.
    package func syncToMedium(_ file: Int32) -> Int32 { fcntl(file, F_FULLFSYNC) == 0 ? 0 : fsync(file) }

    /// Atomically exchanges two files, each named in an open directory.
    package func exchange(
        _ directory: Int32,
        _ name: UnsafePointer<CChar>,
        _ otherDirectory: Int32,
        _ other: UnsafePointer<CChar>
    ) -> Int32 {
        renameatx_np(directory, name, otherDirectory, other, UInt32(RENAME_SWAP))
    }

    /// Opens a directory, as a place to look names up in.
    package let placeFlags = O_SEARCH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC

    package func openPlace(_ path: UnsafePointer<CChar>, beneath directory: Int32?) -> Int32 {
        errno = ENOSYS
        return -1
    }

    /// Whether a process has the file open for writing, as far as the system tells.
    package func isOpenForWriting(_ file: Int32) -> Bool { false }

    extension stat {
        package var st_mtim: timespec { st_mtimespec }
        package var st_ctim: timespec { st_ctimespec }
    }

    // MARK: Extended attributes

    package func isUserAttribute(_ name: String) -> Bool { true }

    package func flistxattr(_ file: Int32, _ list: UnsafeMutableRawPointer?, _ size: Int) -> Int {
        flistxattr(file, list?.assumingMemoryBound(to: CChar.self), size, 0)
    }

    package func fgetxattr(
        _ file: Int32,
        _ name: UnsafePointer<CChar>,
        _ value: UnsafeMutableRawPointer?,
        _ size: Int
    ) -> Int {
        fgetxattr(file, name, value, size, 0, 0)
    }

    package func fsetxattr(
        _ file: Int32,
        _ name: UnsafePointer<CChar>,
        _ value: UnsafeRawPointer?,
        _ size: Int,
        _ flags: Int32
    ) -> Int32 {
        fsetxattr(file, name, value, size, 0, flags)
    }

    package func fremovexattr(_ file: Int32, _ name: UnsafePointer<CChar>) -> Int32 { fremovexattr(file, name, 0) }

    // MARK: Threads and processes

    package typealias ThreadArgument = UnsafeMutableRawPointer

    package func createThread(
        _ body: @escaping @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?,
        _ argument: UnsafeMutableRawPointer
    ) -> pthread_t? {
        var thread: pthread_t?
        return pthread_create(&thread, nil, body, argument) == 0 ? thread : nil
    }

    /// How often this thread has waited so far; unknown here.
    package func waitCount() -> Int { 0 }

    package func emptySpawnActions() -> posix_spawn_file_actions_t? { nil }
    package func emptySpawnAttributes() -> posix_spawnattr_t? { nil }

    /// The path of this program, possibly a symbolic link.
    package var executablePath: String? { CommandLine.arguments.first }

    package func socketType(isDatagram: Bool) -> Int32 { isDatagram ? SOCK_DGRAM : SOCK_STREAM }

    // MARK: Events as descriptors

    /// There are no such descriptors, so signals, times and file changes are polled.
    package let hasEventDescriptors = false

    package func signalDescriptor(_ mask: sigset_t) -> Int32 { -1 }

    package func pendingSignals(_ descriptor: Int32) -> [Int32] {
        var pending = sigset_t()
        sigpending(&pending)
        var found: [Int32] = []
        for signal: Int32 in 1..<32 where sigismember(&pending, signal) == 1 {
            var one = sigset_t()
            sigemptyset(&one)
            sigaddset(&one, signal)
            var received: Int32 = 0
            sigwait(&one, &received)
            found.append(signal)
        }
        return found
    }

    package func isIgnored(_ signal: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(signal, nil, &action) == 0 else { return false }
        return unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self) == 1  // SIG_IGN
    }

    package func signalAction(_ handler: @escaping @convention(c) (Int32) -> Void) -> sigaction {
        var action = sigaction()
        action.__sigaction_u.__sa_handler = handler
        action.sa_flags = SA_ONSTACK
        return action
    }

    package func wallTimer() -> Int32 { -1 }
    package func processDescriptor(_ process: pid_t) -> Int32 { -1 }
    package func arm(_ timer: Int32, at seconds: Int64) {}
    package func hasFired(_ timer: Int32) -> Bool { true }

    package struct Inotify: Sendable {
        package let descriptor: Int32 = -1

        package struct Event {
            package var watch: Int32
            package var name: [UInt8]
            package let (isDirectory, isCreation, isEnd, isLoss) = (false, false, false, true)
        }

        package init() { errno = ENOSYS }
        package func watch(_ directory: String) -> Int32 { -1 }
        package func watch(filesOf directory: String) -> Int32 { -1 }
        package func watch(itself path: String) -> Int32 { -1 }
        package func events() -> [Event] { [] }
        package func close() {}
    }
#endif
