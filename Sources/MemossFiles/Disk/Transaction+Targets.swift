#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

extension Transaction {
    /// What `run` would have to leave out, as far as that can be known without writing: what may be written by whom.
    ///
    /// - Parameter manifest: of the edit that is undone, or made again.
    /// - Throws: what `run` would throw for it.
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

    /// Where each operation leads, nil for those that have to be left out.
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

    /// - Throws: the refusal, where the others make no sense without this one, or would fail as well.
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
    /// Whether other files may well do without.
    fileprivate var isOfOneFile: Bool {
        switch self {
        case .system(let error): [EACCES, EPERM, EROFS, ENAMETOOLONG, ENOENT, ELOOP].contains(error.code)
        case .outside, .hidden, .link, .owner: true
        case .conflict: false
        }
    }
}
