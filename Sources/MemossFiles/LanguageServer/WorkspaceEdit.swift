extension LanguageServer {
    /// The edits of a plan for the client. They apply to the unsaved text of open documents, and to other files as they
    /// are on disk.
    ///
    /// The registry comes first: some clients stop at the first document that they cannot edit, and the files should not have a
    /// name that is not registered.
    ///
    /// - Throws: a `ResponseError` if a file is open with a text that is older than the disk, or twice with different texts,
    ///   because one of them would be lost.
    func workspaceEdit(_ plan: EditPlan, in folder: ServedFolder) throws(ResponseError) -> JSON {
        var changes: [JSON.Member] = []
        var versions: [JSON] = []
        func isRegistry(_ edit: FileEdit) -> Bool { (edit.target ?? edit.path) == TagRegistry.fileName }
        for edit in plan.edits.filter(isRegistry) + plan.edits.filter({ !isRegistry($0) }) {
            guard let before = edit.before, let after = edit.after else { continue }
            let path = edit.target ?? edit.path
            let open = documents(at: (folder.root == "/" ? "" : folder.root) + "/" + path)
            guard open.allSatisfy({ $0.state != .outdated || $0.text.bytes == before.bytes }) else {
                let reason = "\(path) has changed on the disk since the editor read it"
                throw ResponseError(.requestFailed, "\(reason): reload it, and try again; nothing was changed")
            }
            guard open.allSatisfy({ $0.text.bytes == before.bytes }) else {
                throw ResponseError(.requestFailed, "\(path) is open twice, with different text; nothing was changed")
            }
            // Editors do not show a byte order mark, so it is not part of their text.
            let mark =
                open.isEmpty && before.bytes.starts(with: [0xEF, 0xBB, 0xBF]) && after.starts(with: [0xEF, 0xBB, 0xBF])
                ? 3 : 0
            let text = DocumentText(Array(before.bytes[mark...]), client.encoding)
            guard let edits = text.edits(to: Array(after[mark...])) else {
                throw ResponseError(.requestFailed, "\(path) is not UTF-8; nothing was changed")
            }
            for (uri, version) in open.isEmpty ? [(uri(of: path, in: folder), nil)] : open.map({ ($0.uri, $0.version) })
            {
                changes.append(JSON.Member(key: uri, value: .array(edits)))
                versions.append([
                    "textDocument": ["uri": .string(uri), "version": version.map(JSON.integer) ?? .null],
                    "edits": .array(edits),
                ])
            }
        }
        return client.takesVersions ? ["documentChanges": .array(versions)] : ["changes": .object(changes)]
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
