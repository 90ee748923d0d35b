// The C library of the system, under one name. `Linux.swift` and `macOS.swift` declare what its module leaves out, or what
// differs, so that no other file needs `#if`.
#if canImport(Glibc)
    @_exported public import Glibc
#elseif canImport(Musl)
    @_exported public import Musl
#else
    @_exported public import Darwin
#endif
