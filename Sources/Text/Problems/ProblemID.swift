/// The stable identifiers of the problems that `mm check` reports; scripts rely on them.
package enum ProblemID: String, Sendable, CaseIterable {
    // The file
    /// The file or directory cannot be read.
    case unreadableFile = "unreadable-file"
    /// A directory could not be listed completely.
    case incompleteListing = "incomplete-listing"
    /// The front matter is not UTF-8.
    case invalidUTF8 = "invalid-utf8"
    /// A synchronisation program left a second version of the file.
    case conflictCopy = "conflict-copy"
    /// The path is a further name of another file.
    case otherName = "other-name"
    /// Another path is the same where case does not count.
    case pathCase = "path-case"
    /// The file is UTF-16 or UTF-32.
    case foreignEncoding = "foreign-encoding"
    /// The attributes of the folder name a merge driver that git does not have here.
    case missingMergeDriver = "missing-merge-driver"
    // Front matter
    /// The beginning of the file looks like front matter, but is not.
    case misplacedFrontMatter = "misplaced-front-matter"
    /// The file has conflict markers of a merge.
    case gitConflict = "git-conflict"
    /// The closing `---` is missing.
    case unclosedFrontMatter = "unclosed-front-matter"
    /// The front matter exceeds the limit.
    case frontMatterTooLarge = "front-matter-too-large"
    /// Collections are nested too deeply.
    case nestingTooDeep = "nesting-too-deep"
    /// The front matter is not valid YAML.
    case invalidYAML = "invalid-yaml"
    /// A YAML alias has no anchor.
    case undefinedAlias = "undefined-alias"
    /// The front matter has more than one YAML document.
    case secondDocument = "second-document"
    /// The front matter is not a mapping of keys to values.
    case notAMapping = "not-a-mapping"
    /// A key occurs twice.
    case duplicateKey = "duplicate-key"
    // Values
    /// The id cannot be used.
    case invalidID = "invalid-id"
    /// Another file has the same id.
    case duplicateID = "duplicate-id"
    /// The title is not text.
    case invalidTitle = "invalid-title"
    /// The title has no visible character.
    case emptyTitle = "empty-title"
    /// The value of `tags` is not a list of names.
    case invalidTags = "invalid-tags"
    /// A date cannot be read.
    case invalidDate = "invalid-date"
    /// The time zone is not in the database.
    case unknownTimeZone = "unknown-time-zone"
    /// The rule cannot be read.
    case invalidRecurrence = "invalid-recurrence"
    /// The series ends before it begins.
    case untilBeforeScheduled = "until-before-scheduled"
    /// The date is not an occurrence of the rule.
    case offPattern = "off-pattern"
    /// The occurrence that the date was moved from is not one of the rule, and may be where the series began.
    case placeOffPattern = "place-off-pattern"
    /// The rule leaves an unusually long gap.
    case ruleGap = "rule-gap"
    /// The value is not valid for its key.
    case invalidValue = "invalid-value"
    /// An alarm counts from a date that the reminder does not have.
    case alarmWithoutDate = "alarm-without-date"
    /// A series has no date to begin on.
    case ruleWithoutDate = "rule-without-date"
    /// A key is probably misspelt.
    case unknownKey = "unknown-key"
    // Tags
    /// A tag after `#` is a YAML comment.
    case commentedTag = "commented-tag"
    /// The tag is not in the registry.
    case unknownTag = "unknown-tag"
    /// The tag is spelled differently in the registry.
    case tagSpelling = "tag-spelling"
    /// The file has a former name of a tag.
    case formerTag = "former-tag"
    // What other tools read differently
    /// Other tools split this value at blanks.
    case blankSeparatedTags = "blank-separated-tags"
    /// Other tools read this key.
    case foreignKey = "foreign-key"
    /// Other tools read a tag in the body.
    case textTag = "text-tag"
    /// The program that the folder is shared with does not list the reminder.
    case unsharedTask = "unshared-task"
    /// The program that the folder is shared with cannot read the rule.
    case unsharedRule = "unshared-rule"
    // The registry
    /// The registry cannot be read.
    case invalidRegistry = "invalid-registry"
    /// The registry has a name twice.
    case duplicateTag = "duplicate-tag"
    /// The colour cannot be read.
    case invalidColor = "invalid-color"
    /// A date that is midnight in UTC: perhaps a whole day.
    case midnightUTC = "midnight-utc"
    // The machine
    /// The data of a time zone lack a recent change.
    case outdatedTimeZone = "outdated-time-zone"
    /// The configuration has a password or token sent without encryption.
    case unencryptedSecret = "unencrypted-secret"
    // The journal of mm
    /// An editor session was interrupted, and its text is kept.
    case unfinishedEdit = "unfinished-edit"

    /// The severity of every problem with this id.
    package var severity: Problem.Severity {
        switch self {
        case .conflictCopy, .commentedTag, .unknownTag, .tagSpelling, .duplicateID, .invalidTags, .untilBeforeScheduled,
            .offPattern, .ruleGap, .emptyTitle, .unknownKey, .alarmWithoutDate, .ruleWithoutDate, .blankSeparatedTags,
            .foreignEncoding,
            .misplacedFrontMatter, .outdatedTimeZone, .unencryptedSecret, .unsharedTask, .unsharedRule:
            .warning
        case .foreignKey, .textTag, .unfinishedEdit, .missingMergeDriver, .formerTag, .midnightUTC, .pathCase,
            .otherName, .placeOffPattern:
            .note
        default: .error
        }
    }
}
