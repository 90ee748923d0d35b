internal import CLibrary

package enum FileKind: Sendable {
    case regular, directory, link
    /// A FIFO, a socket or a device.
    case other

    init(_ status: stat) {
        self =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .directory
            case S_IFLNK: .link
            default: .other
            }
    }

    /// Nil if the file system does not report it.
    init?(_ entry: DirectoryEntry) {
        switch Int32(entry.kind) {
        case Int32(DT_REG): self = .regular
        case Int32(DT_DIR): self = .directory
        case Int32(DT_LNK): self = .link
        case Int32(DT_UNKNOWN): return nil
        default: self = .other
        }
    }
}
