/// The options that were given, by long name.
struct OptionValues: Sendable, Hashable {
    /// A flag that was given has the value "".
    private var given: [String: [String]] = [:]

    var isEmpty: Bool { given.isEmpty }

    func has(_ name: String) -> Bool { given[name] != nil }

    func flag(_ name: String) -> Bool { has(name) }

    /// The last value that was given.
    func option(_ name: String) -> String? { given[name]?.last }

    /// Every value that was given, in order.
    func options(_ name: String) -> [String] { given[name] ?? [] }

    mutating func add(_ value: String, for option: OptionSyntax) {
        if option.isRepeatable {
            given[option.long, default: []].append(value)
        } else {
            given[option.long] = [value]
        }
    }
}
