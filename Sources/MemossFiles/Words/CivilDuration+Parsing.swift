extension CivilDuration {
    /// Parses numbers with units: `15m`, `1h30m`, `1.5h`, `2 weeks`, `half an hour`; case-insensitive. `m` is minutes.
    ///
    /// - Throws: a `ParseError` that names the words that are wrong.
    package init(parsing text: String) throws(ParseError) {
        let moment = CivilDateTime(.min)
        self = try PhraseReader.whole(text, .duration, now: moment, times: .usual) { reader throws(ParseError) in
            _ = reader.accept(sign: "+")
            return try reader.duration()?.value
        }
    }
}
