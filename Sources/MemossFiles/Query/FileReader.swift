/// Reads one file after another for a question: each thread has its own.
struct FileReader {
    private let body: ReminderDecoder.Body
    private let explains: Bool
    private let matcher: QueryMatcher?
    private var glancer = Glancer()

    init(body: ReminderDecoder.Body = .none, explains: Bool = false, matcher: QueryMatcher?) {
        self.body = body
        self.explains = explains
        self.matcher = matcher
    }

    mutating func read(_ file: FolderWalk.File, _ contents: FolderWalk.Contents) -> Snapshot.Entry {
        switch contents {
        case .success(let bytes):
            return read(file, bytes)
        case .failure(let error):
            let message = "the file cannot be read: \(error.reason)"
            let problem = Problem(path: file.path, id: .unreadableFile, message: message)
            return entry(ReminderDecoder.Output(problems: [problem]))
        }
    }

    private mutating func read(_ file: FolderWalk.File, _ bytes: UnsafeBufferPointer<UInt8>) -> Snapshot.Entry {
        guard case .found(let fence) = Fence.search(bytes), glancer.scan(bytes, range: fence.content) else {
            let bytes = Array(bytes)
            return entry(ReminderDecoder.decode(bytes, path: file.path, keeping: body, explaining: explains))
        }
        if let matcher, let glance = glancer.glance(at: bytes), !matcher.mayMatch(glance) {
            return Snapshot.Entry(leavingOut: glance.idHead)
        }
        let bytes = Array(bytes)
        let document = glancer.scanner.document(of: bytes, range: fence.content)
        let front = FrontMatter(fence: fence, document: document)
        return entry(ReminderDecoder.decode(bytes, front, path: file.path, keeping: body, explaining: explains))
    }

    private func entry(_ output: ReminderDecoder.Output) -> Snapshot.Entry {
        Snapshot.Entry(output) { matcher?.mayMatch($0) ?? true }
    }
}
