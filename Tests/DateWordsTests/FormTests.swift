import Testing

@testable import DateWords

/// Help shows what the tables read, and nothing else.
@Suite struct FormTests {
    private static let table = Table(Productions.all)

    /// If the row refused its words, the example would not mean the same.
    @Test(arguments: table.rows.indices.filter { !table.rows[$0].examples.isEmpty })
    func `an example stands beside a row that reads a part of it`(index: Int) {
        var table = Self.table
        let row = table.rows[index]
        table.rows[index].action = { _ in .refuse(.unknown) }
        let without = Grammar(table)
        for (form, text) in row.examples {
            let symbols = Form.rules.contains { $0.name == form } ? ["RULE"] : ["WHEN", "DURATION", "ALARM"]
            let values = Self.values(of: text, symbols, .shared)
            #expect(values.contains { !$0.isEmpty }, "\(text)")
            let isNeeded = Self.values(of: text, symbols, without) != values
            #expect(isNeeded, "'\(row.symbol)', '\(row.pattern)' takes no part in '\(text)'")
        }
    }

    @Test func `a page has every form that a row names, and every form has examples`() {
        let pages = Form.dates + Form.rules + Form.alarms
        let shown = Self.table.rows.flatMap(\.examples).map { "\($0.form): \($0.text)" }
        #expect(pages.flatMap { form in form.examples.map { "\(form.name): \($0)" } }.sorted() == shown.sorted())
        #expect(Set(shown).count == shown.count)
        for form in pages { #expect(!form.examples.isEmpty, "\(form.name)") }
    }

    /// All that a text means as each symbol.
    private static func values(of text: String, _ symbols: [String], _ grammar: Grammar) -> [[Value]] {
        guard let source = Chart.Source(text, in: .apart, grammar) else { return [] }
        var chart = Chart(source)
        return symbols.map { symbol in
            let edges = chart.read(grammar.symbol(symbol), at: 0).filter { $0.end == source.tokens.count }
            return edges.map(\.value).filter(\.isReading)
        }
    }
}
