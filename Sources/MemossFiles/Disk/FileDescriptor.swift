#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// An open file or directory, closed when it goes. That fails only for what was not made durable before, and then nothing
/// stands on it.
struct FileDescriptor: ~Copyable {
    let raw: Int32

    init(owning raw: Int32) { self.raw = raw }

    /// Somebody else closes it now.
    consuming func release() { discard self }

    deinit { close(raw) }
}
