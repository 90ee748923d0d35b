/// A command line up to the cursor, split as bash or fish does.
///
/// These shells pass on what was typed, including quotes. In addition, readline splits words at `:` and `=` and
/// replaces only the last piece, so a candidate has to begin where that piece begins.
struct ShellLine: Sendable, Hashable {
    enum Quote: Sendable { case none, single, double }

    /// Without quotes. The last one is at the cursor and may be empty.
    private(set) var words: [String] = []
    /// The quote that is open at the cursor.
    private(set) var quote = Quote.none
    /// The part of the last word that is kept as typed; the shell replaces the rest.
    private(set) var kept = ""
    /// Whether the last word is the target of `>` or `<`.
    private(set) var isRedirection = false

    private var current: String?
    private let hasOperators: Bool

    /// The words of a text in which only quotes and backslashes are special.
    static func words(of text: String) -> [String] {
        let line = ShellLine(text, hasOperators: false)
        return line.current == nil ? line.words.dropLast() : line.words
    }

    /// - Parameters:
    ///   - breaks: the characters at which readline splits words.
    ///   - hasOperators: whether there are pipes, redirections and several commands.
    init(_ line: String, breaks: String = "", hasOperators: Bool = true) {
        self.hasOperators = hasOperators
        var rest = line.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch quote {
            case .single:
                if scalar == "'" { close(breaks, scalar) } else { append(scalar) }
            case .double:
                if scalar == "\"" {
                    close(breaks, scalar)
                } else if scalar == "\\", let next = rest.first, "$`\"\\".unicodeScalars.contains(next) {
                    append(next)
                    rest.removeFirst()
                } else {
                    append(scalar)
                }
            case .none:
                if scalar == "\\" {
                    if let next = rest.popFirst() { append(next) }
                } else {
                    readBare(scalar, breaks)
                }
            }
        }
        words.append(current ?? "")
    }

    private mutating func readBare(_ scalar: Unicode.Scalar, _ breaks: String) {
        switch scalar {
        case "'": open(.single)
        case "\"": open(.double)
        case " ", "\t", "\n": endWord()
        case ">" where hasOperators, "<" where hasOperators:
            // The `2` of `2>` is not a word.
            if current?.allSatisfy(\.isNumber) == true { current = nil }
            endWord()
            isRedirection = true
        case "|" where hasOperators, ";" where hasOperators, "&" where hasOperators:
            endWord()
            words = []
        default:
            append(scalar)
            if breaks.unicodeScalars.contains(scalar) { kept = current ?? "" }
        }
    }

    private mutating func append(_ scalar: Unicode.Scalar) { current = (current ?? "") + String(scalar) }

    private mutating func open(_ quote: Quote) {
        self.quote = quote
        current = current ?? ""
        kept = current ?? ""
    }

    private mutating func close(_ breaks: String, _ mark: Unicode.Scalar) {
        quote = .none
        kept = breaks.unicodeScalars.contains(mark) ? current ?? "" : ""
    }

    private mutating func endWord() {
        if let current {
            if !isRedirection { words.append(current) }
            isRedirection = false
        }
        current = nil
        kept = ""
    }
}
