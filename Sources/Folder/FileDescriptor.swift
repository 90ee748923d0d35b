internal import CLibrary

/// An open file or directory, closed when the value is destroyed. A failing close is ignored: it only concerns data that
/// was never synced, on which nothing depends.
package struct FileDescriptor: ~Copyable {
    let raw: Int32

    init(owning raw: Int32) { self.raw = raw }

    /// Gives up ownership: the caller closes the descriptor.
    @discardableResult
    consuming func release() -> Int32 {
        let raw = raw
        discard self
        return raw
    }

    deinit { close(raw) }
}
