#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Walks a folder and reads its files, in parallel where that pays; the results stand in path order whatever the threads
/// did. Paths are compared name by name, so that a directory's files stay together.
struct FolderWalk: Sendable {
    /// Starting a thread costs as much as reading some dozens of files.
    static let filesWorthThreads = 500
    private static let filesPerTurn = 128

    let root: String
    let ignored: IgnoreList
    let threads: Int
    var progress: Progress.Report?

    struct Outcome<Value: Sendable>: Sendable {
        /// As they were read.
        fileprivate(set) var chunks: [[Value]] = []
        /// Their places in path order: the values themselves stay where they are.
        fileprivate(set) var order: [(chunk: Int, index: Int)] = []
        /// Directories and links that cannot be read, names that are not UTF-8, conflict copies.
        var problems: [Problem] = []
    }

    /// A file that was met.
    struct File {
        /// From the root, with a slash at the end; empty for the root.
        var directory: String
        var name: String
        /// From the root.
        var path: String { directory + name }
    }

    /// The bytes of a file, which do not outlive the call that gets them, or why there are none.
    typealias Contents = Result<UnsafeBufferPointer<UInt8>, SystemError>

    /// Reads every `.md` file and makes a value of it.
    ///
    /// - Parameters:
    ///   - limit: at most so many bytes are read of a file.
    ///   - tool: made once for each thread.
    ///   - body: runs on several threads.
    /// - Throws: a `SystemError` if the root cannot be opened.
    func readFiles<Tool, Value: Sendable>(
        limit: Int,
        with tool: @escaping @Sendable () -> Tool,
        _ body: @escaping @Sendable (inout Tool, File, Contents) -> Value
    ) throws(SystemError) -> Outcome<Value> {
        let directory = try FileDescriptor.open(root, flags: O_RDONLY | O_DIRECTORY)
        let listings = list(directory.raw)
        let count = listings.reduce(0) { $0 + $1.files.count }
        var turns: [Turn] = []
        for (index, listing) in listings.enumerated() {
            for start in stride(from: 0, to: listing.files.count, by: Self.filesPerTurn) {
                let end = min(start + Self.filesPerTurn, listing.files.count)
                turns.append(Turn(listing: index, path: listing.path, files: listing.files[start..<end]))
            }
        }
        let rootDescriptor = directory.raw
        let threads = count < Self.filesWorthThreads ? 1 : threads
        let meter = ProgressMeter(.reading, of: count, progress)
        let values = concurrentMap(turns, threads: threads, with: tool) { tool, turn in
            defer { meter.add(turn.files.count) }
            return turn.read(root: rootDescriptor, limit: limit) { body(&tool, $0, $1) }
        }
        return arrange(values, turns, of: listings)
    }

    /// Why the file at a path from the root would not be read; nil if it would.
    static func reasonToLeaveOut(_ path: String, ignoring ignored: IgnoreList) -> String? {
        let names = path.split(separator: "/").map(String.init)
        for (index, name) in names.enumerated() {
            let isDirectory = index < names.count - 1
            let shown = names.count > 1 ? "'\(name)' " : "the name "
            if name.utf8.first == Ascii.dot { return shown + "begins with a dot" }
            if isDirectory, name == DirectoryListing.leftOut { return "what is in \(name) is left out" }
            let above = names[...index].joined(separator: "/")
            if ignored.matches(name: name, path: above, isDirectory: isDirectory) {
                return "\(IgnoreList.fileName) names \(above == path ? "it" : "'\(above)'")"
            }
            if !isDirectory, Array(name.utf8).withUnsafeBufferPointer(DirectoryListing.isConflictCopy) {
                return "it is named as a sync tool's conflict copy"
            }
        }
        return nil
    }

    // MARK: Directories

    /// The directories that files are read from, by their paths from the root, the root itself (an empty path) first.
    func directories() throws(SystemError) -> [String] {
        let directory = try FileDescriptor.open(root, flags: O_RDONLY | O_DIRECTORY)
        return list(directory.raw).map { $0.path.utf8.last == Ascii.slash ? String($0.path.dropLast()) : $0.path }
    }

    /// The listings, level by level.
    private func list(_ root: Int32) -> [DirectoryListing] {
        var listings: [DirectoryListing] = []
        var level = [""]
        let ignored = ignored
        while !level.isEmpty {
            let found = concurrentMap(level, threads: level.count < 8 ? 1 : threads) { path in
                DirectoryListing.read(path, root: root, ignoring: ignored)
            }
            level = found.flatMap { listing in listing.directories.map { listing.path + $0 + "/" } }
            listings += found
        }
        return listings
    }

    private struct Turn: Sendable {
        var listing: Int
        var path: String
        var files: ArraySlice<String>

        /// Nearly all files are smaller: they need no look at their size before.
        private static let bufferSize = 1 << 16

        func read<Value>(root: Int32, limit: Int, _ body: (File, Contents) -> Value) -> [Value] {
            do throws(SystemError) {
                let directory = try FileDescriptor.open(
                    path.isEmpty ? "." : path,
                    at: root,
                    flags: O_RDONLY | O_DIRECTORY
                )
                return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.bufferSize) { buffer in
                    files.map { name in
                        let file = File(directory: path, name: name)
                        do throws(SystemError) {
                            let count = try read(name, at: directory.raw, into: UnsafeMutableRawBufferPointer(buffer))
                            if count < buffer.count {
                                return body(file, .success(UnsafeBufferPointer(rebasing: buffer[..<count])))
                            }
                            let bytes = try FileContents.read(name, at: directory.raw, limit: limit).bytes
                            return bytes.withUnsafeBufferPointer { body(file, .success($0)) }
                        } catch {
                            return body(file, .failure(error))
                        }
                    }
                }
            } catch {
                return files.map { body(File(directory: path, name: $0), .failure(error)) }
            }
        }

        private func read(
            _ name: String,
            at directory: Int32,
            into buffer: UnsafeMutableRawBufferPointer
        ) throws(SystemError) -> Int {
            try FileDescriptor.open(name, at: directory, flags: O_RDONLY).read(into: buffer, name)
        }
    }

    // MARK: Order

    /// Finds the order of the values of all directories: files and directories of a level by name.
    private func arrange<Value>(_ values: [[Value]], _ turns: [Turn], of listings: [DirectoryListing]) -> Outcome<Value>
    {
        var outcome = Outcome<Value>()
        outcome.chunks = values
        outcome.order.reserveCapacity(values.reduce(0) { $0 + $1.count })
        var firstTurn = [Int](repeating: 0, count: listings.count)
        for (number, turn) in turns.enumerated().reversed() { firstTurn[turn.listing] = number }
        var index: [[UInt8]: Int] = [:]
        for (number, listing) in listings.enumerated() { index[Array(listing.path.utf8)] = number }
        // A stack of half-read directories, as depth is bounded by the file system alone.
        var stack: [(listing: Int, file: Int, directory: Int)] = [(0, 0, 0)]
        while let top = stack.popLast() {
            let listing = listings[top.listing]
            if top.file == 0, top.directory == 0 { outcome.problems += listing.problems }
            var (file, directory) = (top.file, top.directory)
            let nextDirectory = directory < listing.directories.count ? listing.directories[directory] : nil
            while file < listing.files.count {
                if let nextDirectory, !ByteOrder.precedes(listing.files[file], nextDirectory) { break }
                let chunk = firstTurn[top.listing] + file / Self.filesPerTurn
                outcome.order.append((chunk, file % Self.filesPerTurn))
                file += 1
            }
            if let nextDirectory, let child = index[Array((listing.path + nextDirectory + "/").utf8)] {
                directory += 1
                stack.append((top.listing, file, directory))
                stack.append((child, 0, 0))
            }
        }
        outcome.problems.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
        return outcome
    }
}

extension FolderWalk.Outcome {
    /// The values in path order.
    func forEach(_ body: (Value) -> Void) {
        for (chunk, index) in order { body(chunks[chunk][index]) }
    }
}
