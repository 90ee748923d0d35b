internal import Bytes

/// One of the commonest mistakes in YAML, in the words of the person who made it rather than of a parser.
///
/// libyaml says where it gives up, which may be lines later, and what it expected. A mistake is named only if the front
/// matter can be read with its correction, or at least further than before. The correction is proposed only if it leaves
/// no problem in the values either.
package struct YAMLMistake: Sendable {
    /// What corrected lines would mean.
    package enum Verdict: Sendable {
        /// A key that is read has a value that cannot be read.
        case faulty
        case sound
        /// They have no key that is read.
        case other
    }

    /// Judges the lines at a range of a document.
    package typealias Judge = @Sendable (YAMLDocument, Range<Int>) -> Verdict

    /// Which values a correction is proposed for.
    private enum Place {
        case anywhere
        /// Only for keys that `mm` reads: the value of another key may be meant as text.
        case knownKey
        /// No proposal: the corrected line would not show what to change.
        case nowhere
    }

    /// How one line, or the lines below it, can be corrected.
    struct Correction {
        /// Where the mistake is.
        let offset: Int
        let splices: [Splice]
    }

    /// What is wrong, given the character at the mistake.
    let what: @Sendable (Unicode.Scalar) -> String
    /// What to say instead if the correction would not help.
    private let otherwise: String?
    private let place: Place
    /// The ways in which a line may have this mistake.
    let corrections: @Sendable (YAMLLine) -> [Correction]

    private init(
        _ what: String,
        _ place: Place = .anywhere,
        otherwise: String? = nil,
        _ corrections: @escaping @Sendable (YAMLLine) -> [Correction]
    ) {
        self.init(about: { _ in what }, place, otherwise: otherwise, corrections)
    }

    private init(
        about what: @escaping @Sendable (Unicode.Scalar) -> String,
        _ place: Place = .anywhere,
        otherwise: String? = nil,
        _ corrections: @escaping @Sendable (YAMLLine) -> [Correction]
    ) {
        self.what = what
        self.place = place
        self.otherwise = otherwise
        self.corrections = corrections
    }

    /// The more specific ones come first.
    package static let all: [YAMLMistake] = [
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
        YAMLMistake("a line of blanks and tabs has to be empty", .nowhere) { tabsAlone($0) },
        YAMLMistake("a tab cannot indent, only blanks can") { line in
            guard let tab = line.indentation.first(where: { line.bytes[$0] == Ascii.tab }) else { return [] }
            let blanks = line.indentation.flatMap {
                line.bytes[$0] == Ascii.tab ? [Ascii.blank, Ascii.blank] : [Ascii.blank]
            }
            return [blanks, []].map { Correction(offset: tab, splices: [Splice(line.indentation, $0)]) }
        },
        YAMLMistake(about: { "\(name(of: $0)) is not the hyphen of a list item" }) { line in
            // Of a line without content, the first is what ends it.
            guard let first = line.scalars.first(where: { $0.range.lowerBound == line.content.lowerBound }),
                first.range.upperBound <= line.content.upperBound
            else { return [] }
            let rest = line.bytes[first.range.upperBound..<line.content.upperBound]
            // An asterisk without a blank is an alias.
            let isBullet = first.scalar == "*" && rest.first.map(Ascii.isBlank) == true
            guard first.scalar != "-", isDash(first.scalar) || isBullet else { return [] }
            return [line.correction(first.range, rest.first == Ascii.blank ? "-" : "- ")]
        },
        YAMLMistake("a blank is missing after the hyphen") { line in
            let (start, end) = (line.content.lowerBound, line.content.upperBound)
            guard end - start > 1, line.bytes[start] == Ascii.dash, !Ascii.isBlank(line.bytes[start + 1]),
                line.bytes[start + 1] != Ascii.dash
            else { return [] }
            return [line.correction(start + 1..<start + 1, " ", at: start)]
        },
        YAMLMistake("a comment begins with '#'") { line in
            let start = line.content.lowerBound
            // A line of marks alone is no comment: `--` may be meant as `---`.
            let mark = commentMarks.first { mark in
                let rest = line.bytes[line.content].dropFirst(mark.utf8.count)
                return line.bytes[line.content].starts(with: mark.utf8) && rest.first.map { $0 != Ascii.dash } == true
            }
            return mark.map { [line.correction(start..<start + $0.utf8.count, "#")] } ?? []
        },
        YAMLMistake("the comma at the end of the line belongs to JSON, not to YAML") { commaOfJSON($0) },
        YAMLMistake(about: { "'\($0)' stands where a colon and a blank belong" }) { otherColon($0) },
        YAMLMistake("the value is on a line of its own that is not indented") { valueBelow($0) },
        YAMLMistake("a blank is missing after the colon") { missingBlank($0) },
        YAMLMistake(about: { "'\($0)' does not belong to the key" }) { markedKey($0) },
        YAMLMistake("this comma in the list is one too many") { extraComma($0) },
        YAMLMistake("there is text behind the list", .knownKey) { textBehindList($0) },
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
        YAMLMistake(about: { "'\($0)' does not close the bracket that is open here" }) { line in
            guard let (offset, open) = line.extraBracket, let open else { return [] }
            return [line.correction(offset..<offset + 1, String(UnicodeScalar(open)))]
        },
        YAMLMistake("this bracket closes nothing") { line in
            guard let (offset, open) = line.extraBracket, open == nil else { return [] }
            return [line.correction(offset..<offset + 1, "")]
        },
        YAMLMistake("there is text after the closing quote") { line in
            guard let close = line.closingQuote, close + 1 < line.plainValue.upperBound else { return [] }
            let quote = line.bytes[line.value.lowerBound]
            // `'it's'` is one text with an apostrophe; `"a" and "b"` begins and ends with two of them.
            let isWhole = line.bytes[line.plainValue.upperBound - 1] == quote && !line.isWordEnd(close)
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
        YAMLMistake(
            "a value with a colon and a blank needs quotes",
            otherwise: "the value has a second colon with a blank, or nothing, behind it"
        ) { line in
            let value = line.plainValue
            guard let colon = value.first(where: { line.isMappingColon($0) }) else { return [] }
            return [line.correction(value, line.quoted(value), at: colon)]
        },
        YAMLMistake("this colon is one too many", .knownKey) { extraColon($0) },
        YAMLMistake("a list on the line of its key stands in brackets") { line in
            let value = line.plainValue
            guard line.hasKey, value.count > 2, line.bytes[value].starts(with: "- ".utf8) else { return [] }
            let item = value.dropFirst(2)
            return [line.correction(value, "[" + String(decoding: line.bytes[item].trimmed, as: UTF8.self) + "]")]
        },
        YAMLMistake(
            about: { "a value that begins with '\($0)' needs quotes" },
            otherwise: "the value begins with a character that has a meaning of its own in YAML"
        ) { line in
            guard line.hasKey || line.item != line.content, let first = line.bytes[line.plainValue].first,
                isReserved(first) || "[{]},-?".utf8.contains(first)
            else { return [] }
            return [line.correction(line.plainValue, line.quoted(line.plainValue))]
        },
        YAMLMistake("put as many blanks before this item as before the one above", .nowhere) { unevenItem($0) },
        YAMLMistake("this item has no key: write the key of the list, such as 'tags:', on the line above", .nowhere) {
            itemWithoutKey($0)
        },
        YAMLMistake("this line is not indented as the others are") { line in
            guard !line.indentation.isEmpty, line.hasKey else { return [] }
            return [line.correction(line.indentation, "", at: line.content.lowerBound)]
        },
        YAMLMistake("a colon is missing after the key", .knownKey) { missingColon($0) },
        YAMLMistake(
            "this line has no colon after a key, and too few blanks before it to go on with the line above",
            .nowhere
        ) { line in
            let next = line.item.first { !YAMLLine.isOfKey(line.bytes[$0]) }
            guard !line.hasKey, !line.isItem, !line.content.isEmpty, next.map({ line.bytes[$0] }) != Ascii.colon else {
                return []
            }
            let start = line.range.lowerBound..<line.range.lowerBound
            return [
                line.correction(start, String(repeating: " ", count: line.depthAbove + 1), at: line.content.lowerBound)
            ]
        },
        YAMLMistake("a colon is missing after the key") { missingColon($0) },
    ]

    /// Those about lines without a colon, which come last.
    private static let aboutColons = 3

    // MARK: Rows with more than a line

    private static func tabsAlone(_ line: YAMLLine) -> [Correction] {
        guard line.content.isEmpty, !line.range.isEmpty else { return [] }
        return [line.correction(line.range, "")]
    }

    private static func commaOfJSON(_ line: YAMLLine) -> [Correction] {
        let comma = line.plainValue.upperBound - 1
        guard line.bytes[line.plainValue].last == Ascii.comma, line.extraCommas.isEmpty else { return [] }
        return [line.correction(comma..<comma + 1, "")]
    }

    /// `**title**: A`, and a key in backticks
    private static func markedKey(_ line: YAMLLine) -> [Correction] {
        let marks = line.item.prefix { isReserved(line.bytes[$0]) }
        let word = line.item.dropFirst(marks.count).prefix { YAMLLine.isOfKey(line.bytes[$0]) }
        let more = line.item.dropFirst(marks.count + word.count).prefix { isReserved(line.bytes[$0]) }
        let isKey = line.bytes[more.upperBound..<line.item.upperBound].first == Ascii.colon
        guard isKey, !marks.isEmpty, !word.isEmpty else { return [] }
        return [Correction(offset: marks.lowerBound, splices: [Splice(marks, ""), Splice(more, "")])]
    }

    private static func otherColon(_ line: YAMLLine) -> [Correction] {
        let word = line.item.prefix { YAMLLine.isOfKey(line.bytes[$0]) }
        let rest = line.item.dropFirst(word.count).drop { Ascii.isBlank(line.bytes[$0]) }
        guard !line.hasKey, word.count > 1, !Ascii.isDigit(line.bytes[word.lowerBound]),
            let sign = otherColons.first(where: { line.bytes[rest].starts(with: $0.utf8) })
        else { return [] }
        let value = rest.dropFirst(sign.utf8.count).drop { Ascii.isBlank(line.bytes[$0]) }
        return [line.correction(word.upperBound..<value.lowerBound, ": ", at: rest.lowerBound)]
    }

    private static func valueBelow(_ line: YAMLLine) -> [Correction] {
        guard line.hasKey, line.value.isEmpty, let next = line.nextContent, !Ascii.isBlank(line.bytes[next - 1])
        else { return [] }
        return [line.correction(line.content.upperBound..<next, " ", at: next)]
    }

    private static func missingBlank(_ line: YAMLLine) -> [Correction] {
        let word = line.item.prefix { YAMLLine.isOfKey(line.bytes[$0]) }
        guard word.count > 1, !Ascii.isDigit(line.bytes[word.lowerBound]) else { return [] }
        let next = word.upperBound + 1
        guard word.upperBound < line.item.upperBound, line.bytes[word.upperBound] == Ascii.colon,
            next < line.item.upperBound, !Ascii.isBlank(line.bytes[next]), line.bytes[next] != Ascii.slash
        else { return [] }
        let item = line.bytes[next...].starts(with: "- ".utf8) ? next + 2 : nil
        return [next, item].compactMap { $0 }.map { line.correction(word.upperBound..<$0, ": ") }
    }

    private static func extraComma(_ line: YAMLLine) -> [Correction] {
        let extra = line.extraCommas
        guard let first = extra.first else { return [] }
        return [Correction(offset: first.lowerBound, splices: extra.map { Splice($0, "") })]
    }

    private static func textBehindList(_ line: YAMLLine) -> [Correction] {
        guard let end = line.endOfList,
            let text = line.plainValue.dropFirst(end + 1 - line.value.lowerBound).first(
                where: { !Ascii.isBlank(line.bytes[$0]) && line.bytes[$0] != Ascii.comma })
        else { return [] }
        let last = line.plainValue.upperBound
        return [
            Correction(offset: text, splices: [Splice(end..<text, ", "), Splice(last..<last, "]")])
        ]
    }

    private static func extraColon(_ line: YAMLLine) -> [Correction] {
        let value = line.plainValue
        guard let colon = value.first(where: { line.isMappingColon($0) }) else { return [] }
        let end = value.drop { $0 <= colon || Ascii.isBlank(line.bytes[$0]) }.lowerBound
        return [line.correction(colon..<end, colon > value.lowerBound && end < value.upperBound ? " " : "", at: colon)]
    }

    private static func unevenItem(_ line: YAMLLine) -> [Correction] {
        guard let above = line.itemAbove, line.isItem, above.count != line.indentation.count else { return [] }
        return [
            Correction(offset: line.content.lowerBound, splices: [Splice(line.indentation, Array(line.bytes[above]))])
        ]
    }

    private static func missingColon(_ line: YAMLLine) -> [Correction] {
        let word = line.item.prefix { YAMLLine.isOfKey(line.bytes[$0]) }
        guard !word.isEmpty, !Ascii.isDigit(line.bytes[word.lowerBound]), !line.hasKey, line.indentation.isEmpty,
            line.item == line.content
        else { return [] }
        return [line.correction(word.upperBound..<word.upperBound, ":", at: word.lowerBound)]
    }

    private static func itemWithoutKey(_ line: YAMLLine) -> [Correction] {
        guard line.isItem else { return [] }
        return [line.correction(line.range.lowerBound..<line.range.lowerBound, "list:\n", at: line.content.lowerBound)]
    }

    /// What other formats and keyboards put between a key and its value.
    /// Those of C, HTML, SQL and INI files.
    private static let commentMarks = ["//", "/*", "<!--", "--", ";"]
    private static let otherColons = ["=", ";", "\u{FF1A}", "\u{FE55}", "\u{2236}", "\u{A789}", "\u{FF1B}", "\u{FF1D}"]

    private static func name(of scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let code = "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
        return scalar.isASCII ? "'\(scalar)'" : isDash(scalar) ? "'\(scalar)' (\(code))" : code
    }

    /// Other blanks than those of ASCII, characters without a width, and those that end a line in YAML alone.
    private static func isOtherBlank(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x80 else { return false }
        let isBlank = [.spaceSeparator, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
        return isBlank || [0x85, 0x200B, 0x2060, 0xFEFF].contains(scalar.value)
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
    /// - Parameters:
    ///   - judge: what lines of a document would mean.
    ///   - parse: other bytes at a range.
    static func explained(
        _ fault: YAMLDocument.Fault,
        in bytes: [UInt8],
        range: Range<Int>,
        judging judge: Judge,
        parse: ([UInt8], Range<Int>) -> Result<YAMLDocument, YAMLDocument.Fault>
    ) -> YAMLDocument.Fault {
        guard fault.id == .invalidYAML || fault.id == .notAMapping, range.count <= maximumSize else { return fault }
        let lines = YAMLLine.lines(of: bytes, range: range)
        let near = YAMLLine.near([fault.offset] + (fault.context.map { [$0] } ?? []), in: lines)
        /// The verdict on the corrected lines; nil if the correction does not help.
        func verdict(_ splices: [Splice]) -> Verdict? {
            guard let set = try? SpliceSet(splices), let first = splices.map(\.range.lowerBound).min(),
                let last = splices.map(\.range.upperBound).max()
            else { return nil }
            let shift = splices.reduce(0) { $0 + $1.bytes.count - $1.range.count }
            let corrected = set.applied(to: bytes)
            let whole = range.lowerBound..<range.upperBound + shift
            switch parse(corrected, whole) {
            case .success(let document): return judge(document, YAMLLine.lineRange(first..<last + shift, in: corrected))
            case .failure(let next):
                let line = lines.last { $0.range.lowerBound <= last }?.range.upperBound ?? last
                guard next.offset - shift > max(fault.offset, line) else { return nil }
                // The lines of the key alone.
                let piece = YAMLLine.entryRange(first..<last + shift, in: corrected, within: whole)
                for part in [piece, YAMLLine.lineRange(first..<first, in: corrected)] {
                    if case .success(let document) = parse(corrected, part) { return judge(document, part) }
                }
                return .other
            }
        }
        var unsound: YAMLDocument.Fault?
        // A single value may be text rather than a key without a colon, and a list may be meant as one.
        let isText = fault.id == .notAMapping
        for mistake in isText ? all.dropLast(aboutColons).filter({ $0.place != .nowhere }) : all {
            let found = near.flatMap(mistake.corrections)
            // The same mistake on every line of a list.
            let everywhere = found.isEmpty ? lines.compactMap { mistake.corrections($0).first } : []
            let together = everywhere.first.map {
                [Correction(offset: $0.offset, splices: everywhere.flatMap(\.splices))]
            }
            for correction in found + (together ?? []) {
                guard let verdict = verdict(correction.splices), mistake.place != .knownKey || verdict != .other else {
                    continue
                }
                let isProposed = verdict != .faulty && mistake.place != .nowhere
                let explained = mistake.fault(correction, instead: fault, in: bytes, isProposed ? lines : [], verdict)
                if verdict != .faulty || mistake.place == .nowhere { return explained }
                unsound = unsound ?? explained
            }
        }
        return unsound ?? fault
    }

    private func fault(
        _ correction: Correction,
        instead fault: YAMLDocument.Fault,
        in bytes: [UInt8],
        _ lines: [YAMLLine],
        _ verdict: Verdict
    ) -> YAMLDocument.Fault {
        let text = String(decoding: bytes[correction.offset...].prefix(4), as: UTF8.self)
        let found = fault.id == .invalidYAML ? "invalid YAML" : fault.message
        let scalar = text.unicodeScalars.first ?? " "
        let isUseless = verdict == .faulty
        var message = "\(found): \((isUseless ? otherwise : nil) ?? what(scalar))"
        if let line = lines.last(where: { $0.range.lowerBound <= correction.splices[0].range.lowerBound }),
            let written = line.text(with: correction.splices)
        {
            message += ": write '\(written)'"
        }
        return YAMLDocument.Fault(id: fault.id, message: message, offset: correction.offset)
    }
}
