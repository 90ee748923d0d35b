import MemossFiles

/// The outcome of merging the value of a key.
enum MergeChoice: Hashable {
    /// Both sides have the same value, perhaps written differently.
    case same
    /// The value of one side.
    case side(MergeSide)
    /// The key is removed.
    case none
    /// A list with these items.
    case items([String])
    /// A date or rule that neither side has, written in place of that of a side.
    case text(String, like: MergeSide)
    case conflict
}

extension Versions<MergeValue?> {
    /// The result if at most one side changed the value; nil if both changed it differently.
    ///
    /// - Parameter isSame: whether two values mean the same.
    func simpleChoice(_ isSame: (MergeValue, MergeValue) -> Bool) -> MergeChoice? {
        func same(_ a: MergeValue?, _ b: MergeValue?) -> Bool {
            guard let a, let b else { return a == nil && b == nil }
            return a == b || isSame(a, b)
        }
        if same(ours, theirs) { return ours == nil ? MergeChoice.none : .same }
        if same(base, theirs) { return ours == nil ? MergeChoice.none : .side(.ours) }
        if same(base, ours) { return theirs == nil ? MergeChoice.none : .side(.theirs) }
        return nil
    }
}
