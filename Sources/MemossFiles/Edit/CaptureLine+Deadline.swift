/// Reads the deadline: `@due friday 16:00`.
extension CaptureLine {
    static let wordsForDeadline: Set = ["by", "due"]

    /// Reads `@due friday`, and refuses `@by friday`, which may be the date or the deadline. After `@due`, something has to
    /// be a date: a misspelt deadline would leave the reminder silent.
    ///
    /// - Returns: the number of words; nil if the words are something else.
    mutating func readDeadline(
        _ words: ArraySlice<Word>,
        _ texts: [String],
        _ now: CivilDateTime,
        _ times: PartsOfDay
    ) -> Int? {
        guard let mark = words.first, let first = texts.first, Self.wordsForDeadline.contains(first.lowercased()) else {
            return nil
        }
        let rest = Array(texts.dropFirst())
        if first.lowercased() == "by" {
            let length = WhenPhrase.length(in: rest)
            guard length > 0 else { return nil }
            let when = rest.prefix(length).joined(separator: " ").trimmingComma
            let isWhole = ["@\(when)", "@due \(when)"].allSatisfy { Self.isValid($0, now, times) }
            let shown = isWhole ? when : "friday"
            let written = "write '@\(shown)' for the date, or '@due \(shown)' for the deadline"
            refuse("'@\(first) \(when)' may be the date or the deadline: \(written)", words.prefix(length + 1))
            return length + 1
        }
        guard !rest.isEmpty else {
            refuse("'@\(first)' needs a date: write '@due friday' or '@due 25 dec 16:00'", words.prefix(1))
            return 1
        }
        do throws(ParseError) {
            guard let found = try WhenPhrase.longest(in: rest, now: now, times: times) else {
                // Says what is wrong with the words.
                let count = PhraseSpelling.correction(of: rest)?.typed.split(separator: " ").count ?? 1
                let text = rest.prefix(count).joined(separator: " ")
                _ = try WhenPhrase(parsing: text, now: now, times: times)
                throw ParseError("'\(text)' is not a date", length: text.utf8.count)
            }
            let phrase = words.prefix(found.count + 1)
            if deadline == nil {
                deadline = found.phrase
            } else {
                refuse("there are two deadlines; give only one", phrase)
            }
            add(.deadline, "@due " + rest.prefix(found.count).joined(separator: " "), Self.range(of: phrase))
            checkEnd(of: rest, after: found.count, words, mark, now, times)
            return found.count + 1
        } catch {
            var error = error
            error.offset += words.dropFirst().first?.range.lowerBound ?? mark.range.lowerBound
            faults.append(error)
            return 2
        }
    }

    private static func range(of words: ArraySlice<Word>) -> Range<Int> {
        (words.first?.range.lowerBound ?? 0)..<(words.last?.range.upperBound ?? 0)
    }

    private mutating func refuse(_ reason: String, _ words: ArraySlice<Word>) {
        let range = Self.range(of: words)
        faults.append(ParseError(reason, offset: range.lowerBound, length: range.count))
    }

    /// Refuses words after the deadline that may belong to it or to the title.
    ///
    /// - Parameters:
    ///   - texts: the words after `@due`.
    ///   - words: those of the line, from the mark on.
    private mutating func checkEnd(
        of texts: [String],
        after length: Int,
        _ words: ArraySlice<Word>,
        _ mark: Word,
        _ now: CivilDateTime,
        _ times: PartsOfDay
    ) {
        let doubt = PhraseEnd.doubt(in: texts, after: length, isRule: false)
        guard !doubt.isEmpty else {
            leftover = leftover ?? PhraseEnd.leftover(in: texts, after: length, isRule: false)
            return
        }
        let behind = words.dropFirst(doubt.lowerBound + 1).prefix(doubt.count)
        let found = Doubt(
            words: behind.map(\.text).joined(separator: " "),
            part: .deadline,
            mark: mark,
            texts: texts,
            length: length,
            start: doubt.lowerBound
        )
        refuse(isProbe ? "" : reason(of: found, now, times), behind)
    }
}
