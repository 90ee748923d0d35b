package import CivilTime

/// Reads phrases: what a text means, all of it or its longest beginning, and what is wrong with it.
package struct Reader {
    package enum Kind: Sendable { case when, duration, rule }

    let text: String
    let tokens: [Token]
    let places: Places
    private var chart: Chart

    /// Throws if the text is too long for any phrase.
    package init(_ text: String, in places: Places) throws(Refusal) {
        guard let tokens = Grammar.shared.scanner.tokens(of: text) else { throw Refusal(.tooLong) }
        (self.text, self.tokens, self.places) = (text, tokens, places)
        chart = Chart(tokens, in: places)
    }

    package var steps: Int { chart.steps }
    /// What all of the words can mean.
    private mutating func whole(_ symbol: Int) throws(Refusal) -> [Value] {
        let found = chart.read(symbol, at: 0).filter { $0.end == tokens.count }
        if chart.isExhausted { throw Refusal(.tooLong) }
        let best = found.map(\.rank).max() ?? 0
        let values = found.filter { $0.rank == best }.map(\.value)
        let readings = values.filter(\.isReading)
        if readings.isEmpty, case .refused(let refusal)? = values.first { throw refusal }
        return readings
    }

    /// The date and time that the words are.
    package mutating func when(_ present: Present) throws(Refusal) -> WhenReading {
        var (readings, refusal): ([WhenReading], Refusal?) = ([], nil)
        let values = try whole(Symbols.shared.when)
        for case .when(let when) in values {
            do throws(Refusal) {
                for reading in try present.readings(of: when) where !readings.contains(reading) { readings.append(reading) }
            } catch {
                refusal = error
            }
        }
        if let first = readings.first {
            guard readings.count > 1 else { return first }
            throw Refusal(.ambiguous, readings.map(\.spelling), at: 0..<tokens.count, isWhole: true)
        }
        throw refusal ?? Refusal(.unknown)
    }

    /// The rule that the words are.
    package mutating func rule(_ present: Present) throws(Refusal) -> RuleReading {
        var (readings, refusal): ([RuleReading], Refusal?) = ([], nil)
        for value in try whole(Symbols.shared.rule) {
            let rule: Rule
            switch value.whole {
            case .rule(let whole): rule = whole
            case .refused(let found):
                refusal = refusal ?? found
                continue
            default: continue
            }
            do throws(Refusal) {
                let reading = try present.reading(of: rule)
                if !readings.contains(reading) { readings.append(reading) }
            } catch {
                refusal = error
            }
        }
        if let first = readings.first {
            guard readings.count > 1 else { return first }
            throw Refusal(.ambiguous, readings.map(\.spelling), at: 0..<tokens.count, isWhole: true)
        }
        throw refusal ?? Refusal(.unknown)
    }

    package mutating func duration() throws(Refusal) -> CivilDuration {
        for case .span(let span) in try whole(Symbols.shared.duration) { return span.value }
        throw Refusal(.unknown)
    }
}

/// The symbols that a phrase can be.
struct Symbols: Sendable {
    static let shared = Symbols()
    let when = Grammar.shared.symbol("WHEN")
    let duration = Grammar.shared.symbol("DURATION")
    let rule = Grammar.shared.symbol("RULE")
}
