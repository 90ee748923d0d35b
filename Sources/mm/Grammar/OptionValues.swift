/// The options given on the command line. There are few, so searching a list is cheaper than building a dictionary.
struct OptionValues: Sendable, Hashable {
    private struct Given: Sendable, Hashable {
        var name: String
        /// "" for a flag.
        var value: String
    }

    private var given: [Given] = []

    var isEmpty: Bool { given.isEmpty }

    func flag(_ option: OptionSyntax) -> Bool { given.contains { $0.name == option.long } }

    /// The last value given.
    func option(_ option: OptionSyntax) -> String? { given.last { $0.name == option.long }?.value }

    /// All values given, in order.
    func options(_ option: OptionSyntax) -> [String] { given.filter { $0.name == option.long }.map(\.value) }

    mutating func add(_ value: String, for option: OptionSyntax) {
        if !option.isRepeatable { given.removeAll { $0.name == option.long } }
        given.append(Given(name: option.long, value: value))
    }
}
