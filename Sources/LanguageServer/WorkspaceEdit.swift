import MemossFiles

extension LanguageServer {
    /// The edits of a plan for the client. They apply to the unsaved text of open documents, and to other files as they
    /// are on disk.
    ///
    /// The registry comes first: some clients stop at the first document that they cannot edit, and the files should not have a
    /// name that is not registered.
    ///
    /// - Parameter now: the time that the program which the folder is shared with takes for that of the change.
    /// - Throws: a `ResponseError` if a file is open with a text that is older than the disk, or twice with different texts,
    ///   because one of them would be lost.
    func workspaceEdit(_ plan: EditPlan, in folder: ServedFolder, at now: Instant) throws(ResponseError) -> JSON {
        let plan = plan.stamped(at: now, sharing: folder.snapshot.registry.settings.profile)
        func isRegistry(_ edit: FileEdit) -> Bool { (edit.target ?? edit.path) == TagRegistry.fileName }
        var changes: [DocumentChange] = []
        for edit in plan.edits.filter(isRegistry) + plan.edits.filter({ !isRegistry($0) }) {
            guard let before = edit.before, let after = edit.after else { continue }
            let path = edit.target ?? edit.path
            let open = try openDocuments(of: path, with: before.bytes, in: folder)
            // Editors do not show a byte order mark, so it is not part of their text.
            let mark =
                open.isEmpty && before.bytes.starts(with: [0xEF, 0xBB, 0xBF]) && after.starts(with: [0xEF, 0xBB, 0xBF])
                ? 3 : 0
            let text = open.first?.text ?? DocumentText(Array(before.bytes[mark...]), client.encoding)
            changes.append(DocumentChange(path: path, open: open, edits: text.edits(to: Array(after[mark...]))))
        }
        return try workspaceEdit(changes, in: folder)
    }

    /// The replacement of a part of an open document, without a look at the rest of it.
    func workspaceEdit(_ splice: Splice, of place: Place, in folder: ServedFolder) throws(ResponseError) -> JSON {
        let text = place.document.text
        let open = try openDocuments(of: place.path, with: text.bytes, in: folder)
        let edits = text.edits(by: [splice.smallest(in: text.bytes)])
        return try workspaceEdit([DocumentChange(path: place.path, open: open, edits: edits)], in: folder)
    }

    private struct DocumentChange {
        var path: String
        /// The documents in which the client has the file.
        var open: [OpenDocument]
        /// Nil if the new text is not UTF-8.
        var edits: [JSON]?
    }

    private func workspaceEdit(_ all: [DocumentChange], in folder: ServedFolder) throws(ResponseError) -> JSON {
        var changes: [JSON.Member] = []
        var versions: [JSON] = []
        for change in all {
            guard let edits = change.edits else {
                throw ResponseError(.requestFailed, "\(change.path) is not UTF-8; nothing was changed")
            }
            let closed = (uri(of: change.path, in: folder), nil as Int?)
            for (uri, version) in change.open.isEmpty ? [closed] : change.open.map({ ($0.uri, $0.version) }) {
                changes.append(JSON.Member(key: uri, value: .array(edits)))
                versions.append([
                    "textDocument": ["uri": .string(uri), "version": version.map(JSON.integer) ?? .null],
                    "edits": .array(edits),
                ])
            }
        }
        return client.takesVersions ? ["documentChanges": .array(versions)] : ["changes": .object(changes)]
    }

    /// The documents in which the client has a file, all of them with these bytes.
    private func openDocuments(
        of path: String,
        with bytes: [UInt8],
        in folder: ServedFolder
    ) throws(ResponseError) -> [OpenDocument] {
        let open = documents(at: (folder.root == "/" ? "" : folder.root) + "/" + path)
        guard open.allSatisfy({ $0.state != .outdated || $0.text.bytes == bytes }) else {
            let reason = "\(path) has changed on the disk since the editor read it"
            throw ResponseError(.requestFailed, "\(reason): reload it, and try again; nothing was changed")
        }
        guard open.allSatisfy({ $0.text.bytes == bytes }) else {
            throw ResponseError(.requestFailed, "\(path) is open twice, with different text; nothing was changed")
        }
        return open
    }

    /// Tells the user which files an edit leaves unchanged.
    mutating func report(_ skipped: [SkippedFile], _ surroundings: Surroundings) {
        guard !skipped.isEmpty else { return }
        let lines = skipped.prefix(5).map { file in
            let place = [file.path] + [file.line, file.column].compactMap(\.self).map(String.init)
            let advice = file.remedy.map(surroundings.advice) ?? []
            return "\(place.joined(separator: ":")): " + ([file.reason] + advice).joined(separator: "; ")
        }
        let rest = skipped.count - lines.count
        let more = rest > 0 ? ["and \(rest) more"] : []
        showMessage(.warning, (["not changed:"] + lines + more).joined(separator: "\n"))
    }

    enum MessageType: Int { case error = 1, warning = 2, information = 3 }

    mutating func showMessage(_ type: MessageType, _ text: String) {
        send("window/showMessage", ["type": .integer(type.rawValue), "message": .string(text)])
    }
}
