#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Glibc
#endif

/// The system calls for extended attributes, whose header Swift does not import on Linux.
enum ExtendedAttributes {
    /// Whether the attribute belongs to the user. Others are managed by security modules and file systems.
    static func isKept(_ name: String) -> Bool {
        #if canImport(Darwin)
            true
        #else
            name.hasPrefix("user.") || name == "system.posix_acl_access"
        #endif
    }

    #if canImport(Darwin)
        static func list(_ path: String, _ buffer: UnsafeMutableRawPointer?, _ size: Int) -> Int {
            listxattr(path, buffer?.assumingMemoryBound(to: CChar.self), size, XATTR_NOFOLLOW)
        }

        static func list(_ file: Int32, _ buffer: UnsafeMutableRawPointer?, _ size: Int) -> Int {
            flistxattr(file, buffer?.assumingMemoryBound(to: CChar.self), size, 0)
        }

        static func get(_ path: String, _ name: String, _ buffer: UnsafeMutableRawPointer?, _ size: Int) -> Int {
            getxattr(path, name, buffer, size, 0, XATTR_NOFOLLOW)
        }

        static func set(_ file: Int32, _ name: String, _ value: UnsafeRawPointer?, _ size: Int) -> Int32 {
            fsetxattr(file, name, value, size, 0, 0)
        }

        static func remove(_ file: Int32, _ name: String) -> Int32 { fremovexattr(file, name, 0) }
    #else
        static func list(_ path: String, _ buffer: UnsafeMutableRawPointer?, _ size: Int) -> Int {
            llistxattr(path, buffer, size)
        }

        static func list(_ file: Int32, _ buffer: UnsafeMutableRawPointer?, _ size: Int) -> Int {
            flistxattr(file, buffer, size)
        }

        static func get(_ path: String, _ name: String, _ buffer: UnsafeMutableRawPointer?, _ size: Int) -> Int {
            lgetxattr(path, name, buffer, size)
        }

        static func set(_ file: Int32, _ name: String, _ value: UnsafeRawPointer?, _ size: Int) -> Int32 {
            fsetxattr(file, name, value, size, 0)
        }

        static func remove(_ file: Int32, _ name: String) -> Int32 { fremovexattr(file, name) }
    #endif
}

#if !canImport(Darwin)
    @_silgen_name("llistxattr")
    private func llistxattr(_ path: UnsafePointer<CChar>, _ list: UnsafeMutableRawPointer?, _ size: Int) -> Int

    @_silgen_name("flistxattr")
    private func flistxattr(_ file: Int32, _ list: UnsafeMutableRawPointer?, _ size: Int) -> Int

    @_silgen_name("lgetxattr")
    private func lgetxattr(
        _ path: UnsafePointer<CChar>,
        _ name: UnsafePointer<CChar>,
        _ value: UnsafeMutableRawPointer?,
        _ size: Int
    ) -> Int

    @_silgen_name("fsetxattr")
    private func fsetxattr(
        _ file: Int32,
        _ name: UnsafePointer<CChar>,
        _ value: UnsafeRawPointer?,
        _ size: Int,
        _ flags: Int32
    ) -> Int32

    @_silgen_name("fremovexattr")
    private func fremovexattr(_ file: Int32, _ name: UnsafePointer<CChar>) -> Int32
#endif
