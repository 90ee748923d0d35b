// Reads dates, rules and durations again and again, for Benchmarks/phrases, which links it with the layers of the library.
// Standard input has lines of a kind and a phrase, separated by a tab.
//
//     phrases time          prints the nanoseconds of each
//     phrases read COUNT    reads each COUNT times, to count instructions

import CivilTime
import DateWords
import Text

enum Kind: String {
    case date, rule, duration
}

struct Phrase {
    var kind: Kind
    var text: String

    init?(_ line: String) {
        let fields = line.split(separator: "\t")
        guard fields.count == 2, let kind = Kind(rawValue: String(fields[0])) else { return nil }
        self.kind = kind
        text = String(fields[1])
    }

    /// Reads it, and returns something that depends on what was read.
    func read(now: CivilDateTime) throws(ParseError) -> Int {
        switch kind {
        case .date: try WhenPhrase(parsing: text, now: now).value.date.daysSinceEpoch
        case .rule: try RulePhrase(parsing: text, now: now).rule?.interval ?? 0
        case .duration: try CivilDuration(parsing: text).months
        }
    }
}

@main
enum Phrases {
    static func main() throws {
        let arguments = CommandLine.arguments
        var phrases: [Phrase] = []
        while let line = readLine() { if let phrase = Phrase(line) { phrases.append(phrase) } }
        let now = try DateValue(parsing: "2026-11-21T08:00").clock
        var sum = 0
        if arguments.count > 2, let count = Int(arguments[2]) {
            for phrase in phrases { for _ in 0..<count { sum &+= try phrase.read(now: now) } }
        } else {
            for phrase in phrases { print(try nanoseconds { sum &+= try phrase.read(now: now) }) }
        }
        // Keeps the optimiser from removing the calls.
        if sum == .min { print(sum) }
    }

    /// The least of five runs of 20 milliseconds.
    static func nanoseconds(_ work: () throws -> Void) rethrows -> Double {
        let clock = ContinuousClock()
        var best = Double.infinity
        for _ in 0..<5 {
            var (rounds, time) = (0, Duration.zero)
            while time < .milliseconds(20) {
                time += try clock.measure { for _ in 0..<100 { try work() } }
                rounds += 100
            }
            best = min(best, time / .nanoseconds(1) / Double(rounds))
        }
        return best
    }
}
