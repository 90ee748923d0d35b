import CLibrary
import Synchronization

@testable import Folder
@testable import MemossFiles

/// System calls of which one fails.
final class FaultyCalls: DiskCalls {
    enum Fault: Sendable, Hashable {
        /// The process dies: this call and all later ones have no effect. A write is half done.
        case death
        /// The power fails while this call is not on the disk as a whole: a file that is renamed keeps its old name too,
        /// as on btrfs. Any other call has no effect.
        case bothNames
        /// The call fails with this code, and later ones succeed.
        case failure(Int32)
        /// The disk is full from this write on.
        case full
        /// From this call on, nothing can be renamed, linked or deleted until the process ends.
        case stuck(Int32)
        /// Signals interrupt calls: every other call first fails with EINTR, and no write accepts more than three
        /// bytes.
        case restless
        case none
    }

    private struct State {
        var count = 0
        var isDead = false
        var names: [Int32: String] = [:]
        /// The paths of the directories that names are looked up in.
        var places: [Int32: String] = [:]
        var log: [String] = []
    }

    let fault: Fault
    /// The index of the call that fails, from 0.
    let index: Int
    private let state = Mutex(State())
    private let system = SystemCalls()

    /// Features that a file system may lack.
    struct Lacks: OptionSet, Sendable {
        let rawValue: Int
        /// The types of directory entries.
        static let kinds = Lacks(rawValue: 1)
        /// Exchanging two files.
        static let exchange = Lacks(rawValue: 2)
        /// Unnamed files.
        static let unnamed = Lacks(rawValue: 4)
        /// Moves between `.memoss` and the rest, which are on different file systems.
        static let moves = Lacks(rawValue: 8)
        /// Moves, but not links, between the two: one directory is encrypted.
        static let movesOnly = Lacks(rawValue: 16)
        /// Changes of modes and attributes: the file system refuses them.
        static let modes = Lacks(rawValue: 32)
        static let locks = Lacks(rawValue: 64)
        /// Opening a path beneath a directory (`openat2`).
        static let beneath = Lacks(rawValue: 128)
    }

    private let lacks: Lacks
    /// The user that the process seems to run as; nil for the real one.
    private let owner: uid_t?
    /// Runs right before a file is renamed to or created at a path, with that path: what another program might do in
    /// the meantime.
    private let meanwhile: @Sendable (String) -> Void
    /// Runs before every call.
    private let onCall: @Sendable () -> Void
    /// Runs before every pause.
    private let onPause: @Sendable () -> Void

    init(
        _ fault: Fault = .none,
        at index: Int = 0,
        lacks: Lacks = [],
        user owner: uid_t? = nil,
        onCall: @escaping @Sendable () -> Void = {},
        onPause: @escaping @Sendable () -> Void = {},
        meanwhile: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        (self.lacks, self.onCall, self.onPause, self.meanwhile) = (lacks, onCall, onPause, meanwhile)
        self.fault = fault
        self.index = index
        self.owner = owner
    }

    /// Created, synced and renamed files, in order.
    var log: [String] { state.withLock { $0.log } }

    private func note(_ words: String) { state.withLock { $0.log.append(words) } }

    private func name(_ path: String) -> String { String(path.split(separator: "/").last ?? "") }

    var count: Int { state.withLock { $0.count } }

    /// - Returns: whether this call has to fail.
    @discardableResult
    private func step(isWrite: Bool = false, isMove: Bool = false) throws(CallFailure) -> Bool {
        onCall()
        let (isDead, count) = state.withLock { state in
            defer { state.count += 1 }
            if fault == .death || fault == .bothNames, state.count == index { state.isDead = true }
            return (state.isDead, state.count)
        }
        switch fault {
        case .death where isDead:
            if isWrite, count == index { return true }
            throw CallFailure(code: EIO)
        case .bothNames where isDead: throw CallFailure(code: EIO)
        case .failure(let code) where count == index: throw CallFailure(code: code)
        case .full where isWrite && count >= index: throw CallFailure(code: ENOSPC)
        case .stuck(let code) where isMove && count >= index: throw CallFailure(code: code)
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
        // O_TMPFILE, as used by the engine.
        let isUnnamed = flags & 0o20_000_000 != 0
        if isUnnamed, lacks.contains(.unnamed) { throw CallFailure(code: EOPNOTSUPP) }
        let file = try system.open(path, at: directory, flags, mode)
        let name = isUnnamed ? "unnamed" : name(whole((path, directory)))
        state.withLock { $0.names[file] = name }
        if flags & O_CREAT != 0 { note("create \(name)") }
        if flags & O_APPEND != 0 { note("mark \(name)") }
        return file
    }

    func openPlace(_ path: String, beneath directory: Int32?) throws(CallFailure) -> Int32 {
        try step()
        let file =
            lacks.contains(.beneath)
            ? try system.walk(path, beneath: directory) : try system.openPlace(path, beneath: directory)
        state.withLock { state in
            state.places[file] = directory.flatMap { state.places[$0] }.map { "\($0)/\(path)" } ?? path
        }
        return file
    }

    /// The path of a name in a directory.
    private func whole(_ name: Name) -> String {
        let text = String(cString: name.text)
        guard let place = state.withLock({ $0.places[name.directory] }), name.directory != AT_FDCWD else { return text }
        return text == "." ? place : "\(place)/\(text)"
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

    func isWritable(_ name: UnsafePointer<CChar>, at directory: Int32) throws(CallFailure) {
        try step()
        try system.isWritable(name, at: directory)
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
        if lacks.contains(.kinds) { entry?.pointee.d_type = UInt8(DT_UNKNOWN) }
        return entry
    }

    func changeMode(_ file: Int32, _ mode: mode_t) throws(CallFailure) {
        try step()
        if lacks.contains(.modes) { throw CallFailure(code: EPERM) }
        try system.changeMode(file, mode)
    }

    func changeOwner(_ file: Int32, _ owner: uid_t, _ group: gid_t) throws(CallFailure) {
        try step()
        try system.changeOwner(file, owner, group)
    }

    func attributes(of file: Int32) throws(CallFailure) -> [String] {
        try step()
        return try system.attributes(of: file)
    }

    func attribute(_ name: String, of file: Int32) throws(CallFailure) -> [UInt8] {
        try step()
        return try system.attribute(name, of: file)
    }

    func setAttribute(_ name: String, _ value: [UInt8], of file: Int32) throws(CallFailure) {
        try step()
        if lacks.contains(.modes) { throw CallFailure(code: ENOTSUP) }
        try system.setAttribute(name, value, of: file)
        note("attribute \(name)")
    }

    func removeAttribute(_ name: String, of file: Int32) throws(CallFailure) {
        try step()
        try system.removeAttribute(name, of: file)
        note("no attribute \(name)")
    }

    private func isOurs(_ path: String) -> Bool { path.contains("/.memoss/") }

    private func checkBorder(_ path: String, _ other: String, isMove: Bool) throws(CallFailure) {
        guard isOurs(path) != isOurs(other) else { return }
        if lacks.contains(.moves) || isMove && lacks.contains(.movesOnly) { throw CallFailure(code: EXDEV) }
    }

    func link(_ name: Name, _ new: Name) throws(CallFailure) {
        let path = whole(new)
        meanwhile(path)
        try step(isMove: true)
        try checkBorder(whole(name), path, isMove: false)
        try system.link(name, new)
        note("link \(self.name(path))")
    }

    func link(_ file: Int32, _ new: Name) throws(CallFailure) {
        try step(isMove: true)
        if lacks.contains(.moves) { throw CallFailure(code: EXDEV) }
        try system.link(file, new)
        note("name \(name(whole(new)))")
    }

    func rename(_ name: Name, _ new: Name) throws(CallFailure) {
        let path = whole(new)
        meanwhile(path)
        if fault == .bothNames, count == index {
            try keepName(name, as: String(cString: new.text) + ".second", new)
        }
        try step(isMove: true)
        try checkBorder(whole(name), path, isMove: true)
        try system.rename(name, new)
        note("rename to \(self.name(path))")
    }

    /// Renames only one of two hard links of a file.
    private func keepName(_ name: Name, as second: UnsafePointer<CChar>, _ new: Name) throws(CallFailure) {
        try system.link(name, (second, new.directory))
        try system.rename((second, new.directory), new)
    }

    func exchange(_ name: Name, _ other: Name) throws(CallFailure) {
        let path = whole(name)
        meanwhile(path)
        try step(isMove: true)
        if lacks.contains(.exchange) { throw CallFailure(code: EINVAL) }
        try checkBorder(path, whole(other), isMove: true)
        try system.exchange(name, other)
        note("exchange \(self.name(path))")
    }

    func unlink(_ name: UnsafePointer<CChar>, at directory: Int32) throws(CallFailure) {
        try step(isMove: true)
        try system.unlink(name, at: directory)
    }

    func makeDirectory(_ name: UnsafePointer<CChar>, at directory: Int32) throws(CallFailure) {
        try step(isMove: true)
        try system.makeDirectory(name, at: directory)
    }

    func removeDirectory(_ name: UnsafePointer<CChar>, at directory: Int32) throws(CallFailure) {
        try step(isMove: true)
        try system.removeDirectory(name, at: directory)
    }

    func sync(_ file: Int32) throws(CallFailure) {
        // Tests do not cut the power.
        try step()
        note("sync \(state.withLock { $0.names[file] ?? "" })")
    }

    func syncFileSystem(_ file: Int32) throws(CallFailure) {
        try step()
        note("sync all")
    }

    func lock(_ file: Int32) throws(CallFailure) {
        try step()
        if lacks.contains(.locks) { throw CallFailure(code: ENOSYS) }
        try system.lock(file)
    }

    func isOpenForWriting(_ file: Int32) -> Bool {
        onCall()
        return system.isOpenForWriting(file)
    }

    func pause(milliseconds: Int) {
        onPause()
        system.pause(milliseconds: milliseconds)
    }

    func user() -> uid_t { owner ?? system.user() }

    func group() -> gid_t { system.group() }

    func groups() throws(CallFailure) -> [gid_t] {
        try step()
        return try system.groups()
    }
}
