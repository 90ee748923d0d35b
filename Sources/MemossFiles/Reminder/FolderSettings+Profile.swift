/// Finding the settings of the other program, wherever they lie.
extension FolderSettings {
    private static let plugin = ".obsidian/plugins/tasknotes/data.json"
    private static let collection = "mdbase.yaml"
    /// The largest file of another program that is read, in bytes.
    static let maximumProgramSize = 1 << 20

    /// What became of reading a file.
    enum Reading {
        case read([UInt8])
        case missing
        case unreadable(String)
        /// Whether there is such a file cannot be found out.
        case unknown(String)
    }

    /// The settings with the profile that they, or the settings of another program, ask for.
    ///
    /// - Parameters:
    ///   - places: where these may lie, relative to the root, with a slash at the end unless empty.
    ///   - back: the path of the root in the place that is not empty, with a slash at the end.
    ///   - read: the bytes of a file, at most one more than the largest one has.
    func completed(in places: [String], back: String = "", _ read: (String) -> Reading) -> FolderSettings {
        guard program != Program.none else { return self }
        var settings = self
        // Made only for a folder that has them: it takes longer than a short listing.
        var found: Profile.Values?
        var sources: [String] = []
        func take(_ path: String, _ parse: (inout Profile.Values, [UInt8]) -> [String]?) {
            switch read(path) {
            case .missing: return
            case .unknown(let reason):
                settings.report("whether TaskNotes has settings here cannot be found out: \(reason)", in: path)
                return
            case .unreadable(let reason):
                // The program is there, so its usual settings say more than none.
                settings.report("the settings of TaskNotes cannot be read: \(reason)", in: path)
            case .read(let bytes) where bytes.count > Self.maximumProgramSize:
                settings.report(
                    "the file is larger than \(Self.maximumProgramSize >> 20) MiB and is not read",
                    in: path
                )
            case .read(let bytes):
                var values = found ?? Profile.Values()
                guard let problems = parse(&values, bytes) else { return }
                found = values
                for problem in problems { settings.report(problem, in: path) }
            }
            sources.append(path)
        }
        for place in places where sources.isEmpty {
            take(place + Self.plugin) { $0.read(plugin: $1) }
            found?.excludeFolders(below: place.isEmpty ? "" : back)
            guard found?.readsTypes != false, case .read(let bytes) = read(place + Self.collection) else {
                continue
            }
            take(place + Self.types(of: bytes) + "/task.md") { $0.read(type: $1) }
        }
        if program == .tasknotes { sources.append(Self.fileName) }
        guard !sources.isEmpty else { return settings }
        var values = found ?? Profile.Values()
        values.sources = sources
        settings.profile = Profile(values)
        return settings
    }

    /// The directory of the type definitions of a collection: nothing outside, and nothing hidden.
    private static func types(of collection: [UInt8]) -> String {
        let usual = "_types"
        guard collection.count <= maximumSize,
            let document = try? YAMLDocument.parse(collection, range: 0..<collection.count),
            let folder = YAMLTree(document)["settings"]["types_folder"].text,
            folder.utf8.count <= 200, !folder.unicodeScalars.contains(where: ScalarText.isBreakOrControl),
            folder.split(separator: "/", omittingEmptySubsequences: false).allSatisfy({ !$0.isEmpty && $0.first != "." }
            )
        else { return usual }
        return folder
    }

    private mutating func report(_ message: String, in path: String) {
        problems.append(Problem(path: path, id: .invalidValue, message: message))
    }
}
