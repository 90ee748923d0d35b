/// What the program that the folder is shared with reads otherwise, and how to write it so that both read the same.
extension Reminder {
    /// The rule as that program reads it, if it is written otherwise: in words, or with its end in another key.
    ///
    /// - Throws: a `ParseError` if that program cannot read it at all.
    func sharedRule() throws(ParseError) -> String? {
        guard self.isTask, let rule, rule.notation == .friendly || self.until != nil || rule.givesSeveralADay else {
            return nil
        }
        return try rule.sharedText(from: self.movedFrom ?? date, until: self.until)
    }

    /// The problems that this makes, without places.
    func unsharedProblems() -> [(problem: Problem, key: String)] {
        guard let profile, !self.isNote, versions.isEmpty, self.attention == nil else { return [] }
        if !self.isTask {
            if profile.excludes(path) {
                let message = "TaskNotes does not list this reminder: its settings exclude this directory"
                return [(Problem(path: path, id: .unsharedTask, message: message), "tags")]
            }
            let marks = [
                profile.taskTag.map { "no tag '\($0)'" }, profile.property.map { "no '\($0.key): \($0.written)'" },
            ]
            let mark = marks.compactMap(\.self).joined(separator: " or ")
            let message = "TaskNotes does not list this reminder: it has \(mark)"
            let suggestion = profile.taskTag?.text ?? profile.property?.written
            return [(Problem(path: path, id: .unsharedTask, message: message, suggestion: suggestion), "tags")]
        }
        do throws(ParseError) {
            guard let text = try sharedRule() else { return [] }
            let isWords = rule?.notation == .friendly
            let message =
                isWords
                ? "TaskNotes cannot read a rule in words, and takes the task as due every day"
                : "TaskNotes does not know the end of this series, which belongs into the rule"
            let problem = Problem(path: path, id: .unsharedRule, message: message, suggestion: text)
            return [(problem, isWords ? "recurrence" : "until")]
        } catch {
            let message = error.message + (rule?.notation == .friendly ? ", and takes the task as due every day" : "")
            return [(Problem(path: path, id: .unsharedRule, message: message), "recurrence")]
        }
    }
}
