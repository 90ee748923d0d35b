extension ReminderFolder {
    /// The files of the folder as edits read them.
    package var files: any FolderFiles { memoss }

    /// The current contents of a file, for editing.
    ///
    /// - Throws: a `MemossError` if it cannot be read or written.
    package func contents(toEdit path: String) throws(MemossError) -> FileContents {
        guard try naming(path, try memoss.isInside(path)) else {
            throw MemossError(.failure, "\(path): \(MemossError.reason(.outside))")
        }
        let contents = try contents(of: path)
        do throws(SystemError) {
            try disk.checkWritable(memoss.absolute(path))
            return contents
        } catch {
            throw MemossError(.failure, "\(path): cannot be edited: \(error.reason)")
        }
    }

    /// A working copy for an editor.
    ///
    /// - Parameters:
    ///   - draft: contents for the copy in place of those of the file.
    ///   - name: a unique name for the directory of the copy.
    /// - Throws: a `MemossError` if the copy cannot be created.
    package func workingCopy(
        of path: String,
        _ contents: FileContents,
        startingWith draft: [UInt8]? = nil,
        named name: String
    ) throws(MemossError) -> WorkingCopy {
        do throws(SystemError) {
            return try WorkingCopy(of: path, contents, startingWith: draft, in: memoss, named: name)
        } catch {
            throw MemossError(.failure, "\(path): cannot be edited: \(error.description)")
        }
    }

    /// Working copies of a file with changes that were never committed, opened one at a time.
    ///
    /// - Parameter clearing: whether to delete copies without changes, or whose changes the file already has.
    package func unfinishedEdits(of path: String, clearing: Bool) -> some Sequence<WorkingCopy> {
        WorkingCopies.left(in: memoss).lazy.filter { copy in
            guard copy.origin.isSamePath(as: path) else { return false }
            guard !isUnfinished(copy) else { return true }
            if clearing { copy.remove() }
            return false
        }
    }

    /// The problems that a check reports for all such copies.
    package func unfinishedEdits() -> [Problem] {
        var problems: [Problem] = []
        for copy in WorkingCopies.left(in: memoss) where isUnfinished(copy) {
            let findings = copy.findings.utf8.dropFirst(memoss.path.utf8.count)
            problems.append(
                Problem(
                    path: copy.origin,
                    id: .unfinishedEdit,
                    message: "an edit was interrupted; what you wrote is in "
                        + "\(MemossDirectory.name)\(String(decoding: findings, as: UTF8.self))"
                )
            )
        }
        return problems
    }

    private func isUnfinished(_ copy: WorkingCopy) -> Bool {
        guard !copy.isUntouched else { return false }
        // Do not read the original if its recorded path is outside the folder.
        let isOurs = (try? memoss.isInside(copy.origin)) == true
        return !copy.isFinished(in: isOurs ? try? contents(of: copy.origin) : nil)
    }
}
