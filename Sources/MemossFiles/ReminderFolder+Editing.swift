extension ReminderFolder {
    /// A file as it stands, for somebody to edit.
    ///
    /// - Throws: a `MemossError` if it cannot be read or written.
    public func contents(toEdit path: String) throws(MemossError) -> FileContents {
        guard Directory.isInside(root + "/" + path, root: root) else {
            throw MemossError(.failure, "\(path): \(MemossError.reason(.outside))")
        }
        let contents = try contents(of: path)
        do throws(SystemError) {
            try disk.checkWritable(root + "/" + path)
            return contents
        } catch {
            throw MemossError(.failure, "\(path): cannot be edited: \(error.reason)")
        }
    }

    /// A copy for an editor to work on.
    ///
    /// - Parameter name: of a directory for the copy, which nobody else has.
    /// - Throws: a `MemossError` if it cannot be made.
    public func workingCopy(
        of path: String,
        _ contents: FileContents,
        named name: String
    ) throws(MemossError) -> WorkingCopy {
        do throws(SystemError) {
            return try WorkingCopy(of: path, contents, in: place, named: name)
        } catch {
            throw MemossError(.failure, "\(path): cannot be edited: \(error.reason)")
        }
    }

    /// Copies of a file in which something was written that did not become the file. Those in which nothing was are
    /// cleared away.
    public func unfinishedEdits(of path: String) -> [WorkingCopy] {
        WorkingCopy.left(in: place).filter { copy in
            guard copy.origin.utf8.elementsEqual(path.utf8) else { return false }
            if copy.isUntouched { copy.remove() }
            return !copy.isUntouched
        }
    }

    /// What a check says of all such copies.
    func unfinishedEdits() -> [Problem] {
        WorkingCopy.left(in: place).filter { !$0.isUntouched }.map { copy in
            let findings = copy.findings.utf8.dropFirst(place.directory.utf8.count)
            return Problem(
                path: copy.origin,
                id: .unfinishedEdit,
                message: "an edit did not come to its end: what was written is kept in "
                    + "\(WorkingPlace.name)\(String(decoding: findings, as: UTF8.self))"
            )
        }
    }

    /// The edit that gives a file the bytes that somebody made of it.
    public func plan(replacing contents: FileContents, at path: String, by bytes: [UInt8]) -> EditPlan {
        guard bytes != contents.bytes else { return EditPlan() }
        var plan = EditPlan(edits: [FileEdit(path: path, before: contents, after: bytes)])
        plan.followLinks(root: root)
        return plan
    }
}
