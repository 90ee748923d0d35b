/// The options given on the command line. There are few, so searching a list is cheaper than building a dictionary.
struct OptionValues: Sendable, Hashable {
    private struct Given: Sendable, Hashable {
        var name: String
        /// "" for a flag.
        var value: String
        /// Whether the value was omitted, and the user is to be asked for it.
        var isBare = false
    }

    private var given: [Given] = []

    func flag(_ option: OptionSyntax) -> Bool { given.contains { $0.name == option.long } }

    /// Whether the option was given without its value.
    func isBare(_ option: OptionSyntax) -> Bool { given.contains { $0.name == option.long && $0.isBare } }

    /// The last value given.
    func option(_ option: OptionSyntax) -> String? { given.last { $0.name == option.long && !$0.isBare }?.value }

    /// All values given, in order.
    func options(_ option: OptionSyntax) -> [String] {
        given.filter { $0.name == option.long && !$0.isBare }.map(\.value)
    }

    mutating func addBare(_ option: OptionSyntax) {
        given.append(Given(name: option.long, value: "", isBare: true))
    }

    mutating func add(_ value: String, for option: OptionSyntax) {
        if !option.isRepeatable { given.removeAll { $0.name == option.long } }
        given.append(Given(name: option.long, value: value))
    }
}
