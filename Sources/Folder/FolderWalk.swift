internal import Bytes
internal import CLibrary
package import Text

/// Walks a folder and reads its files, in parallel if that is faster. The results are in path order, independent of the
/// threads. Paths are compared component by component, so that the files of a directory stay together.
package struct FolderWalk: Sendable {
    /// Starting a thread costs as much as reading a few dozen files.
    package static let filesWorthThreads = 500
    private static let filesPerRun = 128
    /// In a large folder, where threads should not often read in the same directory, and share its counters in the kernel.
    private static let mostFilesPerRun = 512
    /// A smaller folder is read so fast that showing its first files would help nobody.
    package static let filesWorthBeginning = 2_000
    private static let filesOfBeginning = 1_000

    package let root: String
    let ignored: IgnoreList
    package let threads: Int
    var disk = Disk.system
    var progress: Progress.Report?
    /// Whether to list the bases of Obsidian too.
    package var listsBases = false
    /// Decides whether a file named like another's conflict copy is a separate reminder.
    package var areTwo: CopyChoice.Test = { _, _ in false }

    package init(
        root: String,
        ignored: IgnoreList,
        threads: Int,
        disk: Disk = .system,
        progress: Progress.Report? = nil
    ) {
        (self.root, self.ignored, self.threads, self.disk, self.progress) = (root, ignored, threads, disk, progress)
    }

    package struct Outcome<Part: Sendable>: Sendable {
        /// The results for the runs of files, in path order.
        package fileprivate(set) var parts: [Part]
        /// Unreadable directories and symbolic links, names that are not UTF-8, and conflict copies.
        package var problems: [Problem]
        /// The further names of the files.
        package fileprivate(set) var otherNames: OtherNames
        /// The bases, in path order; none unless they were asked for.
        package fileprivate(set) var bases: [String] = []

        package func map<Other: Sendable>(_ transform: (Part) -> Other) -> Outcome<Other> {
            FolderWalk.Outcome(parts: parts.map(transform), problems: problems, otherNames: otherNames, bases: bases)
        }
    }

    /// Reads all `.md` files and computes a result for each run of files.
    ///
    /// - Parameters:
    ///   - observer: told of directories before they are listed, and of links before they are read.
    ///   - beginning: called with the results for the first files of a large folder, before the others are read.
    ///   - tool: called once for each thread.
    ///   - body: called on several threads.
    /// - Throws: a `SystemError` if the root cannot be opened.
    package func readFiles<Tool, Part: Sendable>(
        observing observer: inout some PlaceObserver,
        beginning: ((Outcome<Part>) -> Void)? = nil,
        with tool: @escaping @Sendable () -> Tool,
        _ body: @escaping @Sendable (inout Tool, FileRun) -> Part
    ) throws(SystemError) -> Outcome<Part> {
        let root = try disk.open(root, O_RDONLY | O_DIRECTORY)
        var waits = false
        var listings = list(root.raw, observing: &observer, waits: &waits)
        observer.willRead(links: links(of: listings))
        let otherNames = takeOtherNames(from: &listings, root: root.raw)
        // If the directories were not in memory, the files are not either. Short runs keep all readers at work to the end.
        let most = waits ? Self.filesPerRun : Self.mostFilesPerRun
        let bases = listings.flatMap { listing in listing.bases.map { listing.path + $0 } }
        var found = Outcome<Part>(
            parts: [],
            problems: listings.flatMap(\.problems).inByteOrder,
            otherNames: otherNames,
            bases: bases.sorted(by: PathOrder.precedes)
        )
        var runs = runs(of: listings, root: root.raw, otherNames, most: most)[...]
        if let beginning, runs.reduce(0, { $0 + $1.count }) >= Self.filesWorthBeginning {
            var count = 0
            let first = runs.prefix { run in
                defer { count += run.count }
                return count < Self.filesOfBeginning
            }
            found.parts = read(Array(first), expecting: waits, with: tool, body)
            runs = runs[first.endIndex...]
            beginning(found)
        }
        found.parts += read(Array(runs), expecting: waits, with: tool, body)
        return found
    }

    /// The same for recorded files, except those that are ignored.
    package func readFiles<Tool, Part: Sendable>(
        of recorded: RecordedFiles,
        with tool: @escaping @Sendable () -> Tool,
        _ body: @escaping @Sendable (inout Tool, FileRun) -> Part
    ) -> Outcome<Part> {
        let (recorded, problems, otherNames) = recorded.reminderFiles(ignoring: ignored, areTwo)
        let count = recorded.files.count
        let runs = stride(from: 0, to: count, by: Self.filesPerRun).map { start in
            let range = start..<min(start + Self.filesPerRun, count)
            return FileRun(origin: .recorded(recorded), range: range, otherNames: otherNames)
        }
        let parts = read(runs, expecting: false, with: tool, body)
        return Outcome(parts: parts, problems: problems.inByteOrder, otherNames: otherNames)
    }

    private func read<Tool, Part: Sendable>(
        _ runs: [FileRun],
        expecting waits: Bool,
        with tool: @escaping @Sendable () -> Tool,
        _ body: @escaping @Sendable (inout Tool, FileRun) -> Part
    ) -> [Part] {
        let count = runs.reduce(0) { $0 + $1.count }
        let meter = ProgressMeter(.reading, of: count, progress)
        let threads = count < Self.filesWorthThreads ? 1 : threads
        var waits = waits
        return concurrentMap(
            runs,
            threads: threads,
            whileWaiting: threadsWhileWaiting,
            expecting: &waits,
            with: tool
        ) { tool, run in
            defer { meter.add(run.count) }
            return body(&tool, run)
        }
    }

    /// Why the file at a path relative to the root would be ignored; nil if it would be read.
    package static func reasonToIgnore(_ path: String, ignoring ignored: IgnoreList) -> String? {
        let names = path.split(separator: "/").map(String.init)
        for (index, name) in names.enumerated() {
            let isDirectory = index < names.count - 1
            let shown = names.count > 1 ? "'\(name)' " : "its name "
            if name.utf8.first == Ascii.dot { return shown + "begins with a dot" }
            if isDirectory, name == DirectoryListing.ignoredName { return "the directory \(name) is ignored" }
            let above = names[...index].joined(separator: "/")
            if ignored.matches(name: name, path: above, isDirectory: isDirectory) {
                return "\(IgnoreList.fileName) excludes \(above == path ? "it" : "'\(above)'")"
            }
            if !isDirectory, ConflictCopyName.isCertain(name) {
                return "its name marks a conflict copy of a sync tool"
            }
        }
        return nil
    }

    /// False for a file named like a conflict copy, because other files decide whether it is read (`CopyChoice`).
    package static func readsFile(at path: String, ignoring ignored: IgnoreList) -> Bool {
        var path = path
        let isOrdinary: Bool? = path.withUTF8 { bytes in
            DirectoryListing.hasMarkdownSuffix(bytes) ? Self.isOrdinary(bytes) : nil
        }
        guard let isOrdinary else { return false }
        // This is called for every file in a commit.
        return isOrdinary && ignored.isEmpty || reasonToIgnore(path, ignoring: ignored) == nil
    }

    /// Whether only an ignore list may exclude the path.
    private static func isOrdinary(_ path: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let start = startOfName(in: path) else { return false }
        return path[start] != Ascii.dot && !ConflictCopyName.isCertain(path)
    }

    /// Where the name of a file begins in its path; nil if it is in a directory that is never read.
    package static func startOfName(in path: UnsafeBufferPointer<UInt8>) -> Int? {
        var start = 0
        for index in path.indices where path[index] == Ascii.slash {
            if path[start] == Ascii.dot || path[start..<index].elementsEqual(DirectoryListing.ignoredName.utf8) {
                return nil
            }
            start = index + 1
        }
        return start
    }

    // MARK: Directories

    /// Tells an observer of the directories that files are read from, and of those files that are symbolic links.
    ///
    /// - Returns: whether all directories could be listed completely.
    /// - Throws: a `SystemError` if the root cannot be opened.
    package func observePlaces(_ observer: inout some PlaceObserver) throws(SystemError) -> Bool {
        let directory = try disk.open(root, O_RDONLY | O_DIRECTORY)
        var waits = false
        let listings = list(directory.raw, observing: &observer, waits: &waits)
        observer.willRead(links: links(of: listings))
        return !listings.contains { $0.problems.contains { $0.id == .incompleteListing } }
    }

    /// The further names of the files of the folder, none of which is read.
    ///
    /// - Throws: a `SystemError` if the root cannot be opened.
    package func otherNames() throws(SystemError) -> OtherNames {
        let directory = try disk.open(root, O_RDONLY | O_DIRECTORY)
        var observer = NoObserver()
        var waits = false
        var listings = list(directory.raw, observing: &observer, waits: &waits)
        return takeOtherNames(from: &listings, root: directory.raw)
    }

    /// The reminders that are symbolic links.
    private func links(of listings: [DirectoryListing]) -> [String] {
        listings.flatMap { listing in listing.links.map { listing.path + $0 } }
    }

    /// Lists the directories, level by level.
    ///
    /// - Parameter waits: whether the last level had to be waited for.
    private func list(
        _ root: Int32,
        observing observer: inout some PlaceObserver,
        waits: inout Bool
    ) -> [DirectoryListing] {
        var listings: [DirectoryListing] = []
        var level = [""]
        let (ignored, disk, listsBases, areTwo) = (ignored, disk, listsBases, areTwo)
        while !level.isEmpty {
            observer.willList(level)
            let found = concurrentMap(
                level,
                threads: level.count < 8 ? 1 : threads,
                whileWaiting: threadsWhileWaiting,
                expecting: &waits,
                with: {}
            ) { (_: inout Void, path) in
                DirectoryListing.read(
                    path,
                    root: root,
                    ignoring: ignored,
                    on: disk,
                    listsBases: listsBases,
                    areTwo: areTwo
                )
            }
            level = found.flatMap { listing in listing.directories.map { listing.path + $0 + "/" } }
            listings += found
        }
        return listings
    }

    // MARK: Order

    /// All files in path order. Files and directories of a level are ordered by name, so a run ends where a directory
    /// comes in between.
    private func runs(
        of listings: [DirectoryListing],
        root: Int32,
        _ otherNames: OtherNames,
        most: Int
    ) -> [FileRun] {
        var runs: [FileRun] = []
        let count = listings.reduce(0) { $0 + $1.files.count }
        let most = min(max(count / 64, Self.filesPerRun), most)
        // Since listings are in level order, the children of a directory are adjacent.
        var firstChild: [Int] = []
        var next = 1
        for listing in listings {
            firstChild.append(next)
            next += listing.directories.count
        }
        // An explicit stack of partly processed directories, since only the file system limits their depth.
        var stack: [(listing: Int, file: Int, directory: Int)] = [(0, 0, 0)]
        while let (number, file, directory) = stack.popLast() {
            let listing = listings[number]
            let hasNext = directory < listing.directories.count
            let end = hasNext ? listing.files.count(before: listing.directories[directory]) : listing.files.count
            for start in stride(from: file, to: end, by: most) {
                let range = start..<min(start + most, end)
                let origin = FileRun.Origin.directory(listing.path, root: root, listing.files, disk)
                runs.append(FileRun(origin: origin, range: range, otherNames: otherNames))
            }
            guard hasNext else { continue }
            stack.append((number, end, directory + 1))
            stack.append((firstChild[number] + directory, 0, 0))
        }
        return runs
    }
}

extension [Problem] {
    fileprivate var inByteOrder: [Problem] {
        sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    }
}
