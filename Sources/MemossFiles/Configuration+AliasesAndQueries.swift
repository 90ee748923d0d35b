extension Configuration {
    /// The valid entries of a mapping from names to texts.
    private static func named(
        _ document: YAMLDocument,
        _ mapping: Int,
        _ report: Report,
        problem: (Named) -> String?
    ) -> [Named] {
        var found: [Named] = []
        for entry in document.entries(of: mapping) {
            let node = document.resolved(entry.value)
            let offset = document.nodes[entry.value].span.lowerBound
            let name = document.text(of: entry.key)
            guard document.nodes[node].kind == .scalar, !document.isNull(node) else {
                report(.invalidValue, "'\(name)' needs a single value", offset, nil)
                continue
            }
            let named = Named(name: name, text: document.text(of: node))
            if name.isEmpty || name.contains(where: { $0.isWhitespace || "\"()@".contains($0) }) || name.hasPrefix("-")
            {
                let place = document.nodes[entry.key].span.lowerBound
                report(
                    .invalidValue,
                    "'\(name)' is not a name: expected a word of letters, digits and dashes",
                    place,
                    nil
                )
            } else if let problem = problem(named) {
                report(.invalidValue, "'\(name)': \(problem)", offset, nil)
            } else {
                found.append(named)
            }
        }
        return found
    }

    /// - Parameter taken: names that already have a meaning, which an alias never hides.
    static func aliases(
        _ document: YAMLDocument,
        _ mapping: Int,
        _ taken: [String],
        _ report: Report
    ) -> [Named] {
        named(document, mapping, report) { alias in
            if taken.contains(alias.name) { return "this is a command, which an alias cannot replace" }
            if alias.text.hasPrefix("!") { return "an alias cannot run a program" }
            return alias.text.contains { !$0.isWhitespace } ? nil : "the alias is empty"
        }
    }

    /// A query that does not parse is reported but kept, so that using it reports the error.
    static func queries(_ document: YAMLDocument, _ mapping: Int, _ report: Report) -> [Named] {
        let found = named(document, mapping, report) { _ in nil }
        let texts = Dictionary(found.map { ($0.name, $0.text) }) { first, _ in first }
        let now = CivilDateTime(CivilDate(daysSinceEpoch: 0))
        for entry in document.entries(of: mapping) {
            let name = document.text(of: entry.key)
            guard texts[name] != nil else { continue }
            do throws(ParseError) {
                _ = try Query(parsing: "@" + name, now: now, times: .usual, named: texts)
            } catch {
                report(.invalidValue, error.message, document.nodes[entry.value].span.lowerBound, nil)
            }
        }
        return found
    }
}
