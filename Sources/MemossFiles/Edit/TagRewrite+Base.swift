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
        let expressions = Self.expressions(in: document)
        let formulas = BaseExpression.Formulas(of: expressions)
        for (_, isFormula, expression) in expressions {
            splices += try self.splices(of: expression.literals(isFormula: isFormula, formulas), in: document)
        }
        guard !splices.isEmpty else { return nil }
        let edited = try Self.edited(bytes, splices)
        try check(edited, start, against: document, offset: splices[0].range.lowerBound)
        return edited == bytes ? nil : edited
    }

    /// The tags that the rewrite changes in a base; none if it does not understand the base.
    func tags(ofBase bytes: [UInt8]) -> [TagName] {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        guard let document = try? YAMLDocument.read(bytes, range: start..<bytes.count) else { return [] }
        let literals = Self.expressions(in: document).flatMap { $0.expression.literals(isFormula: $0.isFormula) }
        return literals.filter { $0.meaning == .tag }.map { Self.tag(bytes[$0.range]).name }.filter {
            change($0) != nil
        }
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
        guard bytes.withUnsafeBufferPointer({ EmbeddedBase.mayBe(in: $0, start..<$0.count) }) else { return nil }
        var result = Result(bytes: bytes)
        for base in EmbeddedBase.all(in: bytes, from: start).reversed() {
            do throws(EditRefusal) {
                guard let edited = try apply(toBase: base.text) else { continue }
                try base.write(edited, to: &result.bytes)
            } catch {
                result.unreachable = [EditRefusal(reason: error.reason, offset: base.place(of: error.offset))]
            }
        }
        return result.bytes == bytes && result.unreachable.isEmpty ? nil : result
    }

    /// The scalars that are expressions: those of filters, formulas and summaries.
    private static func expressions(
        in document: YAMLDocument
    ) -> [(node: Int, isFormula: Bool, expression: BaseExpression)] {
        var found: [(node: Int, isFormula: Bool, expression: BaseExpression)] = []
        for mapping in document.nodes.indices where document.nodes[mapping].kind == .mapping {
            for entry in document.entries(of: mapping) {
                guard
                    let kind = ["filters", "formulas", "summaries"].first(where: {
                        document.text(of: entry.key, equals: $0)
                    })
                else { continue }
                for node in entry.value..<Int(document.nodes[entry.value].subtreeEnd)
                where document.nodes[node].kind == .scalar && node > found.last?.node ?? -1 {
                    let text = document.bytes[TagItems.rawText(of: node, in: document)]
                    let expression = BaseExpression(text, style: document.nodes[node].style)
                    found.append((node, kind == "formulas", expression))
                }
            }
        }
        return found
    }

    /// Whether a base that is not YAML has one of the tags in quotes.
    private func names(in bytes: [UInt8]) -> Bool {
        BaseExpression(bytes[...], style: .plain).literals(isFormula: true).contains {
            $0.meaning != .other && change(Self.tag(bytes[$0.range]).name) != nil
        }
    }

    /// The name in a text, and how many bytes are before it: one for a `#`.
    private static func tag(_ text: ArraySlice<UInt8>) -> (name: TagName, mark: Int) {
        let mark = text.first == Ascii.hash ? 1 : 0
        return (TagName(String(decoding: text.dropFirst(mark), as: UTF8.self)), mark)
    }

    private func splices(
        of literals: [BaseExpression.Literal],
        in document: YAMLDocument
    ) throws(EditRefusal) -> [Splice] {
        var splices: [Splice] = []
        for literal in literals {
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
        let expressions = Set(Self.expressions(in: before).map(\.node))
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
        for literal in expression.literals(isFormula: false) where literal.meaning == .tag {
            let (name, mark) = Self.tag(value[literal.range])
            guard case .rename(let new) = change(name) else { continue }
            result += value[place..<literal.range.lowerBound + mark] + Array(new.name.text.utf8)
            place = literal.range.upperBound
        }
        return result + value[place...]
    }
}

extension BaseExpression.Formulas {
    fileprivate init(of expressions: [(node: Int, isFormula: Bool, expression: BaseExpression)]) {
        mayBeTags = expressions.contains { $0.isFormula && $0.expression.mayBeTags }
        areAskedFor = false
        let known = self
        areAskedFor = expressions.contains { $0.expression.asksFormulas(known) }
    }
}
