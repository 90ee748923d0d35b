/// The tags of a line as `TagName`, which checks them.
extension CaptureLine {
    /// Those that are valid.
    package var tagNames: [TagName] { tags.compactMap { try? TagName(validating: $0) } }

    /// The first fault of the line, also of a tag.
    package var fault: ParseError? {
        if let fault = faults.first { return fault }
        for phrase in phrases where phrase.part == .tag {
            for tag in phrase.tags {
                do throws(ParseError) {
                    _ = try TagName(validating: tag)
                } catch {
                    return ParseError(
                        error.message,
                        suggestion: error.suggestion,
                        offset: phrase.range.lowerBound,
                        length: phrase.range.count
                    )
                }
            }
        }
        return nil
    }
}
