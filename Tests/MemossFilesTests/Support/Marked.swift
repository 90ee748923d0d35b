/// Text with a marked range: `tags: [«work», home]`. `⟦⟧` marks a wider range around it: `tags: [⟦&t «work»⟧]`.
struct Marked {
    let bytes: [UInt8]
    /// Between `«` and `»`.
    let content: Range<Int>
    /// Between `⟦` and `⟧`; equal to `content` if there are none.
    let span: Range<Int>

    init(_ text: String) {
        var bytes: [UInt8] = []
        var marks: [Unicode.Scalar: Int] = [:]
        for scalar in text.unicodeScalars {
            if "«»⟦⟧".unicodeScalars.contains(scalar) {
                marks[scalar] = bytes.count
            } else {
                bytes += Array(String(scalar).utf8)
            }
        }
        self.bytes = bytes
        content = (marks["«"] ?? 0)..<(marks["»"] ?? bytes.count)
        span = (marks["⟦"] ?? content.lowerBound)..<(marks["⟧"] ?? content.upperBound)
    }
}
