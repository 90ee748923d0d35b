/// A file name derived from a title: lower-case ASCII letters and digits, with dashes between words.
///
/// Latin letters lose their diacritics (`é`, `ø`, `ß`, full-width forms too), digits of every script become ASCII, and
/// everything else separates words. So no title yields a hidden file, a path, or a name that a program would take for
/// an option. Titles in other scripts yield nothing: a transliteration that no reader would use is worse than none.
package struct Slug: Sendable, Hashable {
    /// At most 80 bytes; empty if the title has no Latin letter and no digit.
    package let text: String

    /// Slugs end at a word boundary below this length. File systems allow 255 bytes, but people read listings.
    static let limit = 80

    package init(_ title: String) {
        var text = ""
        for word in Slug.words(of: title) {
            let more = text.isEmpty ? word : "-" + word
            guard text.utf8.count + more.utf8.count <= Slug.limit else {
                // A first word that exceeds the limit is truncated rather than dropped.
                if text.isEmpty { text = String(decoding: word.utf8.prefix(Slug.limit), as: UTF8.self) }
                break
            }
            text += more
        }
        self.text = text
    }

    /// The name of a file without `.md`.
    ///
    /// - Parameter kind: `reminder` or `note`: the name if the title yields none, and the suffix of a name that Windows
    ///   reserves for a device, since folders may be shared.
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
        /// A combining mark or an invisible character: the word continues.
        case nothing
        case gap
    }

    private static func reading(of scalar: Unicode.Scalar) -> Reading {
        if scalar.isASCII {
            let isWord = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            // An apostrophe does not split a word: "it's".
            return isWord ? .letters(scalar.properties.lowercaseMapping) : scalar == "'" ? .nothing : .gap
        }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return .nothing
        case .decimalNumber: return scalar.properties.numericValue.map { .letters(String(Int($0))) } ?? .gap
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter:
            return BaseLetters.latin(scalar).map(Reading.letters) ?? .gap
        case .finalPunctuation where scalar == "\u{2019}": return .nothing
        default: return .gap
        }
    }
}
