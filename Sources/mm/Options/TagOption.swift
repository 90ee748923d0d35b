import MemossFiles

extension Invocation {
    /// The tags given with a repeatable option, also with `#`, or with `+` as in a line. A value can contain several tags
    /// separated by commas.
    ///
    /// - Throws: a usage error for an invalid name. Empty items are ignored, unless the value has no other items.
    func tags(_ option: OptionSyntax) throws(MemossError) -> [TagName] {
        var tags: [TagName] = []
        for text in options(option) {
            let items = text.utf8.split(separator: UInt8(ascii: ",")).map { item in
                let tag = TagName.withoutMark(String(Substring(item)))
                return tag.hasPrefix("+") ? String(tag.dropFirst()) : tag
            }
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
