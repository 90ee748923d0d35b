/// The kind of value that completion offers for an argument or an option.
enum Completion: Sendable, Hashable {
    case none
    case file
    case directory
    case tag
    case reminder
    case query
    /// The `@name` of a query, in place of a term.
    case queryName
    case timezone
    /// A key of the configuration, with the names of aliases and queries.
    case configurationKey
    case words([String])
    /// One of these words or a key of the files, after a `-`; several are separated by commas.
    case keys([String])
    /// The title of a new reminder: words of a date or a rule after `@`, a tag after `+`.
    case capture
}
