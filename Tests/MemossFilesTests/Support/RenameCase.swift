/// A case in `fixtures/rename/*.cases`.
struct RenameCase: CustomStringConvertible, Sendable {
    var name: String
    var old: String
    var new: String
    var before: [UInt8]
    var expectation: FixtureCase.Expectation

    var description: String { name }

    static let files = [
        "anchors", "block", "case-only", "collisions", "combined", "comma", "flow", "hostile", "keys", "line-ends",
        "look-alikes", "nested", "quoting", "unicode", "wild",
    ]

    /// The cases of all files, read once.
    static let all = Result { try files.flatMap(load) }

    static func load(_ file: String) throws -> [RenameCase] {
        try FixtureCase.load("rename/\(file).cases").map { one in
            let names = FixtureCase.split(one.argument, at: " -> ")
            return RenameCase(
                name: one.name,
                old: try FixtureCase.text(names.0),
                new: try FixtureCase.text(names.1),
                before: one.before,
                expectation: one.expectation
            )
        }
    }
}
