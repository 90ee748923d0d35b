extension String {
    /// Decodes text from a file and puts the combining marks of each letter into canonical order (UAX #15).
    ///
    /// Swift compares strings by canonical equivalence and sorts the marks by insertion on every comparison and every hash:
    /// with 20,000 marks on one letter, each comparison takes a second. Marks that are already in order cost nothing.
    package init(ordering bytes: some Collection<UInt8>) {
        self.init(decoding: bytes, as: UTF8.self)
        order()
    }

    /// The same without generic code, which would not be specialised for another module: every text of a file is read here.
    package init(ordering bytes: ArraySlice<UInt8>) {
        self = bytes.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
        order()
    }

    private mutating func order() {
        // The first combining mark is U+0300, and a few marks are fast in any order.
        guard utf8.count > Self.mostUnordered, utf8.contains(where: { $0 >= 0xCC }), !isOrdered else { return }
        var ordered = UnicodeScalarView()
        var marks: [(order: UInt8, place: Int, scalar: Unicode.Scalar)] = []
        func flush() {
            // Marks of the same combining class keep their order.
            marks.sort { ($0.order, $0.place) < ($1.order, $1.place) }
            for mark in marks { ordered.append(mark.scalar) }
            marks.removeAll(keepingCapacity: true)
        }
        for scalar in unicodeScalars {
            let order = Self.order(of: scalar)
            if order > 0 {
                marks.append((order, marks.count, scalar))
            } else {
                flush()
                ordered.append(scalar)
            }
        }
        flush()
        self = String(ordered)
    }

    private static let mostUnordered = 64

    private var isOrdered: Bool {
        var last: UInt8 = 0
        for scalar in unicodeScalars {
            let order = Self.order(of: scalar)
            if order > 0, order < last { return false }
            last = order
        }
        return true
    }

    private static func order(of scalar: Unicode.Scalar) -> UInt8 {
        scalar.value < 0x300 ? 0 : scalar.properties.canonicalCombiningClass.rawValue
    }
}
