/// A folder in which a deleted file still has its contents, so that an edit of it can be planned.
struct DeletedFile: FolderFiles {
    let path: String
    let bytes: [UInt8]
    let others: any FolderFiles

    private func isOwn(_ other: String) -> Bool { other.isSamePath(as: path) }

    func contents(of path: String) throws(SystemError) -> FileContents {
        isOwn(path) ? FileContents(bytes: bytes) : try others.contents(of: path)
    }

    func isInside(_ path: String) throws(SystemError) -> Bool { isOwn(path) ? true : try others.isInside(path) }

    func target(ofLink path: String) throws(SystemError) -> String? {
        isOwn(path) ? nil : try others.target(ofLink: path)
    }

    func isLink(_ path: String) throws(SystemError) -> Bool { isOwn(path) ? false : try others.isLink(path) }
    func mayBeFile(_ path: String) -> Bool { isOwn(path) || others.mayBeFile(path) }
}
