internal import Bytes

/// What is written for a span of time or a number of times, which a reminder does not have in that form.
extension PhraseReader {
    /// `tomorrow 9-10am`, `2pm to 4pm`, `24-26 dec`: a reminder is at the beginning.
    func span(isValid: (String) -> Bool) -> ParseError? {
        for index in tokens.indices.dropFirst().dropLast() where isSeparator(index) {
            guard isEnd(tokens[index - 1]), isEnd(tokens[index + 1]) else { continue }
            // `15 jan - 9am` is one date with its time.
            let joined = replacing(tokens[index].range, by: "").split(separator: " ").joined(separator: " ")
            if tokens[index].range.count == 1, !tokens[index].isJoined, isValid(joined) {
                let range = tokens[index].range
                let reason = "'-' cannot stand between a day and its time: write '\(joined)'"
                return ParseError(reason, offset: range.lowerBound, length: range.count)
            }
            let start = startOfWord(before: index)
            let before = text(in: 0..<tokens[start].range.lowerBound)
            let rest = text(in: tokens[start].range.lowerBound..<text.utf8.count)
            // `9-10am` begins at 9am, and `24-26 dec` on 24 dec.
            var readings = PhraseEnd.beginning(ofSpan: rest).map { [before + $0] } ?? []
            let head = text(in: 0..<tokens[index].range.lowerBound).trimmingBlanks
            for end in (index + 2)...min(index + 4, tokens.count) {
                let tail = end < tokens.count ? text(in: tokens[end].range.lowerBound..<text.utf8.count) : ""
                readings.append(head + (tail.isEmpty || tokens[end].isJoined ? "" : " ") + tail)
            }
            guard let reading = readings.first(where: isValid) else { continue }
            let range = tokens[start].range.lowerBound..<tokens[tokens.count - 1].range.upperBound
            let reason = "\(quoted(text(in: range))) is a span, and a reminder has a single time, its start"
            return ParseError(
                "\(reason): write '\(reading.trimmingBlanks)'",
                offset: range.lowerBound,
                length: range.count
            )
        }
        return nil
    }

    private func isSeparator(_ index: Int) -> Bool {
        switch tokens[index].kind {
        case .sign(UInt8(ascii: "-")): true
        case .word(let word): word.isOne(of: "to", "until", "till", "til", "through", "thru")
        default: false
        }
    }

    /// Whether a span can begin or end with a token: `9`, `am`, `friday`, `dec`.
    private func isEnd(_ token: PhraseToken) -> Bool {
        switch token.kind {
        case .number: true
        case .word(let word):
            word.isOne(of: "am", "pm", "noon", "midnight", "st", "nd", "rd", "th", "h")
                || Weekday(word) != nil || Month(word) != nil
        case .sign: false
        }
    }

    private func startOfWord(before index: Int) -> Int {
        var start = index - 1
        while start > 0, tokens[start].isJoined { start -= 1 }
        return start
    }

    /// `daily x10`
    func timesMark(at place: Int, isValid: (String) -> Bool) -> ParseError? {
        guard place > 0, place + 1 < tokens.count, [.word("x"), .word("×")].contains(tokens[place].kind),
            tokens[place + 1].isJoined, case .number(let count?) = tokens[place + 1].kind
        else { return nil }
        let range = tokens[place].range.lowerBound..<tokens[place + 1].range.upperBound
        let (before, after) = (text(in: 0..<range.lowerBound), text(in: range.upperBound..<text.utf8.count))
        let suggestion = "\(before)for \(count) times\(after)"
        guard isValid(suggestion) else { return nil }
        let reason = "\(quoted(text(in: range))) does not say what it counts"
        return ParseError(reason, suggestion: suggestion, offset: range.lowerBound, length: range.count)
    }
}
