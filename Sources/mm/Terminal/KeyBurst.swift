/// Keys that arrive at once in a list. Either they are keys, from a script or from fast fingers, or text that was pasted on a
/// terminal that does not mark pastes, whose letters must not act on the list.
///
/// They are text if a line of at least four different characters ends among them. But `aMilk` and Return add milk, also after keys
/// that only move the cursor. What is typed ahead after `q` or `e` is left for the shell or the editor.
struct KeyBurst {
    private(set) var keys: [Key]
    /// Whether they are text.
    private(set) var isText = false
    /// Whether they are keys, and more need not be read.
    private var isKeys = false

    /// How many bytes must follow the first.
    static let fewest = 3
    /// Keys after which people type: on the input line, or to the shell or the editor, which get the terminal then.
    private static let openers: Set<Key> = ["a", "/", ":", "S", "r", "t", "q", "e"]
    /// Keys that change nothing.
    private static let moves: Set<Key> = ["j", "k", "g", "G", "h", "l", "1", "2", "3", "4", "5"]

    /// - Returns: nil if no text begins with this key.
    init?(_ first: Key) {
        guard case .character = first, !Self.openers.contains(first) else { return nil }
        keys = [first]
    }

    /// Whether it is known what they are.
    var isDecided: Bool { isText || isKeys }

    mutating func add(_ new: [Key]) {
        for key in new {
            if !isDecided { decide(key) }
            keys.append(key)
        }
    }

    private mutating func decide(_ key: Key) {
        switch key {
        case .character: isKeys = Self.openers.contains(key) && keys.allSatisfy(Self.moves.contains)
        case .tab: break
        case .enter:
            let different = Set(keys).subtracting([.tab])
            (isText, isKeys) = (different.count > Self.fewest, different.count <= Self.fewest)
        default: isKeys = true
        }
    }

    /// The text, with its line breaks.
    var text: String {
        keys.map { key -> String in
            switch key {
            case .character(let character): String(character)
            case .enter: "\n"
            case .tab: " "
            default: ""
            }
        }.joined()
    }
}
