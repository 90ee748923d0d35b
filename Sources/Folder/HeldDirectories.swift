internal import Bytes
internal import CLibrary
internal import Synchronization
internal import Text

/// Opens the directories of a folder so that a symbolic link cannot lead an edit out of it. The directory of a path is opened
/// beneath the folder, through no link (`openat2`), and system calls name the file relative to it. If somebody replaces a
/// directory with a link between a check and a use, the call fails or still acts on the original directory.
///
/// The most recently used directories stay open, even if they are moved; `forget` looks all names up again.
final class HeldDirectories: Sendable {
    /// An open directory, used only to look up names.
    final class Directory: Sendable {
        private let file: FileDescriptor
        var raw: Int32 { file.raw }

        init(_ file: consuming FileDescriptor) { self.file = file }
    }

    private struct Entry {
        /// The absolute path, without a slash at its end.
        var path: [UInt8]
        var directory: Directory
    }

    /// More than the threads use at a time.
    private static let capacity = 32

    /// The real path of the folder, without a slash at its end.
    private let base: [UInt8]
    /// The most recently opened directories, the newest last.
    private let entries = Mutex<[Entry]>([])

    /// - Parameter root: a real path.
    init(root: String) { base = root == "/" ? [] : Array(root.utf8) }

    /// The directory that a path is in, and the offset at which the name begins; nil for the folder itself.
    ///
    /// - Parameter path: absolute.
    /// - Throws: a `SystemError` about the path if it leads out of the folder, or through a symbolic link.
    func directory(
        of path: String,
        _ operation: SystemError.Operation,
        on disk: Disk
    ) throws(SystemError) -> (directory: Directory, name: Int?) {
        var path = path
        let (end, known) = path.withUTF8 { bytes in
            let end = Self.equal(bytes, base) ? bytes.count : bytes.lastIndex(of: Ascii.slash) ?? 0
            return (end, self.known(UnsafeBufferPointer(rebasing: bytes[..<end])))
        }
        let name = end + 1 < path.utf8.count ? end + 1 : nil
        if let known { return (known, name) }
        let parent = Array(path.utf8.prefix(end))
        guard parent.starts(with: base), parent.count == base.count || parent[base.count] == Ascii.slash else {
            throw SystemError(operation, path, code: EACCES)
        }
        return (try open(parent, for: path, operation, on: disk), name)
    }

    /// Closes the directories, so that the next call looks up their names again.
    func forget() { entries.withLock { $0 = [] } }

    /// - Parameters:
    ///   - path: that of the folder, or of a directory in it.
    ///   - whole: the path that errors are about.
    private func open(
        _ path: [UInt8],
        for whole: String,
        _ operation: SystemError.Operation,
        on disk: Disk
    ) throws(SystemError) -> Directory {
        if let known = path.withUnsafeBufferPointer(known) { return known }
        let above = path.count > base.count ? try open(base, for: whole, operation, on: disk) : nil
        let name = above == nil ? [Ascii.slash] + base.dropFirst() : Array(path.dropFirst(base.count + 1))
        let place = String(decoding: name, as: UTF8.self)
        defer { withExtendedLifetime(above) {} }
        let raw: Int32
        do throws(SystemError) {
            raw = try disk.call(operation, whole, try disk.calls.openPlace(place, beneath: above?.raw))
        } catch {
            // If a directory was replaced with a link, nothing is known about the file: it is neither missing nor a link.
            throw error.isLoop ? SystemError(operation, whole, code: EACCES) : error
        }
        let directory = Directory(FileDescriptor(owning: raw))
        entries.withLock { entries in
            if entries.count == Self.capacity { entries.removeFirst() }
            entries.append(Entry(path: path, directory: directory))
        }
        return directory
    }

    private func known(_ path: UnsafeBufferPointer<UInt8>) -> Directory? {
        entries.withLock { entries in entries.last { Self.equal(path, $0.path) }?.directory }
    }

    private static func equal(_ path: UnsafeBufferPointer<UInt8>, _ other: [UInt8]) -> Bool {
        guard let start = path.baseAddress, path.count == other.count else { return path.isEmpty && other.isEmpty }
        return memcmp(start, other, other.count) == 0
    }
}

extension Disk {
    /// The same calls limited to one folder: a path that leads out of it or through a symbolic link is an error.
    ///
    /// - Parameter root: a real path.
    func beneath(_ root: String) -> Disk { Disk(calls: calls, held: HeldDirectories(root: root)) }

    /// Calls `body` with the name of a file, and the open directory to look it up in.
    func at<Value: ~Copyable>(
        _ path: String,
        _ operation: SystemError.Operation,
        _ body: (UnsafePointer<CChar>, Int32) throws(SystemError) -> Value
    ) throws(SystemError) -> Value {
        guard let held else { return try with(path, 0, AT_FDCWD, body) }
        let (directory, name) = try held.directory(of: path, operation, on: self)
        defer { withExtendedLifetime(directory) {} }
        guard let name else { return try with(".", 0, directory.raw, body) }
        return try with(path, name, directory.raw, body)
    }

    /// The same for two files.
    func at(
        _ path: String,
        _ other: String,
        _ operation: SystemError.Operation,
        _ body: (DiskCalls.Name, DiskCalls.Name) throws(SystemError) -> Void
    ) throws(SystemError) {
        try at(path, operation) { name, directory throws(SystemError) in
            try at(other, operation) { other, otherDirectory throws(SystemError) in
                try body((name, directory), (other, otherDirectory))
            }
        }
    }

    private func with<Value: ~Copyable>(
        _ path: UnsafePointer<CChar>,
        _ offset: Int,
        _ directory: Int32,
        _ body: (UnsafePointer<CChar>, Int32) throws(SystemError) -> Value
    ) throws(SystemError) -> Value {
        try body(path + offset, directory)
    }
}
