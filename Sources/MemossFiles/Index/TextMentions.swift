/// The tags in texts that match a filter, and the bases of the folder: collected while the folder is read.
struct TextMentions: Sendable {
    /// Which tags were collected.
    let filter: TextTagFilter
    /// The names of the tags in each text that has any.
    let texts: [[TagName]]
    let bases: [String]

    /// Whether the filter includes all tags of another one.
    func cover(_ other: TextTagFilter) -> Bool {
        guard let beginnings = filter.beginnings else { return true }
        return other.beginnings?.allSatisfy { name in beginnings.contains { name.starts(with: $0) } } ?? false
    }
}
