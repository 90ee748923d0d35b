internal import Bytes

/// What others have changed in a file since an edit, so that the edit can be undone without losing it.
///
/// The undo store has the bytes before the edit and the digest of the bytes after it. The lines that differ between the former
/// and the file as it is now are those of the edit and of what came later. The part that gives the digest is the edit; so an
/// answer is proven, and there is none if somebody has changed the lines of the edit.
struct LaterChanges {
    /// The bytes before the edit, with what was changed since.
    let bytes: [UInt8]

    /// How many bytes to hash at most.
    private static let mostWork = 64 << 20

    /// - Parameters:
    ///   - old: the bytes before the edit.
    ///   - digest: the digest of the bytes after it.
    ///   - now: the bytes of the file.
    init?(since old: [UInt8], _ digest: String, now: [UInt8]) {
        // Lines that stand together may be of both, and were then inserted above or below each other.
        for isFromTop in [true, false] {
            let changes = Self.changes(from: old, to: now, isFromTop: isFromTop)
            guard changes.count > 1, changes.count < 16,
                (1 << changes.count) * max(old.count, now.count) < Self.mostWork
            else { continue }
            func bytes(with parts: Int) -> [UInt8] {
                var (result, place): ([UInt8], Int) = ([], 0)
                for index in changes.indices where parts & (1 << index) != 0 {
                    result += old[place..<changes[index].range.lowerBound] + changes[index].bytes
                    place = changes[index].range.upperBound
                }
                return result + old[place...]
            }
            let all = (1 << changes.count) - 1
            for parts in 1..<all where SHA256.hex(bytes(with: parts)) == digest {
                self.bytes = bytes(with: all ^ parts)
                return
            }
        }
        return nil
    }

    /// The lines that differ, each on its own.
    ///
    /// - Parameter isFromTop: whether lines that stand together are paired from the first one on, or from the last one.
    private static func changes(from old: [UInt8], to now: [UInt8], isFromTop: Bool) -> [Splice] {
        let (before, after) = (lines(of: old), lines(of: now))
        var numbers: [ArraySlice<UInt8>: Int] = [:]
        func number(_ line: ArraySlice<UInt8>) -> Int {
            if let known = numbers[line] { return known }
            numbers[line] = numbers.count
            return numbers.count - 1
        }
        var changes: [Splice] = []
        for change in LineDifference.changes(from: before.map(number), to: after.map(number)) {
            let (gone, new) = (before[change.old], after[change.new])
            let count = min(gone.count, new.count)
            let start =
                gone.first?.startIndex
                ?? (change.old.lowerBound < before.count
                    ? before[change.old.lowerBound].startIndex : old.count)
            func pairs() -> [Splice] {
                let (first, second) =
                    isFromTop ? (gone.prefix(count), new.prefix(count)) : (gone.suffix(count), new.suffix(count))
                return zip(first, second).map { Splice($0.startIndex..<$0.endIndex, Array($1)) }
            }
            func others(at place: Int) -> [Splice] {
                let (left, more) =
                    isFromTop
                    ? (gone.dropFirst(count), new.dropFirst(count)) : (gone.dropLast(count), new.dropLast(count))
                return left.map { Splice($0.startIndex..<$0.endIndex, []) }
                    + more.map { Splice(place..<place, Array($0)) }
            }
            changes += isFromTop ? pairs() + others(at: gone.last?.endIndex ?? start) : others(at: start) + pairs()
        }
        return changes
    }

    /// The lines with their ends.
    private static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var (lines, start): ([ArraySlice<UInt8>], Int) = ([], 0)
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: Ascii.lineFeed).map { $0 + 1 } ?? bytes.count
            lines.append(bytes[start..<end])
            start = end
        }
        return lines
    }
}
