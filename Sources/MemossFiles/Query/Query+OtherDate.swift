extension Query {
    /// The text of a query in which `due:` is `scheduled:`, or the reverse. Nil if it has neither, or both.
    ///
    /// - Returns: the other text, and whether that asks for dates.
    package static func withOtherDate(_ text: String) -> (text: String, isForDates: Bool)? {
        guard let tokens = try? QueryLexer.tokens(of: text) else { return nil }
        let places = tokens.compactMap { placed -> (key: String, offset: Int)? in
            guard case .word(let key?, _, _) = placed.token, ["due", "scheduled"].contains(key) else { return nil }
            return (key, placed.offset)
        }
        guard let key = places.first?.key, places.allSatisfy({ $0.key == key }) else { return nil }
        let other = key == "due" ? "scheduled" : "due"
        var bytes = Array(text.utf8)
        for place in places.reversed() {
            let range = place.offset..<place.offset + key.utf8.count
            // The word may begin with a quote.
            guard range.upperBound <= bytes.count, bytes[range].elementsEqual(key.utf8) else { return nil }
            bytes.replaceSubrange(range, with: other.utf8)
        }
        return (String(decoding: bytes, as: UTF8.self), other == "scheduled")
    }
}
