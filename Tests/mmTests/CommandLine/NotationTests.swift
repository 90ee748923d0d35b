import MemossFiles
import Testing

@testable import Text
@testable import mm

@Suite struct NotationTests {
    private func parsed(_ line: String) throws -> Invocation {
        let words = line.split(separator: " ").map { String($0).replacing("_", with: " ") }
        guard case .run(let invocation) = try Grammar.mm.parse(words) else {
            throw MemossError(.usage, "'\(line)' runs no command")
        }
        return invocation
    }

    /// `_` stands for a blank in a word.
    @Test(arguments: [
        ("add Buy milk --scheduled tomorrow 9am", "tomorrow 9am", "Buy milk"),
        ("add --scheduled tomorrow Buy milk", "tomorrow", "Buy milk"),
        ("add --scheduled tomorrow 9am Buy milk", "tomorrow 9am", "Buy milk"),
        ("add --scheduled=tomorrow 9am Buy milk", "tomorrow 9am", "Buy milk"),
        ("add --scheduled tomorrow_9am Buy milk", "tomorrow 9am", "Buy milk"),
        ("add --scheduled in 3 days 9am Buy 2 pounds", "in 3 days 9am", "Buy 2 pounds"),
        ("add Buy --scheduled end of month milk", "end of month", "Buy milk"),
        ("add Buy --scheduled tomorrow at 9am at home", "tomorrow at 9am", "Buy at home"),
        ("add Buy --scheduled tomorrow --note 9am", "tomorrow", "Buy 9am"),
        ("add Buy --scheduled tomorrow -- 9am", "tomorrow", "Buy 9am"),
        ("add --scheduled tomorrow -q 9am Buy", "tomorrow", "9am Buy"),
        ("add Buy --scheduled fryday 9am", "fryday 9am", "Buy"),
        ("add Rent --scheduled Mon 30 Nov 18:00", "Mon 30 Nov 18:00", "Rent"),
        ("add Rent --scheduled Tue 30 Nov 1970", "Tue 30 Nov 1970", "Rent"),
        ("add Rent --scheduled tomorrow at 9", "tomorrow at 9", "Rent"),
        ("add --scheduled tomorrow morning Rent", "tomorrow morning", "Rent"),
        ("add --scheduled tomorrow at home", "tomorrow", "at home"),
        ("add --scheduled tomorrow Call Bob at 9", "tomorrow", "Call Bob at 9"),
        ("add Buy --tag tomorrow 9am --scheduled friday", "friday", "Buy 9am"),
    ]) func `a date takes as many words as belong to it, and leaves the title`(
        line: String,
        when: String,
        title: String
    ) throws {
        let invocation = try parsed(line)
        #expect(invocation.option("scheduled") == when)
        #expect(invocation.arguments("TITLE").joined(separator: " ") == title)
    }

    @Test(arguments: [
        ("add Run -r every 15 minutes for an hour", "for an hour"),
        ("add Call -s friday before christmas", "before christmas"),
        ("add -s friday before christmas", "before christmas"), ("add Buy -s friday 9 eggs", "9 eggs"),
        ("add Buy -s tomorrow 20 eggs -q", "20 eggs"), ("add Buy -s 25 dec 2026 11 --note", "11"),
        ("add Rent -r monthly --until friday and monday", "and monday"), ("edit dentist -s tomorrow 9 8 -- x", "9 8"),
        ("add -r every monday Tuesday prep", "Tuesday prep"), ("add -r daily Evening walk", "Evening walk"),
        ("add -s tomorrow Noon meeting", "Noon meeting"), ("add Pay -s monday may 3 people", "may 3 people"),
        ("add Pay -s 1 dec 2050 euros", "2050 euros"), ("add -r every day 10 times pushups", "10 times pushups"),
        ("add Clean -r every day utnil dec 1", "utnil dec 1"), ("add X -s tomorrow 9ma", "9ma"),
        ("add X -r every month on the fist", "on the fist"), ("add X -r every mon, wde and fri", "wde and fri"),
        ("add Pay -s 1 dec 1500 euros", "1500"), ("add X -s friday at 13:00 CET", "CET"),
        ("add X -s mon, wed", "wed"), ("add X -s dec 24 and 25", "and 25"), ("add X -s tomorrow 9am est", "est"),
        ("add -s friday week dentist", "week dentist"), ("add -r monthly on 1 2 tickets", "2"),
        ("add -s next month end report", "end"), ("add -r every 3rd party audit", "party audit"),
        ("add -r none of these", "of"), ("add -r never mind", "mind"), ("add X -r every friday x5", "x5"),
        ("add X -s friday 3pm 1h", "1h"),
        ("add -r Every day at 09:00, by the clock", "by the clock"),
        ("add X -s tomorrow lunchtime", "lunchtime"), ("add X -s tomorrow 9am!", "9am!"),
        ("add X -s tomorrow ~9am", "~9am"), ("add X -r monthly 15", "15"), ("add X -r every mon 9am wed", "wed"),
    ]) func `words that may belong to the date or to the operands are refused`(line: String, doubt: String) throws {
        do throws(MemossError) {
            _ = try Grammar.mm.parse(line.split(separator: " ").map(String.init))
            Issue.record("\(line) is accepted")
        } catch {
            #expect(error.message.hasPrefix("'\(doubt)' may belong to '--"), "\(error.message)")
            // The proposal for the operands is one.
            let proposal = try #require(error.hints.first { $0.contains(" -- ") }?.split(separator: ": ").last)
            let words = "add \(proposal)".split(separator: " ").map(String.init)
            guard case .run(let invocation) = try Grammar.mm.parse(words) else { return }
            #expect(invocation.arguments("TITLE").joined(separator: " ").hasPrefix(doubt))
            // And the one for a number of the date is another reading.
            guard let other = error.hints.first(where: { $0.contains("' belongs to the ") }) else {
                return
            }
            let parts = other.split(separator: "'", omittingEmptySubsequences: false).map(String.init)
            let option = other.contains("--recurrence") ? "recurrence" : "scheduled"
            let given = try parsed("add --\(option)=\(parts[3].replacing(" ", with: "_"))\(parts[4])")
            #expect(given.option(option) == parts[3] && parts[3].hasSuffix(parts[1]))
        }
    }

    @Test func `a value in quotes is whole, and a command without operands takes all words`() throws {
        let add = try parsed("add Run -r every_15_minutes for an hour")
        #expect(
            add.option("recurrence") == "every 15 minutes" && add.arguments("TITLE") == ["Run", "for", "an", "hour"]
        )
        #expect(try parsed("plan --horizon friday before christmas").option("horizon") == "friday before christmas")
    }

    @Test func `so do rules, end dates and occurrences of every command`() throws {
        let add = try parsed(
            "add --recurrence every 2 weeks on mon, thu --until dec 31 Pay rent --scheduled friday 17h"
        )
        #expect(add.option("recurrence") == "every 2 weeks on mon, thu")
        #expect(add.option("until") == "dec 31")
        #expect(add.option("scheduled") == "friday 17h")
        #expect(add.arguments("TITLE") == ["Pay", "rent"])
        let done = try parsed("done --on yesterday bins")
        #expect(done.option("on") == "yesterday" && done.arguments("SELECTOR") == ["bins"])
        let skip = try parsed("skip bins --on next friday 9am")
        #expect(skip.option("on") == "next friday 9am" && skip.arguments("SELECTOR") == ["bins"])
        // A global option takes one word, because a command follows.
        #expect(throws: MemossError.self) { try parsed("--now tomorrow 9am list") }
    }

    /// `--anchor completion Friday drinks` once took `Friday` out of the title and dropped the anchor.
    @Test func `an option with choices takes exactly one of them, whatever its placeholder`() throws {
        for option in Grammar.mm.commands.flatMap(\.options) + Grammar.mm.globals where option.choices != nil {
            #expect(option.notation == nil, "\(option.usage)")
        }
        for placeholder in ["WHEN", "DATE", "RULE", "WAY"] {
            let option = OptionSyntax("on", value: placeholder, choices: ["friday", "monday"], help: "")
            let title = ArgumentSyntax("TITLE", .some, help: "")
            let grammar = Grammar(
                commands: [CommandSyntax(["add"], summary: "", arguments: [title], options: [option])],
                globals: []
            )
            let invocation = try #require(try grammar.invocation("add --on friday next week"))
            #expect(invocation.option(option) == "friday")
            #expect(invocation.arguments("TITLE") == ["next", "week"])
            #expect(throws: MemossError.self) { try grammar.parse("add --on sunday next week") }
        }
        let add = try parsed("add -s today -r daily --anchor completion Friday drinks")
        #expect(add.option("anchor") == "completion" && add.arguments("TITLE") == ["Friday", "drinks"])
        let edit = try parsed("edit --anchor completion 2714")
        #expect(edit.option("anchor") == "completion" && edit.arguments("SELECTOR") == ["2714"])
    }

    @Test func `the option of a key takes the words of the key and no other`() throws {
        for key in KnownKey.words {
            if let flags = OptionSyntax.flags[key] {
                #expect(try parsed("add \(flags.on.name) Run").word(of: key) == "true")
                #expect(try parsed("edit \(flags.on.name) Run").word(of: key) == "true")
                #expect(try parsed("edit \(flags.off.name) Run").word(of: key) == "false")
                #expect(try parsed("edit --title x Run").word(of: key) == nil)
                continue
            }
            let option = OptionSyntax(key)
            for word in key.spec.kind.words {
                #expect(try parsed("add \(option.name) \(word) Run").option(option) == word)
            }
            #expect(throws: MemossError.self) { try parsed("add \(option.name) other Run") }
        }
    }

    @Test func `many words after a date take no longer than a few`() throws {
        let words = ["add", "--scheduled", "tomorrow"] + [String](repeating: "9am", count: 20_000)
        let taken = ContinuousClock().measure { _ = try? Grammar.mm.parse(words) }
        #expect(taken < .seconds(10))
    }
}
