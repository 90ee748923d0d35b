import MemossFiles

extension LanguageServer {
    /// Publishes the problems of open documents whose problems have changed. To be called when there is nothing else to
    /// do.
    package mutating func publishNews(in surroundings: Surroundings) -> [Effect] {
        guard hasNews, state == .running else { return [] }
        mayBeOutdated = false
        let problems = diagnostics(in: surroundings)
        var current: [String: Published] = [:]
        for document in documents {
            current[document.uri] = Published(version: document.version, problems: problems[document.uri] ?? [])
        }
        if client.pullsDiagnostics {
            // The client asks anyway for the problems of a document that it has changed.
            let isOther = current.contains { published[$0]?.version == $1.version && published[$0] != $1 }
            if isOther { request("workspace/diagnostic/refresh", .null) }
        } else {
            for document in documents where published[document.uri] != current[document.uri] {
                publish(document.uri, current[document.uri]?.problems.elements ?? [], document.version)
            }
        }
        published = current
        return takeEffects()
    }

    mutating func publish(_ uri: String, _ items: [JSON], _ version: Int? = nil) {
        var params: JSON = ["uri": .string(uri), "diagnostics": .array(items)]
        params.add("version", version.map(JSON.integer))
        send("textDocument/publishDiagnostics", params)
    }

    mutating func diagnosticReport(_ params: JSON, in surroundings: Surroundings) -> JSON {
        let uri = params["textDocument"]["uri"].string ?? ""
        return ["kind": "full", "items": diagnostics(in: surroundings)[uri] ?? []]
    }

    /// The problems of the open documents, by URI.
    private mutating func diagnostics(in surroundings: Surroundings) -> [String: JSON] {
        guard let folder, !documents.isEmpty else { return [:] }
        let open = documents.compactMap { document in folder.relative(document.path).map { (document, $0) } }
        let known = open.filter { $0.0.state != .outdated }
        let problems = problems(of: Set(known.map { PathKey($0.1) }), in: surroundings)
        let byPath = Dictionary(grouping: problems) { PathKey($0.path) }
        var found: [String: JSON] = [:]
        for (document, path) in open {
            guard document.state != .outdated else {
                // The problems are those of another text.
                found[document.uri] = [Self.outdated]
                continue
            }
            let places = ProblemPlaces(document.text, isRegistry: path == TagRegistry.fileName)
            let own = byPath[PathKey(path)] ?? []
            found[document.uri] = .array(own.map { diagnostic($0, places, surroundings) })
        }
        return found
    }

    /// The problems that a check reports for open files.
    mutating func problems(of paths: Set<PathKey>, in surroundings: Surroundings) -> [Problem] {
        guard var folder else { return [] }
        self.folder = nil
        var snapshot = folder.snapshot(toCheck: paths)
        self.folder = folder
        let (_, time) = context(folder, in: surroundings)
        let texts = texts(in: folder)
        // Notes, about what other tools read differently, are recomputed for these files only.
        snapshot.problems.removeAll { paths.contains(PathKey($0.path)) && $0.severity == .note }
        for path in paths where path.path != TagRegistry.fileName {
            guard let bytes = texts[path] else { continue }
            let explained = ReminderDecoder.decode(
                bytes,
                path: path.path,
                explaining: true,
                registry: snapshot.registry
            )
            let known = Set(snapshot.problems.filter { PathKey($0.path) == path })
            snapshot.problems += explained.problems.filter { !known.contains($0) }
        }
        // Problems in other files are dropped below, so their text is not needed.
        return FolderCheck.problems(of: snapshot, in: time, besides: folder.otherProblems, only: paths) { path in
            texts[PathKey(path)] ?? []
        }.filter { paths.contains(PathKey($0.path)) }
    }

    /// What is said about a document that is older than the disk, instead of problems.
    private static let outdated: JSON = [
        "range": ["start": ["line": 0, "character": 0], "end": ["line": 0, "character": 0]],
        "severity": 3,
        "code": "changed-on-disk",
        "source": "mm",
        "message": "the file has changed on the disk since the editor read it: reload it",
    ]

    private func diagnostic(_ problem: Problem, _ places: ProblemPlaces, _ surroundings: Surroundings) -> JSON {
        let severity =
            switch problem.severity {
            case .error: 1
            case .warning: 2
            case .note: 3
            }
        let advice = problem.remedy.map { " (" + surroundings.advice($0).joined(separator: "; ") + ")" } ?? ""
        return [
            "range": places.range(of: problem),
            "severity": .integer(severity),
            "code": .string(problem.id.rawValue),
            "source": "mm",
            "message": .string(([problem.message + advice] + problem.hints).joined(separator: "\n")),
        ]
    }
}

/// The ranges of the problems in a document; a problem itself has only a start.
struct ProblemPlaces {
    private let text: DocumentText
    /// The ends of values and tags, by their starts.
    private var ends: [Int: Int] = [:]

    init(_ text: DocumentText, isRegistry: Bool) {
        self.text = text
        let bytes = text.bytes
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let document =
            isRegistry
            ? try? YAMLDocument.read(bytes, range: start..<bytes.count) : (try? FrontMatter.read(bytes))?.document
        guard let document else { return }
        for node in document.nodes where node.kind == .scalar {
            ends[node.contentSpan.lowerBound] = node.contentSpan.upperBound
            ends[node.span.lowerBound] = node.span.upperBound
        }
        for segment in TagItems(of: document).items.compactMap(\.segment) {
            ends[segment.lowerBound] = segment.upperBound
        }
    }

    /// The bytes that a problem concerns; an empty range at the start of the document if it has no place.
    func bytes(of problem: Problem) -> Range<Int> {
        guard let line = problem.line else { return 0..<0 }
        let start = text.offset(ofLine: line, column: problem.column ?? 1)
        if let end = ends[start], end > start { return start..<end }
        return text.restOfLine(from: start)
    }

    func range(of problem: Problem) -> JSON { text.json(bytes(of: problem)) }
}
