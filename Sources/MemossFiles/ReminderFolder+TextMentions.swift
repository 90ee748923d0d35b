internal import Bytes

extension ReminderFolder {
    /// How many texts and bases have the tags that an edit of tags without them has changed elsewhere.
    ///
    /// - Throws: a `MemossError` if the root cannot be read.
    package func left(by plan: TagPlan) throws(MemossError) -> (texts: Int, bases: Int) {
        guard let sweep = plan.sweep else { return (0, 0) }
        var observer = NoObserver()
        let found = try readFiles(observing: &observer, listsBases: true) {
            TextMentions(of: sweep)
        } with: {
            $0.count(in: $1)
        }
        let bases = found.bases.count { path in
            guard let bytes = (try? contents(of: path))?.bytes else { return false }
            do throws(EditRefusal) {
                return try sweep.rewrite.apply(toBase: bytes) != nil
            } catch {
                return true
            }
        }
        return (found.parts.reduce(0, +), bases)
    }
}

/// Counts the files whose texts have tags that a sweep changes.
private struct TextMentions {
    private let sweep: TagSweep
    private let filter: TextTagFilter

    init(of sweep: TagSweep) {
        self.sweep = sweep
        let names = sweep.names.map { Array($0.key.utf8) }
        filter = TextTagFilter(beginnings: names.allSatisfy { $0.allSatisfy { $0 < 0x80 } } ? names : nil)
    }

    func count(in run: FileRun) -> Int {
        var count = 0
        run.forEachFile(limit: ReminderFolder.readLimit) { file, contents in
            guard case .success(let bytes) = contents else { return true }
            guard file.isWhole else { return false }
            if has(bytes) { count += 1 }
            return true
        }
        return count
    }

    private func has(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var start = 0
        if case .found(let delimiters) = Delimiters.search(bytes) { start = delimiters.closing.upperBound }
        guard filter.mayFind(in: bytes, start..<bytes.count) else { return false }
        return TextTags(in: Array(bytes), from: start, filter).names.contains { sweep.rewrite.change($0) != nil }
    }
}
