/// What can be done about an error or a problem: a value, which each front end puts into its own words.
///
/// Dates are spelled as in files; paths are relative to the root of the folder.
package enum Remedy: Sendable, Hashable {
    /// Retry: the cause is temporary.
    case retry
    /// Bring the files of an edit back to what they were after it: edits are undone one after another, the newest first.
    case restoreAsEdited(paths: [String])
    /// Bring the files of an undone edit back to what they were before it.
    case restoreAsUndone(paths: [String])
    /// Nothing: the next operation on the folder completes or rolls back the interrupted edit.
    case recover
    /// Open the file in an editor.
    case openInEditor
    /// Merge the conflict copy at this path into its original, or the two sides of the file.
    case mergeVersions(path: String)
    /// Choose another path for the new file.
    case choosePath
    /// Specify the time zone.
    case nameTimeZone

    // MARK: Steps

    /// Complete the reminder at this path.
    case complete(path: String)
    /// Complete or skip this occurrence of a series ahead of its time.
    case stepAhead(path: String, occurrence: String, isSkip: Bool)
    /// - Parameter occurrence: an occurrence of a series; nil means the one completed last.
    case reopen(path: String, occurrence: String?)
    /// Reopen this occurrence with the same command.
    case reopenOccurrence(String)
    /// Give the key of a series the date of an occurrence that the series has moved on from, or record that occurrence.
    case moveBack(path: String, key: String, date: String, occurrence: String)
    /// - Parameter isNote: the file is a note; setting a date makes it a reminder.
    case setDate(path: String, isNote: Bool)
    /// Set the date of a key by words, which only a command reads.
    case setInWords(path: String, key: String, words: String)
    /// Repeat the step for one of several occurrences on the same day.
    ///
    /// - Parameter rest: how to list the remaining occurrences, if these are only the first.
    case chooseOccurrence([String], rest: RuleRange?)

    // MARK: Selectors

    /// The selector matches `count` more reminders than were named: a query that lists them.
    case listOthers(count: Int, query: [String])

    // MARK: Tags

    /// Rename the tag to another spelling of its name.
    case respell(tag: String, as: String)
    /// Give the tag this colour.
    case recolor(tag: String, as: String)
    /// Merge the tag into another one, as it was to be renamed: with or without its name as an alias, and in texts too.
    case merge(tag: String, into: String, keepsAlias: Bool, inTexts: Bool)
    /// Write the current names of tags in all files.
    case settleTags
    /// Rename without keeping the old name as an alias.
    case dropAlias
}

extension Remedy {
    /// The occurrences of a rule on one day.
    package struct RuleRange: Sendable, Hashable {
        /// The rule as in a file.
        package var rule: String
        /// The date that the rule starts from.
        package var start: String
        /// The end of the previous day; nil if the rule starts on this day.
        package var after: String?
        /// The end of the day.
        package var until: String
        /// How many occurrences to list.
        package var count: Int
        /// The time zone of the reminder; nil for the user's.
        package var zone: String?
        /// How many of the occurrences were not named.
        package var unnamed: Int

        /// A range of occurrences; see the properties.
        package init(
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
