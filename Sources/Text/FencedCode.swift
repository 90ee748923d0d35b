internal import Bytes

/// A code block between fences, wherever it stands: in a quote or list item too (CommonMark 4.5).
package struct FencedCode {
    /// The text behind the opening fence, which names the language.
    package var info: Range<Int>
    /// The lines between the fences with their line breaks, without the marks of quotes and list items around them and without
    /// the indentation of the fence.
    package var lines: [Range<Int>] = []
    /// The columns before the fence.
    var indent: Int

    /// The code blocks of a text, in ascending order.
    package static func all(in bytes: [UInt8], from start: Int) -> [FencedCode] {
        bytes.withUnsafeBufferPointer { MarkdownBlocks.fencedCode(of: $0, in: start..<$0.count) }
    }
}
