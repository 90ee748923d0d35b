extension ReminderFolder {
    /// The keys of a file's front matter, in file order.
    ///
    /// - Throws: a `MemossError` if the file cannot be read.
    package func keys(of path: String) throws(MemossError) -> [String] {
        let contents = try contents(of: path)
        guard let document = (try? FrontMatter.read(contents.bytes, names: settings().names))?.document else {
            return []
        }
        return document.entries.map { document.text(of: $0.key) }
    }

    /// The current state of a reminder or note, as far as its file can be read.
    ///
    /// - Throws: a `MemossError` if the file cannot be read at all.
    package func reminder(at path: String) throws(MemossError) -> Reminder? {
        ReminderDecoder.decode(try contents(of: path).bytes, path: path, registry: registry()).reminder
    }

    /// Files that cannot be read and may match a query: a file that does not contain its tag cannot.
    ///
    /// - Parameter snapshot: a snapshot of this folder.
    package func unreadableFiles(in snapshot: Snapshot, matching query: Query) -> [SkippedFile] {
        guard !snapshot.unreadable.isEmpty else { return [] }
        let files = UnreadableFiles(in: EditContext(snapshot, files: memoss, zones: zones))
        guard let tag = query.requiredTags.first.map(snapshot.registry.canonical) else { return files.all }
        return files.carriers(of: [tag] + (snapshot.registry.tag(named: tag)?.aliases ?? []))
    }

    /// A validated edit that sets a key.
    ///
    /// - Throws: a `ParseError` if the value is invalid for the key.
    package func setting(_ key: String, to text: String) throws(ParseError) -> FieldChange {
        try FieldChange(setting: key, to: text, zones: zones)
    }
}
