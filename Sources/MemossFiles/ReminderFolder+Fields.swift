extension ReminderFolder {
    /// The keys of a file's front matter, in file order.
    ///
    /// - Throws: a `MemossError` if the file cannot be read.
    package func keys(of path: String) throws(MemossError) -> [String] {
        let contents = try contents(of: path)
        guard let document = (try? FrontMatter.read(contents.bytes))?.document else { return [] }
        return document.entries.map { document.text(of: $0.key) }
    }

    /// A reminder or note as its file currently says, as far as the file can be read.
    ///
    /// - Throws: a `MemossError` if the file cannot be read at all.
    package func reminder(at path: String) throws(MemossError) -> Reminder? {
        ReminderDecoder.decode(try contents(of: path).bytes, path: path).reminder
    }

    /// A validated edit that sets a key.
    ///
    /// - Throws: a `ParseError` if the value is invalid for the key.
    package func setting(_ key: String, to text: String) throws(ParseError) -> FieldChange {
        try FieldChange(setting: key, to: text, zones: zones)
    }
}
