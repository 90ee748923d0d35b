extension Array where Element: Comparable {
    /// In order, each value once. A `Set` would cost a start more than reading the rule (see `HashIndex`).
    func sortedOnce() -> [Element] {
        var values: [Element] = []
        for value in sorted() where values.last != value { values.append(value) }
        return values
    }
}
