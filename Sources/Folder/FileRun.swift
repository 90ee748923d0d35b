internal import CLibrary

/// Consecutive files, in path order: of one directory, or recorded.
package struct FileRun: Sendable {
    enum Origin: Sendable {
        /// - Parameters:
        ///   - path: relative to the root, with a trailing slash; empty for the root.
        ///   - root: a descriptor of the root of the folder.
        case directory(_ path: String, root: Int32, FileNames, Disk)
        case recorded(RecordedFiles)
    }

    let origin: Origin
    let range: Range<Int>
    /// The further names of all files of the folder.
    package var otherNames = OtherNames()

    package var count: Int { range.count }

    /// A file passed to a callback, valid only during the call. It does no reference counting: threads share directories
    /// and would contend for the counts.
    package struct File {
        /// Relative to the root, with a trailing slash; empty for the root.
        var directory: UnsafeBufferPointer<UInt8>
        package var name: UnsafeBufferPointer<UInt8>
        /// Whether the whole file was read.
        package var isWhole = false
        /// Whether the file is longer than the limit: no more of it will be read.
        package var isCut = false

        /// Relative to the root.
        package var path: String { String(decoding: directory, as: UTF8.self) + String(decoding: name, as: UTF8.self) }
    }

    /// The bytes of a file, valid only during the callback, or the error that prevented reading.
    package typealias Contents = Result<UnsafeBufferPointer<UInt8>, SystemError>

    /// Front matter is nearly always shorter.
    private static let headSize = 1 << 10
    /// Nearly all files are smaller, so their size need not be determined first.
    private static let bufferSize = 1 << 16

    /// Reads files one after another.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of bytes to read of each file.
    ///   - whole: whether to read each file to its end at once, instead of first only its beginning.
    ///   - body: returns whether it has read enough; if not, it is called again with the whole file.
    package func forEachFile(limit: Int, whole: Bool = false, _ body: (File, Contents) -> Bool) {
        switch origin {
        case .directory(let path, let root, let names, let disk):
            forEachFile(in: path, root, names, disk, limit: limit, whole: whole, body)
        case .recorded(let files):
            files.forEach(in: range, limit: limit, body)
        }
    }

    private func forEachFile(
        in place: String,
        _ root: Int32,
        _ names: FileNames,
        _ disk: Disk,
        limit: Int,
        whole: Bool,
        _ body: (File, Contents) -> Bool
    ) {
        var directory = place
        directory.withUTF8 { path in
            var file = File(directory: path, name: UnsafeBufferPointer(start: nil, count: 0))
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.bufferSize) { buffer in
                do throws(SystemError) {
                    let opened = try disk.open(path.isEmpty ? "." : place, at: root, O_RDONLY | O_DIRECTORY)
                    names.forEach(in: range) { name in
                        file.name = name
                        Self.read(file, at: opened.raw, on: disk, limit: limit, whole: whole, into: buffer, body)
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
        whole: Bool,
        into buffer: UnsafeMutableBufferPointer<UInt8>,
        _ body: (File, Contents) -> Bool
    ) {
        var file = file
        do throws(SystemError) {
            // Names are null-terminated.
            let name = UnsafeRawPointer(file.name.baseAddress)?.assumingMemoryBound(to: CChar.self)
            guard let name else { throw SystemError(.open, "", code: ENOENT) }
            let opened = try disk.open(name, at: directory, O_RDONLY)
            var count = 0
            if !whole {
                let head = Self.bytes(of: buffer[..<headSize])
                count = try disk.readSome(into: head, from: opened.raw, String(cString: name))
                file.isWhole = count == 0
                if body(file, .success(UnsafeBufferPointer(rebasing: buffer[..<count]))) { return }
            }
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
