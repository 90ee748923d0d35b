import MemossFiles

/// What the commands say of the program that a folder is shared with.
enum SharedFolder {
    /// Nil without one.
    static func statement(_ settings: FolderSettings) -> String? {
        guard let profile = settings.profile else { return nil }
        let place = profile.sources.map { Printable.line($0) }.listed("and")
        let marks = [
            profile.taskTag.map { "the tag '\(Printable.line($0.text))'" },
            profile.property.map { "'\(Printable.line("\($0.key): \($0.written)"))'" },
        ]
        let mark = marks.compactMap(\.self).listed("and")
        return "shared with TaskNotes (\(place)): its tasks have \(mark), "
            + "and keys, statuses and rules are written as it reads them"
    }

    static let off = "'profile: none' in \(FolderSettings.fileName) turns that off"

    static func write(_ settings: FolderSettings, to json: inout JSONWriter) {
        guard let profile = settings.profile else { return }
        json.field("profile", FolderSettings.Program.tasknotes.rawValue)
        json.field("profileSources", profile.sources)
    }
}
