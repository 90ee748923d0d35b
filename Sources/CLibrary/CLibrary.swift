// The system's C library under one name. `Linux.swift` and `macOS.swift` declare whatever is missing or different, so
// no other file needs `#if`.
#if canImport(Glibc)
    @_exported public import Glibc
#else
    @_exported public import Darwin
#endif
