import MemossFiles

extension ParseError {
    /// The text with carets under the wrong words, as in compiler messages.
    func marked(in text: String) -> [String] {
        func cells(_ bytes: some Sequence<UInt8>) -> Int {
            CellWidth.of(Printable.line(String(decoding: Array(bytes), as: UTF8.self)))
        }
        let carets = String(repeating: "^", count: max(1, cells(text.utf8.dropFirst(offset).prefix(length))))
        return [Printable.line(text), String(repeating: " ", count: cells(text.utf8.prefix(offset))) + carets]
    }

    /// Hints for correcting the text: the place, unless all of it is wrong, and the closest valid text.
    func hints(for text: String) -> [String] {
        (length > 0 && length < text.utf8.count ? marked(in: text) : []) + hints
    }
}
