internal import CLibrary

extension Transaction {
    /// The operations that `run` would skip, as far as permissions and owners show without writing.
    ///
    /// - Parameter manifest: the manifest of the edit to undo or redo.
    /// - Throws: the error that `run` would throw.
    func rehearse(_ operations: [Operation], undoing manifest: Journal? = nil) throws(Failure) -> [Skipped] {
        do throws(SystemError) {
            try place.checkWritable(manifest.map { place.images($0.number) } ?? place.undo)
        } catch {
            throw .refused(path: WorkingPlace.name, .system(error))
        }
        var targets = EditTargets(place)
        var (paths, skipped) = try resolve(operations, &targets)
        for (index, path) in paths.enumerated() {
            guard let path, let failure = targets.ownership(operations[index], at: path) else { continue }
            skipped.append(try leavingOut(index, of: operations, failure))
        }
        return skipped
    }

    /// The target of each operation; nil if it must be skipped.
    func resolve(
        _ operations: [Operation],
        _ targets: inout EditTargets
    ) throws(Failure) -> (paths: [String?], skipped: [Skipped]) {
        var paths: [String?] = []
        var skipped: [Skipped] = []
        var moved: [String] = []
        for (index, operation) in operations.enumerated() {
            do throws(EditTargets.Failure) {
                paths.append(try targets.resolve(operation))
            } catch {
                paths.append(nil)
                if error == .conflict {
                    moved.append(operation.path)
                } else {
                    skipped.append(try leavingOut(index, of: operations, error))
                }
            }
        }
        guard moved.isEmpty else { throw .conflict(moved) }
        return (paths, skipped)
    }

    /// - Throws: the failure, if the other operations depend on this one or would fail as well.
    func leavingOut(
        _ index: Int,
        of operations: [Operation],
        _ failure: EditTargets.Failure
    ) throws(Failure) -> Skipped {
        let operation = operations[index]
        guard !operation.isRequired, failure.isOfOneFile else { throw .refused(path: operation.path, failure) }
        return Skipped(index: index, failure: failure)
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
