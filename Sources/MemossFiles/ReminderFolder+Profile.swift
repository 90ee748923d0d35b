/// Finding the settings of the other program.
extension ReminderFolder {
    /// The settings with the profile that they, or the settings of another program, ask for.
    ///
    /// A folder without either costs a look at each directory above it.
    func completed(_ own: FolderSettings) -> FolderSettings {
        let (places, back) = vaults
        return own.completed(in: places, back: back) { path in
            do throws(SystemError) {
                return .read(try disk.read(absolute(path), limit: FolderSettings.maximumProgramSize + 1).bytes)
            } catch {
                guard !error.isMissing else { return .missing }
                do throws(SystemError) {
                    return try disk.owner(of: absolute(path)) == nil ? .missing : .unreadable(error.reason)
                } catch {
                    return .unknown(error.reason)
                }
            }
        }
    }

    /// The folder, and the nearest vault around it if that belongs to the same user: as paths relative to the root, with a slash at
    /// the end unless empty. `back` is the path of the root in that vault.
    private var vaults: (places: [String], back: String) {
        guard let own = try? disk.owner(of: root) else { return ([""], "") }
        var directory = root
        var place = ""
        while let slash = directory.utf8.lastIndex(of: UInt8(ascii: "/")) {
            if (try? disk.owner(of: directory + "/.obsidian")) == own {
                if place.isEmpty { return ([""], "") }
                return (["", place], String(Substring(root.utf8.dropFirst(directory.utf8.count + 1))) + "/")
            }
            directory = String(directory[..<slash])
            place += "../"
        }
        return ([""], "")
    }
}
