extension Recovery.Outcome {
    /// The outcome of the recovery, as a sentence for the user.
    var sentence: String {
        switch self {
        case .abandoned(nil): "an edit that was interrupted before it began was cleared away"
        case .abandoned(let what?): "an edit that was interrupted before it began was cleared away: \(what)"
        case .finished(let journal): "an edit that was interrupted was finished: \(journal.what)"
        case .takenBack(let journal, let kept) where kept.isEmpty:
            "an edit that was interrupted was taken back: \(journal.what)"
        case .takenBack(let journal, let kept):
            "an edit that was interrupted was taken back: \(journal.what); changed since and left as they are: "
                + kept.joined(separator: ", ")
        case .foreign:
            "the journal \(WorkingPlace.name)/journal is damaged, too long, or of another version of mm: nothing is edited "
                + "while it is there. If no other version of mm is in use, compare your files with a backup and delete it"
        }
    }
}
