import MemossFiles
import Testing

@Suite struct SpellingTests {
    @Test(arguments: [
        ("wrok", "work"), ("helth", "health"), ("Shoping", "Shopping"), ("sched", "scheduled"),
    ])
    func `the nearest of the candidates is offered`(typed: String, expected: String) {
        let names = ["work", "health", "Shopping", "scheduled", "personal"]
        #expect(Spelling.nearest(to: typed, among: names) == [expected])
    }

    @Test func `a word that is like none of them is offered nothing`() {
        #expect(Spelling.nearest(to: "xyz", among: ["work", "health"]).isEmpty)
    }
}
