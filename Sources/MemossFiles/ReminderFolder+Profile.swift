/// Finding the settings of the other program.
extension ReminderFolder {
    /// The settings with the profile that they, or the settings of another program, ask for.
    ///
    /// A folder without either costs a look at each directory above it.
    func completed(_ own: FolderSettings) -> FolderSettings {
        own.completed(in: vaults) { path in
            do throws(SystemError) {
                return .read(try disk.read(absolute(path), limit: FolderSettings.maximumProgramSize + 1).bytes)
            } catch {
                // A call that failed is no program: only a file that is there has settings.
                let isThere = !error.isMissing && (try? disk.owner(of: absolute(path))) != nil
                return isThere ? .unreadable(error.reason) : .missing
            }
        }
    }

    /// The folder, and the nearest vault around it if that belongs to the same user: as paths relative to the root, each with the
    /// path back to it, with a slash at the end unless empty.
    private var vaults: [(path: String, back: String)] {
        let itself = (path: "", back: "")
        guard let own = try? disk.owner(of: root) else { return [itself] }
        var (directory, place) = (root, itself)
        while let slash = directory.utf8.lastIndex(of: UInt8(ascii: "/")) {
            if (try? disk.owner(of: directory + "/.obsidian")) == own {
                return place.path.isEmpty ? [itself] : [itself, place]
            }
            place = (place.path + "../", directory[directory.index(after: slash)...] + "/" + place.back)
            directory = String(directory[..<slash])
        }
        return [itself]
    }
}
