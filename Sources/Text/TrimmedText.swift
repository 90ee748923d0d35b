extension String {
    /// Without leading and trailing blanks, tabs and line breaks.
    package var trimmingBlanks: String {
        let isBlank = { (byte: UInt8) in byte == 32 || byte == 9 || byte == 10 || byte == 13 }
        let front = utf8.drop(while: isBlank)
        guard let last = front.lastIndex(where: { !isBlank($0) }) else { return "" }
        return String(self[front.startIndex...last])
    }
}
