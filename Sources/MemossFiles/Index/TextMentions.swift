/// The texts with tags that begin like some names, and the bases of the folder, found while it was read for something else.
struct TextMentions: Sendable {
    /// What was looked for.
    let filter: TextTagFilter
    /// For each text with such tags, their names.
    let texts: [[TagName]]
    let bases: [String]

    /// Whether all tags were looked for that begin like these.
    func cover(_ other: TextTagFilter) -> Bool {
        guard let beginnings = filter.beginnings else { return true }
        return other.beginnings?.allSatisfy { name in beginnings.contains { name.starts(with: $0) } } ?? false
    }
}
