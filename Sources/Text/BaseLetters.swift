/// Letters without their accents, as a collation compares them first.
package enum BaseLetters {
    /// The base letters of a Latin letter, taken from its Unicode name: `LATIN SMALL LETTER O WITH STROKE`.
    package static func latin(_ scalar: Unicode.Scalar) -> String? {
        guard let name = scalar.properties.name else { return nil }
        var words = name.split(separator: " ")[...]
        if words.first == "FULLWIDTH" { words = words.dropFirst() }
        guard words.count > 3, words.removeFirst() == "LATIN", ["SMALL", "CAPITAL"].contains(words.removeFirst()),
            ["LETTER", "LIGATURE"].contains(words.removeFirst())
        else { return nil }
        guard let first = words.first, let last = words.prefix(while: { $0 != "WITH" }).last else { return nil }
        let letters = String(name[first.startIndex..<last.endIndex])
        if let spelled = spelled[letters] { return spelled }
        let isShort = letters.utf8.count <= 3 && letters.utf8.allSatisfy { $0 >= 0x41 && $0 <= 0x5A }
        return isShort ? letters.lowercased() : nil
    }

    /// Letters whose Unicode names do not contain the base letters.
    private static let spelled = [
        "SHARP S": "ss", "THORN": "th", "ETH": "d", "ENG": "ng", "EZH": "zh", "ESH": "sh", "SCHWA": "e", "LONG S": "s",
        "DOTLESS I": "i", "DOTLESS J": "j",
    ]

    /// Whether text can have letters that `folded` changes: a byte of a Latin letter beyond ASCII or of a combining mark.
    package static func mayChange(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        // Checks eight bytes at a time, because most text is ASCII. Vectors cannot compare unsigned bytes on all
        // platforms.
        let raw = UnsafeRawBufferPointer(bytes)
        var place = 0
        while place + 8 <= raw.count {
            let word = raw.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            if word & 0x8080_8080_8080_8080 != 0, raw[place..<place + 8].contains(where: isLead) { return true }
            place += 8
        }
        return raw[place...].contains(where: isLead)
    }

    @inline(__always)
    private static func isLead(_ byte: UInt8) -> Bool {
        firstLead...lastLead ~= byte || byte == wideLead || byte == ligatureLead
    }

    /// The lead bytes of U+00C0 to U+036F: letters, then combining marks. `wideLead` is the lead byte of the letters up
    /// to U+1EFF, `ligatureLead` that of U+FB00 to U+FB06.
    private static let (firstLead, lastLead, wideLead): (UInt8, UInt8, UInt8) = (0xC3, 0xCD, 0xE1)
    private static let ligatureLead: UInt8 = 0xEF
    private static let ligatures: [StaticString] = ["ff", "fi", "fl", "ffi", "ffl", "st", "st"]

    /// Text in lower case, and Latin letters without diacritics: `muller` for `Müller`.
    ///
    /// - Parameter note: called for each output byte, with the range of UTF-8 bytes that it comes from. Combining marks
    ///   are dropped.
    package static func folded(
        _ bytes: UnsafeBufferPointer<UInt8>,
        noting note: (Range<Int>) -> Void = { _ in }
    ) -> [UInt8] {
        var folded: [UInt8] = []
        folded.reserveCapacity(bytes.count)
        func append(_ byte: UInt8, _ range: Range<Int>) {
            folded.append(byte)
            note(range)
        }
        var place = 0
        while place < bytes.count {
            let byte = bytes[place]
            var letters: UInt16?
            var length = 1
            if firstLead...lastLead ~= byte, place + 1 < bytes.count {
                let scalar = Int(byte & 0x1F) << 6 | Int(bytes[place + 1] & 0x3F)
                (letters, length) = (narrow[scalar - 0xC0], 2)
            } else if byte == wideLead, place + 2 < bytes.count, 0xB8...0xBB ~= bytes[place + 1] {
                let scalar = Int(bytes[place + 1] & 0x3F) << 6 | Int(bytes[place + 2] & 0x3F)
                (letters, length) = (wide[scalar - 0xE00], 3)
            } else if byte == ligatureLead, place + 2 < bytes.count, bytes[place + 1] == 0xAC,
                0x80...0x86 ~= bytes[place + 2]
            {
                ligatures[Int(bytes[place + 2] - 0x80)].withUTF8Buffer { letters in
                    for letter in letters { append(letter, place..<place + 3) }
                }
                place += 3
                continue
            }
            let range = place..<place + length
            switch letters {
            case mark: break
            case .some(let letters) where letters != 0:
                append(UInt8(letters & 0xFF), range)
                if letters > 0xFF { append(UInt8(letters >> 8), range) }
            default: for place in range { append(TextSearch.lower(bytes[place]), range) }
            }
            place = range.upperBound
        }
        return folded
    }

    /// The base letter of each scalar, or two letters, the second in the high byte; 0 if there is none.
    private static let narrow = table(0xC0...0x37F)
    private static let wide = table(0x1E00...0x1EFF)
    private static let mark = UInt16.max

    private static func table(_ scalars: ClosedRange<UInt32>) -> [UInt16] {
        scalars.map { value in
            guard let scalar = Unicode.Scalar(value) else { return 0 }
            if scalar.properties.generalCategory == .nonspacingMark { return mark }
            let letters = Array((latin(scalar) ?? "").utf8)
            guard let first = letters.first, letters.count <= 2 else { return 0 }
            return UInt16(first) | (letters.count == 2 ? UInt16(letters[1]) << 8 : 0)
        }
    }
}

/// Other scripts than Latin, letter by letter.
extension BaseLetters {
    /// The text in folded case, without accents and vowel points: `οδηγιες` for `Οδηγίες`, `черный` for `чёрный`. As in the
    /// root collation of Unicode, `й` is a letter of its own, and marks that make another letter stay (`が`, `कि`).
    package static func plain(_ text: String) -> String {
        var plain = ""
        for scalar in text.unicodeScalars { append(scalar, to: &plain) }
        return plain
    }

    /// What is sought, in folded case and without the points of Hebrew and Arabic, which may be there or not on either side;
    /// and whether it has no accents, so that it also stands for letters with them.
    package static func sought(_ bytes: [UInt8]) -> (text: String, isPlain: Bool) {
        let folded = FoldedText.folded(bytes)
        if bytes.allSatisfy({ $0 < 0x80 }) { return (folded, true) }
        let letters = String(folded.unicodeScalars.filter { !isPoint($0) })
        return !letters.isEmpty && plain(letters) == letters ? (letters, true) : (folded, false)
    }

    package static func append(_ scalar: Unicode.Scalar, to plain: inout String) {
        if scalar.isASCII {
            plain.unicodeScalars.append(Unicode.Scalar(TextSearch.lower(UInt8(truncatingIfNeeded: scalar.value))))
        } else if isAccent(scalar) {
            if scalar == breve, plain.unicodeScalars.last == "и" {
                plain.unicodeScalars.removeLast()
                plain += "й"
            }
        } else if isGreekOrCyrillic(scalar), let letter = letters[scalar] {
            plain += letter
        } else {
            plain += latin(scalar) ?? CaseFolding.folded(String(scalar))
        }
    }

    /// Building the table takes milliseconds, so other scripts do without it.
    private static func isGreekOrCyrillic(_ scalar: Unicode.Scalar) -> Bool {
        0x370...0x52F ~= scalar.value || 0x1F00...0x1FFF ~= scalar.value
    }

    private static let breve: Unicode.Scalar = "\u{306}"

    /// An accent, or a point of Hebrew or Arabic.
    private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x300, scalar.properties.generalCategory == .nonspacingMark else { return false }
        switch scalar.value {
        case 0x345: return false
        case 0x300...0x36F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF: return true
        default: return isPoint(scalar)
        }
    }

    private static func isPoint(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x591 && 10...35 ~= scalar.properties.canonicalCombiningClass.rawValue
    }

    /// The letters of Greek and Cyrillic that have an accent, in folded case without it.
    private static let letters: [Unicode.Scalar: String] = {
        var letters: [Unicode.Scalar: String] = [:]
        var plain: [Substring: Unicode.Scalar] = [:]
        var accented: [(scalar: Unicode.Scalar, words: [Substring])] = []
        let blocks: [ClosedRange<UInt32>] = [0x370...0x3FF, 0x1F00...0x1FFF]
        for value in blocks.joined() {
            // `GREEK SMALL LETTER ALPHA WITH TONOS`
            guard let scalar = Unicode.Scalar(value), let name = scalar.properties.name else { continue }
            let words = name.split(separator: " ")
            guard words.count > 3, words[0] == "GREEK", words[2] == "LETTER" else { continue }
            if words.count == 4, plain[words[3]] == nil { plain[words[3]] = scalar }
            if words.count > 5, words[4] == "WITH" { accented.append((scalar, words)) }
        }
        for (scalar, words) in accented {
            guard let letter = plain[words[3]] else { continue }
            // The iota below or beside a letter is one in folded case.
            letters[scalar] =
                CaseFolding.folded(String(letter)) + (words.last?.hasSuffix("GEGRAMMENI") == true ? "ι" : "")
        }
        for pair in cyrillic.split(separator: " ") {
            for pair in [String(pair), pair.uppercased()] {
                guard let accented = pair.unicodeScalars.first, let letter = pair.unicodeScalars.last else { continue }
                letters[accented] = CaseFolding.folded(String(letter))
            }
        }
        return letters
    }()

    /// Every Cyrillic letter that is canonically another with an accent, but `й`; Unicode adds no further ones.
    private static let cyrillic =
        "ѐе ёе ѓг їі ќк ѝи ўу ѷѵ ӂж ӑа ӓа ӗе ӛә ӝж ӟз ӣи ӥи ӧо ӫө ӭэ ӯу ӱу ӳу ӵч ӹы"
}
