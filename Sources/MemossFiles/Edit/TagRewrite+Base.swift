internal import Bytes

extension TagRewrite {
    /// Renames the tags in the filters and formulas of a base, a `.base` file of Obsidian.
    ///
    /// A tag is taken out of no expression: nobody knows what the rest should find.
    ///
    /// - Returns: nil if the base names none of the tags.
    /// - Throws: an `EditRefusal` if a tag stands where its meaning is unknown, or is to be removed.
    func apply(toBase bytes: [UInt8]) throws(EditRefusal) -> [UInt8]? {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let document: YAMLDocument
        do throws(YAMLDocument.Fault) {
            document = try YAMLDocument.read(bytes, range: start..<bytes.count)
        } catch {
            guard names(in: bytes) else { return nil }
            throw EditRefusal(error)
        }
        var splices: [Splice] = []
        for node in Self.expressions(in: document) { splices += try self.splices(of: node, in: document) }
        guard !splices.isEmpty else { return nil }
        let edited = try Self.edited(bytes, splices)
        try check(edited, start, against: document, offset: splices[0].range.lowerBound)
        return edited == bytes ? nil : edited
    }

    /// Whether a base names one of the tags. True also if the base cannot be understood and has such a name in quotes.
    func mayApply(toBase bytes: [UInt8]) -> Bool {
        do throws(EditRefusal) { return try apply(toBase: bytes) != nil } catch { return true }
    }

    /// Renames the tags in the bases in the text of a note. A base that cannot be understood is left as it is, and the others are
    /// edited.
    ///
    /// - Parameter start: where the body begins.
    /// - Returns: nil if the bases name none of the tags.
    func apply(toBasesIn bytes: [UInt8], from start: Int) -> Result? {
        guard bytes.withUnsafeBufferPointer({ EmbeddedBases.mayBe(in: $0, start..<$0.count) }) else { return nil }
        var result = Result(bytes: bytes)
        for range in EmbeddedBases.ranges(in: bytes, from: start).reversed() {
            do throws(EditRefusal) {
                guard let base = try apply(toBase: Array(bytes[range])) else { continue }
                result.bytes.replaceSubrange(range, with: base)
            } catch {
                result.unreachable = [EditRefusal(reason: error.reason, offset: range.lowerBound + error.offset)]
            }
        }
        return result.bytes == bytes && result.unreachable.isEmpty ? nil : result
    }

    /// The scalars that are expressions: those of filters, formulas and summaries.
    private static func expressions(in document: YAMLDocument) -> [Int] {
        var found: [Int] = []
        for mapping in document.nodes.indices where document.nodes[mapping].kind == .mapping {
            for entry in document.entries(of: mapping) {
                guard
                    ["filters", "formulas", "summaries"].contains(where: { document.text(of: entry.key, equals: $0) })
                else { continue }
                let nodes = entry.value..<Int(document.nodes[entry.value].subtreeEnd)
                found += nodes.filter { document.nodes[$0].kind == .scalar && $0 > found.last ?? -1 }
            }
        }
        return found
    }

    /// Whether a base that is not YAML has one of the tags in quotes.
    private func names(in bytes: [UInt8]) -> Bool {
        BaseExpression(bytes[...], style: .plain).literals.contains {
            $0.meaning != .other && change(Self.tag(bytes[$0.range]).name) != nil
        }
    }

    /// The name in a text, and how many bytes are before it: one for a `#`.
    private static func tag(_ text: ArraySlice<UInt8>) -> (name: TagName, mark: Int) {
        let mark = text.first == Ascii.hash ? 1 : 0
        return (TagName(String(decoding: text.dropFirst(mark), as: UTF8.self)), mark)
    }

    private func splices(of node: Int, in document: YAMLDocument) throws(EditRefusal) -> [Splice] {
        let style = document.nodes[node].style
        let expression = BaseExpression(document.bytes[TagItems.rawText(of: node, in: document)], style: style)
        var splices: [Splice] = []
        for literal in expression.literals {
            let (name, mark) = Self.tag(document.bytes[literal.range])
            guard literal.meaning != .other, let change = change(name) else { continue }
            let offset = literal.range.lowerBound
            guard literal.meaning == .tag else {
                throw EditRefusal(
                    reason: "the tag '\(name)' stands in an expression that mm does not understand",
                    offset: offset
                )
            }
            guard case .rename(let new) = change else {
                throw EditRefusal(
                    reason: "an expression asks for the tag '\(name)', and mm takes none out of it",
                    offset: offset
                )
            }
            let written = Array(new.name.text.utf8.dropLast(new.keptBytes))
            let isPlain = !written.contains { $0 == Ascii.quote || $0 == Ascii.apostrophe || $0 == Ascii.backslash }
            guard isPlain else {
                throw EditRefusal(reason: "mm does not write the tag '\(new.name)' in an expression", offset: offset)
            }
            splices.append(Splice(offset + mark..<literal.range.upperBound - new.keptBytes, written))
        }
        return splices
    }

    /// Law 3 of an edit: the same document, but for the tags, all of which are renamed.
    private func check(_ edited: [UInt8], _ start: Int, against before: YAMLDocument, offset: Int) throws(EditRefusal) {
        let refusal = EditRefusal(reason: "the edit would change more than the tag", offset: offset)
        guard let after = try? YAMLDocument.read(edited, range: start..<edited.count),
            after.nodes.count == before.nodes.count
        else { throw refusal }
        let expressions = Set(Self.expressions(in: before))
        for node in after.nodes.indices {
            let (old, new) = (before.nodes[node], after.nodes[node])
            guard old.kind == new.kind, old.style == new.style else { throw refusal }
            guard old.kind == .scalar else { continue }
            let value = before.valueBytes(of: node)
            let intended = expressions.contains(node) ? renamed(value) : Array(value)
            guard intended.elementsEqual(after.valueBytes(of: node)) else { throw refusal }
        }
    }

    /// The value of a scalar with its tags renamed.
    private func renamed(_ value: ArraySlice<UInt8>) -> [UInt8] {
        let expression = BaseExpression(value, style: .plain)
        var result: [UInt8] = []
        var place = value.startIndex
        for literal in expression.literals where literal.meaning == .tag {
            let (name, mark) = Self.tag(value[literal.range])
            guard case .rename(let new) = change(name) else { continue }
            result += value[place..<literal.range.lowerBound + mark] + Array(new.name.text.utf8)
            place = literal.range.upperBound
        }
        return result + value[place...]
    }
}
