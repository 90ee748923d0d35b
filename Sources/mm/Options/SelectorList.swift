import MemossFiles

extension Session {
    /// The selected reminders without duplicates, in the order in which they are named.
    ///
    /// - Throws: a `MemossError` for the first word that does not select exactly one reminder.
    mutating func resolveAll(_ words: [String], in snapshot: Snapshot) throws(MemossError) -> [Reminder] {
        let failure: MemossError
        do throws(MemossError) {
            return [try resolve(words, in: snapshot)]
        } catch {
            if words.count == 1 { throw error }
            failure = error
        }
        var found: [Reminder] = []
        var seen: Set<[UInt8]> = []
        let index = SelectorIndex(snapshot, forMany: true)
        var firstFailure: MemossError?
        for word in words {
            do throws(MemossError) {
                let reminder = try resolve([word], in: snapshot, index)
                if seen.insert(Array(reminder.path.utf8)).inserted { found.append(reminder) }
            } catch {
                firstFailure = firstFailure ?? error
            }
        }
        // If no word selects anything on its own, the words were meant as one title.
        if let firstFailure { throw found.isEmpty ? failure : firstFailure }
        return found
    }
}
