internal import CLibrary

extension Transaction {
    /// The edits that `run` would skip, as far as permissions and owners show without writing.
    ///
    /// - Parameter manifest: the manifest of the edit to undo or redo.
    /// - Throws: the error that `run` would throw.
    package func dryRun(_ files: [FileEdit], reverting manifest: Journal? = nil) throws(Failure) -> Skipped {
        do throws(SystemError) {
            try memoss.checkWritable(manifest.map { memoss.images($0.number) } ?? memoss.undo)
        } catch {
            throw .refused(path: MemossDirectory.name, .system(error))
        }
        var targets = EditTargets(memoss)
        var (paths, skipped) = try resolve(files, &targets)
        for (index, path) in paths.enumerated() {
            guard let path, let failure = targets.ownership(files[index], at: path) else { continue }
            try skip(files[index], failure)
            skipped[index] = failure
        }
        return skipped
    }

    /// The target of each edit; nil if it must be skipped.
    func resolve(
        _ files: [FileEdit],
        _ targets: inout EditTargets
    ) throws(Failure) -> (paths: [String?], skipped: Skipped) {
        var paths: [String?] = []
        var skipped: Skipped = [:]
        var conflicts: [String] = []
        for (index, file) in files.enumerated() {
            do throws(EditTargets.Failure) {
                paths.append(try targets.resolve(file))
            } catch {
                paths.append(nil)
                if error == .conflict {
                    conflicts.append(file.path)
                } else {
                    try skip(file, error)
                    skipped[index] = error
                }
            }
        }
        guard conflicts.isEmpty else { throw .conflict(conflicts) }
        return (paths, skipped)
    }

    /// - Throws: the failure, if the other edits depend on this one or would fail as well.
    func skip(_ file: FileEdit, _ failure: EditTargets.Failure) throws(Failure) {
        if file.isRequired || !failure.isOfOneFile { throw .refused(path: file.path, failure) }
    }
}

extension EditTargets.Failure {
    /// Whether the failure concerns a single file, so that the others can be written without it.
    fileprivate var isOfOneFile: Bool {
        switch self {
        case .system(let error): [EACCES, EPERM, EROFS, ENAMETOOLONG, ENOENT, ELOOP].contains(error.code)
        case .outside, .hidden, .link, .owner: true
        case .conflict: false
        }
    }
}
