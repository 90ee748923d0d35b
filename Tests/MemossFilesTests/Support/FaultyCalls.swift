import Synchronization

@testable import MemossFiles

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// System calls of which one goes wrong.
final class FaultyCalls: DiskCalls {
    enum Fault: Sendable, Hashable {
        /// The process is gone: this call and all after it do nothing. Of a write, half arrives.
        case death
        /// The call fails with this code, and those after it work.
        case failure(Int32)
        /// From this write on the disk is full.
        case full
        /// Signals come between: every other call is EINTR first, and no write takes more than three bytes.
        case restless
        case none
    }

    private struct State {
        var count = 0
        var isDead = false
        var names: [Int32: String] = [:]
        var log: [String] = []
    }

    let fault: Fault
    /// Which call goes wrong, from 0.
    let index: Int
    private let state = Mutex(State())
    private let system = SystemCalls()

    /// Runs right before a rename, with the new name: what another program may do meanwhile.
    private let meanwhile: @Sendable (String) -> Void

    /// Whether the file system does not tell what an entry of a directory is.
    private let hidesKinds: Bool

    init(
        _ fault: Fault = .none,
        at index: Int = 0,
        hidesKinds: Bool = false,
        meanwhile: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.meanwhile = meanwhile
        self.hidesKinds = hidesKinds
        self.fault = fault
        self.index = index
    }

    /// What was made, made to last, and moved, in this order.
    var log: [String] { state.withLock { $0.log } }

    private func note(_ words: String) { state.withLock { $0.log.append(words) } }

    private func name(_ path: String) -> String { String(path.split(separator: "/").last ?? "") }

    var count: Int { state.withLock { $0.count } }

    /// - Returns: whether this call is the one.
    @discardableResult
    private func step(isWrite: Bool = false) throws(CallFailure) -> Bool {
        let (isDead, count) = state.withLock { state in
            defer { state.count += 1 }
            if fault == .death, state.count == index { state.isDead = true }
            return (state.isDead, state.count)
        }
        switch fault {
        case .death where isDead:
            if isWrite, count == index { return true }
            throw CallFailure(code: EIO)
        case .failure(let code) where count == index: throw CallFailure(code: code)
        case .full where isWrite && count >= index: throw CallFailure(code: ENOSPC)
        case .restless where count.isMultiple(of: 2): throw CallFailure(code: EINTR)
        default: return false
        }
    }

    func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) throws(CallFailure) -> Int {
        if try step(isWrite: true) {
            _ = try system.write(file, UnsafeRawBufferPointer(rebasing: bytes[..<(bytes.count / 2)]))
            throw CallFailure(code: EIO)
        }
        guard fault == .restless else { return try system.write(file, bytes) }
        return try system.write(file, UnsafeRawBufferPointer(rebasing: bytes.prefix(3)))
    }

    func open(
        _ path: UnsafePointer<CChar>,
        at directory: Int32,
        _ flags: Int32,
        _ mode: mode_t
    ) throws(CallFailure) -> Int32 {
        try step()
        let file = try system.open(path, at: directory, flags, mode)
        let name = name(String(cString: path))
        state.withLock { $0.names[file] = name }
        if flags & O_CREAT != 0 { note("create \(name)") }
        if flags & O_APPEND != 0 { note("mark \(name)") }
        return file
    }

    func read(_ file: Int32, _ buffer: UnsafeMutableRawBufferPointer) throws(CallFailure) -> Int {
        try step()
        guard fault == .restless else { return try system.read(file, buffer) }
        return try system.read(file, UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(5)))
    }

    func status(_ file: Int32) throws(CallFailure) -> stat {
        try step()
        return try system.status(file)
    }

    func status(_ name: UnsafePointer<CChar>, at directory: Int32, follows: Bool) throws(CallFailure) -> stat {
        try step()
        return try system.status(name, at: directory, follows: follows)
    }

    func isWritable(_ path: String) throws(CallFailure) {
        try step()
        try system.isWritable(path)
    }

    func realPath(_ path: String) throws(CallFailure) -> String {
        try step()
        return try system.realPath(path)
    }

    func stream(_ directory: Int32) throws(CallFailure) -> DirectoryStream {
        try step()
        return try system.stream(directory)
    }

    func next(_ stream: borrowing DirectoryStream) throws(CallFailure) -> UnsafeMutablePointer<dirent>? {
        try step()
        let entry = try system.next(stream)
        if hidesKinds { entry?.pointee.d_type = UInt8(DT_UNKNOWN) }
        return entry
    }

    func changeMode(_ file: Int32, _ mode: mode_t) throws(CallFailure) {
        try step()
        try system.changeMode(file, mode)
    }

    func changeOwner(_ file: Int32, _ owner: uid_t, _ group: gid_t) throws(CallFailure) {
        try step()
        try system.changeOwner(file, owner, group)
    }

    func attributes(of path: String) throws(CallFailure) -> [String] {
        try step()
        return try system.attributes(of: path)
    }

    func attribute(_ name: String, of path: String) throws(CallFailure) -> [UInt8] {
        try step()
        return try system.attribute(name, of: path)
    }

    func setAttribute(_ name: String, _ value: [UInt8], of file: Int32) throws(CallFailure) {
        try step()
        try system.setAttribute(name, value, of: file)
        note("attribute \(name)")
    }

    func link(_ path: String, _ new: String) throws(CallFailure) {
        try step()
        try system.link(path, new)
        note("link \(name(new))")
    }

    func rename(_ path: String, _ new: String) throws(CallFailure) {
        meanwhile(new)
        try step()
        try system.rename(path, new)
        note("rename to \(name(new))")
    }

    func unlink(_ path: String) throws(CallFailure) {
        try step()
        try system.unlink(path)
    }

    func makeDirectory(_ path: String) throws(CallFailure) {
        try step()
        try system.makeDirectory(path)
    }

    func removeDirectory(_ path: String) throws(CallFailure) {
        try step()
        try system.removeDirectory(path)
    }

    func synchronize(_ file: Int32) throws(CallFailure) {
        // The tests do not cut the power.
        try step()
        note("sync \(state.withLock { $0.names[file] ?? "" })")
    }

    func synchronizeAll(_ file: Int32) throws(CallFailure) {
        try step()
        note("sync all")
    }

    func lock(_ file: Int32) throws(CallFailure) {
        try step()
        try system.lock(file)
    }

    func pause(milliseconds: Int) { system.pause(milliseconds: milliseconds) }
}
