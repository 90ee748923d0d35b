/// A document that the client has open.
struct OpenDocument: Sendable {
    /// The URI as the client spells it.
    let uri: String
    /// The real path of the file, which may not exist yet.
    let path: String
    var version: Int?
    var text: DocumentText
}

/// The files of a folder, with the client's unsaved changes.
struct OpenFiles: FolderFiles {
    /// By path relative to the root.
    let open: [PathKey: [UInt8]]
    let disk: any FolderFiles

    func contents(of path: String) throws(SystemError) -> FileContents {
        if let bytes = open[PathKey(path)] { return FileContents(bytes: bytes) }
        // The path may be a link to an open file.
        if !open.isEmpty, let target = try disk.target(ofLink: path), let bytes = open[PathKey(target)] {
            return FileContents(bytes: bytes)
        }
        return try disk.contents(of: path)
    }

    /// A new file counts as inside: its path was made from the real path of its directory.
    func isInside(_ path: String) throws(SystemError) -> Bool {
        do throws(SystemError) {
            return try disk.isInside(path)
        } catch {
            guard open[PathKey(path)] != nil, error.isMissing else { throw error }
            return true
        }
    }

    func target(ofLink path: String) throws(SystemError) -> String? {
        open[PathKey(path)] != nil ? nil : try disk.target(ofLink: path)
    }

    func isLink(_ path: String) throws(SystemError) -> Bool {
        open[PathKey(path)] == nil ? try disk.isLink(path) : false
    }
    func mayBeFile(_ path: String) -> Bool { open[PathKey(path)] != nil || disk.mayBeFile(path) }
}

extension LanguageServer {
    // MARK: Folder

    /// Takes the folder when it has been read, either for the first time or again. Open documents keep the client's
    /// text.
    ///
    /// - Returns: a message if the folder could not be read completely.
    package mutating func open(_ read: ServedFolder, in surroundings: Surroundings) -> [Effect] {
        var folder = read
        // Start with the registry, which decides how the others are read.
        let open = documents.compactMap { document in folder.relative(document.path).map { ($0, document.text.bytes) } }
        for (path, bytes) in open.sorted(by: { $0.0 == TagRegistry.fileName && $1.0 != TagRegistry.fileName }) {
            folder.replace(path, by: bytes, isOpen: true, from: surroundings.zones)
        }
        let incomplete = folder.snapshot.incomplete
        let isKnown = self.folder?.snapshot.incomplete == incomplete
        if let problem = incomplete.first, !isKnown {
            showMessage(.error, "\(problem.path): \(problem.message); reminders in it may be missing")
        }
        self.folder = folder
        hasNews = true
        return takeEffects()
    }

    /// Those of the changed files that have to be read again. Open files do not, because the client's text is known,
    /// except the registry, which decides how all others are read.
    package func changesOnDisk(_ paths: Set<PathKey>) -> Set<PathKey> {
        paths.filter { $0.path == TagRegistry.fileName || folder?.open.contains($0) != true }
    }

    /// Takes the new state of files that have changed on disk and are not open.
    package mutating func follow(
        _ snapshot: Snapshot,
        _ zones: [String: Zone],
        changed paths: Set<PathKey>,
        otherProblems: [Problem]
    ) {
        folder?.follow(snapshot, zones, changed: paths, otherProblems: otherProblems)
        hasNews = true
    }

    // MARK: Documents

    /// The document with a URI, as the client spells it.
    func document(_ uri: JSON) -> OpenDocument? {
        guard let uri = uri.string else { return nil }
        return documents.first { $0.uri.isSamePath(as: uri) }
    }

    /// The documents of a file. There are two if the client has opened it under two names.
    func documents(at path: String) -> [OpenDocument] { documents.filter { $0.path.isSamePath(as: path) } }

    private func realPath(_ path: String, in surroundings: Surroundings) -> String {
        if let real = surroundings.realPath(path) { return real }
        // A new document has no file yet, so resolve its directory.
        guard let parent = surroundings.realPath(FilePath.parent(of: path)) else { return path }
        return (parent == "/" ? "" : parent) + "/" + FilePath.name(of: path)
    }

    mutating func didOpen(_ item: JSON, in surroundings: Surroundings) {
        guard let uri = item["uri"].string, let text = item["text"].string, let given = FileURI.path(of: uri) else {
            return
        }
        let path = realPath(given, in: surroundings)
        documents.removeAll { $0.uri.isSamePath(as: uri) }
        let document = OpenDocument(
            uri: uri,
            path: path,
            version: item["version"].int,
            text: DocumentText(Array(text.utf8), client.encoding)
        )
        documents.append(document)
        if folder == nil { perform(.findFolder(near: [FilePath.parent(of: path)])) }
        update(path, in: surroundings)
    }

    mutating func didChange(_ params: JSON, in surroundings: Surroundings) {
        let uri = params["textDocument"]["uri"].string ?? ""
        guard let index = documents.firstIndex(where: { $0.uri.isSamePath(as: uri) }) else { return }
        for change in params["contentChanges"].elements { _ = documents[index].text.apply(change) }
        documents[index].version = params["textDocument"]["version"].int ?? documents[index].version
        // If a file is open twice, the last change counts.
        documents.append(documents.remove(at: index))
        update(documents[documents.count - 1].path, in: surroundings)
    }

    mutating func didClose(_ item: JSON, in surroundings: Surroundings) {
        guard let document = document(item["uri"]) else { return }
        documents.removeAll { $0.uri.isSamePath(as: document.uri) }
        published[document.uri] = nil
        if !client.pullsDiagnostics { publish(document.uri, []) }
        update(document.path, in: surroundings)
    }

    /// Updates the folder after a change to the documents at a path.
    private mutating func update(_ path: String, in surroundings: Surroundings) {
        hasNews = true
        guard var folder, let relative = folder.relative(path) else { return }
        self.folder = nil
        let open = documents(at: path).last?.text.bytes
        var bytes = open
        if open == nil {
            do throws(SystemError) {
                bytes = try unlessMissing(try surroundings.files.contents(of: relative).bytes)
            } catch {
                // The file exists but cannot be read. It keeps its old state until the folder is read again, which
                // reports the error.
                self.folder = folder
                return perform(.readFolder)
            }
        }
        folder.replace(relative, by: bytes, isOpen: open != nil, from: surroundings.zones)
        if relative == TagRegistry.fileName {
            // What counts as a reminder depends on the registry.
            for document in documents {
                guard let path = folder.relative(document.path), path != relative else { continue }
                folder.replace(path, by: document.text.bytes, isOpen: true, from: surroundings.zones)
            }
        }
        self.folder = folder
    }

    // MARK: Context

    /// An open document in the folder, from a `textDocument` parameter.
    struct Place {
        var document: OpenDocument
        /// Relative to the root of the folder.
        var path: String
        var isRegistry: Bool { path == TagRegistry.fileName }
    }

    /// - Returns: nil for a document outside the folder.
    func place(_ params: JSON) throws(ResponseError) -> Place? {
        let uri = params["textDocument"]["uri"]
        guard uri.string != nil else { throw ResponseError(.invalidParams, "expected a 'textDocument' with a 'uri'") }
        guard let document = document(uri), let path = folder?.relative(document.path) else { return nil }
        return Place(document: document, path: path)
    }

    /// The byte offset of a `position` parameter.
    func offset(_ params: JSON, in place: Place) throws(ResponseError) -> Int {
        guard let position = TextLines.Position(params["position"]) else {
            throw ResponseError(.invalidParams, "expected a 'position' with 'line' and 'character'")
        }
        return place.document.text.offset(of: position)
    }

    /// The texts of the open documents of the folder, by path.
    func texts(in folder: ServedFolder) -> [PathKey: [UInt8]] {
        var texts: [PathKey: [UInt8]] = [:]
        for document in documents {
            if let path = folder.relative(document.path) { texts[PathKey(path)] = document.text.bytes }
        }
        return texts
    }

    /// The files with the client's unsaved changes, and the time with the zones of the folder.
    func context(_ folder: ServedFolder, in surroundings: Surroundings) -> (edit: EditContext, time: TimeContext) {
        let files = OpenFiles(open: texts(in: folder), disk: surroundings.files)
        var time = surroundings.time
        time.zones = folder.zones
        return (EditContext(folder.snapshot, files: files, zones: surroundings.zones), time)
    }

    /// The URI of a file, with the client's own spelling of the file or its root.
    ///
    /// - Parameter path: relative to the root of the folder.
    func uri(of path: String, in folder: ServedFolder) -> String {
        let real = (folder.root == "/" ? "" : folder.root) + "/" + path
        if let document = documents(at: real).last { return document.uri }
        for root in client.roots where real.utf8.starts(with: (root.path + "/").utf8) {
            return root.uri
                + FileURI.encoded(String(decoding: real.utf8.dropFirst(root.path.utf8.count), as: UTF8.self))
        }
        return FileURI.of(real)
    }
}
