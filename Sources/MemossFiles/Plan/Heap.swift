/// A binary min-heap.
package struct Heap<Element: Comparable> {
    private var elements: [Element] = []

    package init() {}

    package var count: Int { elements.count }
    package var first: Element? { elements.first }

    package mutating func push(_ element: Element) {
        elements.append(element)
        var child = elements.count - 1
        while child > 0, elements[child] < elements[(child - 1) / 2] {
            elements.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    package mutating func pop() -> Element? {
        guard let top = elements.first, let last = elements.popLast() else { return nil }
        guard !elements.isEmpty else { return top }
        elements[0] = last
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < elements.count && elements[child] < elements[least] {
                least = child
            }
            if least == parent { return top }
            elements.swapAt(parent, least)
            parent = least
        }
    }
}

extension Heap: Sendable where Element: Sendable {}
