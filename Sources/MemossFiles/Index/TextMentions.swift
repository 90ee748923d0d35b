internal import Bytes

/// The tags in texts that match a filter, and the bases of the folder: collected while the folder is read.
struct TextMentions: Sendable {
    struct Text: Sendable, Hashable {
        /// The names of the tags.
        var names: [TagName]
        /// The note, if it may have a base.
        var path: String?
    }

    /// Which tags were collected.
    let filter: TextTagFilter
    /// The texts that have such a tag, or may have a base.
    let texts: [Text]
    /// The paths of the `.base` files.
    let bases: [String]

    /// Whether the filter includes all tags of another one.
    func cover(_ other: TextTagFilter) -> Bool {
        guard let names = filter.names else { return true }
        return other.names?.allSatisfy { name in names.contains { $0 == name || name.starts(with: $0 + [Ascii.slash]) }
        } ?? false
    }
}
