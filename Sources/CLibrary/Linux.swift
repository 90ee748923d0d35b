#if os(Linux)
    // MARK: Files

    package typealias DirectoryHandle = OpaquePointer

    package let hasSyncfs = true

    @_silgen_name("statfs")
    private func statfs(_ path: UnsafePointer<CChar>, _ status: UnsafeMutableRawPointer) -> Int32

    /// Whether the file system does not report changes made on other machines.
    package func isRemote(_ path: String) -> Bool {
        // The first field of `struct statfs` is the file system type.
        var status = [Int](repeating: 0, count: 32)
        guard statfs(path, &status) == 0 else { return false }
        // NFS, SMB, CIFS, 9P, FUSE.
        return [0x6969, 0x517B, 0xFF53_4D42, 0xFE53_4D42, 0x0102_1997, 0x6573_5546].contains(status[0] & 0xFFFF_FFFF)
    }

    @_silgen_name("syncfs") package func syncfs(_ file: Int32) -> Int32

    /// Writes a file to the medium.
    package func syncToMedium(_ file: Int32) -> Int32 { fsync(file) }

    @_silgen_name("renameat2")
    private func renameat2(
        _ directory: Int32,
        _ path: UnsafePointer<CChar>,
        _ otherDirectory: Int32,
        _ other: UnsafePointer<CChar>,
        _ flags: UInt32
    ) -> Int32

    /// Atomically exchanges two files, each named in an open directory.
    package func exchange(
        _ directory: Int32,
        _ name: UnsafePointer<CChar>,
        _ otherDirectory: Int32,
        _ other: UnsafePointer<CChar>
    ) -> Int32 {
        renameat2(directory, name, otherDirectory, other, 2)  // RENAME_EXCHANGE
    }

    /// Opens a directory, as a place to look names up in.
    package let placeFlags = 0o10_000_000 | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC  // O_PATH

    @_silgen_name("syscall")
    private func systemCall(
        _ number: Int,
        _ directory: Int,
        _ path: UnsafePointer<CChar>?,
        _ how: UnsafePointer<UInt64>?,
        _ size: Int
    ) -> Int

    /// Opens a place beneath an open directory, through no symbolic link; nil is for an absolute path.
    package func openPlace(_ path: UnsafePointer<CChar>, beneath directory: Int32?) -> Int32 {
        // `struct open_how`: flags, mode, and RESOLVE_NO_MAGICLINKS, RESOLVE_NO_SYMLINKS and RESOLVE_BENEATH.
        let how: [UInt64] = [UInt64(placeFlags), 0, 0x02 | 0x04 | (directory == nil ? 0 : 0x08)]
        // The number of openat2 is the same on every machine. No C library had a function for it before 2025.
        return Int32(systemCall(437, Int(directory ?? AT_FDCWD), path, how, how.count * 8))
    }

    /// Readable once the process has ended; -1 before Linux 5.3.
    package func processDescriptor(_ process: pid_t) -> Int32 {
        // The number of pidfd_open is the same on every machine.
        Int32(systemCall(434, Int(process), nil, nil, 0))
    }

    /// Whether a process has the file open for writing. The answer is exact on local file systems; others answer no.
    package func isOpenForWriting(_ file: Int32) -> Bool {
        // F_SETSIG: the signal that reports a lease must not end the process, as SIGIO does; it is ignored by default.
        _ = fcntl(file, 10, SIGURG)
        // F_SETLEASE: nobody gets this lease for reading while another process can write.
        guard fcntl(file, 1024, Int32(F_RDLCK)) == 0 else { return errno == EAGAIN }
        _ = fcntl(file, 1024, Int32(F_UNLCK))
        return false
    }

    // MARK: Extended attributes

    /// Whether an extended attribute belongs to the user. Others are managed by security modules and file systems.
    package func isUserAttribute(_ name: String) -> Bool {
        name.hasPrefix("user.") || name == "system.posix_acl_access"
    }

    @_silgen_name("flistxattr")
    package func flistxattr(_ file: Int32, _ list: UnsafeMutableRawPointer?, _ size: Int) -> Int

    @_silgen_name("fgetxattr")
    package func fgetxattr(
        _ file: Int32,
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

    /// How often this thread has waited so far: for a disk, or for a lock.
    package func waitCount() -> Int {
        var usage = rusage()
        return getrusage(1, &usage) == 0 ? usage.ru_nvcsw : 0  // RUSAGE_THREAD
    }

    package func emptySpawnActions() -> posix_spawn_file_actions_t { posix_spawn_file_actions_t() }
    package func emptySpawnAttributes() -> posix_spawnattr_t { posix_spawnattr_t() }

    /// The path of this program, possibly a symbolic link.
    package var executablePath: String? { "/proc/self/exe" }

    package func socketType(isDatagram: Bool) -> Int32 {
        Int32((isDatagram ? SOCK_DGRAM : SOCK_STREAM).rawValue)
    }

    // MARK: Events as descriptors

    /// Whether `poll` can wait for signals, times and file changes.
    package let hasEventDescriptors = true

    @_silgen_name("signalfd")
    private func signalfd(_ descriptor: Int32, _ mask: UnsafePointer<sigset_t>, _ flags: Int32) -> Int32

    /// A descriptor that is readable when one of the blocked signals is pending.
    package func signalDescriptor(_ mask: sigset_t) -> Int32 {
        withUnsafePointer(to: mask) { signalfd(-1, $0, 0x80000 | 0x800) }  // SFD_CLOEXEC, SFD_NONBLOCK
    }

    /// The pending signals.
    package func pendingSignals(_ descriptor: Int32) -> [Int32] {
        var found: [Int32] = []
        // `signalfd_siginfo` has 128 bytes, of which the first four are the signal.
        var information = [UInt32](repeating: 0, count: 32)
        while information.withUnsafeMutableBytes({ read(descriptor, $0.baseAddress, $0.count) }) == 128 {
            found.append(Int32(information[0]))
        }
        return found
    }

    package func isIgnored(_ signal: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(signal, nil, &action) == 0 else { return false }
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1  // SIG_IGN
    }

    /// An action that runs on the alternate stack, if there is one.
    package func signalAction(_ handler: @escaping @convention(c) (Int32) -> Void) -> sigaction {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = handler
        action.sa_flags = Int32(SA_ONSTACK)
        return action
    }

    @_silgen_name("timerfd_create") private func timerfd_create(_ clock: Int32, _ flags: Int32) -> Int32

    @_silgen_name("timerfd_settime")
    private func timerfd_settime(
        _ descriptor: Int32,
        _ flags: Int32,
        _ new: UnsafePointer<itimerspec>,
        _ old: UnsafeMutablePointer<itimerspec>?
    ) -> Int32

    /// A descriptor that becomes readable when its time has come, or the clock has been set.
    package func wallTimer() -> Int32 { timerfd_create(CLOCK_REALTIME, 0x80000 | 0x800) }

    /// - Parameter seconds: since 1970; a time in the past fires at once.
    package func arm(_ timer: Int32, at seconds: Int64) {
        var time = itimerspec()
        // All zero would disarm it.
        time.it_value = timespec(tv_sec: Int(max(0, seconds)), tv_nsec: seconds <= 0 ? 1 : 0)
        // TFD_TIMER_ABSTIME and TFD_TIMER_CANCEL_ON_SET.
        _ = timerfd_settime(timer, 1 | 2, &time, nil)
    }

    package func hasFired(_ timer: Int32) -> Bool {
        var count: UInt64 = 0
        let received = withUnsafeMutableBytes(of: &count) { read(timer, $0.baseAddress, $0.count) }
        return received > 0 || errno == ECANCELED
    }
#endif
