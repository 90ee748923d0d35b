internal import Bytes
internal import CLibrary
package import Text

/// The contents of one directory of a folder, with names in byte order.
package struct DirectoryListing: Sendable {
    /// Relative to the root, with a trailing slash; empty for the root.
    package var path: String
    var files = FileNames()
    var directories: [String] = []
    /// The files that are symbolic links.
    var links: [String] = []
    /// The bases of Obsidian, if they were asked for.
    var bases: [String] = []
    private var listsBases = false
    package var problems: [Problem] = []
    /// The files whose names mark them as conflict copies, in byte order.
    private var copies: [String] = []

    package init(path: String) { self.path = path }

    /// A directory that contains packages, never notes.
    package static let ignoredName = "node_modules"

    /// Lists one directory: files whose name ends in `.md`, and subdirectories to walk. Symbolic links to directories are
    /// not followed, and only regular files are ever opened.
    ///
    /// - Parameters:
    ///   - root: the directory that the path is relative to.
    ///   - listsBases: whether to list files whose name ends in `.base`.
    ///   - areTwo: decides whether a file that is named like a conflict copy is one.
    package static func read(
        _ path: String,
        root: Int32,
        ignoring ignored: IgnoreList,
        on disk: Disk,
        listsBases: Bool = false,
        areTwo: CopyChoice.Test
    ) -> DirectoryListing {
        var listing = DirectoryListing(path: path)
        listing.listsBases = listsBases
        let shown = path.isEmpty ? "." : String(decoding: path.utf8.dropLast(), as: UTF8.self)
        do throws(SystemError) {
            try disk.forEachEntry(in: path.isEmpty ? "." : path, at: root, shown) {
                entry,
                directory throws(SystemError) in
                try listing.add(entry, in: directory, ignoring: ignored, on: disk)
            }
        } catch {
            listing.problems.append(problem(error, at: shown, isRoot: path.isEmpty))
        }
        listing.files.sort()
        listing.chooseCopies(root: root, on: disk, areTwo)
        listing.directories.sort(by: ByteOrder.precedes)
        return listing
    }

    /// A directory that is inaccessible or gone counts as unreadable, like a file. Any other error may be temporary and
    /// leaves the listing incomplete. If the root cannot be listed, the folder cannot be read.
    private static func problem(_ error: SystemError, at path: String, isRoot: Bool) -> Problem {
        let isClosed = [EACCES, EPERM, ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG].contains(error.code)
        if error.operation == .open, isClosed, !isRoot {
            let message = "the directory cannot be read: \(error.reason)"
            return Problem(path: path, id: .unreadableFile, message: message)
        }
        let message = "the directory could not be listed completely: \(error.reason)"
        return Problem(path: path, id: .incompleteListing, message: message)
    }

    /// - Throws: a `SystemError` if the kind of the entry cannot be determined: it may be a directory.
    private mutating func add(
        _ entry: DirectoryEntry,
        in directory: Int32,
        ignoring ignored: IgnoreList,
        on disk: Disk
    ) throws(SystemError) {
        let name = entry.name
        // Names that begin with a dot are skipped: `.git`, `.memoss`, and our own temporary files.
        guard name.pointee != CChar(Ascii.dot) else { return }
        let bytes = UnsafeBufferPointer(
            start: UnsafeRawPointer(name).assumingMemoryBound(to: UInt8.self),
            count: strlen(name)
        )
        guard var kind = try Self.kind(of: entry, in: directory, on: disk) else { return }
        let isBase = listsBases && kind != .directory && bytes.count > 5 && bytes.suffix(5).elementsEqual(".base".utf8)
        guard kind == .directory || Self.hasMarkdownSuffix(bytes) || isBase || isRegistryCopy(bytes) else { return }
        guard let text = String(validatingCString: name) else {
            return problems.append(.invalidName(path + String(cString: name)))
        }
        guard !ignored.matches(name: text, path: path + text, isDirectory: kind == .directory) else { return }
        if kind == .directory {
            if text != Self.ignoredName { directories.append(text) }
            return
        }
        if isBase {
            if kind == .regular, !ConflictCopyName.isCertain(bytes) { bases.append(text) }
            return
        }
        let isLink = kind == .link
        if isLink {
            do throws(SystemError) {
                kind = FileKind(try disk.status(name, at: directory, follows: true))
            } catch {
                let isBroken = error.isMissing || error.isLoop
                let what = isBroken ? "the symbolic link is broken" : "the symbolic link cannot be followed"
                return ignore(text, "\(what): \(error.reason)")
            }
        }
        switch kind {
        case .regular:
            let isCopy = ConflictCopyName.isCertain(bytes) || !Self.hasMarkdownSuffix(bytes)
            if isCopy { copies.append(text) } else { files.append(bytes, inode: isLink ? 0 : entry.inode) }
            if isLink { links.append(text) }
        case .directory: break
        case .link, .other:
            ignore(text, "ignored, because it is not a regular file (a FIFO, a socket or a device)")
        }
    }

    /// Whether it is a conflict copy of the registry: `tags 2.yaml` of iCloud too, since nothing else reads such a file.
    private func isRegistryCopy(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        let (stem, suffix) = (Self.registry.dropLast(5), Self.registry.suffix(5))
        guard path.isEmpty, name.count > Self.registry.count, name.starts(with: stem),
            name.suffix(5).elementsEqual(suffix)
        else { return false }
        let addition = name[stem.count..<(name.count - suffix.count)]
        let isDigit = addition.last.map { 0x32...0x39 ~= $0 } == true
        let isNumber = isDigit && addition.count == 2 && addition.first == Ascii.blank
        return isNumber || ConflictCopyName.isCertain(name)
    }

    private static let registry = Array("tags.yaml".utf8)

    private mutating func chooseCopies(root: Int32, on disk: Disk, _ areTwo: CopyChoice.Test) {
        guard !copies.isEmpty else { return }
        copies.sort(by: ByteOrder.precedes)
        let paths = copies.map { path + $0 }
        let (files, registry) = (files, path + "tags.yaml")
        func contents(_ path: String) -> [UInt8]? {
            do throws(SystemError) {
                return try disk.contents(of: try disk.open(path, at: root, O_RDONLY), limit: Self.headLimit, path).bytes
            } catch {
                return nil
            }
        }
        let choice = CopyChoice(paths) { original in
            // There is only one registry.
            original.isSamePath(as: registry) || files.contains(FilePath.name(of: original))
        } areTwo: { one, other in
            guard let first = contents(one), let second = contents(other) else { return false }
            return areTwo(first, second)
        }
        problems += choice.problems
        for path in choice.read { self.files.append(FilePath.name(of: path)) }
        if !choice.read.isEmpty { self.files.sort() }
    }

    /// The number of bytes to read, which exceeds the maximum size of front matter.
    private static let headLimit = 2 << 20

    private mutating func ignore(_ name: String, _ message: String) {
        problems.append(Problem(path: path + name, id: .unreadableFile, message: message))
    }

    /// Nil if the entry was deleted since it was listed.
    private static func kind(
        of entry: DirectoryEntry,
        in directory: Int32,
        on disk: Disk
    ) throws(SystemError) -> FileKind? {
        if let kind = FileKind(entry) { return kind }
        do throws(SystemError) {
            return FileKind(try disk.status(entry.name, at: directory, follows: false))
        } catch {
            if error.isMissing { return nil }
            throw error
        }
    }

    package static func hasMarkdownSuffix(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        let dot = name.count - 3
        return dot > 0 && name[dot] == Ascii.dot && name[dot + 1] | 0x20 == UInt8(ascii: "m")
            && name[dot + 2] | 0x20 == UInt8(ascii: "d")
    }
}

extension Problem {
    package static func invalidName(_ path: String) -> Problem {
        let message = "the file is ignored, because its name is not valid UTF-8"
        return Problem(path: path, id: .unreadableFile, message: message)
    }
}
