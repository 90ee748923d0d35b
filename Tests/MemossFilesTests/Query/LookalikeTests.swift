import Testing

@testable import CivilTime
@testable import MemossFiles

@Suite struct LookalikeTests {
    @Test(arguments: [
        ("not tag:work", "NOT tag:work"), ("milk and bread", "milk AND bread"), ("milk or bread", "milk OR bread"),
        ("tag:a (not b) or c", "tag:a (NOT b) OR c"), ("milk not bread", "milk NOT bread"), ("tag=work", "tag:work"),
        ("Title=milk x", "title:milk x"), ("!tag:work", "-tag:work"), ("!milk", "-milk"), ("!tag=work", "-tag:work"),
        ("today", "is:today"), ("Overdue tag:work", "is:overdue tag:work"), ("!today", "-is:today"),
        ("tomorrow", "scheduled:tomorrow"), ("-today", "-is:today"),
        ("scheduled:27 nov", #"scheduled:"27 nov""#), ("milk due:dec 25 -tag:a", #"milk due:"dec 25" -tag:a"#),
        ("due tomorrow", "due:tomorrow"), ("milk before friday", "milk scheduled:<friday"), ("#family", "tag:family"),
        ("after 1 dec tag:a", #"scheduled:">1 dec" tag:a"#), ("until end of month", #"scheduled:"..end of month""#),
        ("next 7 days", "scheduled:today..+7d"), ("since 2026-11-01 milk", "scheduled:2026-11-01.. milk"),
        ("before december", "scheduled:<december"), ("due this week", #"due:"this week""#),
        ("due:in 3 days milk", #"due:"in 3 days" milk"#), ("-scheduled:next friday", #"-scheduled:"next friday""#),
    ]) func `text that looks like a term gives a hint with the intended query`(text: String, query: String) throws {
        let (found, meant) = try #require(Lookalike.all(in: text))
        #expect(meant == query)
        #expect(!found.isEmpty)
        let now = CivilDateTime(CivilDate(daysSinceEpoch: 20_000))
        // The suggestion is valid and gives no further hint.
        _ = try Query(parsing: meant, now: now)
        #expect(Lookalike.all(in: meant) == nil)
    }

    @Test(arguments: [
        "", "milk", "tag:work is:today", "NOT tag:work", "milk AND bread OR butter", "\"not\" milk", "\"today\"",
        "and", "or", "not", "and milk", "milk and", "-milk", "title:today", "x=y", "tag=", "!", "note", "open",
        "notes or", "(milk", "\"unclosed", "scheduled:friday milk", "due:tomorrow nov", "scheduled:<2026-11 nov",
        "before", "before lunch", "next door", "next 7 dwarfs", "due diligence", "+1", "after", "by \"friday\"",
    ]) func `terms and ordinary words give no hint`(text: String) {
        #expect(Lookalike.all(in: text) == nil)
    }
}
