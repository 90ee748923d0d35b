import MemossFiles

extension Invocation {
    /// The tags of a repeatable option: with or without `#`, several in one value parted by commas, as in a text of `tags`.
    ///
    /// - Throws: wrong usage for what is no tag's name. Empty items are ignored beside others; a value of nothing else is
    ///   an empty name.
    func tags(_ option: OptionSyntax) throws(MemossError) -> [TagName] {
        var tags: [TagName] = []
        for text in options(option) {
            let items = text.utf8.split(separator: UInt8(ascii: ",")).map { TagName.withoutMark(String(Substring($0))) }
            let named = items.filter { !$0.isEmpty }
            for item in named.isEmpty ? [""] : named {
                tags.append(
                    try read(item, of: option.name) { (text: String) throws(ParseError) in
                        try TagName(validating: text)
                    }
                )
            }
        }
        return tags
    }
}
