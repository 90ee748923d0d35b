/// The options that were given, by long name. A list: there are few, and a dictionary costs more to start than to search.
struct OptionValues: Sendable, Hashable {
    private struct Given: Sendable, Hashable {
        var name: String
        /// "" for a flag.
        var value: String
    }

    private var given: [Given] = []

    var isEmpty: Bool { given.isEmpty }

    func flag(_ name: String) -> Bool { given.contains { $0.name == name } }

    /// The last value that was given.
    func option(_ name: String) -> String? { given.last { $0.name == name }?.value }

    /// Every value that was given, in order.
    func options(_ name: String) -> [String] { given.filter { $0.name == name }.map(\.value) }

    mutating func add(_ value: String, for option: OptionSyntax) {
        if !option.isRepeatable { given.removeAll { $0.name == option.long } }
        given.append(Given(name: option.long, value: value))
    }
}
