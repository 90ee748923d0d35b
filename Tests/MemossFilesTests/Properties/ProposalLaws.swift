import TestSupport
import Testing

@testable import CivilTime
@testable import MemossFiles
@testable import Text

/// What a refusal proposes is itself valid input, in the place where it is proposed: of thousands of random phrases, made of
/// the words of the grammar, or of a valid phrase in which a word was dropped, moved, replaced or misspelt.
@Suite struct ProposalLaws {
    private static let now = CivilDateTime(CivilDate(unchecked: 2026, 11, 21), CivilTime(unchecked: 8 * 3_600))

    @Test func `every suggestion and every proposed reading of a date, rule or duration can be read`() {
        var random = Random(seed: 13)
        var count = 0
        for _ in 0..<Rounds.of(6_000) {
            let text = RandomPhrase.make(&random)
            for kind in [Kind.when, .rule, .duration] {
                guard let fault = kind.fault(in: text) else { continue }
                for proposal in fault.proposals {
                    count += 1
                    let inPlace = fault.replacing(with: proposal, in: text)
                    // A rule may be meant as a date, and `0900 hours` as a time of day; `lunch every weekend` is a rule.
                    let isValid =
                        kind.isValid(proposal) || kind.isValid(inPlace) || Kind.when.isValid(proposal)
                        || kind == .when && Kind.rule.isValid(proposal)
                    #expect(isValid, "\(kind) '\(text)': \(fault.message) \(fault.suggestion ?? "")")
                }
            }
        }
        #expect(count > 500)
    }

    @Test func `every line and phrase that the refusal of a captured line proposes can be captured`() {
        var random = Random(seed: 14)
        var count = 0
        for _ in 0..<Rounds.of(6_000) {
            let phrase = RandomPhrase.make(&random)
            let title = ["Gym", "call Bob", "buy 3 eggs", "West Street"].randomElement(using: &random) ?? ""
            let text = Bool.random(using: &random) ? "\(title) @\(phrase)" : "@\(phrase) \(title)"
            let line = CaptureLine(parsing: text, now: Self.now)
            for fault in line.faults {
                #expect(fault.offset >= 0 && fault.offset + fault.length <= text.utf8.count, "\(text)")
                for proposal in fault.proposals {
                    count += 1
                    let read = CaptureLine(parsing: proposal, now: Self.now)
                    // Readings of some words are not marked.
                    let inPlace = Kind.all.contains { kind in
                        kind.isValid(proposal)
                            || kind.isValid(
                                String(fault.replacing(with: proposal, in: text).drop { $0 != "@" }.dropFirst())
                            )
                    }
                    let isValid = proposal.contains("@") ? read.faults.isEmpty && read.hasPhrase : inPlace
                    #expect(isValid, "'\(text)': \(fault.message) \(read.faults.first?.message ?? "")")
                }
            }
        }
        #expect(count > Rounds.least(1_500))
    }

    @Test
    func `so can every line and phrase that is proposed for a deadline, or for words that were left in the title`() {
        var random = Random(seed: 15)
        var count = 0
        for _ in 0..<Rounds.of(6_000) {
            let phrase = RandomPhrase.make(&random)
            let mark = ["@due ", "@by ", "by ", "due ", ""].randomElement(using: &random) ?? ""
            let text = "Gym \(mark)\(phrase)"
            let line = CaptureLine(parsing: text, now: Self.now)
            for fault in line.faults {
                for proposal in fault.proposals {
                    count += 1
                    let inPlace = CaptureLine(parsing: fault.replacing(with: proposal, in: text), now: Self.now)
                    let read = CaptureLine(parsing: proposal, now: Self.now)
                    let isValid =
                        proposal.contains("@")
                        ? read.faults.isEmpty && read.hasPhrase
                        : inPlace.faults.isEmpty || Kind.all.contains { $0.isValid(proposal) }
                    #expect(isValid, "'\(text)': \(fault.message) \(proposal)")
                }
            }
            guard line.faults.isEmpty, let unused = line.unused else { continue }
            for repair in line.repairs(ofUnused: unused) {
                count += 1
                let read = CaptureLine(parsing: repair.marked, now: Self.now)
                #expect(read.faults.isEmpty && read.title.isEmpty, "'\(text)': \(repair.marked)")
                #expect((repair.part == .deadline) == (read.deadline != nil), "'\(text)': \(repair.marked)")
                let whole = CaptureLine(parsing: repair.line, now: Self.now)
                #expect(whole.faults.isEmpty && whole.title == repair.title, "'\(text)': \(repair.line)")
            }
        }
        #expect(count > Rounds.least(1_500))
    }

    private enum Kind {
        case when, rule, duration

        static let all = [Kind.when, .rule, .duration]

        func fault(in text: String) -> ParseError? {
            do throws(ParseError) {
                switch self {
                case .when: _ = try WhenPhrase(parsing: text, now: ProposalLaws.now)
                case .rule: _ = try RulePhrase(parsing: text, now: ProposalLaws.now)
                case .duration: _ = try CivilDuration(parsing: text)
                }
                return nil
            } catch {
                return error
            }
        }

        func isValid(_ text: String) -> Bool { fault(in: text) == nil }
    }
}

/// Phrases in and near the grammar.
private enum RandomPhrase {
    static func make(_ random: inout Random) -> String {
        if Bool.random(using: &random) {
            let count = Int.random(in: 1...6, using: &random)
            return (0..<count).map { _ in word(&random) }.joined(separator: " ")
        }
        var words = (phrases.randomElement(using: &random) ?? "").split(separator: " ").map(String.init)
        for _ in 0..<Int.random(in: 1...2, using: &random) {
            guard !words.isEmpty else { break }
            let place = Int.random(in: 0..<words.count, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: words.remove(at: place)
            case 1: words.insert(word(&random), at: place)
            case 2: words[place] = word(&random)
            case 3: words.swapAt(place, Int.random(in: 0..<words.count, using: &random))
            default: words[place] = misspelt(words[place], &random)
            }
        }
        return words.joined(separator: " ")
    }

    private static func word(_ random: inout Random) -> String { vocabulary.randomElement(using: &random) ?? "" }

    private static func misspelt(_ word: String, _ random: inout Random) -> String {
        var letters = [Character](word)
        let place = Int.random(in: 0..<letters.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0 where letters.count > 1: letters.remove(at: place)
        case 1: letters.swapAt(place, Int.random(in: 0..<letters.count, using: &random))
        default: letters[place] = "abcdefghijklmnoprstuwy0123456789".randomElement(using: &random) ?? "x"
        }
        return String(letters)
    }

    private static let phrases = [
        "tomorrow 9am", "fri 27 nov 9:00", "in 3 days", "next friday at 17:00", "25 dec 2027 noon", "end of month 9am",
        "first monday of december", "every 2 weeks on monday and friday at 9:00", "daily at 8:00, 14:00 and 20:00",
        "monthly on the 15th at 9am", "every day until 31 dec", "every monday for 10 times", "next month 5th",
        "every 2 hours between 9 and 17", "last friday of the month", "every jan 1 and jul 1", "a week on friday",
        "every weekday except friday", "every! 3 days", "2nd last day of the month", "quarter past nine tomorrow",
        "weekly on mon, thu starting 1 dec", "in 2h", "the 15th at 18:00", "2027-W03-2", "monday next week 9am",
        "every other day at 9am", "half past nine on friday", "every 15 minutes from 9:00 to 12:00", "90 min",
    ]

    private static let vocabulary = """
        every each daily weekly monthly yearly hourly mon tuesday wed fri sat sun mondays weekdays weekend today tomorrow \
        tonight next last this week month year quarter day days weeks months hours hour min 2 3 15 9 17 31 1930 2027 9am \
        5pm 9:00 17:00 9-17 9–10 1,15 15th 1st 2nd first last third dec 25 jan may february 2026-12-01 12/25 24.12. \
        5/6/2027 at on in of the and for until till except but starting from to between noon midnight morning evening \
        night half past quarter ! (9am) 10 times once after completion other 2nd weekday eom end of month 1h 30m 2h 17h \
        ago now xmas birthday easter someday by due mid early late Q1 then or before UTC PT x5 mwf nxt biweekly bimonthly \
        twice a an couple few fortnight minutes oclock uhr lunch +2w -1d all none never eod asap tmr 0900 2100
        """.split(separator: " ").map(String.init)
}

extension ParseError {
    /// The suggestion, and what the message says to write.
    fileprivate var proposals: [String] {
        var found = suggestion.map { [$0] } ?? []
        guard let start = message.firstRange(of: "write ") else { return found }
        let parts = message[start.upperBound...].split(separator: "'", omittingEmptySubsequences: false)
        // `a rule that begins with 'every'`, `put the title after '--'`
        for (index, part) in parts.enumerated() where index % 2 == 1 && part != "every" && part != "--" {
            found.append(String(part))
        }
        return found
    }

    fileprivate func replacing(with other: String, in text: String) -> String {
        let bytes = Array(text.utf8)
        return String(
            decoding: bytes.prefix(offset) + Array(other.utf8) + bytes.dropFirst(offset + length),
            as: UTF8.self
        )
    }
}
