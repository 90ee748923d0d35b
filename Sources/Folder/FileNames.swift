internal import Bytes
internal import Text

/// The names of the files of one directory; in byte order once sorted.
///
/// The names share one buffer: a string for each took 20% of the memory of a query.
struct FileNames: Sendable {
    /// Null-terminated names, as system calls expect them.
    private var bytes: [UInt8] = []
    /// Where the names begin.
    private var starts: [Int] = []
    /// In the order in which the names were added, which is that of their places in the buffer.
    private(set) var inodes: [UInt64] = []

    var count: Int { starts.count }

    mutating func append(_ name: String) {
        var name = name
        name.withUTF8 { append($0) }
    }

    /// The names must be sorted.
    func contains(_ name: String) -> Bool {
        let place = count(before: name)
        guard place < count else { return false }
        var isFound = false
        forEach(in: place..<place + 1) { isFound = name.utf8.elementsEqual($0) }
        return isFound
    }

    /// - Parameter inode: 0 if it is unknown.
    mutating func append(_ name: UnsafeBufferPointer<UInt8>, inode: UInt64 = 0) {
        inodes.append(inode)
        starts.append(bytes.count)
        bytes.append(contentsOf: name)
        bytes.append(0)
    }

    /// Sorts by the first bytes, and compares whole names only if those are equal.
    mutating func sort() {
        bytes.withUnsafeBufferPointer { bytes in
            let prefixes = starts.map { (prefix: TextPrefix(Self.name(at: $0, in: bytes)), start: $0) }
            starts = prefixes.sorted { a, b in
                if a.prefix != b.prefix { return a.prefix < b.prefix }
                return ByteOrder.precedes(Self.name(at: a.start, in: bytes), Self.name(at: b.start, in: bytes))
            }.map(\.start)
        }
    }

    /// The number of names before another one; the names must be sorted.
    func count(before other: String) -> Int {
        var other = other
        return other.withUTF8 { other in
            bytes.withUnsafeBufferPointer { bytes in
                starts.partitioningIndex { !ByteOrder.precedes(Self.name(at: $0, in: bytes), other) }
            }
        }
    }

    /// Calls `body` with each name in the range; each is followed by a null byte.
    func forEach(in range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        bytes.withUnsafeBufferPointer { bytes in
            for start in starts[range] { body(Self.name(at: start, in: bytes)) }
        }
    }

    func names(withInodeIn numbers: Set<UInt64>) -> [String] {
        bytes.withUnsafeBufferPointer { bytes in
            zip(starts.sorted(), inodes).filter { numbers.contains($0.1) }.map { start, _ in
                String(decoding: Self.name(at: start, in: bytes), as: UTF8.self)
            }
        }
    }

    /// Inode numbers are not known afterwards.
    mutating func remove(_ names: Set<PathKey>) {
        inodes = []
        starts = bytes.withUnsafeBufferPointer { bytes in
            starts.filter { !names.contains(PathKey(String(decoding: Self.name(at: $0, in: bytes), as: UTF8.self))) }
        }
    }

    private static func name(at start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        var end = start
        while bytes[end] != 0 { end += 1 }
        return UnsafeBufferPointer(rebasing: bytes[start..<end])
    }
}
