internal import Bytes

extension String {
    /// The string quoted as a single shell word, for hints that show a command line.
    package var shellWord: String {
        let isPlain =
            !isEmpty
            && utf8.allSatisfy { byte in
                byte >= 0x80 || byte == Ascii.slash || byte == Ascii.dash || byte == UInt8(ascii: "_")
                    || byte == UInt8(ascii: ".")
                    || byte == UInt8(ascii: ":")
                    || byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
                    || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
            }
        guard !isPlain else { return self }
        var word = "'"
        for scalar in unicodeScalars { word += scalar == "'" ? "'\\''" : String(scalar) }
        return word + "'"
    }
}
