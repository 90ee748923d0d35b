internal import Bytes

/// The tags in texts that match a filter, and the bases of the folder: collected while the folder is read.
struct TextMentions: Sendable {
    /// Which tags were collected.
    let filter: TextTagFilter
    /// The names of the tags in each text that has any.
    let texts: [[TagName]]
    let bases: [String]

    /// Whether the filter includes all tags of another one.
    func cover(_ other: TextTagFilter) -> Bool {
        guard let names = filter.names else { return true }
        return other.names?.allSatisfy { name in names.contains { $0 == name || name.starts(with: $0 + [Ascii.slash]) }
        } ?? false
    }
}
