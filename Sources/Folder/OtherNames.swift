internal import CLibrary
package import Text

/// A further name of a file that is read under another one: a symbolic or a hard link.
package struct OtherName: Sendable, Hashable {
    /// Relative to the root of the folder, as is `original`.
    package let path: String
    /// The name under which the file is read.
    package let original: String
    package let isSymbolic: Bool
}

/// The files of a folder that have several names there. Each is read once, and is one reminder.
package struct OtherNames: Sendable {
    package private(set) var names: [PathKey: OtherName] = [:]
    private var ofOriginals: [PathKey: [OtherName]] = [:]

    package var isEmpty: Bool { names.isEmpty }

    /// - Parameters:
    ///   - files: the paths of files with several hard links, grouped by file.
    ///   - links: the paths of symbolic links, by the final target. A target in the folder is relative to its root.
    ///   - isRead: whether the target of a link is itself a file that is read.
    package init(files: some Sequence<[String]> = [], links: [String: [String]], isRead: (String) -> Bool) {
        for paths in files {
            // `milk 2.md` comes before `milk.md`.
            func rank(_ path: String) -> Int { ConflictCopyName.mayBeCopy(path) ? 1 : 0 }
            let ordered = paths.sorted { a, b in
                rank(a) == rank(b) ? PathOrder.precedes(a, b) : rank(a) < rank(b)
            }
            for path in ordered.dropFirst() { add(OtherName(path: path, original: ordered[0], isSymbolic: false)) }
        }
        for (target, paths) in links {
            let ordered = paths.sorted(by: PathOrder.precedes)
            let original = isRead(target) ? names[PathKey(target)]?.original ?? target : ordered[0]
            for path in ordered where !path.isSamePath(as: original) {
                add(OtherName(path: path, original: original, isSymbolic: true))
            }
        }
        for original in ofOriginals.keys { ofOriginals[original]?.sort { PathOrder.precedes($0.path, $1.path) } }
    }

    package init() {}

    private mutating func add(_ name: OtherName) {
        names[PathKey(name.path)] = name
        ofOriginals[PathKey(name.original), default: []].append(name)
    }

    /// The other names of the file that is read under a path, in path order.
    package func names(of original: String) -> [OtherName] { ofOriginals[PathKey(original)] ?? [] }

    /// The paths of all hard links of a file; empty if it has only one.
    package func hardLinks(of path: String) -> [String] {
        let original = names[PathKey(path)]?.original ?? path
        let others = names(of: original).filter { !$0.isSymbolic }.map(\.path)
        return others.isEmpty ? [] : [original] + others
    }

    /// Whether a path is one of several names of a file.
    package func concerns(_ path: String) -> Bool {
        !isEmpty && (names[PathKey(path)] != nil || !names(of: path).isEmpty)
    }
}

extension FolderWalk {
    /// Removes the further names of files from listings, so that each file is read once.
    ///
    /// - Parameter root: a descriptor of the root.
    func takeOtherNames(from listings: inout [DirectoryListing], root: Int32) -> OtherNames {
        let files = hardLinks(in: listings, root: root)
        let links = targets(ofLinksIn: listings)
        guard !files.isEmpty || !links.isEmpty else { return OtherNames() }
        var places: [PathKey: Int] = [:]
        for (index, listing) in listings.enumerated() { places[PathKey(listing.path)] = index }
        func place(of path: String) -> Int? {
            let directory = FilePath.parent(of: path)
            return places[PathKey(directory.isEmpty ? "" : directory + "/")]
        }
        let found = OtherNames(files: files, links: links) { target in
            place(of: target).map { listings[$0].files.contains(FilePath.name(of: target)) } ?? false
        }
        var removed: [Int: Set<PathKey>] = [:]
        for name in found.names.values {
            if let place = place(of: name.path) {
                removed[place, default: []].insert(PathKey(FilePath.name(of: name.path)))
            }
        }
        for (place, names) in removed { listings[place].files.remove(names) }
        return found
    }

    /// Files with several hard links among those listed. Only files with an inode number that another one has are examined.
    private func hardLinks(in listings: [DirectoryListing], root: Int32) -> [[String]] {
        let repeated = InodeSieve.repeated(in: listings.map(\.files.inodes))
        guard !repeated.isEmpty else { return [] }
        var groups: [FileStamp.Identity: [String]] = [:]
        for listing in listings {
            for name in listing.files.names(withInodeIn: repeated) {
                let path = listing.path + name
                guard let status = try? disk.status(path, at: root, follows: false), FileKind(status) == .regular,
                    status.st_nlink > 1
                else { continue }
                groups[FileStamp(status).identity, default: []].append(path)
            }
        }
        return groups.values.filter { $0.count > 1 }
    }

    /// The symbolic links among the files that are read, by what they finally lead to.
    private func targets(ofLinksIn listings: [DirectoryListing]) -> [String: [String]] {
        var targets: [String: [String]] = [:]
        let paths = listings.flatMap { listing in
            listing.links.filter(listing.files.contains).map { listing.path + $0 }
        }
        guard !paths.isEmpty, let root = try? disk.realPath(root) else { return [:] }
        let folder = MemossDirectory(disk: disk, root: root)
        for path in paths {
            guard let real = try? disk.realPath(folder.absolute(path)) else { continue }
            targets[folder.relative(real) ?? real, default: []].append(path)
        }
        return targets
    }
}

/// Finds numbers that occur more than once, with less memory than a table of all of them.
struct InodeSieve {
    private var words: [UInt64]
    private let mask: UInt64

    private init(count: Int) {
        let bits = max(64, count * 16)
        let size = 1 << (Int.bitWidth - (bits - 1).leadingZeroBitCount)
        words = Array(repeating: 0, count: size / 64)
        mask = UInt64(size - 1)
    }

    /// - Returns: whether this number, or one like it, is already there.
    private mutating func insert(_ inode: UInt64) -> Bool {
        let place = inode & mask
        let (word, bit) = (Int(place >> 6), UInt64(1) << (place & 63))
        defer { words[word] |= bit }
        return words[word] & bit != 0
    }

    private func mayContain(_ inode: UInt64) -> Bool { words[Int((inode & mask) >> 6)] & 1 << (inode & 63) != 0 }

    /// The inode numbers that occur more than once; 0 stands for an unknown one.
    static func repeated(in directories: [[UInt64]]) -> Set<UInt64> {
        let count = directories.reduce(0) { $0 + $1.count }
        guard count > 1 else { return [] }
        var (all, suspects) = (InodeSieve(count: count), [UInt64]())
        for inodes in directories {
            for inode in inodes where all.insert(inode) && inode != 0 { suspects.append(inode) }
        }
        guard !suspects.isEmpty else { return [] }
        // Some only share a bit with another number.
        var few = InodeSieve(count: count)
        for inode in suspects { _ = few.insert(inode) }
        suspects = []
        for inodes in directories {
            for inode in inodes where few.mayContain(inode) && inode != 0 { suspects.append(inode) }
        }
        suspects.sort()
        return Set(zip(suspects, suspects.dropFirst()).lazy.filter { $0 == $1 }.map(\.0))
    }
}
