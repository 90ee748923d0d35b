/// The stable identifiers of the problems that `mm check` reports; scripts rely on them.
public enum ProblemID: String, Sendable, CaseIterable {
    // The file
    case unreadableFile = "unreadable-file"
    case incompleteListing = "incomplete-listing"
    case invalidUTF8 = "invalid-utf8"
    case conflictCopy = "conflict-copy"
    case foreignEncoding = "foreign-encoding"
    // Front matter
    case gitConflict = "git-conflict"
    case unclosedFrontMatter = "unclosed-front-matter"
    case frontMatterTooLarge = "front-matter-too-large"
    case nestingTooDeep = "nesting-too-deep"
    case invalidYAML = "invalid-yaml"
    case undefinedAlias = "undefined-alias"
    case secondDocument = "second-document"
    case notAMapping = "not-a-mapping"
    case duplicateKey = "duplicate-key"
    // Values
    case invalidID = "invalid-id"
    case duplicateID = "duplicate-id"
    case invalidTitle = "invalid-title"
    case emptyTitle = "empty-title"
    case invalidTags = "invalid-tags"
    case invalidDate = "invalid-date"
    case unknownTimeZone = "unknown-time-zone"
    case invalidRecurrence = "invalid-recurrence"
    case untilBeforeScheduled = "until-before-scheduled"
    case offPattern = "off-pattern"
    case ruleGap = "rule-gap"
    case invalidValue = "invalid-value"
    case unknownKey = "unknown-key"
    // Tags
    case commentedTag = "commented-tag"
    case unknownTag = "unknown-tag"
    case tagSpelling = "tag-spelling"
    // What other tools read differently
    case blankSeparatedTags = "blank-separated-tags"
    case foreignKey = "foreign-key"
    case textTag = "text-tag"
    // The registry
    case invalidRegistry = "invalid-registry"
    case duplicateTag = "duplicate-tag"
    case invalidColor = "invalid-color"
    // The journal of mm
    case unfinishedEdit = "unfinished-edit"

    package var severity: Problem.Severity {
        switch self {
        case .conflictCopy, .commentedTag, .unknownTag, .tagSpelling, .duplicateID, .invalidTags, .untilBeforeScheduled,
            .offPattern, .ruleGap, .emptyTitle, .unknownKey, .blankSeparatedTags, .foreignEncoding:
            .warning
        case .foreignKey, .textTag, .unfinishedEdit: .note
        default: .error
        }
    }
}
