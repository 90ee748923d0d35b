import MemossFiles

/// The files of a folder that `mm` reads, from the output of `git ls-tree -r -z`.
struct GitTree {
    private(set) var files: [(path: String, object: [UInt8])] = []
    /// Symbolic links.
    private(set) var links: [(path: String, object: [UInt8])] = []
    /// The paths of submodules.
    private(set) var submodules: [String] = []
    /// Names that are not UTF-8, in a form that can be displayed.
    private(set) var invalidNames: [String] = []

    /// - Parameter listing: for each file `100644 blob HASH`, a tab, the path, and a null byte.
    init(_ listing: [UInt8]) {
        listing.withUnsafeBufferPointer { listing in
            var start = 0
            while start < listing.count {
                let end = listing[start...].firstIndex(of: 0) ?? listing.count
                if let tab = listing[start..<end].firstIndex(of: UInt8(ascii: "\t")) {
                    let path = UnsafeBufferPointer(rebasing: listing[(tab + 1)..<end])
                    add(path, UnsafeBufferPointer(rebasing: listing[start..<tab]))
                }
                start = end + 1
            }
        }
    }

    private mutating func add(_ path: UnsafeBufferPointer<UInt8>, _ attributes: UnsafeBufferPointer<UInt8>) {
        let isModule = attributes.starts(with: Self.submodule)
        guard isModule || RecordedFiles.isWanted(path) else { return }
        guard let name = String(validating: path, as: UTF8.self) else {
            return invalidNames.append(String(decoding: path, as: UTF8.self))
        }
        guard !isModule else { return submodules.append(name) }
        let hash = attributes.lastIndex(of: UInt8(ascii: " ")).map { $0 + 1 } ?? 0
        let file = (path: name, object: Array(attributes[hash...]))
        if attributes.starts(with: Self.link) { links.append(file) } else { files.append(file) }
    }

    private static let submodule = Array("160000 ".utf8)
    private static let link = Array("120000 ".utf8)
}

/// Objects of a repository, read with `git cat-file`. Of many objects, several processes read a part each, because
/// git reads them on one thread.
struct GitObjects {
    /// Why an object is not a file that can be read.
    enum Fault: Error, Equatable {
        case missing
        /// A symbolic link whose target does not exist.
        case broken
        /// A symbolic link to a target outside the repository.
        case outside(target: String)
        /// A directory.
        case notFile

        var reason: String {
            switch self {
            case .missing: "the repository does not have its contents"
            case .broken: "the symbolic link is broken"
            case .outside(let target): "the symbolic link points outside the repository, to \(target)"
            case .notFile: "it is not a file"
            }
        }
    }

    /// The outputs of git. The contents are ranges of them.
    private(set) var parts: [[UInt8]] = []
    /// In the order of the names.
    private(set) var contents: [Result<RecordedFiles.Place, Fault>] = []

    /// In the order of the names; nil if the object is not a readable file.
    var files: [[UInt8]?] { contents.map { contents in (try? contents.get()).map { Array(bytes(at: $0)) } } }

    func bytes(at place: RecordedFiles.Place) -> ArraySlice<UInt8> { parts[place.part][place.range] }

    /// So few objects are read faster than another git starts.
    private static let fewest = 500

    /// - Parameters:
    ///   - names: hashes, or paths in a commit such as `HEAD:a.md`, without line breaks.
    ///   - followsLinks: whether such a path is followed if it is a symbolic link.
    /// - Throws: a `MemossError` if git fails, or does not answer for every name.
    init(_ names: [[UInt8]], from git: GitProgram, followingLinks followsLinks: Bool = false) throws(MemossError) {
        guard !names.isEmpty else { return }
        let size = max(Self.fewest, (names.count + usableThreads() - 1) / usableThreads())
        let runs = stride(from: 0, to: names.count, by: size).map { names[$0..<min($0 + size, names.count)] }
        let inputs = runs.map { run in
            var input: [UInt8] = []
            input.reserveCapacity(run.reduce(0) { $0 + $1.count + 1 })
            for name in run {
                input += name
                input.append(Self.lineFeed)
            }
            return input
        }
        let command = ["cat-file", "--batch", "--buffer"] + (followsLinks ? ["--follow-symlinks"] : [])
        parts = try git.data(command, inputs: inputs)
        contents.reserveCapacity(names.count)
        for (part, run) in runs.enumerated() {
            var place = 0
            for _ in run {
                guard let answer = Self.answer(in: parts[part], at: &place) else {
                    throw GitProgram.failed(command, "the answer is incomplete")
                }
                contents.append(answer.map { RecordedFiles.Place(part: part, $0) })
            }
        }
    }

    private static let lineFeed = UInt8(ascii: "\n")

    /// Reads `HASH TYPE SIZE`, a line break, the contents, and a line break; or `NAME missing`; or, for a symbolic
    /// link, the fault, the size of its target, and the target.
    ///
    /// - Returns: nil if the answer is incomplete.
    private static func answer(in bytes: [UInt8], at place: inout Int) -> Result<Range<Int>, Fault>? {
        bytes.withUnsafeBufferPointer { bytes in
            guard let end = bytes[place...].firstIndex(of: lineFeed) else { return nil }
            let line = bytes[place..<end]
            place = end + 1
            guard let last = line.lastIndex(of: blank) else { return nil }
            guard let size = number(line[(last + 1)...]) else { return .failure(.missing) }
            let range = place..<(place + size)
            guard range.upperBound < bytes.count else { return nil }
            place = range.upperBound + 1
            let start = line[..<last].lastIndex(of: blank).map { $0 + 1 } ?? line.startIndex
            let kind = UnsafeBufferPointer(rebasing: line[start..<last])
            if kind.elementsEqual("blob".utf8) { return .success(range) }
            switch String(decoding: kind, as: UTF8.self) {
            case "dangling", "loop", "notdir": return .failure(.broken)
            case "symlink": return .failure(.outside(target: String(decoding: bytes[range], as: UTF8.self)))
            default: return .failure(.notFile)
            }
        }
    }

    private static let blank = UInt8(ascii: " ")

    private static func number(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        guard !digits.isEmpty, digits.count < 18 else { return nil }
        var number = 0
        for digit in digits {
            guard 48...57 ~= digit else { return nil }
            number = 10 * number + Int(digit - 48)
        }
        return number
    }
}
