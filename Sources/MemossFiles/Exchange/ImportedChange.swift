extension ImportFormat {
    /// The keys that hold what the other program counts up when an item is changed there.
    package var stampKeys: [String] {
        switch self {
        case .calendar: ["ics_last_modified", "ics_sequence"]
        case .taskwarrior: ["taskwarrior_modified"]
        case .todoText: []
        }
    }
}

extension ImportedReminder {
    /// Whether the item was changed in the other program since it was imported: it has another stamp, or a series lacks an
    /// occurrence that has been completed there, of which the stamp of the series may say nothing.
    ///
    /// - Parameter kept: the imported reminder, read with `stampKeys`.
    package func hasChanged(since kept: Reminder, _ format: ImportFormat) -> Bool {
        for key in new.keys where format.stampKeys.contains(key.name) {
            guard case .text(let stamp) = key.value else { continue }
            let old = kept.frontMatter?.first { $0.key == key.name }?.value
            guard case .scalar(let text, _)? = old, text == stamp.text else { return true }
        }
        guard kept.recurrence != nil else { return false }
        return !Set(kept.completeInstances + kept.skippedInstances).isSuperset(of: new.completeInstances)
    }

    /// Whether it moves an occurrence to which a series that was imported before has come, and has not moved.
    package func moves(_ kept: Reminder) -> Bool {
        !apart.isEmpty && kept.movedFrom == nil && !kept.isCompleted && kept.date == new.movedFrom
    }
}
