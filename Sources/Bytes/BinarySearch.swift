extension Array {
    /// The first index whose element satisfies `belongs`, or the end, in an array partitioned so that those elements come
    /// last.
    @inlinable public func partitioningIndex(where belongs: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if belongs(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
