/// The options that were given. A list: there are few, and a dictionary costs more to start than to search.
struct OptionValues: Sendable, Hashable {
    private struct Given: Sendable, Hashable {
        var name: String
        /// "" for a flag.
        var value: String
    }

    private var given: [Given] = []

    var isEmpty: Bool { given.isEmpty }

    func flag(_ option: OptionSyntax) -> Bool { given.contains { $0.name == option.long } }

    /// The last value that was given.
    func option(_ option: OptionSyntax) -> String? { given.last { $0.name == option.long }?.value }

    /// Every value that was given, in order.
    func options(_ option: OptionSyntax) -> [String] { given.filter { $0.name == option.long }.map(\.value) }

    mutating func add(_ value: String, for option: OptionSyntax) {
        if !option.isRepeatable { given.removeAll { $0.name == option.long } }
        given.append(Given(name: option.long, value: value))
    }
}
