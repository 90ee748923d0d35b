extension Array where Element: Comparable {
    /// Sorted and without duplicates. A `Set` would take longer at startup than parsing the rule (see `HashIndex`).
    package func sortedOnce() -> [Element] {
        var values: [Element] = []
        for value in sorted() where values.last != value { values.append(value) }
        return values
    }
}
