import CLibrary
import MemossFiles

/// A temporary attributes file that makes git merge the files of a folder with `mm`, even without `mm git install`.
struct AttributesFile: ~Copyable {
    private let directory: ScratchDirectory
    private let path: String
    private let driver = {
        let program = executablePath.flatMap { try? Directory.realPath($0) } ?? "mm"
        return GitSetup.driver(running: program.shellWord.replacing("%", with: "%%"))
    }()

    /// Includes the contents of the user's own file, because git reads only one.
    init(for history: GitHistory) throws(MemossError) {
        let found = try history.git.run(
            ["config", "--type=path", "--get", "core.attributesFile"],
            capturesErrors: false
        )
        let own = found.status == 0 ? found.text : Environment.gitAttributesPath
        // Without the user's filters and text conversions, git would merge different contents.
        var bytes =
            try own.flatMap { path throws(MemossError) in
                try naming(path, try Directory.contents(of: path))?.bytes
            } ?? []
        if let last = bytes.last, last != 0x0A { bytes.append(0x0A) }
        for pattern in ["**/*.md", TagRegistry.fileName] {
            let pattern = Self.quoted("/" + Self.literal(history.prefix) + pattern)
            bytes += Array("\(pattern) merge=\(GitSetup.driverName)\n".utf8)
        }
        let directory = try Environment.scratchDirectory()
        path = try directory.file("attributes", bytes)
        self.directory = directory
    }

    var settings: [String] {
        [
            "-c", "core.attributesFile=\(path)", "-c", "merge.\(GitSetup.driverName).name=mm",
            "-c", "merge.\(GitSetup.driverName).driver=\(driver)",
            // A directory renamed on one side must neither stop the merge nor move the other side's new files.
            "-c", "merge.directoryRenames=false",
        ]
    }

    /// A pattern that matches only this path.
    private static func literal(_ path: String) -> String {
        path.reduce(into: "") { text, character in
            if "\\*?[".contains(character) { text += "\\" }
            text.append(character)
        }
    }

    private static func quoted(_ pattern: String) -> String {
        var text = "\""
        for byte in pattern.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): text += "\\" + String(UnicodeScalar(byte))
            case 0x21...0x7E, 0x20: text += String(UnicodeScalar(byte))
            default:
                let digits = String(byte, radix: 8)
                text += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
            }
        }
        return text + "\""
    }
}
