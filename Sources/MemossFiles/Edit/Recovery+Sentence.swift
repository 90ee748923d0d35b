extension Recovery.Outcome {
    /// The outcome of the recovery, as a sentence for the user.
    var sentence: String {
        switch self {
        case .discarded(nil): "cleaned up an edit that was interrupted before it began"
        case .discarded(let what?): "cleaned up an edit that was interrupted before it began: \(what)"
        case .completed(let journal): 
            "finished an interrupted edit: \(journal.what)"
                + (journal.skipped.isEmpty ? "" : "; skipped, and not changed: \(journal.skipped.joined(separator: ", "))")
        case .rolledBack(let journal, let kept) where kept.isEmpty:
            "reverted an interrupted edit: \(journal.what)"
        case .rolledBack(let journal, let kept):
            "reverted an interrupted edit: \(journal.what); not restored, because they have changed since: "
                + kept.joined(separator: ", ")
        case .foreign:
            "the journal \(MemossDirectory.name)/journal is damaged, too long, or from another version of mm: nothing can be edited "
                + "until it is removed. If no other version of mm is in use, compare your files with a backup, then delete the journal"
        }
    }
}
