import MemossFiles

/// A key and its value in one word, as in other programs: `priority=high`.
struct KeyAndValue: Sendable, Equatable {
    let key: String
    let value: String

    /// Keys whose options have other names.
    private static let names = ["tags": "tag", "timezone": "zone"]

    /// The name of the option that would set the key.
    var option: String {
        let known = KnownKey.words.first { $0.rawValue == key }
        return Self.names[key] ?? known.map { (OptionSyntax.flags[$0]?.on ?? OptionSyntax($0)).long } ?? key
    }

    init?(_ word: String) {
        let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, parts[0].first?.isLetter == true,
            parts[0].allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" })
        else { return nil }
        (key, value) = (parts[0], parts[1])
    }

    /// The key and the value as two words.
    var spelled: String { "\(key) \(value.shellWord)" }
}
