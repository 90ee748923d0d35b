/// One of the commonest mistakes in YAML, in the words of the person who made it rather than of a parser.
///
/// libyaml says where it gives up, which may be lines later, and what it expected. A mistake is named only if the front
/// matter can be read with its correction, or at least further than before.
struct YAMLMistake: Sendable {
    /// How one line, or the lines below it, can be corrected.
    struct Correction {
        /// Where the mistake is.
        let offset: Int
        let splices: [Splice]
    }

    /// What is wrong, given the character at the mistake.
    let what: @Sendable (Unicode.Scalar) -> String
    /// The ways in which a line may have this mistake.
    let corrections: @Sendable (YAMLLine) -> [Correction]

    private init(_ what: String, _ corrections: @escaping @Sendable (YAMLLine) -> [Correction]) {
        self.init(about: { _ in what }, corrections)
    }

    private init(
        about what: @escaping @Sendable (Unicode.Scalar) -> String,
        _ corrections: @escaping @Sendable (YAMLLine) -> [Correction]
    ) {
        (self.what, self.corrections) = (what, corrections)
    }

    /// The more specific ones come first.
    static let all: [YAMLMistake] = [
        YAMLMistake(about: { "\(name(of: $0)) stands where a plain blank belongs" }) { line in
            let blanks = line.scalars.filter { isOtherBlank($0.scalar) }
            guard let first = blanks.first else { return [] }
            return [
                Correction(
                    offset: first.range.lowerBound,
                    splices: blanks.map { Splice($0.range, $0.scalar.properties.generalCategory == .format ? "" : " ") }
                )
            ]
        },
        YAMLMistake("a tab cannot indent, only blanks can") { line in
            guard let tab = line.indentation.first(where: { line.bytes[$0] == Ascii.tab }) else { return [] }
            let blanks = line.indentation.flatMap {
                line.bytes[$0] == Ascii.tab ? [Ascii.blank, Ascii.blank] : [Ascii.blank]
            }
            return [blanks, []].map { Correction(offset: tab, splices: [Splice(line.indentation, $0)]) }
        },
        YAMLMistake(about: { "\(name(of: $0)) is not the hyphen of a list item" }) { line in
            guard let first = line.scalars.first(where: { $0.range.lowerBound == line.content.lowerBound }),
                first.scalar != "-", isDash(first.scalar)
            else { return [] }
            let rest = line.bytes[first.range.upperBound..<line.content.upperBound]
            return [line.correction(first.range, rest.first == Ascii.blank ? "-" : "- ")]
        },
        YAMLMistake("a blank is missing after the hyphen") { line in
            let (start, end) = (line.content.lowerBound, line.content.upperBound)
            guard end - start > 1, line.bytes[start] == Ascii.dash, !Ascii.isBlank(line.bytes[start + 1]),
                line.bytes[start + 1] != Ascii.dash
            else { return [] }
            return [line.correction(start + 1..<start + 1, " ", at: start)]
        },
        YAMLMistake("a blank is missing after the colon") { line in
            let word = line.item.prefix { YAMLLine.isOfKey(line.bytes[$0]) }
            guard word.count > 1, !Ascii.isDigit(line.bytes[word.lowerBound]) else { return [] }
            for colon in [":", "\u{FF1A}"] where line.bytes[word.upperBound...].starts(with: colon.utf8) {
                let place = word.upperBound..<word.upperBound + colon.utf8.count
                guard place.upperBound < line.item.upperBound, !Ascii.isBlank(line.bytes[place.upperBound]),
                    line.bytes[place.upperBound] != Ascii.slash
                else { continue }
                return [line.correction(place, ": ")]
            }
            return []
        },
        YAMLMistake(about: { "an item that begins with '\($0)' needs quotes" }) { line in
            let items = line.flowItems.filter { line.bytes[$0].first.map(isReserved) == true }
            guard let first = items.first else { return [] }
            return [Correction(offset: first.lowerBound, splices: items.map { Splice($0, line.quoted($0)) })]
        },
        YAMLMistake("the quote that begins here is not closed") { line in
            guard let quote = line.openQuote else { return [] }
            let text = String(UnicodeScalar(line.bytes[quote]))
            let isKey = quote == line.item.lowerBound
            let colon = isKey ? line.bytes[quote..<line.item.upperBound].firstIndex(of: Ascii.colon) : nil
            let bracket = line.isFlow && !isKey ? line.value.upperBound - 1 : nil
            return [colon, bracket, line.value.upperBound].compactMap { $0 }
                .map { line.correction($0..<$0, text, at: quote) }
        },
        YAMLMistake("the bracket that opens here is not closed") { line in
            guard line.isFlow, line.openBrackets.count > 0 else { return [] }
            let closing = String(decoding: line.openBrackets.reversed(), as: UTF8.self)
            return [line.plainValue.upperBound, line.endOfContinuation]
                .map { line.correction($0..<$0, closing, at: line.value.lowerBound) }
        },
        YAMLMistake("this bracket closes nothing") { line in
            line.extraBracket.map { [line.correction($0..<$0 + 1, "")] } ?? []
        },
        YAMLMistake("there is text after the closing quote") { line in
            guard let close = line.closingQuote, close + 1 < line.plainValue.upperBound else { return [] }
            let quote = line.bytes[line.value.lowerBound]
            let isWhole = line.bytes[line.plainValue.upperBound - 1] == quote
            let text = isWhole ? line.plainValue.dropFirst().dropLast() : line.plainValue
            return [line.correction(line.plainValue, line.quoted(text), at: close)]
        },
        YAMLMistake("a backslash in double quotes needs another one, or single quotes around the text") { line in
            let value = line.plainValue
            guard value.count > 1, line.bytes[value.lowerBound] == Ascii.quote,
                line.bytes[value.upperBound - 1] == Ascii.quote,
                let backslash = line.bytes[value].firstIndex(of: Ascii.backslash)
            else { return [] }
            let text = String(decoding: line.bytes[value.dropFirst().dropLast()], as: UTF8.self)
            return [line.correction(value, ScalarText.quoted(text, .singleQuoted), at: backslash)]
        },
        YAMLMistake("a value with a colon and a blank needs quotes") { line in
            let value = line.plainValue
            guard let colon = value.first(where: { line.isMappingColon($0) }) else { return [] }
            return [line.correction(value, line.quoted(value), at: colon)]
        },
        YAMLMistake(about: { "a value that begins with '\($0)' needs quotes" }) { line in
            guard line.hasKey || line.item != line.content, let first = line.bytes[line.plainValue].first,
                isReserved(first) || "[{]},-?".utf8.contains(first)
            else { return [] }
            return [line.correction(line.plainValue, line.quoted(line.plainValue))]
        },
        YAMLMistake("this line is not indented as the others are") { line in
            guard !line.indentation.isEmpty, line.hasKey else { return [] }
            return [line.correction(line.indentation, "", at: line.content.lowerBound)]
        },
        YAMLMistake("a colon is missing after the key") { line in
            let word = line.item.prefix { YAMLLine.isOfKey(line.bytes[$0]) }
            guard !word.isEmpty, !line.hasKey, line.indentation.isEmpty, line.item == line.content else { return [] }
            return [line.correction(word.upperBound..<word.upperBound, ":", at: word.lowerBound)]
        },
    ]

    private static func name(of scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let code = "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
        return isDash(scalar) ? "'\(scalar)' (\(code))" : code
    }

    /// Other blanks than those of ASCII, and characters without a width.
    private static func isOtherBlank(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x80 else { return false }
        return scalar.properties.generalCategory == .spaceSeparator || [0x200B, 0x2060, 0xFEFF].contains(scalar.value)
    }

    private static func isDash(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .dashPunctuation || scalar == "\u{2212}" || scalar == "\u{2022}"
    }

    /// No plain scalar begins with these.
    private static func isReserved(_ byte: UInt8) -> Bool { "#@`%*&!|>".utf8.contains(byte) }
}

extension YAMLMistake {
    /// The largest front matter that is searched, since each correction is tried.
    private static let maximumSize = 1 << 15

    /// The fault in words that say what to write, at the place of the mistake; the fault itself if it is none of these.
    ///
    /// - Parameter parse: what is wrong with other bytes at a range; nil if nothing is.
    static func explained(
        _ fault: YAMLDocument.Fault,
        in bytes: [UInt8],
        range: Range<Int>,
        parse: ([UInt8], Range<Int>) -> YAMLDocument.Fault?
    ) -> YAMLDocument.Fault {
        guard fault.id == .invalidYAML || fault.id == .notAMapping, range.count <= maximumSize else { return fault }
        let lines = YAMLLine.lines(of: bytes, range: range)
        let near = YAMLLine.near([fault.offset] + (fault.context.map { [$0] } ?? []), in: lines)
        func isRight(_ splices: [Splice]) -> Bool {
            guard let set = try? SpliceSet(splices), let last = splices.map(\.range.upperBound).max() else {
                return false
            }
            let shift = splices.reduce(0) { $0 + $1.bytes.count - $1.range.count }
            guard let next = parse(set.applied(to: bytes), range.lowerBound..<range.upperBound + shift) else {
                return true
            }
            let line = lines.last { $0.range.lowerBound <= last }?.range.upperBound ?? last
            return next.offset - shift > max(fault.offset, line)
        }
        // A single value may be text that was never meant as a key.
        for mistake in fault.id == .invalidYAML ? all[...] : all.dropLast() {
            let found = near.flatMap(mistake.corrections)
            if let correction = found.first(where: { isRight($0.splices) }) {
                return mistake.fault(correction, instead: fault, in: bytes, lines)
            }
            // The same mistake on every line of a list.
            let everywhere = found.isEmpty ? [] : lines.compactMap { mistake.corrections($0).first }
            if let first = everywhere.first, isRight(everywhere.flatMap(\.splices)) {
                return mistake.fault(first, instead: fault, in: bytes, lines)
            }
        }
        return fault
    }

    private func fault(
        _ correction: Correction,
        instead fault: YAMLDocument.Fault,
        in bytes: [UInt8],
        _ lines: [YAMLLine]
    ) -> YAMLDocument.Fault {
        let text = String(decoding: bytes[correction.offset...].prefix(4), as: UTF8.self)
        let found = fault.id == .invalidYAML ? "invalid YAML" : fault.message
        var message = "\(found): \(what(text.unicodeScalars.first ?? " "))"
        if let line = lines.last(where: { $0.range.lowerBound <= correction.splices[0].range.lowerBound }),
            let written = line.text(with: correction.splices)
        {
            message += ": write '\(written)'"
        }
        return YAMLDocument.Fault(id: fault.id, message: message, offset: correction.offset)
    }
}
