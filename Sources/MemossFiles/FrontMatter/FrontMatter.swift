/// The front matter of a file: its YAML between the marks, and the body after them.
public struct FrontMatter: Sendable, Hashable {
    public let fence: Fence
    public let document: YAMLDocument

    /// Reads the front matter of a whole file.
    ///
    /// - Returns: nil for a file that has none.
    /// - Throws: a `YAMLDocument.Fault`; one without a closing mark is malformed too.
    public static func read(_ bytes: [UInt8]) throws(YAMLDocument.Fault) -> FrontMatter? {
        switch Fence.search(bytes) {
        case .absent:
            return nil
        case .unclosed:
            throw YAMLDocument.Fault(
                id: .unclosedFrontMatter,
                message: "the front matter that begins here has no closing line '---'",
                offset: bytes.first == 0xEF ? 3 : 0
            )
        case .found(let fence):
            return FrontMatter(fence: fence, document: try YAMLDocument.parse(bytes, range: fence.content))
        }
    }
}
