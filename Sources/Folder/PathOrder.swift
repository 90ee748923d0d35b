internal import Bytes
internal import Text

/// The order of paths: component by component, so that the files of a directory stay together.
package enum PathOrder {
    package static func precedes(_ a: String, _ b: String) -> Bool {
        a.utf8.lexicographicallyPrecedes(b.utf8) { rank($0) < rank($1) }
    }

    private static func rank(_ byte: UInt8) -> UInt8 { byte == Ascii.slash ? 0 : byte }

    /// The place of a path in an array in path order: one element, or an empty range where it would be inserted.
    package static func range<Element>(of path: String, in elements: [Element], by pathOf: (Element) -> String)
        -> Range<Int>
    {
        let index = elements.partitioningIndex { !precedes(pathOf($0), path) }
        let isThere = index < elements.count && pathOf(elements[index]).isSamePath(as: path)
        return index..<(isThere ? index + 1 : index)
    }
}
