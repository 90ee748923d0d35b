/// Finds what stands in a list by hashes: a table whose slots are numbers, for whoever has the list to compare with.
///
/// In a `Dictionary` the first use of a type of keys looks through all types of the program, a twentieth of what
/// `mm list` does in a small folder.
struct HashIndex: Sendable {
    /// The hash above, the place in the list and one below; 0 where there is nothing. Never more than half full.
    private var slots: [UInt64] = []
    private(set) var count = 0

    /// The place of what has this hash and is the same.
    func first(_ hash: Int, where isSame: (Int) -> Bool) -> Int? {
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

    /// - Parameter place: below 2^32 - 1.
    mutating func insert(_ hash: Int, _ place: Int) {
        if 2 * (count + 1) > slots.count { grow() }
        add(UInt64(UInt32(truncatingIfNeeded: hash)) << 32 | UInt64(UInt32(truncatingIfNeeded: place + 1)))
        count += 1
    }

    private mutating func grow() {
        let old = slots
        slots = [UInt64](repeating: 0, count: max(16, 2 * old.count))
        for slot in old where slot != 0 { add(slot) }
    }

    private mutating func add(_ filled: UInt64) {
        var slot = Int(filled >> 32) & (slots.count - 1)
        while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = filled
    }
}
