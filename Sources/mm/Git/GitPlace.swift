import MemossFiles

/// What a command that writes asks git only once: where the repository is, and its settings.
struct GitPlace {
    /// The directory of the repository, and the one that it shares with linked work trees.
    let directories: [String]
    /// The top of the files.
    let top: String
    /// The path of the git's working directory below the top, with a trailing slash; empty at the top.
    var prefix: String
    /// The last value of each setting; nil for a key without a value, which is true.
    private let settings: [String: String?]

    static let options = [
        "--path-format=absolute", "--git-dir", "--git-common-dir", "--show-toplevel", "--show-prefix",
    ]

    /// - Parameter lines: what `git rev-parse` prints for the options.
    init(_ lines: String, _ git: GitProgram) throws(MemossError) {
        let places = lines.split(separator: "\n", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
        guard places.count >= 3 else { throw GitProgram.failed(["rev-parse"], "the answer is incomplete") }
        (directories, top, prefix) = (Array(places[..<2]), places[2], places.count > 3 ? places[3] : "")
        var settings: [String: String?] = [:]
        for part in try git.data(["config", "-z", "--list"]).split(separator: 0) {
            let lines = part.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
            let words = lines.map { String(decoding: $0, as: UTF8.self) }
            settings.updateValue(words.count == 2 ? words[1] : nil, forKey: words[0])
        }
        self.settings = settings
    }

    /// The settings that have a value.
    var values: [String: String] { settings.compactMapValues(\.self) }

    /// The keys of all settings.
    var keys: [String] { Array(settings.keys) }

    /// Whether a setting is on. A word that git refuses counts as on, because git is then asked.
    func isOn(_ key: String) -> Bool {
        guard let value = settings[key] else { return false }
        guard let text = value?.lowercased() else { return true }
        return !["", "false", "no", "off"].contains(text) && Int(text) != 0
    }
}

extension GitProgram {
    /// Asked only once by a program that `GitHistory` has made to write.
    func knownPlace() throws(MemossError) -> GitPlace {
        if let place { return place }
        return try GitPlace(try line(["rev-parse"] + GitPlace.options), self)
    }

    /// The directory of the repository.
    func repository() throws(MemossError) -> String {
        if let place { return place.directories[0] }
        return try line(["rev-parse", "--absolute-git-dir"])
    }
}
