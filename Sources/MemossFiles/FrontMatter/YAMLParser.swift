internal import Bytes
internal import CYAML

extension YAMLDocument {
    /// Parses the document at `range` of `bytes`. `PlainScanner` parses most documents without libyaml, to identical
    /// nodes.
    ///
    /// - Throws: a `Fault` for malformed YAML, nesting deeper than 64, more than 1 MiB, an undefined alias, a second
    ///   document, or a root that is not a mapping. Duplicate keys are not a fault: see `duplicateEntries`.
    package static func parse(
        _ bytes: [UInt8],
        range: Range<Int>,
        judging judge: YAMLMistake.Judge = { _, _ in .other }
    ) throws(Fault) -> YAMLDocument {
        if let plain = PlainScanner.scan(bytes, range: range) { return plain }
        return try parseWithLibYAML(bytes, range: range, judging: judge)
    }

    /// The version of the linked libyaml, such as `0.2.5`.
    package static var parserVersion: String { String(cString: yaml_get_version_string()) }

    /// - Parameter judge: says what a proposed correction would mean.
    package static func parseWithLibYAML(
        _ bytes: [UInt8],
        range: Range<Int>,
        judging judge: YAMLMistake.Judge = { _, _ in .other }
    ) throws(Fault) -> YAMLDocument {
        do throws(Fault) {
            return try build(bytes, range: range)
        } catch {
            throw YAMLMistake.explained(error, in: bytes, range: range, judging: judge) { bytes, range in
                do throws(Fault) { return .success(try build(bytes, range: range)) } catch { return .failure(error) }
            }
        }
    }

    private static func build(_ bytes: [UInt8], range: Range<Int>) throws(Fault) -> YAMLDocument {
        guard range.count <= maximumSize else {
            throw Fault(
                id: .frontMatterTooLarge,
                message: "\(range.count) bytes of YAML: the limit is 1 MiB",
                offset: range.lowerBound
            )
        }
        let slice = Array(bytes[range])
        var builder = NodeBuilder(document: YAMLDocument(bytes: bytes, range: range))
        do throws(Fault) {
            try builder.run(slice)
        } catch {
            guard error.id == .invalidYAML, let masked = SurrogatePairs.masked(slice) else { throw error }
            builder = NodeBuilder(document: YAMLDocument(bytes: bytes, range: range), isMasked: true)
            // Report the error in the bytes of the file, not the one in the masked bytes.
            guard (try? builder.run(masked)) != nil else { throw error }
        }
        return builder.document
    }
}

/// Builds nodes from libyaml's events.
private struct NodeBuilder {
    var document: YAMLDocument
    var open: [Int] = []
    var flowDepth = 0
    var anchors: [String: Int] = [:]
    var documents = 0
    var marks: MarkCursor
    /// Whether libyaml reads masked bytes: see `SurrogatePairs`.
    let isMasked: Bool

    init(document: YAMLDocument, isMasked: Bool = false) {
        (self.document, self.isMasked) = (document, isMasked)
        marks = MarkCursor(bytes: document.bytes, range: document.range)
    }

    /// - Parameter slice: the bytes of the document, or the masked ones. It must outlive the parser, which keeps a pointer
    ///   into it.
    mutating func run(_ slice: [UInt8]) throws(YAMLDocument.Fault) {
        var parser = yaml_parser_t()
        guard yaml_parser_initialize(&parser) == 1 else {
            throw YAMLDocument.Fault(id: .invalidYAML, message: "out of memory", offset: document.range.lowerBound)
        }
        defer { yaml_parser_delete(&parser) }
        let result: Result<Void, YAMLDocument.Fault> = slice.withUnsafeBufferPointer { buffer in
            // libyaml does not accept a null pointer, which an empty buffer may have.
            guard let base = buffer.baseAddress, !buffer.isEmpty else { return .success(()) }
            yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)
            yaml_parser_set_input_string(&parser, base, buffer.count)
            do throws(YAMLDocument.Fault) {
                var isDone = false
                while !isDone {
                    var event = yaml_event_t()
                    guard yaml_parser_parse(&parser, &event) == 1 else { throw fault(of: parser) }
                    defer { yaml_event_delete(&event) }
                    try take(event)
                    isDone = event.type == YAML_STREAM_END_EVENT
                }
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try result.get()
        try finish()
    }

    private mutating func take(_ event: yaml_event_t) throws(YAMLDocument.Fault) {
        switch event.type {
        case YAML_DOCUMENT_START_EVENT:
            documents += 1
            if documents > 1 {
                throw fault(.secondDocument, "a second YAML document begins here, but only one can be read", event)
            }
        case YAML_SCALAR_EVENT:
            addScalar(event)
        case YAML_ALIAS_EVENT:
            try addAlias(event)
        case YAML_SEQUENCE_START_EVENT:
            let data = event.data.sequence_start
            let isFlow = data.style == YAML_FLOW_SEQUENCE_STYLE
            try begin(.sequence, isFlow, event, anchor: data.anchor, tag: data.tag)
        case YAML_MAPPING_START_EVENT:
            let data = event.data.mapping_start
            let isFlow = data.style == YAML_FLOW_MAPPING_STYLE
            try begin(.mapping, isFlow, event, anchor: data.anchor, tag: data.tag)
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
            end(event)
        default:
            break
        }
    }

    // MARK: Nodes

    private mutating func addScalar(_ event: yaml_event_t) {
        let data = event.data.scalar
        let style: Node.Style =
            switch data.style {
            case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
            case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
            case YAML_LITERAL_SCALAR_STYLE: .literal
            case YAML_FOLDED_SCALAR_STYLE: .folded
            default: .plain
            }
        var node = makeNode(.scalar, style, event, anchor: data.anchor, tag: data.tag)
        if style == .literal || style == .folded { node.end = Int32(blockScalarEnd(node)) }
        let value = UnsafeBufferPointer(start: data.value, count: data.length)
        let inset: Int32 = style.isQuoted ? 1 : 0
        let inner = node.content + inset..<max(node.content + inset, node.end - inset)
        if document.bytes[Int(inner.lowerBound)..<Int(inner.upperBound)].elementsEqual(value) {
            node.value = .source(start: inner.lowerBound, end: inner.upperBound)
        } else {
            let start = Int32(document.apart.count)
            let raw = document.bytes[Int(inner.lowerBound)..<Int(inner.upperBound)]
            document.apart += isMasked ? SurrogatePairs.restored(value, from: raw, style) : Array(value)
            node.value = .apart(start: start, end: Int32(document.apart.count))
        }
        append(node)
    }

    private mutating func addAlias(_ event: yaml_event_t) throws(YAMLDocument.Fault) {
        let name = String(cString: event.data.alias.anchor)
        guard let target = anchors[name] else {
            throw fault(.undefinedAlias, "the alias *\(name) has no anchor &\(name) before it", event)
        }
        var node = makeNode(.alias, .plain, event, anchor: nil, tag: nil)
        node.properties = Int32(document.properties.count)
        document.properties.append(NodeProperties(alias: name, target: target))
        append(node)
    }

    private mutating func begin(
        _ kind: Node.Kind,
        _ isFlow: Bool,
        _ event: yaml_event_t,
        anchor: UnsafeMutablePointer<yaml_char_t>?,
        tag: UnsafeMutablePointer<yaml_char_t>?
    ) throws(YAMLDocument.Fault) {
        guard open.count < YAMLDocument.maximumDepth else {
            throw fault(.nestingTooDeep, "nested deeper than \(YAMLDocument.maximumDepth) levels", event)
        }
        open.append(append(makeNode(kind, isFlow ? .flow : .block, event, anchor: anchor, tag: tag)))
        if isFlow { flowDepth += 1 }
    }

    private mutating func end(_ event: yaml_event_t) {
        guard let index = open.popLast() else { return }
        var node = document.nodes[index]
        node.subtreeEnd = Int32(document.nodes.count)
        if node.style == .flow { flowDepth -= 1 }
        let opensFlow =
            Int(node.content) < document.bytes.count && "[{".utf8.contains(document.bytes[Int(node.content)])
        if node.style == .flow, opensFlow, event.start_mark.index != event.end_mark.index {
            node.end = Int32(marks.offset(event.end_mark.index))
        } else {
            // The end mark is too late here: a block collection ends with its last child.
            var child = index + 1
            while child < Int(node.subtreeEnd) {
                node.start = min(node.start, document.nodes[child].start)
                node.end = document.nodes[child].end
                child = Int(document.nodes[child].subtreeEnd)
            }
        }
        document.nodes[index] = node
    }

    @discardableResult
    private mutating func append(_ node: Node) -> Int {
        var node = node
        let index = document.nodes.count
        node.subtreeEnd = Int32(index + 1)
        document.nodes.append(node)
        if node.properties >= 0, let anchor = document.properties[Int(node.properties)].anchor {
            anchors[anchor] = index
        }
        return index
    }

    private mutating func makeNode(
        _ kind: Node.Kind,
        _ style: Node.Style,
        _ event: yaml_event_t,
        anchor: UnsafeMutablePointer<yaml_char_t>?,
        tag: UnsafeMutablePointer<yaml_char_t>?
    ) -> Node {
        let start = marks.offset(event.start_mark.index)
        // The end of a collection is only known when it closes; the start event ends with its first token.
        let end = marks.offset(event.end_mark.index)
        var node = Node(
            kind: kind,
            style: style,
            isInFlow: flowDepth > 0,
            start: Int32(start),
            content: Int32(start),
            end: Int32(end),
            subtreeEnd: 0,
            value: .source(start: Int32(start), end: Int32(start)),
            properties: -1
        )
        if anchor != nil || tag != nil {
            let properties = NodeProperties(
                anchor: anchor.map { String(cString: $0) },
                tag: tag.map { String(cString: $0) }
            )
            node.properties = Int32(document.properties.count)
            document.properties.append(properties)
            let limit = kind == .scalar ? end : document.range.upperBound
            node.content = Int32(contentStart(from: start, limit: limit))
        }
        return node
    }

    /// Skips anchor and YAML tag, and the blanks, line breaks and comments after them. No plain scalar begins with `&` or
    /// `!`, so this never skips too much.
    private func contentStart(from start: Int, limit: Int) -> Int {
        let bytes = document.bytes
        var index = start
        while index < limit {
            if bytes[index] == UInt8(ascii: "&") || bytes[index] == UInt8(ascii: "!") {
                while index < limit, !Ascii.isBlankOrBreak(bytes[index]) { index += 1 }
            } else if Ascii.isBlankOrBreak(bytes[index]) {
                index += 1
            } else if bytes[index] == Ascii.hash {
                while index < limit, bytes[index] != Ascii.lineFeed { index += 1 }
            } else {
                break
            }
        }
        return index
    }

    /// The end of the last line of a block scalar; libyaml's end mark is after the blank lines that follow.
    private func blockScalarEnd(_ node: Node) -> Int {
        let bytes = document.bytes
        var last = Int(node.end)
        while last > Int(node.content), Ascii.isBlankOrBreak(bytes[last - 1]) { last -= 1 }
        while last < Int(node.end), !Ascii.isBlankOrBreak(bytes[last]) || Ascii.isBlank(bytes[last]) { last += 1 }
        return last
    }

    // MARK: Faults

    private mutating func finish() throws(YAMLDocument.Fault) {
        guard let root = document.nodes.first else { return }
        if root.kind == .scalar, root.start == root.end {
            // A lone `---` line is equivalent to an empty document.
            document.nodes = []
            return
        }
        guard root.kind == .mapping else {
            let found = root.kind == .sequence ? "a list" : "a single value"
            throw YAMLDocument.Fault(
                id: .notAMapping,
                message: "found \(found), expected keys with values (key: value)",
                offset: Int(root.start)
            )
        }
        document.entries = document.entries(of: 0)
    }

    private mutating func fault(_ id: ProblemID, _ message: String, _ event: yaml_event_t) -> YAMLDocument.Fault {
        YAMLDocument.Fault(id: id, message: message, offset: marks.offset(event.start_mark.index))
    }

    private mutating func fault(of parser: yaml_parser_t) -> YAMLDocument.Fault {
        let problem = parser.problem.map { String(cString: $0) } ?? "out of memory"
        if parser.error == YAML_READER_ERROR {
            let isEncoding = problem.contains("UTF-8") || problem.contains("Unicode")
            return YAMLDocument.Fault(
                id: isEncoding ? .invalidUTF8 : .invalidYAML,
                message: isEncoding ? "invalid UTF-8 (\(problem))" : "invalid YAML: \(problem)",
                offset: min(document.range.lowerBound + parser.problem_offset, document.range.upperBound)
            )
        }
        return YAMLDocument.Fault(
            id: .invalidYAML,
            message: "invalid YAML: \(problem)",
            offset: marks.offset(parser.problem_mark.index),
            context: parser.context.map { _ in marks.offset(parser.context_mark.index) }
        )
    }
}

/// Converts libyaml's marks, which count code points, to byte offsets.
private struct MarkCursor {
    let bytes: [UInt8]
    let range: Range<Int>
    let isASCII: Bool
    var index = 0
    var position: Int

    init(bytes: [UInt8], range: Range<Int>) {
        self.bytes = bytes
        self.range = range
        position = range.lowerBound
        isASCII = bytes[range].allSatisfy { $0 < 0x80 }
    }

    mutating func offset(_ mark: Int) -> Int {
        if isASCII { return min(range.lowerBound + mark, range.upperBound) }
        // Marks go back by at most one token.
        while index > mark, position > range.lowerBound {
            position -= 1
            while position > range.lowerBound, bytes[position] & 0xC0 == 0x80 { position -= 1 }
            index -= 1
        }
        while index < mark, position < range.upperBound {
            position += 1
            while position < range.upperBound, bytes[position] & 0xC0 == 0x80 { position += 1 }
            index += 1
        }
        return position
    }
}
