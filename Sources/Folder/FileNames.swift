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

    mutating func sort() {
        precondition(starts.count < 1 << Self.bits, "a directory has more than sixteen million files")
        bytes.withUnsafeBufferPointer { bytes in
            starts.withUnsafeMutableBufferPointer { Self.sort($0, from: 0, in: bytes) }
        }
    }

    /// Sorts names by the five bytes after their common prefix, as integers. Names whose five bytes are equal are sorted by what
    /// follows, in the same way: comparing them whole took 8 % of the instructions of a query.
    ///
    /// - Parameter offset: the length of a prefix that all names share.
    private static func sort(
        _ starts: UnsafeMutableBufferPointer<Int>,
        from offset: Int,
        in bytes: UnsafeBufferPointer<UInt8>
    ) {
        guard starts.count > 1, let first = starts.first else { return }
        var common = Int.max
        for start in starts.dropFirst() {
            var count = offset
            while count < common, bytes[start + count] != 0, bytes[start + count] == bytes[first + count] { count += 1 }
            common = count
        }
        // With the number of the name, so that sorting numbers sorts the names.
        var keys = starts.indices.map { index in
            var (key, place) = (UInt64(0), starts[index] + common)
            for _ in 0..<5 {
                key = key << 8 | UInt64(bytes[place])
                if bytes[place] != 0 { place += 1 }
            }
            return key << Self.bits | UInt64(index)
        }
        keys.sort()
        let unsorted = Array(starts)
        for (index, key) in keys.enumerated() { starts[index] = unsorted[Int(key & (1 << Self.bits - 1))] }
        var start = 0
        while start < keys.count {
            let key = keys[start] >> Self.bits
            var end = start + 1
            while end < keys.count, keys[end] >> Self.bits == key { end += 1 }
            // A zero at the end means that the names ended there, and so are equal.
            if key & 0xFF != 0 {
                sort(UnsafeMutableBufferPointer(rebasing: starts[start..<end]), from: common + 5, in: bytes)
            }
            start = end
        }
    }

    /// The bits of the number of a name.
    private static let bits = 24

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
