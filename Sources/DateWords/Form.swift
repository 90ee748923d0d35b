/// A form of a phrase as help names it, with examples that can be typed: what the rows of the tables show.
package struct Form: Sendable {
    package var name: String
    package var examples: [String]

    /// Dates, times and durations.
    package static var dates: [Form] {
        shown([
            "as in a file", "relative day", "weekday", "day of a month", "from now", "boundary", "time", "part of day",
            "day and time", "duration",
        ])
    }

    package static var rules: [Form] {
        shown([
            "days", "weeks", "months", "weekdays of months", "years", "elapsed time", "times of day", "with an end",
            "with exceptions", "from completion",
        ])
    }

    private static func shown(_ names: [String]) -> [Form] {
        let all = Table(Productions.all).rows.flatMap(\.examples)
        return names.map { name in Form(name: name, examples: all.filter { $0.form == name }.map(\.text)) }
    }
}

extension Table.Row {
    /// What it shows: `weekday: friday · next friday` is two examples of one form.
    var examples: [(form: String, text: String)] {
        var form = ""
        return shows.description.split(separator: "·").map { part in
            var words = part.split(separator: " ")[...]
            if let last = words.firstIndex(where: { $0.hasSuffix(":") }) {
                form = String(words[...last].joined(separator: " ").dropLast())
                words = words[(last + 1)...]
            }
            return (form, words.joined(separator: " "))
        }
    }
}
