internal import Bytes

/// What people write in other words: what to write instead is proposed only if it can be read.
extension PhraseReader {
    /// `end of month` for `monthend`, `every monday` for `all mondays`.
    func reworded(_ kind: Kind, _ isValid: (String) -> Bool) -> ParseError? {
        let typed = Array(text.trimmingBlanks.utf8)
        var bytes = typed.map { 65...90 ~= $0 ? $0 | 0x20 : $0 }
        var first: (words: String, reason: String)?
        for (words, other, reason) in kind == .rule ? Self.rewordingsOfRules : Self.rewordings {
            guard let range = Self.range(of: words, in: bytes) else { continue }
            bytes.replaceSubrange(range, with: other.utf8)
            first = first ?? (words, reason)
            let form = String(decoding: bytes, as: UTF8.self).split { $0 == " " }.joined(separator: " ")
            guard isValid(form) else { continue }
            let (words, reason) = first ?? (words, reason)
            let place = Self.range(of: words, in: typed.map { 65...90 ~= $0 ? $0 | 0x20 : $0 }) ?? 0..<typed.count
            let advice = reason.isEmpty ? "cannot be part of a \(kind.name)" : reason
            return ParseError(
                "'\(words.trimmingBlanks)' \(advice): write '\(form)'",
                offset: place.lowerBound,
                length: place.count
            )
        }
        return nil
    }

    /// Where whole words are in a text.
    private static func range(of words: String, in text: [UInt8]) -> Range<Int>? {
        let sought = Array(words.utf8)
        guard sought.count <= text.count else { return nil }
        let isInWord = { (byte: UInt8) in byte >= 0x80 || 48...57 ~= byte || 97...122 ~= byte }
        for start in 0...text.count - sought.count where text[start...].starts(with: sought) {
            let end = start + sought.count
            let isBegun = start == 0 || !isInWord(text[start - 1]) || !isInWord(sought[0])
            if isBegun, end == text.count || !isInWord(text[end]) || !isInWord(text[end - 1]) { return start..<end }
        }
        return nil
    }

    private typealias Rewordings = [(words: String, other: String, reason: String)]
    private static let noTime = "is not a fixed time, so it may be earlier or later than you mean"

    private static let rewordings: Rewordings = [
        ("2moro", "tomorrow", ""), ("2mrw", "tomorrow", ""), ("2morrow", "tomorrow", ""), ("2nite", "tonight", ""),
        ("month end", "end of month", ""), ("month-end", "end of month", ""), ("monthend", "end of month", ""),
        ("year end", "end of year", ""), ("year-end", "end of year", ""),
        ("no later than", "", ""), ("not later than", "", ""), ("at the latest", "", ""), ("or so", "", ""),
        ("this past", "last", ""), ("this coming", "next", ""), ("sleeps", "days", ""), ("in the year", "", ""),
        ("weekends", "saturdays", ""), ("earlier", "ago", ""), ("out", "from now", ""),
        ("my time", "", ""), ("local time", "", ""), ("our time", "", ""),
        ("pm", "afternoon", "says no hour"), ("early tomorrow", "tomorrow morning", noTime), ("early", "", noTime),
        ("late", "", noTime), ("mid-", "", noTime), ("mid", "", noTime),
        ("st patrick's day", "17 mar", ""), ("april fools", "1 apr", ""), ("veterans day", "11 nov", ""),
        ("independence day", "4 jul", ""), ("may day", "1 may", ""), ("earth day", "22 apr", ""),
        ("fifteen", "15", ""), ("twenty", "20", ""), ("ten", "10", ""), ("five", "5", ""),
    ]

    private static let rewordingsOfRules: Rewordings = [
        ("every day, weekdays only", "every weekday", ""), ("only", "", ""), ("all", "", ""),
        ("each and every", "every", ""), ("every-", "every ", ""), ("week days", "weekdays", ""),
        ("week end", "weekend", ""), ("week ends", "weekends", ""), ("wkdays", "weekdays", ""),
        ("every month end", "last day of the month", ""), ("every month's end", "last day of the month", ""),
        ("month end", "last day of the month", ""), ("monthend", "last day of the month", ""),
        ("middle of the month", "15th of the month", "names no day"),
        ("mid-month", "15th of the month", "names no day"),
        ("quarter-hourly", "every 15 minutes", ""), ("half-hourly", "every 30 minutes", ""),
        ("odd weeks", "every 2 weeks", "cannot be told from even ones"),
        ("even weeks", "every 2 weeks", "cannot be told from odd ones"),
        ("odd day", "2 days", "cannot be told from even ones"), ("even day", "2 days", "cannot be told from odd ones"),
        ("odd days", "2 days", "cannot be told from even ones"),
        ("even days", "2 days", "cannot be told from odd ones"),
        ("weekend", "saturday", "of a month names no day"),
        ("week of the month", "monday of the month", "names no day"),
        ("week of every month", "monday of every month", "names no day"),
        ("week of each month", "monday of each month", "names no day"),
        ("or next working day", "", "is impossible, as no rule moves its days"),
        ("or the next working day", "", "is impossible, as no rule moves its days"),
        ("or next business day", "", "is impossible, as no rule moves its days"),
        ("or the next business day", "", "is impossible, as no rule moves its days"),
        ("or next weekday", "", "is impossible, as no rule moves its days"),
        ("for up to", "for", ""), ("up to", "for", ""), ("at the beginning", "on the 1st", ""),
        ("at the start", "on the 1st", ""), ("at the end", "on the last day", ""),
        ("at :", "at minute ", ""), ("on the hour", "at minute 0", ""),
    ]

    // MARK: Alternatives

    /// `saturday or sunday`, `sat/sun`, `every 2-3 days`: one of the two has to be chosen.
    func alternatives(_ kind: Kind, _ isValid: (String) -> Bool) -> ParseError? {
        for index in tokens.indices.dropFirst().dropLast() {
            let isDash = kind == .rule && tokens[index].kind == .sign(UInt8(ascii: "-"))
            guard isDash || tokens[index].kind == .word("or") || tokens[index].kind == .sign(UInt8(ascii: "/")) else {
                continue
            }
            let range = tokens[index].range
            let head = text(in: 0..<range.lowerBound).trimmingBlanks
            let tail = text(in: range.upperBound..<text.utf8.count).trimmingBlanks
            let start = tokens[index - 1].range.lowerBound
            let before = text(in: 0..<start)
            // `every two or three days`: the words after the second number belong to the first one too.
            let rest = text(in: tokens[index + 1].range.upperBound..<text.utf8.count)
            let forms: [[String]] = [[head, tail], [head, before + tail], [head + rest, before + tail]]
            guard let found = forms.dropFirst(isDash ? 2 : 0).first(where: { $0.allSatisfy(isValid) }) else { continue }
            // `monday/9am` is one date with its time.
            if tokens[index].kind == .sign(UInt8(ascii: "/")), isValid(head + " " + tail) { continue }
            let reason = "\(quoted(text.trimmingBlanks)) leaves open which: write '\(found[0])' or '\(found[1])'"
            return ParseError(reason, length: text.utf8.count)
        }
        return nil
    }

    /// `daily for 10 days` for `daily 10 days`, `daily 8am and 8pm` for `daily 8am + 8pm`: a word that is left out, or a
    /// sign for one.
    func completed(isSign: Bool, _ isValid: (String) -> Bool) -> ParseError? {
        for index in tokens.indices.dropFirst() {
            let token = tokens[index]
            if case .sign(let sign) = token.kind {
                guard isSign, "+/|&;".utf8.contains(sign) else { continue }
            } else {
                guard !isSign, token.isNumber, !token.isJoined else { continue }
            }
            let before = text(in: 0..<token.range.lowerBound).trimmingBlanks
            let after = text(in: (isSign ? token.range.upperBound : token.range.lowerBound)..<text.utf8.count)
            let words = isSign ? [" and", " at", ","] : [",", " for", " on", " at"]
            let forms = words.map { "\(before)\($0) \(after.trimmingBlanks)" }
            guard let form = forms.first(where: isValid) else { continue }
            let next = isSign ? text(in: token.range) : text(in: token.range.lowerBound..<text.utf8.count)
            let reason = "\(quoted(next)) cannot follow \(quoted(before)) like this: write '\(form)'"
            return ParseError(reason, offset: token.range.lowerBound, length: next.utf8.count)
        }
        return nil
    }
}
