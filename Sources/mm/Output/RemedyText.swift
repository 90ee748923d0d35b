import MemossFiles

/// Names the commands and options for a `Remedy`. The library itself never mentions them.
extension Remedy {
    /// One line each, to be printed under an error.
    var lines: [String] {
        switch self {
        case .retry: ["run the command again"]
        case .restoreAsEdited(let paths):
            [
                "edits are undone one after another, the newest first, so the earlier ones wait for this one",
                "to go on, bring \(paths.count == 1 ? paths[0] : "these files") back to what this edit wrote, for instance with git",
                "to leave \(paths.count == 1 ? "the file as it is" : "the files as they are") and forget this edit, so that the one before it can be undone: mm undo --skip",
            ]
        case .restoreAsUndone(let paths):
            [
                "to redo it, bring \(paths.count == 1 ? paths[0] : "these files") back to what it was before the edit, for instance with git"
            ]
        case .recover: ["the next command finishes or reverts it: run mm check"]
        case .openInEditor: ["run 'mm resolve', or open the file with 'mm edit'"]
        case .mergeVersions(let path): ["merge it with: mm resolve \(path.shellWord)"]
        case .choosePath: ["choose another path with --path FILE"]
        case .nameTimeZone:
            ["set TZ or --timezone to a name such as Europe/Paris, or install the package tzdata"]
        case .complete(let path): ["complete it with: mm done \(path.shellWord)"]
        case .stepAhead(let path, let occurrence, false):
            ["to complete it ahead of time: mm done \(path.shellWord) --on \(occurrence)"]
        case .stepAhead(let path, let occurrence, true):
            ["to skip it too: mm skip \(path.shellWord) --on \(occurrence)"]
        case .reopen(let path, let occurrence):
            ["reopen it with: mm reopen \(path.shellWord)" + (occurrence.map { " --on \($0)" } ?? "")]
        case .reopenOccurrence(let occurrence): ["to reopen that one, add --on \(occurrence)"]
        case .moveBack(let path, let key, let date, let occurrence):
            [
                "to make it due again: mm edit \(path.shellWord) --\(key) \(date)",
                "to record it as completed: mm done \(path.shellWord) --on \(occurrence)",
            ]
        case .setInWords(let path, let key, let words):
            ["to set it in words: mm edit \(path.shellWord) --\(key) \(words.shellWord)"]
        case .setDate(let path, let isNote):
            [
                (isNote ? "give it a date to make it a reminder" : "give it a date")
                    + ": mm set \(path.shellWord) scheduled DATE"
            ]
        case .chooseOccurrence(let occurrences, let rest):
            occurrences.map { "--on \($0)" } + (rest.map { ["and \($0.unnamed) more: \($0.command)"] } ?? [])
        case .listOthers(let count, let query):
            ["and \(count) more: mm list \(query.map(\.shellWord).joined(separator: " "))"]
        case .respell(let tag, let name):
            ["change its spelling with: mm tag rename \(tag.shellWord) \(name.shellWord)"]
        case .recolor(let tag, let color): ["change it with: mm tag color \(tag.shellWord) '\(color)'"]
        case .merge(let tag, let other, let keepsAlias, let inTexts):
            [
                "merge the two with: mm tag rename \(tag.shellWord) \(other.shellWord) --merge"
                    + (keepsAlias ? "" : " --no-alias") + (inTexts ? " \(OptionSyntax.text.name)" : "")
            ]
        case .settleTags: ["write the current names with: mm tag settle"]
        case .dropAlias: ["add --no-alias to rename without keeping the old name as an alias"]
        }
    }

    /// The message, with the remedy in parentheses.
    static func sentence(_ message: String, _ remedy: Remedy?) -> String {
        remedy.map { "\(message) (\($0.lines.joined(separator: "; ")))" } ?? message
    }
}

extension Remedy.RuleRange {
    fileprivate var command: String {
        "mm occurrences \(rule.shellWord) --start \(start)" + (after.map { " --after \($0)" } ?? "")
            + " --until \(until) --count \(count)" + (zone.map { " --timezone \($0)" } ?? "")
    }
}

extension MemossError {
    /// The lines to print under the message.
    var advice: [String] { hints + (remedy?.lines ?? []) }
}

extension Problem {
    var advisedMessage: String { Remedy.sentence(message, remedy) }
    var advisedStatement: String { Remedy.sentence(statement, remedy) }
}

extension SkippedFile {
    var advisedReason: String { Remedy.sentence(reason, remedy) }
}
