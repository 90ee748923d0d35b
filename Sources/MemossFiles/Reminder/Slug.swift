/// A title as the name of a file: lower-case ASCII letters and digits, and a dash between words.
///
/// Latin letters lose their marks (`é`, `ø`, `ß`, full-width ones too), digits of every script become ASCII, and all else
/// parts words; so no title gives a hidden file, a path, or what a shell would read as an option. Nothing is left of a
/// title in another script: a transliteration that nobody there would use says less than none.
package struct Slug: Sendable, Hashable {
    /// At most 80 bytes; empty where the title has neither a Latin letter nor a digit.
    package let text: String

    /// Names are cut at a word. A file system takes 255 bytes, and a listing is read by people.
    static let limit = 80

    package init(_ title: String) {
        var text = ""
        for word in Slug.words(of: title) {
            let more = text.isEmpty ? word : "-" + word
            guard text.utf8.count + more.utf8.count <= Slug.limit else {
                // A first word that is too long by itself is no reason for a name of nothing.
                if text.isEmpty { text = String(decoding: word.utf8.prefix(Slug.limit), as: UTF8.self) }
                break
            }
            text += more
        }
        self.text = text
    }

    /// The name of a file without `.md`.
    ///
    /// - Parameter kind: `reminder` or `note`: the name where the title gives none, and added to one that Windows keeps
    ///   for a device, since folders are shared.
    package func stem(of kind: String) -> String {
        if text.isEmpty { return kind }
        return Slug.devices.contains(text) ? "\(text)-\(kind)" : text
    }

    private static let devices: Set<String> = {
        let numbered = (0...9).flatMap { ["com\($0)", "lpt\($0)"] }
        return Set(["con", "prn", "aux", "nul"] + numbered)
    }()

    // MARK: Letters

    private static func words(of title: String) -> [String] {
        var words = [""]
        for scalar in title.unicodeScalars {
            switch reading(of: scalar) {
            case .letters(let letters): words[words.count - 1] += letters
            case .nothing: break
            case .gap: if words.last?.isEmpty == false { words.append("") }
            }
        }
        return words.filter { !$0.isEmpty }
    }

    private enum Reading {
        case letters(String)
        /// A mark on the letter before it, or an invisible character: the word goes on.
        case nothing
        case gap
    }

    private static func reading(of scalar: Unicode.Scalar) -> Reading {
        if scalar.isASCII {
            let isWord = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            // It's one word.
            return isWord ? .letters(scalar.properties.lowercaseMapping) : scalar == "'" ? .nothing : .gap
        }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return .nothing
        case .decimalNumber: return scalar.properties.numericValue.map { .letters(String(Int($0))) } ?? .gap
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter: return latin(scalar).map(Reading.letters) ?? .gap
        case .finalPunctuation where scalar == "\u{2019}": return .nothing
        default: return .gap
        }
    }

    /// The letters of a Latin letter without its marks. Its name in Unicode says them: `LATIN SMALL LETTER O WITH STROKE`.
    private static func latin(_ scalar: Unicode.Scalar) -> String? {
        guard let name = scalar.properties.name else { return nil }
        var words = name.split(separator: " ")[...]
        if words.first == "FULLWIDTH" { words = words.dropFirst() }
        guard words.count > 3, words.removeFirst() == "LATIN", ["SMALL", "CAPITAL"].contains(words.removeFirst()),
            ["LETTER", "LIGATURE"].contains(words.removeFirst())
        else { return nil }
        let letters = words.prefix { $0 != "WITH" }.joined(separator: " ")
        if let spelled = spelled[letters] { return spelled }
        let isShort = letters.utf8.count <= 3 && letters.utf8.allSatisfy { $0 >= 0x41 && $0 <= 0x5A }
        return isShort ? letters.lowercased() : nil
    }

    /// Letters that have names of their own.
    private static let spelled = [
        "SHARP S": "ss", "THORN": "th", "ETH": "d", "ENG": "ng", "EZH": "zh", "ESH": "sh", "SCHWA": "e", "LONG S": "s",
        "DOTLESS I": "i", "DOTLESS J": "j",
    ]
}
