internal import Bytes

/// Collects the key names of all files, which takes less time than reading the files for a query.
struct KeyNameReader {
    private var scanner = PlainScanner()

    mutating func read(_ run: FileRun, limit: Int) -> Set<String> {
        var names: Set<String> = []
        // Most files have the same few keys, and comparing bytes is faster than making strings.
        var known: [[UInt8]] = []
        let mostKnown = 32
        run.forEachFile(limit: limit) { file, contents in
            guard case .success(let bytes) = contents else { return true }
            guard case .found(let delimiters) = Delimiters.search(bytes),
                file.isWhole || delimiters.closing.upperBound < bytes.count,
                !delimiters.mayBeFollowed(in: bytes, isWhole: file.isWhole),
                scanner.scan(bytes, range: delimiters.content)
            else {
                guard file.isWhole else { return false }
                let reminder = ReminderDecoder.decode(Array(bytes), path: file.path, keys: .names).reminder
                for side in reminder.map({ [$0] + $0.versions.map(\.reminder) }) ?? [] {
                    for field in side.frontMatter ?? [] { names.insert(field.key) }
                }
                return true
            }
            for entry in scanner.entries {
                let key = scanner.text(of: entry.key, in: bytes)
                if known.contains(where: { $0.withUnsafeBufferPointer { ByteOrder.isSame($0, key) } }) { continue }
                if known.count < mostKnown { known.append(Array(key)) }
                names.insert(String(decoding: key, as: UTF8.self))
            }
            return true
        }
        return names
    }
}
