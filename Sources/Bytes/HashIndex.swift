/// A hash table of positions in a list. The caller keeps the list and compares its elements.
///
/// The first use of a `Dictionary` with a new key type scans all type metadata of the program, which takes 5% of the time
/// of `mm list` in a small folder.
public struct HashIndex: Sendable {
    /// Upper half: the hash; lower half: the position plus one. 0 is an empty slot. The load factor never exceeds one half.
    @usableFromInline var slots: [UInt64] = []
    @usableFromInline var count = 0

    @inlinable public init() {}

    /// The position of the element with this hash for which `isSame` holds.
    @inlinable public func first(_ hash: Int, where isSame: (Int) -> Bool) -> Int? {
        guard !slots.isEmpty else { return nil }
        let hash = UInt32(truncatingIfNeeded: hash)
        var slot = Int(hash) & (slots.count - 1)
        while slots[slot] != 0 {
            let place = Int(UInt32(truncatingIfNeeded: slots[slot])) - 1
            if UInt32(slots[slot] >> 32) == hash, isSame(place) { return place }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    /// - Parameter place: the position; less than 2^32 - 1.
    @inlinable public mutating func insert(_ hash: Int, _ place: Int) {
        if 2 * (count + 1) > slots.count { grow() }
        add(UInt64(UInt32(truncatingIfNeeded: hash)) << 32 | UInt64(UInt32(truncatingIfNeeded: place + 1)))
        count += 1
    }

    @inlinable mutating func grow() {
        let old = slots
        slots = [UInt64](repeating: 0, count: max(16, 2 * old.count))
        for slot in old where slot != 0 { add(slot) }
    }

    @inlinable mutating func add(_ filled: UInt64) {
        var slot = Int(filled >> 32) & (slots.count - 1)
        while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = filled
    }
}
