internal import Bytes
import MemossFiles

/// A document that the client has open.
struct OpenDocument: Sendable {
    /// The URI as the client spells it.
    let uri: String
    /// The real path of the file, which may not exist yet.
    let path: String
    var version: Int?
    private(set) var text: DocumentText
    /// The contents of the file on disk; nil if there is no file, or it has not been read yet.
    private var disk: [UInt8]?
    private(set) var state = State.unsaved

    enum State {
        /// The client has changed the text, or it is that of a new file: it takes precedence over the disk.
        case unsaved
        /// The text is that of the file.
        case saved
        /// The file has changed since the client opened or saved it, and the client has no unsaved changes, so the disk
        /// counts. Editors keep such a text for a long time if no window shows it.
        case outdated
    }

    init(uri: String, path: String, version: Int?, text: DocumentText) {
        (self.uri, self.path, self.version, self.text) = (uri, path, version, text)
    }

    /// Applies changes of the client.
    mutating func apply(_ changes: [JSON]) {
        for change in changes { _ = text.apply(change) }
        state = isAsOnDisk ? .saved : .unsaved
    }

    /// Compares the text with the current contents of the file.
    ///
    /// - Returns: whether these have changed since the last call.
    mutating func look(at new: [UInt8]?) -> Bool {
        let isOther = disk != new
        disk = new
        if isAsOnDisk { state = .saved } else if state == .saved { state = .outdated }
        return isOther
    }

    /// Whether the text equals that of the file, apart from what editors hide or add: a byte order mark, carriage returns,
    /// and the end of the last line.
    private var isAsOnDisk: Bool {
        guard let disk else { return false }
        return disk == text.bytes || Self.shown(disk).elementsEqual(Self.shown(text.bytes))
    }

    private static func shown(_ bytes: [UInt8]) -> some Sequence<UInt8> {
        var text = bytes[...]
        if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
        if text.last == Ascii.lineFeed { text = text.dropLast() }
        return text.lazy.filter { $0 != Ascii.carriageReturn }
    }
}

/// The files of a folder, with the client's unsaved changes.
struct OpenFiles: FolderFiles {
    /// By path relative to the root.
    let open: [PathKey: [UInt8]]
    let disk: any FolderFiles

    func contents(of path: String) throws(SystemError) -> FileContents {
        if let bytes = open[PathKey(path)] { return FileContents(bytes: bytes) }
        // The path may be a link to an open file.
        if !open.isEmpty, let target = try disk.target(ofLink: path), let bytes = open[PathKey(target)] {
            return FileContents(bytes: bytes)
        }
        return try disk.contents(of: path)
    }

    /// A new file counts as inside: its path was made from the real path of its directory.
    func isInside(_ path: String) throws(SystemError) -> Bool {
        do throws(SystemError) {
            return try disk.isInside(path)
        } catch {
            guard open[PathKey(path)] != nil, error.isMissing else { throw error }
            return true
        }
    }

    func target(ofLink path: String) throws(SystemError) -> String? {
        open[PathKey(path)] != nil ? nil : try disk.target(ofLink: path)
    }

    func isLink(_ path: String) throws(SystemError) -> Bool {
        open[PathKey(path)] == nil ? try disk.isLink(path) : false
    }
    func mayBeFile(_ path: String) -> Bool { open[PathKey(path)] != nil || disk.mayBeFile(path) }
}
