/// Reads files for a query, one after another; each thread has its own.
struct ReminderReader {
    private let body: KeptBody
    private let explains: Bool
    private let keys: KeptKeys
    private let matcher: QueryMatcher?
    /// Which tags of the bodies the query depends on.
    private let texts: TextTagFilter?
    /// Whether a reminder keeps all tags of its text.
    private let keepsTexts: Bool
    /// Which tags of the bodies to note for the folder as a whole.
    private let mentions: TextTagFilter?
    /// Whether the query is about keys.
    private let asksForKeys: Bool
    private let interner: ValueInterner
    private var prefilter: Prefilter
    /// The bytes of the file being decoded; reused, because allocating an array for each file fragmented memory.
    private var decoded: [UInt8] = []
    private var otherNames = OtherNames()

    /// - Parameters:
    ///   - keys: which keys to keep besides those of the matcher.
    ///   - mentions: which tags of the bodies to note for the folder as a whole.
    init(
        body: KeptBody = .none,
        keys: KeptKeys = .none,
        explains: Bool = false,
        mentions: TextTagFilter? = nil,
        matcher: QueryMatcher?,
        registry: TagRegistry = TagRegistry()
    ) {
        keepsTexts = registry.settings.readsTagsInText
        texts = keepsTexts ? matcher.map(\.textTags) ?? .all : nil
        self.mentions = mentions
        self.body = body
        self.explains = explains
        self.keys = keys.adding(matcher?.keys ?? .none)
        asksForKeys = matcher.map { $0.keys != .none } ?? false
        self.matcher = matcher?.forThread()
        interner = ValueInterner(registry)
        prefilter = Prefilter(interner)
    }

    /// Whether the body of every file is read.
    private var readsBody: Bool { explains || body == .whole || texts != nil || mentions != nil }

    mutating func read(_ run: FileRun, limit: Int) -> Snapshot.Part {
        var part = Snapshot.Part(of: run.count)
        begin(run)
        run.forEachFile(limit: limit, whole: readsBody) { read($0, $1, into: &part) }
        return part
    }

    mutating func begin(_ run: FileRun) { otherNames = run.otherNames }

    /// - Returns: whether enough of the file was read.
    mutating func read(_ file: FileRun.File, _ contents: FileRun.Contents, into part: inout Snapshot.Part) -> Bool {
        switch contents {
        case .success(let bytes):
            return read(file, bytes, into: &part)
        case .failure(let error):
            // Deleted since it was listed, for example by a checkout.
            if error.isMissing { return true }
            let message = "the file cannot be read: \(error.reason)"
            let problem = Problem(path: file.path, id: .unreadableFile, message: message)
            add(ReminderDecoder.Output(unreadable: problem, in: error.reason.utf8), to: &part)
            return true
        }
    }

    private mutating func read(
        _ file: FileRun.File,
        _ bytes: UnsafeBufferPointer<UInt8>,
        into part: inout Snapshot.Part
    ) -> Bool {
        if !file.isWhole, readsBody { return false }
        if file.isCut, readsBody, mentions == nil || keepsTexts {
            let message = "only the first 256 MiB of this file are searched"
            part.add(ReminderDecoder.Output(cut: Problem(path: file.path, id: .unreadableFile, message: message)))
        }
        let search = Delimiters.search(bytes)
        if keepsTexts {
            if readsBody, mentions != nil || matcher == nil {
                part.recordDoubtful(file.path, bytes, from: search.bodyStart, mentions ?? TextTagFilter(names: []))
            }
        } else if let mentions {
            part.mention(file.path, bytes, from: search.bodyStart, mentions)
        }
        if search == .absent, !asksForKeys, let matcher,
            let facts = prefilter.factsOfText(bytes, isWhole: file.isWhole),
            !mayMatch(facts, matcher, bytes, bodyStart: 0)
        {
            part.leaveOut(Reminder.derivedID(at: file.path).prefix)
            return true
        }
        // A closing delimiter at the end of a partial read may be the beginning of a longer line.
        guard case .found(let delimiters) = search,
            file.isWhole || delimiters.closing.upperBound < bytes.count,
            !delimiters.mayBeFollowed(in: bytes, isWhole: file.isWhole),
            prefilter.scan(bytes, range: delimiters.content)
        else {
            guard file.isWhole else { return false }
            keep(bytes)
            var decoder = ReminderDecoder(bytes: decoded, path: file.path, interner: interner, keys: keys)
            decoder.texts = keepsTexts ? .all : nil
            add(decoder.decode(keeping: body, explaining: explains), to: &part)
            return true
        }
        if let matcher, let facts = prefilter.facts(in: bytes),
            !mayMatch(facts, matcher, bytes, bodyStart: delimiters.closing.upperBound)
                || body == .whole && facts.hasTitle && !matcher.mayMatch(bytes)
        {
            part.leaveOut(facts.idPrefix ?? Reminder.derivedID(at: file.path).prefix)
            return true
        }
        // Only files that may be listed are read to the end.
        if body == .checklist || keepsTexts, !file.isWhole { return false }
        keep(bytes)
        let document = prefilter.scanner.document(of: decoded, range: delimiters.content)
        var decoder = ReminderDecoder(
            bytes: decoded,
            isWhole: file.isWhole,
            path: file.path,
            interner: interner,
            keys: keys
        )
        decoder.texts = keepsTexts ? .all : nil
        let output = decoder.decode(
            FrontMatter(delimiters: delimiters, document: document),
            keeping: body,
            explaining: explains
        )
        if decoder.isShort { return false }
        add(output, to: &part)
        return true
    }

    private func mayMatch(
        _ facts: PrefilterFacts,
        _ matcher: QueryMatcher,
        _ bytes: UnsafeBufferPointer<UInt8>,
        bodyStart: Int
    ) -> Bool {
        guard let texts, !facts.mayHaveTextTags, texts.mayFind(in: bytes, bodyStart..<bytes.count) else {
            return asksForKeys ? matcher.mayMatch(facts, in: prefilter.scanner, of: bytes) : matcher.mayMatch(facts)
        }
        var facts = facts
        facts.mayHaveTextTags = true
        return mayMatch(facts, matcher, bytes, bodyStart: bodyStart)
    }

    private mutating func keep(_ bytes: UnsafeBufferPointer<UInt8>) {
        decoded.removeAll(keepingCapacity: true)
        decoded.append(contentsOf: bytes)
    }

    private mutating func add(_ output: ReminderDecoder.Output, to part: inout Snapshot.Part) {
        let matcher = matcher
        var output = output
        if !otherNames.isEmpty, let path = output.reminder?.path {
            let names = otherNames.names(of: path).map(\.path)
            if !names.isEmpty { output.reminder?.otherNames = names }
        }
        part.add(output) { matcher?.mayMatch($0) ?? true }
    }
}
