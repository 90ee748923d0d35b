/// The inputs of a three-way merge: the common ancestor and both sides.
package struct Versions<Value> {
    package var base: Value
    package var ours: Value
    package var theirs: Value

    package init(_ base: Value, _ ours: Value, _ theirs: Value) {
        (self.base, self.ours, self.theirs) = (base, ours, theirs)
    }

    package func map<Other>(_ change: (Value) -> Other) -> Versions<Other> {
        Versions<Other>(change(base), change(ours), change(theirs))
    }

}

extension Versions: Sendable where Value: Sendable {}
extension Versions: Hashable where Value: Hashable {}
extension Versions: Equatable where Value: Equatable {
    /// The side that has the result: the only one that made a change, or ours if both agree. Nil if the sides changed
    /// it differently.
    package var changedSide: MergeSide? {
        if ours == theirs || theirs == base { return .ours }
        return ours == base ? .theirs : nil
    }

    /// The result; nil if the sides changed it differently.
    package var settled: Value? { changedSide.map { self[$0] } }
}

extension Versions<[UInt8]> {
    /// The side to prefer if both have the same meaning. The choice does not depend on which side is ours.
    package var smallerSide: MergeSide { theirs.lexicographicallyPrecedes(ours) ? .theirs : .ours }
}

/// A side of a merge.
package enum MergeSide: Sendable, Hashable, CaseIterable {
    case ours, theirs

    package var other: MergeSide { self == .ours ? .theirs : .ours }
}

extension Versions {
    package subscript(side: MergeSide) -> Value { side == .ours ? ours : theirs }
}
