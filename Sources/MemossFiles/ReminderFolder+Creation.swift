extension ReminderFolder {
    /// The four tags of a new folder.
    static let defaultTags: [(name: String, color: TagColor.Preset)] = [
        ("Health", .pink), ("Personal", .moss), ("Shopping", .orange), ("Work", .blue),
    ]

    /// Makes a folder: writes a registry, and nothing else.
    ///
    /// - Parameters:
    ///   - today: when the tags are made.
    ///   - id: gives a new UUID at each call.
    /// - Throws: a `MemossError` if the directory cannot be made or written.
    public static func create(at path: String, today: CivilDate, id: () -> String) throws(MemossError) {
        var text = ""
        for tag in defaultTags {
            text += "\(tag.name):\n  color: \"\(tag.color.color.hex)\"\n  id: \(id())\n  created: \(today)\n"
        }
        do throws(SystemError) {
            try Directory.create(path)
            try Directory.createFile(path + "/" + TagRegistry.fileName, Array(text.utf8))
        } catch {
            throw MemossError(.failure, "\(error.path): \(error.reason)")
        }
    }
}
