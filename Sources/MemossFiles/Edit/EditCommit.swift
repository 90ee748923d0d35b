extension EditPlan {
    /// Writes the plan: every new file beside the old one first, then a look whether all are still as they were read, and
    /// only then each into its place.
    ///
    /// - Parameter root: the real path of the folder.
    /// - Returns: the plan as it was carried out: a file that cannot be written safely is among the skipped.
    /// - Throws: a `MemossError` if a file was changed meanwhile; then none is written.
    public func commit(in root: String) throws(MemossError) -> EditPlan {
        var carriedOut = self
        carriedOut.edits = []
        var replaces: [(edit: FileEdit, replace: AtomicReplace)] = []
        func discardAll() { for (_, replace) in replaces { replace.discard() } }
        for edit in edits {
            do throws(AtomicReplace.Failure) {
                let replace = try AtomicReplace.prepare(
                    root + "/" + edit.path,
                    with: edit.after,
                    replacing: edit.before,
                    root: root
                )
                replaces.append((edit, replace))
            } catch .conflict {
                discardAll()
                throw conflict([edit.path])
            } catch {
                if case .system(let system) = error, system.isOutOfSpace {
                    discardAll()
                    throw MemossError(.failure, "\(edit.path): \(system.reason): nothing was changed")
                }
                if edit.path == TagRegistry.fileName {
                    // Without it the files would carry a name that nobody knows.
                    discardAll()
                    throw MemossError(.failure, "\(edit.path): \(reason(error)): nothing was changed")
                }
                carriedOut.skipped.append(SkippedFile(edit.path, reason(error)))
            }
        }
        let changed = replaces.filter { _, replace in
            do throws(AtomicReplace.Failure) {
                try replace.verify()
                return false
            } catch {
                return true
            }
        }
        guard changed.isEmpty else {
            discardAll()
            throw conflict(changed.map(\.edit.path))
        }
        var directories: [String] = []
        for (edit, replace) in replaces {
            do throws(AtomicReplace.Failure) {
                try replace.commit()
                carriedOut.edits.append(edit)
                if directories.last != replace.directory { directories.append(replace.directory) }
            } catch {
                replace.discard()
                carriedOut.skipped.append(SkippedFile(edit.path, reason(error)))
            }
        }
        for directory in Set(directories) {
            do throws(AtomicReplace.Failure) {
                try AtomicReplace.synchronize(directory: directory)
            } catch {
                throw MemossError(.failure, "\(directory): the edit was made, but may not outlast a power failure")
            }
        }
        return carriedOut
    }

    private func conflict(_ paths: [String]) -> MemossError {
        MemossError(
            .failure,
            "changed by another program meanwhile: \(paths.joined(separator: ", ")): nothing was written",
            hints: ["run the command again"]
        )
    }

    private func reason(_ failure: AtomicReplace.Failure) -> String {
        switch failure {
        case .system(let error): "cannot be written: \(error.reason)"
        case .conflict: "changed by another program meanwhile"
        case .outside: "the symbolic link leads out of the folder, where nothing is written"
        case .owner: "cannot be written: the file belongs to another user, which a new file would not"
        }
    }
}
