/// Keys that arrive at once in a list. Either they are keys, from a script or from fast fingers, or text that was pasted on a
/// terminal that does not mark pastes, whose letters must not act on the list.
///
/// They are text if a line of at least four different characters ends among them, and the first is not a key after which
/// people type: `aMilk` and Return add milk.
struct KeyBurst {
    private(set) var keys: [Key]
    /// Whether they are text.
    private(set) var isText = false
    /// Whether they are keys, and more need not be read.
    private var isKeys = false

    /// How many bytes must follow the first.
    static let fewest = 3
    private static let openers: Set<Key> = ["a", "/", ":", "S", "r", "t"]

    /// - Returns: nil if no text begins with this key.
    init?(_ first: Key) {
        guard case .character = first, !Self.openers.contains(first) else { return nil }
        keys = [first]
    }

    /// Whether it is known what they are.
    var isDecided: Bool { isText || isKeys }

    mutating func add(_ new: [Key]) {
        for key in new where !isDecided {
            switch key {
            case .character, .tab: break
            case .enter:
                let different = Set(keys).subtracting([.tab])
                (isText, isKeys) = (different.count > Self.fewest, different.count <= Self.fewest)
            default: isKeys = true
            }
        }
        keys += new
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
