import MemossFiles

/// Git that only reads: without the programs that the repository's own settings name.
extension GitProgram {
    /// No objects from a remote repository, whose address may be a command; no update of the index, after which a hook runs.
    static let readingVariables = "GIT_NO_LAZY_FETCH=1 GIT_ALLOW_PROTOCOL= GIT_OPTIONAL_LOCKS=0 \(nothing)= "
    private static let nothing = "MM_GIT_NOTHING"

    private static let readingSettings = [
        "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "log.showSignature=false",
    ]

    /// The commands that may run a filter.
    private static let filtering: Set = ["diff", "status", "cat-file", "hash-object"]
    /// The commands that may compare with a program.
    private static let comparing: Set = ["diff", "log"]

    /// The settings and arguments with which a command runs no foreign program.
    func reading(_ arguments: [String]) throws(MemossError) -> (settings: [String], arguments: [String]) {
        let command = Self.name(of: arguments)
        var (settings, arguments) = (Self.readingSettings, arguments)
        if Self.filtering.contains(command) {
            for filter in try ownFilters() {
                settings += ["clean", "smudge", "process"].map { "--config-env=filter.\(filter).\($0)=\(Self.nothing)" }
                settings.append("--config-env=filter.\(filter).required=\(Self.nothing)")
            }
        }
        if Self.comparing.contains(command), let place = arguments.firstIndex(of: command) {
            arguments.insert(contentsOf: ["--no-ext-diff", "--no-textconv"], at: place + 1)
        }
        return (settings, arguments)
    }

    /// The filters that the repository's own settings name.
    func ownFilters() throws(MemossError) -> [String] {
        let found = try run(["config", "--show-scope", "--name-only", "-z", "--list"], capturesErrors: false)
        let parts = found.bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        let names = stride(from: 0, to: parts.count - 1, by: 2).compactMap { place -> String? in
            guard ["local", "worktree"].contains(parts[place]), parts[place + 1].hasPrefix("filter.") else { return nil }
            return parts[place + 1].split(separator: ".").dropFirst().dropLast().joined(separator: ".")
        }
        return Set(names).sorted()
    }
}
