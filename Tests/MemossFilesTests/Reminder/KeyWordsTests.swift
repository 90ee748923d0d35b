import Testing

@testable import CivilTime
@testable import MemossFiles

/// The keys whose values are one of some words are one mechanism.
@Suite struct KeyWordsTests {
    @Test func `each word of each key is kept beside those of the others`() {
        var words = KeyWords()
        #expect(KnownKey.words.count > 1 && KnownKey.words.count <= 10)
        for key in KnownKey.words {
            let choices = key.spec.kind.words
            #expect(choices.count > 1 && choices.count <= 8)
            for word in choices {
                let before = KnownKey.words.map { words[$0] }
                words[key] = word
                #expect(words[key] == (word == choices[0] ? nil : word))
                for (other, old) in zip(KnownKey.words, before) where other != key { #expect(words[other] == old) }
            }
        }
        for key in KnownKey.words { words[key] = nil }
        #expect(words == KeyWords())
    }

    @Test func `a file keeps its word, and another word is a problem`() throws {
        for key in KnownKey.words {
            for word in key.spec.kind.words {
                let text = "---\nscheduled: 2026-12-01\nrecurrence: daily\n\(key.rawValue): \(word)\n---\n"
                let output = ReminderDecoder.decode(Array(text.utf8), path: "a.md")
                #expect(
                    output.problems.isEmpty
                        && output.reminder?.words[key] == (word == key.spec.kind.words[0] ? nil : word)
                )
                var new = try NewReminder(title: "x", id: "0", created: CivilDateTime(.min))
                (new.scheduled, new.recurrence) = (try DateValue(parsing: "2026-12-01"), "daily")
                new.words[key] = word
                #expect(String(decoding: try new.contents(), as: UTF8.self).contains("\n\(key.rawValue): \(word)\n"))
            }
            let text = "---\nscheduled: 2026-12-01\n\(key.rawValue): other\n---\n"
            #expect(ReminderDecoder.decode(Array(text.utf8), path: "a.md").problems.map(\.key) == [key.rawValue])
        }
    }
}
