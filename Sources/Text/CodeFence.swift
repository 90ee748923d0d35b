internal import Bytes

/// The fences of code blocks in Markdown (CommonMark 4.5): lines that begin with three or more backticks or tildes.
package enum CodeFence {
    /// The opening fence of the code block that continues after a line; nil outside of code blocks.
    package static func open(after line: ArraySlice<UInt8>, in open: ArraySlice<UInt8>?) -> ArraySlice<UInt8>? {
        let text = line.trimmed
        guard let open else { return isIndented(line) ? nil : mark(of: text) }
        return text.starts(with: open) && text.allSatisfy { $0 == open.first } ? nil : open
    }

    /// Whether the line that contains an offset is in a code block.
    package static func isOpen(before offset: Int, in text: ArraySlice<UInt8>) -> Bool {
        var fence: ArraySlice<UInt8>?
        var start = text.startIndex
        while let end = text[start..<offset].firstIndex(of: Ascii.lineFeed) {
            fence = open(after: text[start..<end], in: fence)
            start = end + 1
        }
        return fence != nil
    }

    /// Whether a line is indented by at least four columns (a tab counts as four), which makes it code without a fence.
    package static func isIndented(_ line: ArraySlice<UInt8>) -> Bool {
        let blanks = line.prefix { $0 == Ascii.blank }.count
        return blanks > 3 || line.dropFirst(blanks).first == Ascii.tab
    }

    /// The backticks or tildes at the start of a line's text.
    package static func mark(of text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        for mark in [UInt8(ascii: "`"), UInt8(ascii: "~")] {
            let run = text.prefix { $0 == mark }
            if run.count >= 3 { return run }
        }
        return nil
    }
}
