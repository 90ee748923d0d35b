#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Some files of one directory that follow each other in path order.
struct FileRun: Sendable {
    /// The open root of the folder.
    let root: Int32
    /// From the root, with a slash at the end; empty for the root.
    let directory: String
    let names: FileNames
    let range: Range<Int>
    let disk: Disk

    var count: Int { range.count }

    /// A file that was met. It does not outlive the call that gets it, and counts no references: directories are shared by
    /// threads, which would wait for each other.
    struct File {
        /// As `FileRun.directory`.
        var directory: UnsafeBufferPointer<UInt8>
        var name: UnsafeBufferPointer<UInt8>
        /// Whether all of it was read.
        var isWhole = false
        /// Whether it is longer than was asked for: what was read is all of it that will be.
        var isCut = false

        /// From the root.
        var path: String { String(decoding: directory, as: UTF8.self) + String(decoding: name, as: UTF8.self) }
    }

    /// The bytes of a file, which do not outlive the call that gets them, or why there are none.
    typealias Contents = Result<UnsafeBufferPointer<UInt8>, SystemError>

    /// Front matter is nearly always shorter.
    private static let headSize = 1 << 10
    /// Nearly all files are smaller: they need no look at their size before.
    private static let bufferSize = 1 << 16

    /// Reads one file after another, each from its beginning only so far as it is asked for.
    ///
    /// - Parameter limit: at most so many bytes are read of a file.
    /// - Parameter body: whether it is done with the file; if not, it is called again with the whole of it.
    func forEachFile(limit: Int, _ body: (File, Contents) -> Bool) {
        var directory = directory
        directory.withUTF8 { path in
            var file = File(directory: path, name: UnsafeBufferPointer(start: nil, count: 0))
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.bufferSize) { buffer in
                do throws(SystemError) {
                    let place = path.isEmpty ? "." : self.directory
                    let opened = try disk.open(place, at: root, O_RDONLY | O_DIRECTORY)
                    names.forEach(in: range) { name in
                        file.name = name
                        Self.read(file, at: opened.raw, on: disk, limit: limit, into: buffer, body)
                    }
                } catch {
                    file.isWhole = true
                    names.forEach(in: range) { name in
                        file.name = name
                        _ = body(file, .failure(error))
                    }
                }
            }
        }
    }

    private static func read(
        _ file: File,
        at directory: Int32,
        on disk: Disk,
        limit: Int,
        into buffer: UnsafeMutableBufferPointer<UInt8>,
        _ body: (File, Contents) -> Bool
    ) {
        var file = file
        do throws(SystemError) {
            // Names end with a zero.
            let name = UnsafeRawPointer(file.name.baseAddress)?.assumingMemoryBound(to: CChar.self)
            guard let name else { throw SystemError("open", "", code: ENOENT) }
            let opened = try disk.open(name, at: directory, O_RDONLY)
            let head = Self.bytes(of: buffer[..<headSize])
            var count = try disk.readSome(into: head, from: opened.raw, String(cString: name))
            file.isWhole = count == 0
            if body(file, .success(UnsafeBufferPointer(rebasing: buffer[..<count]))) { return }
            count += try disk.fill(Self.bytes(of: buffer[count...]), from: opened.raw, String(cString: name))
            file.isWhole = true
            if count < buffer.count {
                _ = body(file, .success(UnsafeBufferPointer(rebasing: buffer[..<count])))
            } else {
                let long = try disk.open(name, at: directory, O_RDONLY)
                let contents = try disk.contents(of: long, limit: limit, String(cString: name))
                file.isCut = contents.bytes.count == limit && contents.stamp.size > limit
                contents.bytes.withUnsafeBufferPointer { _ = body(file, .success($0)) }
            }
        } catch {
            file.isWhole = true
            _ = body(file, .failure(error))
        }
    }

    private static func bytes(of slice: Slice<UnsafeMutableBufferPointer<UInt8>>) -> UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: slice))
    }
}
