import MemossFiles

/// What an edit of tags has not changed: texts and bases without `--text`, and names in code, comments and quotes with it.
struct TagRest {
    var texts = 0
    var bases = 0
    /// As `path:line`.
    var lookalikes: [String] = []
    var name: TagName?
    /// What texts have; empty for the tag of the edit.
    var subject = ""

    /// `the text of 2 files and in 1 base`; nil if these have nothing to change, or were read.
    var places: String? {
        let texts = self.texts == 0 ? [] : ["the text of \(self.texts.counted("file"))"]
        let places = texts + (bases == 0 ? [] : [bases.counted("base")])
        return places.isEmpty ? nil : places.joined(separator: " and in ")
    }

    /// Nil if nothing is left.
    var statement: String? {
        if let places { return "\(subject)also in \(places): \(OptionSyntax.text.name)" }
        guard let name, !lookalikes.isEmpty else { return nil }
        let shown = lookalikes.prefix(3).joined(separator: ", ")
        let others = lookalikes.count > 3 ? "\(lookalikes.count) files, such as \(shown)" : shown
        return "'#\(name)' is still in code, a comment or quotes, where it is not a tag: \(others)"
    }

    func fields(in json: inout JSONWriter) {
        json.field("texts", texts)
        json.field("bases", bases)
        json.field("lookalikes", lookalikes)
    }
}
