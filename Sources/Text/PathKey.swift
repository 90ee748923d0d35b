internal import Bytes

/// A path as an element of a set or a key of a dictionary. Two paths are the same if their bytes are, as in the file
/// system; `String` compares by canonical equivalence, so that `é` in NFC and NFD would be one file.
package struct PathKey: Sendable, Hashable, ExpressibleByStringLiteral {
    package let path: String

    package init(_ path: String) { self.path = path }

    package init(stringLiteral path: String) { self.path = path }

    package static func == (a: PathKey, b: PathKey) -> Bool { a.path.isSamePath(as: b.path) }

    package func hash(into hasher: inout Hasher) {
        let isHashed: Void? = path.utf8.withContiguousStorageIfAvailable {
            hasher.combine(bytes: UnsafeRawBufferPointer($0))
        }
        if isHashed == nil { for byte in path.utf8 { hasher.combine(byte) } }
    }
}

extension String {
    /// Whether two paths have the same bytes.
    package func isSamePath(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        let answer = utf8.withContiguousStorageIfAvailable { left in
            other.utf8.withContiguousStorageIfAvailable { right in ByteOrder.isSame(left, right) }
        }
        return (answer ?? nil) ?? utf8.elementsEqual(other.utf8)
    }
}
