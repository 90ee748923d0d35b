internal import Bytes

extension Query {
    /// Parses a query in the syntax familiar from mail and code search: terms are joined by AND; `OR`, parentheses and a
    /// leading `-` or `NOT` are supported.
    ///
    /// - Parameters:
    ///   - text: the query; an empty one matches everything.
    ///   - now: the time that `today` and other relative days refer to.
    /// - Throws: a `ParseError` with the offset into the text: an unknown term or state, an impossible date, or an
    ///   unclosed parenthesis or quote.
    package init(parsing text: String, now: CivilDateTime) throws(ParseError) {
        try self.init(parsing: text, now: now, times: .usual)
    }

    /// - Parameters:
    ///   - times: the times of the parts of a day.
    ///   - named: the queries that `@name` stands for.
    package init(
        parsing text: String,
        now: CivilDateTime,
        times: PartsOfDay,
        named: [String: String] = [:]
    ) throws(ParseError) {
        let tokens = try QueryLexer.tokens(of: text)
        var parser = QueryParser(tokens: tokens, now: now, times: times, end: text.utf8.count)
        parser.named = named
        self = try parser.parse()
    }
}

struct QueryParser {
    private let tokens: [QueryLexer.Placed]
    private let now: CivilDateTime
    private let times: PartsOfDay
    private let end: Int
    private var index = 0
    private var depth = 0
    fileprivate var named: [String: String] = [:]
    /// The named queries that this one is part of.
    private var expanding: [String] = []
    /// The words and signs of the named queries so far: queries that name others twice double at each step.
    private var expanded = 0

    /// The keys of terms. Any other is a key of the files.
    static let keys = ["tag", "is", "scheduled", "due", "path", "title", "body", "has", "every"]
    private static let maximumDepth = 100
    private static let mostNested = 10
    private static let mostExpanded = 2_000

    init(tokens: [QueryLexer.Placed], now: CivilDateTime, times: PartsOfDay, end: Int) {
        self.tokens = tokens
        self.now = now
        self.times = times
        self.end = end
    }

    private var next: QueryLexer.Token? { index < tokens.count ? tokens[index].token : nil }
    private var offset: Int { index < tokens.count ? tokens[index].offset : end }

    mutating func parse() throws(ParseError) -> Query {
        guard !tokens.isEmpty else { return .everything }
        let query = try disjunction()
        guard next == nil else { throw ParseError("this parenthesis has no matching opening one", offset: offset) }
        return query
    }

    private mutating func disjunction() throws(ParseError) -> Query {
        var parts = [try conjunction()]
        while isWord("OR") {
            index += 1
            parts.append(try conjunction())
        }
        return parts.count == 1 ? parts[0] : .any(parts)
    }

    private mutating func conjunction() throws(ParseError) -> Query {
        var parts: [Query] = []
        while let token = next, token != .close, !isWord("OR") {
            if isWord("AND"), !parts.isEmpty {
                index += 1
                try expectTerm("after AND")
            }
            parts.append(try factor())
        }
        if parts.isEmpty { try expectTerm(index > 0 && tokens[index - 1].token != .open ? "after OR" : "here") }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private mutating func factor() throws(ParseError) -> Query {
        let start = offset
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth else {
            throw ParseError("nested deeper than \(Self.maximumDepth) levels", offset: start)
        }
        guard let token = next else { throw ParseError("expected a term here", offset: start) }
        index += 1
        switch token {
        case .minus:
            return .not(try factor())
        case .open:
            let inner = try disjunction()
            guard next == .close else {
                throw ParseError("this parenthesis is never closed", offset: start)
            }
            index += 1
            return inner
        case .close:
            throw ParseError("this parenthesis has no matching opening one", offset: start)
        case .word(nil, "NOT", false):
            try expectTerm("after NOT")
            return .not(try factor())
        case .word(nil, let text, false) where text.utf8.first == UInt8(ascii: "@") && text.utf8.count > 1:
            return try namedQuery(String(text.dropFirst()), at: start)
        case .word(let key, let text, let isQuoted):
            return .term(try term(key, text, isQuoted: isQuoted, at: start))
        }
    }

    private mutating func namedQuery(_ name: String, at offset: Int) throws(ParseError) -> Query {
        guard let text = named[name] else {
            let known = named.keys.sorted().map { "@" + $0 }
            let nearest = Spelling.nearest(to: "@" + name, among: known).first
            let rest = known.isEmpty ? "" : ": the queries are \(known.joined(separator: ", "))"
            let message = "there is no query named '@\(name)'\(rest); quote text that begins with '@'"
            throw ParseError(message, suggestion: nearest, offset: offset)
        }
        guard !expanding.contains(name) else {
            throw ParseError("the query '@\(name)' refers to itself", offset: offset)
        }
        // An empty query matches everything. A named one is a mistake, and dangerous for `delete --where`.
        guard text.utf8.contains(where: { $0 > 0x20 }) else {
            throw ParseError("the query '@\(name)' is empty", offset: offset)
        }
        do throws(ParseError) {
            guard expanding.count < Self.mostNested else {
                throw ParseError("named queries are nested more than \(Self.mostNested) levels deep")
            }
            let tokens = try QueryLexer.tokens(of: text)
            expanded += tokens.count
            guard expanded <= Self.mostExpanded else {
                throw ParseError("the query and those that it names have more than \(Self.mostExpanded) terms")
            }
            var parser = QueryParser(tokens: tokens, now: now, times: times, end: text.utf8.count)
            (parser.named, parser.expanding, parser.expanded) = (named, expanding + [name], expanded)
            let query = try parser.parse()
            expanded = parser.expanded
            return query
        } catch {
            throw ParseError("in '@\(name)': \(error.message)", offset: offset)
        }
    }

    private func isWord(_ word: String) -> Bool { next == .word(key: nil, text: word, isQuoted: false) }

    private func expectTerm(_ place: String) throws(ParseError) {
        guard let token = next, token != .close, !isWord("OR") else {
            throw ParseError("expected a term \(place)", offset: offset)
        }
    }

    // MARK: Terms

    private func term(
        _ key: String?,
        _ text: String,
        isQuoted: Bool,
        at offset: Int
    ) throws(ParseError) -> Query.Term {
        guard let key else { return .text(text) }
        let lower = key.lowercased()
        let isTerm = Self.keys.contains(lower)
        // As a plain key, `tags` would not resolve aliases: a file may have a tag under a former name.
        if lower == "tags" { throw Self.unknownTerm(key, text, at: offset) }
        guard !text.isEmpty else {
            let advice = isTerm ? "" : "; quote text that contains a colon"
            throw ParseError("'\(key):' needs a value\(advice)", offset: offset)
        }
        do throws(ParseError) {
            switch lower {
            case "tag":
                let isMarked = text.utf8.first == Ascii.hash && text.utf8.count > 1
                return .tag(TagName(isMarked ? String(decoding: text.utf8.dropFirst(), as: UTF8.self) : text))
            case "is":
                let synonyms = ["done": "completed", "late": "overdue", "due": "today", "someday": "undated"]
                return .state(try word(text, of: "is", "state", synonyms: synonyms))
            case "every":
                let synonyms = ["daily": "day", "weekdays": "week", "yearly": "year", "annually": "year"]
                return .every(try word(text, of: "every", "unit", synonyms: synonyms))
            case "scheduled": return .scheduled(try DateCondition(parsing: text, now: now, times: times))
            case "due": return .due(try DateCondition(parsing: text, now: now, times: times))
            case "path": return .path(text)
            case "title": return .title(text)
            case "body": return .body(text)
            case "has": return .has(text)
            default:
                return .key(
                    key,
                    try KeyCondition(parsing: text, isQuoted: isQuoted, key: key, now: now, times: times)
                )
            }
        } catch {
            var error = error
            if lower == "scheduled" || lower == "due", let term = otherTerm(lower, text) { error.suggestion = term }
            if lower == "is" || lower == "every" {
                error.offset += offset
            } else {
                error.message = "\(key): \(error.message)"
                error.offset += offset + key.utf8.count + 1
            }
            throw error
        }
    }

    /// What was meant by `scheduled:weekly`, `due:overdue`, `due:before friday` or `due:before:friday`.
    private func otherTerm(_ key: String, _ text: String) -> String? {
        if let state = Query.State(rawValue: text.lowercased()) { return "is:\(state.rawValue)" }
        if let rule = try? RecurrenceRule(parsing: text) { return "every:\(rule.frequency.unit)" }
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        let signs = ["before": "<", "until": "<=", "by": "<=", "after": ">", "since": ">=", "from": ">="]
        guard let word = parts.first, let sign = signs[word.lowercased()] else { return nil }
        var day = parts.count > 1 ? parts[1] : nil
        if day == nil, case .word(nil, let word, _)? = next { day = word }
        guard let day, (try? DateCondition(parsing: sign + day, now: now, times: times)) != nil else { return nil }
        return "\(key):\(sign)\(day)"
    }

    static func unknownTerm(_ key: String, _ text: String, at offset: Int) -> ParseError {
        let nearest = Spelling.nearest(to: key, among: keys).first
        let expected = keys.map { $0 + ":" }.joined(separator: ", ")
        let message = "unknown term '\(key):', expected one of \(expected) or a key of the front matter"
        return ParseError(message, suggestion: nearest.map { "\($0):\(text)" }, offset: offset)
    }

    /// The value of `is:` or `every:`, one of a few words.
    ///
    /// - Parameter synonyms: what people write instead.
    private func word<Value: RawRepresentable<String> & CaseIterable>(
        _ text: String,
        of term: String,
        _ kind: String,
        synonyms: [String: String]
    ) throws(ParseError) -> Value {
        let word = text.lowercased()
        if let value = Value(rawValue: word) { return value }
        let words = Value.allCases.map(\.rawValue)
        let nearest = synonyms[word] ?? Spelling.nearest(to: text, among: words).first
        let expected = words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
        let message = "unknown \(kind) '\(term):\(text)', expected \(expected)"
        throw ParseError(message, suggestion: nearest.map { "\(term):\($0)" })
    }
}
