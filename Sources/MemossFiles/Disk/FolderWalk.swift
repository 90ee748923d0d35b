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

    struct Outcome<Value: Sendable>: Sendable {
        /// As they were read.
        fileprivate(set) var chunks: [[Value]] = []
        /// Their places in path order: the values themselves stay where they are.
        fileprivate(set) var order: [(chunk: Int, index: Int)] = []
        /// Directories and links that cannot be read, names that are not UTF-8, conflict copies.
        var problems: [Problem] = []
    }

    /// Reads every `.md` file and makes a value of it.
    ///
    /// - Parameters:
    ///   - limit: at most so many bytes are read of a file.
    ///   - body: gets the path from the root, and the bytes or why there are none. Runs on several threads.
    /// - Throws: a `SystemError` if the root cannot be opened.
    func readFiles<Value: Sendable>(
        limit: Int,
        _ body: @escaping @Sendable (String, Result<[UInt8], SystemError>) -> Value
    ) throws(SystemError) -> Outcome<Value> {
        let directory = try FileDescriptor.open(root, flags: O_RDONLY | O_DIRECTORY)
        let listings = list(directory.raw)
        let count = listings.reduce(0) { $0 + $1.files.count }
        var turns: [Turn] = []
        for (index, listing) in listings.enumerated() {
            for start in stride(from: 0, to: listing.files.count, by: Self.filesPerTurn) {
                let end = min(start + Self.filesPerTurn, listing.files.count)
                turns.append(Turn(listing: index, path: listing.path, files: Array(listing.files[start..<end])))
            }
        }
        let rootDescriptor = directory.raw
        let values = concurrentMap(turns, threads: count < Self.filesWorthThreads ? 1 : threads) { turn in
            turn.read(root: rootDescriptor, limit: limit, body)
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
        var files: [String]

        /// Nearly all files are smaller: they need no look at their size before.
        private static let bufferSize = 1 << 16

        func read<Value>(
            root: Int32,
            limit: Int,
            _ body: (String, Result<[UInt8], SystemError>) -> Value
        ) -> [Value] {
            do throws(SystemError) {
                let directory = try FileDescriptor.open(
                    path.isEmpty ? "." : path,
                    at: root,
                    flags: O_RDONLY | O_DIRECTORY
                )
                return withUnsafeTemporaryAllocation(byteCount: Self.bufferSize, alignment: 16) { buffer in
                    files.map { name in
                        body(
                            path + name,
                            Result { () throws(SystemError) in
                                try readFile(name, at: directory.raw, limit: limit, buffer)
                            }
                        )
                    }
                }
            } catch {
                return files.map { body(path + $0, .failure(error)) }
            }
        }

        private func readFile(
            _ name: String,
            at directory: Int32,
            limit: Int,
            _ buffer: UnsafeMutableRawBufferPointer
        ) throws(SystemError) -> [UInt8] {
            let file = try FileDescriptor.open(name, at: directory, flags: O_RDONLY)
            let count = try file.read(into: buffer, path + name)
            if count < buffer.count { return Array(buffer[..<count]) }
            return try FileContents.read(name, at: directory, limit: limit).bytes
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
