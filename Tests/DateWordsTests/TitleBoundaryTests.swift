import Testing

@testable import DateWords
@testable import Text

struct TitleBoundaryTests {
    @Test(arguments: [
        ("friday for lunch", 1), ("monday in cash", 1), ("tomorrow and ask about the car", 1),
        ("tomorrow 9am about the car", 2), ("dec 23 for mum", 2), ("every monday morning walks", 3),
        ("tomorrow at 9 people from work", 3), ("every monday 20:00 with Tom", 3), ("friday Weed the garden", 1),
        ("tomorrow light candles", 1), ("tomorrow 5-6 people", 1), ("tomorrow 2kg flour", 1),
        ("1 dec 2027 War and Peace", 3), ("mon 9", 2), ("every mon wed fri gym", 4), ("fri 27 nov Lunch", 3),
        ("tomorrow morning walk the dog", 2), ("Every 2 Weeks On Monday Gym", 5), ("tomorrow 9 AM Call", 3),
        ("1 dec 2027 pay rent", 3), ("every sat and sun", 4),
    ])
    func `a clear end of a phrase is found`(text: String, count: Int) {
        let found = TitleBoundary(in: text.split(separator: " ").map(String.init))
        #expect(
            found?.count == count && found?.doubt.isEmpty == true && found?.fault == nil,
            "\(String(describing: found))"
        )
    }

    @Test(arguments: [
        ("tomorrow 9am buy milk", Reader.Kind.when, 2), ("overdue 9:00 call Bob", .when, 2),
        ("2 weeks Water the fern", .rule, 2), ("fri Buy milk", .when, 1),
    ])
    func `an option takes what can stand apart`(text: String, kind: Reader.Kind, count: Int) {
        let words = text.split(separator: " ").map(String.init)
        let found = TitleBoundary(in: words, kinds: [kind], places: .apart)
        #expect(
            found?.count == count && found?.doubt.isEmpty == true && found?.fault == nil,
            "\(String(describing: found))"
        )
    }

    @Test(arguments: [
        "first thing", "sixth sense", "twenty-first century", "third party", "bob", "home", "Jane", "everyone",
    ])
    func `other words begin no phrase`(text: String) {
        #expect(TitleBoundary(in: text.split(separator: " ").map(String.init)) == nil)
    }

    @Test(arguments: [
        "every 15 minutes for an hour", "friday 9 people", "tomorrow 10 clients", "tomorrow 20 eggs",
        "every monday Tuesday prep", "every monday tuesday prep", "tomorrow Noon meeting",
        "every day 10 times pushups", "friday at lunch", "tomorrow 5-6pm", "2 days before my birthday",
        "daily except bank holidays", "every monday at noon except in august", "friday before work",
        "every mon at 9 and tue at 10", "daily except when it rains", "friday until sunday",
    ])
    func `words that may belong to the phrase or to the title are a doubt`(text: String) {
        let found = TitleBoundary(in: (text + " of Bob").split(separator: " ").map(String.init))
        #expect(found?.doubt.isEmpty == false || found?.fault != nil, "\(String(describing: found))")
    }
}
