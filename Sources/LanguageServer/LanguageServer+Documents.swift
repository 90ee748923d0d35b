package import MemossFiles

extension LanguageServer {
    // MARK: Folder

    /// The folder was read: for the first time, or again because it has changed. Unsaved text stays as the client has it.
    ///
    /// - Returns: a message, if the folder could not be read completely.
    package mutating func open(_ read: ServedFolder, in surroundings: Surroundings) -> [Effect] {
        var folder = read
        for index in documents.indices { look(at: index, in: folder, surroundings) }
        // The registry first: it decides how the others are read.
        let open = documents.compactMap { document in
            document.state == .outdated ? nil : folder.relative(document.path).map { ($0, document.text.bytes) }
        }
        for (path, bytes) in open.sorted(by: { $0.0 == TagRegistry.fileName && $1.0 != TagRegistry.fileName }) {
            folder.replace(path, by: bytes, isOpen: true, from: surroundings.zones)
        }
        let incomplete = folder.snapshot.incomplete
        let isKnown = self.folder?.snapshot.incomplete == incomplete
        if let problem = incomplete.first, !isKnown {
            showMessage(.error, "\(problem.path): \(problem.message); reminders in it may be missing")
        }
        let isOpen = open.contains { $0.0 == TagRegistry.fileName }
        reportRegistry(folder.snapshot.registry, isOpen: isOpen)
        self.folder = folder
        mayBeOutdated = true
        return takeEffects()
    }

    /// Says once why the tags of a registry that is not open cannot be known. No file that is open has a problem then.
    private mutating func reportRegistry(_ registry: TagRegistry, isOpen: Bool) {
        let fault = registry.problems.first { $0.severity == .error }
        defer { registryFault = fault?.message }
        guard let fault, !isOpen, fault.message != registryFault else { return }
        let place = [fault.path] + [fault.line, fault.column].compactMap(\.self).map(String.init)
        showMessage(
            .error,
            "\(place.joined(separator: ":")): \(fault.message); tags may be missing until it is corrected"
        )
    }

    /// Compares a document with its file.
    ///
    /// - Returns: whether the file has changed since it was looked at last.
    @discardableResult private mutating func look(
        at index: Int,
        in folder: ServedFolder,
        _ surroundings: Surroundings
    ) -> Bool {
        guard let path = folder.relative(documents[index].path) else { return false }
        do throws(SystemError) {
            return documents[index].look(at: try unlessMissing(try surroundings.files.contents(of: path).bytes))
        } catch {
            // What cannot be read now has not changed yet.
            return false
        }
    }

    /// Some files have changed on the disk.
    ///
    /// - Returns: those that have to be read again: what the client has saved is known. The registry decides how all others are
    ///   read.
    package mutating func changesOnDisk(_ paths: Set<PathKey>, in surroundings: Surroundings) -> Set<PathKey> {
        guard let folder else { return paths }
        var changed: [String] = []
        for index in documents.indices {
            guard let path = folder.relative(documents[index].path), paths.contains(PathKey(path)) else { continue }
            if look(at: index, in: folder, surroundings) { changed.append(documents[index].path) }
        }
        for path in changed { update(path, in: surroundings) }
        return paths.filter { $0.path == TagRegistry.fileName || self.folder?.open.contains($0) != true }
    }

    /// Documents that are older than the disk may be like it again, which is not known yet.
    mutating func lookAtOutdated(in surroundings: Surroundings) {
        guard let folder else { return }
        let paths = documents.filter { $0.state == .outdated }.compactMap { folder.relative($0.path) }
        if !paths.isEmpty { _ = changesOnDisk(Set(paths.map { PathKey($0) }), in: surroundings) }
    }

    /// Some files were read again, because they have changed on the disk: none that is open.
    package mutating func follow(
        _ snapshot: Snapshot,
        _ zones: [String: Zone],
        changed paths: Set<PathKey>,
        otherProblems: [Problem]
    ) {
        folder?.follow(snapshot, zones, changed: paths, otherProblems: otherProblems)
        mayBeOutdated = true
    }

    // MARK: Documents

    /// The document with a URI as the client spells it.
    func document(_ uri: JSON) -> OpenDocument? {
        guard let uri = uri.string else { return nil }
        return documents.first { $0.uri.isSamePath(as: uri) }
    }

    /// The documents of a file: two, if the client has opened it by two names.
    func documents(at path: String) -> [OpenDocument] { documents.filter { $0.path.isSamePath(as: path) } }

    private func realPath(_ path: String, in surroundings: Surroundings) -> String {
        if let real = surroundings.realPath(path) { return real }
        // The file of a new document does not exist yet.
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
        if let folder { look(at: documents.count - 1, in: folder, surroundings) }
        update(path, in: surroundings)
    }

    mutating func didSave(_ item: JSON, in surroundings: Surroundings) {
        guard let folder, let uri = item["uri"].string,
            let index = documents.firstIndex(where: { $0.uri.isSamePath(as: uri) })
        else { return }
        if look(at: index, in: folder, surroundings) { update(documents[index].path, in: surroundings) }
    }

    mutating func didChange(_ params: JSON, in surroundings: Surroundings) {
        let uri = params["textDocument"]["uri"].string ?? ""
        guard let index = documents.firstIndex(where: { $0.uri.isSamePath(as: uri) }) else { return }
        documents[index].apply(params["contentChanges"].elements)
        documents[index].version = params["textDocument"]["version"].int ?? documents[index].version
        // What was changed last counts, if a file is open twice.
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

    /// Follows a change of the documents at a path.
    private mutating func update(_ path: String, in surroundings: Surroundings) {
        mayBeOutdated = true
        guard var folder, let relative = folder.relative(path) else { return }
        self.folder = nil
        let open = documents(at: path).last { $0.state != .outdated }?.text.bytes
        var bytes = open
        if open == nil {
            do throws(SystemError) {
                bytes = try unlessMissing(try surroundings.files.contents(of: relative).bytes)
            } catch {
                // The file is there, so it stays until the folder has been read, which reports it.
                self.folder = folder
                return perform(.readFolder)
            }
        }
        folder.replace(relative, by: bytes, isOpen: open != nil, from: surroundings.zones)
        if relative == TagRegistry.fileName {
            // What counts as a reminder depends on the registry.
            for document in documents where document.state != .outdated {
                guard let path = folder.relative(document.path), path != relative else { continue }
                folder.replace(path, by: document.text.bytes, isOpen: true, from: surroundings.zones)
            }
        }
        self.folder = folder
    }

    // MARK: Context

    /// A document of the folder, by a parameter `textDocument`.
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

    /// The byte offset of a parameter `position`.
    func offset(_ params: JSON, in place: Place) throws(ResponseError) -> Int {
        guard let position = TextLines.Position(params["position"]) else {
            throw ResponseError(.invalidParams, "expected a 'position' with 'line' and 'character'")
        }
        return place.document.text.offset(of: position)
    }

    /// The texts of the open documents of the folder, by path, but for those that are older than the disk.
    func texts(in folder: ServedFolder) -> [PathKey: [UInt8]] {
        var texts: [PathKey: [UInt8]] = [:]
        for document in documents where document.state != .outdated {
            if let path = folder.relative(document.path) { texts[PathKey(path)] = document.text.bytes }
        }
        return texts
    }

    /// The files with what the client has not saved, and the time with the zones of the folder.
    func context(_ folder: ServedFolder, in surroundings: Surroundings) -> (edit: EditContext, time: TimeContext) {
        let files = OpenFiles(open: texts(in: folder), disk: surroundings.files)
        var time = surroundings.time
        time.zones = folder.zones
        return (EditContext(folder.snapshot, files: files, zones: surroundings.zones), time)
    }

    /// The URI of a file, as the client spells it or its root.
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
