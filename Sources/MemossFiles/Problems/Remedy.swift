/// What can be done about an error or a problem: a value, which each front end puts into its own words.
///
/// Dates are written as in a file, paths lead from the root of the folder.
public enum Remedy: Sendable, Hashable {
    /// Doing the same again: what stood in the way passes.
    case retry
    /// Nothing: the edit that was interrupted is finished or taken back at the next look at the folder.
    case recover
    /// Opening the file in an editor.
    case openInEditor
    /// Another place for a new file.
    case choosePath
    /// Naming the time zone.
    case nameTimeZone

    // MARK: Steps

    case complete(path: String)
    /// - Parameter occurrence: of a series; nil is the last that was completed.
    case reopen(path: String, occurrence: String?)
    /// The same step, of this occurrence.
    case reopenOccurrence(String)
    /// - Parameter isNote: the file has to become a reminder first, which a date makes of it.
    case setDate(path: String, isNote: Bool)
    /// The same step, of one of several occurrences in a day.
    ///
    /// - Parameter rest: how to see them all, where these are only the first.
    case chooseOccurrence([String], rest: RuleRange?)

    // MARK: Selectors

    /// Of the reminders that a selector means, `count` more than were named: a query that finds them.
    case listOthers(count: Int, query: [String])

    // MARK: Tags

    case respell(tag: String, as: String)
    case recolor(tag: String, as: String)
    case merge(tag: String, into: String)
    /// A rename without keeping the old name.
    case dropAlias
}

extension Remedy {
    /// The occurrences of a rule within a day.
    public struct RuleRange: Sendable, Hashable {
        public var rule: String
        public var start: String
        /// What comes before the day; nil where the rule starts in it.
        public var after: String?
        public var until: String
        public var count: Int
        /// That of the reminder; nil is the user's.
        public var zone: String?
        /// How many of them were not named.
        public var unnamed: Int

        public init(
            rule: String,
            start: String,
            after: String?,
            until: String,
            count: Int,
            zone: String?,
            unnamed: Int
        ) {
            (self.rule, self.start, self.after, self.until) = (rule, start, after, until)
            (self.count, self.zone, self.unnamed) = (count, zone, unnamed)
        }
    }
}
